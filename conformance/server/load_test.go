//go:build unix

package server

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// TestLoad measures the server, and checks every response on the way.
func TestLoad(t *testing.T) {
	if soak == 0 {
		t.Skip("YTT_SOAK is not set")
	}
	dir := t.TempDir()
	publish(t, dir, 0, false)
	var table strings.Builder
	row := func(what string, clients int, f *traffic, s *server) {
		l := f.metrics.Latencies
		fmt.Fprintf(&table, "| %s | %d | %d | %.0f | %.1f ms | %.1f ms | %.0f MiB |\n", what, clients, f.metrics.Requests,
			f.metrics.Rate, float64(l.P50.Microseconds())/1000, float64(l.P99.Microseconds())/1000, s.resident())
	}
	s := start(t, dir)
	sent := 0
	for _, clients := range []int{1, 8, 64} {
		for _, l := range []struct {
			what   string
			number int
			of     func(int) kind
		}{{"`/v1/render`", 33_334, only(render)}, {"`/v1/render/files`", 1_000, only(files)}} {
			number := max(100, int(float64(l.number)*soak))
			row(l.what, clients, load(t, s.api, sent, number, clients, l.of, nil), s)
			sent += number
		}
	}
	t.Logf("%d processors\n\n| | clients | requests | per second | p50 | p99 | memory after it |\n| --- | --- | --- | --- | --- | --- | --- |\n%s",
		runtime.GOMAXPROCS(0), table.String())
	s.stop()
}

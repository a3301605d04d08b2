//go:build unix

package server

import (
	"runtime"
	"testing"
)

// TestLoad measures the server, and checks every response on the way.
func TestLoad(t *testing.T) {
	if soak == 0 {
		t.Skip("YTT_SOAK is not set")
	}
	dir := t.TempDir()
	publish(t, dir, 0, false)
	s := start(t, dir)
	t.Logf("%d processors", runtime.GOMAXPROCS(0))
	t.Log("| | clients | requests | per second | p50 | p99 | memory after it |")
	sent := 0
	for _, l := range []struct {
		clients, number int
		of              kind
	}{
		{1, 2000, render}, {8, 18_000, render}, {64, 80_000, render},
		{1, 300, files}, {8, 600, files}, {64, 600, files},
	} {
		number := max(100, int(float64(l.number)*soak))
		f := load(t, s.api, sent, number, l.clients, only(l.of), nil)
		sent += number
		took := f.metrics.Latencies
		t.Logf("| %s | %d | %d | %.0f | %.1f ms | %.1f ms | %.0f MiB |", []string{"/v1/render", "/v1/render/files"}[l.of],
			l.clients, number, f.metrics.Throughput, float64(took.P50.Microseconds())/1000,
			float64(took.P99.Microseconds())/1000, s.resident())
	}
	s.stop()
}

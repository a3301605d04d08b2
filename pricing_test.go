package ytt_test

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"ytt"
	"ytt/internal/meter"
)

func cpu() time.Duration {
	var r syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &r)
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

func TestPricing(t *testing.T) {
	pat := os.Getenv("PRICE")
	if pat == "" {
		t.Skip()
	}
	steps := int64(10_000_000)
	if s := os.Getenv("STEPS"); s != "" {
		steps, _ = strconv.ParseInt(s, 10, 64)
	}
	debug.SetGCPercent(800)
	if p := os.Getenv("PROF"); p != "" {
		f, _ := os.Create(p)
		_ = pprof.StartCPUProfile(f)
		defer pprof.StopCPUProfile()
	}
	for _, b := range codeBombs(t) {
		if !regexp.MustCompile(pat).MatchString(b.name) {
			continue
		}
		runtime.GC()
		var m *meter.Meter
		ctx, cancel := context.WithTimeout(meter.Collect(context.Background(), func(x *meter.Meter) { m = x }), 20*time.Second)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		start := cpu()
		_, err := ytt.Render(ctx, ytt.Options{Inputs: b.files, Limits: ytt.Limits{Steps: steps}})
		took := cpu() - start
		cancel()
		runtime.ReadMemStats(&after)
		u := m.Usage()
		flag := "    "
		ns := float64(took.Nanoseconds()) / float64(u.Steps+1)
		if ns > 15 && took > 100*time.Millisecond {
			flag = "OVER"
		}
		fmt.Printf("%s %6.1f ns/step %5.2fs %6.1fM steps %6d MB charged %6d MB alloc| %s | %.80s\n", flag, ns, took.Seconds(), float64(u.Steps)/1e6, u.Bytes>>20, (after.TotalAlloc-before.TotalAlloc)>>20,
			b.name, strings.ReplaceAll(fmt.Sprint(err), "\n", " "))
	}
}

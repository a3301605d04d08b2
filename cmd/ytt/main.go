// How many processors there are does not change while a program of milliseconds runs; not looking out for it takes a
// goroutine less.
//
//go:debug updatemaxprocs=0

// Command ytt renders YAML configuration.
package main

import (
	"context"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"syscall"
	"time"

	"golang.org/x/term"

	"ytt"
	"ytt/internal/cli"
)

// The process is short-lived, and collecting garbage is most of what it would do besides its work. So nothing is collected
// before the heap is as big as most runs ever make it, and from then on only when it has grown to nine times of what is
// alive. (The runtime waits for 4 MiB × percentage / 100.)
const (
	firstCollection = 96 << 20 // bytes of heap
	minHeap         = 4 << 20  // of the runtime, at 100 %
	firstGCPercent  = firstCollection / minHeap * 100
	laterGCPercent  = 800
)

// softMemory is the size of the heap in bytes near which it is collected more eagerly. Code is stopped at
// eval.DefaultMemory, which counts what is dead, too.
const softMemory = 3 << 29

// tuneCollector sets the pace of the collector. GOGC and GOMEMLIMIT, if set, are obeyed as usual.
func tuneCollector() {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	debug.SetGCPercent(firstGCPercent)
	debug.SetMemoryLimit(softMemory)
	// Nothing refers to this, so the first collection finds it.
	runtime.AddCleanup(new([32]byte), func(percent int) { debug.SetGCPercent(percent) }, laterGCPercent)
}

// growStack makes room on the stack for 24 KiB at once. Otherwise the stack of a small run grows there in steps, and every
// step is copied, and looked up in tables that are read from disk for it.
//
//go:noinline
func growStack(never bool) (last byte) {
	if never { // what is only declared is not cleared
		var room [24 << 10]byte
		for i := range room {
			room[i] = last
		}
		last = room[len(room)-1]
	}
	return last
}

func main() {
	growStack(false)
	tuneCollector()
	// When whoever reads our output stops, that is an error of writing like others, and cli knows what to make of it.
	signal.Ignore(syscall.SIGPIPE)
	ctx, cancel := context.WithCancel(context.Background())
	listening := time.AfterFunc(listenAfter, func() { cancelOnInterrupt(cancel) })
	w := cli.World{
		System:  ytt.OS(),
		Stdout:  os.Stdout,
		Stderr:  os.Stderr,
		Environ: os.Environ(),
	}
	if fd := int(os.Stderr.Fd()); term.IsTerminal(fd) {
		w.Terminal = true
		w.Width, _, _ = term.GetSize(fd)
	}
	status := cli.Main(ctx, os.Args[1:], w)
	listening.Stop()
	os.Exit(status)
}

// listenAfter is how long a run goes on before it listens for interrupts, which takes a thread. One that comes sooner ends the
// process at once, as it does programs that do not listen.
const listenAfter = 20 * time.Millisecond

// cancelOnInterrupt cancels a run at the first interrupt. A second one ends the process at once.
func cancelOnInterrupt(cancel func()) {
	interrupts := make(chan os.Signal, 1)
	signal.Notify(interrupts, os.Interrupt)
	<-interrupts
	signal.Reset(os.Interrupt)
	cancel()
}

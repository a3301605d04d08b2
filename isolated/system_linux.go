package isolated

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// program returns the name of this program, also if its file was replaced since
// it was started.
func program() (string, error) { return "/proc/self/exe", nil }

func descriptorFlags(fd int) (int, error) { return unix.FcntlInt(uintptr(fd), unix.F_GETFD, 0) }

// limitMemory limits the addresses of the process. The runtime of Go reserves
// many when it starts, which need no memory.
func limitMemory(most int64) error {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return err
	}
	var pages uint64
	if _, err := fmt.Sscan(string(text), &pages); err != nil {
		return err
	}
	// The runtime takes addresses in pieces of 64 MiB, and for a moment twice
	// as many, and threads take some for their stacks.
	const unused = 192 << 20
	return limit(unix.RLIMIT_AS, pages*uint64(os.Getpagesize())+unused+uint64(most))
}

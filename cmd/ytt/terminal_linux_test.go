package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// TestTerminal reports a problem to a terminal, which is narrow, and to a file:
// with colours and within the width there, without here.
func TestTerminal(t *testing.T) {
	const width = 60
	text := "a: #@ nope # " + strings.Repeat("long ", 40) + "\n"
	file := t.TempDir() + "/a.yml"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	terminal, user := openTerminal(t, width)
	defer terminal.Close()
	cmd := program(t, "-f", file)
	cmd.Env = append(cmd.Env, "NO_COLOR=", "TERM=xterm")
	cmd.Stderr = user
	var toFile bytes.Buffer
	plain := program(t, "-f", file)
	plain.Stderr = &toFile
	shown := make(chan string)
	go func() {
		all, _ := io.ReadAll(terminal) // it ends with an error
		shown <- string(all)
	}()
	if cmd.Run() == nil || plain.Run() == nil {
		t.Error("the run succeeded")
	}
	_ = user.Close()
	got := <-shown
	if !strings.Contains(got, "\x1b[") || !strings.Contains(got, "…") {
		t.Errorf("to the terminal: %q", got)
	}
	const summary = "\nytt: Error: 1 problem in 1 file\n" // terminals do without the name
	if log := toFile.String(); strings.ContainsAny(log, "\x1b…") || !strings.HasSuffix(log, summary) {
		t.Errorf("to the file: %q", toFile.String())
	}
}

// TestPager shows help on a terminal: with the pager that is chosen, and
// without one. Elsewhere none is started.
func TestPager(t *testing.T) {
	for _, c := range []struct {
		name, pager string
		lines       int
		terminal    bool
	}{
		{"chosen", "head -n 3", 3, true}, {"none", "", 100, true}, {"missing", "no-such-pager-anywhere", 100, true},
		{"no terminal", "head -n 3", 100, false}, {"options of less", "printenv LESS", 1, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			terminal, user := openTerminal(t, 80)
			defer terminal.Close()
			cmd := program(t, "--help")
			cmd.Env = append(cmd.Env, "TERM=xterm", "PAGER="+c.pager)
			shown := make(chan string)
			if c.terminal {
				cmd.Stdout = user
				go func() {
					all, _ := io.ReadAll(terminal) // it ends with an error
					shown <- string(all)
				}()
			} else {
				cmd.Stdout = new(bytes.Buffer)
			}
			if err := cmd.Run(); err != nil {
				t.Error(err)
			}
			_ = user.Close()
			got := ""
			if c.terminal {
				got = <-shown
			} else {
				got = cmd.Stdout.(*bytes.Buffer).String()
			}
			if lines := strings.Count(got, "\n"); lines != c.lines && (c.lines < 100 || lines < 100) {
				t.Errorf("%d lines:\n%s", lines, got)
			}
		})
	}
}

// openTerminal returns the two ends of a pseudo terminal.
func openTerminal(t *testing.T, width int) (terminal, user *os.File) {
	t.Helper()
	terminal, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skipf("there are no terminals: %v", err)
	}
	fd := int(terminal.Fd())
	number, err := unix.IoctlGetUint32(fd, unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		err = unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: uint16(width)})
	}
	if err == nil {
		user, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	}
	if err != nil {
		t.Skipf("no terminal can be opened: %v", err)
	}
	return terminal, user
}

//go:build !linux && !darwin

package isolated

import (
	"errors"
	"os/exec"
)

func program() (string, error) { return "", errors.ErrUnsupported }

func prepare(*exec.Cmd) {}

func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }

func restrict(Options) error { return errors.ErrUnsupported }

package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// program is the command, built for a system.
type program struct {
	system, arch string
	path         string
}

// systems are what programs are built for.
var systems = []program{
	{system: "darwin", arch: "amd64"}, {system: "darwin", arch: "arm64"},
	{system: "js", arch: "wasm"},
	{system: "linux", arch: "amd64"}, {system: "linux", arch: "arm64"},
	{system: "wasip1", arch: "wasm"},
	{system: "windows", arch: "amd64"}, {system: "windows", arch: "arm64"},
}

func (p *program) target() string { return p.system + "_" + p.arch }

// fileName is what the program is called in an archive.
func (p *program) fileName() string {
	switch p.system {
	case "windows":
		return "ytt.exe"
	case "js", "wasip1":
		return "ytt.wasm"
	}
	return "ytt"
}

func (r *release) buildPrograms() error {
	for _, p := range systems {
		p.path = filepath.Join(r.work, p.target(), p.fileName())
		cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=true", "-ldflags", "-s -w -funcalign=16", "-o", p.path,
			"./cmd/ytt")
		cmd.Dir, cmd.Stderr = r.source, os.Stderr
		// What the machine of the release prefers must not decide what is made.
		cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+p.system, "GOARCH="+p.arch,
			"GOAMD64=v1", "GOARM64=v8.0", "GOWASM=", "GOFLAGS=", "GOEXPERIMENT=", "GOWORK=off")
		if err := cmd.Run(); err != nil {
			return fmt.Errorf("%s: %w", p.target(), err)
		}
		r.programs = append(r.programs, p)
	}
	said, err := r.output("", r.own(), "version")
	if err != nil {
		return err
	}
	if !strings.Contains(said, "version:  "+r.version+"\n") {
		return fmt.Errorf("the program does not say that it is %s (from v2 on, the module path %s must end in the major version):\n%s", r.version, r.module, said)
	}
	return nil
}

// own returns the program for the system that this runs on.
func (r *release) own() string {
	for _, p := range r.programs {
		if p.system == runtime.GOOS && p.arch == runtime.GOARCH {
			return p.path
		}
	}
	return ""
}

// command runs a program, which says what is wrong itself.
func (r *release) command(dir, name string, args ...string) error {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, os.Stderr, os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s %s: %w", filepath.Base(name), strings.Join(args, " "), err)
	}
	return nil
}

// output runs a program and returns what it prints.
func (r *release) output(dir, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Stderr = dir, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w", filepath.Base(name), strings.Join(args, " "), err)
	}
	return string(out), nil
}

func hashFile(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

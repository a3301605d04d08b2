package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
)

// This file makes what goes with the programs.

func (r *release) completions() error {
	for shell, name := range map[string]string{"bash": "ytt.bash", "zsh": "_ytt", "fish": "ytt.fish",
		"powershell": "ytt.ps1"} {
		text, err := r.output("", r.own(), "completion", shell)
		if err != nil {
			return err
		}
		r.common = append(r.common, file{"completions/" + name, 0o644, []byte(text)})
	}
	return nil
}

// notices takes the licences of what is linked, if they are up to date.
func (r *release) notices() error {
	if err := r.command(r.source, "go", "run", "./scripts/supply", "notices", "-check"); err != nil {
		return err
	}
	for _, name := range []string{"LICENSE", "THIRD-PARTY", "CHANGELOG.md"} {
		text, err := os.ReadFile(filepath.Join(r.source, name))
		if err != nil {
			return err
		}
		r.common = append(r.common, file{name, 0o644, text})
	}
	return nil
}

// materials writes what each program is made of.
func (r *release) materials() error {
	tool := filepath.Join(r.work, "supply")
	if err := r.command(r.source, "go", "build", "-o", tool, "./scripts/supply"); err != nil {
		return err
	}
	for i := range r.programs {
		text, err := r.output("", tool, "sbom", r.programs[i].path)
		if err != nil {
			return err
		}
		if err := r.publish(r.archiveName(&r.programs[i])+".cdx.json", []byte(text)); err != nil {
			return err
		}
	}
	return nil
}

func (r *release) extensionFile() string { return r.name + "_" + r.number + ".vsix" }

// extension packages the extension for Visual Studio Code.
func (r *release) extension(leftOut bool) error {
	if leftOut {
		fmt.Fprintln(os.Stderr, "left out: the extension for Visual Studio Code")
		return nil
	}
	if _, err := exec.LookPath("npm"); err != nil {
		return errors.New("npm is missing; WITHOUT=vsix leaves the extension out")
	}
	dir := filepath.Join(r.source, "editors", "vscode")
	if err := r.command(dir, "npm", "ci", "--prefer-offline", "--no-audit", "--no-fund",
		"--loglevel=error"); err != nil {
		return fmt.Errorf("%w; WITHOUT=vsix leaves the extension out", err)
	}
	if err := r.describeExtension(filepath.Join(dir, "package.json")); err != nil {
		return err
	}
	if err := r.command(dir, "npm", "run", "--silent", "package"); err != nil {
		return err
	}
	text, err := os.ReadFile(filepath.Join(dir, "dist", "ytt.vsix"))
	if err != nil {
		return err
	}
	if text, err = r.rezipped(text); err != nil {
		return err
	}
	return r.publish(r.extensionFile(), text)
}

// describeExtension gives the extension the version.
func (r *release) describeExtension(path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var given struct{ Version string }
	if err := json.Unmarshal(text, &given); err != nil {
		return err
	}
	was, is := fmt.Sprintf("%q: %q", "version", given.Version), fmt.Sprintf("%q: %q", "version", r.number)
	if bytes.Count(text, []byte(was)) != 1 {
		return fmt.Errorf("%s: its version is not on a line of its own", path)
	}
	return os.WriteFile(path, bytes.Replace(text, []byte(was), []byte(is), 1), 0o644)
}

// rezipped returns an archive with the same files, at the time of the release
// and in order of their names.
func (r *release) rezipped(text []byte) ([]byte, error) {
	in, err := zip.NewReader(bytes.NewReader(text), int64(len(text)))
	if err != nil {
		return nil, err
	}
	var files []file
	for _, f := range in.File {
		rd, err := f.Open()
		if err != nil {
			return nil, err
		}
		text, err := io.ReadAll(rd)
		if err != nil {
			return nil, err
		}
		files = append(files, file{f.Name, 0o644, text})
	}
	return zipped("", files, r.date)
}

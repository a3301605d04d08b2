package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// This file writes the licences of the modules that are linked.

const noticesPath = "THIRD-PARTY"

const noticesHead = `ytt contains code of the projects below, and of Go itself. This file has their licences and notices. It is made by
"go run ./scripts/supply notices".
`

// systems are those that linked modules differ for.
var systems = []string{"linux", "darwin", "windows"}

// licenceFile finds texts that have to go with copies of a module.
const licenceFile = `(?i)^(licen[cs]e|copying|notice|patents)([-.].*)?$`

func writeNotices() error {
	text, err := notices()
	if err != nil {
		return err
	}
	return os.WriteFile(noticesPath, text, 0o644)
}

func checkNotices() error {
	want, err := notices()
	if err != nil {
		return err
	}
	if got, err := os.ReadFile(noticesPath); err != nil || !bytes.Equal(got, want) {
		return fmt.Errorf("%s is out of date: run 'go run ./scripts/supply notices'", noticesPath)
	}
	return nil
}

// module is what the go command says of a module.
type module struct {
	Path, Version, Dir string
	Main               bool
}

func notices() ([]byte, error) {
	modules, err := linked()
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	b.WriteString(noticesHead)
	for _, m := range modules {
		texts, err := licences(m.Dir)
		if err != nil {
			return nil, err
		}
		if len(texts) == 0 {
			return nil, fmt.Errorf("%s %s has no file with its licence", m.Path, m.Version)
		}
		fmt.Fprintf(&b, "\n%s\n%s %s\n", strings.Repeat("=", 80), m.Path, m.Version)
		for _, text := range texts {
			fmt.Fprintf(&b, "%s\n\n%s\n", strings.Repeat("-", 80), strings.TrimSpace(text))
		}
	}
	return b.Bytes(), nil
}

// linked returns the modules of the program, sorted, and the one of Go.
func linked() ([]module, error) {
	all := make(map[string]module)
	for _, system := range systems {
		cmd := exec.Command("go", "list", "-deps", "-json=Module", "./cmd/ytt")
		cmd.Env = append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0")
		cmd.Stderr = os.Stderr
		out, err := cmd.Output()
		if err != nil {
			return nil, err
		}
		for d := json.NewDecoder(bytes.NewReader(out)); ; {
			var p struct{ Module *module }
			if err := d.Decode(&p); err == io.EOF {
				break
			} else if err != nil {
				return nil, err
			}
			if p.Module != nil && !p.Module.Main {
				all[p.Module.Path] = *p.Module
			}
		}
	}
	modules := slices.SortedFunc(maps.Values(all), func(a, b module) int { return strings.Compare(a.Path, b.Path) })
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	return append([]module{{Path: "Go", Version: "standard library", Dir: strings.TrimSpace(string(root))}},
		modules...), nil
}

// licences returns the texts that a module's folder has.
func licences(dir string) (texts []string, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	wanted := regexp.MustCompile(licenceFile)
	for _, e := range entries {
		if e.IsDir() || !wanted.MatchString(e.Name()) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, err
		}
		texts = append(texts, string(text))
	}
	return texts, nil
}

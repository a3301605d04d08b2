//go:build unix

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// This file compiles tests with mistakes.

// pack is a package with its mistakes put together.
type pack struct {
	dir     string
	files   map[string]*together
	invalid map[*mutant]bool // they do not compile
}

// assemblePackage puts mistakes into a package, without those that do not
// compile.
func assemblePackage(dir string, mutants []*mutant, imports types.Importer, switches string) (*pack, error) {
	p := &pack{dir: dir, invalid: make(map[*mutant]bool)}
	for range 10 {
		p.files = make(map[string]*together)
		byFile := make(map[string][]*mutant)
		for _, m := range mutants {
			if !p.invalid[m] {
				byFile[m.file] = append(byFile[m.file], m)
			}
		}
		for file, own := range byFile {
			text, err := os.ReadFile(file)
			if err != nil {
				return nil, err
			}
			if p.files[file], err = assemble(file, text, own); err != nil {
				return nil, err
			}
		}
		bad, err := p.check(imports, switches)
		if err != nil {
			return nil, err
		}
		if len(bad) == 0 {
			return p, nil
		}
		for _, m := range bad {
			if m.noPick || m.function != "-" {
				p.invalid[m] = true
			}
			m.noPick = true
		}
	}
	return nil, fmt.Errorf("%s: mistakes cannot be put together", dir)
}

// alone returns the mistakes that need builds of their own.
func (p *pack) alone() []*mutant {
	var all []*mutant
	for _, f := range p.files {
		all = append(all, f.alone...)
	}
	return all
}

// checkAlone looks for mistakes with builds of their own that do not compile.
func (p *pack) checkAlone(imports types.Importer) error {
	for _, m := range p.alone() {
		text, err := os.ReadFile(m.file)
		if err != nil {
			return err
		}
		set, files, err := p.parse(map[string][]byte{m.file: m.apply(text)})
		if err != nil {
			return err
		}
		config := types.Config{Importer: imports, Error: func(error) { p.invalid[m] = true }}
		_, _ = config.Check(p.dir, set, files, nil)
	}
	return nil
}

// parse parses the files of the package, some with other texts.
func (p *pack) parse(texts map[string][]byte) (*token.FileSet, []*ast.File, error) {
	names, err := goFiles(p.dir)
	if err != nil {
		return nil, nil, err
	}
	set := token.NewFileSet()
	var files []*ast.File
	for _, name := range names {
		var text any
		if own := texts[name]; own != nil {
			text = own
		}
		parsed, err := parser.ParseFile(set, name, text, parser.SkipObjectResolution)
		if err != nil {
			return nil, nil, err
		}
		files = append(files, parsed)
	}
	return set, files, nil
}

// check looks for mistakes with which the package does not compile.
func (p *pack) check(imports types.Importer, switches string) ([]*mutant, error) {
	texts := make(map[string][]byte)
	for name, f := range p.files {
		texts[name] = f.text
	}
	set, files, err := p.parse(texts)
	if err != nil {
		return nil, err
	}
	added, err := parser.ParseFile(set, "mutants_switch.go", switches, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	files = append(files, added)
	var bad []*mutant
	var other error
	config := types.Config{Importer: imports, Error: func(err error) {
		var found types.Error
		if !errors.As(err, &found) {
			other = err
			return
		}
		at := set.Position(found.Pos)
		m := p.files[at.Filename].mutantAt(at.Offset)
		if m == nil {
			other = err
			return
		}
		bad = append(bad, m)
	}}
	_, _ = config.Check(p.dir, set, files, nil)
	if len(bad) > 0 {
		return bad, nil // others may follow from them
	}
	return nil, other
}

func (t *together) mutantAt(offset int) *mutant {
	if t == nil {
		return nil
	}
	for _, r := range t.regions {
		if r.start <= offset && offset < r.end {
			return r.m
		}
	}
	return nil
}

// exports reads what packages export from what the go command compiled.
func exports(ctx context.Context, dirs []string) (types.Importer, error) {
	args := append([]string{"list", "-export", "-deps", "-f", "{{.ImportPath}}\t{{.Export}}", "os", "strconv",
		"sync/atomic"}, patterns(dirs)...)
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	paths := make(map[string]string)
	for line := range strings.Lines(string(out)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), "\t")
		paths[path] = file
	}
	return importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) {
		if paths[path] == "" {
			return nil, fmt.Errorf("no package %s", path)
		}
		return os.Open(paths[path])
	}), nil
}

// patterns returns directories as the go command wants them.
func patterns(dirs []string) []string {
	var all []string
	for _, dir := range dirs {
		all = append(all, "./"+filepath.ToSlash(dir))
	}
	return all
}

// writeOverlay tells the go command to read other texts in place of files.
func (r *runner) writeOverlay(name string, texts map[string][]byte) (string, error) {
	table := make(map[string]string)
	for path, text := range texts {
		original, err := filepath.Abs(path)
		if err != nil {
			return "", err
		}
		changed := filepath.Join(r.dir, fmt.Sprintf("%s%d.go", name, len(table)))
		if err := os.WriteFile(changed, text, 0o600); err != nil {
			return "", err
		}
		table[original] = changed
	}
	text, err := json.Marshal(map[string]map[string]string{"Replace": table})
	if err != nil {
		return "", err
	}
	path := filepath.Join(r.dir, name+".json")
	return path, os.WriteFile(path, text, 0o600)
}

// compile makes the program that runs the tests of a package. The error is
// errDoesNotCompile if it is that of the text.
func compile(ctx context.Context, overlay, dir, program string) error {
	cmd := exec.CommandContext(ctx, "go", "test", "-c", "-vet=off", "-overlay="+overlay, "-o", program,
		"./"+filepath.ToSlash(dir))
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.As(err, &exit):
		return fmt.Errorf("%s: %w\n%s", dir, errDoesNotCompile, bytes.TrimSpace(out))
	}
	return err
}

var errDoesNotCompile = errors.New("it does not compile")

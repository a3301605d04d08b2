package files

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"ytt/internal/diag"
)

// This file writes results to a directory.
//
// Adding to a directory writes changed files under temporary names and renames them at the end. Replacing a directory writes a new one
// beside it and swaps the two. In both cases a failure (a full disk, a missing permission) leaves the old files. All writing
// goes through an os.Root, so that neither a path nor a symbolic link leads out of the directory.

// Output is one resulting file.
type Output struct {
	Path string // relative; its separator is "/"
	Data []byte
}

// WriteOptions are options for writing a directory.
type WriteOptions struct {
	// Empty replaces the directory, so that no old file remains.
	Empty bool
	// Force allows emptying a directory that does not look like earlier output.
	Force bool
	// Inputs are the inputs of this run; a directory that contains one of them is not emptied.
	Inputs []Input
	// FailOnWarnings makes warnings errors, after which nothing is written.
	FailOnWarnings bool
}

// Results may contain secrets: only the owner may read new files.
const (
	fileMode = 0o600
	dirMode  = 0o700
)

// Write writes the outputs below a directory, which need not exist, and returns one line of text for each. Of outputs with
// the same path the last one is written, with a warning; with opts.Empty they are an error, as in ytt 0.48.
func Write(sys *System, dir string, outputs []Output, opts WriteOptions) (lines []string, diags diag.List) {
	diags = checkOutputs(outputs, opts.Empty)
	if opts.FailOnWarnings {
		diags = diags.AsErrors()
	}
	if diags.HasErrors() {
		return nil, diags
	}
	var err error
	if opts.Empty {
		if problem := mayEmpty(sys, dir, outputs, opts); problem != nil {
			return nil, diag.List{problem}
		}
		err = replaceDir(dir, outputs)
	} else {
		err = addToDir(dir, outputs)
	}
	if err != nil {
		d := &diag.Diagnostic{
			Code:    diag.UnwritableOutput,
			Context: []string{fmt.Sprintf("Writing output directory '%s'", dir)},
			Message: err.Error(),
		}
		if info, missing := os.Stat(dir); missing == nil && !info.IsDir() {
			d.Headline = fmt.Sprintf("'%s' is a file, but results are written into a directory", dir)
			d.Hints = []string{"name another directory, or remove the file; for one file, write > FILE instead"}
		}
		return nil, diag.List{d}
	}
	for _, o := range outputs {
		lines = append(lines, "creating: "+filepath.Join(dir, filepath.FromSlash(o.Path)))
	}
	return lines, diags
}

// clean returns the path of an output as it is used below the directory: "/a//./b" is "a/b".
func clean(p string) string { return path.Clean(strings.TrimLeft(p, "/")) }

// checkOutputs returns the problems of outputs whose paths conflict or lead out of the directory.
func checkOutputs(outputs []Output, unique bool) (diags diag.List) {
	seen := make(map[string]bool, len(outputs))
	var twice []string
	for _, o := range outputs {
		p := clean(o.Path)
		if !filepath.IsLocal(filepath.FromSlash(p)) || p == "." {
			diags = append(diags, &diag.Diagnostic{
				Code:    diag.OutputOutsideDirectory,
				Message: fmt.Sprintf("Expected output path '%s' to name a file inside of the output directory", o.Path),
				Hints:   []string{"the path comes from the name of the input or from a file mark such as 'a.yml:path=b.yml'"},
			})
		}
		if seen[p] && !slices.Contains(twice, p) {
			twice = append(twice, p)
		}
		seen[p] = true
	}
	if !unique {
		for _, p := range twice {
			diags = append(diags, &diag.Diagnostic{
				Code:     diag.DuplicateOutput,
				Severity: diag.Warning,
				Message:  fmt.Sprintf("more than one result has the path '%s': only the last one remains", p),
				Hints:    []string{"give one of the inputs another path, as in -f other/" + p + "=FILE"},
			})
		}
	}
	if unique && len(twice) > 0 {
		diags = append(diags, &diag.Diagnostic{
			Code:    diag.DuplicateOutput,
			Message: "Multiple files have same output destination paths: " + strings.Join(twice, ", "),
			Hints:   []string{"give one of them another path: --file-mark '" + twice[0] + ":path=…'"},
		})
	}
	for _, o := range outputs {
		for dir := path.Dir(clean(o.Path)); dir != "." && dir != "/"; dir = path.Dir(dir) {
			if seen[dir] {
				diags = append(diags, &diag.Diagnostic{
					Code:    diag.DuplicateOutput,
					Message: fmt.Sprintf("Expected output path '%s' to be a file, but '%s' needs it to be a directory", dir, o.Path),
				})
			}
		}
	}
	return diags
}

// addToDir writes the outputs into a directory that may hold other files.
func addToDir(dir string, outputs []Output) error {
	if err := os.MkdirAll(dir, dirMode); err != nil {
		return err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()

	var staged []stagedFile
	defer func() {
		for _, f := range staged {
			root.Remove(filepath.FromSlash(f.temp))
		}
	}()
	seen := make(map[string]bool, len(outputs))
	for _, o := range slices.Backward(outputs) {
		p := clean(o.Path)
		if seen[p] {
			continue
		}
		seen[p] = true
		mode, same, err := target(root, p, o.Data)
		if err != nil {
			return about(p, err)
		}
		if same {
			continue
		}
		temp := path.Join(path.Dir(p), temporary(path.Base(p)))
		staged = append(staged, stagedFile{temp, p})
		if err := writeFile(root, temp, o.Data, mode); err != nil {
			return about(p, err)
		}
	}
	for len(staged) > 0 {
		f := staged[len(staged)-1]
		if err := root.Rename(filepath.FromSlash(f.temp), filepath.FromSlash(f.path)); err != nil {
			return about(f.path, err)
		}
		staged = staged[:len(staged)-1]
	}
	return nil
}

// stagedFile is a file that has been written under a temporary name.
type stagedFile struct{ temp, path string }

// about replaces the file name in an error, which may be temporary, by the path of the output.
func about(p string, err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		err = pe.Err
	}
	return fmt.Errorf("%s: %w", p, err)
}

// target returns the permissions for a file: those of the file that it replaces, if any. A file with the same data already is not
// written; it gets the current time.
func target(root *os.Root, p string, data []byte) (mode fs.FileMode, same bool, err error) {
	name := filepath.FromSlash(p)
	info, err := root.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fileMode, false, nil
	case err != nil:
		return 0, false, err
	case info.IsDir():
		return 0, false, errors.New("is a directory")
	case !info.Mode().IsRegular():
		return fileMode, false, nil
	}
	if info.Size() == int64(len(data)) {
		old, err := root.ReadFile(name)
		now := time.Now()
		same = err == nil && bytes.Equal(old, data) && root.Chtimes(name, now, now) == nil
	}
	return info.Mode().Perm(), same, nil
}

// replaceDir writes the outputs into a new directory that takes the place of the old one.
func replaceDir(dir string, outputs []Output) error {
	dir = filepath.Clean(dir)
	parent, name := filepath.Split(dir)
	if parent != "" {
		if err := os.MkdirAll(parent, dirMode); err != nil {
			return err
		}
	}
	fresh := filepath.Join(parent, temporary(name))
	if err := os.Mkdir(fresh, dirMode); err != nil {
		return err
	}
	err := fill(fresh, outputs)
	if err == nil {
		err = swap(fresh, dir)
	}
	if err != nil {
		os.RemoveAll(fresh)
	}
	return err
}

func fill(dir string, outputs []Output) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	for _, o := range outputs {
		if err := writeFile(root, clean(o.Path), o.Data, fileMode); err != nil {
			return about(clean(o.Path), err)
		}
	}
	return nil
}

// swap renames the new directory to dir, and deletes the old one if there is one.
func swap(fresh, dir string) error {
	old := filepath.Join(filepath.Dir(dir), temporary(filepath.Base(dir)))
	switch err := os.Rename(dir, old); {
	case errors.Is(err, fs.ErrNotExist):
		return os.Rename(fresh, dir)
	case err != nil:
		return err
	}
	if err := os.Rename(fresh, dir); err != nil {
		return errors.Join(err, os.Rename(old, dir))
	}
	return os.RemoveAll(old)
}

func writeFile(root *os.Root, name string, data []byte, mode fs.FileMode) error {
	if dir := path.Dir(name); dir != "." {
		if err := root.MkdirAll(filepath.FromSlash(dir), dirMode); err != nil {
			return err
		}
	}
	f, err := root.OpenFile(filepath.FromSlash(name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil && mode != fileMode {
		err = f.Chmod(mode) // OpenFile applied the umask
	}
	return errors.Join(err, f.Close())
}

// temporary returns a name for a file beside the given one that no other process uses.
func temporary(name string) string {
	const short = 100 // within the limits of file systems
	if len(name) > short {
		name = name[:short]
	}
	return "." + name + ".ytt-" + strconv.FormatUint(rand.Uint64(), 36)
}

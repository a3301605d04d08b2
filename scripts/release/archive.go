package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"cmp"
	"compress/gzip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// file is a file of an archive. Its text does not depend on the system.
type file struct {
	name string
	mode os.FileMode
	text []byte
}

// archiveName is what the archive of a program is called, without what says its
// kind.
func (r *release) archiveName(p *program) string { return r.name + "_" + r.number + "_" + p.target() }

func (r *release) archiveFile(p *program) string {
	if p.system == "windows" {
		return r.archiveName(p) + ".zip"
	}
	return r.archiveName(p) + ".tar.gz"
}

func (r *release) archives() error {
	for i := range r.programs {
		p := &r.programs[i]
		text, err := os.ReadFile(p.path)
		if err != nil {
			return err
		}
		files := append([]file{{p.fileName(), 0o755, text}}, r.common...)
		if p.arch == "wasm" {
			files = withoutShells(files)
		}
		if p.system == "js" {
			if files, err = r.forBrowsers(files); err != nil {
				return err
			}
		}
		var out []byte
		if p.system == "windows" {
			out, err = zipped("", files, r.date)
		} else {
			out, err = tarred(r.archiveName(p)+"/", files, r.date)
		}
		if err != nil {
			return err
		}
		if err := r.publish(r.archiveFile(p), out); err != nil {
			return err
		}
	}
	return nil
}

// withoutShells drops what is for people at a shell: completions and man pages.
func withoutShells(files []file) []file {
	return slices.DeleteFunc(files, func(f file) bool { return strings.Contains(f.name, "/") })
}

// forBrowsers adds what Go needs to run in a browser.
func (r *release) forBrowsers(files []file) ([]file, error) {
	root, err := r.output(r.source, "go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(filepath.Join(strings.TrimSpace(root), "lib", "wasm", "wasm_exec.js"))
	return append(files, file{"wasm_exec.js", 0o644, text}), err
}

// publish writes a file of the release.
func (r *release) publish(name string, text []byte) error {
	return os.WriteFile(filepath.Join(r.out, name), text, 0o644)
}

// tarred returns a compressed archive with the files in a folder.
func tarred(folder string, files []file, date time.Time) ([]byte, error) {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	t := tar.NewWriter(z)
	for _, f := range inOrder(files) {
		h := &tar.Header{Name: folder + f.name, Mode: int64(f.mode), Size: int64(len(f.text)), ModTime: date,
			Format: tar.FormatUSTAR}
		if err := t.WriteHeader(h); err != nil {
			return nil, err
		}
		if _, err := t.Write(f.text); err != nil {
			return nil, err
		}
	}
	err = cmp.Or(t.Close(), z.Close())
	return b.Bytes(), err
}

func zipped(folder string, files []file, date time.Time) ([]byte, error) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, f := range inOrder(files) {
		h := &zip.FileHeader{Name: folder + f.name, Method: zip.Deflate, Modified: date}
		h.SetMode(f.mode)
		w, err := z.CreateHeader(h)
		if err != nil {
			return nil, err
		}
		if _, err := w.Write(f.text); err != nil {
			return nil, err
		}
	}
	err := z.Close()
	return b.Bytes(), err
}

func inOrder(files []file) []file {
	return slices.SortedFunc(slices.Values(files), func(a, b file) int { return strings.Compare(a.name, b.name) })
}

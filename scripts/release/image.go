package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
)

// This file makes the image: an archive in the layout of the Open Container
// Initiative, with nothing but the program in it.

// nobody is the user of the image, by number, so that clusters can tell that it
// is not root.
const nobody = "65532:65532"

func (r *release) imageFile() string { return r.name + "_" + r.number + "_image.tar" }

func (r *release) image() error {
	index := mutate.IndexMediaType(empty.Index, types.OCIImageIndex)
	for _, p := range r.programs {
		if p.system != "linux" {
			continue
		}
		image, err := r.imageOf(p)
		if err != nil {
			return err
		}
		index = mutate.AppendManifests(index, mutate.IndexAddendum{
			Add:        image,
			Descriptor: v1.Descriptor{Platform: &v1.Platform{OS: p.system, Architecture: p.arch}},
		})
	}
	index = mutate.Annotations(index, r.labels()).(v1.ImageIndex)
	dir := filepath.Join(r.work, "image")
	path, err := layout.Write(dir, empty.Index)
	if err != nil {
		return err
	}
	name := map[string]string{"org.opencontainers.image.ref.name": r.number}
	if err := path.AppendIndex(index, layout.WithAnnotations(name)); err != nil {
		return err
	}
	text, err := tarFolder(dir, r.date)
	if err != nil {
		return err
	}
	return r.publish(r.imageFile(), text)
}

func (r *release) labels() map[string]string {
	const of = "org.opencontainers.image."
	return map[string]string{
		of + "title": r.name, of + "description": r.short, of + "version": r.number, of + "licenses": r.license,
		of + "revision": r.revision, of + "created": r.date.Format(time.RFC3339), of + "source": r.home,
		of + "url": r.home,
	}
}

func (r *release) imageOf(p program) (v1.Image, error) {
	program, err := os.ReadFile(p.path)
	if err != nil {
		return nil, err
	}
	text, err := r.layer(program)
	if err != nil {
		return nil, err
	}
	layer, err := tarball.LayerFromOpener(
		func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(text)), nil },
		tarball.WithCompressionLevel(gzip.BestCompression), tarball.WithMediaType(types.OCILayer))
	if err != nil {
		return nil, err
	}
	image := mutate.ConfigMediaType(mutate.MediaType(empty.Image, types.OCIManifestSchema1), types.OCIConfigJSON)
	if image, err = mutate.Append(image, mutate.Addendum{
		Layer:   layer,
		History: v1.History{Created: v1.Time{Time: r.date}, CreatedBy: "make release VERSION=" + r.version},
	}); err != nil {
		return nil, err
	}
	config, err := image.ConfigFile()
	if err != nil {
		return nil, err
	}
	config = config.DeepCopy()
	config.OS, config.Architecture, config.Created = p.system, p.arch, v1.Time{Time: r.date}
	config.Config = v1.Config{
		User: nobody, Entrypoint: []string{"/usr/bin/ytt"}, WorkingDir: "/work", Labels: r.labels(),
		Env: []string{"PATH=/usr/bin"},
	}
	return mutate.ConfigFile(image, config)
}

// layer holds the program, and the folder that others are mounted over.
func (r *release) layer(program []byte) ([]byte, error) {
	var b bytes.Buffer
	t := tar.NewWriter(&b)
	for _, h := range []tar.Header{
		{Name: "usr/", Mode: 0o755, Typeflag: tar.TypeDir},
		{Name: "usr/bin/", Mode: 0o755, Typeflag: tar.TypeDir},
		{Name: "usr/bin/ytt", Mode: 0o755, Typeflag: tar.TypeReg, Size: int64(len(program))},
		{Name: "work/", Mode: 0o755, Typeflag: tar.TypeDir},
	} {
		h.ModTime, h.Format = r.date, tar.FormatUSTAR
		if err := t.WriteHeader(&h); err != nil {
			return nil, err
		}
		if h.Size > 0 {
			if _, err := t.Write(program); err != nil {
				return nil, err
			}
		}
	}
	err := t.Close()
	return b.Bytes(), err
}

// tarFolder returns an archive of what is in a folder.
func tarFolder(dir string, date time.Time) ([]byte, error) {
	var b bytes.Buffer
	t := tar.NewWriter(&b)
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		h := &tar.Header{Name: filepath.ToSlash(name), Mode: 0o644, Size: int64(len(text)), ModTime: date,
			Format: tar.FormatUSTAR}
		if err := t.WriteHeader(h); err != nil {
			return err
		}
		_, err = t.Write(text)
		return err
	})
	if err != nil {
		return nil, err
	}
	err = t.Close()
	return b.Bytes(), err
}

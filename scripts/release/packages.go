package main

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/goreleaser/nfpm/v2"
	_ "github.com/goreleaser/nfpm/v2/apk" // registers itself
	_ "github.com/goreleaser/nfpm/v2/deb"
	"github.com/goreleaser/nfpm/v2/files"
	_ "github.com/goreleaser/nfpm/v2/rpm"
)

// This file makes packages of Linux distributions.

// zshFolder is where a distribution looks for completions of zsh.
func zshFolder(format string) string {
	if format == "deb" {
		return "vendor-completions"
	}
	return "site-functions"
}

// installed returns where a file of the archive goes, "" if nowhere.
func installed(name, format string) string {
	switch dir, base := filepath.Split(name); {
	case name == "completions/ytt.bash":
		return "/usr/share/bash-completion/completions/ytt"
	case name == "completions/_ytt":
		return "/usr/share/zsh/" + zshFolder(format) + "/_ytt"
	case name == "completions/ytt.fish":
		return "/usr/share/fish/vendor_completions.d/ytt.fish"
	case dir == "man/":
		return "/usr/share/man/man1/" + base + ".gz"
	case name == "LICENSE" && format == "deb":
		return "/usr/share/doc/ytt/copyright"
	case name == "LICENSE" || name == "THIRD-PARTY":
		return "/usr/share/doc/ytt/" + name
	}
	return ""
}

func (r *release) packages() error {
	for i := range r.programs {
		if r.programs[i].system != "linux" {
			continue
		}
		for _, format := range []string{"deb", "rpm", "apk"} {
			if err := r.pack(&r.programs[i], format); err != nil {
				return fmt.Errorf("%s for %s: %w", format, r.programs[i].arch, err)
			}
		}
	}
	return nil
}

func (r *release) pack(p *program, format string) error {
	content := func(source, target string, mode os.FileMode) *files.Content {
		return &files.Content{Source: source, Destination: target,
			FileInfo: &files.ContentFileInfo{Mode: mode, MTime: r.date}}
	}
	contents := files.Contents{content(p.path, "/usr/bin/ytt", 0o755)}
	for _, f := range r.common {
		target := installed(f.name, format)
		if target == "" {
			continue
		}
		text := f.text
		if strings.HasSuffix(target, ".gz") {
			var err error
			if text, err = gzipped(text); err != nil {
				return err
			}
		}
		source := filepath.Join(r.work, format, filepath.FromSlash(target))
		if err := cmp.Or(os.MkdirAll(filepath.Dir(source), 0o755), os.WriteFile(source, text, 0o644)); err != nil {
			return err
		}
		contents = append(contents, content(source, target, 0o644))
	}
	description := r.short + "\n" + r.long
	if format == "apk" { // whose description is a line
		description = r.short
	}
	info := nfpm.WithDefaults(&nfpm.Info{
		Name: r.name, Arch: p.arch, Platform: "linux", Version: r.version, Release: "1",
		Section: "utils", Priority: "optional", Maintainer: r.maintainer, Vendor: r.name, Homepage: r.home,
		License:     r.license,
		Description: description, MTime: r.date, DisableGlobbing: true,
		Overridables: nfpm.Overridables{
			Contents: contents,
			RPM:      nfpm.RPM{Summary: r.short, BuildHost: "localhost", Packager: r.maintainer},
		},
	})
	if err := nfpm.PrepareForPackager(info, format); err != nil {
		return err
	}
	packager, err := nfpm.Get(format)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if err := packager.Package(info, &out); err != nil {
		return err
	}
	return r.publish(fmt.Sprintf("%s_%s_linux_%s.%s", r.name, r.number, p.arch, format), out.Bytes())
}

func gzipped(text []byte) ([]byte, error) {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err = z.Write(text); err != nil {
		return nil, err
	}
	err = z.Close()
	return b.Bytes(), err
}

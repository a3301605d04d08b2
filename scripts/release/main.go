// Command release makes what is published of a version: "make release
// VERSION=v1.2.3" calls it.
//
// All of it is made from the last commit, in a clone, and depends on nothing
// else: the same commit and version give the same bytes in any folder. Modules
// and npm packages come from their caches; nothing is fetched that is there.
//
//	go -C scripts/release run . -version v1.2.3 -out dist [-url URL] [-key FILE] [-without vsix]
package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/mod/semver"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// release is a release being made.
type release struct {
	project
	version  string // v1.2.3
	number   string // 1.2.3
	url      string // of the folder that the files will be in
	source   string // a clone of the commit
	final    string // the folder for what is published
	out      string // where that is while it is made
	work     string // a folder for what is not
	revision string
	date     time.Time // of the commit

	key      string // that signs
	keyFile  string
	programs []program
	common   []file // what goes with every program
	sums     map[string]string
}

func run(args []string) error {
	flags := flag.NewFlagSet("release", flag.ContinueOnError)
	r := &release{}
	flags.StringVar(&r.version, "version", "", "the `VERSION`: v1.2.3, or v1.2.3-rc.1")
	root := flags.String("root", "../..", "the repository, a `FOLDER`")
	flags.StringVar(&r.out, "out", "", "the `FOLDER` that is made")
	flags.StringVar(&r.url, "url", "", "the `URL` of the folder that will hold the files")
	flags.StringVar(&r.keyFile, "key", "",
		"the secret key, a `FILE` of minisign (unencrypted) or ssh-keygen, with the public one beside it as FILE.pub")
	without := flags.String("without", "", "vsix: leave the extension for Visual Studio Code out")
	if err := flags.Parse(args); err != nil {
		return err
	}
	switch {
	case !semver.IsValid(r.version) || semver.Canonical(r.version) != r.version:
		return fmt.Errorf("%q is no version such as v1.2.3", r.version)
	case r.out == "":
		return errors.New("-out is missing: the folder to make")
	case *without != "" && *without != "vsix":
		return fmt.Errorf("only vsix can be left out, not %s", *without)
	}
	r.number = strings.TrimPrefix(r.version, "v")
	var err error
	if r.final, err = below(*root, r.out); err != nil {
		return err
	}
	if r.keyFile != "" {
		if r.keyFile, err = below(*root, r.keyFile); err != nil {
			return err
		}
	}
	if err := r.mayReplace(); err != nil {
		return err
	}
	if r.work, err = os.MkdirTemp("", "ytt-release"); err != nil {
		return err
	}
	defer os.RemoveAll(r.work)
	r.out = r.final + ".new"
	defer os.RemoveAll(r.final + ".new")
	steps := []struct {
		name string
		do   func() error
	}{
		{"clone", func() error { return r.clone(*root) }},
		{"folder", r.emptyOut},
		{"programs", r.buildPrograms},
		{"completions", r.completions},
		{"man pages", r.manPages},
		{"notices", r.notices},
		{"materials", r.materials},
		{"archives", r.archives},
		{"packages", r.packages},
		{"image", r.image},
		{"extension", func() error { return r.extension(*without == "vsix") }},
		{"sums", r.hashFiles},
		{"manifests", r.manifests},
		{"install script", r.installScript},
		{"sums", r.hashFiles},
		{"provenance", r.provenance},
		{"checksums", r.checksums},
		{"signature", r.sign},
		{"finish", r.finish},
	}
	for _, s := range steps {
		start := time.Now()
		if err := s.do(); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		if took := time.Since(start); took > time.Second {
			fmt.Fprintf(os.Stderr, "%-12s %.1f s\n", s.name, took.Seconds())
		}
	}
	return r.list()
}

// below returns an absolute path; one that is not is below the repository.
func below(root, path string) (string, error) {
	if filepath.IsAbs(path) {
		return path, nil
	}
	return filepath.Abs(filepath.Join(root, path))
}

// mayReplace refuses to replace a folder that holds anything else than a
// release.
func (r *release) mayReplace() error {
	entries, err := os.ReadDir(r.final)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if len(entries) > 0 && !slices.ContainsFunc(entries,
		func(e os.DirEntry) bool { return e.Name() == checksumsName }) {
		return fmt.Errorf("%s is not empty, and no earlier release", r.final)
	}
	return nil
}

func (r *release) emptyOut() error {
	if err := os.RemoveAll(r.out); err != nil {
		return err
	}
	return os.MkdirAll(r.out, 0o755)
}

// finish puts what was made in its place: a release that failed leaves the
// earlier one.
func (r *release) finish() error {
	if err := os.RemoveAll(r.final); err != nil {
		return err
	}
	err := os.Rename(r.out, r.final)
	r.out = r.final
	return err
}

// list prints what was made.
func (r *release) list() error {
	entries, err := os.ReadDir(r.out)
	if err != nil {
		return err
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			return err
		}
		sum, err := hashFile(filepath.Join(r.out, e.Name()))
		if err != nil {
			return err
		}
		fmt.Printf("%s %10d %s\n", sum, info.Size(), e.Name())
	}
	fmt.Printf("%s of %s, at %s\n", r.name, r.revision, cmp.Or(r.url, "no address"))
	if strings.HasPrefix(r.url, placeholder) {
		fmt.Printf("The module path %q has no host: the manifests lead to %s. Give URL=https://…, or scripts/module-path a path.\n", r.module, r.url)
	}
	return nil
}

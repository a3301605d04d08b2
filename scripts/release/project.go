package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
)

// project is what manifests say of every version. Where it lives follows from
// the module path.
type project struct {
	name, short, long, license, maintainer string
	module, home, images                   string
}

// placeholder is the address of a project whose module path has no host.
const placeholder = "https://example.org/"

func describe(modulePath string) project {
	p := project{
		name:    "ytt",
		short:   "Render YAML: templates, checked data values, overlays",
		long:    "ytt renders YAML: templates with code in comments, data values that a schema checks, and overlays that change what others wrote.",
		license: "Apache-2.0",
		module:  modulePath,
	}
	place, _, _ := module.SplitPathVersion(modulePath)
	host, path, _ := strings.Cut(place, "/")
	if !strings.Contains(host, ".") {
		p.home, p.images = placeholder+p.name, "example.org/"+p.name
	} else {
		p.home, p.images = "https://"+place, place
	}
	if owner, repo, two := strings.Cut(path, "/"); host == "github.com" && two {
		p.images = strings.ToLower("ghcr.io/" + owner + "/" + repo)
	}
	host = strings.TrimPrefix(p.home, "https://")
	host, _, _ = strings.Cut(host, "/")
	p.maintainer = "The maintainers of ytt <ytt@" + host + ">"
	return p
}

// downloads returns the address of the folder with the files of a version.
func (p *project) downloads(version string) string { return p.home + "/releases/download/" + version }

// clone makes a copy of the last commit, in which the version is a tag: the go
// command reads it from there.
func (r *release) clone(root string) error {
	r.source = filepath.Join(r.work, "source")
	if err := r.command("", "git", "clone", "--quiet", "--no-tags", root, r.source); err != nil {
		return err
	}
	head, err := r.output(root, "git", "rev-parse", "HEAD")
	if err != nil {
		return err
	}
	r.revision = strings.TrimSpace(head)
	if tagged, err := r.output(root, "git", "rev-parse", "--verify", "--quiet",
		"refs/tags/"+r.version+"^{commit}"); err == nil && strings.TrimSpace(tagged) != r.revision {
		return fmt.Errorf("the tag %s is another commit: %s", r.version, tagged)
	}
	if err := r.command(r.source, "git", "checkout", "--quiet", "--detach", r.revision); err != nil {
		return err
	}
	if err := r.command(r.source, "git", "tag", "--no-sign", r.version); err != nil {
		return err
	}
	if status, err := r.output(root, "git", "status", "--porcelain"); err != nil || status != "" {
		fmt.Fprintf(os.Stderr, "changes that are not committed are not in it:\n%s", status)
	}
	seconds, err := r.output(r.source, "git", "log", "-1", "--format=%ct")
	if err != nil {
		return err
	}
	unix, err := strconv.ParseInt(strings.TrimSpace(seconds), 10, 64)
	if err != nil {
		return err
	}
	r.date = time.Unix(unix, 0).UTC()
	// Tools that are called date what they write by this.
	if err := os.Setenv("SOURCE_DATE_EPOCH", strconv.FormatInt(unix, 10)); err != nil {
		return err
	}
	text, err := os.ReadFile(filepath.Join(r.source, "go.mod"))
	if err != nil {
		return err
	}
	r.project = describe(modfile.ModulePath(text))
	if r.url == "" {
		r.url = r.downloads(r.version)
	}
	r.url = strings.TrimSuffix(r.url, "/")
	return nil
}

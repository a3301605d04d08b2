package main

import (
	"bytes"
	"embed"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"text/template"
)

// This file makes what package managers and the installing shell read.

//go:embed templates
var templates embed.FS

const checksumsName = "checksums.txt"

// hashFiles computes the sums of what is there.
func (r *release) hashFiles() error {
	entries, err := os.ReadDir(r.out)
	if err != nil {
		return err
	}
	r.sums = make(map[string]string)
	for _, e := range entries {
		if r.sums[e.Name()], err = hashFile(filepath.Join(r.out, e.Name())); err != nil {
			return err
		}
	}
	return nil
}

// filled returns a template with what is known of the release.
func (r *release) filled(name string) ([]byte, error) {
	archive := func(system, arch string) string { return r.archiveFile(&program{system: system, arch: arch}) }
	t, err := template.New(name).Delims("[[", "]]").Funcs(template.FuncMap{
		"url":   func(system, arch string) string { return r.url + "/" + archive(system, arch) },
		"sum":   func(system, arch string) string { return r.sums[archive(system, arch)] },
		"upper": strings.ToUpper,
	}).ParseFS(templates, "templates/"+name)
	if err != nil {
		return nil, err
	}
	key, err := r.publicKey()
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = t.Execute(&b, map[string]string{
		"Name": r.name, "Version": r.version, "Number": r.number, "Short": r.short, "Long": r.long,
		"License": r.license,
		"Home":    r.home, "URL": r.url, "Date": r.date.Format("2006-01-02"), "Key": key,
	})
	return b.Bytes(), err
}

func (r *release) manifests() error {
	for _, name := range []string{
		"ytt.rb", "winget.ytt.yaml", "winget.ytt.installer.yaml", "winget.ytt.locale.en-US.yaml",
	} {
		text, err := r.filled(name)
		if err != nil {
			return err
		}
		if err := r.publish(name, text); err != nil {
			return err
		}
	}
	return r.scoop()
}

func (r *release) scoop() error {
	type download struct {
		URL  string `json:"url"`
		Hash string `json:"hash,omitempty"`
	}
	of := func(arch string) download {
		name := r.archiveFile(&program{system: "windows", arch: arch})
		return download{r.url + "/" + name, r.sums[name]}
	}
	// Scoop puts the number of a later version in the place of $version.
	later := func(arch string) download {
		return download{URL: strings.ReplaceAll(of(arch).URL, r.number, "$version")}
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetIndent("", "    ")
	e.SetEscapeHTML(false)
	if err := e.Encode(map[string]any{
		"version": r.number, "description": r.short, "homepage": r.home, "license": r.license, "bin": "ytt.exe",
		"architecture": map[string]download{"64bit": of("amd64"), "arm64": of("arm64")},
		"checkver":     map[string]string{"url": r.home + "/releases", "regex": `v(\d+\.\d+\.\d+)`},
		"autoupdate": map[string]any{
			"architecture": map[string]download{"64bit": later("amd64"), "arm64": later("arm64")},
			"hash":         map[string]string{"url": "$baseurl/" + checksumsName},
		},
	}); err != nil {
		return err
	}
	return r.publish("ytt.json", b.Bytes())
}

func (r *release) installScript() error {
	text, err := r.filled("install.sh")
	if err != nil {
		return err
	}
	if err := r.publish("install.sh", text); err != nil {
		return err
	}
	return os.Chmod(filepath.Join(r.out, "install.sh"), 0o755)
}

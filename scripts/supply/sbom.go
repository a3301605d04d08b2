package main

import (
	"bytes"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
)

// This file writes a bill of materials: CycloneDX 1.6 in JSON, the parts that a
// Go program has. Nothing in it depends on when or where it is made.

type bom struct {
	Format     string      `json:"bomFormat"`
	Version    string      `json:"specVersion"`
	Number     int         `json:"version"`
	Metadata   metadata    `json:"metadata"`
	Components []component `json:"components"`
	// Dependencies are direct ones only as far as a binary knows: the program's
	// on all others.
	Dependencies []dependency `json:"dependencies"`
}

type metadata struct {
	Component  component  `json:"component"`
	Properties []property `json:"properties"`
}

type component struct {
	Type    string `json:"type"`
	Ref     string `json:"bom-ref"`
	Name    string `json:"name"`
	Version string `json:"version"`
	URL     string `json:"purl,omitempty"`
	Hashes  []hash `json:"hashes,omitempty"`
	// Sum is the hash of the module that go.sum has.
	Sum []property `json:"properties,omitempty"`
}

type hash struct {
	Algorithm string `json:"alg"`
	Content   string `json:"content"`
}

type property struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

type dependency struct {
	Ref string   `json:"ref"`
	On  []string `json:"dependsOn"`
}

// infoOf returns what a program was built from. The standard library has no
// reader for WebAssembly: there it stands between two marks, without the
// version of Go, which is the one that this was built with.
func infoOf(program []byte) (*debug.BuildInfo, error) {
	if !bytes.HasPrefix(program, []byte("\x00asm")) {
		return buildinfo.Read(bytes.NewReader(program))
	}
	const begin, end = "\x30\x77\xaf\x0c\x92\x74\x08\x02\x41\xe1\xc1\x07\xe6\xd6\x18\xe6",
		"\xf9\x32\x43\x31\x86\x18\x20\x72\x00\x82\x42\x10\x41\x16\xd8\xf2"
	_, rest, found := bytes.Cut(program, []byte(begin))
	text, _, closed := bytes.Cut(rest, []byte(end))
	if !found || !closed {
		return nil, errors.New("it does not say what it was built from")
	}
	info, err := debug.ParseBuildInfo(string(text))
	if err == nil {
		info.GoVersion = runtime.Version()
	}
	return info, err
}

func printSBOM(w io.Writer, binary string) error {
	text, err := os.ReadFile(binary)
	if err != nil {
		return err
	}
	info, err := infoOf(text)
	if err != nil {
		return fmt.Errorf("%s: %w", binary, err)
	}
	sum := sha256.Sum256(text)
	program := component{
		Type: "application", Ref: info.Path, Name: "ytt", Version: info.Main.Version,
		Hashes: []hash{{Algorithm: "SHA-256", Content: hex.EncodeToString(sum[:])}},
	}
	b := bom{Format: "CycloneDX", Version: "1.6", Number: 1, Metadata: metadata{Component: program}}
	for _, s := range info.Settings {
		b.Metadata.Properties = append(b.Metadata.Properties, property{Name: "go:build:" + s.Key, Value: s.Value})
	}
	language := strings.TrimPrefix(info.GoVersion, "go")
	b.Components = []component{{
		Type: "library", Ref: "pkg:golang/std@" + language, Name: "std", Version: language,
		URL: "pkg:golang/std@" + language,
	}}
	for _, d := range info.Deps {
		url := "pkg:golang/" + d.Path + "@" + d.Version
		b.Components = append(b.Components, component{
			Type: "library", Ref: url, Name: d.Path, Version: d.Version, URL: url,
			Sum: []property{{Name: "go:sum", Value: d.Sum}},
		})
	}
	all := dependency{Ref: program.Ref}
	for _, c := range b.Components {
		all.On = append(all.On, c.Ref)
	}
	b.Dependencies = []dependency{all}
	out := json.NewEncoder(w)
	out.SetIndent("", "  ")
	out.SetEscapeHTML(false)
	return out.Encode(b)
}

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

// This file says what was made of what, and signs that.

type statement struct {
	Type          string    `json:"_type"`
	Subject       []subject `json:"subject"`
	PredicateType string    `json:"predicateType"`
	Predicate     predicate `json:"predicate"`
}

type subject struct {
	Name   string            `json:"name"`
	Digest map[string]string `json:"digest"`
}

type predicate struct {
	BuildDefinition struct {
		BuildType            string            `json:"buildType"`
		ExternalParameters   map[string]string `json:"externalParameters"`
		InternalParameters   map[string]string `json:"internalParameters"`
		ResolvedDependencies []source          `json:"resolvedDependencies"`
	} `json:"buildDefinition"`
	RunDetails struct {
		Builder  map[string]string `json:"builder"`
		Metadata map[string]string `json:"metadata"`
	} `json:"runDetails"`
}

type source struct {
	URI    string            `json:"uri"`
	Digest map[string]string `json:"digest"`
}

// provenance writes a statement (in-toto, with a predicate of SLSA 1.0) about
// all files. It is what this program knows; that the builder is to be trusted
// is for the one who signs to say.
func (r *release) provenance() error {
	s := statement{Type: "https://in-toto.io/Statement/v1", PredicateType: "https://slsa.dev/provenance/v1"}
	for _, name := range slices.Sorted(maps.Keys(r.sums)) {
		s.Subject = append(s.Subject, subject{name, map[string]string{"sha256": r.sums[name]}})
	}
	compiler, err := r.output(r.source, "go", "env", "GOVERSION")
	if err != nil {
		return err
	}
	build := &s.Predicate.BuildDefinition
	build.BuildType = r.home + "/scripts/release@v1"
	build.ExternalParameters = map[string]string{"version": r.version, "url": r.url}
	build.InternalParameters = map[string]string{"go": strings.TrimSpace(compiler),
		"system": runtime.GOOS + "/" + runtime.GOARCH}
	build.ResolvedDependencies = []source{{"git+" + r.home + "@refs/tags/" + r.version,
		map[string]string{"gitCommit": r.revision}}}
	s.Predicate.RunDetails.Builder = map[string]string{"id": r.home + "/scripts/release"}
	// The time of the commit, not of the run: the same commit gives the same
	// statement.
	s.Predicate.RunDetails.Metadata = map[string]string{"invocationId": r.revision,
		"startedOn": r.date.Format(time.RFC3339)}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		return err
	}
	return r.publish(r.name+"_"+r.number+".intoto.json", b.Bytes())
}

// checksums writes the sums of all files, as sha256sum -c reads them.
func (r *release) checksums() error {
	if err := r.hashFiles(); err != nil {
		return err
	}
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(r.sums)) {
		fmt.Fprintf(&b, "%s  %s\n", r.sums[name], name)
	}
	return r.publish(checksumsName, []byte(b.String()))
}

// publicKey returns the line that the install script checks signatures with, ""
// if there is no key.
func (r *release) publicKey() (string, error) {
	if r.keyFile == "" {
		return "", nil
	}
	text, err := os.ReadFile(r.keyFile + ".pub")
	if err != nil {
		return "", fmt.Errorf("the public key stands beside the secret one: %w", err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	key := strings.TrimSpace(lines[len(lines)-1])
	if strings.ContainsAny(key, `'"\$`+"`") {
		return "", fmt.Errorf("%s.pub is no public key", r.keyFile)
	}
	return key, nil
}

// sign signs the checksums, and so all files.
func (r *release) sign() error {
	key, err := r.publicKey()
	if err != nil || key == "" {
		return err
	}
	sums := filepath.Join(r.out, checksumsName)
	if strings.HasPrefix(key, "ssh-") || strings.HasPrefix(key, "ecdsa-") {
		return r.command("", "ssh-keygen", "-q", "-Y", "sign", "-n", "ytt-release", "-f", r.keyFile, sums)
	}
	if _, err := exec.LookPath("minisign"); err != nil {
		return errors.New("minisign is missing")
	}
	return r.command("", "minisign", "-S", "-s", r.keyFile, "-m", sums, "-t", r.name+" "+r.version, "-x",
		sums+".minisig")
}

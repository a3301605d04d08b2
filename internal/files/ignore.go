package files

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"ytt/internal/diag"
	"ytt/internal/source"
)

// This file implements .yttignore, a file in an input directory with patterns of files to omit. It follows the rules of .gitignore:
//
//	# a comment
//	*.bak          a name, at any depth
//	build/         a directory, at any depth, with everything in it
//	/local.yml     a path below the directory of .yttignore; so is any pattern with a "/" inside
//	docs/**/*.yml  "**" stands for any number of directories
//	!keep.bak      not ignored after all
//
// "*" and "?" and "[a-z]" do not match "/". The last line that matches decides; files in an ignored directory stay
// ignored.

const ignoreFile = ".yttignore"

// ignoreRule is one line of an ignore file.
type ignoreRule struct {
	segments []string // the pattern at its slashes; "**" matches any number of path elements
	keep     bool     // "!": files that match are inputs
	dirOnly  bool
}

// loadIgnores reads the ignore file of the directory, if there is one.
func (w *walk) loadIgnores(dir string, top spot) {
	name := w.sys.FS.Join(dir, ignoreFile)
	info, err := w.sys.FS.Lstat(name)
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			w.problems = append(w.problems, failedRead(err))
		}
		return
	}
	at := top.in(w.sys.FS, ignoreFile)
	if info.Mode()&fs.ModeSymlink != 0 {
		real, base, problem := w.follow(name, w.root())
		if problem != nil {
			return // a link that leads outside, which the walk reports
		}
		if at, err = w.spotOf(real, base); err != nil {
			return
		}
		if info, err = w.sys.FS.Stat(name); err != nil {
			return
		}
	}
	if !info.Mode().IsRegular() {
		return
	}
	text, problem := w.readAt(at, name)
	if problem != nil {
		w.problems = append(w.problems, problem)
		return
	}
	var diags diag.List
	w.ignores, diags = parseIgnores(source.New(name, text))
	w.problems = append(w.problems, diags...)
}

func parseIgnores(f *source.File) (rules []ignoreRule, diags diag.List) {
	var offset int
	for line := range strings.Lines(f.Text) {
		start := offset
		offset += len(line)
		pattern := strings.TrimRight(line, " \t\r\n")
		if pattern == "" || pattern[0] == '#' {
			continue
		}
		rule, err := parseIgnore(pattern)
		if err != nil {
			diags = append(diags, &diag.Diagnostic{
				Code: diag.BadIgnorePattern, Severity: diag.Warning,
				Message: fmt.Sprintf("Pattern '%s' matches nothing: a bracket is not closed, or a backslash ends it", pattern),
				Span:    source.Span{File: f, Start: int32(start), End: int32(start + len(pattern))},
			})
			continue
		}
		rules = append(rules, rule)
	}
	return rules, diags
}

func parseIgnore(pattern string) (ignoreRule, error) {
	var rule ignoreRule
	pattern, rule.keep = strings.CutPrefix(pattern, "!")
	pattern, rule.dirOnly = strings.CutSuffix(pattern, "/")
	if strings.Contains(pattern, "/") {
		rule.segments = strings.Split(strings.TrimPrefix(pattern, "/"), "/")
	} else {
		rule.segments = []string{"**", pattern}
	}
	for _, s := range rule.segments {
		if _, err := path.Match(s, ""); err != nil {
			return rule, err
		}
	}
	return rule, nil
}

// ignored reports whether a file or directory is no input.
func (w *walk) ignored(rel string, isDir bool) bool {
	if len(w.ignores) == 0 {
		return false
	}
	return ignored(w.ignores, strings.Split(rel, "/"), isDir)
}

func ignored(rules []ignoreRule, elements []string, isDir bool) bool {
	for i := len(rules) - 1; i >= 0; i-- {
		if r := &rules[i]; (isDir || !r.dirOnly) && matchSegments(r.segments, elements) {
			return !r.keep
		}
	}
	return false
}

// Exclude returns the inputs that no pattern matches. Patterns are those of .yttignore; they match the path of an input,
// or all of its name. The error is about a malformed pattern.
func Exclude(inputs []Input, patterns []string) ([]Input, error) {
	var rules []ignoreRule
	for _, pattern := range patterns {
		rule, err := parseIgnore(pattern)
		if err != nil {
			return nil, fmt.Errorf("pattern '%s': a bracket is not closed, or a backslash ends it", pattern)
		}
		rules = append(rules, rule)
	}
	return slices.DeleteFunc(inputs, func(in Input) bool {
		return below(rules, in.Path) || below(rules, strings.TrimPrefix(filepath.ToSlash(in.Origin), "./"))
	}), nil
}

// below reports whether a file or a directory that holds it is ignored.
func below(rules []ignoreRule, file string) bool {
	elements := strings.Split(file, "/")
	for n := range elements {
		if ignored(rules, elements[:n+1], n+1 < len(elements)) {
			return true
		}
	}
	return false
}

// matchSegments matches path elements with a pattern. A "**" first matches no element and, after each mismatch, one more;
// only the last "**" has to be retried, so the time is at most quadratic. A "**" at the end stands for the contents of a directory,
// not for itself.
func matchSegments(pattern, elements []string) bool {
	p, e := 0, 0
	star, starElement := -1, 0
	for e < len(elements) {
		switch {
		case p < len(pattern) && pattern[p] == "**":
			star, starElement = p, e
			p++
		case p < len(pattern) && matchElement(pattern[p], elements[e]):
			p++
			e++
		case star >= 0:
			starElement++
			p, e = star+1, starElement
		default:
			return false
		}
	}
	return p == len(pattern)
}

func matchElement(pattern, element string) bool {
	ok, err := path.Match(pattern, element)
	return ok && err == nil
}

package workspace

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"ytt/internal/diag"
	"ytt/internal/spell"
)

// This file finds files to load, read and list, and libraries, for code. Paths only lead down, from the directory of the file with the
// code or, with a leading slash, from the root of its library.

// CutLocation splits the location of a load, "[@library:]path". The library "ytt" is the one of bundled modules, which
// are not files.
func CutLocation(location string) (library, path string, problem *diag.Diagnostic) {
	rest, ok := strings.CutPrefix(location, "@")
	if !ok {
		return "", location, nil
	}
	library, path, ok = strings.Cut(rest, ":")
	if !ok || library == "" {
		return "", "", &diag.Diagnostic{
			Code: diag.LoadNotFound,
			Message: "Expected library path to be in format '@name:path' " +
				"e.g. '@github.com/vmware-tanzu/test:test.star' or '@ytt:base64'",
		}
	}
	return library, path, nil
}

// Load finds the file that a load in a file of the directory means, and the library in which it is to be evaluated.
func (l Library) Load(from *Dir, location string) (Library, *File, *diag.Diagnostic) {
	library, path, problem := CutLocation(location)
	if problem != nil {
		return l, nil, problem
	}
	if library != "" {
		if l, problem = l.Find(from, library); problem != nil {
			return l, nil, problem
		}
		from = l.Root
	}
	f, problem := l.ReadFile(from, path)
	if name, _, both := strings.Cut(location, ":"); problem != nil && both && library == "" {
		if _, unknown := l.Find(from, name); unknown == nil {
			problem.Hints = []string{fmt.Sprintf("to load a file of the library %s, write %q", name, "@"+location)}
		}
	}
	if problem == nil && !f.Library {
		problem = &diag.Diagnostic{
			Code: diag.LoadNotFound,
			Message: fmt.Sprintf("Expected file '%s' to be a library file, but was not (hint: library filename must end with "+
				"'.lib.yml' or '.star'; use data.read(...) for loading non-templated file contents)", path),
		}
	}
	return l, f, problem
}

// ReadFile finds the file that a path in a file of the directory means, whatever its type.
func (l Library) ReadFile(from *Dir, path string) (*File, *diag.Diagnostic) {
	from = l.start(from, path)
	dirs, name := splitPath(path)
	dir, stop := from.walk(dirs)
	if stop != nil {
		d := &diag.Diagnostic{
			Code:    diag.LoadNotFound,
			Message: fmt.Sprintf("Expected to find file '%s', but did not: %s", path, stop.complaint()),
			Hints:   append(stop.hints(), from.diskHint(joinPath(strings.Join(dirs, "/"), name))...),
		}
		if stop.nearest() == "" {
			for _, there := range l.elsewhere(nil, name) { // a note, as ytt 0.48 has no hint in the line of the message
				d.Notes = append(d.Notes, diag.Note{Message: there})
			}
		}
		return nil, d
	}
	if f := dir.files[name]; f != nil {
		return f, nil
	}
	return nil, &diag.Diagnostic{
		Code:    diag.LoadNotFound,
		Message: fmt.Sprintf("Expected to find file '%s' (hint: only files included via -f flag are available)", path),
		Hints:   slices.Concat(nearest(name, dir.fileNames()), l.elsewhere(dir, name), dir.diskHint(name)),
	}
}

// List lists the files of a directory and, unless private, of those below it. The paths are relative to that directory,
// and begin with a slash if the given one does.
func (l Library) List(from *Dir, path string) ([]string, *diag.Diagnostic) {
	dir, stop := l.start(from, path).walk(elements(path))
	if stop != nil {
		return nil, &diag.Diagnostic{Code: diag.LoadNotFound, Message: stop.complaint(), Hints: stop.hints()}
	}
	slash := ""
	if strings.HasPrefix(path, "/") {
		slash = "/"
	}
	found := accessible(nil, dir)
	paths := make([]string, len(found))
	for i, f := range found {
		_, name := splitPath(f.Path)
		paths[i] = slash + strings.TrimPrefix(joinPath(f.Dir.Path, name)[len(dir.Path):], "/")
	}
	return paths, nil
}

// Find finds the library that a path means: it is in the private directory beside the file that asks or, with a leading
// slash, in the one at the root of its library.
func (l Library) Find(from *Dir, path string) (Library, *diag.Diagnostic) {
	if strings.HasPrefix(path, "@") {
		return l, &diag.Diagnostic{
			Code:    diag.LibraryArgument,
			Message: fmt.Sprintf("Expected library '%s' to be specified without '@'", path),
		}
	}
	private := l.start(from, path).dirs[privateDir]
	if private == nil {
		d := &diag.Diagnostic{
			Code:    diag.LibraryNotFound,
			Message: "Could not find private library (directory '" + privateDir + "' missing?)",
		}
		if near := spell.Nearest(privateDir, l.start(from, path).subdirectories()); near != "" {
			d.Hints = []string{fmt.Sprintf("the directory '%s' is to be named '%s'", near, privateDir)}
		} else if l.Root.dirs[privateDir] != nil {
			d.Hints = []string{fmt.Sprintf("'%s' is looked for in the directory of this file; a leading slash, '/%s', "+
				"makes it the one at the root of the library", privateDir, path)}
		}
		return l, d
	}
	names := elements(path)
	dir, stop := private.walk(names)
	if len(names) == 0 {
		stop = &stopped{at: private}
	}
	if stop != nil {
		hints := stop.hints()
		if slashed := strings.ReplaceAll(path, ".", "/"); slashed != path {
			if _, wrong := private.walk(elements(slashed)); wrong == nil {
				hints = []string{fmt.Sprintf("did you mean %q?", slashed)}
			}
		}
		if len(names) > 1 && names[0] == privateDir {
			hints = []string{fmt.Sprintf("libraries are looked for in %s: write %q", privateDir, strings.Join(names[1:], "/"))}
		}
		return l, &diag.Diagnostic{
			Code:    diag.LibraryNotFound,
			Message: fmt.Sprintf("Expected to find library '%s', but did not find '%s'", path, stop.found),
			Hints:   hints,
		}
	}
	return Library{dir}, nil
}

// subdirectories returns the names of the directories in one.
func (d *Dir) subdirectories() (names []string) {
	for _, sub := range d.Dirs {
		names = append(names, sub.Name)
	}
	return names
}

// Libraries returns the names of the libraries that are private to a directory.
func (d *Dir) Libraries() []string {
	private := d.dirs[privateDir]
	if private == nil {
		return nil
	}
	return private.subdirectories()
}

// start returns the directory where a path begins.
func (l Library) start(from *Dir, path string) *Dir {
	if strings.HasPrefix(path, "/") {
		return l.Root
	}
	return from
}

// stopped is the reason why a walk along directories ended early.
type stopped struct {
	at      *Dir
	found   string // the part of the path that led there
	missing string // the name that is not there; "" if it is, but is private
}

// walk goes down along the names.
func (d *Dir) walk(names []string) (*Dir, *stopped) {
	for i, name := range names {
		next := d.dirs[name]
		switch {
		case next == nil:
			return nil, &stopped{at: d, found: strings.Join(names[:i], "/"), missing: name}
		case next.private():
			return nil, &stopped{at: d, found: strings.Join(names[:i], "/")}
		}
		d = next
	}
	return d, nil
}

func (s *stopped) complaint() string {
	if s.missing == "" {
		return "Encountered private library '" + privateDir + "'"
	}
	return fmt.Sprintf("Did not find '%s'", s.found)
}

func (s *stopped) hints() []string {
	switch s.missing {
	case "":
		return nil
	case "..":
		return []string{"paths only go down; one that begins with '/' starts at the root of the library"}
	}
	if near := s.nearest(); near != "" {
		return []string{fmt.Sprintf("did you mean %q?", joinPath(s.found, near))}
	}
	names := s.names()
	const most = 8
	if len(names) == 0 || len(names) > most {
		return nil
	}
	for i, name := range names {
		names[i] = strconv.Quote(joinPath(s.found, name))
	}
	return []string{"directories there: " + strings.Join(names, ", ")}
}

// names returns the names of the directories where the walk ended.
func (s *stopped) names() (names []string) {
	for _, d := range s.at.Dirs {
		if !d.private() {
			names = append(names, d.Name)
		}
	}
	return names
}

// nearest returns the directory that was probably meant, "" for none.
func (s *stopped) nearest() string { return spell.Nearest(s.missing, s.names()) }

// nearest suggests a file: one that only lacks its ending, or one with a name like the given one.
func nearest(name string, known []string) []string {
	for _, ending := range []string{".star", ".lib.yml", ".lib.yaml", ".yml", ".yaml"} {
		if slices.Contains(known, name+ending) {
			return []string{fmt.Sprintf("did you mean '%s'?", name+ending)}
		}
	}
	if ext := filepath.Ext(name); slices.Contains(known, strings.TrimSuffix(name, ext)+".lib"+ext) {
		return []string{fmt.Sprintf("did you mean '%s'?", strings.TrimSuffix(name, ext)+".lib"+ext)}
	}
	if near := spell.NearestFile(name, known); near != "" {
		return []string{fmt.Sprintf("did you mean '%s'?", near)}
	}
	return nil
}

// elsewhere looks for files of that name in other directories of the library.
func (l Library) elsewhere(from *Dir, name string) []string {
	const most = 10_000 // directories
	dirs := []*Dir{l.Root}
	for i := 0; i < min(len(dirs), most); i++ {
		d := dirs[i]
		if d.files[name] != nil && d != from {
			return []string{fmt.Sprintf("there is a file of this name in another directory of the library: write \"/%s\"", joinPath(strings.TrimPrefix(d.Path[len(l.Root.Path):], "/"), name))}
		}
		for _, sub := range d.Dirs {
			if !sub.private() {
				dirs = append(dirs, sub)
			}
		}
	}
	return nil
}

func (d *Dir) fileNames() []string {
	names := make([]string, 0, len(d.files))
	for name := range d.files {
		names = append(names, name)
	}
	return names
}

// diskHint looks for a file that exists beside the inputs of the directory but is no input itself, and says which
// argument would make it one.
func (d *Dir) diskHint(rel string) []string {
	root := d
	for root.Parent != nil {
		root = root.Parent
	}
	if root.onDisk == nil {
		return nil
	}
	tried := map[string]bool{}
	const enough = 8 // directories
	for _, f := range d.Files {
		dir := filepath.Dir(f.Origin)
		if f.Origin == "" || f.Origin == "-" || tried[dir] || strings.Contains(f.Origin, "://") {
			continue
		}
		if tried[dir] = true; len(tried) > enough {
			break
		}
		name := filepath.Join(dir, filepath.FromSlash(rel))
		if !root.onDisk(name) {
			continue
		}
		if path := joinPath(d.Path, rel); path != filepath.Base(name) {
			name = path + "=" + name
		}
		return []string{fmt.Sprintf("the file exists: '-f %s' makes it available", name)}
	}
	return nil
}

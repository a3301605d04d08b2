// Command api lists what programs can use of the Go packages, a line for each
// name, and compares that with the last release.
//
//	go run ./scripts/api           print the list
//	go run ./scripts/api -check    compare testdata/api.txt with that of the last tag: what it had must still be there
//
// A release with another major number may drop names. go test ./scripts/api
// -update rewrites the list.
package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// packages are the public ones, by folder.
var packages = map[string]string{"ytt": ".", "schemas": "schemas", "isolated": "isolated"}

const listed = "testdata/api.txt"

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "api:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) == 1 && args[0] == "-check" {
		return check()
	}
	text, err := list(".")
	fmt.Print(text)
	return err
}

// check compares the list with that of the last tag.
func check() error {
	now, err := os.ReadFile(listed)
	if err != nil {
		return err
	}
	tag, err := exec.Command("git", "describe", "--tags", "--abbrev=0", "--match", "v*").Output()
	if err != nil {
		fmt.Println("there is no release yet: go test ./scripts/api compares with", listed)
		return nil
	}
	last := strings.TrimSpace(string(tag))
	then, err := exec.Command("git", "show", last+":"+listed).Output()
	if err != nil {
		return fmt.Errorf("%s has no %s", last, listed)
	}
	gone := missing(string(then), string(now))
	if len(gone) == 0 {
		fmt.Println("all of the Go API of", last, "is there")
		return nil
	}
	if strings.HasPrefix(last, "v0.") {
		fmt.Printf("gone since %s, which v0 allows:\n%s\n", last, strings.Join(gone, "\n"))
		return nil
	}
	return errors.New("gone or changed since " + last + ", which only another major version allows:\n" +
		strings.Join(gone, "\n"))
}

// missing returns the lines of one list that the other lacks.
func missing(then, now string) (gone []string) {
	have := strings.Split(now, "\n")
	for line := range strings.SplitSeq(strings.TrimSpace(then), "\n") {
		if !slices.Contains(have, line) {
			gone = append(gone, line)
		}
	}
	return gone
}

func list(root string) (string, error) {
	var lines []string
	for name, dir := range packages {
		found, err := linesOf(name, filepath.Join(root, dir))
		if err != nil {
			return "", err
		}
		lines = append(lines, found...)
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n") + "\n", nil
}

func linesOf(name, dir string) (lines []string, err error) {
	paths, err := fs.Glob(os.DirFS(dir), "*.go")
	if err != nil {
		return nil, err
	}
	fset := token.NewFileSet()
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(fset, filepath.Join(dir, path), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		if !ast.FileExports(f) {
			continue
		}
		for _, d := range f.Decls {
			lines = append(lines, declared(name, d)...)
		}
	}
	return slices.Compact(slices.Sorted(slices.Values(lines))), nil // a name may be in a file for each system
}

// declared returns a line for each name of a declaration, and for each field
// and method of a type.
func declared(name string, d ast.Decl) (lines []string) {
	if f, ok := d.(*ast.FuncDecl); ok {
		if f.Recv != nil && !ast.IsExported(receiver(f)) {
			return nil
		}
		f.Body = nil
		return []string{name + ": " + printed(f)}
	}
	for _, s := range d.(*ast.GenDecl).Specs {
		switch s := s.(type) {
		case *ast.ValueSpec:
			for _, n := range s.Names {
				line := fmt.Sprintf("%s: %s %s", name, d.(*ast.GenDecl).Tok, n.Name)
				if s.Type != nil {
					line += " " + printed(s.Type)
				}
				lines = append(lines, line)
			}
		case *ast.TypeSpec:
			lines = append(lines, typed(name, s)...)
		}
	}
	return lines
}

func typed(name string, s *ast.TypeSpec) []string {
	var members *ast.FieldList
	kind := ""
	switch t := s.Type.(type) {
	case *ast.StructType:
		members, kind = t.Fields, "struct"
	case *ast.InterfaceType:
		members, kind = t.Methods, "interface"
	default:
		equals := ""
		if s.Assign.IsValid() {
			equals = "= "
		}
		return []string{fmt.Sprintf("%s: type %s %s%s", name, s.Name.Name, equals, printed(s.Type))}
	}
	lines := []string{fmt.Sprintf("%s: type %s %s", name, s.Name.Name, kind)}
	for _, m := range members.List {
		if len(m.Names) == 0 {
			lines = append(lines, fmt.Sprintf("%s: type %s %s, %s", name, s.Name.Name, kind, printed(m.Type)))
		}
		for _, n := range m.Names {
			lines = append(lines, fmt.Sprintf("%s: type %s %s, %s %s", name, s.Name.Name, kind, n.Name,
				printed(m.Type)))
		}
	}
	return lines
}

func printed(n ast.Node) string {
	var b strings.Builder
	if err := (&printer.Config{Mode: printer.RawFormat}).Fprint(&b, token.NewFileSet(), n); err != nil {
		return err.Error()
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// receiver returns the name of the type that a method belongs to.
func receiver(f *ast.FuncDecl) string {
	name := strings.TrimPrefix(printed(f.Recv.List[0].Type), "*")
	name, _, _ = strings.Cut(name, "[")
	return name
}

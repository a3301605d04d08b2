// Command docs makes the documentation site: docs [-update] [-source URL]
// ROOT OUT writes the pages of ROOT/docs as static files into OUT, and what the
// index of the search is made of into OUT/records.json. What it writes depends
// on nothing but the files below ROOT.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	update := flag.Bool("update", false, "add new anchors to scripts/site/anchors.txt")
	source := flag.String("source", "", "where files of the repository are shown, as https://…/blob/main")
	flag.Parse()
	if flag.NArg() != 2 {
		fmt.Fprintln(os.Stderr, "usage: docs [-update] [-source URL] ROOT OUT")
		os.Exit(2)
	}
	if err := run(flag.Arg(0), flag.Arg(1), *source, *update); err != nil {
		fmt.Fprintln(os.Stderr, "docs:", err)
		os.Exit(1)
	}
}

func run(root, out, source string, update bool) error {
	s, err := load(root)
	if err != nil {
		return err
	}
	s.source = source
	files, err := s.build()
	if err != nil {
		return err
	}
	if err := s.checkAnchors(update); err != nil {
		return err
	}
	for name, data := range files {
		path := filepath.Join(out, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(path, data, 0o666); err != nil {
			return err
		}
	}
	fmt.Printf("%d pages, %d anchors, %d examples to edit\n", len(s.pages), len(s.anchors()), s.runs)
	return nil
}

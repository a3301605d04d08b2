package main

import (
	"fmt"
	"os"
	"path/filepath"
)

// This file adds the manual pages, which a program of the repository makes.

func (r *release) manPages() error {
	dir := filepath.Join(r.work, "man")
	date := fmt.Sprintf("SOURCE_DATE_EPOCH=%d", r.date.Unix())
	if err := r.command(r.source, "env", date, "go", "run", "./scripts/man", "-version", r.number, dir); err != nil {
		return err
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return err
		}
		r.common = append(r.common, file{"man/" + e.Name(), 0o644, text})
	}
	return nil
}

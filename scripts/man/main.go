// Command man writes the manual pages of ytt, one for each command, into a
// directory:
//
//	go run ./scripts/man [-version 1.2.3] DIR
//
// SOURCE_DATE_EPOCH sets their date, so that the same source gives the same
// bytes.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra/doc"

	"ytt/internal/cli"
)

func main() {
	version := flag.String("version", "", "the `version` that the pages name")
	flag.Usage = func() { fmt.Fprintln(os.Stderr, "usage: go run ./scripts/man [-version VERSION] DIR") }
	flag.Parse()
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	if err := write(flag.Arg(0), *version); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// write has cobra write the pages, and mends them.
func write(dir, version string) error {
	header := &doc.GenManHeader{Title: "YTT", Section: "1", Source: strings.TrimSpace("ytt " + version), Manual: "ytt"}
	date, err := dateOf(os.Getenv("SOURCE_DATE_EPOCH"))
	if err != nil {
		return err
	}
	header.Date = &date
	if err := errors.Join(os.MkdirAll(dir, 0o755), doc.GenManTree(cli.Documented(), header, dir)); err != nil {
		return err
	}
	pages, err := filepath.Glob(filepath.Join(dir, "*.1"))
	if err != nil {
		return err
	}
	for _, name := range pages {
		page, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if err := os.WriteFile(name, mended(page, date.Format(time.DateOnly)), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// dateOf returns the moment that a number of seconds stands for, and now for
// "".
func dateOf(epoch string) (time.Time, error) {
	if epoch == "" {
		return time.Now(), nil
	}
	seconds, err := strconv.ParseInt(epoch, 10, 64)
	if err != nil {
		return time.Time{}, fmt.Errorf("SOURCE_DATE_EPOCH: %w", err)
	}
	return time.Unix(seconds, 0).UTC(), nil
}

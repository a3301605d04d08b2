// Command man writes the manual pages of ytt, one for each command, into a directory:
//
//	go run ./scripts/man DIR
//
// SOURCE_DATE_EPOCH sets their date, so that the same source gives the same bytes.
package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra/doc"

	"ytt/internal/cli"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: go run ./scripts/man DIR")
		os.Exit(2)
	}
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func write(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	return doc.GenManTree(cli.Documented(), &doc.GenManHeader{Title: "YTT", Section: "1", Source: "ytt", Manual: "ytt"}, dir)
}

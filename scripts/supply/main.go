// Command supply says what a built program is made of.
//
//	go run ./scripts/supply notices          write THIRD-PARTY, the licences of the modules that are linked
//	go run ./scripts/supply notices -check   fail when THIRD-PARTY is out of date
//	go run ./scripts/supply sbom BINARY      print what a binary was built from, as CycloneDX 1.6
//
// Modules are those of all systems that programs are released for.
package main

import (
	"fmt"
	"os"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "supply:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	switch {
	case len(args) == 1 && args[0] == "notices":
		return writeNotices()
	case len(args) == 2 && args[0] == "notices" && args[1] == "-check":
		return checkNotices()
	case len(args) == 2 && args[0] == "sbom":
		return printSBOM(os.Stdout, args[1])
	}
	return fmt.Errorf("expected notices, notices -check or sbom BINARY")
}

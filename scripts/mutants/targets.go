//go:build unix

package main

// target is a package to make mistakes in.
type target struct {
	dir   string
	tests [][]string // arguments of "go test", one set after the other
}

// The packages on which safety depends: reading, writing, limits, secrets, the command line.
var targets = []target{
	{"internal/files", [][]string{{"./internal/files"}, {"./cmd/ytt"}, {"./internal/cli"}}},
	{"internal/transaction", [][]string{{"./internal/transaction"}, {"./internal/files", "./cmd/ytt"}}},
	{"internal/limits", [][]string{{"./internal/limits"}, {"./internal/files", "./internal/eval"}, {".", "./internal/render"}, {"./internal/cli"}}},
	{"internal/eval", [][]string{{"./internal/eval"}, {".", "./internal/render"}, {"./internal/cli"}}},
	{"internal/diag", [][]string{{"./internal/diag"}, {"./internal/report"}, {"./internal/cli"}}},
	{"internal/report", [][]string{{"./internal/report"}, {"./internal/cli"}}},
	{"internal/workspace", [][]string{{"./internal/workspace"}, {"."}, {"./internal/cli"}}},
	{"internal/cli", [][]string{{"./internal/cli"}, {"./cmd/ytt"}}},
	{"cmd/ytt", [][]string{{"./cmd/ytt"}}},
	{".", [][]string{{"."}, {"./internal/cli"}}},
}

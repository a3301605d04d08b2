//go:build unix

package main

// target is a package to make mistakes in.
type target struct {
	dir   string
	tests []string // the packages whose tests are to find them
	files []string // only these; all if there are none
}

const bombs = "internal/systemtest/bombs"

// The packages on which safety depends: reading, writing, limits, secrets, the
// command line.
var targets = []target{
	{"internal/files", []string{"internal/files", "cmd/ytt", "internal/cli"}, nil},
	{"internal/files/transaction", []string{"internal/files/transaction", "internal/files", "cmd/ytt"}, nil},
	{"internal/meter/limits", []string{"internal/meter/limits", "internal/files", "internal/cli"}, nil},
	{"internal/meter", []string{"internal/meter", "internal/eval", "internal/stdlib", "internal/app", bombs,
		"internal/cli"}, nil},
	{"internal/guard", []string{"internal/guard", "internal/stdlib", bombs, "internal/cli"}, nil},
	{"internal/eval", []string{"internal/eval", "internal/app", bombs, "internal/cli"}, nil},
	{"internal/diag", []string{"internal/diag", "internal/report", "internal/cli"}, nil},
	{"internal/report", []string{"internal/report", "internal/cli"}, nil},
	{"internal/workspace", []string{"internal/workspace", "internal/cli"}, nil},
	{"internal/workspace/project", []string{"internal/workspace/project", "internal/cli"}, nil},
	{"internal/cli", []string{"internal/cli", "cmd/ytt"}, nil},
	{"cmd/ytt", []string{"cmd/ytt"}, nil},
	{"internal/app", []string{"internal/app", ".", "internal/cli"}, nil},
}

// skipped are tests that take long, and are about other things, or about the
// same as shorter ones.
var skipped = map[string]string{
	"internal/app": "^(TestWorkspaceIsLikeRender)$",
	"internal/cli": "^(TestEmacs|TestNeovim)$",
}

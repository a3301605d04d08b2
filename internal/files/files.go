// Package files is where texts come in from the outside world and where results go out: files, directories,
// standard input, URLs, bulk JSON, output directories. Besides the command line it is the only package that touches
// the operating system.
//
// Arguments become Inputs (Collect, CollectValues, DecodeBulk): a relative path, the place it stems from, and a text
// that is read when first asked for. Listing is eager, so that all mistakes in arguments are reported together; reading
// is lazy, because much of what lies in a directory (data that no template reads, excluded files, libraries that
// nothing uses) need not be read at all. Results are Outputs; Write puts them into a directory so that a failure leaves
// the directory as it was.
//
// The two types to know are System, the world as a value that tests and programs can replace, and Input. What a path
// means (file types, libraries, marks) is the business of package workspace.
package files

import (
	"context"
	"io"
	"net/http"
	"os"
	"sync/atomic"

	"ytt/internal/diag"
	"ytt/internal/parallel"
	"ytt/internal/source"
)

// System is the outside world. It is shared by everything that happens in one invocation, because standard input can
// be read only once.
type System struct {
	FS    FS
	Stdin io.Reader // nil means empty
	// Fetch writes what a URL points to into w; nil means that URLs are refused. HTTP makes one.
	// Its error ends a message that names the URL already.
	Fetch func(ctx context.Context, url string, w io.Writer) error
	// MaxDownload is the largest text accepted from a URL, in bytes; 0 means the default, 64 MiB.
	MaxDownload int64
	// Home is the user's home directory; an output directory that holds it is never emptied. "" means none.
	Home string

	stdinClaimed atomic.Bool
}

// OS is the machine the process runs on. It fetches URLs through the proxies that HTTP_PROXY, HTTPS_PROXY and NO_PROXY
// name, for 30 seconds at most.
func OS() *System {
	home, _ := os.UserHomeDir()
	return &System{FS: Disk{}, Stdin: os.Stdin, Fetch: HTTP(http.DefaultTransport, downloadTimeout), Home: home}
}

// Input is one text that was given to the program.
type Input struct {
	// Path is the relative path: it decides the file's type and its place among the libraries. Its separator is "/".
	Path string
	// Original is the relative path before a "path=" in the argument changed it; file marks refer to it.
	Original string
	// Origin is where the text is: a path of the file system, a URL, "-", or "" for texts given directly.
	Origin string
	// Text reads the text, once; later calls return the same. It may be called from several goroutines.
	Text func() (string, *diag.Diagnostic)
}

// FromText returns an input whose text is known already.
func FromText(path, text string) Input {
	return Input{Path: path, Original: path, Text: func() (string, *diag.Diagnostic) { return text, nil }}
}

// Source returns the text as a source file that is named like the input.
func (in Input) Source() (*source.File, *diag.Diagnostic) {
	text, problem := in.Text()
	if problem != nil {
		return nil, problem
	}
	return source.New(in.Path, text), nil
}

// ReadAll reads the texts of the inputs in parallel. Afterwards every Text returns at once.
func ReadAll(inputs []Input) diag.List {
	problems := make([]*diag.Diagnostic, len(inputs))
	parallel.Do(len(inputs), func(i int) { _, problems[i] = inputs[i].Text() })
	var diags diag.List
	for _, p := range problems {
		if p != nil {
			diags = append(diags, p)
		}
	}
	return diags
}

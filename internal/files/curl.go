package files

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// This file implements fetching with curl. It runs when a URL is among the inputs, and costs nothing otherwise: what a
// program needs to speak HTTPS by itself, it initialises at every start, which takes a quarter of the time of a small
// run. curl also knows the proxies and certificates of the machine.

// errNoCurl is the error of fetching where there is no curl.
var errNoCurl = errors.New("Fetching needs the program curl, and there is none in PATH")

// Curl returns a function that fetches with the program curl, within a time.
func Curl(limit time.Duration) func(ctx context.Context, url string, w io.Writer) error {
	return func(ctx context.Context, url string, w io.Writer) error {
		program, err := exec.LookPath("curl")
		if err != nil {
			return errNoCurl
		}
		cmd := exec.CommandContext(ctx, program,
			"--disable", // which must come first: no settings of the user's
			"--config", "-",
			"--silent", "--show-error", "--fail", "--globoff",
			"--proto", "=http,https", "--proto-redir", "=http,https", "--location", "--max-redirs", "10",
			"--max-time", strconv.FormatFloat(limit.Seconds(), 'f', -1, 64))
		// Other users can see arguments, and there may be a password in a URL.
		cmd.Stdin = strings.NewReader("url = " + quoteForCurl(url) + "\n")
		cmd.Stdout = w
		var said bytes.Buffer
		cmd.Stderr = &said
		if err = cmd.Run(); err == nil {
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if message := curlMessage(said.String()); message != "" {
			return errors.New(message)
		}
		return err
	}
}

// quoteForCurl writes a text as curl reads it in its settings. What parses as a URL has no line breaks.
func quoteForCurl(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
}

// curlMessage returns the problem that curl complains about: "curl: (6) Could not resolve host: a.example".
func curlMessage(said string) string {
	said = strings.TrimSpace(said)
	if number, message, ok := strings.Cut(said, ") "); ok && strings.HasPrefix(number, "curl: (") {
		return message
	}
	return said
}

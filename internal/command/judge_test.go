package command_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/pflag"

	"ytt/internal/command"
)

// This file compares what command lines mean with what they mean to pflag, which many programs read theirs with.

// read is what a command line says.
type read struct {
	strict, dry, help, version bool
	color, into                string
	files, forms, words        []string
}

// judged returns what pflag reads, or what is wrong.
func judged(args []string) string {
	var r read
	fs := pflag.NewFlagSet("demo", pflag.ContinueOnError)
	fs.StringArrayVarP(&r.files, "file", "f", nil, "")
	fs.StringSliceVarP(&r.forms, "form", "o", []string{"yaml"}, "")
	fs.StringVarP(&r.color, "color", "c", "auto", "")
	fs.StringVar(&r.into, "into", "", "")
	fs.BoolVarP(&r.strict, "strict", "s", false, "")
	fs.BoolVarP(&r.dry, "dry", "d", false, "")
	fs.BoolVarP(&r.help, "help", "h", false, "")
	fs.BoolVar(&r.version, "version", false, "")
	if err := fs.Parse(args); err != nil {
		return err.Error()
	}
	r.words = fs.Args()
	return r.String()
}

// ours returns what this package reads.
func ours(args []string) string {
	var r read
	var out strings.Builder
	p := command.Program{Version: "version", Stdout: &out}
	p.Main = command.Command{
		Name:  "demo",
		About: "help",
		Args:  "[WORD…]",
		Flags: func() []command.Flag {
			return []command.Flag{
				{Name: "file", Short: "f", Texts: &r.files},
				{Name: "form", Short: "o", List: &r.forms, Default: "yaml"},
				{Name: "color", Short: "c", Text: &r.color, Default: "auto"},
				{Name: "into", Text: &r.into},
				{Name: "strict", Short: "s", Switch: &r.strict},
				{Name: "dry", Short: "d", Switch: &r.dry},
			}
		},
		Run: func(_ context.Context, call command.Call) error {
			r.words = call.Args
			return nil
		},
	}
	if err := p.Run(context.Background(), args); err != nil {
		return err.Error()
	}
	r.help = strings.HasPrefix(out.String(), "help\n")
	r.version = out.String() == "version\n"
	return r.String()
}

func (r *read) String() string {
	switch {
	case r.help:
		return "help"
	case r.version:
		return "version"
	}
	return fmt.Sprintf("%v %v %q %q %q %q %q", r.strict, r.dry, r.color, r.into, r.files, r.forms, r.words)
}

// FuzzRead reads command lines whose arguments are lines of text.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		"", "-f\na\n--file\nb\n--file=c\n-fd\n-f=e\n-f=\n-f", "-sdfa", "-sd=false\n-s=true\n-s=", "-s=maybe", "--strict=", "--strict\nfalse",
		"-o\na,b\n-o\n\n-oc,\n--form=d\n--form\n,", `-o` + "\n" + `"a,b",c`, `-o"a""b",`, "a\n--\n-s\n--", "-\n--\n-", "--=x", "---", "-=", "-x\n--y=z", "-sxd",
		"--color\n--strict\n-c=\n-c\n-", "--into=a=b\n--into", "-h\n--version", "--help=false\n--version=0", "--help=2", "-é",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		args := strings.Split(text, "\n")
		got, want := ours(args), judged(args)
		if got != want && !excused(text, got, want) {
			t.Errorf("%q\ngot  %s\nwant %s", args, got, want)
		}
	})
}

// excused reports whether a difference is known and meant.
func excused(text, got, want string) bool {
	const unknown = "unknown shorthand flag: "
	bytewise := strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf })
	switch {
	case strings.Contains(text, "-test."):
		return true // pflag leaves flags of go test alone
	case bytewise && strings.HasPrefix(got, unknown) && strings.HasPrefix(want, unknown):
		return true // to pflag, letters are bytes
	case strings.Contains(text, "\r"):
		return true // lists are CSV to pflag, and end with the line
	}
	return strings.Contains(text, `"`) && strings.Contains(want, "parse error on line") // quotes within an element
}

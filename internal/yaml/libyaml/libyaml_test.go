package libyaml_test

import (
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	port "go.yaml.in/yaml/v2"

	"ytt/internal/yaml/libyaml"
	"ytt/internal/yaml/yamlsuite"
)

// ignored is a value that takes a document without looking at it.
type ignored struct{}

func (*ignored) UnmarshalYAML(func(any) error) error { return nil }

// judge returns what the port of libyaml says about a text, "" when it is fine, and false when that is about something that is
// not the business of the package.
func judge(text string) (verdict string, ok bool) {
	d := port.NewDecoder(strings.NewReader(text))
	for {
		switch err := d.Decode(&ignored{}); {
		case err == io.EOF:
			return "", true
		case err != nil:
			problem := strings.TrimPrefix(err.Error(), "yaml: ")
			return problem, !strings.Contains(problem, "control characters") && !strings.Contains(problem, "cannot decode")
		}
	}
}

// found words a fault as the port does.
func found(text string) string {
	switch f := libyaml.Find(text); {
	case f == nil:
		return ""
	case f.Message == "":
		return "another reason"
	case f.Line > 0:
		return fmt.Sprintf("line %d: %s", f.Line, f.Message)
	default:
		return f.Message
	}
}

// compare returns how the two differ about a text.
func compare(text string) string {
	const longest = 4096 // what is longer says nothing new
	if len(text) > longest {
		libyaml.Find(text)
		return ""
	}
	text = strings.ReplaceAll(strings.ToValidUTF8(text, ""), "\ufeff", "") // it counts marks of byte order as columns, and as none
	want, ok := judge(text)
	if !ok {
		return ""
	}
	for _, reason := range []string{"unknown anchor", "found incompatible YAML document", "found unknown directive name"} {
		if strings.Contains(want, reason) {
			want = "another reason"
		}
	}
	if got := found(text); got != want {
		return fmt.Sprintf("got %q, libyaml says %q", got, want)
	}
	return ""
}

// inserts are what changes what a text means for libyaml.
var inserts = []string{
	" ", "  ", "\t", "\n", "\r", "\r\n", "\u0085", "\u2028", "a", "é", "a: b", ": ", "- ", "? ", ":", "-", "?", ",", "{", "}", "[", "]", "#", " #", "&", "&a ",
	"*", "*a ", "!", "!!x ", "!a!b ", "!<", "!<a> ", "%", "%41", "|", "|2", "|-\n", ">", ">0", "\"", "'", "\\", "\\x4", "\\u12g", "\\U00110000", "@", "`",
	"---\n", "--- ", "...\n", "%YAML 1.1\n", "%YAML 1.\n", "%TAG ! x\n", "%TAG !a! b\n", "%X\n",
}

// mutate breaks a text in a few places.
func mutate(r *rand.Rand, text string) string {
	const window = 60
	if len(text) > window && r.IntN(3) == 0 {
		at := r.IntN(len(text) - window)
		text = text[at : at+window]
	}
	for range 1 + r.IntN(4) {
		from := r.IntN(len(text) + 1)
		to := min(len(text), from+r.IntN(3))
		insert := ""
		if r.IntN(3) > 0 {
			insert = inserts[r.IntN(len(inserts))]
		}
		text = text[:from] + insert + text[to:]
	}
	return text
}

// TestFind compares the messages about a hundred thousand broken texts.
func TestFind(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	cases := yamlsuite.Cases(t)
	faults, silent := 0, 0
	for range 250 {
		for _, c := range cases {
			text := mutate(r, c.In)
			if difference := compare(text); difference != "" {
				t.Errorf("%q: %s", text, difference)
			}
			if found(text) != "" {
				faults++
			} else {
				silent++
			}
		}
	}
	if faults < silent/4 {
		t.Errorf("only %d of %d texts were broken", faults, faults+silent)
	}
}

// TestTime walks texts that are made to keep a scanner busy.
func TestTime(t *testing.T) {
	const size = 1 << 20
	for _, part := range []string{"[", "{", "- ", "a: ", "? ", "{}: ", "[[]] ", "a\n", "a: b\n", "\"\n", "|\n ", "&a ", "!a ", "%TAG !a b\n", "---\n", "[a: ", "\t", "#\n", "{a: {b: "} {
		libyaml.Find(strings.Repeat(part, size/len(part)))
	}
}

func FuzzFind(f *testing.F) {
	for _, c := range yamlsuite.Cases(f) {
		f.Add(c.In)
	}
	for _, s := range inserts {
		f.Add("a: " + s + "\n- b")
	}
	f.Fuzz(func(t *testing.T, text string) {
		if difference := compare(text); difference != "" {
			t.Error(difference)
		}
	})
}

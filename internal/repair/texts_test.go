package repair

import (
	"strings"
	"testing"

	"ytt/internal/source"
)

// TestUnquoted takes the quotes off texts that have two of a kind.
func TestUnquoted(t *testing.T) {
	for text, want := range map[string]string{
		`"a"`: "a", `'a b'`: "a b", `""`: "", `"a`: "", `a"`: "", `"a'`: "", "a": "", `"`: "", "": "",
	} {
		inside, is := unquoted(text)
		isQuoted := want != "" || text == `""`
		if is != isQuoted || is && inside != want || !is && inside != text {
			t.Errorf("%s: %q, %v", text, inside, is)
		}
	}
}

// TestOtherFormats tells formats by the names of files.
func TestOtherFormats(t *testing.T) {
	for name, want := range map[string]string{
		"a.toml": "TOML", "b/A.INI": "INI", "x.properties": "properties", "x.hcl": "HCL", "prod.tfvars": "HCL",
		"a.xml": "XML", "a.yml": "", "toml": "", "a.toml.yml": "",
	} {
		words := otherFormat(source.Span{File: source.New(name, "a")})
		if (words == "") != (want == "") || !strings.Contains(words, want) {
			t.Errorf("%s: %s", name, words)
		}
	}
	if words := otherFormat(source.Span{}); words != "" {
		t.Errorf("nowhere: %s", words)
	}
}

package diag

import (
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// TestCodes checks what can be said about codes without running the tool.
func TestCodes(t *testing.T) {
	kebab := regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`)
	seen := map[Code]bool{}
	for _, info := range Codes() {
		switch {
		case !kebab.MatchString(string(info.Code)):
			t.Errorf("%q: not of the form a-few-words", info.Code)
		case seen[info.Code]:
			t.Errorf("%s: documented twice", info.Code)
		case info.Title == "" || strings.ContainsAny(info.Title, "\n") || strings.HasSuffix(info.Title, "."):
			t.Errorf("%s: title is not a few words: %q", info.Code, info.Title)
		case len(info.Doc) < 80 || !strings.HasSuffix(info.Doc, "."):
			t.Errorf("%s: not a paragraph: %q", info.Code, info.Doc)
		}
		seen[info.Code] = true
		checkExample(t, info)
	}
}

func checkExample(t *testing.T, info Info) {
	if info.Example == "" {
		return
	}
	a := txtar.Parse([]byte(info.Example))
	args, more, _ := strings.Cut(string(a.Comment), "\n")
	switch {
	case !strings.HasPrefix(strings.TrimPrefix(args, "fmt "), "-"), strings.TrimSpace(more) != "":
		t.Errorf("%s: example does not begin with one line of arguments of ytt or ytt fmt: %q", info.Code, a.Comment)
	case len(a.Files) == 0:
		t.Errorf("%s: example has no files", info.Code)
	}
	for _, f := range a.Files {
		if !strings.HasSuffix(string(f.Data), "\n") {
			t.Errorf("%s: file %s of the example lacks its last line break", info.Code, f.Name)
		}
	}
}

package diag

import (
	"fmt"
	"strings"
	"testing"

	"ytt/internal/source"
)

// TestSecretsAreHidden checks every text of a problem.
func TestSecretsAreHidden(t *testing.T) {
	const secret = "correct-horse-battery"
	f := source.New("v.yml", "password: "+secret+" # open\n")
	span := source.Span{File: f, Start: 0, End: 8}
	var s Secrets
	s.AddText(secret)
	says := func(what string) string { return what + " says " + secret }
	d := &Diagnostic{
		Code: ScriptRuntime, Span: span, Message: says("message"), Headline: says("headline"), Path: says("path"),
		Context: []string{says("context")}, Hints: []string{says("hint"), says("other hint")},
		Notes:  []Note{{Message: says("note"), Span: span}},
		Detail: Violation{Found: says("found"), Expected: says("expected"), Description: says("description"), Computed: says("computed")},
		Cause: List{{Message: says("cause"), Detail: RuleFailure{Rules: []BrokenRule{{
			MustBe: says("rule"), Found: says("found by rule"), Exact: says("exactly found"),
		}}}}},
	}
	hidden := s.Hide(List{d})[0]
	everything := func(d *Diagnostic) string {
		return fmt.Sprintf("%s %s %s %q %q %v %+v %+v", d.Message, d.Headline, d.Path, d.Context, d.Hints, d.Notes, d.Detail, d.Cause[0])
	}
	if text := everything(hidden); strings.Contains(text, "horse") || strings.Count(text, Redacted) < 15 {
		t.Errorf("%d places hidden in\n%s", strings.Count(text, Redacted), text)
	}
	if text := hidden.Excerpt(f, 0, int32(len(f.Text))); text != "password: "+Redacted+" # open\n" {
		t.Errorf("the line: %s", text)
	}
	if text := everything(d); strings.Contains(text, Redacted) {
		t.Errorf("the problem itself has changed: %s", text)
	}
	for _, text := range []string{"horse-battery", "xcorrect-hox", "a correct-horse-battery."} {
		if got := s.Text(text); !strings.Contains(got, Redacted) {
			t.Errorf("%q stays %q", text, got)
		}
	}
	for _, text := range []string{"correct", "battery", "a horse"} {
		if got := s.Text(text); got != text {
			t.Errorf("%q becomes %q", text, got)
		}
	}
}

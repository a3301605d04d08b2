package cli

import (
	"encoding/xml"
	"strings"
	"testing"
)

// TestJUnit compares how reports are written with package encoding/xml.
func TestJUnit(t *testing.T) {
	var all strings.Builder
	for r := range rune(300) {
		all.WriteRune(r)
	}
	odd := all.String() + "\ufffe\uffff\U0001F600 \xff"
	failure := &junitFailure{Message: odd, Type: "a", Text: "x ]]> <&> " + odd}
	cases := []junitCase{{}, {Name: odd, Class: odd, File: odd, Line: 5}, {Failure: failure},
		{Failure: &junitFailure{}}}
	suites := []junitSuite{{}, {Name: odd, Tests: 3, Failures: 4, Cases: cases}, {Name: "b"}}
	for _, r := range []junitReport{
		{},
		{Tests: 2, Failures: 1, Suites: suites},
	} {
		var want strings.Builder
		want.WriteString(xml.Header)
		e := xml.NewEncoder(&want)
		e.Indent("", "  ")
		if err := e.EncodeElement(r, xml.StartElement{Name: xml.Name{Local: "testsuites"}}); err != nil {
			t.Fatal(err)
		}
		want.WriteString("\n")
		if got := r.xml(); got != want.String() {
			t.Errorf("got\n%q\nwant\n%q", got, want.String())
		}
	}
}

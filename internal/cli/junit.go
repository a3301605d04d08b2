package cli

import (
	"encoding/xml"
	"fmt"
	"strings"

	ytt "ytt/internal/app"
)

// The report in the form of JUnit, as far as programs agree about it. The tags are
// for the test that compares how it is written with what package encoding/xml
// makes of it by reflection, which adds 70 KB to the program.
type (
	junitReport struct {
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Name    string        `xml:"name,attr"`
		Class   string        `xml:"classname,attr"`
		File    string        `xml:"file,attr,omitempty"`
		Line    int           `xml:"line,attr,omitempty"`
		Failure *junitFailure `xml:"failure"`
	}
	junitFailure struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Text    string `xml:",cdata"`
	}
)

func junit(r *ytt.TestReport) *junitReport {
	failures := map[ytt.TestName]*ytt.TestFailure{}
	for i := range r.Failures {
		failures[r.Failures[i].TestName] = &r.Failures[i]
	}
	suites := []junitSuite{{Name: "examples"}, {Name: "cases"}, {Name: "generated"}}
	add := func(suite int, name ytt.TestName, f *ytt.TestFailure) {
		c := junitCase{Name: name.Name, Class: "ytt." + suites[suite].Name}
		if name.At != nil {
			c.File, c.Line = name.At.File, name.At.Line
		}
		if f != nil {
			c.Failure = &junitFailure{Message: f.Message, Type: string(f.Problems[0].Code),
				Text: "fails like '" + f.Name + "'"}
			if f.Name == name.Name {
				var text strings.Builder
				appendFailure(&text, f)
				c.Failure.Text = text.String() + "\n" + f.Problems.Text() + "\n"
			}
			suites[suite].Failures++
		}
		suites[suite].Tests++
		suites[suite].Cases = append(suites[suite].Cases, c)
	}
	for _, name := range r.Tests {
		suite := 0
		if name.Kind == ytt.TestCase {
			suite = 1
		}
		add(suite, name, failures[name])
	}
	for i := range r.Failures {
		if f := &r.Failures[i]; f.Kind == ytt.TestGenerated {
			add(2, f.TestName, f)
			for range f.Like { // made-up values that fail alike are shown once, and counted each
				add(2, ytt.TestName{Name: "generated values that fail like '" + f.Name + "'"}, f)
			}
		}
	}
	if r.Seed != nil { // each set is a test, as programs count the elements
		for n := r.Generated.Failed; n < r.Generated.Run; n++ {
			add(2, ytt.TestName{Name: fmt.Sprintf("generated values that pass, %d (seed %d)", n-r.Generated.Failed+1,
				*r.Seed)}, nil)
		}
	}
	report := &junitReport{Suites: suites}
	for _, s := range suites {
		report.Tests, report.Failures = report.Tests+s.Tests, report.Failures+s.Failures
	}
	return report
}

// xml returns the report as a file.
func (r *junitReport) xml() string {
	w := xmlWriter{}
	w.WriteString("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites")
	w.counts(r.Tests, r.Failures)
	for i := range r.Suites {
		s := &r.Suites[i]
		w.WriteString("\n  <testsuite")
		w.attribute("name", s.Name)
		w.counts(s.Tests, s.Failures)
		for k := range s.Cases {
			w.test(&s.Cases[k])
		}
		if len(s.Cases) > 0 {
			w.WriteString("\n  ")
		}
		w.WriteString("</testsuite>")
	}
	if len(r.Suites) > 0 {
		w.WriteString("\n")
	}
	w.WriteString("</testsuites>\n")
	return w.String()
}

// xmlWriter writes elements with attributes.
type xmlWriter struct{ strings.Builder }

func (w *xmlWriter) counts(tests, failures int) {
	fmt.Fprintf(w, " tests=\"%d\" failures=\"%d\">", tests, failures)
}

func (w *xmlWriter) test(c *junitCase) {
	w.WriteString("\n    <testcase")
	w.attribute("name", c.Name)
	w.attribute("classname", c.Class)
	if c.File != "" {
		w.attribute("file", c.File)
	}
	if c.Line != 0 {
		fmt.Fprintf(w, " line=\"%d\"", c.Line)
	}
	w.WriteString(">")
	if f := c.Failure; f != nil {
		w.WriteString("\n      <failure")
		w.attribute("message", f.Message)
		w.attribute("type", f.Type)
		w.WriteString(">")
		if f.Text != "" {
			w.WriteString("<![CDATA[" + strings.ReplaceAll(f.Text, "]]>", "]]]]><![CDATA[>") + "]]>")
		}
		w.WriteString("</failure>\n    ")
	}
	w.WriteString("</testcase>")
}

// attribute writes an attribute. Characters that XML does not have become U+FFFD.
func (w *xmlWriter) attribute(name, value string) {
	w.WriteString(" " + name + "=\"")
	_ = xml.EscapeText(w, []byte(value)) // a builder takes all
	w.WriteString("\"")
}

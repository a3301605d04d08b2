package script_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"ytt/internal/script"
	"ytt/internal/source"
	"ytt/internal/testkit"
)

// TestMeant checks what lines with mistakes were meant to be. In the listings,
// below each line is the one that was meant, and which changes it takes where.
func TestMeant(t *testing.T) { testkit.Listing(t, "testdata/meant.txt", meantOf) }

func meantOf(text string) string {
	name := "a.star"
	if strings.HasPrefix(text, "#@") {
		name = "a.yml"
	}
	file := source.New(name, text+"\n")
	_, diags := compile(file)
	if len(diags) == 0 {
		return "no problem"
	}
	var out strings.Builder
	for _, d := range diags {
		fmt.Fprintf(&out, "%s, at %s\n", d.Message, placeOf(d.Span))
		fault, ok := d.Fact.(*script.Fault)
		if !ok || fault.Meant == nil {
			continue
		}
		m := fault.Meant
		fmt.Fprintf(&out, "%s => %s\n", wrongs[m.Wrong], strings.ReplaceAll(m.Line, "\n", "⏎"))
		if m.Place.Known() {
			fmt.Fprintf(&out, "place %s\n", placeOf(m.Place))
		}
		for _, c := range m.Changes {
			fmt.Fprintf(&out, "change %s to %q\n", placeOf(c.At), c.Text)
		}
	}
	return out.String()
}

func placeOf(s source.Span) string { return fmt.Sprintf("%d:%d %q", s.Line(), s.Column(), s.Text()) }

var wrongs = map[script.Wrong]string{
	script.NoComma: "no comma", script.EqualsInDict: "equals in dict", script.NotClosed: "not closed",
	script.OtherQuote: "other quote", script.NotOpened: "not opened", script.QuotesWithin: "quotes within",
	script.Backquotes: "backquotes", script.LoadsUnquoted: "loads unquoted", script.DashInName: "dash in name",
	script.FString: "f-string", script.OpenBracket: "open bracket", script.ForeignWord: "foreign word",
	script.LoopWord: "loop word", script.LambdaBrackets: "lambda brackets", script.Arrow: "arrow",
	script.OtherOperator: "other operator", script.ColonInCall: "colon in call", script.QuestionMark: "question mark",
	script.ListInLoad: "list in load", script.MatcherWord: "matcher word", script.CountUnquoted: "count unquoted",
	script.SugarTurned: "sugar turned", script.OneEquals: "one equals", script.NoBraces: "no braces",
}

// TestRead checks what messages of the interpreter, and of modules, mean.
func TestRead(t *testing.T) {
	testkit.Listing(t, "testdata/read.txt", func(message string) string {
		f := script.Read(message)
		if compat := script.CompatMessage(message); compat != message {
			return "in ytt 0.48: " + compat
		}
		if f.Kind == 0 {
			return "unknown"
		}
		return fields(f)
	})
}

// fields lists the fields of a struct that are not zero.
func fields(of any) string {
	v := reflect.ValueOf(of)
	var words []string
	for i := range v.NumField() {
		if f := v.Field(i); !f.IsZero() {
			words = append(words, fmt.Sprintf("%s %v", v.Type().Field(i).Name, f))
		}
	}
	return strings.Join(words, ", ")
}

// TestMeantIsBounded looks for changes in few lines only, and not in long ones.
func TestMeantIsBounded(t *testing.T) {
	count := func(text string) (meant int) {
		_, diags := compile(source.New("a.yml", text))
		for _, d := range diags {
			if f, ok := d.Fact.(*script.Fault); ok && f.Meant != nil {
				meant++
			}
		}
		return meant
	}
	if got := count(strings.Repeat("#@ x = [1 2]\n", 100)); got != 30 {
		t.Errorf("of 100 lines, %d have changes", got)
	}
	long := "#@ x = [1 2, '" + strings.Repeat("y", 5000) + "']\n"
	if got := count(long); got != 0 {
		t.Errorf("a line of %d bytes has changes", len(long))
	}
}

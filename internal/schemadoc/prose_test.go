package schemadoc

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/renderer/html"

	"ytt/internal/golden"
)

// TestCommonMark asks another reader of Markdown what descriptions mean.
func TestCommonMark(t *testing.T) {
	heading := regexp.MustCompile("(</?h)([1-6])>")
	judge := goldmark.New(goldmark.WithRendererOptions(html.WithUnsafe()))
	for _, text := range []string{
		"One line.", "Two\nlines\n\n  and a paragraph\n", "a  \nb\\\nc", "tab\tin text",
		"# A\n## B ##\n### C #\ntext\n#no\n####### no", "A\n===\nB\nb\n---\nc", "***\n- - -\n_ _\n",
		"*a* **b** ***c*** _d_ __e__ a*b*c a_b_c * d * **a *b* c** *a **b***", "*a **b* c**", "_(a)_. \"*b*\" **c*", "2*3*4 a**b", "\\*a\\* \\a \\",
		"`a` ``b ` c`` ` `` ` `a", "`<b>` `&amp;` `*a*`\n`a\nb`",
		"- a\n- b\n  c\n- d", "- a\n\n- b\n", "* a\n  * b\n    * c\n  * d\n* e", "+ a\n+ b\n- c", "1. a\n2. b\n   - c\n\n   d\n3) e", "text\n- a\n- b\nlazy",
		"text\n2. no item", "-\n- a\n-", "-\n  a\n\n  b", "- a\n  ```\n  x\n\n  y\n  ```\n- b", "- a\n\n      code\n- b", "-     code", "10. a\n    b",
		"- a\n  > b\n  c\n\nd", "- # a\n- ---", "1. a\n\n   b\n\n2. c", "- a\n  - b\n\n    c\n- d",
		"    code\n     more\n\n    <b>\n", "a\n    no code", "```yaml\na: <b>\n\n  c\n```\nd", "~~~\n```\n~~~", "```\nno end", "  ```\n  a\n   b\n  ```", "``` no `fence`",
		"> a\n> b\nc\n\n> - d\n> - e\n> > f", ">a\n>\n>b\n# c", "> ```\n> a\n> ```",
		"[a](b) [a *b*](<c d> \"e\") [a]( b 'c' ) ![d](e)f [g] [h](i j) [k](l(m)n)", "[a [b](c) d](e) *[f*](g)", "[a](javascript:b) [c](\\(d&amp;e)", "[a][]]](b) ![[",
		"<https://a.b/c?d=e&f> <a@b.c> <nothing> https://a.b", "a <b>b</b> <i\nc=\"d>\">e</i> 1 < 2 <3 </> <a", "a <!-- b --> c <?d?> <!E>",
		"<div>\n*a*\n\n*b*\n</div>", "<b>\n*a*\n</b>", "a\n<b>\nc", "<!-- a\n\nb -->\nc", "<script>\n\na()\n</script>\nb", "<pre>\n\n*a*</pre>\n*b*",
		"&amp; &lt;b&gt; &copy; &#65; &#x42; &no; & &copy", "a &quot;b&quot; \"c\" 'd'", "| a | b |\n| - | - |\n| c | d |", "a\r\nb\r\n\r\nc", "ä*ö*ü „*x*“",
	} {
		var b bytes.Buffer
		if err := judge.Convert([]byte(text), &b); err != nil {
			t.Fatal(err)
		}
		// Headings in descriptions are three levels below.
		want := heading.ReplaceAllStringFunc(b.String(), func(tag string) string {
			m := heading.FindStringSubmatch(tag)
			return m[1] + string(min(m[2][0]+3, '6')) + ">"
		})
		golden.Diff(t, text, strings.TrimSpace(sanitize(want)), strings.TrimSpace(string(prose(text))))
	}
}

// TestLongProse repeats what makes readers of Markdown slow, or keeps them for ever.
func TestLongProse(t *testing.T) {
	for _, part := range []string{
		"*", "*a ", "**a*_", "a* ", "_a *b", "[", "![", "[a](", "](a)", "[a](b", "`", "`a``b```",
		"<", "<a ", "<a '", "<!--", "&", "> ", "- ", " - a\n", "1. ", "\n", "\\", "<b>", "</b>", "<script>", "```\n", "#", "\t",
	} {
		checkHarmless(t, strings.Repeat(part, longestProse/len(part)))
	}
}

func FuzzProse(f *testing.F) {
	for _, seed := range []string{"- a\n\n  b\n> c\n", "*a **b*** [c](<d> 'e') ![f](g)\n===", "```\na\n~~~", "<b\n<!--", "1)\n\t2. a\n-\n", "`a`` <a@b> &#x;"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		checkHarmless(t, text)
	})
}

// checkHarmless asks the sanitizer again about what became of a description.
func checkHarmless(t *testing.T, text string) {
	t.Helper()
	clean := string(prose(text))
	if again := sanitize(clean); again != clean {
		t.Errorf("%q becomes %q, and that %q", text, clean, again)
	}
}

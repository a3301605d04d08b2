package markdown

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/renderer/html"

	"ytt/internal/golden"
)

// commonMark holds texts that readers of CommonMark agree about.
var commonMark = []string{
	// paragraphs, headings and rules
	"One line.", "Two\nlines\n\n  and a paragraph\n", "a  \nb\\\nc", "a \nb\t\nc  ", "tab\tin text", "a\r\nb\r\n\r\nc", " \t\n\n a",
	"# A\n## B ##\n### C #\ntext\n#no\n####### no", "#\n## \n### ###\n# a\\#\n# a#\n#\ta\t#\t", "A\n===\nB\nb\n---\nc", "a\n  ===  \nb\n= =\n- -", "> a\n===\n\n- a\n---",
	"***\n- - -\n_ _\n", "a\n***\nb\n* * *\n--\n+++", " ***\n    ***", "- a\n***\n- b", "*\t*\t*\t",
	// emphasis
	"*a* **b** ***c*** _d_ __e__ a*b*c a_b_c * d * **a *b* c** *a **b***", "*a **b* c**", "_(a)_. \"*b*\" **c*", "2*3*4 a**b", "\\*a\\* \\a \\", "*a_ _b*",
	"***a** b*", "***a* b**", "****a****", "*a**b*", "**a*b**c*", "*(**a**)*", "*a\nb*", "__a__b __a_b_", "*é*a „*x*“ a*„b“*c €*b*", "*a `*` b*", "*[a*](b)",
	"**a", "a***", "_a __b_ c__", "*a***b*c", "\u00a0*a*", "*\u00a0a*",
	// code, backslashes, names of characters
	"`a` ``b ` c`` ` `` ` `a", "`<b>` `&amp;` `*a*`\n`a\nb`", "` `` ` `  ` ` a` `b `", "`a\\` b`", "\\`a`", "``a`", "`\u00a0a\u00a0`",
	"&amp; &lt;b&gt; &copy; &#65; &#x42; &no; & &copy", "a &quot;b&quot; \"c\" 'd'", "&#0; &#128; &#1114112; &#99999999; &#x; &#; &semi; &#59; &notit; &ngE;", "\\&amp; \\é \\\t",
	"[a](&amp;b) [c](&auml;&#x20;)", "\\<b> \\[a](b) \\# a\n\\- b\n1\\. c",
	// links and images
	"[a](b) [a *b*](<c d> \"e\") [a]( b 'c' ) ![d](e)f [g] [h](i j) [k](l(m)n)", "[a [b](c) d](e) *[f*](g)", "[a](javascript:b) [c](\\(d&amp;e)", "[a][]]](b) ![[",
	"![x [a [b](c) d](e) y](z)f", "[![a](b)](c) [a](b\n\"c\") [a](<>) [b]() [c](<d\ne>)", "[a](b \"c\\\" d\") [a](b (c)) [a](b (c(d)) [a](b\"c\")", "[a](b%20c%zz d) [a](ä?b=[c]#`)",
	"[a](((b))) [a]((b) [a](b)) [a]\\(b)", "[a]<b>(c) [`a](b)`", "[a\n b](c) []( ) [a](\n b\n )", "<https://a.b/c?d=e&f> <a@b.c> <nothing> https://a.b", "<a:b> <ab:\\*> <a+b.c-d:> <ab:c d> <a@b-.c> <é@b.c>",
	"[a] [A][] [x][a] [y][ a ] ![z][a]w\n\n[a]: b", "[a]: b 'c\nd'\n[e]:\n  <f g>\n\"h\"\n[a] [e]", "[a]: b\n[a]: c\n[a] [ẞ]\n\n[SS]: d", "[a]: b c\n\n[a]", "[a]: b\n\"c\" d\n\n[a]",
	"a\n[b]: c\n\n[b]", "> [a]: b\n\n[a]", "[a]: b\n===\n[a]", "[a]: b\nc\n===\n[a]", "[a][b] [b][c][a]\n\n[a]: d\n[c]: e", "[a\\]]: b\n\n[a\\]] [a[]: c", "[a]: <>\n[b]:\n\n[a] [b]", "[a](b [a]\n\n[a]: c",
	// lists
	"- a\n- b\n  c\n- d", "- a\n\n- b\n", "* a\n  * b\n    * c\n  * d\n* e", "+ a\n+ b\n- c", "1. a\n2. b\n   - c\n\n   d\n3) e", "text\n- a\n- b\nlazy",
	"text\n2. no item", "text\n1. an item", "text\n-\nno item", "-\n- a\n-", "-\n  a\n\n  b", "-\n\n  a", "- a\n  ```\n  x\n\n  y\n  ```\n- b", "- a\n\n      code\n- b", "-     code", "10. a\n    b",
	"- a\n  > b\n  c\n\nd", "- # a\n- ---", "1. a\n\n   b\n\n2. c", "- a\n  - b\n\n    c\n- d", "- a\n  > b\n  >\n- c", "- a\n-\n\n- c", "- a\n - b\n  - c\n   - d\n    - e", "- - a\n  - b\n- - - c",
	"1234567890. a\n0. b\n-1. c", "-a\n1.a\n1 a", "- a\n\n\n  b\n\n\n\n- c", "- a\n  b\n\n c", "-\ta\n\n\tb", "1.\ta\n\n\tb\n\n   c", "- a\n\n  [b]: c\n- d", "- a\n  - b\n  - c\n\n- d", "* a\n*\n\n* c\n",
	// code
	"    code\n     more\n\n    <b>\n", "a\n    no code", "    a\n\n\n        b\n\n\nc", "\tcode\n \tcode\n  \t code\n\t", "```yaml\na: <b>\n\n  c\n```\nd", "~~~\n```\n~~~", "```\nno end", "  ```\n  a\n   b\n  ```",
	"``` no `fence`", "~~~ a `b`\nc\n~~~ d\n~~~~  ", "```\na\n    ```\n  ```\nb", "a\n```\nb\n```\nc", "- ```\n  a\n  b\n c", "> ```\n> a\nb", "````\n```\n`````", "```\n\ta\n```",
	// quotes
	"> a\n> b\nc\n\n> - d\n> - e\n> > f", ">a\n>\n>b\n# c", "> ```\n> a\n> ```", "> > a\nb\n> c", ">\ta\n>     b\n>\t\tc", "> a\n\n> b", ">\n> a\n>", "> a\n- b", "> 1. > a\nb\n> c", "> a\n    b", ">     a\n    b",
	// HTML
	"a <b>b</b> <i\nc=\"d>\">e</i> 1 < 2 <3 </> <a", "a <!-- b --> c <?d?> <!E>", "<b c=d e='f' g = \"h\" :i _j.k- /> <b c=> <b c='d'e='f'> </b > </b c>", "<b/c> <b c=`d`> <1a> <a-b>", "<!--> a --> <!---> b <!-- c -- d -->",
	"<div>\n*a*\n\n*b*\n</div>", "<b>\n*a*\n</b>", "<b>*a*</b>", "a\n<b>\nc", "a\n<div>\nc\n\nd", "<!-- a\n\nb -->\nc", "<script>\n\na()\n</script>\nb", "<pre>\n\n*a*</pre>\n*b*", "<style>a</PRE>\n*b*",
	"> <div>\n*a*", "<?a\n\nb?>\nc", "<![CDATA[\n\na]]>b\n*c*", "    <div>", "<table>\n<tr><td>*a*</td></tr>\n\n<tr><td>\n\n*b*\n\n</td></tr></table>", "<div\n*a*", "</div>*a*\n\n<hr/>\n*b*\n\n</pre>\na",
	"| a | b |\n| - | - |\n| c | d |",
}

// judged returns what another reader of Markdown makes of a text, sanitized.
func judged(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	if err := goldmark.New(goldmark.WithRendererOptions(html.WithUnsafe())).Convert([]byte(text), &b); err != nil {
		t.Fatal(err)
	}
	return sanitize(b.String(), 1)
}

// TestCommonMark asks another reader what texts mean.
func TestCommonMark(t *testing.T) {
	for _, text := range commonMark {
		golden.Diff(t, text, strings.TrimSpace(judged(t, text)), strings.TrimSpace(HTML(text, 1)))
	}
}

// TestCommonMarkAlone has texts that the other reader takes differently, and one it does not know.
func TestCommonMarkAlone(t *testing.T) {
	tests := []struct{ name, markdown, want string }{
		{"carriage returns end lines", "a\r\rb", "<p>a</p>\n<p>b</p>\n"},
		{"a backslash takes the meaning of names of characters", "[a](\\&amp;b)", "<p><a href=\"&amp;amp;b\" rel=\"noreferrer\">a</a></p>\n"},
		{"three backslashes are one, and a break", "<\\\\\\\nb", "<p>&lt;\\<br>\nb</p>\n"},
		{"targets hold no angle brackets", "[a]: <b<c>\n\n[a]", "<p>[a]: &lt;b</p>\n<p>[a]</p>\n"},
		{"what is no title is text, once", "[a]: b\n\"c\" [d]: e\n\n[a]", "<p>&#34;c&#34; [d]: e</p>\n<p><a href=\"b\" rel=\"noreferrer\">a</a></p>\n"},
		{"definitions are blocks of items", "- [a]: b\n- [a]", "<ul>\n<li></li>\n<li><a href=\"b\" rel=\"noreferrer\">a</a></li>\n</ul>\n"},
		{"blank lines in code separate no items", "- ```\n  a\n\n- b", "<ul>\n<li>\n<pre><code>a\n\n</code></pre>\n</li>\n<li>b</li>\n</ul>\n"},
		{"items begin below their marker", "1.\n   - a", "<ol>\n<li>\n<ul>\n<li>a</li>\n</ul>\n</li>\n</ol>\n"},
		{"tabs behind marks", "> \t- a\n>\n> \t  b", "<blockquote>\n<ul>\n<li>\n<p>a</p>\n<p>b</p>\n</li>\n</ul>\n</blockquote>\n"},
		{"lines of HTML in items", "- <b>\n  *a*", "<ul>\n<li>\n<b>\n*a*\n</b></li>\n</ul>\n"},
		{"declarations in lower case", "<!doctype\nhtml> *a*\n*b*", " *a*\n<p><em>b</em></p>\n"},
	}
	for _, test := range tests {
		golden.Diff(t, test.name, test.want, HTML(test.markdown, 1))
	}
}

var space = regexp.MustCompile(`\s+`)

// FuzzCommonMark asks about texts made of the parts that matter. Left out is what the two readers take differently: mistakes of
// the other (tabs behind marks, items whose first line is empty, several backslashes at the end of a line) and HTML that is not closed.
func FuzzCommonMark(f *testing.F) {
	inside := strings.Split("a|b|é|„| |.|\n|*|**|_|__|`|``|\\*|\\`|\\]|\\\n|[|]|(|)|](b)|![|&amp;|<a>|<b c=\"d\">|</b>|<a@b.c>|<x:y>", "|")
	blocks := strings.Split("a|b|\n|\n\n|  |    |> |- x|1. x|* x|2) x|# x|```|\na\n| |---|===|~~~|<div>|</div>|<!-- c -->", "|")
	f.Add([]byte{7, 0, 7}, true)
	f.Add([]byte{6, 2, 7, 3, 4, 0}, false)
	f.Fuzz(func(t *testing.T, choices []byte, isInside bool) {
		parts := blocks
		if isInside {
			parts = inside
		}
		var b strings.Builder
		for _, c := range choices[:min(len(choices), 12)] {
			b.WriteString(parts[int(c)%len(parts)])
		}
		text := b.String()
		want, got := judged(t, text), HTML(text, 1)
		if space.ReplaceAllString(want, "") != space.ReplaceAllString(got, "") {
			t.Errorf("%q\nwant %q\ngot  %q", text, want, got)
		}
	})
}

package markdown

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"ytt/internal/golden"
)

func TestHTML(t *testing.T) {
	tests := []struct{ name, markdown, want string }{
		{"nothing", "", ""},
		{"paragraphs", "a *b*\n\n- `c`", "<p>a <em>b</em></p>\n<ul>\n<li><code>c</code></li>\n</ul>\n"},
		{"headings", "# a\n\n## b\n\n###### c", "<h4>a</h4>\n<h5>b</h5>\n<h6>c</h6>\n"},
		{"headings in HTML", "<h1>a</h1>\n<h5>b</h5>", "a\n<h5>b</h5>\n"},
		{"elements", "<p><i>a</i> <span style=\"color: red\">b</span><br/>c</p>", "<p><i>a</i> b<br>c</p>\n"},
		{"script", "a <script>x()</script>b", "<p>a b</p>\n"},
		{"style", "<style>p { color: red }</style>\n", "\n"},
		{"unfinished script", "a <script>x()", "<p>a </p>"},
		{"attributes", `<p onclick="x()" class="c" id="i">a</p>`, "<p>a</p>\n"},
		{"images", "![a](https://example.com/a.png) <img src=x onerror=x()>", "<p> </p>\n"},
		{"links", "[a](https://example.com?a=1&b=\"2\") <a href='b/c.md'>d</a>",
			"<p><a href=\"https://example.com?a=1&amp;b=%222%22\" rel=\"noreferrer\">a</a> <a href=\"b/c.md\" rel=\"noreferrer\">d</a></p>\n"},
		{"links that run code", "[a](javascript:x()) <a href=' java\tscript:x()'>b</a> <a href='&#106;avascript:x()'>c</a> <a href=\"data:text/html,x\">d</a>",
			"<p><a>a</a> <a>b</a> <a>c</a> <a>d</a></p>\n"},
		{"defined links that run code", "[a] <javascript:x()>\n\n[A]: javascript:x()", "<p><a>a</a> <a>javascript:x()</a></p>\n"},
		{"ends without start", "a</p></section></div>", "<p>a</p>\n"},
		{"starts without end", "<b>a <ul><li>b", "<p><b>a <ul><li>b</li></ul></b></p>\n"},
		{"crossed", "<b><i>a</b></i>", "<p><b><i>a</i></b></p>\n"},
		{"comments", "a <!-- <script> --> b <![CDATA[c]]>", "<p>a  b </p>\n"},
		{"not markup", "1 < 2 & \"3\" {{.}}", "<p>1 &lt; 2 &amp; &#34;3&#34; {{.}}</p>\n"},
		{"a character that HTML cannot have", "a\x00b", "<p>a\uFFFDb</p>\n"},
		{"deep elements", strings.Repeat("<b>", 60) + "a", "<p>" + strings.Repeat("<b>", 49) + "a" + strings.Repeat("</b>", 49) + "</p>\n"},
		{"deep blocks", strings.Repeat(">", 60) + "a",
			strings.Repeat("<blockquote>\n", 49) + "<p>&gt;&gt;&gt;&gt;&gt;&gt;&gt;&gt;&gt;&gt;&gt;a</p>\n" + strings.Repeat("</blockquote>\n", 49)},
		{"long", strings.Repeat("*a* ", longest/4) + "<b>", "<pre>" + strings.Repeat("*a* ", longest/4) + "&lt;b&gt;</pre>"},
	}
	for _, test := range tests {
		golden.Diff(t, test.name, test.want, HTML(test.markdown, 4))
	}
}

// TestLongTexts repeats what makes readers of Markdown slow, or keeps them for ever. A time is a rough bound: a thousandth of it
// is enough.
func TestLongTexts(t *testing.T) {
	for _, part := range []string{
		"*", "*a ", "**a*_", "a* ", "_a *b", "*a_ ", "a**b_c* ", "[", "![", "[a](", "](a)", "[a](b", "[a](<b", "[a](b \"", "![[a](b)", "[a][", "][", "[a]: b\n", "[a]: b 'c\n", "[a]:", "`", "`a``b```",
		"<", "<a ", "<a '", "<a b='", "<!--", "<!a", "<?", "<![CDATA[", "<a@", "<a:", "&", "&#", "> ", ">", ">\n", "- ", "- \n", "-\n", " - a\n", "1. ", "*\t", "\n", "\\", "<b>", "</b>", "<script>", "<script>\n", "<!--\n",
		"```\n", "~~~a\n", "#", "# ", "\t", " ", "a\n", "a\n=\n", "a\n\n", "=\n", "---\n", "é", "\u00a0*",
	} {
		for _, before := range []string{"", strings.Repeat("> ", deepest), strings.Repeat("- ", deepest) + "a\n", "<a b='", "![", strings.Repeat("- a\n  ", 3)} {
			text := before + strings.Repeat(part, (longest-len(before))/len(part))
			start := time.Now()
			checkHarmless(t, HTML(text, 4))
			if d := time.Since(start); d > 10*time.Second {
				t.Errorf("%q takes %v", part, d)
			}
		}
	}
}

func FuzzHTML(f *testing.F) {
	for _, seed := range commonMark {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		checkHarmless(t, HTML(text, 4))
	})
}

// harmlessHTML is what no text may go beyond.
var harmlessHTML = regexp.MustCompile(`^(?:[^<>"&]|&[#a-zA-Z0-9]+;|</?[a-z0-6]+>|<a href="(?:[^<>"&]|&[#a-z0-9]+;)*" rel="noreferrer">)*$`)

// checkHarmless checks what became of a text: it is made of elements without attributes and of links, and the sanitizer has
// nothing to take away from it, once more or another one. A parser finds the same.
func checkHarmless(t *testing.T, html string) {
	t.Helper()
	if !harmlessHTML.MatchString(html) {
		t.Errorf("%q is not what is written", html)
	}
	if again := sanitize(html, 4); again != html {
		t.Errorf("%q becomes %q", html, again)
	}
	checkParsed(t, html)
	if judged := judge().Sanitize(html); tagsOf(judged) != tagsOf(html) {
		t.Errorf("of %q should be left %q", html, judged)
	}
}

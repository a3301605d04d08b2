package schemadoc

import (
	"strings"
	"testing"

	"github.com/microcosm-cc/bluemonday"

	"ytt/internal/golden"
)

func TestProse(t *testing.T) {
	tests := []struct{ name, markdown, want string }{
		{"paragraphs", "a *b*\n\n- `c`", "<p>a <em>b</em></p>\n<ul>\n<li><code>c</code></li>\n</ul>\n"},
		{"headings", "# a\n\n###### b", "<h4>a</h4>\n<h6>b</h6>\n"},
		{"elements", "<p><i>a</i> <span style=\"color: red\">b</span><br/>c</p>", "<p><i>a</i> b<br>c</p>"},
		{"script", "a <script>x()</script>b", "<p>a b</p>\n"},
		{"style", "<style>p { color: red }</style>\n", "\n"},
		{"unfinished script", "a <script>x()", "<p>a </p>"},
		{"attributes", `<p onclick="x()" class="c" id="i">a</p>`, "<p>a</p>"},
		{"images", "![a](https://example.com/a.png) <img src=x onerror=x()>", "<p> </p>\n"},
		{"links", "[a](https://example.com?a=1&b=\"2\") <a href='b/c.md'>d</a>",
			"<p><a href=\"https://example.com?a=1&amp;b=%222%22\" rel=\"noreferrer\">a</a> <a href=\"b/c.md\" rel=\"noreferrer\">d</a></p>\n"},
		{"links that run code", "[a](javascript:x()) <a href=' java\tscript:x()'>b</a> <a href='&#106;avascript:x()'>c</a> <a href=\"data:text/html,x\">d</a>",
			"<p><a>a</a> <a>b</a> <a>c</a> <a>d</a></p>\n"},
		{"ends without start", "a</p></section></div>", "<p>a</p>\n"},
		{"starts without end", "<b>a <ul><li>b", "<p><b>a <ul><li>b</li></ul></b></p>\n"},
		{"crossed", "<b><i>a</b></i>", "<p><b><i>a</i></b></p>\n"},
		{"comments", "a <!-- <script> --> b <![CDATA[c]]>", "<p>a  b </p>\n"},
		{"not markup", "1 < 2 & \"3\" {{.}}", "<p>1 &lt; 2 &amp; &#34;3&#34; {{.}}</p>\n"},
		{"deep", strings.Repeat("<b>", 60) + "a", "<p>" + strings.Repeat("<b>", 49) + "a" + strings.Repeat("</b>", 49) + "</p>\n"},
	}
	p := newProse()
	for _, test := range tests {
		golden.Diff(t, test.name, test.want, string(p.html(test.markdown)))
	}
}

// FuzzSanitize asks another sanitizer: it has nothing to take away from what is left, apart from how things are spelled.
func FuzzSanitize(f *testing.F) {
	for _, seed := range []string{
		"<p>a</p>", "<a href=\"javascript:x()\">", "<scr<script>ipt>", "<svg><style><img src=x onerror=x()></style></svg>",
		"<math><mi><table><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=1 onerror=x()&gt;\">", "<a href='x' href='javascript:x()'>",
		"<noscript><p title=\"</noscript><img src=x onerror=x()>\">", "<p/onclick=x()>", "<!--><script>x()</script>", "<b <script>x()</script>>",
	} {
		f.Add(seed)
	}
	policy := bluemonday.NewPolicy()
	policy.AllowElements("b", "blockquote", "br", "code", "dd", "del", "dl", "dt", "em", "h4", "h5", "h6", "hr", "i", "kbd", "li", "ol", "p", "pre",
		"s", "strong", "sub", "sup", "table", "tbody", "td", "th", "thead", "tr", "u", "ul")
	policy.AllowStandardURLs()
	policy.AllowAttrs("href", "rel").OnElements("a")
	policy.AllowNoAttrs().OnElements("a")
	policy.RequireNoFollowOnLinks(false)
	f.Fuzz(func(t *testing.T, text string) {
		clean := string(sanitize([]byte(text)))
		if again := string(sanitize([]byte(clean))); again != clean {
			t.Errorf("%q becomes %q, and that %q", text, clean, again)
		}
		if judged := policy.Sanitize(clean); tagsOf(judged) != tagsOf(clean) {
			t.Errorf("%q becomes %q, of which %q should be left", text, clean, judged)
		}
	})
}

// tagsOf returns the names of the tags in a text, which holds no "<" but theirs.
func tagsOf(html string) string {
	var names []string
	for i, part := range strings.Split(html, "<") {
		if i > 0 {
			name, _, _ := strings.Cut(part, ">")
			name, _, _ = strings.Cut(name, " ")
			names = append(names, strings.TrimSuffix(name, "/"))
		}
	}
	return strings.Join(names, " ")
}

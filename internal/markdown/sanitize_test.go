package markdown

import (
	"strings"
	"sync"
	"testing"

	"github.com/microcosm-cc/bluemonday"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// judge returns another sanitizer, which allows the same.
var judge = sync.OnceValue(func() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements("b", "blockquote", "br", "code", "dd", "del", "dl", "dt", "em", "h4", "h5", "h6", "hr", "i", "kbd", "li", "ol", "p", "pre",
		"s", "strong", "sub", "sup", "table", "tbody", "td", "th", "thead", "tr", "u", "ul")
	p.AllowStandardURLs()
	p.AllowAttrs("href", "rel").OnElements("a")
	p.AllowNoAttrs().OnElements("a")
	p.RequireNoFollowOnLinks(false)
	return p
})

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

// FuzzSanitize asks another sanitizer, which has nothing to take away from what is left, apart from how things are spelled, and
// a parser: in a document there are only elements and attributes that texts may have.
func FuzzSanitize(f *testing.F) {
	for _, seed := range []string{
		"<p>a</p>", "<a href=\"javascript:x()\">", "<scr<script>ipt>", "<svg><style><img src=x onerror=x()></style></svg>",
		"<math><mi><table><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=1 onerror=x()&gt;\">", "<a href='x' href='javascript:x()'>",
		"<noscript><p title=\"</noscript><img src=x onerror=x()>\">", "<p/onclick=x()>", "<!--><script>x()</script>", "<b <script>x()</script>>",
		"<a href=\"&Tab;javascript:x()\">", "<a/href=x>", "<a href=x/>", "<a href = 'x'>", "<A HREF=HTTP://X>", "<b\x00>", "&lt;script&gt;", "&amp;lt;b&gt;", "<a =href=x>",
		"<plaintext>a", "<table><tr><td><a><table><a>b", "<p><b><p>a</b>", "<li></ul></li><dd>", "</br></p>", "<!a><?b><//c><!--d--!>e-->", "<title></title/><b>",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		clean := sanitize(text, 4)
		checkHarmless(t, clean)
		checkParsed(t, clean)
	})
}

// checkParsed parses HTML as browsers do, and looks at what is there.
func checkParsed(t *testing.T, clean string) {
	t.Helper()
	nodes, err := html.ParseFragment(strings.NewReader(clean), &html.Node{Type: html.ElementNode, Data: "div", DataAtom: atom.Div})
	if err != nil {
		t.Fatal(err)
	}
	s := sanitizer{level: 4}
	for _, top := range nodes {
		for n := range top.Descendants() {
			if n.Type != html.ElementNode {
				continue
			}
			if !s.isHarmless(n.Data) && n.DataAtom != atom.Colgroup {
				t.Errorf("%q has <%s>", clean, n.Data)
			}
			for _, a := range n.Attr {
				if n.Data != "a" || a.Key != "rel" && (a.Key != "href" || !isHarmlessLink(a.Val)) {
					t.Errorf("%q has <%s %s=%q>", clean, n.Data, a.Key, a.Val)
				}
			}
		}
	}
}

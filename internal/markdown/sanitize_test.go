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
// a parser: on a page there are only elements and attributes that texts may have, and only where they are put.
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
		checkHarmless(t, sanitize(text, 4))
	})
}

// checkParsed parses a page with some HTML on it, as browsers do, and looks at what is there and where it ends.
func checkParsed(t *testing.T, clean string) {
	t.Helper()
	page, err := html.Parse(strings.NewReader("<body><div>" + clean + "</div><section>after</section>"))
	if err != nil {
		t.Fatal(err)
	}
	body := page.FirstChild.LastChild
	if after := body.LastChild; body.FirstChild.NextSibling != after || after.DataAtom != atom.Section || after.FirstChild.Data != "after" {
		t.Errorf("%q reaches beyond its place", clean)
	}
	s := sanitizer{level: 4}
	for n := range body.FirstChild.Descendants() {
		if n.Type == html.ElementNode && !s.isHarmless(n.Data) {
			t.Errorf("%q has <%s>", clean, n.Data)
		}
		for _, a := range n.Attr {
			if n.Data != "a" || a.Key != "rel" && (a.Key != "href" || !isHarmlessLink(a.Val)) {
				t.Errorf("%q has <%s %s=%q>", clean, n.Data, a.Key, a.Val)
			}
		}
	}
}

package validate

import (
	"slices"
	"strings"

	"ytt/internal/diag"
	"ytt/internal/tree"
)

// This file keeps secrets out of reports. A failure of an assertion says by its parts what of it quotes the value. What
// code says can be anything: on a secret node nothing of it is shown, and elsewhere, as code sees all values of the
// document, every text in it that is a secret is replaced.

// foundByAssertion words the failure of an assertion.
func foundByAssertion(err error, s subject) string {
	why, ok := err.(*failure)
	if ok && why.quoted != "" && (s.secret || hasSecretItems(s.guide)) {
		return (&failure{words: why.words, quoted: diag.Redacted}).Error()
	}
	return err.Error()
}

func hasSecretItems(guide Guide) bool {
	items := itemOf(guide)
	return items != nil && items.Sensitive()
}

// foundByCode is what code says about a node.
func (r *runner) foundByCode(words string, s subject) string {
	switch {
	case words == "":
		return ""
	case s.secret:
		return diag.Redacted
	case r.secrets == nil:
		r.secrets = replacer(secretsOf(nil, r.root, r.guide, false))
	}
	return r.secrets.Replace(words)
}

// shortestSecret is the length from which a text is looked for in what code says. Shorter ones turn up by chance, and
// replacing them would tell what they are.
const minSecret = 4

// secretsOf appends the texts of the scalars that are secret. guide may be nil.
func secretsOf(texts []string, n tree.Node, guide Guide, secret bool) []string {
	secret = secret || guide != nil && guide.Sensitive()
	if guide == nil && !secret {
		return texts
	}
	switch n := n.(type) {
	case *tree.Map:
		for i := range n.Entries {
			texts = secretsOf(texts, n.Entries[i].Value, entryOf(guide, i, n.Entries[i].Key), secret)
		}
	case *tree.Array:
		below := itemOf(guide)
		for i := range n.Items {
			texts = secretsOf(texts, n.Items[i].Value, below, secret)
		}
	case *tree.Scalar:
		if text := n.String(); secret && len(text) >= minSecret && n.Kind != tree.Null && n.Kind != tree.Bool {
			texts = append(texts, text)
		}
	}
	return texts
}

// replacer hides texts, of several that start at the same place the longest.
func replacer(texts []string) *strings.Replacer {
	slices.SortFunc(texts, func(a, b string) int {
		if len(a) != len(b) {
			return len(b) - len(a)
		}
		return strings.Compare(a, b)
	})
	texts = slices.Compact(texts)
	pairs := make([]string, 0, 2*len(texts))
	for _, text := range texts {
		pairs = append(pairs, text, diag.Redacted)
	}
	return strings.NewReplacer(pairs...)
}

package validate

import (
	"ytt/internal/diag"
)

// This file keeps secrets out of reports. A failure of an assertion says by its parts what of it quotes the value. What
// code says can be anything, so on a secret node nothing of it is shown.

// foundByAssertion words the failure of an assertion.
func foundByAssertion(err error, s spot) string {
	why, ok := err.(*broken)
	if ok && why.quoted != "" && (s.secret || hasSecretItems(s.guide)) {
		return (&broken{words: why.words, quoted: diag.Redacted}).Error()
	}
	return err.Error()
}

func hasSecretItems(guide Guide) bool {
	items := itemOf(guide)
	return items != nil && items.Sensitive()
}

// foundByCode is what code says about a node.
func foundByCode(words string, s spot) string {
	if s.secret && words != "" {
		return diag.Redacted
	}
	return words
}

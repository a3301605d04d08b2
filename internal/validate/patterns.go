package validate

import (
	"fmt"
	"regexp"
	"regexp/syntax"
	"strconv"
	"strings"

	"go.starlark.net/starlark"

	"ytt/internal/limits"
	"ytt/internal/source"
	"ytt/internal/tree"
)

// This file implements the assertions about the text of strings: prefix, suffix, regular expression.

// textRule returns an assertion that is met by strings for which match returns true.
func textRule(keyword, before, arg string, match func(text string) bool) *Assertion {
	return &Assertion{
		keyword: keyword, kinds: String, before: before, arg: starlark.String(arg),
		node: tree.NewScalar(tree.StringValue(arg), source.Span{}),
		holds: func(n tree.Node) error {
			if s, ok := n.(*tree.Scalar); ok && s.Kind == tree.String && match(s.Text) {
				return nil
			}
			return &failure{quoted: quote(n)}
		},
	}
}

// StartsWith is met by strings with the prefix.
func StartsWith(prefix string) (*Assertion, error) {
	return textRule("starts_with", "a string that starts with ", prefix, func(text string) bool {
		return strings.HasPrefix(text, prefix)
	}), nil
}

// EndsWith is met by strings with the suffix.
func EndsWith(suffix string) (*Assertion, error) {
	return textRule("ends_with", "a string that ends with ", suffix, func(text string) bool {
		return strings.HasSuffix(text, suffix)
	}), nil
}

// Regexp is met by strings of which the whole matches the pattern, in RE2 syntax. An invalid pattern is an error.
func Regexp(pattern string) (*Assertion, error) {
	re, err := wholeMatch(pattern)
	if err != nil {
		return nil, fmt.Errorf("%s is not a regular expression: %s", strconv.Quote(abbreviated(pattern)), faultOfPattern(err))
	}
	return textRule("regexp", "a string that matches ", pattern, re.MatchString), nil
}

// wholeMatch compiles a pattern to an expression that matches whole texts.
func wholeMatch(pattern string) (*regexp.Regexp, error) {
	// "a)(b" is invalid but would be valid within parentheses, so the pattern is compiled alone first.
	if _, err := regexp.Compile(pattern); err != nil {
		return nil, err
	}
	re, err := regexp.Compile(`\A(?:` + pattern + `)\z`)
	if err != nil {
		// An unclosed \Q quotes everything up to the end, with the parenthesis.
		return regexp.Compile(`\A(?:` + pattern + `\E)\z`)
	}
	return re, nil
}

// faultOfPattern returns the reason why a pattern is invalid, on one line.
func faultOfPattern(err error) string {
	if fault, ok := err.(*syntax.Error); ok {
		reason := string(fault.Code)
		if fault.Code == syntax.ErrNestingDepth {
			reason += " (" + limits.Fixed + ")"
		}
		return fmt.Sprintf("%s: %q", reason, abbreviated(fault.Expr))
	}
	return err.Error()
}

package validate

import "strings"

// This file implements the format of URIs by the grammar of RFC 3986 appendix
// A. Package net/url accepts characters that are not allowed in URIs, such as
// blanks.

const (
	subDelims = "!$&'()*+,;="
	pathChars = subDelims + ":@/"
)

// uriFault checks scheme ":" hier-part [ "?" query ] [ "#" fragment ].
func uriFault(text string) string {
	scheme, rest, ok := strings.Cut(text, ":")
	if !ok || !isScheme(scheme) {
		return `does not start with a scheme, such as "https:"`
	}
	rest, fragment, _ := strings.Cut(rest, "#")
	rest, query, _ := strings.Cut(rest, "?")
	path := rest
	if after, ok := strings.CutPrefix(rest, "//"); ok {
		authority := after
		path = ""
		if i := strings.IndexByte(after, '/'); i >= 0 {
			authority, path = after[:i], after[i:]
		}
		if fault := authorityFault(authority); fault != "" {
			return fault
		}
	}
	switch {
	case !consistsOf(path, pathChars):
		return "a character in the path must be percent-encoded, or is badly so"
	case !consistsOf(query, pathChars+"?"):
		return "a character in the query must be percent-encoded, or is badly so"
	case !consistsOf(fragment, pathChars+"?"):
		return "a character in the fragment must be percent-encoded, or is badly so"
	}
	return ""
}

func isScheme(text string) bool {
	for i := range len(text) {
		c := text[i]
		if !isLetter(c) && (i == 0 || !isDigit(c) && c != '+' && c != '-' && c != '.') {
			return false
		}
	}
	return text != ""
}

// authorityFault checks [ userinfo "@" ] host [ ":" port ].
func authorityFault(authority string) string {
	host := authority
	if i := strings.IndexByte(authority, '@'); i >= 0 {
		if !consistsOf(authority[:i], subDelims+":") {
			return "a character in the user's name must be percent-encoded, or is badly so"
		}
		host = authority[i+1:]
	}
	if literal, ok := strings.CutPrefix(host, "["); ok {
		literal, port, closed := strings.Cut(literal, "]")
		switch {
		case !closed:
			return "the bracket around the address is not closed"
		case port != "" && (port[0] != ':' || !consistsOfDigits(port[1:])):
			return "the port is not made of digits"
		}
		return ipLiteralFault(literal)
	}
	host, port, _ := strings.Cut(host, ":")
	switch {
	case !consistsOf(host, subDelims):
		return "a character in the host must be percent-encoded, or is badly so"
	case !consistsOfDigits(port):
		return "the port is not made of digits"
	}
	return ""
}

// ipLiteralFault checks the contents of brackets: an IPv6 address, or "v", a
// hexadecimal version, "." and an address of that version.
func ipLiteralFault(literal string) string {
	if literal == "" || literal[0]|0x20 != 'v' {
		return ipv6Fault(literal)
	}
	version, address, ok := strings.Cut(literal[1:], ".")
	for i := range len(version) {
		ok = ok && isHex(version[i])
	}
	if !ok || version == "" || address == "" || strings.Contains(address, "%") || !consistsOf(address, subDelims+":") {
		return "there is no such kind of address"
	}
	return ""
}

func consistsOfDigits(text string) bool { return text == "" || isNumber(text) }

// consistsOf reports whether a text consists of unreserved and percent-encoded
// characters, and others.
func consistsOf(text, others string) bool {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case isLetter(c), isDigit(c), c == '-', c == '.', c == '_', c == '~':
		case c == '%':
			if i+2 >= len(text) || !isHex(text[i+1]) || !isHex(text[i+2]) {
				return false
			}
			i += 2
		case strings.IndexByte(others, c) < 0:
			return false
		}
	}
	return true
}

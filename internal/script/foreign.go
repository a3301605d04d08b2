package script

import (
	"math"
	"strconv"
	"strings"
)

// This file advises on operators of other languages that the parser reads as others, or not at all: the power x ** y of Python, and the
// filters x | name of Jinja and Helm.

// powerHint advises on "**", where a message is about it.
func powerHint(message, code string) string {
	if !strings.HasPrefix(message, "got '**', want ") && message != "unexpected input character '**'" {
		return ""
	}
	hint := "there is no operator for powers: multiply, as in x * x"
	before, after, _ := strings.Cut(code, "**")
	base, exponent := lastDigits(before), firstDigits(after)
	if n, ok := power(base, exponent); ok {
		return "there is no operator for powers: for " + base + " to the power of " + exponent + ", write " + n
	}
	return hint + `, or use math.pow(x, y) with load("@ytt:math", "math")`
}

// power computes a power of small numbers.
func power(base, exponent string) (string, bool) {
	b, err := strconv.Atoi(base)
	e, also := strconv.Atoi(exponent)
	if err != nil || also != nil || e > 64 || math.Pow(float64(b), float64(e)) > 1<<53 {
		return "", false
	}
	n := 1
	for range e {
		n *= b
	}
	return strconv.Itoa(n), true
}

// lastDigits returns the number at the end of a text, "" if something else stands there.
func lastDigits(text string) string {
	text = strings.TrimRight(text, " ")
	before := strings.TrimRight(text, "0123456789")
	if before != "" && (isWordByte(before[len(before)-1]) || before[len(before)-1] == '.') {
		return ""
	}
	return text[len(before):]
}

// firstDigits returns the number at the start of a text, "" if something else stands there.
func firstDigits(text string) string {
	text = strings.TrimLeft(text, " ")
	after := strings.TrimLeft(text, "0123456789")
	if after != "" && (isWordByte(after[0]) || after[0] == '.') {
		return ""
	}
	return text[:len(text)-len(after)]
}

// filterHint advises on a name that is not known and stands behind "|", as filters of other template languages do.
func filterHint(name, code string) string {
	at := -1
	for i := 0; i < len(code); i++ {
		if code[i] == '|' && strings.HasPrefix(strings.TrimLeft(code[i+1:], " "), name) {
			at = i
			break
		}
	}
	if at < 0 {
		return ""
	}
	x := filtered(code[:at])
	written, ok := filters[strings.ToLower(name)]
	switch {
	case !ok:
		return "there are no filters behind '|': call a function, as in name(" + x + ")"
	case strings.HasPrefix(written, "."):
		x += written
	default:
		x = strings.Replace(written, "x", x, 1)
	}
	return "there are no filters behind '|': write " + x
}

// filtered returns the operand in front of a filter: the last word of the code with its members, as far as it is simple.
func filtered(code string) string {
	code = strings.TrimRight(code, " ")
	start := len(code)
	for start > 0 && (isWordByte(code[start-1]) || code[start-1] == '.') {
		start--
	}
	if start == len(code) {
		return "x"
	}
	return code[start:]
}

// filters are filters of Jinja and functions of Helm, and what stands for them here.
var filters = map[string]string{
	"length": "len(x)", "count": "len(x)", "len": "len(x)",
	"upper": ".upper()", "lower": ".lower()", "title": ".title()", "capitalize": ".capitalize()", "trim": ".strip()",
	"int": "int(x)", "float": "float(x)", "string": "str(x)", "tostring": "str(x)", "quote": "str(x)", "squote": "str(x)", "list": "list(x)",
	"sort": "sorted(x)", "reverse": "reversed(x)", "first": "x[0]", "last": "x[-1]",
	"join": `", ".join(x)`, "split": `.split(",")`, "replace": `.replace("old", "new")`,
	"default":   "x or a default",
	"tojson":    `json.encode(x), with load("@ytt:json", "json")`,
	"to_json":   `json.encode(x), with load("@ytt:json", "json")`,
	"toyaml":    `yaml.encode(x), with load("@ytt:yaml", "yaml")`,
	"to_yaml":   `yaml.encode(x), with load("@ytt:yaml", "yaml")`,
	"b64enc":    `base64.encode(x), with load("@ytt:base64", "base64")`,
	"b64encode": `base64.encode(x), with load("@ytt:base64", "base64")`,
	"b64dec":    `base64.decode(x), with load("@ytt:base64", "base64")`,
	"sha256sum": `sha256.sum(x), with load("@ytt:sha256", "sha256")`,
	"indent":    "x without it: the value of '#@' is indented by itself", "nindent": "x without it: the value of '#@' is indented by itself",
}

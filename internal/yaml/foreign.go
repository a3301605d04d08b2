package yaml

import (
	"fmt"
	"strconv"
	"strings"
)

// This file implements the hints for lines of other template languages, such as Helm's and Jinja's: how they are written here.

// OtherTemplateHint is the hint for text with "{{ … }}" in it.
const OtherTemplateHint = "'{{ ... }}' is the mark of another template language; here code is written behind '#@', as in 'name: #@ data.values.name'; as part of a text, put it in quotes"

// foreignLine is a line with marks of another template language.
type foreignLine struct {
	start, end int // without the white space around
	text       string
	here       string // how it is written here, "" if that is not known
}

// foreignLines returns the lines of a document with such marks that may cause an error at an offset, and those behind them. There
// are none if neither the line of the error has them nor a line before it consists of them.
func (p *parser) foreignLines(at int) (found []foreignLine) {
	const most = 1000 // lines
	to := lineEnd(p.s, at)
	cause := false
	start := p.lineStart(at)
	for n := 0; n < most; n++ {
		if l, ok := p.foreignLine(start); ok && (n == 0 || isForeignCode(l.text)) {
			cause = true
			found = append([]foreignLine{l}, found...)
		}
		if start == p.first || start == 0 || isMarker(p.s, start, '-') {
			break
		}
		start = p.lineStart(start - 1)
	}
	if !cause {
		return nil
	}
	for n := 0; n < most && to < len(p.s); n++ {
		start := to + breakLen(p.s, to)
		if start >= len(p.s) || isMarker(p.s, start, '-') {
			break
		}
		if l, ok := p.foreignLine(start); ok {
			found = append(found, l)
		}
		to = lineEnd(p.s, start)
	}
	return found
}

// foreignLine returns the line that begins at an offset; false if it has no such marks.
func (p *parser) foreignLine(start int) (l foreignLine, ok bool) {
	l.start, l.end = start, lineEnd(p.s, start)
	for l.start < l.end && isBlank(p.s[l.start]) {
		l.start++
	}
	read, ok := readForeign(p.s[l.start:l.end])
	read.start, read.end = l.start, l.start+len(read.text)
	return read, ok
}

// readForeign reads a line; false if it has no such marks.
func readForeign(line string) (l foreignLine, ok bool) {
	l.text = strings.TrimSpace(line)
	if strings.HasPrefix(l.text, "#") {
		return l, false
	}
	open := strings.Index(l.text, "{{")
	if open < 0 {
		open = strings.Index(l.text, "{%")
	}
	if open < 0 || !strings.Contains(l.text[open:], "}}") && !strings.Contains(l.text[open:], "%}") {
		return l, false
	}
	before := strings.TrimRight(l.text[:open], " ")
	if before != "" && !strings.HasSuffix(before, ":") && before != "-" {
		return l, false // part of a text
	}
	l.here = writtenHere(l.text, before)
	return l, true
}

// isForeignCode reports whether a line begins with the mark, so that it is no value.
func isForeignCode(line string) bool {
	return strings.HasPrefix(line, "{{") || strings.HasPrefix(line, "{%")
}

// hint says how the line is written here.
func (l foreignLine) hint() string {
	switch {
	case l.here == "":
		return OtherTemplateHint
	case isForeignCode(l.text):
		return "'" + l.text + "' is of another template language; here it is written '" + l.here + "'"
	}
	return "'{{ ... }}' is the mark of another template language; here the line is written '" + l.here + "'"
}

// ForeignHint is the hint for a line of a file with marks of another template language, "" for other lines.
func ForeignHint(line string) string {
	if l, ok := readForeign(line); ok {
		return l.hint()
	}
	return ""
}

// foreignHints says how the lines are written here.
func foreignHints(lines []foreignLine) []string {
	const most = 6
	hints := []string{lines[0].hint()}
	for i, l := range lines[1:] {
		if i == most {
			hints = append(hints, "And "+strconv.Itoa(len(lines)-1-most)+" more lines of this kind follow")
			break
		}
		if l.here != "" {
			hints = append(hints, "Likewise '"+l.text+"' is written '"+l.here+"'")
		}
	}
	return hints
}

// writtenHere returns how a line is written here; before is what stands in front of the mark. It returns "" for what is not known.
func writtenHere(line, before string) string {
	open := len(before)
	inside := strings.TrimSpace(line[open:])
	if len(inside) < 4 {
		return ""
	}
	if text := joinedHere(inside); before != "" && text != "" {
		return before + " #@ " + text
	}
	statement := strings.HasPrefix(inside, "{%")
	closing := "}}"
	if statement {
		closing = "%}"
	}
	inside, rest, ok := strings.Cut(inside[2:], closing)
	if !ok || strings.TrimSpace(rest) != "" {
		return ""
	}
	inside = strings.TrimSpace(strings.Trim(strings.TrimSpace(inside), "-"))
	if before != "" {
		if x := foreignExpression(inside); x != "" {
			return before + " #@ " + x
		}
		return ""
	}
	return foreignStatement(inside)
}

// joinedHere translates a value of which "{{ … }}" is a part: a text that is put together. It returns "" for other values, and for what it
// does not know.
func joinedHere(value string) string {
	format, args := "", []string{}
	for rest := value; ; {
		text, after, found := strings.Cut(rest, "{{")
		format += text
		if !found {
			break
		}
		inside, behind, closed := strings.Cut(after, "}}")
		x := foreignExpression(strings.TrimSpace(strings.Trim(strings.TrimSpace(inside), "-")))
		if !closed || x == "" {
			return ""
		}
		format, args, rest = format+"{}", append(args, x), behind
	}
	if strings.ContainsAny(format, "\"\\#") || format == "{}" || strings.Count(format, "{") != len(args) {
		return ""
	}
	return fmt.Sprintf("%q.format(%s)", format, strings.Join(args, ", "))
}

// foreignStatement translates a statement.
func foreignStatement(code string) string {
	word, rest, _ := strings.Cut(code, " ")
	rest = strings.TrimSpace(rest)
	switch word {
	case "end", "endif", "endfor", "endwith":
		return "#@ end"
	case "if", "elif", "elsif":
		if x := foreignExpression(rest); x != "" {
			return "#@ " + strings.Replace(word, "elsif", "elif", 1) + " " + x + ":"
		}
	case "else":
		condition, isCondition := strings.CutPrefix(rest, "if ")
		switch x := foreignExpression(condition); {
		case rest == "":
			return "#@ else:"
		case isCondition && x != "":
			return "#@ elif " + x + ":"
		}
	case "range":
		if names, list, ok := strings.Cut(strings.ReplaceAll(rest, "$", ""), ":="); ok {
			key, value, both := strings.Cut(strings.TrimSpace(names), ",")
			x := foreignExpression(list)
			if value = strings.TrimSpace(value); x != "" && both && isForeignName(key) && isForeignName(value) {
				return "#@ for " + key + ", " + value + " in dict(" + x + ").items():"
			}
			return ""
		}
		if x := foreignExpression(rest); x != "" {
			return "#@ for item in " + x + ":"
		}
	case "for":
		names, list, ok := strings.Cut(rest, " in ")
		if x := foreignExpression(list); ok && x != "" && isForeignName(names) {
			return "#@ for " + names + " in " + x + ":"
		}
	}
	return ""
}

// foreignExpression translates an expression: a name, or one compared with a constant or negated. It returns "" for others.
func foreignExpression(code string) string {
	code, filter, piped := strings.Cut(strings.TrimSpace(code), "|")
	code, filter = strings.TrimSpace(code), strings.TrimSpace(filter)
	words := strings.Fields(code)
	other := ""
	switch {
	case len(words) == 1:
		other = foreignOperand(code)
	case len(words) == 2 && words[0] == "not":
		if x := foreignOperand(words[1]); x != "" {
			other = "not " + x
		}
	case len(words) == 3 && (words[0] == "eq" || words[0] == "ne"):
		other = comparedHere(words[1], map[string]string{"eq": "==", "ne": "!="}[words[0]], words[2])
	case len(words) == 3 && (words[1] == "==" || words[1] == "!="):
		other = comparedHere(words[0], words[1], words[2])
	}
	if value, ok := strings.CutPrefix(filter, "default "); ok && other != "" {
		return other + " or " + strings.TrimSpace(value)
	}
	if piped && filter != "quote" {
		return ""
	}
	return other
}

func comparedHere(left, operator, right string) string {
	left, right = foreignOperand(left), foreignOperand(right)
	if left == "" || right == "" {
		return ""
	}
	return left + " " + operator + " " + right
}

// foreignOperand translates a name, a text or a number.
func foreignOperand(word string) string {
	if strings.HasPrefix(word, `"`) && len(word) > 1 && strings.HasSuffix(word, `"`) {
		return word
	}
	if _, err := strconv.Atoi(word); err == nil {
		return word
	}
	if word == "true" || word == "false" {
		return strings.ToUpper(word[:1]) + word[1:]
	}
	if name, ok := strings.CutPrefix(word, "$"); ok && isForeignName(name) {
		return name // of a loop
	}
	for _, prefix := range []string{".Values.", "Values.", "data.values.", "values."} {
		if name, ok := strings.CutPrefix(word, prefix); ok && isForeignName(name) {
			return "data.values." + name
		}
	}
	if name, ok := strings.CutPrefix(word, "."); ok {
		word = name
		if first, _, _ := strings.Cut(name, "."); first == "Release" || first == "Chart" || first == "Files" || first == "Capabilities" {
			return ""
		}
	}
	if isForeignName(word) && !strings.HasPrefix(word, "include") {
		return "data.values." + word
	}
	return ""
}

// isForeignName reports whether a text is names with dots between them.
func isForeignName(text string) bool {
	for name := range strings.SplitSeq(text, ".") {
		if name == "" || strings.Trim(name, "_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") != "" {
			return false
		}
	}
	return true
}

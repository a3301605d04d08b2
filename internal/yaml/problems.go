package yaml

// This file implements errors: how they are reported, and how parsing continues after one.
//
// After an error, the parent block collection continues at the next line that is indented no further than itself. The nodes
// before the error stay in the tree, completed with empty values.
//
// Further errors of a document are reported if they cannot result from an earlier one: those behind an error inside of a scalar,
// and those on later lines if it is clear where the error ends (settle). Otherwise the rest of the document is read in silence.

import (
	"fmt"
	"strconv"
	"strings"

	"ytt/internal/diag"
	"ytt/internal/limits"
	"ytt/internal/source"
	"ytt/internal/spell"
)

// maxFaults limits the errors of a text, as each costs a search in the text around it.
const maxFaults = 10

const (
	noKey             = "did not find expected key"
	noContent         = "did not find expected node content"
	oneAnchor         = "A node can have one anchor only"
	oneTag            = "A node can have one tag only"
	noValues          = "mapping values are not allowed in this context"
	noBracket         = "There is no open bracket for this one"
	otherDocumentHint = "A document is one map, one list or one value; put a line '---' before another"

	tabHint = "Use spaces for indentation: YAML does not allow tabs there"
)

// fail reports an error. text is worded like the messages of libyaml. It returns false, as a result for its callers.
func (p *parser) fail(start, end int, text string, hints ...string) bool {
	return p.failAs(text, start, end, text, hints...)
}

// failInside is fail for a scalar on one line, whose end is known: later errors cannot result from it.
func (p *parser) failInside(start, end int, text string, hints ...string) bool {
	reported := !p.quiet
	p.failAs(text, start, end, text, hints...)
	if reported && !p.conflicted && len(p.faults) < maxFaults && len(p.foreignLines(start)) == 0 {
		p.quiet = false
	}
	return false
}

// failAs is fail with a headline of our own.
func (p *parser) failAs(headline string, start, end int, text string, hints ...string) bool {
	p.resume = p.pos
	if p.quiet {
		return false
	}
	p.quiet, p.settled = true, true
	switch at := p.mergeConflict(start); {
	case at >= 0 && p.conflicted:
		p.settled = false
		return false // may result from an earlier error
	case at >= 0:
		p.conflicted, p.settled = true, false
		start, end = at, lineEnd(p.s, at)
		headline, hints = "this is a mark of a merge conflict", []string{conflictHint}
	default:
		if f := p.foreignLines(start); len(f) > 0 {
			p.settled = false
			hints = foreignHints(f)
			if p.lineStart(start) != p.lineStart(f[0].start) {
				start, end = f[0].start, f[0].end
				headline = "this line is of another template language"
			}
		}
	}
	if strings.TrimSpace(p.s[p.lineStart(p.pos):lineEnd(p.s, p.pos)]) == "---" {
		p.settled = false // the lines behind it are of another document
	}
	span := source.Span{File: p.src, Start: int32(start), End: int32(max(start, min(end, len(p.s))))}
	p.faults = append(p.faults, &diag.Diagnostic{
		Code: diag.YAMLSyntax, Message: "yaml: line " + strconv.Itoa(span.Line()) + ": " + text, Headline: headline, Span: span, Hints: hints,
	})
	return false
}

// maxExcerpt is the maximum length in bytes of source text in a message.
const maxExcerpt = 40

const conflictHint = "Settle the merge conflict: keep one of the two parts, and remove the lines that begin with <<<<<<<, ======= and >>>>>>>"

// mergeConflict returns the offset of the first marker of a merge conflict if it may cause an error: it is not on a line after
// the error, and the other markers follow. It returns -1 for none.
func (p *parser) mergeConflict(at int) int {
	if !p.sought {
		p.sought, p.conflict = true, findConflict(p.s, p.first)
	}
	if p.conflict > at {
		return -1
	}
	return p.conflict
}

// findConflict returns the offset of the first marker of a merge conflict, -1 for none.
func findConflict(s string, from int) int {
	start := from
	if !strings.HasPrefix(s[from:], "<<<<<<< ") {
		next := strings.Index(s[from:], "\n<<<<<<< ")
		if next < 0 {
			return -1
		}
		start += next + 1
	}
	middle := strings.Index(s[start:], "\n=======")
	if middle < 0 || !strings.Contains(s[start+middle:], "\n>>>>>>> ") {
		return -1
	}
	return start
}

// lineStart returns the start of the line of an offset.
func (p *parser) lineStart(at int) int {
	return strings.LastIndexByte(p.s[:min(at, len(p.s))], '\n') + 1
}

// failHere reports an error about the token at pos.
func (p *parser) failHere(text string, hints ...string) bool {
	end := p.pos
	for end < len(p.s) && !blankAt(p.s, end) {
		end++
	}
	return p.fail(p.pos, end, text, hints...)
}

// failDepth reports a collection that is nested too deeply.
func (p *parser) failDepth() bool {
	limit := &diag.LimitError{Code: diag.YAMLSyntax, Message: "exceeded max depth of " + strconv.Itoa(maxDepth)}
	known := len(p.faults)
	p.failHere(limit.Message, limits.Fixed)
	for _, d := range p.faults[known:] {
		d.Err = limit
	}
	return false
}

// failTab reports a tab before a block collection.
func (p *parser) failTab() bool {
	return p.tabFault(p.tab, "found character that cannot start any token")
}

// tabFault reports a tab. Of those of a document only the first is reported, as they are one habit.
func (p *parser) tabFault(at int, text string) bool {
	p.quiet = p.quiet || p.tabs
	p.tabs = true
	return p.fail(at, at+1, text, tabHint)
}

// failStructure reports a block indicator where no block collection can start.
func (p *parser) failStructure(c byte) bool {
	switch c {
	case '-':
		p.failHere("block sequence entries are not allowed in this context", "Start a list on a line of its own")
		p.settled = false
		return false
	case '?':
		return p.failHere("mapping keys are not allowed in this context", "Start a map on a line of its own")
	}
	return p.failHere(noValues,
		"Start a map on a line of its own, indented further than the key above it; put a text that holds \": \" in quotes")
}

// failNoKey reports a ":" without a key, which YAML allows as a null key.
func (p *parser) failNoKey(text string) bool {
	return p.failHere(text, "Write a key before the ':'; put a text that begins with ':' in quotes")
}

// failMultiline reports a ":" after a scalar on several lines, which cannot be a key.
func (p *parser) failMultiline(v scalar) bool {
	first := p.s[v.start:lineEnd(p.s, v.start)]
	line := strconv.Itoa(p.src.Line(int32(v.start)))
	switch {
	case v.style != Plain:
		return p.failHere(noValues, "A key stands on one line")
	case p.lacksColon(v, first):
		key, value, _ := strings.Cut(strings.TrimSpace(first), " ")
		return p.failAs("line "+line+" has no ':' behind its key", v.start, v.start+len(first), noValues,
			"Line "+line+", '"+diag.Clip(strings.TrimSpace(first), maxExcerpt)+"', has no ':' behind its key: write '"+diag.Clip(key+": "+strings.TrimSpace(value), maxExcerpt)+"'")
	case strings.IndexByte(first, ':') >= 0:
		headline, at, hint := p.spaceless(v.start)
		return p.failAs(headline, at, at+1, noValues, hint)
	}
	return p.failContinued(v, line)
}

// failContinued reports a key that continues the plain scalar of the line before, because it is indented further.
func (p *parser) failContinued(v scalar, line string) bool {
	keyLine := p.lineStart(v.start)
	found, wanted := p.pos, indentOf(p.s, keyLine)
	start := p.lineStart(found)
	indent := indentOf(p.s, start)
	p.shift(indent, wanted)
	if first := strings.TrimSpace(p.s[keyLine:lineEnd(p.s, keyLine)]); len(first) > 1 && first[0] == '-' && isOrdinary(first[1]) {
		at := keyLine + wanted
		headline, rest := "an item without a space behind its '-'", first[1:]
		if r, size := spell.NoSpace(rest); size > 0 {
			headline, rest = "behind the '-' is "+notASpace(r), rest[size:]
		}
		return p.failAs(headline, at, at+len(first), noValues, "Put a space after '-': '- "+diag.Clip(rest, maxExcerpt)+"'")
	}
	hint := "This line goes on with the text of line " + line + ", because it is not indented like the key before; indent it like that"
	if indent == wanted {
		return p.failHere(noValues, hint)
	}
	hints := []string{"This line goes on with the text of line " + line + ", because it is not indented like the key before: indent it with " + spaces(wanted)}
	if item := p.itemFor(keyLine); item != "" {
		hints = append(hints, "Or is line "+line+" an item of the list above it? Then write '"+item+"'")
	}
	headline := spaces(indent) + " in front of this line, so that it goes on with the text of line " + line + ", which has " + strconv.Itoa(wanted)
	return p.failAs(headline, start+indent, found+1, noValues, hints...)
}

// itemFor returns a line as an item, if the line above is one and is indented like it; "" if not.
func (p *parser) itemFor(lineStart int) string {
	if lineStart == 0 {
		return ""
	}
	above, indent := p.lineStart(lineStart-1), indentOf(p.s, lineStart)
	if indentOf(p.s, above) != indent || !strings.HasPrefix(p.s[above+indent:], "- ") {
		return ""
	}
	return "- " + strings.TrimRight(p.s[lineStart+indent:lineEnd(p.s, lineStart)], " \t\r")
}

// lacksColon reports whether a line is a key and its value but for the colon: what follows, which has one, is indented like it.
func (p *parser) lacksColon(v scalar, first string) bool {
	key, value, ok := strings.Cut(strings.TrimSpace(first), " ")
	return ok && strings.TrimSpace(value) != "" && !strings.ContainsAny(key, "#:,") && p.lineStart(v.start)+indentOf(p.s, p.lineStart(v.start)) == v.start &&
		p.src.Line(int32(p.pos)) == p.src.Line(int32(v.start))+1 &&
		indentOf(p.s, p.lineStart(v.start)) == indentOf(p.s, p.lineStart(p.pos))
}

// indentOf returns the number of spaces at the start of a line.
func indentOf(s string, lineStart int) int {
	i := lineStart
	for i < len(s) && s[i] == ' ' {
		i++
	}
	return i - lineStart
}

func spaces(n int) string {
	switch n {
	case 0:
		return "no spaces"
	case 1:
		return "1 space"
	}
	return strconv.Itoa(n) + " spaces"
}

// failTrailing reports text after a complete value.
func (p *parser) failTrailing(text string) bool {
	if start := p.quoteAbove(); start >= 0 {
		line := p.s[start:lineEnd(p.s, start)]
		p.failAs("the quote that opens here ends only in line "+strconv.Itoa(p.src.Line(int32(p.pos)))+": "+diag.Clip(line, maxExcerpt), start, start+len(line), text,
			"The quote opened on line "+strconv.Itoa(p.src.Line(int32(start)))+" is not closed there: end it with "+p.s[start:start+1])
		if p.settle(start); p.settled {
			p.rewind(start)
		}
		return false
	}
	if n := len(p.nodes); n > 0 && p.nodes[n-1].Kind == Alias && int(p.nodes[n-1].Start) >= p.line && p.s[p.pos] != ':' {
		start := int(p.nodes[n-1].Start)
		line := strings.TrimRight(p.s[start:lineEnd(p.s, start)], " \t")
		return p.failAs("a value that begins with '*' is an alias, and nothing follows one", start, start+len(line), text,
			"Put a text in quotes: "+strconv.Quote(diag.Clip(line, maxExcerpt)))
	}
	end := p.pos
	for end < len(p.s) && !blankAt(p.s, end) {
		end++
	}
	headline := "'" + diag.Clip(p.s[p.pos:end], maxExcerpt) + "' stands behind a value that is complete"
	hint := "Nothing can follow on the line after the value is complete"
	switch c := p.s[p.pos]; {
	case c == ']' || c == '}':
		headline, hint = "'"+string(c)+"' closes nothing", noBracket
	case c == ',' && strings.TrimSpace(p.s[p.pos+1:lineEnd(p.s, p.pos)]) == "":
		hint = "Take the ',' away: only between braces and brackets there are commas"
	case p.pos > p.last && p.last > 0 && (p.s[p.last-1] == '\'' || p.s[p.last-1] == '"') && p.s[p.pos] != '#':
		hint = p.requoted()
	case p.pos > p.last || p.pos == 0:
	case p.s[p.pos-1] == '\'':
		hint = "Inside of single quotes, write ' as ''"
	case p.s[p.pos-1] == '"':
		hint = "Inside of double quotes, write \" as \\\""
	}
	return p.failAs(headline, p.pos, end, text, hint)
}

// quoteAbove returns the start of the quoted scalar that ends here but began on a line above, -1 for none.
func (p *parser) quoteAbove() int {
	if len(p.nodes) == 0 {
		return -1
	}
	n := &p.nodes[len(p.nodes)-1]
	if n.Kind != Scalar || n.Style != SingleQuoted && n.Style != DoubleQuoted || int(n.Stop) < p.line || int(n.Start) >= p.line {
		return -1
	}
	return int(n.Start)
}

// requoted returns a hint how to quote a value with text after its closing quote.
func (p *parser) requoted() string {
	const general = "Put all of the value in quotes"
	if len(p.nodes) == 0 {
		return general
	}
	n := &p.nodes[len(p.nodes)-1]
	if n.Kind != Scalar || int(n.Start) < p.line {
		return general
	}
	value := strings.TrimRight(p.s[n.Start:lineEnd(p.s, p.pos)], " \t\r")
	if strings.Contains(value, " #") {
		return general
	}
	quote := "'"
	if strings.HasPrefix(value, quote) {
		return general + ": \"" + strings.ReplaceAll(strings.ReplaceAll(value, `\`, `\\`), `"`, `\"`) + "\""
	}
	return general + ": " + quote + strings.ReplaceAll(value, quote, "''") + quote
}

// failIndent reports a line whose indentation differs from that of its collection.
func (p *parser) failIndent(text string) bool {
	indent := p.indent()
	wanted, line := p.siblings(indent)
	p.shift(indent, wanted)
	if line == 0 {
		return p.failHere(text, "No line above is indented like this one ("+spaces(indent)+"): indent it like the line that it goes with")
	}
	end := p.pos
	for end < len(p.s) && !blankAt(p.s, end) {
		end++
	}
	if last := &p.nodes[len(p.nodes)-1]; last.Kind == Scalar && last.Style >= Literal {
		begins := p.src.Line(last.Start)
		_, rest, _ := strings.Cut(p.s[last.Start:last.Stop], "\n")
		rest = strings.TrimLeft(rest, "\r\n")
		inner := len(rest) - len(strings.TrimLeft(rest, " "))
		if inner > indent && indent > wanted {
			return p.failAs(fmt.Sprintf("%s; the text that begins in line %d has %d", spaces(indent), begins, inner), p.pos, end, text,
				fmt.Sprintf("As a part of the text that begins on line %d, indent this line with %s; as a key, with %s, like line %d", begins, spaces(inner), spaces(wanted), line))
		}
	}
	return p.failAs(spaces(indent)+"; its siblings in line "+strconv.Itoa(line)+" have "+strconv.Itoa(wanted), p.pos, end, text,
		"No line above is indented like this one ("+spaces(indent)+"): indent it with "+spaces(wanted)+", like line "+strconv.Itoa(line))
}

// failNoItem reports a line of a list that is no item. More of them are likely to follow.
func (p *parser) failNoItem(text, hint string) bool {
	p.failHere(text, hint)
	p.settled = false
	return false
}

// shift notes that the line at pos is not indented as it should be. If all lines since another such one are indented as far, the two
// most likely have one cause, and the second is not reported.
func (p *parser) shift(found, wanted int) {
	if p.shifted.at > 0 && !p.quiet {
		p.quiet = true
		for at := p.lineStart(p.shifted.at); at < p.lineStart(p.pos); {
			end := lineEnd(p.s, at)
			outer := indentOf(p.s, at) < p.shifted.column || p.shifted.column == 0 && at > p.lineStart(p.shifted.at) && p.isEntryLine(at, 0) && p.s[at] != '-'
			if line := strings.TrimSpace(p.s[at:end]); line != "" && line[0] != '#' && outer {
				p.quiet = false
				break
			}
			at = end + max(breakLenAt(p.s, end), 1)
		}
	}
	p.shifted = shifted{p.pos, min(found, wanted)}
}

// siblings returns the nearest indentation among the lines above, and a line that has it; line 0 for none. Items are indented like
// items, and keys like keys, if there are any.
func (p *parser) siblings(indent int) (wanted, line int) {
	kind := Entry
	if strings.HasPrefix(p.s[p.pos:], "-") {
		kind = Item
	}
	if wanted, line = p.siblingsOf(kind, indent); line == 0 {
		wanted, line = p.siblingsOf(Entry+Item-kind, indent)
	}
	return wanted, line
}

func (p *parser) siblingsOf(kind Kind, indent int) (wanted, line int) {
	const most = 10_000 // nodes
	least := 1 << 30
	for i := len(p.nodes) - 1; i >= max(0, len(p.nodes)-most); i-- {
		n := &p.nodes[i]
		if n.Kind != Entry && n.Kind != Item {
			continue
		}
		start := p.lineStart(int(n.Start))
		column := int(n.Start) - start
		if strings.Trim(p.s[start:n.Start], " -") != "" || column >= least {
			continue // inside of brackets, or deeper than a later one
		}
		least = column
		if away := column - indent; n.Kind == kind && (line == 0 || max(away, -away) < max(wanted-indent, indent-wanted)) {
			wanted, line = column, p.src.Line(n.Start)
		}
		if column == 0 {
			break
		}
	}
	return wanted, line
}

// failKey reports a line of a mapping without ":".
func (p *parser) failKey(start int) bool {
	p.quiet = p.quiet || p.lined && !p.isolated(start)
	p.lined = true
	end := lineEnd(p.s, start)
	if strings.IndexByte(p.s[start:end], ':') >= 0 {
		headline, at, hint := p.spaceless(start)
		return p.failAs(headline, at, at+1, "could not find expected ':'", hint)
	}
	if key := p.blockTextAbove(start); key != "" {
		return p.failAs("this line is not indented, so it is no part of the text of '"+key+"'", start, end, "could not find expected ':'",
			"Indent it further than the line '"+key+"' above")
	}
	line := strings.TrimRight(p.s[start:end], " \t\r")
	if inner, begins := p.textAbove(start); inner > 0 {
		return p.failAs("this line is indented less than the text above, so it is no part of it", start, end, "could not find expected ':'",
			"As a part of the text that begins on line "+strconv.Itoa(begins)+", indent this line with "+spaces(inner))
	}
	if len(line) > 1 && strings.Trim(line, "-–—") == "" {
		return p.failAs("'"+line+"' begins no document", start, end, "could not find expected ':'", "Write three dashes to begin a document: '---'")
	}
	if strings.HasPrefix(line, "-") {
		return p.failAs("an item without a space behind its '-'", start, end, "could not find expected ':'", "Put a space after '-'")
	}
	p.failAs("a line without ':' in a map", start, end, "could not find expected ':'", "A line in a map is written \"key: value\"")
	if line != "" && strings.IndexByte("{[,|>", line[len(line)-1]) >= 0 {
		p.settled = false // it goes on
	}
	return false
}

// textAbove returns the indentation of the text of several lines that ends in front of a line, and the line on which it begins; 0 if
// something else stands there.
func (p *parser) textAbove(at int) (indent, begins int) {
	last := len(p.nodes) - 1
	if last < 0 || p.nodes[last].Kind != Scalar || p.nodes[last].Style < Literal || p.lineStart(at) == 0 {
		return 0, 0
	}
	above := p.lineStart(p.lineStart(at) - 1)
	if above < int(p.nodes[last].Start) || above >= int(p.nodes[last].Stop) {
		return 0, 0
	}
	return indentOf(p.s, above), p.src.Line(p.nodes[last].Start)
}

// isolated reports whether a line stands between two that are entries or items, apart from comments.
func (p *parser) isolated(at int) bool {
	above := p.lineStart(at)
	for above > 0 {
		above = p.lineStart(above - 1)
		if !p.isCommentLine(above) {
			break
		}
	}
	below := p.nextStart(at)
	for below < len(p.s) && p.isCommentLine(below) {
		below = p.nextStart(below)
	}
	return above < p.lineStart(at) && p.isEntryLine(above, -1) && p.isEntryLine(below, -1)
}

// nextStart returns the start of the line below that of an offset.
func (p *parser) nextStart(at int) int {
	end := lineEnd(p.s, at)
	return end + breakLenAt(p.s, end)
}

func (p *parser) isCommentLine(start int) bool {
	return strings.HasPrefix(strings.TrimLeft(p.s[start:lineEnd(p.s, start)], " \t"), "#")
}

// isEntryLine reports whether the line at an offset looks like an entry or item, indented by at most some spaces; -1 for any number.
func (p *parser) isEntryLine(start, most int) bool {
	line := p.s[start:lineEnd(p.s, start)]
	text := strings.TrimLeft(line, " ")
	if most >= 0 && len(line)-len(text) > most {
		return false
	}
	text, _ = strings.CutPrefix(text, "- ")
	if len(text) < len(strings.TrimLeft(line, " ")) && most >= 0 {
		return true
	}
	key, _, found := strings.Cut(strings.TrimRight(text, " \t\r")+" ", ": ")
	return found && key != "" && strings.Trim(key, "\"'_-./$abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") == ""
}

// settle decides whether what was opened on the line of an offset and not closed ends with that line, because the next one is an
// entry or item beside it or further out.
func (p *parser) settle(at int) {
	next := p.nextStart(at)
	p.settled = p.settled && next < len(p.s) && p.isEntryLine(next, indentOf(p.s, p.lineStart(at)))
}

// breakLenAt is breakLen, 0 at the end of the text.
func breakLenAt(s string, i int) int {
	if i >= len(s) {
		return 0
	}
	return breakLen(s, i)
}

// spaceless returns the first ':' on the line of an offset, what it lacks, and a hint to put a space behind it.
func (p *parser) spaceless(start int) (headline string, at int, hint string) {
	line := strings.TrimRight(p.s[start:lineEnd(p.s, start)], " \t\r")
	i := strings.IndexByte(line, ':')
	headline, hint = "a ':' without a space behind it", "Put a space after ':'"
	rest := line[i+1:]
	if r, size := spell.NoSpace(rest); size > 0 {
		headline, hint, rest = "behind the ':' is "+notASpace(r), fmt.Sprintf("Type the space after ':' again, it is U+%04X", r), rest[size:]
	}
	if rest != "" {
		hint += ": '" + diag.Clip(line[:i+1]+" "+rest, maxExcerpt) + "' instead of '" + diag.Clip(line, maxExcerpt) + "'"
	}
	return headline, start + i, hint
}

// blockTextAbove returns the line above one, if it ends in the mark of a text of several lines, which is then empty; "" if not.
func (p *parser) blockTextAbove(start int) string {
	lineStart := p.lineStart(start)
	if lineStart == 0 {
		return ""
	}
	above := strings.TrimSpace(p.s[p.lineStart(lineStart-1):lineStart])
	for _, mark := range []string{"|", ">", "|-", ">-", "|+", ">+"} {
		if strings.HasSuffix(above, ": "+mark) {
			return above
		}
	}
	return ""
}

// failAlias reports an alias with properties.
func (p *parser) failAlias(v scalar) bool {
	return p.fail(v.start, v.stop, noContent, "An alias cannot have an anchor or a tag")
}

// failStart reports a character that no scalar can start with.
func (p *parser) failStart() bool {
	const text = "found character that cannot start any token"
	switch c := p.s[p.pos]; c {
	case '@', '`':
		return p.failInside(p.pos, p.pos+1, text, "A plain value cannot start with '"+string(c)+"': put it in quotes")
	case '%':
		return p.failInside(p.pos, p.pos+1, text, "A plain value cannot start with '%': put it in quotes; directives stand before \"---\"")
	case '\t':
		return p.failTab()
	case ']', '}':
		return p.fail(p.pos, p.pos+1, noContent, noBracket)
	case ',':
		return p.fail(p.pos, p.pos+1, noContent, "A plain value cannot start with '"+string(c)+"': put it in quotes")
	case '-':
		return p.fail(p.pos, p.pos+1, "block sequence entries are not allowed in this context", "Inside of brackets, items are separated by commas")
	}
	return p.failHere(noContent)
}

// failQuote reports a quoted scalar without an end.
func (p *parser) failQuote(start, at int, text string) bool {
	line := p.s[start:lineEnd(p.s, start)]
	p.failAs("the quote that opens here is not closed: "+diag.Clip(line, maxExcerpt), start, start+len(line), text,
		"The quote opened on line "+strconv.Itoa(p.src.Line(int32(start)))+" is not closed: end it with "+p.s[start:start+1])
	p.pos = at
	p.settle(start)
	p.rewind(start)
	return false
}

// failFlow reports a token at pos that is not allowed in the flow collection opened at open.
func (p *parser) failFlow(open int, text string) bool {
	hint := "The '" + p.s[open:open+1] + "' opened on line " + strconv.Itoa(p.src.Line(int32(open))) + " may not be closed"
	if open >= p.line {
		if p.pos > 0 && (p.s[p.pos-1] == '"' || p.s[p.pos-1] == '\'') && int(p.nodes[len(p.nodes)-1].Stop) == p.pos {
			hint = "A text ends with the quote in front of '" + diag.Clip(strings.TrimSpace(p.s[p.pos:lineEnd(p.s, p.pos)]), maxExcerpt) +
				"': each text needs a quote at both ends, and a comma behind it"
		}
		return p.failHere(text, hint)
	}
	if before := p.lacksComma(open); before > 0 {
		p.failAs("a comma is missing in front of this line", before, before+1, text,
			"Items are separated by commas: write one at the end of line "+strconv.Itoa(p.src.Line(int32(before))))
		p.settled = false
		return false
	}
	return p.failUnclosed(open, text, hint+": end it with "+closing(p.s[open]))
}

// failUnclosed reports the flow collection opened at open, and goes on behind its line.
func (p *parser) failUnclosed(open int, text, hint string) bool {
	headline := "this '" + p.s[open:open+1] + "' is not closed"
	if swallowed := p.swallowed(open); swallowed != "" {
		headline, hint = "the '"+closing(p.s[open])+"' is part of the code in front of it", swallowed
	}
	p.failAs(headline, open, open+1, text, hint)
	p.settle(open)
	p.rewind(open)
	return false
}

// swallowed explains that the bracket that closes the one at an offset is part of code or a comment on the same line; "" if it is not.
func (p *parser) swallowed(open int) string {
	end := lineEnd(p.s, open)
	line := p.s[open+1 : end]
	at := strings.Index(line, " #")
	if at < 0 || !strings.HasSuffix(strings.TrimRight(line, " \t\r,"), closing(p.s[open])) {
		return ""
	}
	code, isCode := strings.CutPrefix(line[at+1:], "#@ ")
	if !isCode {
		return "A comment goes on to the end of the line, with the '" + closing(p.s[open]) + "' in it: write the comment behind the bracket"
	}
	hint := "Code goes on to the end of the line, with the '" + closing(p.s[open]) + "' in it: write each part on a line of its own"
	before := strings.TrimSpace(line[:at])
	if p.s[open] == '[' && (before == "" || strings.HasSuffix(before, ",") && strings.HasPrefix(before, "\"")) && !strings.Contains(code, "#@") {
		hint += ", or all of it as code: #@ [" + strings.TrimSpace(before+" "+code)
	}
	return hint
}

// closesBelow reports whether the collection opened at open is closed in the line at pos, or in one below that is indented as its
// content is.
func (p *parser) closesBelow(open int) bool {
	indent := func(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }
	closer := closing(p.s[open])
	outer := indent(p.s[p.lineStart(open):])
	for at := p.lineStart(p.pos); at < len(p.s); {
		end := lineEnd(p.s, at)
		line := p.s[at:end]
		trimmed := strings.TrimSpace(line)
		if trimmed != "" && indent(line) <= outer {
			return strings.HasPrefix(trimmed, closer)
		}
		if strings.Contains(line, closer) {
			return true
		}
		at = end + 1
	}
	return false
}

// lacksComma returns where the line above ends if the one at pos continues the collection opened at open, as its indentation says: 0
// if it does not.
func (p *parser) lacksComma(open int) int {
	start := p.lineStart(p.pos)
	outer := p.s[p.lineStart(open):]
	own := len(p.s[start:p.pos]) - len(strings.TrimLeft(p.s[start:p.pos], " "))
	isKey := p.pos < len(p.s) && p.s[p.pos] == ':' // behind a text that goes on from the line above
	if start <= open || start+own < p.pos && !isKey || own <= len(outer)-len(strings.TrimLeft(outer, " ")) {
		return 0
	}
	before := strings.TrimRight(p.s[open:start], " \t\r\n")
	if !p.closesBelow(open) || before == "" || strings.HasSuffix(before, ",") || strings.Contains(p.s[p.lineStart(open+len(before)-1):open+len(before)], "#") {
		return 0
	}
	return open + len(before) - 1
}

// closing is the bracket that closes another one.
func closing(open byte) string {
	if open == '{' {
		return "}"
	}
	return "]"
}

// failOpen reports a flow collection that is still open at the end of the text.
func (p *parser) failOpen(open int) bool {
	text := "did not find expected ',' or ']'"
	if p.s[open] == '{' {
		text = "did not find expected ',' or '}'"
	}
	hint := "The '" + p.s[open:open+1] + "' opened on line " + strconv.Itoa(p.src.Line(int32(open))) + " is not closed: end it with " + closing(p.s[open])
	return p.failUnclosed(open, text, hint)
}

// maxRewinds limits how often text is parsed again.
const maxRewinds = 8

// rewind continues after the line of offset at, before the position reached: a missing quote or bracket should not hide
// the rest of the document.
func (p *parser) rewind(at int) {
	end := lineEnd(p.s, at)
	if p.rewinds == maxRewinds || end >= p.pos {
		return
	}
	p.rewinds++
	p.resume = end
	for n := len(p.comments); n > 0 && int(p.comments[n-1].Start) >= end; n-- {
		p.comments = p.comments[:n-1]
	}
	p.last = min(p.last, end)
	n := len(p.nodes)
	for n > 0 && p.nodes[n-1].reaches(int32(end)) {
		n--
	}
	p.truncate(n)
	for i := n - 1; i >= 0; i-- {
		if int(p.nodes[i].Start) >= at {
			p.nodes[i].Stop = min(p.nodes[i].Stop, int32(end))
		}
		if int(p.nodes[i].End) > n { // it was closed, and is open again
			p.ensureValue(i)
			p.close(i)
		}
	}
}

// reaches reports whether the node's own text ends at or after an offset, except for collections, which lose children.
func (n *Node) reaches(offset int32) bool {
	return n.Start >= offset || n.Stop > offset && (n.Kind == Scalar || n.Kind == Entry)
}

// truncate removes all nodes from i on.
func (p *parser) truncate(i int) {
	if i >= len(p.nodes) {
		return
	}
	for k := i; k < len(p.nodes); k++ {
		if p.nodes[k].Flags&HasProps != 0 {
			delete(p.props, int32(k))
		}
	}
	p.nodes = p.nodes[:i]
}

// ensureValue adds the value of a document, entry or item that has none because of an error.
func (p *parser) ensureValue(i int) {
	if i >= len(p.nodes) || p.nodes[i].Kind != Document && p.nodes[i].Kind != Entry && p.nodes[i].Kind != Item {
		return
	}
	n := &p.nodes[i]
	if n.Flags&ComplexKey != 0 && len(p.nodes) == i+1 {
		n.Flags &^= ComplexKey
	}
	value := i + 1
	if n.Flags&ComplexKey != 0 {
		value = int(p.nodes[i+1].End)
	}
	if value >= len(p.nodes) {
		at := max(n.Stop, p.nodes[len(p.nodes)-1].Stop)
		p.add(Node{Kind: Scalar, Start: at, Stop: at})
	}
}

// continues reports whether the line at pos can begin nothing: it is a comment, the end of brackets that were given up, or begins with
// a tab again.
func (p *parser) continues(line int) bool {
	c := p.s[p.pos]
	return c == '#' || c == ']' || c == '}' || p.tabs && p.s[line] == '\t'
}

// resync moves to the start of the next line that is indented by at most column spaces, or on which a document starts
// or ends.
func (p *parser) resync(column int) { p.resyncIn(column, false) }

// resyncIn is resync; in a map, an item in its column belongs to a key that was given up.
func (p *parser) resyncIn(column int, inMap bool) {
	i := lineEnd(p.s, p.resume)
	for i < len(p.s) {
		pos, line, indent := p.nextLine(i)
		p.moveTo(pos, line, indent)
		if pos >= len(p.s) || p.anyMarker() || indent <= column && !p.continues(line) && !(inMap && indent == column && p.indicator('-')) {
			break
		}
		i = lineEnd(p.s, pos)
	}
	if i >= len(p.s) {
		p.pos = i
	}
	p.last = p.line - 1
	if p.pos >= len(p.s) {
		p.last = len(p.s)
	}
	p.resume = p.pos
	if p.settled && column >= 0 && len(p.faults) < maxFaults {
		p.quiet = false
	}
}

package script

import (
	"strconv"

	"ytt/internal/diag"
	"ytt/internal/source"
)

// This file implements what is said about blocks that do not match.
//
// By convention some of these problems are shown where the parser noticed them, on the line after the one at fault. The
// Span of the problem keeps to that; a note names the true place.

// unexpectedEnd reports the current line, an "end" that closes nothing.
func (a *assembler) unexpectedEnd() {
	if len(a.diags) > 0 {
		return
	}
	d := &diag.Diagnostic{
		Code:    diag.ScriptBlock,
		Message: "unexpected end",
		Span:    a.following(),
		Notes:   []diag.Note{{Message: "no block is open that this 'end' could close", Span: a.keyword()}},
		Detail:  diag.Script{},
	}
	if a.stray.Known() {
		d.Notes = append(d.Notes, a.strayNote())
	}
	a.report(d)
}

// misplacedBranch reports the current line, an elif or else that no open block can take.
func (a *assembler) misplacedBranch(keyword string, top *block) {
	if len(a.diags) > 0 {
		return
	}
	d := &diag.Diagnostic{Code: diag.ScriptBlock, Span: a.keyword(), Detail: diag.Script{}}
	switch top.keyword {
	case "":
		d.Message = "unexpected end"
		d.Notes = []diag.Note{{Message: "no 'if' is open that this '" + keyword + "' could belong to"}}
	case "if":
		d.Message = "got " + keyword + ", want primary expression"
		d.Notes = []diag.Note{{Message: "this 'if' already has an 'else'", Span: top.elseAt}}
	default:
		d.Message = "got " + keyword + ", want primary expression"
		d.Notes = []diag.Note{{Message: "the innermost open block is this '" + top.keyword + "'", Span: top.header}}
	}
	a.report(d)
}

// endFile reports blocks that are still open, and closes them.
func (a *assembler) endFile() {
	if n := len(a.blocks); n > 1 && len(a.diags) == 0 {
		innermost := a.blocks[n-1]
		d := &diag.Diagnostic{
			Code:    diag.ScriptBlock,
			Message: "mismatched set of block openings (if/else/elif/for/def) and closing (end)",
			Span:    innermost.header,
			Notes:   []diag.Note{{Message: "this '" + innermost.keyword + "' has no 'end'", Span: innermost.header}},
			Detail:  diag.Script{},
		}
		for i := n - 2; i > 0; i-- {
			b := a.blocks[i]
			d.Notes = append(d.Notes, diag.Note{Message: "nor has this '" + b.keyword + "'", Span: b.header})
		}
		if a.stray.Known() {
			d.Notes = append(d.Notes, a.strayNote())
		}
		a.report(d)
	}
	for len(a.blocks) > 1 {
		a.pop(source.Span{})
	}
}

// strayNote points at the first "end" whose indentation speaks against the block it closes: near it, people forgot or
// doubled one.
func (a *assembler) strayNote() diag.Note {
	line := strconv.Itoa(a.closes.Line())
	return diag.Note{
		Message: "this 'end' closes the '" + a.closes.Text() + "' of line " + line + ", but is not indented like it",
		Span:    a.stray,
	}
}

// following returns the start of what follows the current line: of more code, or of the node that the next ready-made
// statements stem from. It is the line itself when nothing
// does, or nothing with a known place.
func (a *assembler) following() source.Span {
	file := a.line.file
	next := file.Line(a.line.end()) + 1
	p := a.pieces[a.piece]
	if a.index < len(p.Lines) {
		current := p.Lines[a.index]
		if current.File != file {
			return current
		}
		if start := file.LineStart(next); start < current.End {
			return source.Span{File: file, Start: start, End: start}
		}
	} else if p.At.Known() {
		return p.At
	}
	if a.index+1 < len(p.Lines) {
		return p.Lines[a.index+1]
	}
	if rest := a.pieces[a.piece+1:]; len(rest) > 0 {
		switch p := rest[0]; {
		case len(p.Lines) > 0:
			return p.Lines[0]
		case p.At.Known():
			return p.At
		}
	}
	return a.line.span(a.line.first)
}

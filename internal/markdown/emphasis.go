package markdown

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// This file implements emphasis. A run of "*" or "_" may open, close, or both; that depends on what stands before and behind
// it. Each run that closes belongs to the nearest before it that opens and fits; what is between the two and has found
// nothing is text.
//
//	*a **b* c**    the second "*" closes the first one, so the "**" between them is text, and the last has nothing to close
//
// Whether two runs fit depends on three properties of the one that opens. Those that wait are kept in a stack for each
// combination, so that the nearest that fits is at the top of one, and no run is looked at twice.

// run is a sequence of marks.
type run struct {
	piece         int // where it is written
	mark          byte
	length        int // in the text
	left          int // how many of the marks are not used yet
	opens, closes bool
	closed        []int // how many marks each element needs that ends here, in order
	opened        []int // the same for elements that begin here, the inner ones first
}

// readRun reads marks.
func (r *inlineReader) readRun() {
	before, _ := utf8.DecodeLastRuneInString(r.text[:r.pos])
	rest := r.text[r.pos:]
	n := len(rest) - len(strings.TrimLeft(rest, rest[:1]))
	after, _ := utf8.DecodeRuneInString(rest[n:])
	if r.pos == 0 {
		before = ' '
	}
	if n == len(rest) {
		after = ' '
	}
	// Something stands directly behind the marks, or in front of them; if that is a sign, nothing is on the other side.
	opens := !isWhite(after) && (!isSign(after) || isWhite(before) || isSign(before))
	closes := !isWhite(before) && (!isSign(before) || isWhite(after) || isSign(after))
	s := run{piece: len(r.pieces), mark: rest[0], length: n, left: n, opens: opens, closes: closes}
	if s.mark == '_' { // not inside of words
		s.opens = opens && (!closes || isSign(before))
		s.closes = closes && (!opens || isSign(after))
	}
	r.runs = append(r.runs, s)
	r.write(r.take(n))
}

func isWhite(c rune) bool {
	return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r' || unicode.Is(unicode.Zs, c)
}

func isSign(c rune) bool { return unicode.IsPunct(c) || unicode.IsSymbol(c) }

// waiting holds the runs that may be closed, by what decides whether they fit.
type waiting [2 * 2 * 3][]int

// class returns where runs like this wait.
func (s *run) class() int {
	c := s.length % 3
	if s.closes {
		c += 3
	}
	if s.mark == '_' {
		c += 6
	}
	return c
}

// nearest returns the last of the runs that one closes, -1 if there is none.
func (w *waiting) nearest(s *run) int {
	found := -1
	first := s.class() / 6 * 6
	for c := first; c < first+6; c++ {
		n := len(w[c])
		// If one of two runs could do both, their lengths may be a multiple of three together only if each is one.
		unfit := (c-first >= 3 || s.opens) && c%3 != 0 && (c+s.length)%3 == 0
		if n > 0 && !unfit {
			found = max(found, w[c][n-1])
		}
	}
	return found
}

// forget takes the runs away from one on.
func (w *waiting) forget(from int) {
	for c := range w {
		for len(w[c]) > 0 && w[c][len(w[c])-1] >= from {
			w[c] = w[c][:len(w[c])-1]
		}
	}
}

// emphasize makes elements of the runs from one on.
func (r *inlineReader) emphasize(first int) {
	var w waiting
	for i := first; i < len(r.runs); i++ {
		s := &r.runs[i]
		for s.closes && s.left > 0 {
			at := w.nearest(s)
			if at < 0 {
				break
			}
			o := &r.runs[at]
			n := min(2, o.left, s.left)
			o.left, s.left = o.left-n, s.left-n
			o.opened, s.closed = append(o.opened, n), append(s.closed, n)
			w.forget(at + 1)
			if o.left == 0 {
				w.forget(at)
			}
		}
		if s.opens && s.left > 0 {
			w[s.class()] = append(w[s.class()], i)
		}
	}
	for _, s := range r.runs[first:] {
		r.pieces[s.piece] = s.html()
	}
	r.runs = r.runs[:first]
}

// html returns the tags that a run became, and the marks that it still has. Those are between what ends and what begins here.
func (s *run) html() string {
	var b strings.Builder
	for _, n := range s.closed {
		b.WriteString("</" + emphasisOf(n) + ">")
	}
	for range s.left {
		b.WriteByte(s.mark)
	}
	for _, n := range slices.Backward(s.opened) {
		b.WriteString("<" + emphasisOf(n) + ">")
	}
	return b.String()
}

// emphasisOf returns the element that so many marks on each side stand for.
func emphasisOf(marks int) string {
	if marks == 2 {
		return "strong"
	}
	return "em"
}

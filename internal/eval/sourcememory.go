package eval

import (
	"context"
	"strings"
	"sync/atomic"

	"ytt/internal/diag"
	"ytt/internal/limits"
	"ytt/internal/pulse"
	"ytt/internal/source"
	"ytt/internal/syntax"
	"ytt/internal/workspace"
	"ytt/internal/yaml"
)

// This file implements the limit of memory that files need for being read and
// compiled, before any code runs.

// Intake bounds what the files of a run need. It is safe for concurrent use;
// nil bounds nothing.
type Intake struct {
	ctx     context.Context
	reading *pulse.Pulse
	max     int64
	used    atomic.Int64 // bytes beyond what is usual for the sizes of the texts
}

// NewIntake returns an Intake of which nothing is used.
func NewIntake(ctx context.Context, l Limits) *Intake {
	return &Intake{
		ctx: ctx, max: limits.Memory.Of(l),
		reading: pulse.Of(ctx, pulse.YAML),
	}
}

// Bytes of memory for code, in compiled form.
const (
	bytesPerComment  = 900  // of a comment with code, "#@", of a few words
	bytesPerPart     = 1400 // of code in text, "(@", of a few words
	wordsOfPart      = 4    // what "a few" is
	bytesPerCodeByte = 40   // of a text of code
	bytesPerWord     = 130  // of a name, a number or a sign in code
)

// before returns the problems that keep a file from being compiled: the run is
// over, or its code would need too much.
func (i *Intake) before(file *workspace.File, src *source.File) diag.List {
	if i == nil {
		return nil
	}
	if ended := diag.Ended(i.ctx); ended != nil {
		return ended
	}
	i.add(codeCost(file, src.Text))
	if i.used.Load() <= i.max {
		return nil
	}
	return i.problem(src)
}

func (i *Intake) problem(src *source.File) diag.List {
	limit := yaml.TooDense(i.max).(*diag.LimitError)
	return diag.List{limit.Problem(source.Span{File: src})}
}

// exceeded reports whether too much was read.
func (i *Intake) exceeded() bool { return i != nil && i.ctx.Err() == nil && i.used.Load() > i.max }

// blame gives the problem to the largest file alone: which of those that were
// compiled side by side met the limit is chance.
func (i *Intake) blame(files []*workspace.File, compiled []*Compiled) {
	largest, size := -1, -1
	for at, f := range files {
		if src, problem := f.Source(); problem == nil && len(src.Text) > size {
			largest, size = at, len(src.Text)
		}
		compiled[at] = &Compiled{Unreadable: true}
	}
	if largest >= 0 {
		src, _ := files[largest].Source()
		compiled[largest].Problems = i.problem(src)
	}
}

// codeCost estimates the memory of compiled code, beyond what is usual for the
// size of the text.
func codeCost(file *workspace.File, text string) int64 {
	const small = 1 << 10
	if len(text) < small || !file.Template && file.Type != workspace.Starlark {
		return 0
	}
	need := 0
	switch KindOf(file.Type) {
	case syntax.Starlark:
		need = max(len(text)*bytesPerCodeByte, words(text)*bytesPerWord)
	case syntax.Text:
		need = costOfParts(text, "(@", "@)", bytesPerPart)
	default:
		need = costOfParts(text, "#@", "\n", bytesPerComment)
		if strings.Contains(text, "text-templated-strings") {
			need += costOfParts(text, "(@", "@)", bytesPerPart)
		}
	}
	return max(int64(need-len(text)*yaml.UsualBytes), 0)
}

// costOfParts estimates the memory of code in parts of a text.
func costOfParts(text, begin, end string, bytesPerPart int) int {
	need := 0
	for {
		_, rest, found := strings.Cut(text, begin)
		if !found {
			return need
		}
		code, behind, _ := strings.Cut(rest, end)
		need += bytesPerPart
		if len(code) > wordsOfPart {
			need += max(words(code)-wordsOfPart, 0) * bytesPerWord
		}
		text = behind
	}
}

// words counts names, numbers and signs in code, about: signs inside of texts,
// too, but not letters.
func words(code string) int {
	n, inWord := 0, false
	for i := range len(code) {
		c := code[i]
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '_', c >= 0x80:
			if !inWord {
				n++
			}
			inWord = true
			continue
		case c > ' ' && c != '"' && c != '\'' && c != '\\' && c != '-' && c != '/':
			n++
		}
		inWord = false
	}
	return n
}

func (i *Intake) add(bytes int64) {
	if i != nil && bytes > 0 {
		i.used.Add(bytes)
	}
}

// over reports whether the run is over, or too much was read.
func (i *Intake) over() bool {
	return i != nil && (i.ctx.Err() != nil || i.used.Load() > i.max)
}

// options returns those of a parse.
func (i *Intake) options() (maxBytes int64, stop func(bytes int) error) {
	if i == nil {
		return 0, nil
	}
	return max(i.max-i.used.Load(), 1), i.stop
}

// pulse asks whether the run goes on.
func (i *Intake) pulse(phase pulse.Phase) *pulse.Pulse {
	if i == nil {
		return nil
	}
	return pulse.Of(i.ctx, phase)
}

// ended returns the problem that the run is over, nil if it is not.
func (i *Intake) ended() diag.List {
	if i == nil {
		return nil
	}
	return diag.Ended(i.ctx)
}

// stop returns why a parse has to end, nil if it has not.
func (i *Intake) stop(bytes int) error {
	if !i.reading.Beat(bytes) {
		return nil
	}
	return diag.Interrupted(i.ctx)
}

// Package repair says what to do about problems. Other packages report facts: what they found. From these, and once for a run, for the
// problems that are shown, a repair is made: what to write instead, in words and as edits.
//
// Each of the other files has the words for one package that reports facts.
package repair

import (
	"context"

	"ytt/internal/annotation"
	"ytt/internal/diag"
	"ytt/internal/lint"
	"ytt/internal/overlay"
)

// Shown returns problems that are about to be shown with their repairs; the problems themselves stay as they are. The facts stay behind:
// they may hold what is not to be shown. Problems have no repairs from where the context ends.
func Shown(ctx context.Context, kept diag.List) diag.List {
	out := kept
	for i, d := range kept {
		cause := Shown(ctx, d.Cause)
		if d.Fact == nil && (len(cause) == 0 || &cause[0] == &d.Cause[0]) || ctx.Err() != nil {
			continue
		}
		if &out[0] == &kept[0] {
			out = append(diag.List(nil), kept...)
		}
		c := *d
		c.Repairs = append(d.Repairs[:len(d.Repairs):len(d.Repairs)], Of(d)...)
		c.Fact, c.Scope, c.Cause = nil, nil, cause
		out[i] = &c
	}
	return out
}

// Of returns the repairs of a problem, the likeliest first.
func Of(d *diag.Diagnostic) []diag.Repair {
	switch f := d.Fact.(type) {
	case annotation.Misuse:
		return say(argumentMisuses[f])
	case *annotation.UnknownKeyword:
		return unknownKeyword(f)

	case lint.LostRole:
		return nil // the hint is that of the warning

	case overlay.Misuse:
		return say(overlayMisuses[f])
	case *overlay.TwoActions:
		return sayf("a node has one action: keep one of #@%s and #@%s", f.First, f.Second)
	case *overlay.ItemAction:
		return itemAction(f)
	case *overlay.DictAsMatcher:
		return sayf("for nodes that contain this dict: by=overlay.subset(%s)", f.Code)
	case *overlay.CountFormat:
		return countFormat(f)
	case *overlay.Exclusive:
		return exclusive(f)
	case *overlay.Operand:
		return operand(f)
	case *overlay.OtherKind:
		return otherKind(f)
	case *overlay.Call:
		return call(f)
	case *overlay.LackingKey:
		return lackingKey(f)
	case *overlay.NoMatch:
		return noMatch(f, d.Span)
	case *overlay.OtherCount:
		return otherCount(f)
	}
	return nil
}

// say returns repairs in words only; none for empty ones.
func say(words ...string) (all []diag.Repair) {
	for _, w := range words {
		if w != "" {
			all = append(all, diag.Repair{Say: w})
		}
	}
	return all
}

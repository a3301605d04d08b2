// Package repair says what to do about problems. Other packages report facts: what they found. From these, and once for a run, for the
// problems that are shown, a repair is made: what to write instead, in words and as edits.
//
// Each of the other files has the words for one package that reports facts.
package repair

import (
	"context"
	"slices"

	"ytt/internal/annotation"
	"ytt/internal/diag"
	"ytt/internal/limits"
	"ytt/internal/overlay"
	"ytt/internal/syntax"
	"ytt/internal/yaml"
	"ytt/internal/yaml/compose"
	"ytt/internal/yaml/format"
	"ytt/internal/yaml/print"
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
		for _, other := range d.Same {
			c.Repairs = gathered(&c, Of(other))
		}
		for k := len(d.Repairs); k < len(c.Repairs); k++ {
			c.Repairs[k].Say = diag.CutText(c.Repairs[k].Say)
		}
		if words := headline(d); words != "" {
			c.Headline = words
		}
		c.Fact, c.Scope, c.Same, c.Cause = nil, nil, nil, cause
		out[i] = &c
	}
	return out
}

// gathered returns the repairs of a warning that stands for several, with those for another place as long as they are
// few.
func gathered(d *diag.Diagnostic, more []diag.Repair) []diag.Repair {
	all := d.Repairs
	for _, r := range more {
		said := func(other diag.Repair) bool { return other.Say == r.Say }
		if len(d.Hints)+len(all) < diag.MaxGathered && !slices.ContainsFunc(all, said) {
			all = append(all, r)
		}
	}
	return all
}

// headline returns what was found in words of our own, where the message has those of ytt 0.48; "" if there are none.
func headline(d *diag.Diagnostic) string {
	if f, ok := d.Fact.(*yaml.Fault); ok {
		return faultHeadline(f, d.Span)
	}
	return ""
}

// Of returns the repairs of a problem, the likeliest first.
func Of(d *diag.Diagnostic) []diag.Repair {
	switch f := d.Fact.(type) {
	case annotation.Misuse:
		return say(argumentMisuses[f])
	case *annotation.UnknownKeyword:
		return unknownKeyword(f)

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

	case syntax.Misuse:
		return comment(f, d.Span)

	case *yaml.Fault:
		return fault(f, d.Span)
	case yaml.Ambiguous:
		return say("put it in quotes if it is meant as a string")

	case compose.Misuse:
		return noTree(f, d.Span)
	case *compose.NoMap:
		return noMap(f)
	case *compose.UnknownAnchor:
		return unknownAnchor(f)
	case *compose.Duplicate:
		return duplicate(f)

	case print.KeyNoText:
		return say("put the key in quotes")
	case format.Misuse:
		return say("flow collections ([…], {…}) become block style with two spaces for each level", limits.Fixed)
	case *format.Broken:
		return broken(f)
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

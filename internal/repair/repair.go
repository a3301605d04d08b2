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
	"ytt/internal/eval"
	"ytt/internal/overlay"
	"ytt/internal/script"
	"ytt/internal/template"
	"ytt/internal/validate"
	"ytt/internal/value"
)

// Shown returns problems that are about to be shown with their repairs; the problems themselves stay as they are. The facts stay behind:
// they may hold what is not to be shown. Problems have no repairs from where the context ends.
func Shown(ctx context.Context, kept diag.List) diag.List {
	out := kept
	for i, d := range kept {
		cause := Shown(ctx, d.Cause)
		if d.Fact == nil && d.Alike == nil && (len(cause) == 0 || &cause[0] == &d.Cause[0]) || ctx.Err() != nil {
			continue
		}
		if &out[0] == &kept[0] {
			out = append(diag.List(nil), kept...)
		}
		c := *d
		add(&c, Of(d))
		for _, alike := range d.Alike {
			addNew(&c, Of(alike))
		}
		c.Fact, c.Scope, c.Cause, c.Alike = nil, nil, cause, nil
		out[i] = &c
	}
	return out
}

// add adds repairs to a problem: those that are code as notes, the others as they are. What is found in the code that failed says more
// than the hint that ytt 0.48 has for all such errors.
func add(c *diag.Diagnostic, found []diag.Repair) {
	c.Repairs, c.Notes = slices.Clip(c.Repairs), slices.Clip(c.Notes)
	for _, r := range found {
		if r.Written != "" {
			c.Notes = append(c.Notes, diag.Note{Message: "here it is written: " + r.Written})
			continue
		}
		if c.Repairs = append(c.Repairs, r); r.Below {
			c.Hints = nil
		}
	}
}

// addNew adds repairs that say something new, as long as the problem has few.
func addNew(c *diag.Diagnostic, found []diag.Repair) {
	for _, r := range found {
		if said := c.Advice(); len(said) < diag.MostGathered && !slices.Contains(said, r.Say) {
			c.Repairs = append(c.Repairs, r)
		}
	}
}

// Of returns the repairs of a problem, the likeliest first.
func Of(d *diag.Diagnostic) []diag.Repair {
	switch f := d.Fact.(type) {
	case annotation.Misuse:
		return say(argumentMisuses[f])
	case *annotation.UnknownKeyword:
		return unknownKeyword(f)

	case *eval.Location:
		return location(f)
	case eval.LoadCycle:
		return say("move what both need into a third file")
	case *eval.Member:
		return lackingMember(d, f)
	case *eval.Unassigned:
		return unassigned(f)

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

	case script.Slip:
		return say(slips[f]...)
	case *script.DroppedResult:
		return dropped(f)
	case *script.Fault:
		return fault(d, f)
	case *script.ForeignEnd:
		return sayf("every block is closed by 'end': write '%s'", f.End)
	case *script.UnicodeEscape:
		return unicodeEscape(f)
	case *script.Unknown:
		return unknown(d, f)

	case template.DocumentSet:
		return documentSet(f)
	case template.Slip:
		return say(templateSlips[f])
	case *template.Argument:
		return argument(d, f)
	case *template.NotText:
		return notText(f)
	case *template.TwoValues:
		return twoValues(f)

	case *validate.Broken:
		return broken(f)
	case validate.NothingReturned:
		return say(`the function returned nothing: is a "return" missing?`)

	case *value.Missing:
		return missing(f)
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

package render

import (
	"slices"

	"ytt/internal/diag"
	"ytt/internal/eval"
	"ytt/internal/lint"
	"ytt/internal/source"
	"ytt/internal/tree"
	"ytt/internal/workspace"
)

// This file tells which problems may follow from a warning that something is
// probably not what it was to be: a document is printed that was to be an
// overlay or to give values, or a comment stands where a value was to be. The
// stages run once more with that in doubt: a problem that is gone then may
// follow.

// suspect is something that is in doubt because of a warning.
type suspect struct {
	warning *diag.Diagnostic
	doc     *tree.Document // that is printed, and was probably not to be; nil for none
	values  bool           // the document was to give values
	line    lineOf         // of a node whose value is a comment; of no file for none
}

// suspects returns what warnings put in doubt in the results of files.
func suspects(ran []eval.Result, warnings []warning) (all []*suspect) {
	const most = 8
	for _, w := range warnings {
		if !w.Span.Known() || len(all) == most {
			continue
		}
		s := suspect{warning: w.Diagnostic}
		switch fact := w.Fact.(type) {
		case *lint.PrintedValues:
			s.doc, s.values = documentAt(ran, w.Span), true
		case *lint.IdleOverlay:
			s.doc = documentAt(ran, w.Span)
		default:
			switch {
			case fact == diag.Fact(lint.NoOverlay) || fact == diag.Fact(lint.NoSeparator):
				s.doc = documentAt(ran, w.Span)
			case w.Code == diag.UnknownAnnotation || w.Code == diag.ForgottenCode:
				s.line = lineOf{w.Span.File, w.Span.Line()}
			}
		}
		if s.doc != nil || s.line.file != nil {
			all = append(all, &s)
		}
	}
	return all
}

// documentAt returns the document that begins at a place, or has an annotation
// or an entry there; nil for none.
func documentAt(ran []eval.Result, at source.Span) *tree.Document {
	for _, r := range ran {
		if r.Outcome == nil || r.Outcome.Docs == nil {
			continue
		}
		for _, doc := range r.Outcome.Docs.Docs {
			if doc.Span == at {
				return doc
			}
			for _, n := range tree.All(doc.Value) {
				if n.Span == at || n.Metadata != nil && slices.ContainsFunc(n.Metadata.Annotations,
					func(a tree.Annotation) bool { return a.Span == at }) {
					return doc
				}
			}
		}
	}
	return nil
}

// blameSuspects says of problems of templates and overlays which warnings they
// may follow from. unknown is what is not known of the values; nil for nothing.
func (p *Prepared) blameSuspects(session *session, unknown *uncertainty, ran []eval.Result, problems diag.List,
	warnings []warning) diag.List {
	if !problems.HasErrors() || p.lib.depth > 0 || stopped(problems) {
		return problems
	}
	problems = slices.Clone(problems)
	for _, s := range suspects(ran, warnings) {
		rest := p.inDoubtOf(s, session, unknown, ran)
		if stopped(rest) {
			break
		}
		before, follow := problems, false
		for i, d := range problems {
			if d.Severity == diag.Error && !d.Follows.Known() && d.Code != diag.LibraryUnused && !isAmong(rest, d) {
				own := *d
				own.Follows, follow = s.warning.Span, true
				problems[i] = &own
			}
		}
		for _, d := range rest {
			if follow && s.values && d.Severity == diag.Error && !isAmong(before, d) {
				problems = append(problems, d) // that the others hid
			}
		}
	}
	return problems
}

// isAmong reports whether a list has a problem, found in another run.
func isAmong(all diag.List, d *diag.Diagnostic) bool {
	return slices.ContainsFunc(all, func(o *diag.Diagnostic) bool {
		return o.Code == d.Code && o.Span == d.Span && o.Message == d.Message
	})
}

// inDoubtOf returns the problems that there are whatever a suspect was to be.
func (p *Prepared) inDoubtOf(s *suspect, session *session, unknown *uncertainty, ran []eval.Result) diag.List {
	var silent Found
	if s.values {
		u := p.uncertainty()
		if unknown != nil {
			more := u.values
			*u = *unknown
			u.values = doubts{}
			u.values.join(&unknown.values)
			u.values.join(&more)
		}
		u.values.addNodes(s.doc, func(at source.Span, _ *tree.Metadata) bool { return at != s.doc.Span })
		session = p.uncertainSession(u)
		ran = session.RunEach(p.files.templates)
	}
	ran, overlays := s.without(ran)
	problems := p.withoutLoads(problemsOf(ran))
	return p.resultsAfter(session, ran, problems, &silent, overlays...)
}

// without returns results without what is in doubt, and the texts of overlays
// that this was perhaps to be.
func (s *suspect) without(ran []eval.Result) (rest []eval.Result, overlays []string) {
	rest = slices.Clone(ran)
	for i := range rest {
		r := &rest[i]
		if r.Outcome == nil || r.Outcome.Docs == nil || r.File.Type == workspace.Text {
			continue
		}
		docs := &tree.Stream{}
		for _, doc := range r.Outcome.Docs.Docs {
			switch {
			case s.doc != nil && doc.Span == s.doc.Span && doc.Value == s.doc.Value:
				if !s.values {
					overlays = append(overlays, textOf(doc))
				}
				continue
			case s.line.file != nil:
				own := *doc
				own.Value = s.inDoubt(doc.Value, doc.Span)
				doc = &own
			}
			docs.Docs = append(docs.Docs, doc)
		}
		outcome := *r.Outcome
		outcome.Docs = docs
		r.Outcome = &outcome
	}
	return rest, overlays
}

// inDoubt returns a value with tree.Unknown in place of null on the line of the
// suspect.
func (s *suspect) inDoubt(n tree.Node, at source.Span) tree.Node {
	if tree.IsNull(n) && at.Known() && (lineOf{at.File, at.Line()}) == s.line {
		return tree.Unknown
	}
	switch n := n.(type) {
	case *tree.Map:
		out := &tree.Map{Entries: slices.Clone(n.Entries)}
		for i := range out.Entries {
			out.Entries[i].Value = s.inDoubt(out.Entries[i].Value, out.Entries[i].Span)
		}
		return out
	case *tree.Array:
		out := &tree.Array{Items: slices.Clone(n.Items)}
		for i := range out.Items {
			out.Items[i].Value = s.inDoubt(out.Items[i].Value, out.Items[i].Span)
		}
		return out
	}
	return n
}

// textOf returns the text of the lines of a document.
func textOf(doc *tree.Document) string {
	var file *source.File
	start, end := -1, 0
	for _, n := range tree.All(doc.Value) {
		if !n.Span.Known() || file != nil && n.Span.File != file {
			continue
		}
		file = n.Span.File
		if start < 0 {
			start = int(file.LineStart(n.Span.Line()))
		}
		end = max(end, int(file.LineStart(n.Span.Line()+1)))
	}
	if file == nil {
		return ""
	}
	return file.Text[start:end]
}

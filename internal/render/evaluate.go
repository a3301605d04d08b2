package render

import (
	"fmt"
	"slices"

	"ytt/internal/diag"
	"ytt/internal/eval"
	"ytt/internal/workspace"
)

// This file implements the evaluate stage: running the templates of a library with its values.

// evaluate runs the templates. The outermost library takes results from the run's memory where they are the same as before;
// those inside run in the goroutine of the code that renders them.
func (p *Prepared) evaluate(outermost bool) (*session, []eval.Result) {
	l := p.lib
	end := l.trace.Start("evaluate")
	switch {
	case !outermost:
		session := p.lateSession(nil)
		ran := session.RunEach(p.templates)
		end("%v", count{len(p.templates), "file"})
		return session, ran
	case l.run.opts.Memory == nil:
		session := p.lateSession(nil)
		ran := session.RunAll(p.templates)
		end("%v", count{len(p.templates), "file"})
		return session, ran
	}
	record := &eval.Record{}
	session := p.lateSession(record)
	past := l.run.opts.Memory.recall(l)
	ran := make([]eval.Result, len(p.templates))
	var fresh []*workspace.File
	for i, f := range p.templates {
		if known := past.result(f, p.Values.Value); known != nil {
			ran[i] = *known
			ran[i].File = f
		} else {
			fresh = append(fresh, f)
		}
	}
	results := session.RunAll(fresh)
	for i := range ran {
		if ran[i].File == nil {
			ran[i], results = results[0], results[1:]
		}
	}
	l.run.opts.Memory.keep(l, past, record, fresh, ran)
	end("%v, %d as before", count{len(fresh), "file"}, len(p.templates)-len(fresh))
	return session, ran
}

// problemsOf returns the problems of all results.
func problemsOf(ran []eval.Result) diag.List { return slices.Concat(eval.Problems(ran)...) }

// unknownTypes reports files that are marked for output although they have no type that can be rendered.
func (l *library) unknownTypes() (diags diag.List) {
	for _, f := range l.root.FilesInOrder() {
		if f.ForOutput && f.Type == workspace.Data {
			diags = append(diags, &diag.Diagnostic{
				Code:    diag.BadFileMark,
				Message: "Unknown file type",
				Hints: []string{fmt.Sprintf("'%s' is a data file, which has no output of its own: say what it is with "+
					"--file-mark '%s:type=text-template' or another type", f.Path, f.Original)},
			})
		}
	}
	return diags
}

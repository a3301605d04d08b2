package render

import (
	"errors"
	"slices"

	"ytt/internal/diag"
	"ytt/internal/eval"
	"ytt/internal/lint"
	"ytt/internal/schema"
	"ytt/internal/tree"
	"ytt/internal/value"
	"ytt/internal/workspace"
)

// This file finds further problems of a library after a stage has failed, if that failure cannot have caused them.

// static returns the problems of files that are known without running them, file by file, warnings included. That a file cannot be read
// has been reported.
func (l *library) static(files ...[]*workspace.File) (problems diag.List) {
	for _, c := range l.run.programs.CompileAll(slices.Concat(files...), l.rules.Compile) {
		if !c.Unreadable && c.Problems.HasErrors() {
			problems = append(problems, c.Problems...)
		}
	}
	return problems
}

// Remaining returns the problems of templates, after Prepare has failed, or what it was given was not all there. They are
// run if all that they see is known. What they render is not.
func (p *Prepared) Remaining() (found Found, problems diag.List) {
	l := p.lib
	if l == nil {
		return Found{}, nil
	}
	defer l.run.budget.Guard(l.run.ctx)()
	switch {
	case !p.partial && p.Values != nil:
		ran := p.lateSession(nil).RunAll(p.files.templates)
		found.warn(p.printedAmong(ran))
		problems = withoutLoads(problemsOf(ran))
	case p.Schema != nil && !p.Schema.IsNone():
		problems = p.whatever(&found, &tree.Document{Value: p.Schema.Defaults(), Span: p.Schema.Root.Span})
	default:
		problems = p.whatever(&found, &tree.Document{Value: &tree.Map{}})
	}
	found.Add(l.code.take())
	return found, problems
}

// ValuesPrinted warns of files of values among the templates, where only the values are asked for. Only files without code are run.
func (p *Prepared) ValuesPrinted() (found Found) {
	if p.lib == nil || p.Schema == nil || p.Schema.IsNone() {
		return Found{}
	}
	defer p.lib.run.budget.Guard(p.lib.run.ctx)()
	assumed := *p
	if assumed.Values == nil {
		assumed.Values = &tree.Document{Value: p.Schema.Defaults(), Span: p.Schema.Root.Span}
	}
	plain := slices.DeleteFunc(slices.Clone(p.files.templates), func(f *workspace.File) bool {
		program := p.lib.run.programs.Compile(f, p.lib.rules.Compile).Program
		return program == nil || !program.Plain
	})
	found.warn(assumed.printedAmong(assumed.lateSession(nil).RunAll(plain)))
	return found
}

// printedAmong returns warnings about files of values among the templates, which may be why values are missing.
func (p *Prepared) printedAmong(ran []eval.Result) diag.List {
	fine := slices.DeleteFunc(slices.Clone(ran), func(r eval.Result) bool { return r.Outcome == nil || r.Problems.HasErrors() })
	return p.lib.run.lint(&lint.Library{
		Schema: p.Schema, Values: p.Values, Results: resultsOf(collect(fine).files), Compiled: p.lib.compiled, Incomplete: true,
	})
}

// withoutLoads drops the problems of loading other files, which may be the broken ones.
func withoutLoads(problems diag.List) diag.List {
	return slices.DeleteFunc(problems, func(d *diag.Diagnostic) bool {
		return d.Code == diag.LoadFailed || d.Code == diag.LoadNotFound
	})
}

// whatever returns the problems that templates have whatever the values are: those which are known without running them, and
// those which running them with assumed values shows, if they are names that the schema does not declare, or failures of code
// that has read no value and asked for no file.
func (p *Prepared) whatever(also *Found, values *tree.Document) (problems diag.List) {
	assumed := *p
	assumed.Values = values
	record := &eval.Record{}
	ran := assumed.lateSession(record).RunAll(p.files.templates)
	if p.Schema != nil && !p.Schema.IsNone() {
		also.warn(assumed.printedAmong(ran))
	}
	uses := record.Of(inLibrary(p.lib, p.files.templates))
	for i, found := range eval.Problems(ran) {
		f := p.files.templates[i]
		static := also.withoutWarnings(p.lib.static([]*workspace.File{f}))
		problems = append(problems, static...)
		independent := len(static) == 0 && isIndependent(uses[i])
		for _, d := range found {
			failed := d.Code == diag.ScriptRuntime || d.Code == diag.LoadNotFound && !p.lib.in.lacks.Files
			if isUndeclared(d, p.Schema) || independent && failed {
				problems = append(problems, d)
			}
		}
	}
	return problems
}

// isIndependent reports whether a result would be the same with other values, and with further files.
func isIndependent(uses eval.Uses) bool {
	isRead := func(r value.Read) bool { return len(r.Path) > 0 || !r.MapOnly } // that data values are a map is always so
	return !slices.ContainsFunc(slices.Concat(uses.Values...), isRead) && !uses.Opaque && !uses.Lists
}

// isUndeclared reports whether a problem is that code uses a data value that the schema does not declare.
func isUndeclared(d *diag.Diagnostic, s *schema.Schema) bool {
	var missing *value.MissingMemberError
	if s == nil || s.IsNone() || !errors.As(d.Err, &missing) {
		return false
	}
	keys, ok := missing.Keys()
	if !ok {
		return false
	}
	declared := s.At(keys)
	return declared != nil && !declared.Type.Any && declared.Type.Map != nil
}

package app

import (
	"context"
	goerrors "errors"
	"slices"
	"strings"

	"ytt/internal/annotation"
	"ytt/internal/diag"
	"ytt/internal/eval"
	"ytt/internal/files"
	"ytt/internal/lint"
	"ytt/internal/meter/limits"
	"ytt/internal/overlay"
	"ytt/internal/pulse"
	"ytt/internal/render"
	"ytt/internal/schema"
	"ytt/internal/script"
	"ytt/internal/source"
	"ytt/internal/template"
	"ytt/internal/tree"
	"ytt/internal/value"
	"ytt/internal/values/layers"
	"ytt/internal/workspace"
)

// This file implements what all runs have in common: reading the values that
// are given, and collecting the problems.

// runner is a run that has its inputs. It does not change.
type runner struct {
	*render.Run
	given
	root   workspace.Library
	values Values
	exit   *render.Exit
	look   *Look // that the run is about; nil for none
}

// prepare finds out the schema and the values of the library, unless a look has
// done so.
func (r *runner) prepare(seen *problems) (prepared *render.Prepared, problems Diagnostics) {
	if r.look != nil {
		prepared, problems = r.look.prepared.On(r.Run), r.look.problems
	} else {
		prepared, problems = r.Prepare(r.root, r.inputs, r.ref)
	}
	seen.found.Add(prepared.Found)
	return prepared, problems
}

// question is what a run is to find out. It returns files, and the lines that
// code printed.
type question func(r *runner, seen *problems) (files []RenderedFile, printed []string)

// problems are those of the steps of a run. A step after one that failed finds
// only what does not depend on that.
type problems struct {
	found    render.Found // beside errors
	errors   Diagnostics  // with the warnings of the steps that failed
	warnings Diagnostics
	misread  []string // arguments of flags that name no file that can be read
	partial  bool     // what was found until the context ended is of use, and says so
}

// add adds the problems of a step, and reports whether there are no errors yet.
func (p *problems) add(found Diagnostics) bool {
	if found.HasErrors() {
		p.errors = append(p.errors, found...)
	} else {
		p.warnings = append(p.warnings, found...)
	}
	return len(p.errors) == 0
}

// addWarnings adds warnings that are not known yet.
func (p *problems) addWarnings(found Diagnostics) {
	known := map[*Diagnostic]bool{}
	for _, w := range p.warnings {
		known[w] = true
	}
	for _, w := range found {
		if !known[w] {
			p.warnings = append(p.warnings, w)
		}
	}
}

// explainLostRole puts the problem of a document that was to be data values or
// a schema, but is neither for its annotation is misspelt, in the place of the
// errors that follow: data values are missing, and overlays find the document.
func (p *problems) explainLostRole() {
	p.warnings = slices.DeleteFunc(slices.Clone(p.warnings), func(d *Diagnostic) bool {
		other := func(o *Diagnostic) bool { return isLostRole(o) && !isUnmarked(o) && o.Span.File == d.Span.File }
		return isUnmarked(d) && (slices.ContainsFunc(p.warnings, other) || slices.ContainsFunc(p.errors, other))
	})
	var cause *Diagnostic
	i := slices.IndexFunc(p.warnings, isLostRole)
	if i >= 0 {
		cause = p.warnings[i]
	} else if k := slices.IndexFunc(p.errors, isLostRole); k >= 0 {
		cause = p.errors[k]
	} else {
		return
	}
	others := slices.DeleteFunc(slices.Clone(p.errors), func(d *Diagnostic) bool {
		return d != cause && (lacksValue(d) || isAboutDocument(d, cause.Span.File) ||
			isUnmarked(cause) && lacksDeclaration(d))
	})
	if len(others) == len(p.errors) {
		return
	}
	if p.errors = others; i >= 0 {
		p.errors = append(p.warnings[i:i+1:i+1].AsErrors(), others...)
		p.warnings = slices.Delete(slices.Clone(p.warnings), i, i+1)
	}
}

// lacksValue reports whether a problem is that code reads a data value that there
// is not.
func lacksValue(d *Diagnostic) bool {
	var missing *value.MissingMemberError
	if !goerrors.As(d.Err, &missing) {
		return false
	}
	return missing.IsOfValues()
}

// isUnmarked reports whether a problem is that a document was to be a schema.
func isUnmarked(d *Diagnostic) bool {
	lost, ok := d.Fact.(*lint.LostRole)
	if !ok {
		return false
	}
	_, unmarked := lost.What.(*lint.Unmarked)
	return unmarked
}

// lacksDeclaration reports whether all of a problem may follow from a schema that
// is not there: values or members of them are missing, and keys are new.
func lacksDeclaration(d *Diagnostic) bool {
	if len(d.Cause) > 0 {
		return !slices.ContainsFunc(d.Cause, func(c *Diagnostic) bool { return !lacksDeclaration(c) })
	}
	switch f := d.Fact.(type) {
	case *overlay.NoMatch:
		return f.AddsKey()
	case *schema.UnknownKey:
		return true
	case *script.Fault:
		if f.Kind == script.MissingKey && f.Left == "struct" {
			return true
		}
	}
	var missing *value.MissingMemberError
	return goerrors.As(d.Err, &missing)
}

// isAboutDocument reports whether a problem of an overlay is about a document of
// a file.
func isAboutDocument(d *Diagnostic, f *source.File) bool {
	switch d.Code {
	case diag.OverlayMatchCount, diag.OverlayFunction, diag.OverlayKind, diag.OverlayMatcher:
		return f != nil && slices.ContainsFunc(d.Notes, func(n diag.Note) bool { return n.Span.File == f })
	}
	return false
}

// explainDroppedValues says of problems with the values of a library that they
// may follow from the warning of values for it that were lost.
func (p *problems) explainDroppedValues() {
	for _, w := range p.warnings {
		dropped, ok := w.Fact.(*lint.DroppedResult)
		if !ok || dropped.Purpose != lint.GivenToLibrary || dropped.Library == "" {
			continue
		}
		p.follow(w, func(d *Diagnostic) bool {
			return d.Code == diag.LibraryFailed && d.Span.File == w.Span.File && d.Span.Start > w.Span.Start &&
				strings.Contains(d.Span.File.LineText(d.Span.Line()), dropped.Library+".") &&
				!slices.ContainsFunc(d.Cause, func(c *Diagnostic) bool { return !isOfValues(c) })
		})
	}
}

// explainDroppedResults says of problems with a null that a function gives that
// they may follow from the warning that it gives nothing back.
func (p *problems) explainDroppedResults() {
	for _, w := range p.warnings {
		function := ""
		switch f := w.Fact.(type) {
		case *lint.DroppedResult:
			if f.Purpose == lint.ToReturn {
				function = f.Function
			}
		case *lint.NoResult:
			function = f.Function
		}
		if function == "" {
			continue
		}
		p.follow(w, func(d *Diagnostic) bool {
			return isAboutNull(d) && d.Span.Known() &&
				strings.Contains(d.Span.File.LineText(d.Span.Line()), function+"(")
		})
	}
}

// explainOverlays says of problems of overlays that they may follow from the
// warning that one of two matchers is dropped, or that an annotation of a document
// is below its line "---", or from a document that does not begin.
func (p *problems) explainOverlays() {
	for _, w := range p.warnings {
		if _, joined := w.Fact.(*lint.JoinedMatchers); joined && w.Span.Known() {
			p.followInDocument(w, w.Span.File.LineStart(w.Span.Line()), 1)
		}
	}
	for i, w := range p.warnings {
		below := func(d *Diagnostic) bool {
			f, ok := d.Fact.(*overlay.NoMatch)
			return ok && f.AddsKey() && d.Span.Known() && d.Span.File == w.Span.File && d.Span.Line() == w.Span.Line()-1
		}
		if k := slices.IndexFunc(p.errors, below); k >= 0 && w.Fact == diag.Fact(template.NothingBehind) {
			own := *w
			own.Follows = p.errors[k].Span
			p.warnings = slices.Clone(p.warnings)
			p.warnings[i] = &own
		}
		if f, ok := w.Fact.(*annotation.Twice); ok && slices.ContainsFunc(p.warnings, func(other *Diagnostic) bool {
			return other.Code == diag.OverlayIneffective && other.Span == f.First
		}) {
			own := *w
			own.Follows = f.First
			p.warnings = slices.Clone(p.warnings)
			p.warnings[i] = &own
		}
	}
	for _, d := range p.errors {
		if f, ok := d.Fact.(*overlay.NoMatch); ok && f.Separate != nil && d.Span.Known() {
			p.followInDocument(d, d.Span.End, 0)
		}
	}
}

// followInDocument says of problems of overlays that they may follow from
// another one: those from a place to the end of its document, which a number of
// lines "---" are between.
func (p *problems) followInDocument(cause *Diagnostic, start int32, above int) {
	end := endOfDocument(cause.Span.File, int(start), above)
	p.follow(cause, func(d *Diagnostic) bool {
		switch d.Code {
		case diag.OverlayMatchCount, diag.OverlayFunction, diag.OverlayKind, diag.OverlayMatcher:
			return d != cause && d.Span.File == cause.Span.File && start <= d.Span.Start && int(d.Span.Start) < end
		}
		return false
	})
}

// explainLostRefs says of problems of a document of values that they may follow
// from the warning that the annotation which addresses it to a library is
// misspelt.
func (p *problems) explainLostRefs() {
	for _, w := range p.warnings {
		if f, ok := w.Fact.(*annotation.Unknown); ok && f.Meant == annotation.LibraryRef && w.Span.Known() {
			start := w.Span.Start
			end := endOfDocument(w.Span.File, int(start), 1)
			p.follow(w, func(d *Diagnostic) bool {
				return d.Span.File == w.Span.File && start <= d.Span.Start && int(d.Span.Start) < end
			})
		}
	}
}

// endOfDocument returns where the document of a place ends, which is behind a
// number of lines "---".
func endOfDocument(f *source.File, at, above int) int {
	for range 1 + above {
		i := strings.Index(f.Text[at:], "\n---")
		if i < 0 {
			return len(f.Text)
		}
		at += i + 1
	}
	return at
}

// isAboutNull reports whether a problem is that code has a null where another
// value is needed.
func isAboutNull(d *Diagnostic) bool {
	const null = "NoneType"
	switch f := d.Fact.(type) {
	case *overlay.Operand:
		return f.Type == null
	case *overlay.NoFunction:
		return f.Type == null
	case interface{ OfCode() *script.Fault }:
		fault := f.OfCode()
		return fault != nil && (fault.Left == null || fault.Right == null)
	}
	return false
}

// explainUnmarked says of a null that does not fit that it may follow from the
// warning that the code beside it is a comment.
func (p *problems) explainUnmarked() {
	for _, w := range slices.Concat(p.warnings, p.errors) {
		if w.Code != diag.UnknownAnnotation && w.Code != diag.ForgottenCode || !w.Span.Known() {
			continue
		}
		p.follow(w, func(d *Diagnostic) bool {
			if d.Code == diag.LibraryFailed && len(d.Cause) == 1 {
				d = d.Cause[0]
			}
			misfit, ok := d.Fact.(*schema.Misfit)
			if !ok || misfit.Node == nil || !tree.IsNull(misfit.Node) {
				return false
			}
			at := d.Span
			if !at.Known() {
				at = misfit.Span
			}
			return at.Known() && at.File == w.Span.File && at.Line() == w.Span.Line()
		})
	}
}

// explainUnreadFlags says of values that are missing that they may follow from a
// flag that was to give a file of values, and names none.
func (p *problems) explainUnreadFlags() {
	for _, w := range p.errors {
		if _, lost := w.Fact.(*layers.NoEquals); lost {
			p.follow(w, func(d *Diagnostic) bool { return d.Code == diag.ViolationRequired })
		}
	}
}

// explainPrintedValues says of problems of overlays that they may follow from
// values that are printed, and not given.
func (p *problems) explainPrintedValues() {
	for _, w := range p.warnings {
		if _, printed := w.Fact.(*lint.PrintedValues); printed {
			p.follow(w, func(d *Diagnostic) bool {
				return isAboutDocument(d, w.Span.File) || lacksValue(d) || d.Code == diag.OverlayMatchCount
			})
		}
	}
}

// explainPrivateDirectory drops the problems with schemas of libraries whose
// directory is misspelt, so that they are taken for those of the library itself.
func (p *problems) explainPrivateDirectory() {
	misspelt := slices.ContainsFunc(p.errors, func(d *Diagnostic) bool {
		f, ok := d.Fact.(*workspace.NoLibraries)
		if !ok && len(d.Cause) == 1 {
			f, ok = d.Cause[0].Fact.(*workspace.NoLibraries)
		}
		return ok && f.Misspelt() != ""
	})
	if misspelt {
		p.errors = slices.DeleteFunc(slices.Clone(p.errors), func(d *Diagnostic) bool {
			_, keys := d.Fact.(*overlay.NewKeys)
			return keys
		})
	}
}

// follow says of errors that they may follow from a warning.
func (p *problems) follow(w *Diagnostic, may func(*Diagnostic) bool) {
	p.errors = slices.Clone(p.errors)
	for i, d := range p.errors {
		if d.Severity == diag.Error && may(d) {
			own := *d
			own.Follows = w.Span
			p.errors[i] = &own
		}
	}
}

// isOfValues reports whether a problem is that values are missing or wrong.
func isOfValues(d *Diagnostic) bool {
	switch d.Code {
	case diag.ValidationFailed, diag.ViolationRequired:
		return true
	}
	return false
}

// dropConsequences drops the problems that follow from one that is reported. A
// warning that errors follow from becomes the error.
func (p *problems) dropConsequences() {
	type place struct {
		file  *source.File
		start int32
	}
	of := func(at source.Span) place { return place{at.File, at.Start} }
	causes := map[place]bool{} // of errors
	follows := func(d *Diagnostic) bool { return d.Follows.Known() }
	if !slices.ContainsFunc(p.errors, follows) && !slices.ContainsFunc(p.warnings, follows) {
		return
	}
	reported := map[place]bool{}
	each(slices.Concat(p.errors, p.warnings), func(d *Diagnostic) { reported[of(d.Span)] = d.Span.Known() })
	isConsequence := func(d *Diagnostic) bool { return follows(d) && reported[of(d.Follows)] }
	var errors, warnings Diagnostics
	for _, d := range p.errors {
		if isConsequence(d) {
			causes[of(d.Follows)] = true
		}
	}
	for _, d := range p.errors {
		switch {
		case isConsequence(d):
		case d.Severity == diag.Warning && causes[of(d.Span)]:
			errors = append(errors, Diagnostics{d}.AsErrors()...)
		default:
			errors = append(errors, d)
		}
	}
	for _, d := range p.warnings {
		switch {
		case isConsequence(d):
		case causes[of(d.Span)]:
			errors = append(errors, Diagnostics{d}.AsErrors()...)
		default:
			warnings = append(warnings, d)
		}
	}
	p.errors, p.warnings = errors, warnings
}

// isLostRole reports whether a problem is about an annotation that looks like
// @data/values or @data/values-schema, or about a file with one that is not
// read.
func isLostRole(d *Diagnostic) bool {
	if unknown, ok := d.Fact.(*script.Unknown); ok && unknown.Sense == script.Annotation && d.Span.Known() {
		return strings.HasPrefix(d.Span.File.Text[d.Span.Start:], "data/values")
	}
	_, lost := d.Fact.(*lint.LostRole)
	return lost
}

// readOddly reports whether a warning is that a key or value is another one
// than it looks like.
func readOddly(d *Diagnostic) bool {
	switch d.Code {
	case diag.BooleanKey, diag.LookAlike, diag.LeadingZero, diag.LostDigit:
		return true
	}
	return false
}

// mayFollow reports whether a warning says nothing new where another problem
// is.
func mayFollow(d *Diagnostic) bool { return readOddly(d) || d.Code == diag.ForgottenCode }

// dropExplained drops the warnings about a place that another problem is about,
// too.
func (p *problems) dropExplained() {
	told := map[source.Span]bool{}
	tell := func(d *Diagnostic) {
		if !mayFollow(d) {
			told[d.Span] = true
		}
	}
	each(p.errors, tell)
	each(p.warnings, tell)
	rest := func(all Diagnostics) Diagnostics {
		return slices.DeleteFunc(slices.Clone(all), func(d *Diagnostic) bool {
			return d.Severity == diag.Warning && mayFollow(d) && told[d.Span]
		})
	}
	p.errors, p.warnings = rest(p.errors), rest(p.warnings)
}

// each visits problems and their causes.
func each(all Diagnostics, visit func(*Diagnostic)) {
	for _, d := range all {
		visit(d)
		each(d.Cause, visit)
	}
}

// ask has a run answer a question. Beside errors the result has the warnings,
// and the lines that code printed.
func (l *Library) ask(ctx context.Context, v Values, find question) (result *Result, errors Diagnostics) {
	return l.answer(ctx, v, nil, find)
}

// answer is ask for a look that was taken before; nil for none.
func (l *Library) answer(ctx context.Context, v Values, look *Look, find question) (result *Result,
	errors Diagnostics) {
	ctx, end := WithTimeout(ctx, v.Limits)
	defer end()
	w := l.workspace
	var seen problems
	var files []RenderedFile
	var printed []string
	out := w.exit(nil, v.arguments())
	if seen.ended(ctx) {
		return w.finish(nil, nil, &seen, v, out)
	}
	seen.add(w.located)
	read := w.inputs
	if r := l.runner(ctx, v, look, &seen); r != nil {
		files, printed = find(r, &seen)
		seen.addWarnings(seen.found.Warnings(w.root.Root))
		read = r.read
		out = r.exit
	} else {
		out.Arguments = append(out.Arguments, seen.misread...)
	}
	seen.explainLostRole()
	seen.explainDroppedValues()
	seen.explainDroppedResults()
	seen.explainOverlays()
	seen.explainLostRefs()
	seen.explainUnmarked()
	seen.explainUnreadFlags()
	seen.explainPrintedValues()
	seen.explainPrivateDirectory()
	seen.dropConsequences()
	if ended := diag.Ended(ctx); ended != nil && !seen.partial && ending(seen.errors) == nil {
		seen.errors = ended // whatever else was found may be a consequence
	}
	result, errors = w.finish(files, printed, &seen, v, out)
	result.inputs, result.left = read, out
	return result, errors
}

// ended adds the problem that the context of the run is done, if it is.
func (p *problems) ended(ctx context.Context) bool {
	return !p.add(diag.Ended(ctx))
}

// runner reads the values, and makes ready to run. It is nil when nothing can
// be found out: what is given is not all there, and decides what a library
// inside is.
func (l *Library) runner(ctx context.Context, v Values, look *Look, seen *problems) *runner {
	w := l.workspace
	var given given
	if look != nil {
		given = look.given
	} else {
		given = l.given(ctx, &v)
	}
	if !seen.add(given.problems) && l.ref != "" {
		seen.misread = given.inputs.Misread
		return nil
	}
	if given.noRef != nil {
		seen.add(Diagnostics{given.noRef})
		return nil
	}
	exit := w.exit(&seen.found, append(v.arguments(), given.inputs.Misread...))
	exit.Context = ctx
	return &runner{render.NewRun(ctx, w.files.runOptions(w, v)), given, w.root, v, exit, look}
}

// given reads what the run is given.
func (l *Library) given(ctx context.Context, v *Values) (g given) {
	end := eval.Trace(v.Trace).Start("read values")
	g.inputs, g.read, g.problems = l.workspace.readInputs(ctx, v)
	end("%d values, %d for libraries", len(g.inputs.Values), len(g.inputs.Scoped))
	g.inputs.Lacks.Files = l.workspace.found.HasErrors()
	g.inputs.Misplaced = l.workspace.located.HasErrors()
	if l.ref != "" {
		g.ref, g.noRef = workspace.ParseRef(l.ref)
	}
	return g
}

// finish makes the result of a run, whose problems leave by an exit. Warnings
// become errors if that is asked for.
func (w *Workspace) finish(files []RenderedFile, printed []string, seen *problems, v Values,
	exit *render.Exit) (*Result, Diagnostics) {
	failOnWarnings := v.FailOnWarnings
	seen.dropExplained()
	r := &Result{
		Files: files, Printed: printed, Warnings: seen.warnings.Gathered(),
		inputs: w.inputs, system: w.system, style: styleOf(&w.files.Rules, v.Limits), failOnWarnings: failOnWarnings,
	}
	for i := range r.Files {
		if r.Files[i].commented {
			r.style.yaml.Trivia = true
		}
		r.Files[i].style = r.style
	}
	errors := seen.errors.StoppedOnce()
	if len(errors) < len(seen.errors) {
		r.Warnings = nil // found by work that may have been stopped, too
	}
	if len(errors) == 0 && failOnWarnings && len(r.Warnings) > 0 {
		errors, r.Warnings, r.Files = r.Warnings.AsErrors(), nil, nil
	}
	if ended := ending(errors); ended != nil {
		return r, exit.Leave(ended)
	}
	shown := limits.Problems.Of(v.Limits)
	r.Warnings = exit.Leave(r.Warnings.Shown(shown))
	return r, exit.Leave(errors.Gathered().Shown(shown))
}

// stopped returns what is asked whether a parse has to end.
func stopped(ctx context.Context) func(bytes int) error {
	p := pulse.Of(ctx, pulse.YAML)
	return func(bytes int) error {
		if !p.Beat(bytes) {
			return nil
		}
		return diag.Interrupted(ctx)
	}
}

// ending returns the problem that ended a run before it could read or do what
// it should, nil if there is none. It stands for all others: which of them are
// found is a matter of time.
func ending(errors Diagnostics) Diagnostics {
	for _, d := range errors {
		var limit *LimitError
		if goerrors.As(d.Err, &limit) && limit.Code == diag.BudgetInput && limit.Option != limits.Memory.Option {
			return Diagnostics{limit.Problem(source.Span{})}
		}
	}
	for _, d := range errors {
		if d.Err != nil && diag.IsInterruption(d.Err) {
			return Diagnostics{d}
		}
	}
	return nil
}

// rendered finds out what the library renders to.
func rendered(ctx context.Context) question {
	return func(r *runner, seen *problems) (files []RenderedFile, printed []string) {
		prepared, found := r.prepare(seen)
		if !seen.add(found) {
			remaining, found := prepared.Remaining()
			seen.found.Add(remaining)
			seen.add(found)
			return nil, prepared.Printed
		}
		files, printed = renderedFiles(prepared, seen)
		seen.add(projectsPrinted(ctx, r.read, files))
		return files, printed
	}
}

// renderedFiles finds out what a library renders to whose values are known.
func renderedFiles(prepared *render.Prepared, seen *problems) (files []RenderedFile, printed []string) {
	result, found := prepared.Render()
	seen.found.Add(result.Found)
	if !seen.add(found) {
		return nil, result.Printed
	}
	files = make([]RenderedFile, 0, len(result.Files))
	for _, f := range result.Files {
		file := RenderedFile{Path: f.Path, Text: f.Text, IsText: f.Docs == nil}
		if f.Docs != nil {
			file.docs = f.Docs.Docs
		}
		files = append(files, file)
	}
	seen.add(checkDestinations(files))
	return files, result.Printed
}

// dataValues finds out the data values. That some are missing is a warning: the
// rest is shown, if nothing else is wrong.
func dataValues(r *runner, seen *problems) (files []RenderedFile, printed []string) {
	prepared, found := r.prepare(seen)
	seen.found.Add(prepared.ValuesPrinted())
	missing := map[string]string{} // by path
	found, lacking := missingAsWarnings(found)
	if !seen.add(found) {
		return nil, prepared.Printed
	}
	if lacking {
		for _, m := range prepared.Missing() {
			missing[m.Path.String()] = "required: " + m.Decl.Type.Describe()
		}
	}
	values := *prepared.Values
	if !r.values.ShowSensitive {
		values.Value = prepared.Schema.Redact(values.Value)
	}
	if r.values.Origins || len(missing) > 0 {
		values = *prepared.WithComments(values.Value, func(path tree.Path, n tree.Node) render.Commented {
			if what := missing[path.String()]; what != "" {
				return render.Commented{Value: tree.NewNull(), Comment: what}
			}
			sources := prepared.Sources(path)
			if !r.values.Origins || len(sources) == 0 {
				return render.Commented{Value: n}
			}
			return render.Commented{Value: n, Comment: wordOf(sources[len(sources)-1])}
		})
	}
	files = document(&values)
	files[0].commented = r.values.Origins || len(missing) > 0
	return files, prepared.Printed
}

// missingAsWarnings makes warnings of the problems that required values are
// missing, and reports whether there are any.
func missingAsWarnings(found Diagnostics) (out Diagnostics, missing bool) {
	found, more := found.WithoutCounted(diag.ViolationRequired)
	for _, d := range append(found, diag.More(more)...) {
		if d.Code == diag.ViolationRequired {
			missing = true
			d = diag.List{d}.AsWarnings()[0]
		}
		out = append(out, d)
	}
	return out, missing || more > 0
}

// schema finds out the schema of the library. After an error it is that of
// nothing declared.
func (l *Library) schema(ctx context.Context, v Values) (*SchemaView, Diagnostics) {
	all := render.Schemas{Values: schema.None()}
	run, errors := l.ask(ctx, v, func(r *runner, seen *problems) ([]RenderedFile, []string) {
		declared, found := r.Schemas(r.root, r.inputs, r.ref)
		seen.found.Add(declared.Found)
		if seen.add(found) && declared.Values != nil {
			all = declared
		}
		return nil, declared.Printed
	})
	return &SchemaView{Warnings: run.Warnings, Printed: run.Printed, model: all.Values, all: all, run: run}, errors
}

// readInputs reads the values of flags and of the environment, in the order of
// their precedence. It returns all files that the run reads, too.
func (w *Workspace) readInputs(ctx context.Context, v *Values) (given layers.Inputs, read []files.Input,
	problems Diagnostics) {
	r := &layers.Reader{Lint: lint.Given, Strict: w.files.Rules.Strict, Version12: w.files.Rules.Version12,
		Encrypted: w.files.Rules.AllowEncrypted,
		MaxBytes:  limits.Memory.Of(v.Limits), Stop: stopped(ctx)}
	known := slices.Clone(w.inputs)
	options := w.reading(v.Limits)
	collect := func(place string) ([]files.Input, diag.List) {
		found, problems := files.CollectValues(ctx, w.system, place, options, known)
		for i := range found {
			found[i].Values = true
		}
		known = append(known, found...)
		return found, problems
	}
	for _, arg := range v.DataValuesSchemaFiles {
		r.Schemas(arg, collect)
	}
	for _, arg := range v.DataValuesFiles {
		r.Files(arg, collect)
	}
	for _, in := range v.texts {
		r.ValuesFile(in)
	}
	for _, arg := range v.DataValuesEnv {
		r.Environment(arg, v.Environ, false)
	}
	for _, arg := range v.DataValuesEnvYAML {
		r.Environment(arg, v.Environ, true)
	}
	for _, arg := range v.DataValues {
		r.Text(arg)
	}
	for _, arg := range v.DataValuesYAML {
		r.YAML(arg)
	}
	for _, arg := range v.DataValueFiles {
		r.File(arg, func(place string) (string, diag.List) {
			read = append(read, files.Input{Origin: place, Values: true,
				Text: func() (string, *diag.Diagnostic) { return "", nil }})
			return files.ReadValue(ctx, w.system, place, options)
		})
	}
	if v.parameters != nil {
		v.parameters(r)
	}
	given, problems = r.Inputs()
	return given, slices.Concat(known, read), problems
}

package script

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"go.starlark.net/resolve"
	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"ytt/internal/diag"
	"ytt/internal/limits"
	"ytt/internal/source"
	"ytt/internal/spell"
)

const (
	// maxForks bounds the places where the control flow of one program divides, because the compiler recurses once for
	// each.
	maxForks = 300_000
	// maxSuggestions bounds the unknown names for which a known one is sought.
	maxSuggestions = 30
)

// Files finds the file that a position is in, by its Key.
type Files func(key string) *source.File

// Program resolves the names of a syntax tree that was assembled without problems, and compiles it. All problems are
// returned together. Names that are neither bound by the code nor universal must be predeclared. The tree is rewritten for
// FormatString and FormatMethod, and for the guards, when they are predeclared.
//
// checks reports whether the host applies CheckValue to the value of a ready-made statement, which is a sum (IsSum). It may be nil.
// Of the options, MaxProblems counts.
func Program(f *syntax.File, files Files, isPredeclared func(name string) bool, checks func(*syntax.AssignStmt) bool, opts Options) (*starlark.Program, diag.List) {
	survey := look(f)
	if survey.forks > maxForks {
		return nil, diag.List{{
			Code:    diag.ScriptSyntax,
			Message: "too many conditions and loops in one file",
			Span:    source.Span{File: files(f.Path)},
			Hints:   []string{"generated code should loop over data instead", limits.Fixed},
			Detail:  diag.Script{},
		}}
	}
	r := rewriter{file: f, survey: survey, formats: isPredeclared(FormatString) && isPredeclared(FormatMethod)}
	if isPredeclared(CheckValue) {
		r.guards = newGuards(survey, checks)
	}
	r.rewrite()
	endBlocks(f)
	// Upstream compares each use of an unknown name with all known ones. To stay linear, all names are reported to it as known;
	// unknown ones are collected, and their uses found in the tree afterwards.
	unknown := map[string]bool{}
	program, err := starlark.FileProgram(f, func(name string) bool {
		if isPredeclared(name) {
			return true
		}
		if starlark.Universe.Has(name) {
			return false
		}
		unknown[name] = true
		return true
	})
	diags := resolveErrors(files(f.Path), files, err, opts.MaxProblems)
	if len(unknown) > 0 {
		w := unknownNames(files, f, unknown, opts.MaxProblems)
		diags = append(diags, w.diags...)
		slices.SortStableFunc(diags, func(a, b *diag.Diagnostic) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
		diags = append(diags, w.more.List()...)
	}
	if len(diags) > 0 {
		return nil, diags
	}
	return program, nil
}

// span is the word or character at a position.
func (find Files) span(pos syntax.Position) source.Span {
	if f := find(pos.Filename()); f != nil {
		return SpanAt(f, pos)
	}
	return source.Span{}
}

// resolveErrors words the errors of the resolver: names, and statements in the wrong place.
func resolveErrors(file *source.File, files Files, err error, most int64) diag.List {
	if err == nil {
		return nil
	}
	var list resolve.ErrorList
	if !errors.As(err, &list) {
		return diag.List{{Code: diag.ScriptSyntax, Message: err.Error(), Span: source.Span{File: file}, Detail: diag.Script{}}}
	}
	var diags diag.List
	for _, e := range list {
		if readUpstream(e.Msg).kind == loadInBlock {
			continue // LoadInBlocks left it because of its names, which the next error is about
		}
		d := &diag.Diagnostic{
			Code:    diag.ScriptSyntax,
			Message: e.Msg,
			Span:    files.span(e.Pos),
			Hints:   hintsFor(e.Msg, ""),
			Detail:  diag.Script{},
		}
		if readUpstream(e.Msg).kind == requiredBehind {
			d.Hints = []string{requiredBehindHint(d.Span)}
			d.Detail = diag.Script{HintsBelow: true}
		}
		diags = append(diags, d).Cut(most)
	}
	return diags
}

// requiredBehindHint is the hint for a parameter without a default behind one that has one.
func requiredBehindHint(at source.Span) string {
	name := at.Text()
	if !isPlainName(name) {
		return "give the parameter a default, too, or put it before those with a default"
	}
	return "give " + name + " a default, too, as in " + name + "=None, or put it before those with a default"
}

// unknownNames reports every use of the names.
func unknownNames(files Files, f *syntax.File, unknown map[string]bool, most int64) *nameWalk {
	w := &nameWalk{files: files, most: most, later: map[string]*syntax.Ident{}, meant: map[string]string{}}
	if module, ok := f.Module.(*resolve.Module); ok {
		for _, b := range module.Globals {
			w.later[b.First.Name] = b.First
		}
		w.visible = appendNames(w.visible, module.Globals)
		w.visible = appendNames(w.visible, module.Locals)
	}
	for name := range starlark.Universe {
		w.visible = append(w.visible, name)
	}
	var outer []int // length of visible, for every node around the current one
	syntax.Walk(f, func(n syntax.Node) bool {
		if n == nil {
			w.visible = w.visible[:outer[len(outer)-1]]
			outer = outer[:len(outer)-1]
			return true
		}
		outer = append(outer, len(w.visible))
		switch n := n.(type) {
		case *syntax.DictEntry:
			w.asText(n.Key)
		case *syntax.CallExpr:
			if fn, ok := n.Fn.(*syntax.Ident); ok && (fn.Name == "getattr" || fn.Name == "hasattr") && len(n.Args) > 1 {
				w.asText(n.Args[1])
			}
		case *syntax.DefStmt:
			w.visible = appendLocals(w.visible, n.Function)
		case *syntax.LambdaExpr:
			w.visible = appendLocals(w.visible, n.Function)
		case *syntax.Ident:
			if b, ok := n.Binding.(*resolve.Binding); ok && b.Scope == resolve.Predeclared && unknown[n.Name] {
				w.report(n)
			}
		}
		return true
	})
	return w
}

// nameWalk is a walk through a file for names that are not defined.
type nameWalk struct {
	files   Files
	visible []string                 // global and universal names, and those of the functions around the current node
	later   map[string]*syntax.Ident // global names, by where they are defined
	meant   map[string]string        // by unknown name
	texts   map[*syntax.Ident]bool   // names where a text is usual: keys, and names of members
	most    int64                    // problems to make; 0 for all
	diags   diag.List
	more    diag.Few // counts the others
	sought  int      // how many names were compared with the visible ones for texts
}

// asText notes an expression that stands where a text is usual.
func (w *nameWalk) asText(x syntax.Expr) {
	if guard, ok := x.(*syntax.BinaryExpr); ok {
		if name, ok := guard.X.(*syntax.Ident); ok && IsGenerated(name.Name) {
			x = guard.Y
		}
	}
	if id, ok := x.(*syntax.Ident); ok {
		if w.texts == nil {
			w.texts = map[*syntax.Ident]bool{}
		}
		w.texts[id] = true
	}
}

// report reports a use of an unknown name.
func (w *nameWalk) report(id *syntax.Ident) {
	if w.most > 0 && int64(len(w.diags)) >= w.most {
		w.more.Count(diag.UnknownName, diag.Error)
		return
	}
	d := &diag.Diagnostic{
		Code:    diag.UnknownName,
		Message: "undefined: " + id.Name,
		Span:    w.files.span(id.NamePos),
		Detail:  diag.Script{},
	}
	w.diags = append(w.diags, d)
	if definition, ok := w.later[id.Name]; ok && definition.NamePos.Line == id.NamePos.Line {
		d.Hints, d.Detail = []string{"it has no value yet; for a text, put it in quotes: \"" + id.Name + "\""}, diag.Script{HintsBelow: true}
		return
	} else if ok {
		d.Notes = []diag.Note{{Message: "it is defined only here, further down", Span: w.files.span(definition.NamePos)}}
		return
	}
	d.Hints = append(hintsFor(d.Message, lineOf(d.Span)), dashedMember(d.Span)...)
	d.Notes = writtenHere(d.Message, lineOf(d.Span))
	if w.texts[id] && len(d.Hints) == 0 && w.isStrange(id.Name) {
		d.Hints = []string{fmt.Sprintf("as a text, it stands in quotes: %q", id.Name)}
		d.Detail = diag.Script{HintsBelow: true}
	}
	if _, sought := w.meant[id.Name]; !sought && len(d.Hints) == 0 && len(w.meant) < maxSuggestions {
		w.meant[id.Name] = nearestName(id.Name, w.visible)
	}
	if name := w.meant[id.Name]; name != "" && name != id.Name { // its own is that of a loop elsewhere
		d.Message += " (did you mean " + name + "?)"
		d.Detail = diag.Script{Misspelt: true}
		if others := spell.Others(id.Name, name, w.own()); len(others) > 0 {
			d.Hints = append(d.Hints, "did you mean "+strings.Join(append([]string{name}, others...), " or ")+"?")
		}
	}
}

// maxCompared bounds the comparisons of texts without quotes with visible names, as there may be many of both.
const maxCompared = 2_000_000

// isStrange reports whether a name is like none of the visible ones.
func (w *nameWalk) isStrange(name string) bool {
	if w.sought += len(w.visible); w.sought > maxCompared {
		return false
	}
	return nearestName(name, w.visible) == ""
}

// own returns the visible names that the file itself defines.
func (w *nameWalk) own() (names []string) {
	for _, name := range w.visible {
		if !starlark.Universe.Has(name) {
			names = append(names, name)
		}
	}
	return names
}

// dashedMember returns a hint for a name that is the second half of a member with a dash: "data.values.db-host".
func dashedMember(at source.Span) []string {
	if !at.Known() {
		return nil
	}
	line, start := lineOf(at), int(at.Start-at.File.LineStart(at.Line()))
	if line == "" {
		return nil
	}
	dash := func(c byte) bool { return c == '-' || isWordByte(c) }
	from, to := start, start
	for from > 0 && dash(line[from-1]) {
		from--
	}
	for to < len(line) && dash(line[to]) {
		to++
	}
	of := from
	for of > 0 && (line[of-1] == '.' || isWordByte(line[of-1])) {
		of--
	}
	if from == start || from == of || line[from-1] != '.' || line[start-1] != '-' || from-1 == of {
		return nil
	}
	name := strings.TrimRight(line[from:to], "-")
	return []string{fmt.Sprintf("a name with '-' stands in brackets: write %s[%q]", line[of:from-1], name)}
}

// nearestName returns the visible name that was probably meant. The constants are short words like many others, so for
// them the first letter must be right, and no letter may stand in place of another: "nope" and "one" do not mean None.
func nearestName(name string, visible []string) string {
	near := spell.Nearest(name, visible)
	switch near {
	case "None", "True", "False":
	default:
		return near
	}
	sameStart := strings.EqualFold(name[:1], near[:1])
	if sameStart && (len(name) != len(near) || strings.EqualFold(name, near)) {
		return near
	}
	return spell.Nearest(name, slices.DeleteFunc(slices.Clone(visible), func(s string) bool { return s == near }))
}

func appendLocals(names []string, function any) []string {
	if f, ok := function.(*resolve.Function); ok {
		return appendNames(names, f.Locals)
	}
	return names
}

// appendNames appends the names that code can use; those with a space are ours.
func appendNames(names []string, bindings []*resolve.Binding) []string {
	for _, b := range bindings {
		if !IsGenerated(b.First.Name) {
			names = append(names, b.First.Name)
		}
	}
	return names
}

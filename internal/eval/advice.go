package eval

import (
	"fmt"
	"iter"
	"slices"

	star "go.starlark.net/syntax"

	"ytt/internal/diag"
	"ytt/internal/meaning"
	"ytt/internal/script"
	"ytt/internal/source"
	"ytt/internal/syntax"
	"ytt/internal/template"
)

// This file adds hints and notes to errors of running code. The interpreter only knows the position, so the file is parsed
// again to find the expression there.

// advise adds hints and notes to a problem of running code.
func (s *Session) advise(d *diag.Diagnostic) {
	switch d.Code {
	case diag.TextValue, diag.LibraryNotFound, diag.LibraryExport, diag.LibraryFailed:
		d.Detail = diag.Script{HintsBelow: true}
		return
	}
	if len(d.Frames) == 0 || len(d.Cause) > 0 {
		return
	}
	if script.IsArity(d) && len(d.Frames) > 1 {
		s.showSignature(d)
		return
	}
	file, _ := s.reparsed(d.Span)
	if file == nil {
		return
	}
	if name := script.UnassignedName(d); name != "" {
		showAssignments(d, file, name)
		return
	}
	if name := script.MissingInLoad(d); name != "" {
		if at := file.LoadedName(d.Span.Line(), name); at.Known() {
			d.Span = at
		}
		return
	}
	if hint := memberByVariable(file, d); hint != "" {
		d.Hints, d.Detail = []string{hint}, diag.Script{HintsBelow: true}
		return
	}
	script.Failed{
		Node:    file.Operation(d.Span.Position()),
		Text:    file.CodeText,
		Keys:    func(x star.Expr) []string { return s.keysOf(file, x) },
		Null:    func(x star.Expr) string { return s.whyNull(file, x) },
		Changed: func(x star.Expr) string { return changedBy(file, x) },
		Unpacked: func(x star.Expr) string {
			hint, loop := s.aboutLoop(file, x)
			if hint != "" {
				d.Notes = append(d.Notes, diag.Note{Message: "the loop is here", Span: loop})
			}
			return hint
		},
	}.Advise(d)
}

// reparsed parses the file of a position in code; false for a position in a restated string.
func (s *Session) reparsed(at source.Span) (*syntax.File, bool) {
	if !at.Known() {
		return nil, false
	}
	program := s.env.Programs.Cache.program(at.File.Key())
	if program == nil || program.File != at.File {
		return nil, false
	}
	return s.syntaxOf(program), true
}

// syntaxOf returns the syntax of a program. As a file that fails may do so many times, it is kept for a while.
func (s *Session) syntaxOf(program *template.Program) *syntax.File {
	const most = 8 // programs whose syntax is kept
	s.mu.Lock()
	known := s.parsed[program]
	s.mu.Unlock()
	if known != nil {
		return known
	}
	known = program.Parse()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.parsed == nil || len(s.parsed) >= most {
		s.parsed = map[*template.Program]*syntax.File{}
	}
	s.parsed[program] = known
	return known
}

// showSignature adds the signature of a function that was called with wrong arguments.
func (s *Session) showSignature(d *diag.Diagnostic) {
	callee := d.Frames[0]
	file, ok := s.reparsed(callee.Span)
	if !ok {
		return
	}
	signature := file.Signature(callee.Func, callee.Span.Line())
	if signature == "" {
		return
	}
	d.Span = d.Frames[1].Span
	d.Notes = append(d.Notes, diag.Note{Message: "it takes " + signature, Span: callee.Span})
}

// whyNull explains why an expression is None: it is a data value. It returns "" if that is unknown.
func (s *Session) whyNull(file *syntax.File, x star.Expr) string {
	origin := origin(file, x)
	name := file.CodeText(origin)
	if _, ok := origin.(*star.CallExpr); ok {
		return ""
	}
	why := ""
	if path, ok := dataValue(file, origin); ok && s.env.WhyNull != nil {
		why = s.env.WhyNull(path)
	}
	switch {
	case origin == x || name == "" || name == "None":
		return why
	case why == "":
		return "it is " + name
	}
	return "it is " + name + ": " + why
}

// changedBy returns the call of a method that changes its receiver, such as append, whose result an expression is: the call itself,
// or what one of the assignments to a name has on its right. It returns "" if there is none.
func changedBy(file *syntax.File, x star.Expr) (text string) {
	values := []star.Expr{x}
	if id, ok := x.(*star.Ident); ok {
		values = file.Assignments(id.Name)
	}
	for _, v := range values {
		c, ok := v.(*star.CallExpr)
		if !ok {
			continue
		}
		if method, ok := c.Fn.(*star.DotExpr); ok && changes(method.Name.Name) {
			return file.CodeText(c)
		}
	}
	return ""
}

// aboutLoop explains that a name is a variable of a loop, and not what one expects there.
func (s *Session) aboutLoop(file *syntax.File, x star.Expr) (hint string, loop source.Span) {
	id, ok := x.(*star.Ident)
	if !ok {
		return "", source.Span{}
	}
	for _, explain := range []func(file *syntax.File, name string, vars, over star.Expr) string{unpacked, s.keyOfLoop} {
		for vars, over := range loops(file) {
			if hint := explain(file, id.Name, vars, over); hint != "" {
				start, _ := vars.Span()
				return hint, script.SpanAt(file.Source, start)
			}
		}
	}
	return "", source.Span{}
}

// loops gives the variables of each loop of a file, and what it goes through.
func loops(file *syntax.File) iter.Seq2[star.Expr, star.Expr] {
	return func(yield func(vars, over star.Expr) bool) {
		ended := false
		star.Walk(file.Script().Tree, func(n star.Node) bool {
			if ended {
				return false
			}
			switch n := n.(type) {
			case *star.ForStmt:
				ended = !yield(n.Vars, n.X)
			case *star.ForClause:
				ended = !yield(n.Vars, n.X)
			}
			return !ended
		})
	}
}

// unpacked explains that a name is the second of two in "for i, e in list", which does not count but takes each item apart.
func unpacked(file *syntax.File, name string, vars, over star.Expr) string {
	names, ok := vars.(*star.TupleExpr)
	_, isCall := over.(*star.CallExpr)
	list := file.CodeText(over)
	if !ok || isCall || list == "" || len(names.List) != 2 {
		return ""
	}
	if second, ok := names.List[1].(*star.Ident); !ok || second.Name != name {
		return ""
	}
	return fmt.Sprintf("'for %s in %s' takes each item apart into %[1]s; to count the items, write 'for %[1]s in enumerate(%[2]s):'", file.CodeText(vars), list)
}

// memberByVariable advises on x.name where name is a variable there and x has no such member: the member whose name the variable
// holds is x[name].
func memberByVariable(file *syntax.File, d *diag.Diagnostic) string {
	dot, ok := file.Operation(d.Span.Position()).(*star.DotExpr)
	if !ok || !script.IsMissingMember(d) {
		return ""
	}
	of, name := file.CodeText(dot.X), dot.Name.Name
	binding, ok := meaning.Of(file).ScopeAt(d.Span.Start).Lookup(name)
	if !ok || of == "" || binding.Kind != meaning.LoopVariable && binding.Kind != meaning.Parameter {
		return ""
	}
	return fmt.Sprintf("%s.%s asks for a member that is called '%[2]s'; for the one whose name the variable %[2]s holds, write %[1]s[%[2]s]", of, name)
}

// keyOfLoop explains that a name is the variable of a loop over a map, which goes through its keys.
func (s *Session) keyOfLoop(file *syntax.File, name string, vars, over star.Expr) string {
	key, ok := vars.(*star.Ident)
	if !ok || key.Name != name || len(s.keysOf(file, over)) == 0 {
		return ""
	}
	return fmt.Sprintf("%s is a key of %s, which is a map: its value is %[2]s[%[1]s]", name, file.CodeText(over))
}

// changes reports whether a method of lists or dicts modifies its receiver and returns None.
func changes(method string) bool {
	switch method {
	case "append", "extend", "insert", "remove", "clear", "update":
		return true
	}
	return false
}

// keysOf returns the keys of an expression that is a data value or a dict literal.
func (s *Session) keysOf(file *syntax.File, x star.Expr) (keys []string) {
	origin := origin(file, x)
	if path, ok := dataValue(file, origin); ok && s.env.Keys != nil {
		return s.env.Keys(path)
	}
	dict, ok := origin.(*star.DictExpr)
	if !ok {
		return nil
	}
	for _, e := range dict.List {
		if l, ok := e.(*star.DictEntry).Key.(*star.Literal); ok {
			if key, ok := l.Value.(string); ok {
				keys = append(keys, key)
			}
		}
	}
	return keys
}

// origin follows variables that are assigned once to their value.
func origin(file *syntax.File, x star.Expr) star.Expr {
	const most = 8 // variables in a chain
	for range most {
		id, ok := x.(*star.Ident)
		if !ok {
			break
		}
		value := file.Assigned(id.Name)
		if value == nil {
			break
		}
		x = value
	}
	return x
}

// dataValue returns the path of an expression that is a data value; false for any other.
func dataValue(file *syntax.File, x star.Expr) (path []string, ok bool) {
	root, steps := chain(x)
	if root == nil || len(steps) == 0 || steps[0] != "values" || !file.Loads(root.Name, "@ytt:data", "data") {
		return nil, false
	}
	return steps[1:], true
}

// chain splits a name with members, "data.values.db" or data.values["db"], into its parts.
func chain(x star.Expr) (root *star.Ident, steps []string) {
	for {
		switch n := x.(type) {
		case *star.Ident:
			slices.Reverse(steps)
			return n, steps
		case *star.DotExpr:
			steps = append(steps, n.Name.Name)
			x = n.X
		case *star.IndexExpr:
			l, ok := n.Y.(*star.Literal)
			if !ok {
				return nil, nil
			}
			name, ok := l.Value.(string)
			if !ok {
				return nil, nil
			}
			steps = append(steps, name)
			x = n.X
		case *star.ParenExpr:
			x = n.X
		default:
			return nil, nil
		}
	}
}

// showAssignments adds where a variable is assigned that was used before.
func showAssignments(d *diag.Diagnostic, file *syntax.File, name string) {
	names := meaning.Of(file)
	_, global := names.Top.Binding(name)
	scope := names.ScopeAt(d.Span.Start)
	binding, ok := scope.Lookup(name)
	if !ok || !binding.Span.Known() {
		return
	}
	d.Detail = diag.Script{HintsBelow: true}
	if scope.Kind != meaning.FileScope && global {
		outer, _ := names.Top.Binding(name)
		if inner, own := scope.Binding(name); own {
			d.Notes = append(d.Notes, diag.Note{Message: "here the function gets a variable of its own", Span: inner.Span},
				diag.Note{Message: "it hides this one", Span: outer.Span})
			d.Hints = []string{fmt.Sprintf("a function cannot change %s of the file: give its own variable another name, or pass %s as an argument", name, name)}
			return
		}
	}
	d.Notes = append(d.Notes, diag.Note{Message: "it gets its value here", Span: binding.Span})
	switch {
	case binding.Span.Start > d.Span.Start:
		d.Hints = []string{fmt.Sprintf("give %s its value above its first use", name)}
	case binding.Kind == meaning.Loaded:
		d.Hints = []string{"the load stands in a block that was not run: move it to the top of the file"}
	default:
		d.Hints = []string{fmt.Sprintf("that block was not run: give %s a value above the block, too, such as %s = None", name, name)}
	}
}

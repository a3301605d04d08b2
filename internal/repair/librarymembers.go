package repair

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	star "go.starlark.net/syntax"

	"ytt/internal/diag"
	"ytt/internal/meaning"
	"ytt/internal/script"
	"ytt/internal/source"
	"ytt/internal/spell"
	"ytt/internal/syntax"
)

// This file has the words for members that libraries do not have.

// libraryMembers are those that a library has.
var libraryMembers = []string{"with_data_values", "with_data_values_schema", "data_values", "eval", "export"}

// likeMembers are names of other tools for them.
var likeMembers = map[string]string{
	"render": "eval", "run": "eval", "docs": "eval", "documents": "eval", "output": "eval", "call": "eval",
	"template": "eval", "get": "export", "function": "export", "load": "export", "set": "with_data_values",
	"set_values": "with_data_values", "config": "with_data_values", "with": "with_data_values",
}

// isLibrary reports whether an expression is a library, as far as its code
// tells.
func (f *failed) isLibrary(x star.Expr) bool {
	const most = 8 // steps back
	for range most {
		call, isCall := f.file.Origin(x).(*star.CallExpr)
		if id, isName := x.(*star.Ident); isName && !isCall {
			call, isCall = f.file.AssignedFirst(id.Name).(*star.CallExpr)
		}
		if !isCall {
			return false
		}
		fn, isMember := call.Fn.(*star.DotExpr)
		if !isMember {
			return false
		}
		if id, isName := fn.X.(*star.Ident); isName && fn.Name.Name == "get" && f.file.Loads(id.Name, "@ytt:library",
			"library") {
			return true
		}
		if !slices.Contains(libraryMembers[:2], fn.Name.Name) {
			return false
		}
		x = fn.X
	}
	return false
}

// memberOfLibrary says which member of a library is probably meant.
func memberOfLibrary(name, library string) string {
	switch name {
	case "with_alias", "alias", "named", "set_alias", "as_alias":
		return "an alias is given to get, as in library.get(\"name\", alias=\"other\")"
	}
	meant := likeMembers[strings.ToLower(name)]
	if meant == "" {
		meant = withWords(name, libraryMembers)
	}
	if meant == "" {
		meant = spell.Nearest(name, libraryMembers)
	}
	if meant == "" {
		return fmt.Sprintf("a library has the members %s; a function of its own is %s.export(%q)",
			strings.Join(libraryMembers, ", "), library, name)
	}
	return "did you mean ." + meant + "(…)?"
}

// asOneMap advises on a call with several values in place of a map with them.
func (f *failed) asOneMap(*script.Fault) string {
	call, ok := f.node.(*star.CallExpr)
	if !ok || len(call.Args) == 0 {
		return ""
	}
	var entries, dicts []string
	for _, arg := range call.Args {
		if b, ok := arg.(*star.BinaryExpr); ok && b.Op == star.EQ {
			if name, value := f.file.CodeText(b.X), f.file.CodeText(b.Y); name != "" && value != "" && name != "plain" {
				entries = append(entries, strconv.Quote(name)+": "+value)
				continue
			}
		}
		dicts = append(dicts, f.file.CodeText(arg))
	}
	fn, isMember := call.Fn.(*star.DotExpr)
	text := ""
	switch {
	case !isMember:
	case len(dicts) == 1 && len(entries) == 0 && strings.HasPrefix(dicts[0], "*"):
		text = strings.TrimLeft(dicts[0], "*")
	case len(dicts) == 0:
		text = "{" + strings.Join(entries, ", ") + "}"
	case len(entries) == 0:
		text = unitedDicts(dicts)
	}
	if text == "" {
		return ""
	}
	return "it takes one map: write " + fn.Name.Name + "(" + text + ")"
}

// separator returns the line "---" in the function of the file whose result is the
// only argument of the failed call; nowhere for others.
func (f *failed) separator() (at source.Span) {
	call, ok := f.node.(*star.CallExpr)
	if !ok || len(call.Args) != 1 {
		return at
	}
	made, ok := f.file.Origin(call.Args[0]).(*star.CallExpr)
	if !ok {
		return at
	}
	name, ok := made.Fn.(*star.Ident)
	fn := (*function)(nil)
	if ok {
		fn = defined(f.file, name.Name)
	}
	if fn == nil {
		return at
	}
	start, end := fn.body.Span()
	at.File = f.file.Source
	for line := int(start.Line) + 1; line < int(end.Line); line++ {
		if at.File.LineText(line) == "---" {
			at.Start = at.File.LineStart(line)
			at.End = at.Start + int32(len("---"))
			return at
		}
	}
	return source.Span{}
}

// ofDocuments advises on documents in place of a map.
func (f *failed) ofDocuments(*script.Fault) string {
	if !f.separator().Known() {
		return ""
	}
	return "the function gives a document: leave out its line ---, so that it gives a map"
}

// uncalledValue returns the fault of a node whose value is a function that is to
// be called; nil for another problem.
func uncalledValue(d *diag.Diagnostic) *script.Fault {
	if d.Code != diag.NodeValue || len(d.Cause) != 1 {
		return nil
	}
	if fault, ok := d.Cause[0].Fact.(*script.Fault); ok && fault.Kind == script.NotYAML {
		return fault
	}
	return nil
}

// ofCall is about a call whose problem has no place of its own.
func ofCall(d *diag.Diagnostic) []diag.Repair {
	if a := appliedOf(d); a != nil {
		return below(a.words)
	}
	fault := uncalledValue(d)
	if fault == nil {
		return toLibrary(d)
	}
	file := syntaxOf(d)
	if file == nil {
		return nil
	}
	if words := (&failed{file: file, at: d.Span, Scope: scopeOf(d)}).uncalled(fault); words != "" {
		return below(words)
	}
	return nil
}

// toLibrary is about arguments of a function of a library that takes none.
func toLibrary(d *diag.Diagnostic) []diag.Repair {
	file := syntaxOf(d)
	if d.Code != diag.LibraryFailed || len(d.Cause) != 1 || d.Cause[0].Code != diag.LibraryArgument || file == nil {
		return nil
	}
	call, ok := file.Operation(d.Span.Position()).(*star.CallExpr)
	if !ok || len(call.Args) != 1 {
		return nil
	}
	fn, isMember := call.Fn.(*star.DotExpr)
	arg := call.Args[0]
	if b, ok := arg.(*star.BinaryExpr); ok && b.Op == star.EQ {
		arg = b.Y
	}
	if !isMember || fn.Name.Name == "export" {
		return nil
	}
	of, values := file.CodeText(fn.X), file.CodeText(arg)
	if _, isLiteral := arg.(*star.Literal); isLiteral {
		return nil
	}
	if of == "" || values == "" {
		return nil
	}
	return belowf("values are given to a library first: write %s.with_data_values(%s).%s()", of, values, fn.Name.Name)
}

// uncalled advises on a function of a library, or another one, that stands where
// a value is needed.
func (f *failed) uncalled(read *script.Fault) string {
	if call, ok := f.node.(*star.CallExpr); ok && isMatcherName(read.Name) && len(call.Args) == 1 {
		fn, arg := f.file.CodeText(call.Fn), f.file.CodeText(call.Args[0])
		if strings.HasSuffix(fn, ".subset") && arg != "" {
			return fn + " takes a map, and this is a matcher already: write " + arg
		}
	}
	if isOfLibrary(read) {
		call, ok := f.node.(*star.CallExpr)
		if !ok {
			if x := f.unrenderedOn(f.at); x != nil {
				return "a library gives its documents with eval: write " + f.file.CodeText(x) + ".eval()"
			}
		}
		if !ok || f.unevaluated(call) == nil {
			return ""
		}
		args := make([]string, len(call.Args))
		for i, arg := range call.Args {
			if args[i] = f.file.CodeText(arg); f.isLibrary(arg) {
				args[i] += ".eval()"
			}
		}
		return "a library gives its documents with eval: write " + f.file.CodeText(call.Fn) + "(" + strings.Join(args, ", ") + ")"
	}
	text := ""
	if x := uncalledIn(f.file, f.at, read.Name); x != nil {
		text = f.file.CodeText(x)
	}
	if text == "" {
		return ""
	}
	parameters := strings.Trim(read.Right, ".")
	if parameters != "" {
		return "call it as " + read.Name + "(" + parameters + "): write " + text + "(" + parameters + ")"
	}
	return "call it: write " + text + "()"
}

// isMatcherName reports whether a function is a matcher of @ytt:overlay.
func isMatcherName(name string) bool { return name == "all" || strings.HasSuffix(name, "_matcher") }

// uncalledIn returns the only expression on the line of a place that is a name,
// a member of it, or what a library exports under it, and is not called; nil for
// none.
func uncalledIn(file *syntax.File, at source.Span, name string) (found star.Expr) {
	line := at.Line()
	called := map[star.Expr]bool{}
	count := 0
	star.Walk(file.Script().Tree, func(n star.Node) bool {
		switch n := n.(type) {
		case *star.CallExpr:
			called[n.Fn] = true
			if span := spanIn(file, n); isExport(n, name) && !called[n] && span.Known() && span.Line() == line {
				found = n
				count++
			}
		case *star.DotExpr:
			called[n.Name] = true
			if span := spanIn(file, n.Name); n.Name.Name == name && !called[n] && span.Known() && span.Line() == line {
				found = n
				count++
			}
		case *star.Ident:
			if span := spanIn(file, n); n.Name == name && !called[n] && span.Known() && span.Line() == line {
				found = n
				count++
			}
		}
		return true
	})
	if count == 0 {
		return keptUncalled(file, name)
	}
	if count != 1 {
		return nil
	}
	return found
}

// keptUncalled returns the only member of a name that a file gives to a variable
// without calling it; nil for none.
func keptUncalled(file *syntax.File, name string) (found star.Expr) {
	count := 0
	star.Walk(file.Script().Tree, func(n star.Node) bool {
		if assigned, ok := n.(*star.AssignStmt); ok {
			if member, ok := assigned.RHS.(*star.DotExpr); ok && member.Name.Name == name {
				found = member
				count++
			}
		}
		return true
	})
	if count != 1 {
		return nil
	}
	return found
}

// unrenderedOn returns the only library on the line of a place that stands for its
// documents; nil for none.
func (f *failed) unrenderedOn(at source.Span) (found star.Expr) {
	member := map[star.Node]bool{}
	count := 0
	star.Walk(f.file.Script().Tree, func(n star.Node) bool {
		switch n := n.(type) {
		case *star.DotExpr:
			member[n.X], member[n.Name] = true, true
		case *star.Ident:
			if span := spanIn(f.file, n); !member[n] && span.Known() && span.Line() == at.Line() && f.isLibrary(n) {
				found = n
				count++
			}
		}
		return true
	})
	if count != 1 {
		return nil
	}
	return found
}

// isExport reports whether a call gives what a library exports under a name.
func isExport(call *star.CallExpr, name string) bool {
	fn, isMember := call.Fn.(*star.DotExpr)
	if !isMember || fn.Name.Name != "export" || len(call.Args) == 0 {
		return false
	}
	text, isText := meaning.Text(call.Args[0])
	return isText && text == name
}

// ofLibraryCall returns the code of the problem of a call of a library.
func ofLibraryCall(d *diag.Diagnostic) diag.Code {
	if d.Code == diag.LibraryFailed && len(d.Cause) == 1 && !d.Cause[0].Span.Known() {
		return d.Cause[0].Code
	}
	return d.Code
}

// exported is about a function that is called in place of what it exports.
func exported(d *diag.Diagnostic) []diag.Repair {
	file := syntaxOf(d)
	if ofLibraryCall(d) != diag.LibraryExport || file == nil {
		return nil
	}
	call, ok := file.Operation(d.Span.Position()).(*star.CallExpr)
	if !ok || surplus(call) == nil {
		return nil
	}
	var args []string
	for _, arg := range call.Args[1:] {
		args = append(args, file.CodeText(arg))
	}
	fn, name := file.CodeText(call.Fn), file.CodeText(call.Args[0])
	if fn == "" || name == "" || slices.Contains(args, "") {
		return nil
	}
	return sayf("what is exported gets its own arguments: write %s(%s)(%s)", fn, name, strings.Join(args, ", "))
}

// surplus returns the second argument without a name of a call, nil for none.
func surplus(call *star.CallExpr) star.Expr {
	if len(call.Args) < 2 {
		return nil
	}
	if b, isNamed := call.Args[1].(*star.BinaryExpr); isNamed && b.Op == star.EQ {
		return nil
	}
	return call.Args[1]
}

// withWords returns the shortest of names that has all words of another one, or
// that one begins with it; "" for none.
func withWords(name string, known []string) (found string) {
	words := strings.Split(strings.ToLower(name), "_")
	for _, k := range known {
		has := strings.Split(k, "_")
		lacks := slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(has, w) })
		begins := len(k) >= 4 && strings.HasPrefix(strings.ToLower(name), k)
		if (!lacks || begins) && (found == "" || len(k) < len(found)) {
			found = k
		}
	}
	return found
}

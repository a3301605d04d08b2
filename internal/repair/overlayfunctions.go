package repair

import (
	"slices"
	"strconv"
	"strings"

	star "go.starlark.net/syntax"

	"ytt/internal/annotation"
	"ytt/internal/diag"
	"ytt/internal/meaning"
	"ytt/internal/overlay"
	"ytt/internal/script"
	"ytt/internal/source"
	"ytt/internal/spell"
	"ytt/internal/syntax"
	"ytt/internal/tree"
)

// This file looks at the code of functions and matchers that annotations of
// overlays are given.

// function is one that an annotation is given: a lambda in it, or one that its
// file defines.
type function struct {
	name   string      // "" for a lambda
	at     source.Span // the name, or the lambda
	header source.Span // the name and parameters, or those of the lambda without the colon
	params []string
	result string      // what it gives back, if that is one expression
	gives  source.Span // where that stands
	body   star.Node
	code   func(star.Node) source.Span
}

// functionOf returns the function that an annotation has as an argument; nil if
// that is not one of its file, or of several lines.
func functionOf(d *diag.Diagnostic, ann source.Span, keyword string) *function {
	if !ann.Known() {
		return nil
	}
	code := annotation.WrittenIn(ann)
	if code == nil {
		return nil
	}
	_, arg := code.Named(keyword, 0)
	switch x := arg.(type) {
	case *star.LambdaExpr:
		fn := &function{at: code.Span(x), params: parametersOf(x.Params), body: x.Body, code: code.Span,
			gives: code.Span(x.Body)}
		fn.result, fn.header = fn.gives.Text(), fn.at
		if fn.at.Known() && fn.gives.Known() {
			before := fn.at
			before.End = fn.gives.Start
			fn.header.End = fn.at.Start + int32(strings.LastIndexByte(before.Text(), ':'))
		}
		return fn
	case *star.Ident:
		scope := scopeOf(d)
		if scope.Syntax == nil {
			return nil
		}
		if file := scope.Syntax(ann.File); file != nil {
			return defined(file, x.Name)
		}
	}
	return nil
}

// defined returns the function of a name that a file defines once, nil for none.
func defined(file *syntax.File, name string) (fn *function) {
	var def *star.DefStmt
	count := 0
	star.Walk(file.Script().Tree, func(n star.Node) bool {
		if n, ok := n.(*star.DefStmt); ok && n.Name.Name == name {
			def = n
			count++
		}
		return true
	})
	if count != 1 {
		return nil
	}
	fn = &function{name: name, at: spanIn(file, def.Name), params: parametersOf(def.Params), body: def,
		code: file.CodeSpan}
	if line, _ := fn.at.Position(); fn.at.Known() {
		if signature := file.Signature(name, line); signature != "" {
			fn.header = fn.at
			fn.header.End = fn.at.Start + int32(len(signature))
		}
	}
	returns := 0
	star.Walk(def, func(n star.Node) bool {
		if r, ok := n.(*star.ReturnStmt); ok {
			if returns++; r.Result != nil {
				fn.gives = spanIn(file, r.Result)
				fn.result = file.CodeText(r.Result)
			}
		}
		return true
	})
	if returns != 1 {
		fn.result, fn.gives = "", source.Span{}
	}
	return fn
}

// parametersOf returns the names of parameters, nil if there are others than
// plain ones.
func parametersOf(params []star.Expr) (names []string) {
	for _, p := range params {
		id, ok := p.(*star.Ident)
		if !ok {
			return nil
		}
		names = append(names, id.Name)
	}
	return names
}

// otherParameters is about a function that does not take what it is called with.
func otherParameters(d *diag.Diagnostic, f *overlay.Call) []diag.Repair {
	right := rightParameters(f.Keyword, f.Params)
	fn := functionOf(d, f.Annotation, f.Keyword)
	header := f.Function + "(" + strings.Join(right, ", ") + ")"
	written := header
	if f.Function == "lambda" {
		header = "lambda " + strings.Join(right, ", ")
		written = header + ":"
	}
	with := map[string]string{"via": "left, right", "by": "index or key, left, right"}[f.Keyword]
	r := diag.Repair{Say: "it is called with " + with + ": write " + written}
	if fn != nil && fn.header.Known() && !strings.ContainsAny(fn.header.Text(), "*=") {
		r.Title, r.Edits = "Write "+header, []diag.Edit{{At: fn.header, Text: header}}
	}
	return []diag.Repair{r}
}

// rightParameters returns the parameters that a function of via= or by= must
// have, with the names that it has as far as they fit.
func rightParameters(keyword string, has []string) []string {
	isIndex := func(name string) bool {
		return slices.Contains([]string{"i", "idx", "index", "k", "key", "index_or_key", "_", "n", "pos"}, name)
	}
	values := slices.Clone(has)
	index := "index"
	if len(values) > 0 && (isIndex(values[0]) || len(values) > 2) {
		index, values = values[0], values[1:]
	}
	values = append(values, []string{"left", "right"}[min(len(values), 2):]...)
	if values = values[:2]; keyword == "via" {
		return values
	}
	return append([]string{index}, values...)
}

// operandInCall is about an operand that is written out in an annotation.
func operandInCall(f *overlay.Operand) []diag.Repair {
	call, arg, code := wrongOperand(f)
	if call == nil {
		return nil
	}
	list, isList := arg.(*star.ListExpr)
	if !isList || len(call.Args) != 1 || len(list.List) == 0 {
		return nil
	}
	inner := code.Span(list).Text()
	fixed := code.Span(call.Fn).Text() + "(" + strings.TrimSpace(inner[1:len(inner)-1]) + ")"
	return []diag.Repair{{Say: "the matchers are given one by one: write " + fixed, Title: "Write " + diag.Clip(fixed, 60),
		Edits: []diag.Edit{{At: code.Span(call), Text: fixed}}}}
}

// wrongOperand returns the operand in an annotation that is neither a matcher
// nor a function, and the call that it is an argument of; nil if that is not
// written out.
func wrongOperand(f *overlay.Operand) (call *star.CallExpr, arg star.Expr, code *annotation.Written) {
	if !f.Annotation.Known() {
		return nil, nil, nil
	}
	if code = annotation.WrittenIn(f.Annotation); code == nil {
		return nil, nil, nil
	}
	for _, x := range code.Args {
		star.Walk(x, func(n star.Node) bool {
			c, ok := n.(*star.CallExpr)
			if !ok || call != nil {
				return call == nil
			}
			if of, ok := c.Fn.(*star.DotExpr); !ok || !strings.HasSuffix(of.Name.Name, "_op") {
				return true
			}
			for _, a := range c.Args {
				switch x := a.(type) {
				case *star.Ident:
					if x.Name == "None" || x.Name == "True" || x.Name == "False" {
						call, arg = c, a
					}
				case *star.ListExpr, *star.DictExpr, *star.Literal, *star.TupleExpr, *star.ParenExpr:
					call, arg = c, a
				}
			}
			return call == nil
		})
	}
	if call == nil || !code.Span(call).Known() {
		return nil, nil, nil
	}
	return call, arg, code
}

// placeInFunction returns the part of a function that a problem is about;
// nowhere if it is not known.
func placeInFunction(d *diag.Diagnostic) source.Span {
	switch f := d.Fact.(type) {
	case *overlay.Call:
		if f.Fault == overlay.Arguments && f.Function != "" {
			if fn := functionOf(d, f.Annotation, f.Keyword); fn != nil && fn.name != "" {
				return fn.at
			}
		}
	case *overlay.FailedAssert:
		if fn := functionOf(d, f.Annotation, "via"); fn != nil && fn.gives.Known() {
			return fn.gives
		}
		return annotation.Argument(f.Annotation, "via", 0)
	case *overlay.Operand:
		if _, arg, code := wrongOperand(f); arg != nil {
			return code.Span(arg)
		}
	case *overlay.NoMatch:
		if at, _, _ := misspeltInFunction(d, f); at.Known() {
			return at
		}
	}
	return source.Span{}
}

// misspeltInFunction returns the text that a matcher's function compares the
// left nodes with and none of them has, but one nearly so; nowhere for none. seen
// are the values that there are.
func misspeltInFunction(d *diag.Diagnostic, f *overlay.NoMatch) (at source.Span, near string, seen []string) {
	if f.By != overlay.ByOther || len(f.Left) == 0 {
		return at, "", nil
	}
	fn := functionOf(d, f.Annotation, "by")
	if fn == nil || len(fn.params) != 3 {
		return at, "", nil
	}
	star.Walk(fn.body, func(n star.Node) bool {
		b, ok := n.(*star.BinaryExpr)
		if !ok || b.Op != star.EQL || at.Known() {
			return !at.Known()
		}
		for _, sides := range [][2]star.Expr{{b.X, b.Y}, {b.Y, b.X}} {
			text, isText := meaning.Text(sides[1])
			if !isText {
				continue
			}
			values := valuesOf(sides[0], fn.params[1], f.Left)
			if len(values) > 0 && !slices.Contains(values, text) {
				at, near, seen = fn.code(sides[1]), spell.Nearest(text, values), values
			}
		}
		return true
	})
	return at, near, seen
}

// valuesOf returns the texts that an expression is for nodes which a variable
// stands for: left["metadata"]["name"].
func valuesOf(x star.Expr, variable string, nodes []tree.Node) (values []string) {
	var path []string
	for {
		index, ok := x.(*star.IndexExpr)
		if !ok {
			break
		}
		key, isText := meaning.Text(index.Y)
		if !isText {
			return nil
		}
		path = append(path, key)
		x = index.X
	}
	if id, ok := x.(*star.Ident); !ok || id.Name != variable || len(path) == 0 {
		return nil
	}
	slices.Reverse(path)
	for _, n := range nodes {
		for _, key := range path {
			m, isMap := n.(*tree.Map)
			if !isMap {
				n = nil
				break
			}
			n, _ = m.GetString(key)
		}
		if s, ok := n.(*tree.Scalar); ok && s.Kind == tree.String && !slices.Contains(values, s.Text) {
			values = append(values, s.Text)
		}
	}
	return values
}

// ofMatcher advises on the arguments of a function that makes a matcher.
func (f *failed) ofMatcher(read *script.Fault) string {
	call, ok := f.node.(*star.CallExpr)
	if !ok {
		return ""
	}
	fn := f.file.CodeText(call.Fn)
	var args []string
	for _, arg := range call.Args {
		args = append(args, f.file.CodeText(arg))
	}
	if fn == "" || slices.Contains(args, "") {
		return ""
	}
	switch {
	case read.Kind == script.MatcherCount && len(args) == 0:
		return ""
	case read.Kind == script.MatcherCount && read.Name == "not_op":
		return "it takes one matcher: write " + fn + "(overlay.or_op(" + strings.Join(args, ", ") + "))"
	case read.Kind == script.MatcherCount && read.Name == "subset":
		if united := unitedDicts(args); united != "" {
			return "it takes one map: write " + fn + "(" + united + ")"
		}
	case read.Kind == script.MatcherCount && (read.Name == "has_key" || read.Name == "map_key"):
		all := make([]string, len(args))
		for i, arg := range args {
			all[i] = fn + "(" + arg + ")"
		}
		return "it takes one key: write overlay.and_op(" + strings.Join(all, ", ") + ")"
	case len(args) != 1:
	case read.Right == "int":
		if text, isText := meaning.Text(call.Args[0]); isText && text != "" && strings.Trim(text, "0123456789") == "" {
			return "a position is an int, and this is a string: write " + fn + "(" + text + ")"
		}
		return "a position is an int, counted from 0: " + fn + "(0)"
	case read.Right == "string":
		return "a key is a string: write " + fn + "(" + strconv.Quote(strings.Trim(args[0], "[]{}")) + ")"
	}
	return ""
}

// unitedDicts returns the code of one dict with the entries of several, "" if
// these are not written out.
func unitedDicts(dicts []string) string {
	var entries []string
	for _, dict := range dicts {
		inner, opens := strings.CutPrefix(dict, "{")
		inner, closes := strings.CutSuffix(inner, "}")
		if !opens || !closes {
			return ""
		}
		entries = append(entries, strings.Trim(inner, " ,"))
	}
	return "{" + strings.Join(entries, ", ") + "}"
}

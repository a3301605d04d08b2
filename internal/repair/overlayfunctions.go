package repair

import (
	"fmt"
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

// function is one that an annotation is given: a lambda, one that its file
// defines, or one that such a function makes.
type function struct {
	name   string      // "" for a lambda
	at     source.Span // the name, or the lambda
	header source.Span // the name and parameters, or those of the lambda without the colon
	use    source.Span // what stands for it in the annotation
	params []string
	result string      // what it gives back, if that is one expression
	gives  source.Span // where that stands
	body   star.Node
	code   func(star.Node) source.Span
	makes  *function            // what it gives back, if that is a function
	given  map[string]givenCode // what the function that made it was called with
}

// givenCode is an argument of a call.
type givenCode struct {
	star.Expr
	code func(star.Node) source.Span
}

// functionOf returns the function that an annotation has as an argument; nil if
// there are several, or none that is known.
func functionOf(d *diag.Diagnostic, ann source.Span, keyword string) *function {
	if all := functionsOf(d, ann, keyword); len(all) == 1 {
		return all[0]
	}
	return nil
}

// functionsOf returns the functions that an argument of an annotation is made
// of: itself, or the operands of its operators.
func functionsOf(d *diag.Diagnostic, ann source.Span, keyword string) []*function {
	if !ann.Known() {
		return nil
	}
	code := annotation.WrittenIn(ann)
	if code == nil {
		return nil
	}
	_, arg := code.Named(keyword, 0)
	s := functionSearch{scope: scopeOf(d)}
	if s.scope.Syntax != nil {
		s.file = s.scope.Syntax(ann.File)
	}
	s.look(arg, code.Span, 0)
	return s.found
}

// functionSearch looks for functions in the code of a file.
type functionSearch struct {
	scope *Scope
	file  *syntax.File // nil if it is not known
	found []*function
}

func (s *functionSearch) look(x star.Expr, code func(star.Node) source.Span, depth int) {
	const most = 8
	if depth > most {
		return
	}
	switch x := x.(type) {
	case *star.ParenExpr:
		s.look(x.X, code, depth+1)
	case *star.TupleExpr: // a rule with its description
		if len(x.List) == 2 {
			s.look(x.List[1], code, depth+1)
		}
	case *star.LambdaExpr:
		s.found = append(s.found, lambda(x, code))
	case *star.Ident:
		if s.file == nil {
			return
		}
		if fn := s.named(x.Name); fn != nil {
			fn.use = code(x)
			s.found = append(s.found, fn)
		} else if value := s.file.Assigned(x.Name); value != nil {
			s.look(value, s.file.CodeSpan, depth+1)
		}
	case *star.CallExpr:
		switch fn := x.Fn.(type) {
		case *star.DotExpr:
			if strings.HasSuffix(fn.Name.Name, "_op") {
				for _, arg := range x.Args {
					s.look(arg, code, depth+1)
				}
			}
		case *star.Ident:
			if made := s.made(fn.Name, x, code); made != nil {
				s.found = append(s.found, made)
			}
		}
	}
}

// made returns the function that a call of another one gives; nil for none.
func (s *functionSearch) made(name string, call *star.CallExpr, code func(star.Node) source.Span) *function {
	if s.file == nil {
		return nil
	}
	maker := s.named(name)
	if maker == nil || maker.makes == nil {
		return nil
	}
	made := maker.makes
	made.given = map[string]givenCode{}
	for i, parameter := range maker.params {
		if b := named(call, parameter); b != nil {
			made.given[parameter] = givenCode{b.Y, code}
		} else if i < len(call.Args) {
			if b, isNamed := call.Args[i].(*star.BinaryExpr); !isNamed || b.Op != star.EQ {
				made.given[parameter] = givenCode{call.Args[i], code}
			}
		}
	}
	return made
}

// named returns the function of a name in the file, which it defines or loads;
// nil for none.
func (s *functionSearch) named(name string) *function {
	if fn := defined(s.file, name); fn != nil {
		return fn
	}
	file, name := s.scope.loadedFrom(s.file, name)
	if file == nil {
		return nil
	}
	return defined(file, name)
}

// lambda returns the function of a lambda.
func lambda(x *star.LambdaExpr, code func(star.Node) source.Span) *function {
	fn := &function{at: code(x), params: parametersOf(x.Params), body: x.Body, code: code, gives: code(x.Body)}
	fn.result, fn.header, fn.use = fn.gives.Text(), fn.at, fn.at
	if fn.at.Known() && fn.gives.Known() {
		before := fn.at
		before.End = fn.gives.Start
		fn.header.End = fn.at.Start + int32(strings.LastIndexByte(before.Text(), ':'))
	}
	return fn
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
	inner := map[string]bool{}
	star.Walk(def, func(n star.Node) bool {
		switch n := n.(type) {
		case *star.DefStmt:
			if n != def {
				inner[n.Name.Name] = true
				return false
			}
		case *star.ReturnStmt:
			if returns++; n.Result != nil {
				fn.gives = spanIn(file, n.Result)
				fn.result = file.CodeText(n.Result)
				switch x := n.Result.(type) {
				case *star.LambdaExpr:
					fn.makes = lambda(x, file.CodeSpan)
				case *star.Ident:
					if inner[x.Name] {
						fn.makes = defined(file, x.Name)
					}
				}
			}
		}
		return true
	})
	if returns != 1 {
		fn.result, fn.gives, fn.makes = "", source.Span{}, nil
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
	fn := calledFunction(d, f)
	header := f.Function + "(" + strings.Join(right, ", ") + ")"
	written := header
	if f.Function == "lambda" {
		header = "lambda " + strings.Join(right, ", ")
		written = header + ":"
	}
	with := map[string]string{"via": "left, right", "by": "index or key, left, right"}[f.Keyword]
	if fn != nil && fn.makes != nil && len(fn.makes.params) == len(right) {
		return sayf("it makes the function that is called with %s: write %s", with, fn.header.Text())
	}
	r := diag.Repair{Say: "it is called with " + with + ": write " + written}
	if fn != nil && fn.header.Known() && !strings.ContainsAny(fn.header.Text(), "*=") {
		r.Title, r.Edits = "Write "+header, []source.Edit{{At: fn.header, Text: header}}
	}
	return []diag.Repair{r}
}

// calledFunction returns the function that was called with arguments which it
// does not take; nil if that is not known.
func calledFunction(d *diag.Diagnostic, f *overlay.Call) (called *function) {
	for _, fn := range functionsOf(d, f.Annotation, f.Keyword) {
		if fn.name == f.Function || fn.name == "" && f.Function == "lambda" {
			if called != nil {
				return nil
			}
			called = fn
		}
	}
	return called
}

// parametersInOrder is about a function that names its parameters as it should,
// but in another order; nil for others.
func parametersInOrder(d *diag.Diagnostic, ann source.Span, keyword string) []diag.Repair {
	fn, right := inOtherOrder(d, ann, keyword)
	if fn == nil {
		return nil
	}
	header := fn.name + "(" + strings.Join(right, ", ") + ")"
	written := header
	if fn.name == "" {
		header = "lambda " + strings.Join(right, ", ")
		written = header + ":"
	}
	return []diag.Repair{{Say: "it is called with index or key, left, right, in this order: write " + written,
		Title: "Write " + header, Edits: []source.Edit{{At: fn.header, Text: header}}, Below: true}}
}

// inOtherOrder returns a function of a matcher whose parameters are in another
// order than it is called with, as their names say, and the right order.
func inOtherOrder(d *diag.Diagnostic, ann source.Span, keyword string) (fn *function, right []string) {
	if keyword != "by" {
		return nil, nil
	}
	for _, fn := range functionsOf(d, ann, keyword) {
		if len(fn.params) != 3 || !fn.header.Known() || strings.ContainsAny(fn.header.Text(), "*=") {
			continue
		}
		index := slices.IndexFunc(fn.params, isIndexName)
		left := slices.IndexFunc(fn.params, func(name string) bool { return name == "left" || name == "l" })
		if index < 0 || left < 0 || index == 0 && left == 1 {
			continue
		}
		return fn, []string{fn.params[index], fn.params[left], fn.params[3-index-left]}
	}
	return nil, nil
}

// nearInLeft is about a key that is probably one of the left node, however deep;
// nil for others.
func nearInLeft(d *diag.Diagnostic, f *overlay.Call) []diag.Repair {
	file := syntaxOf(d)
	if file == nil || f.Left == nil {
		return nil
	}
	index, ok := file.Operation(d.Span.Position()).(*star.IndexExpr)
	if !ok || file.CodeText(index.Y) != f.Key {
		return nil
	}
	at := map[string]int{"by": 1, "via": 0}[f.Keyword]
	for _, fn := range functionsOf(d, f.Annotation, f.Keyword) {
		if at >= len(fn.params) {
			continue
		}
		path, isPath := pathFrom(fn.params[at], index)
		if !isPath {
			continue
		}
		around, _ := nodeAlong(f.Left, path[:len(path)-1]).(*tree.Map)
		if around == nil {
			continue
		}
		near := spell.Nearest(path[len(path)-1], keysOfMap(around))
		if near == "" {
			continue
		}
		r := diag.Repair{Say: "did you mean " + file.CodeText(index.X) + "[" + strconv.Quote(near) + "]?",
			Title: "Write " + strconv.Quote(near)}
		if span := file.CodeSpan(index.Y); span.Known() {
			r.Edits = []source.Edit{{At: span, Text: strconv.Quote(near)}}
		}
		return []diag.Repair{r}
	}
	return nil
}

// keysOfMap returns the first keys of a map.
func keysOfMap(m *tree.Map) (keys []string) {
	const most = 200
	for i := range m.Entries[:min(len(m.Entries), most)] {
		keys = append(keys, m.Entries[i].Key.String())
	}
	return keys
}

// rightParameters returns the parameters that a function of via= or by= must
// have, with the names that it has as far as they fit.
func rightParameters(keyword string, has []string) []string {
	values := slices.Clone(has)
	index := "index"
	if len(values) > 0 && (isIndexName(values[0]) || len(values) > 2) {
		index, values = values[0], values[1:]
	}
	values = append(values, []string{"left", "right"}[min(len(values), 2):]...)
	if values = values[:2]; keyword == "via" {
		return values
	}
	return append([]string{index}, values...)
}

func isIndexName(name string) bool {
	return slices.Contains([]string{"i", "idx", "index", "k", "key", "index_or_key", "_", "n", "pos"}, name)
}

// givesNothing returns the function in an argument of an annotation which is
// called there and returns nothing, and its name and parameters; nil for none.
func givesNothing(d *diag.Diagnostic, typ string, ann source.Span, keyword string) (fn *function, header string) {
	if typ != noneType || !ann.Known() {
		return nil, ""
	}
	code := annotation.WrittenIn(ann)
	s := functionSearch{scope: scopeOf(d)}
	if code == nil || s.scope.Syntax == nil {
		return nil, ""
	}
	if s.file = s.scope.Syntax(ann.File); s.file == nil {
		return nil, ""
	}
	_, arg := code.Named(keyword, 0)
	if arg == nil {
		return nil, ""
	}
	star.Walk(arg, func(n star.Node) bool {
		if call, ok := n.(*star.CallExpr); ok && fn == nil {
			if id, isName := call.Fn.(*star.Ident); isName {
				if called := s.named(id.Name); called != nil && called.result == "" && called.makes == nil {
					fn = called
				}
			}
		}
		return fn == nil
	})
	if fn == nil {
		return nil, ""
	}
	return fn, fn.header.Text()
}

// last returns where the last statement of a function begins; its name, if that
// is not known.
func (fn *function) last() source.Span {
	def, ok := fn.body.(*star.DefStmt)
	if !ok || len(def.Body) == 0 {
		return fn.at
	}
	var first star.Node = def.Body[len(def.Body)-1]
	if inner, isDef := first.(*star.DefStmt); isDef {
		first = inner.Name
	}
	if at := fn.code(first); at.Known() {
		return at
	}
	return fn.at
}

// innerFunction says which function inside of another one is probably to be
// given back; "" for none, or several.
func innerFunction(fn *function) string {
	def, ok := fn.body.(*star.DefStmt)
	if !ok || len(def.Body) == 0 {
		return ""
	}
	if inner, isDef := def.Body[len(def.Body)-1].(*star.DefStmt); isDef {
		return ", such as 'return " + inner.Name.Name + "'"
	}
	return ""
}

// noFunction is about a value in the place of a function.
func noFunction(d *diag.Diagnostic, f *overlay.NoFunction) []diag.Repair {
	if call, header := givesNothing(d, f.Type, f.Annotation, f.Keyword); call != nil {
		return sayf("%s gives nothing back: end it with 'return …'%s", header, innerFunction(call))
	}
	if f.Keyword == "via" {
		if at, name := quotedFunction(d, f); name != "" {
			return []diag.Repair{{Say: "a function is named without quotes: write " + name, Title: "Write " + name,
				Edits: []source.Edit{{At: at, Text: name}}}}
		}
		return say("a function of two values, left and right: via=lambda left, right: ...")
	}
	code := annotation.WrittenIn(f.Annotation)
	if code == nil {
		return nil
	}
	_, arg := code.Named(f.Keyword, 0)
	if arg != nil && f.Type == "int" {
		fixed := "overlay.index(" + code.Span(arg).Text() + ")"
		return []diag.Repair{{Say: "for the one with this index, counted from 0, write " + fixed,
			Title: "Write " + diag.Clip(fixed, 60), Edits: []source.Edit{{At: code.Span(arg), Text: fixed}}}}
	}
	if arg == nil || f.Type != "list" && f.Type != "tuple" || len(itemsOf(arg)) == 0 {
		return nil
	}
	at := code.Span(arg)
	text := at.Text()
	if len(text) < 2 {
		return nil
	}
	fixed := "overlay.or_op(" + strings.Trim(text[1:len(text)-1], " ,") + ")"
	return []diag.Repair{{Say: "for nodes that match any of them, write " + fixed, Title: "Write " + diag.Clip(fixed, 60),
		Edits: []source.Edit{{At: at, Text: fixed}}}}
}

// quotedFunction returns where the name of a function of the file stands in quotes
// as an argument, and that name; "" for others.
func quotedFunction(d *diag.Diagnostic, f *overlay.NoFunction) (at source.Span, name string) {
	code, scope := annotation.WrittenIn(f.Annotation), scopeOf(d)
	if code == nil || f.Type != stringType || scope.Syntax == nil {
		return at, ""
	}
	_, arg := code.Named(f.Keyword, 0)
	literal, ok := arg.(*star.Literal)
	if !ok {
		return at, ""
	}
	name, _ = literal.Value.(string)
	file := scope.Syntax(f.Annotation.File)
	if from, _ := scope.loadedFrom(file, name); file == nil || from == nil && defined(file, name) == nil {
		return at, ""
	}
	return code.Span(arg), name
}

// operandInCall is about an operand that is written out in an annotation.
func operandInCall(f *overlay.Operand) []diag.Repair {
	call, arg, code := wrongOperand(f)
	if call == nil {
		return nil
	}
	if not, isNot := arg.(*star.UnaryExpr); isNot {
		fn, _ := call.Fn.(*star.DotExpr) // as wrongOperand has it
		fixed := code.Span(fn.X).Text() + ".not_op(" + code.Span(not.X).Text() + ")"
		return []diag.Repair{{Say: "a matcher is turned around by a function: write " + fixed,
			Title: "Write " + diag.Clip(fixed, 60), Edits: []source.Edit{{At: code.Span(not), Text: fixed}}}}
	}
	list, isList := arg.(*star.ListExpr)
	if !isList || len(call.Args) != 1 || len(list.List) == 0 {
		return nil
	}
	inner := code.Span(list).Text()
	fixed := code.Span(call.Fn).Text() + "(" + strings.TrimSpace(inner[1:len(inner)-1]) + ")"
	return []diag.Repair{{Say: "the matchers are given one by one: write " + fixed, Title: "Write " + diag.Clip(fixed, 60),
		Edits: []source.Edit{{At: code.Span(call), Text: fixed}}}}
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
				case *star.UnaryExpr:
					if x.Op == star.NOT {
						call, arg = c, a
					}
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
		if at, _ := numberOfOverlay(d, f); at.Known() {
			return at
		}
		if fn, _ := inOtherOrder(d, f.Annotation, f.Keyword); fn != nil {
			return fn.header
		}
		if fn := unreturned(d, f); fn != nil && f.Fault == overlay.NoBoolean {
			return fn.last()
		}
		if f.Fault == overlay.Arguments && f.Function != "" {
			switch fn := calledFunction(d, f); {
			case fn == nil:
			case fn.makes != nil:
				return fn.use
			case fn.name != "":
				return fn.at
			}
		}
	case *overlay.FailedAssert:
		if fn := functionOf(d, f.Annotation, "via"); fn != nil && fn.gives.Known() {
			return fn.gives
		}
		return annotation.Argument(f.Annotation, "via", 0)
	case *overlay.NoFunction:
		if fn, _ := givesNothing(d, f.Type, f.Annotation, f.Keyword); fn != nil {
			return fn.last()
		}
	case *overlay.Operand:
		if fn, _ := givesNothing(d, f.Type, f.Annotation, "by"); fn != nil {
			return fn.last()
		}
		if _, arg, code := wrongOperand(f); arg != nil {
			return code.Span(arg)
		}
	case *overlay.NoMatch:
		if fn, _ := inOtherOrder(d, f.Annotation, "by"); fn != nil && f.By == overlay.ByOther {
			return fn.header
		}
		if many := ofMany(d, f); many != nil {
			return many.at
		}
		if at, _, _ := misspeltInFunction(d, f); at.Known() {
			return at
		}
	}
	return source.Span{}
}

// misspeltInFunction returns what a matcher's function compares the left nodes
// with and none of them has; nowhere for nothing. near is the code that is
// probably meant, and seen are the values that there are, as code.
func misspeltInFunction(d *diag.Diagnostic, f *overlay.NoMatch) (at source.Span, near string, seen []string) {
	if f.By != overlay.ByOther || len(f.Left) == 0 {
		return at, "", nil
	}
	for _, fn := range functionsOf(d, f.Annotation, "by") {
		if len(fn.params) != 3 {
			continue
		}
		star.Walk(fn.body, func(n star.Node) bool {
			if x, ok := n.(star.Expr); ok && !at.Known() {
				at, near, seen = fn.misspelt(x, f.Left)
			}
			return !at.Known()
		})
		if at.Known() {
			break
		}
	}
	return at, near, seen
}

// misspelt is misspeltInFunction for one expression.
func (fn *function) misspelt(x star.Expr, nodes []tree.Node) (at source.Span, near string, seen []string) {
	switch x := x.(type) {
	case *star.BinaryExpr:
		switch x.Op {
		case star.EQL:
			for _, sides := range [][2]star.Expr{{x.X, x.Y}, {x.Y, x.X}} {
				values := scalarsOf(sides[0], fn.params[1], nodes)
				if v, where, ok := fn.literal(sides[1]); ok && len(values) > 0 && !slices.Contains(values, v) {
					return where, nearestValue(v, values), codesOf(values)
				}
			}
		case star.IN:
			values := scalarsOf(x.X, fn.params[1], nodes)
			for _, item := range itemsOf(x.Y) {
				v, where, ok := fn.literal(item)
				if !ok || len(values) == 0 || slices.Contains(values, v) {
					continue
				}
				if near = nearestValue(v, values); near != "" {
					return where, near, codesOf(values)
				}
			}
		}
	case *star.CallExpr:
		method, ok := x.Fn.(*star.DotExpr)
		if !ok || len(x.Args) != 1 || method.Name.Name != "startswith" && method.Name.Name != "endswith" {
			return at, "", nil
		}
		text, where, isText := fn.text(x.Args[0])
		var values []string
		for _, v := range scalarsOf(method.X, fn.params[1], nodes) {
			if v.Kind == tree.String {
				values = append(values, v.String())
			}
		}
		if !isText || len(values) == 0 {
			return at, "", nil
		}
		cut, has := beginnings, strings.HasPrefix
		if method.Name.Name == "endswith" {
			cut, has = ends, strings.HasSuffix
		}
		if slices.ContainsFunc(values, func(v string) bool { return has(v, text) }) {
			return at, "", nil
		}
		if near = spell.Nearest(text, cut(values, len(text))); near != "" {
			near = strconv.Quote(near)
		}
		for _, v := range values {
			seen = append(seen, strconv.Quote(short(v)))
		}
		return where, near, seen
	}
	return at, "", nil
}

// literal returns the scalar that an expression in a function is, and where it
// is written: there, or as an argument for the function that made this one.
func (fn *function) literal(x star.Expr) (v tree.Value, at source.Span, ok bool) {
	text, at, isText := fn.text(x)
	if isText {
		return tree.StringValue(text), at, true
	}
	if l, isLiteral := x.(*star.Literal); isLiteral {
		if n, isInt := l.Value.(int64); isInt {
			return tree.IntValue(n), fn.code(x), true
		}
	}
	return v, at, false
}

// nearestValue returns the code of the value that is probably meant by another
// one: the same as another type, or a text like it; "" for none.
func nearestValue(meant tree.Value, values []tree.Value) string {
	var texts []string
	for _, v := range values {
		if v.String() == meant.String() {
			return codeOf(v)
		}
		if v.Kind == tree.String {
			texts = append(texts, v.String())
		}
	}
	if near := spell.Nearest(meant.String(), texts); near != "" && meant.Kind == tree.String {
		return strconv.Quote(near)
	}
	return ""
}

func codeOf(v tree.Value) string { return inCode(tree.NewScalar(v, source.Span{})) }

func codesOf(values []tree.Value) (all []string) {
	for _, v := range values {
		if v.Kind == tree.String {
			v = tree.StringValue(short(v.String()))
		}
		all = append(all, codeOf(v))
	}
	return all
}

// text returns the text that an expression in a function is, and where it is
// written: there, or as an argument for the function that made this one.
func (fn *function) text(x star.Expr) (text string, at source.Span, ok bool) {
	code := fn.code
	if id, isName := x.(*star.Ident); isName {
		given, isGiven := fn.given[id.Name]
		if !isGiven {
			return "", at, false
		}
		x, code = given.Expr, given.code
	}
	text, ok = meaning.Text(x)
	return text, code(x), ok
}

// itemsOf returns the items of a list or tuple that is written out.
func itemsOf(x star.Expr) []star.Expr {
	switch x := x.(type) {
	case *star.ListExpr:
		return x.List
	case *star.TupleExpr:
		return x.List
	case *star.ParenExpr:
		return itemsOf(x.X)
	}
	return nil
}

// beginnings returns beginnings of texts that have about a length.
func beginnings(texts []string, length int) (all []string) {
	for _, text := range texts {
		for n := max(1, length-2); n <= min(len(text), length+2); n++ {
			all = append(all, text[:n])
		}
	}
	return all
}

// ends returns ends of texts that have about a length.
func ends(texts []string, length int) (all []string) {
	for _, text := range texts {
		for n := max(1, length-2); n <= min(len(text), length+2); n++ {
			all = append(all, text[len(text)-n:])
		}
	}
	return all
}

// pathFrom returns the keys of an expression that is a variable with keys:
// left["metadata"]["name"]; false for others.
func pathFrom(variable string, x star.Expr) (path []string, ok bool) {
	for {
		switch n := x.(type) {
		case *star.IndexExpr:
			key, isText := meaning.Text(n.Y)
			if !isText {
				return nil, false
			}
			path = append(path, key)
			x = n.X
		case *star.Ident:
			slices.Reverse(path)
			return path, n.Name == variable
		default:
			return nil, false
		}
	}
}

// nodeAlong returns the node at a path of keys in another one; nil for none.
func nodeAlong(n tree.Node, path []string) tree.Node {
	for _, key := range path {
		m, isMap := n.(*tree.Map)
		if !isMap {
			return nil
		}
		if n, isMap = m.GetString(key); !isMap {
			return nil
		}
	}
	return n
}

// scalarsOf returns the scalars that an expression is for nodes which a variable
// stands for: left["metadata"]["name"].
func scalarsOf(x star.Expr, variable string, nodes []tree.Node) (values []tree.Value) {
	path, ok := pathFrom(variable, x)
	if !ok {
		return nil
	}
	for _, n := range nodes {
		if s, isScalar := nodeAlong(n, path).(*tree.Scalar); isScalar && !slices.Contains(values, s.Value) {
			values = append(values, s.Value)
		}
	}
	return values
}

// matcherHeadline counts the arguments of a function that makes a matcher; it
// returns "" for another problem.
func matcherHeadline(d *diag.Diagnostic, read *script.Fault) string {
	file := syntaxOf(d)
	if read.Kind != script.MatcherCount || file == nil {
		return ""
	}
	call, ok := file.Operation(d.Span.Position()).(*star.CallExpr)
	if !ok || len(call.Args) < 2 {
		return ""
	}
	return fmt.Sprintf("overlay.%s: expected exactly one argument, but got %d", read.Name, len(call.Args))
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
		if _, isText := meaning.Text(call.Args[0]); isText && len(args) == 2 {
			return "it takes one map: write " + fn + "({" + args[0] + ": " + args[1] + "})"
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
		if inner = strings.Trim(inner, " ,"); inner != "" {
			entries = append(entries, inner)
		}
	}
	return "{" + strings.Join(entries, ", ") + "}"
}

package script

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"ytt/internal/diag"
	"ytt/internal/spell"
)

// This file adds hints to runtime errors by the code that failed: which operand to convert, which value is None, and which arguments a
// function takes.

// Failed is the code that failed, as far as known.
type Failed struct {
	// Node is the expression whose operator, dot or bracket the interpreter was at, or the "for"; nil if it is not known.
	Node syntax.Node
	// Text returns the source of code, "" if it is on several lines.
	Text func(syntax.Node) string
	// Keys returns the known keys of a map.
	Keys func(syntax.Expr) []string
	// Unpacked explains that an expression is a part of an item, because a loop takes the items apart; "" if it is not.
	Unpacked func(syntax.Expr) string
	// Null explains why the value of an expression is null: "it is null by default (schema.yml:3)"; "" if that is not known.
	Null func(syntax.Expr) string
	// Changed returns the call of a method without a result, such as append, that gave the expression its value; "" if there is none.
	Changed func(syntax.Expr) string
}

// Advise adds hints for the code that failed to a problem. They replace general hints.
func (f Failed) Advise(d *diag.Diagnostic) {
	read := readProblem(d)
	hint := ""
	switch read.kind {
	case binaryOperator:
		hint = f.operator(read)
	case missingMember, noIndex, notIterable, noLength, notCallable:
		hint = f.value(read)
	case missingKey:
		hint = f.key(read)
	case fewValues, manyValues:
		hint = f.values()
	case wantsString:
		hint = f.argument(read)
	case wantsType:
		hint = f.typedArgument(read)
	case sequenceOfTexts:
		hint = f.pairs()
	}
	if hint != "" {
		d.Hints, d.Detail = []string{hint}, diag.Script{HintsBelow: true}
	}
}

// operator advises on an operator that is not defined for its operands.
func (f Failed) operator(read upstreamMessage) string {
	n, ok := f.Node.(*syntax.BinaryExpr)
	if !ok {
		return ""
	}
	left, right := f.Text(n.X), f.Text(n.Y)
	if left == "" || right == "" {
		return ""
	}
	switch {
	case read.op == "&", read.op == "|": // meant as 'and' and 'or', whatever stands beside them
	case read.left == noneType && read.op != "in":
		return f.null(n.X, left)
	case read.right == noneType:
		return f.null(n.Y, right)
	case read.left == stringType && isNumber(read.right), isNumber(read.left) && read.right == stringType:
		return numberAndText(n, read, left, right)
	case read.op == "+" && read.left == stringType && read.right == "list":
		return fmt.Sprintf("a list is joined to a text with join: write %s + \", \".join(%s)", left, right)
	case read.op == "+" && read.left == stringType && read.right == "bool":
		return fmt.Sprintf("a text is joined only with texts: write %s + str(%s)", left, right)
	case read.op == "+" && read.left == "bool" && read.right == stringType:
		return fmt.Sprintf("a text is joined only with texts: write str(%s) + %s", left, right)
	case read.op == "+" && read.left == "dict" && read.right == "dict":
		return fmt.Sprintf("to unite two dicts, write dict(%s.items() + %s.items())", bracketed(n.X, left), bracketed(n.Y, right))
	case read.op == "+" && read.left == "list":
		return fmt.Sprintf("only a list is added to a list: write %s + [%s]", left, right)
	case read.op == "+" && read.right == "list":
		return fmt.Sprintf("only a list is added to a list: write [%s] + %s", left, right)
	case read.op == "-" && read.left == "list" && read.right == "list":
		return fmt.Sprintf("write [x for x in %s if x not in %s]", left, bracketed(n.Y, right))
	case read.left == stringType && read.right == stringType && strings.Contains("-/**", read.op):
		return fmt.Sprintf("these are texts; as numbers, write int(%s) %s int(%s)", left, read.op, right)
	case read.op == "+" && read.left == stringType && isTree(read.right):
		return fmt.Sprintf("%s is a map or a list, and no text: choose one of its values, as in %s[\"key\"]", right, bracketed(n.Y, right))
	}
	return ""
}

const (
	noneType   = "NoneType"
	stringType = "string"
)

func isNumber(name string) bool { return name == "int" || name == "float" }

func isTree(name string) bool { return name == "struct" || name == "yamlfragment" || name == "dict" }

// numberAndText advises on an operator between a number and a text: joining wants texts, all else numbers.
func numberAndText(n *syntax.BinaryExpr, read upstreamMessage, left, right string) string {
	textIsLeft := read.left == stringType
	text := n.X
	if !textIsLeft {
		text = n.Y
	}
	convert, toText := "int", read.op == "+" && !isDigits(text)
	if toText {
		convert = "str"
	} else if other := read.left + read.right; strings.Contains(other, "float") {
		convert = "float"
	}
	if textIsLeft != toText {
		left = convert + "(" + left + ")"
	} else {
		right = convert + "(" + right + ")"
	}
	if toText {
		return fmt.Sprintf("a text is joined only with texts: write %s + %s", left, right)
	}
	return fmt.Sprintf("one is a text, the other a number: write %s %s %s", left, read.op, right)
}

// isDigits reports whether an expression is a text of digits.
func isDigits(x syntax.Expr) bool {
	l, ok := x.(*syntax.Literal)
	text, isText := "", false
	if ok {
		text, isText = l.Value.(string)
	}
	return isText && text != "" && strings.Trim(text, "0123456789") == ""
}

// argument advises on the only argument of a call that is no text.
func (f Failed) argument(read upstreamMessage) string {
	call, ok := f.Node.(*syntax.CallExpr)
	if !ok || len(call.Args) != 1 {
		return ""
	}
	fn, arg := f.Text(call.Fn), f.Text(call.Args[0])
	switch {
	case fn == "" || arg == "":
		return ""
	case read.left == noneType:
		return f.null(call.Args[0], arg)
	case isNumber(read.left) || read.left == "bool":
		return fmt.Sprintf("make a text of it: %s(str(%s))", fn, arg)
	case isTree(read.left) || read.left == "list":
		return fmt.Sprintf("make a text of it, such as %s(json.encode(%s)) with load(\"@ytt:json\", \"json\")", fn, arg)
	}
	return ""
}

// typedArgument advises on an argument of a builtin function that has another type than its parameter.
func (f Failed) typedArgument(read upstreamMessage) string {
	call, ok := f.Node.(*syntax.CallExpr)
	number, err := strconv.Atoi(read.detail)
	if !ok || err != nil || number < 1 || number > len(call.Args) {
		return ""
	}
	x := call.Args[number-1]
	arg := f.Text(x)
	switch {
	case arg == "":
		return ""
	case read.left == noneType:
		return f.null(x, arg)
	case read.right == "int" && (read.left == stringType || read.left == "float"):
		return fmt.Sprintf("make a whole number of it: int(%s)", arg)
	case read.right == stringType && (isNumber(read.left) || read.left == "bool"):
		return fmt.Sprintf("make a text of it: str(%s)", arg)
	}
	return ""
}

// pairs advises on a loop with two variables over the keys of a map.
func (f Failed) pairs() string {
	x := operand(f.Node)
	if x == nil {
		return ""
	}
	text := f.Text(x)
	if text == "" || len(f.Keys(x)) == 0 {
		return ""
	}
	return fmt.Sprintf("only its keys are gone through; for keys and values, write 'in dict(%s).items()'", text)
}

// values counts the places of a format and the values for them.
func (f Failed) values() string {
	n, ok := f.Node.(*syntax.BinaryExpr)
	if !ok || n.Op != syntax.PERCENT {
		return ""
	}
	l, ok := n.X.(*syntax.Literal)
	format, isText := "", false
	if ok {
		format, isText = l.Value.(string)
	}
	right := n.Y
	if paren, ok := right.(*syntax.ParenExpr); ok {
		right = paren.X
	}
	tuple, ok := right.(*syntax.TupleExpr)
	if !isText || !ok {
		return ""
	}
	places := strings.Count(strings.ReplaceAll(format, "%%", ""), "%")
	return fmt.Sprintf("the text has %s (%%), and there are %s behind it", diag.Count(places, "place"), diag.Count(len(tuple.List), "value"))
}

// bracketed puts an operand in brackets if a suffix would bind to a part of it.
func bracketed(x syntax.Expr, text string) string {
	switch x.(type) {
	case *syntax.BinaryExpr, *syntax.UnaryExpr, *syntax.CondExpr, *syntax.LambdaExpr:
		return "(" + text + ")"
	}
	return text
}

// value advises on a value that is not of a type with members, an index, items, a length or a call.
func (f Failed) value(read upstreamMessage) string {
	x := operand(f.Node)
	if x == nil {
		return ""
	}
	text := f.Text(x)
	switch {
	case text == "":
		return ""
	case read.left == noneType:
		if read.kind == notIterable {
			return f.nullList(x, text)
		}
		return f.null(x, text)
	case read.kind == notCallable:
		return fmt.Sprintf("%s is no function but %s: write it without the brackets behind it", text, typeName(read.left))
	case read.kind == notIterable && read.left == "int":
		return fmt.Sprintf("to count up to a number, write range(%s)", text)
	case read.kind == notIterable && read.left == stringType:
		return fmt.Sprintf("a text has no items; its characters are %s.elems()", bracketed(x, text))
	case read.kind == noLength && isNumber(read.left):
		return fmt.Sprintf("%s is a number; the length of its digits is len(str(%s))", text, text)
	case read.kind == noIndex && read.left == "module":
		return f.indexOfModule(text)
	case read.kind == missingMember && read.left == "module":
		for _, key := range f.Keys(&syntax.DotExpr{X: x, Name: &syntax.Ident{Name: "values"}}) {
			if key == read.detail {
				return fmt.Sprintf("did you mean %s.values.%s?", text, key)
			}
		}
		return ""
	case read.kind == missingMember && f.Unpacked != nil:
		if hint := f.Unpacked(x); hint != "" {
			return hint
		}
		return member(x, text, read)
	case read.kind == missingMember:
		return member(x, text, read)
	}
	return ""
}

// indexOfModule advises on a module that is used like a dict: data["name"].
func (f Failed) indexOfModule(module string) string {
	n, ok := f.Node.(*syntax.IndexExpr)
	if !ok {
		return ""
	}
	l, _ := n.Y.(*syntax.Literal)
	if l == nil {
		return fmt.Sprintf("%s is a module: its members are written with a dot", module)
	}
	name, _ := l.Value.(string)
	keys := f.Keys(&syntax.DotExpr{X: n.X, Name: &syntax.Ident{Name: "values"}})
	switch {
	case slices.Contains(keys, name) && isPlainName(name):
		return fmt.Sprintf("data values are members of %s.values: write %[1]s.values.%s", module, name)
	case slices.Contains(keys, name):
		return fmt.Sprintf("data values are members of %s.values: write %[1]s.values[%q]", module, name)
	}
	return fmt.Sprintf("%s is a module: its members are written with a dot, as in %[1]s.%s", module, name)
}

// InRule advises on an error of the code of a rule, by its message alone: what is wrong is the rule, not the value. It returns "" for
// what a rule says of a value.
func InRule(message string) string {
	const wrong = "the code of the rule is at fault"
	switch read := readUpstream(message); read.kind {
	case missingMember:
		if hint := member(&syntax.Ident{Name: "v"}, "v", read); hint != "" {
			return wrong + ": of a value v, " + hint
		}
		if isNumber(read.left) && slices.Contains(starlark.String("").AttrNames(), read.detail) {
			return wrong + ": the value is a number, and ." + read.detail + " is a method of texts: write str(v)." + read.detail + "(…)"
		}
		return wrong
	case binaryOperator, noIndex, notIterable, noLength, notCallable, wantsType, wantsString:
		return wrong
	}
	return ""
}

// member advises on members that types have in other languages.
func member(x syntax.Expr, text string, read upstreamMessage) string {
	text = bracketed(x, text)
	switch name := strings.ToLower(read.detail); {
	case name == "length" || name == "len" || name == "size" || name == "count" && read.left != stringType:
		return "the length is len(" + text + ")"
	case read.left == stringType && (name == "toupper" || name == "touppercase"):
		return "write " + text + ".upper()"
	case read.left == stringType && (name == "tolower" || name == "tolowercase"):
		return "write " + text + ".lower()"
	case read.left == stringType && name == "trim":
		return "write " + text + ".strip()"
	case read.left == stringType && (name == "contains" || name == "includes"):
		return `write "part" in ` + text
	case read.left == "list" && (name == "contains" || name == "includes" || name == "has"):
		return "write item in " + text
	case read.left == "list" && (name == "push" || name == "add"):
		return "write " + text + ".append(…)"
	case read.left == "list" && name == "join":
		return `write ", ".join(` + text + ")"
	case read.left == "list" && name == "sort":
		return "write sorted(" + text + ")"
	case read.left == "struct" && (name == "items" || name == "keys" || name == "values" || name == "get"):
		switch name {
		case "items":
			return "write dict(" + text + ").items(), or go through the names: for name in " + text
		case "get":
			return "write getattr(" + text + `, "name", default)`
		}
		return "write dict(" + text + ")." + name + "()"
	case read.left == "yamlfragment" && (name == "items" || name == "keys" || name == "values"):
		return "write dict(" + text + ")." + name + "()"
	case read.left == "dict" && isPlainName(read.detail):
		return fmt.Sprintf("a dict has its values under keys: write %s[%q]", text, read.detail)
	}
	return ""
}

func isPlainName(name string) bool {
	return name != "" && strings.Trim(name, "_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") == ""
}

// operand returns the operand of a dot, bracket or call, or the one that is iterated.
func operand(n syntax.Node) syntax.Expr {
	switch n := n.(type) {
	case *syntax.DotExpr:
		return n.X
	case *syntax.IndexExpr:
		return n.X
	case *syntax.SliceExpr:
		return n.X
	case *syntax.ForStmt:
		return n.X
	case *syntax.ForClause:
		return n.X
	case *syntax.CallExpr:
		if id, ok := n.Fn.(*syntax.Ident); ok && len(n.Args) == 1 && isGoingThrough(id.Name) {
			return n.Args[0]
		}
		return n.Fn
	}
	return nil
}

// isGoingThrough reports whether a builtin function iterates its argument or takes its length.
func isGoingThrough(name string) bool {
	switch name {
	case "len", "list", "sorted", "enumerate", "reversed", "dict", "tuple", "set", "any", "all", "max", "min", "zip":
		return true
	}
	return false
}

// null adds hints for a value that is None.
func (f Failed) null(x syntax.Expr, text string) string {
	if text == "None" {
		return "None can only be compared with == and !="
	}
	if hint := f.changed(x, text); hint != "" {
		return hint
	}
	return fmt.Sprintf("%s is null%s; set it, or guard with '#@ if %s:'", text, f.why(x), text)
}

// nullList is null for an iterated value.
func (f Failed) nullList(x syntax.Expr, text string) string {
	if hint := f.changed(x, text); hint != "" {
		return hint
	}
	return fmt.Sprintf("%s is null%s; set it, or write '%s or []' to go through nothing", text, f.why(x), text)
}

// changed explains None as the result of a method that has none.
func (f Failed) changed(x syntax.Expr, text string) string {
	if f.Changed == nil {
		return ""
	}
	call := f.Changed(x)
	switch call {
	case "":
		return ""
	case text:
		return fmt.Sprintf("%s changes what is in front of the dot and gives nothing back: call it on a line of its own first", call)
	}
	return fmt.Sprintf("%s is null, because %s changes what is in front of the dot and gives nothing back: call it on a line of its own, without '%[1]s ='", text, call)
}

func (f Failed) why(x syntax.Expr) string {
	if f.Null == nil {
		return ""
	}
	if why := f.Null(x); why != "" {
		return " (" + why + ")"
	}
	return ""
}

// typeName returns the name of a type for messages.
func typeName(of string) string {
	switch of {
	case stringType:
		return "a text"
	case "int", "float":
		return "a number"
	case noneType:
		return "None, a null"
	case "list", "dict", "struct":
		return "a " + of
	case "yamlfragment":
		return "a piece of YAML"
	}
	return "of type " + of
}

// key advises on a key that a map does not have.
func (f Failed) key(read upstreamMessage) string {
	n, ok := f.Node.(*syntax.IndexExpr)
	if !ok {
		return ""
	}
	of, key := f.Text(n.X), f.Text(n.Y)
	if of == "" || key == "" {
		return ""
	}
	if l, ok := n.Y.(*syntax.Literal); ok {
		name, _ := l.Value.(string)
		keys := f.Keys(n.X)
		if near := spell.Nearest(name, keys); near != "" {
			return fmt.Sprintf("did you mean %s[%q]?", of, near)
		}
		const most = 12
		if len(keys) > 0 && len(keys) <= most {
			return of + " has the keys " + strings.Join(keys, ", ")
		}
	}
	if _, literal := n.X.(*syntax.DictExpr); literal {
		return ""
	}
	if read.left == "struct" {
		return fmt.Sprintf("if the key may be missing, write getattr(%s, %s, None)", of, key)
	}
	return fmt.Sprintf("if the key may be missing, write %s.get(%s)", bracketed(n.X, of), key)
}

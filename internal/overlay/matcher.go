package overlay

import (
	"errors"
	"fmt"

	"go.starlark.net/starlark"

	"ytt/internal/meter"
	"ytt/internal/source"
	"ytt/internal/tree"
	"ytt/internal/value"
)

// This file implements matchers, which decide whether a left node is selected
// by a right one. In templates, a matcher is a function of three arguments:
// position or key, left value, right value. A merge calls the matchers of this
// package directly, without the interpreter, and finds candidates for some of
// them by index (index.go).

// matcher is a function that a merge calls without the interpreter.
type matcher interface {
	starlark.Callable
	// matches decides about one left node.
	matches(c *candidate) (bool, error)
	// canFail reports whether the result depends on more than the two values:
	// an error, an effect or the position is possible. Such a matcher must be
	// called for every node, in order.
	canFail() bool
}

// candidate is a left node and the arguments of a matcher.
type candidate struct {
	thread   *starlark.Thread
	at       tree.Value // position in the array or among the documents, or key in the map
	left     tree.Node
	right    tree.Node
	rightArg starlark.Value
	release  func(tree.Node) // called with nodes given to functions, which may keep them; may be nil
}

func (c *candidate) arguments() starlark.Tuple {
	if c.release != nil {
		c.release(c.left)
	}
	return starlark.Tuple{value.FromScalar(c.at), value.FromTree(c.left), c.rightArg}
}

// base implements what is common to all matchers as Starlark values.
type base struct{}

func (base) Type() string          { return "builtin_function_or_method" }
func (base) Freeze()               {}
func (base) Truth() starlark.Bool  { return true }
func (base) Hash() (uint32, error) { return 0, fmt.Errorf("unhashable: matcher") }

func text(m matcher) string { return "<built-in function " + m.Name() + ">" }

// call implements a call of a matcher by a template.
func call(m matcher, thread *starlark.Thread, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if len(args) != 3 || len(kwargs) > 0 {
		return nil, fmt.Errorf("%s: expected exactly 3 arguments", m.Name())
	}
	var nodes [3]tree.Node
	for i, arg := range args {
		n, err := value.ToTree(arg, source.Span{})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", m.Name(), err)
		}
		nodes[i] = n
	}
	c := candidate{thread: thread, left: nodes[1], right: nodes[2], rightArg: args[2]}
	if at, ok := nodes[0].(*tree.Scalar); ok {
		c.at = at.Value
	}
	ok, err := m.matches(&c)
	if err != nil {
		return nil, err
	}
	return starlark.Bool(ok), nil
}

// function is a matcher written in a template.
type function struct {
	base
	fn       starlark.Callable
	operator string // the operator that it is an operand of, such as "overlay.not_op"; "" for none
}

func (f *function) Name() string   { return f.fn.Name() }
func (f *function) String() string { return f.fn.String() }
func (f *function) canFail() bool  { return true }

func (f *function) CallInternal(thread *starlark.Thread, args starlark.Tuple,
	kwargs []starlark.Tuple) (starlark.Value, error) {
	return starlark.Call(thread, f.fn, args, kwargs)
}

func (f *function) matches(c *candidate) (bool, error) {
	if err := meter.Count(c.thread, stepsOfCall); err != nil {
		return false, err
	}
	v, err := starlark.Call(c.thread, f.fn, c.arguments(), nil)
	if err != nil {
		return false, err
	}
	ok, isBool := v.(starlark.Bool)
	switch {
	case !isBool && f.operator != "":
		return false, &noBoolError{fmt.Sprintf("%s: expected starlark.Bool, but was %s", f.operator, value.GoType(v))}
	case !isBool:
		return false, &noBoolError{"expected starlark.Bool, but was " + value.GoType(v)}
	}
	return bool(ok), nil
}

// noBoolError is the error for a function that matches nodes and gives
// something else than a boolean.
type noBoolError struct{ text string }

func (e *noBoolError) Error() string { return e.text }

// all is overlay.all.
type all struct{ base }

func (*all) Name() string                     { return "overlay.all" }
func (*all) canFail() bool                    { return false }
func (*all) matches(*candidate) (bool, error) { return true, nil }
func (a *all) String() string                 { return text(a) }
func (a *all) CallInternal(t *starlark.Thread, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	return call(a, t, args, kwargs)
}

// position is overlay.index(i).
type position struct {
	base
	i int64
}

func (*position) Name() string     { return "overlay.index_matcher" }
func (*position) canFail() bool    { return true }
func (p *position) String() string { return text(p) }
func (p *position) CallInternal(t *starlark.Thread, args starlark.Tuple,
	kwargs []starlark.Tuple) (starlark.Value, error) {
	return call(p, t, args, kwargs)
}

func (p *position) matches(c *candidate) (bool, error) {
	if c.at.Kind != tree.Int {
		return false, fmt.Errorf("%s: expected starlark.Int", p.Name())
	}
	return p.i >= 0 && c.at.Int() == p.i, nil
}

// mapKey is overlay.map_key(name), and by="name".
type mapKey struct {
	base
	name    string
	lenient bool // a left node without the key does not match; otherwise it is an error
}

func (*mapKey) Name() string     { return "overlay.map_key_matcher" }
func (*mapKey) canFail() bool    { return true }
func (k *mapKey) String() string { return text(k) }
func (k *mapKey) CallInternal(t *starlark.Thread, args starlark.Tuple,
	kwargs []starlark.Tuple) (starlark.Value, error) {
	return call(k, t, args, kwargs)
}

func (k *mapKey) matches(c *candidate) (bool, error) {
	left, err := k.value(c.left)
	if err != nil && k.lenient {
		return false, nil
	}
	right, rightErr := k.value(c.right)
	switch {
	case rightErr != nil:
		return false, &lackingKeyError{key: k.name, node: c.right, own: true, err: rightErr}
	case err != nil:
		return false, &lackingKeyError{key: k.name, node: c.left, err: err}
	}
	return matchesAll(left, right, nil), nil
}

// lackingKeyError is the error for a node without the key by which it is
// matched.
type lackingKeyError struct {
	key  string
	node tree.Node
	own  bool // the node is part of the overlay
	err  error
}

func (e *lackingKeyError) Error() string { return e.err.Error() }
func (e *lackingKeyError) Unwrap() error { return e.err }

// value returns the value of the key. It is an error if the node is not a map
// or does not have the key.
func (k *mapKey) value(n tree.Node) (tree.Node, error) {
	m, ok := n.(*tree.Map)
	if !ok {
		return nil, fmt.Errorf("%s: Expected value to be map, but was %s", k.Name(), tree.KindName(n))
	}
	v, ok := find(m, tree.StringValue(k.name))
	if !ok {
		return nil, fmt.Errorf("%s: Expected to find map item with key '%s', but did not", k.Name(), k.name)
	}
	return v, nil
}

// hasKey is overlay.has_key(name).
type hasKey struct {
	base
	name string
}

func (*hasKey) Name() string     { return "overlay.has_key_matcher" }
func (*hasKey) canFail() bool    { return false }
func (k *hasKey) String() string { return text(k) }
func (k *hasKey) CallInternal(t *starlark.Thread, args starlark.Tuple,
	kwargs []starlark.Tuple) (starlark.Value, error) {
	return call(k, t, args, kwargs)
}

func (k *hasKey) matches(c *candidate) (bool, error) {
	m, ok := c.left.(*tree.Map)
	if !ok {
		return false, nil
	}
	_, ok = find(m, tree.StringValue(k.name))
	return ok, nil
}

// subset is overlay.subset(expected).
type subset struct {
	base
	expected tree.Node
	leaves   []leaf
}

func (*subset) Name() string     { return "overlay.subset_matcher" }
func (*subset) canFail() bool    { return false }
func (s *subset) String() string { return text(s) }
func (s *subset) CallInternal(t *starlark.Thread, args starlark.Tuple,
	kwargs []starlark.Tuple) (starlark.Value, error) {
	return call(s, t, args, kwargs)
}

func (s *subset) matches(c *candidate) (bool, error) { return matchesAll(c.left, s.expected, nil), nil }

// and is overlay.and_op(…).
type and struct {
	base
	operands []matcher
}

func (*and) Name() string     { return "overlay.and_op_matcher" }
func (a *and) canFail() bool  { return anyCanFail(a.operands) }
func (a *and) String() string { return text(a) }
func (a *and) CallInternal(t *starlark.Thread, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	return call(a, t, args, kwargs)
}

func (a *and) matches(c *candidate) (bool, error) {
	for _, m := range a.operands {
		if ok, err := m.matches(c); !ok || err != nil {
			return false, err
		}
	}
	return true, nil
}

// or is overlay.or_op(…).
type or struct {
	base
	operands []matcher
}

func (*or) Name() string     { return "overlay.or_op_matcher" }
func (o *or) canFail() bool  { return anyCanFail(o.operands) }
func (o *or) String() string { return text(o) }
func (o *or) CallInternal(t *starlark.Thread, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	return call(o, t, args, kwargs)
}

func (o *or) matches(c *candidate) (bool, error) {
	for _, m := range o.operands {
		if ok, err := m.matches(c); ok || err != nil {
			return ok, err
		}
	}
	return false, nil
}

// not is overlay.not_op(…).
type not struct {
	base
	operand matcher
}

func (*not) Name() string     { return "overlay.not_op_matcher" }
func (n *not) canFail() bool  { return n.operand.canFail() }
func (n *not) String() string { return text(n) }
func (n *not) CallInternal(t *starlark.Thread, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	return call(n, t, args, kwargs)
}

func (n *not) matches(c *candidate) (bool, error) {
	ok, err := n.operand.matches(c)
	return !ok && err == nil, err
}

// noMatcher is an operand that is neither a matcher nor a function.
type noMatcher struct {
	base
	operator, typ string
}

func (*noMatcher) Name() string     { return "operand" }
func (*noMatcher) canFail() bool    { return true }
func (n *noMatcher) String() string { return text(n) }
func (n *noMatcher) CallInternal(t *starlark.Thread, args starlark.Tuple,
	kwargs []starlark.Tuple) (starlark.Value, error) {
	return call(n, t, args, kwargs)
}

func (n *noMatcher) matches(*candidate) (bool, error) {
	return false, errors.New(n.problem())
}

func (n *noMatcher) problem() string {
	return n.operator + ": expected a matcher or function, but was " + n.typ
}

func anyCanFail(of []matcher) bool {
	for _, m := range of {
		if m.canFail() {
			return true
		}
	}
	return false
}

// Select returns the positions of the documents that a matcher selects, as by=
// of an overlay document does. A function is called with the position, the
// document's value, and None for the overlay's value.
func Select(thread *starlark.Thread, by starlark.Value, docs []*tree.Document) ([]int, error) {
	var m matcher
	switch by := by.(type) {
	case matcher:
		m = by
	case starlark.Callable:
		m = &function{fn: by}
	default:
		return nil, fmt.Errorf("expected by= to be a matcher or a function, but was %s", value.KindOf(by))
	}
	var found []int
	for i, doc := range docs {
		c := candidate{thread: thread, at: tree.IntValue(int64(i)), left: doc.Value, right: tree.NewNull(),
			rightArg: starlark.None}
		ok, err := m.matches(&c)
		if err != nil {
			return nil, err
		}
		if ok {
			found = append(found, i)
		}
	}
	return found, nil
}

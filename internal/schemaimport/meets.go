package schemaimport

import (
	"slices"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"ytt/internal/tree"
	"ytt/internal/validate"
	"ytt/internal/value"
)

// This file implements whether values meet rules: other languages allow a default that is not valid itself.

// meets reports whether a value meets the rules of a node. What a map is with its defaults is not known here.
func (n *node) meets(v tree.Node) bool {
	if _, isMap := v.(*tree.Map); isMap || tree.IsNull(v) {
		return true
	}
	if n.ref != nil && n.ref.node != nil && !n.ref.node.meets(v) {
		return false
	}
	return !slices.ContainsFunc(n.rules, func(r rule) bool { return !r.accepts(v) })
}

func (r *rule) accepts(v tree.Node) bool {
	if r.only != 0 && !r.only.accepts(kindOf(v)) {
		return true
	}
	s, isScalar := v.(*tree.Scalar)
	if !isScalar {
		s = tree.NewNull()
	}
	if r.code != "" {
		result, ok := evaluate(r.code, s)
		return !ok || !isScalar || bool(result.Truth())
	}
	arg, ok := evaluate(r.arg, s)
	if !ok {
		return true
	}
	for _, k := range validate.Keywords() {
		if slices.Contains(k.Names, r.keyword) {
			assertion, err := k.Build(nil, r.keyword, arg)
			return err != nil || assertion == nil || assertion.Accepts(v)
		}
	}
	return true
}

// evaluate returns what a short expression about v is; ok is false if it is not that simple.
func evaluate(expression string, v *tree.Scalar) (result starlark.Value, ok bool) {
	thread := &starlark.Thread{Name: "import"}
	result, err := starlark.EvalOptions(&syntax.FileOptions{}, thread, "", expression, starlark.StringDict{"v": value.FromScalar(v.Value)})
	return result, err == nil
}

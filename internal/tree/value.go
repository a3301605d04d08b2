package tree

import (
	"math"
	"strconv"

	"ytt/internal/source"
)

// This file implements the values of scalars.

// StringValue and its siblings make Values.
func StringValue(s string) Value { return Value{Kind: String, Text: s} }
func IntValue(i int64) Value     { return Value{Kind: Int, Bits: uint64(i)} }
func FloatValue(f float64) Value { return Value{Kind: Float, Bits: math.Float64bits(f)} }

// UintValue is an Int when the number is within int64: equal numbers are equal Values.
func UintValue(u uint64) Value {
	if u <= math.MaxInt64 {
		return IntValue(int64(u))
	}
	return Value{Kind: Uint, Bits: u}
}

func BoolValue(b bool) Value {
	if b {
		return Value{Kind: Bool, Bits: 1}
	}
	return Value{Kind: Bool}
}

// Int, Uint, Float and Bool return what a Value of that kind holds.
func (v Value) Int() int64     { return int64(v.Bits) }
func (v Value) Uint() uint64   { return v.Bits }
func (v Value) Float() float64 { return math.Float64frombits(v.Bits) }
func (v Value) Bool() bool     { return v.Bits != 0 }

// IsNull reports whether a node is null.
func IsNull(n Node) bool {
	s, ok := n.(*Scalar)
	return ok && s.Kind == Null
}

// String is the value as plain text: what a person would write for it, unquoted. Messages and paths use it.
func (v Value) String() string {
	switch v.Kind {
	case Null:
		return "null"
	case Bool:
		return strconv.FormatBool(v.Bool())
	case Int:
		return strconv.FormatInt(v.Int(), 10)
	case Uint:
		return strconv.FormatUint(v.Bits, 10)
	case Float:
		return strconv.FormatFloat(v.Float(), 'g', -1, 64)
	}
	return v.Text
}

// NewScalar returns a scalar that stems from span.
func NewScalar(v Value, span source.Span) *Scalar { return &Scalar{Value: v, Span: span} }

// NewNull returns a null.
func NewNull() *Scalar { return &Scalar{} }

// Equal reports whether two nodes have the same structure and values; places and annotations do not count. Maps are
// equal when they have the same keys with equal values, in any order.
func Equal(a, b Node) bool {
	switch a := a.(type) {
	case *Scalar:
		b, ok := b.(*Scalar)
		return ok && a.Value == b.Value
	case *Map:
		b, ok := b.(*Map)
		if !ok || len(a.Entries) != len(b.Entries) {
			return false
		}
		for i := range a.Entries {
			v, ok := b.Get(a.Entries[i].Key)
			if !ok || !Equal(a.Entries[i].Value, v) {
				return false
			}
		}
		return true
	case *Array:
		b, ok := b.(*Array)
		if !ok || len(a.Items) != len(b.Items) {
			return false
		}
		for i := range a.Items {
			if !Equal(a.Items[i].Value, b.Items[i].Value) {
				return false
			}
		}
		return true
	case *Stream:
		b, ok := b.(*Stream)
		if !ok || len(a.Docs) != len(b.Docs) {
			return false
		}
		for i := range a.Docs {
			if !Equal(a.Docs[i].Value, b.Docs[i].Value) {
				return false
			}
		}
		return true
	}
	panic("tree: unknown node")
}

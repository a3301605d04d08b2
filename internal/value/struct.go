package value

import (
	"fmt"
	"sort"
	"sync/atomic"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"ytt/internal/tree"
)

// This file implements Struct: an ordered map with attributes (spec 02 §4, §11).

// Struct is either made by code, from names and values, or a view of a map. A view converts a member the first time
// it is asked for and remembers it (so that a list that code appends to stays that list). A frozen view may be asked
// from several goroutines.
type Struct struct {
	names  []starlark.Value // keys in order; of a view that has not been iterated: nil
	source *tree.Map        // of a view
	slots  []atomic.Pointer[starlark.Value]
	index  map[string]int // of a made struct with many members
	frozen atomic.Bool
	lists  atomic.Bool // a mutable member was handed out: source may no longer be the truth
}

var (
	_ starlark.IterableMapping = (*Struct)(nil)
	_ starlark.HasAttrs        = (*Struct)(nil)
	_ starlark.Comparable      = (*Struct)(nil)
)

// NewStruct makes a struct from members in order. Names must be distinct.
func NewStruct(names []string, values []starlark.Value) *Struct {
	s := &Struct{
		names: make([]starlark.Value, len(names)),
		slots: make([]atomic.Pointer[starlark.Value], len(names)),
		index: make(map[string]int, len(names)),
	}
	for i, name := range names {
		s.names[i] = starlark.String(name)
		s.slots[i].Store(&values[i])
		s.index[name] = i
	}
	return s
}

// StructOf returns a node as data.values shows it: maps as Structs, arrays as lists, scalars as Starlark's own.
func StructOf(n tree.Node) starlark.Value {
	switch n := n.(type) {
	case *tree.Map:
		return &Struct{source: n, slots: make([]atomic.Pointer[starlark.Value], len(n.Entries))}
	case *tree.Array:
		elems := make([]starlark.Value, len(n.Items))
		for i := range elems {
			elems[i] = StructOf(n.Items[i].Value)
		}
		return starlark.NewList(elems)
	case *tree.Scalar:
		return FromScalar(n.Value)
	}
	return NewFragment(n)
}

func (s *Struct) Type() string          { return "struct" }
func (s *Struct) String() string        { return "struct(...)" }
func (s *Struct) Truth() starlark.Bool  { return len(s.slots) > 0 }
func (s *Struct) Hash() (uint32, error) { return 0, fmt.Errorf("unhashable type: %s", s.Type()) }
func (s *Struct) Len() int              { return len(s.slots) }

// Freeze makes all members immutable, those not converted yet when they are.
func (s *Struct) Freeze() {
	if s.frozen.Swap(true) {
		return
	}
	for i := range s.slots {
		if v := s.slots[i].Load(); v != nil {
			(*v).Freeze()
		}
	}
}

// at returns member i.
func (s *Struct) at(i int) starlark.Value {
	if v := s.slots[i].Load(); v != nil {
		return *v
	}
	v := StructOf(s.source.Entries[i].Value)
	if s.frozen.Load() {
		v.Freeze()
	} else if _, isScalar := s.source.Entries[i].Value.(*tree.Scalar); !isScalar {
		s.lists.Store(true)
	}
	if !s.slots[i].CompareAndSwap(nil, &v) {
		return *s.slots[i].Load() // another goroutine was first: everyone must see the same value
	}
	return v
}

// untouched reports whether a view still says the same as its map: no list of it can have been changed.
func (s *Struct) untouched() bool { return !s.lists.Load() }

func (s *Struct) find(name string) int {
	if s.source != nil {
		return s.source.Find(tree.StringValue(name))
	}
	if i, ok := s.index[name]; ok {
		return i
	}
	return -1
}

// Attr returns a member; nil when there is none (the interpreter words the error, with the nearest name).
func (s *Struct) Attr(name string) (starlark.Value, error) {
	if i := s.find(name); i >= 0 {
		return s.at(i), nil
	}
	return nil, nil
}

// AttrNames lists the members with string names, sorted.
func (s *Struct) AttrNames() []string {
	var names []string
	for i := range s.slots {
		if name, ok := s.name(i).(starlark.String); ok {
			names = append(names, string(name))
		}
	}
	sort.Strings(names)
	return names
}

func (s *Struct) name(i int) starlark.Value {
	if s.source != nil {
		return FromScalar(s.source.Entries[i].Key)
	}
	return s.names[i]
}

// Get implements s["name"] and "name in s".
func (s *Struct) Get(k starlark.Value) (starlark.Value, bool, error) {
	name, ok := k.(starlark.String)
	if ok {
		if i := s.find(string(name)); i >= 0 {
			return s.at(i), true, nil
		}
		return nil, false, nil
	}
	// Values files may have keys that are no strings; code that asks for one of those gets it.
	if key, ok := scalarOf(k); ok && s.source != nil {
		if i := s.source.Find(key); i >= 0 {
			return s.at(i), true, nil
		}
	}
	return nil, false, fmt.Errorf("expected a string, but was %s", k.Type())
}

// Items implements dict(s) and f(**s), in member order.
func (s *Struct) Items() []starlark.Tuple {
	items := make([]starlark.Tuple, len(s.slots))
	for i := range items {
		items[i] = starlark.Tuple{s.name(i), s.at(i)}
	}
	return items
}

// Iterate yields the names in member order.
func (s *Struct) Iterate() starlark.Iterator { return &structIterator{s: s} }

type structIterator struct {
	s *Struct
	i int
}

func (it *structIterator) Next(p *starlark.Value) bool {
	if it.i >= len(it.s.slots) {
		return false
	}
	*p = it.s.name(it.i)
	it.i++
	return true
}

func (it *structIterator) Done() {}

// CompareSameType implements == and !=: the same names with equal values, in any order.
func (s *Struct) CompareSameType(op syntax.Token, y starlark.Value, depth int) (bool, error) {
	if op != syntax.EQL && op != syntax.NEQ {
		return false, fmt.Errorf("%s %s %s not implemented", s.Type(), op, y.Type())
	}
	equal, err := s.equal(y.(*Struct), depth)
	return equal == (op == syntax.EQL), err
}

func (s *Struct) equal(o *Struct, depth int) (bool, error) {
	if s.Len() != o.Len() {
		return false, nil
	}
	for i := range s.slots {
		v, found, err := o.Get(s.name(i))
		if err != nil || !found {
			return false, nil
		}
		if same, err := starlark.EqualDepth(s.at(i), v, depth-1); err != nil || !same {
			return false, err
		}
	}
	return true, nil
}

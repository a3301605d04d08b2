package overlay

import (
	"slices"

	"ytt/internal/annotation"
	"ytt/internal/diag"
	"ytt/internal/source"
	"ytt/internal/tree"
)

// This file implements applying steps to sequences.

// item applies a step to a sequence.
func (m *merge) item(q *sequence, s *step) {
	act := m.action(s)
	if act == nil || s.failed || m.ended {
		return
	}
	if act.op == annotation.Append {
		q.push(s.asItem(), q.back)
		return
	}
	var buf [4]int32
	found, ok := m.matchItems(q, s, buf[:0])
	if !ok || !m.arguments(s) {
		return
	}
	if len(found) == 0 {
		m.missingItem(q, s)
		return
	}
	for _, slot := range found {
		if s.failed || m.ended {
			return
		}
		m.matchedItem(q, slot, s)
	}
}

// matchItems returns the slots of the items that a step matches.
func (m *merge) matchItems(q *sequence, s *step, buf []int32) ([]int32, bool) {
	match := m.matchOf(s)
	switch {
	case match == nil:
		return nil, false
	case s.kind == onlyDocumentStep:
		return append(buf, q.first()), true
	case match.by == nil:
		return nil, true
	}
	found, ok := m.ask(q, s, match.by, buf)
	if !ok {
		return nil, false
	}
	if len(found) == 1 && match.counts == (counts{}) {
		return found, true
	}
	places := matches{found, func(slot int32) source.Span { return q.items[slot].Span }}
	return found, m.accept(s, places, func(d *diag.Diagnostic) { m.explainItems(d, s, q, found) })
}

// ask returns the slots of the items that a matcher matches, by an index if possible.
func (m *merge) ask(q *sequence, s *step, by matcher, found []int32) ([]int32, bool) {
	switch by := by.(type) {
	case *position:
		if slot := q.nth(by.i); slot >= 0 {
			found = append(found, slot)
		}
		return found, true
	case *mapKey:
		if q.live >= indexFrom {
			return m.askMapKey(q, s, by, found)
		}
	default:
		if slots, ok := q.candidates(by); ok {
			return m.askSome(q, s, by, slots, found)
		}
	}
	return m.askAll(q, s, by, found)
}

// askAll calls a matcher with every item, in order.
func (m *merge) askAll(q *sequence, s *step, by matcher, found []int32) ([]int32, bool) {
	c := m.candidate(s)
	i := int64(0)
	for slot := q.first(); slot >= 0; slot = q.next(slot) {
		c.at, c.left = tree.IntValue(i), q.items[slot].Value
		i++
		ok, err := by.matches(c)
		if err != nil {
			m.matcherProblem(s, err, q.items[slot].Span)
			return nil, false
		}
		if ok {
			found = append(found, slot)
		}
	}
	return found, true
}

// askSome calls a matcher that does not depend on positions with some items.
func (m *merge) askSome(q *sequence, s *step, by matcher, slots, found []int32) ([]int32, bool) {
	c := m.candidate(s)
	for _, slot := range slots {
		if c.left = q.items[slot].Value; c.left == nil {
			continue
		}
		ok, err := by.matches(c)
		if err != nil {
			return m.askAll(q, s, by, found[:0]) // so that the first error in order is reported
		}
		if ok {
			found = append(found, slot)
		}
	}
	if len(found) > 1 {
		slices.Sort(found)
		found = slices.Compact(found)
	}
	return found, true
}

// askMapKey matches by="name" with an index. An item without the key is an error even if other items match.
func (m *merge) askMapKey(q *sequence, s *step, by *mapKey, found []int32) ([]int32, bool) {
	ix := q.index([]tree.Value{tree.StringValue(by.name)})
	strays, ok := m.askSome(q, s, by, ix.unindexed, found)
	if !ok {
		return nil, false
	}
	right, err := by.value(s.value)
	if err != nil {
		return m.askAll(q, s, by, found)
	}
	v, isScalar := right.(*tree.Scalar)
	if !isScalar {
		return strays, true
	}
	return m.askSome(q, s, by, ix.buckets[bucketOf(v.Value)], strays)
}

// missingItem applies a step that has no match.
func (m *merge) missingItem(q *sequence, s *step) {
	switch {
	case s.act.op == annotation.Merge && s.kind == itemStep:
		q.push(s.asItem(), 0)
	case s.act.op == annotation.Replace && s.act.orAdd:
		e := s.asItem()
		if s.act.via != nil {
			v, ok := m.callVia(s, nil)
			if !ok {
				return
			}
			e.Value, e.Metadata = v, tagged(e.Metadata, nil)
		}
		if s.kind == documentStep {
			q.insert(e, q.front, q.endOf(q.front))
		} else {
			q.push(e, 0)
		}
	}
}

// matchedItem applies a step to the item in a slot.
func (m *merge) matchedItem(q *sequence, slot int32, s *step) {
	switch s.act.op {
	case annotation.Remove:
		q.remove(slot)
	case annotation.Replace:
		e := s.asItem()
		if s.act.via != nil {
			v, ok := m.callVia(s, q.items[slot].Value)
			if !ok {
				return
			}
			e.Value, e.Metadata = v, tagged(e.Metadata, nil)
		}
		before, was := q.indexKeys(slot), q.items[slot].Value
		*q.at(slot) = e
		q.reindex(slot, before)
		q.delta(slot).replace(s.act, was)
	case annotation.Insert:
		m.insertItem(q, slot, s)
	case annotation.Assert:
		before := q.indexKeys(slot)
		if v, ok := m.assert(q.items[slot].Value, s, q.items[slot].Span, q.delta(slot)); ok && v != q.items[slot].Value {
			q.at(slot).Value = v
		}
		q.reindex(slot, before)
	default:
		m.mergeItem(q, slot, s)
	}
}

func (m *merge) mergeItem(q *sequence, slot int32, s *step) {
	before := q.indexKeys(slot)
	old := q.items[slot].Value
	v, replaced := m.value(old, s, q.items[slot].Span, q.delta(slot))
	if v != old || replaced {
		e := q.at(slot)
		e.Value = v
		if replaced {
			e.Span = s.span
			e.Metadata = tagged(e.Metadata, s.metadata)
		}
	}
	q.reindex(slot, before)
}

func (m *merge) insertItem(q *sequence, slot int32, s *step) {
	for _, side := range []struct {
		wanted bool
		before func() int32
	}{
		{s.act.before, func() int32 { return slot }},
		{s.act.after, func() int32 { return q.after(slot) }},
	} {
		if !side.wanted {
			continue
		}
		e := s.asItem()
		if s.act.via != nil {
			v, ok := m.callVia(s, q.items[slot].Value)
			if !ok {
				return
			}
			e.Value, e.Metadata = v, tagged(e.Metadata, nil)
		}
		q.insert(e, q.stream(slot), side.before())
	}
}

package overlay

import (
	"slices"

	"ytt/internal/annotation"
	"ytt/internal/diag"
	"ytt/internal/source"
	"ytt/internal/tree"
)

// This file implements applying patches to sequences.

// item applies a patch to a sequence.
func (m *merge) item(q *sequence, p *patch) {
	act := m.action(p)
	if act == nil || p.failed || m.ended {
		return
	}
	if act.op == annotation.Append {
		q.push(p.asItem(), q.back)
		return
	}
	var buf [4]int32
	found, ok := m.matchItems(q, p, buf[:0])
	if !ok || !m.arguments(p) {
		return
	}
	if len(found) == 0 {
		m.tell(p, source.Span{}, nil)
		m.missingItem(q, p)
		return
	}
	if p.kind == documentPatch {
		defer func() { m.taking = taking{} }()
	}
	for _, slot := range found {
		if p.kind == documentPatch {
			m.taking = taking{p, q, found, slot}
		}
		if p.failed || m.ended {
			return
		}
		if !m.works(p, stepsOfMatch) {
			return
		}
		if q.items[slot].Value == tree.Unknown && p.kind == documentPatch {
			m.lookInto(p)
			continue
		}
		m.tell(p, q.items[slot].Span, q.items[slot].Value)
		m.matchedItem(q, slot, p)
	}
}

// matchItems returns the slots of the items that a patch matches.
func (m *merge) matchItems(q *sequence, p *patch, buf []int32) ([]int32, bool) {
	match := m.matchOf(p)
	switch {
	case match == nil:
		return nil, false
	case p.kind == onlyDocumentPatch:
		return append(buf, q.first()), true
	case match.by == nil:
		return nil, true
	}
	found, ok := m.ask(q, p, match.by, buf)
	if !ok {
		return nil, false
	}
	if len(found) == 1 && match.counts == (counts{}) {
		return found, true
	}
	why := func(d *diag.Diagnostic) { m.explainItems(d, p, q, found) }
	if m.countIsUnsure(p, len(found), q.values, why) {
		found = m.surely(p, found, func(slot int32) tree.Node { return q.items[slot].Value })
		return found, len(found) > 0 && !p.failed
	}
	places := matches{found, func(slot int32) source.Span { return q.items[slot].Span }}
	return found, m.accept(p, places, why)
}

// ask returns the slots of the items that a matcher matches, by an index if
// possible.
func (m *merge) ask(q *sequence, p *patch, by matcher, found []int32) ([]int32, bool) {
	switch by := by.(type) {
	case *position:
		if slot := q.nth(by.i); slot >= 0 {
			found = append(found, slot)
		}
		return found, true
	case *mapKey:
		if q.live >= indexFrom {
			return m.askMapKey(q, p, by, found)
		}
	default:
		if slots, ok := q.candidates(by); ok {
			return m.askSome(q, p, by, slots, found)
		}
	}
	return m.askAll(q, p, by, found)
}

// askAll calls a matcher with every item, in order.
func (m *merge) askAll(q *sequence, p *patch, by matcher, found []int32) ([]int32, bool) {
	c := m.candidate(p)
	i := int64(0)
	for slot := q.first(); slot >= 0; slot = q.next(slot) {
		c.at, c.left = tree.IntValue(i), q.items[slot].Value
		i++
		if !m.works(p, stepsOfAsking) {
			return nil, false
		}
		ok, err := by.matches(c)
		if m.hasRead(p) {
			return nil, false
		}
		if err != nil {
			if !m.isUnsure(p, c.left) && !m.isUnsure(p, p.value) {
				m.matcherProblem(p, err, q.items[slot].Span, c.left, q)
			}
			return nil, false
		}
		if ok {
			found = append(found, slot)
		}
	}
	return found, true
}

// askSome calls a matcher that does not depend on positions with some items.
func (m *merge) askSome(q *sequence, p *patch, by matcher, slots, found []int32) ([]int32, bool) {
	c := m.candidate(p)
	for _, slot := range slots {
		if c.left = q.items[slot].Value; c.left == nil {
			continue
		}
		if !m.works(p, stepsOfAsking) {
			return nil, false
		}
		ok, err := by.matches(c)
		if m.hasRead(p) {
			return nil, false
		}
		if err != nil {
			return m.askAll(q, p, by, found[:0]) // so that the first error in order is reported
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

// askMapKey matches by="name" with an index. An item without the key is an
// error even if other items match.
func (m *merge) askMapKey(q *sequence, p *patch, by *mapKey, found []int32) ([]int32, bool) {
	ix := q.index([]tree.Value{tree.StringValue(by.name)})
	unindexed, ok := m.askSome(q, p, by, ix.unindexed, found)
	if !ok {
		return nil, false
	}
	right, err := by.value(p.value)
	if err != nil {
		return m.askAll(q, p, by, found)
	}
	v, isScalar := right.(*tree.Scalar)
	if !isScalar {
		return unindexed, true
	}
	return m.askSome(q, p, by, ix.buckets[bucketOf(v.Value)], unindexed)
}

// missingItem applies a patch that has no match.
func (m *merge) missingItem(q *sequence, p *patch) {
	switch {
	case p.act.op == annotation.Merge && p.kind == itemPatch:
		m.noticeItem(q, p)
		m.noticeAdded(p)
		q.push(p.asItem(), 0)
	case p.act.op == annotation.Replace && p.act.orAdd:
		e := p.asItem()
		if p.act.via != nil {
			v, ok := m.callVia(p, nil)
			if !ok {
				return
			}
			e.Value, e.Metadata = v, tagged(e.Metadata, nil)
		}
		if p.kind == documentPatch {
			q.insert(e, q.front, q.endOf(q.front))
		} else {
			q.push(e, 0)
		}
	default:
		m.noticeUnmatched(p)
	}
}

// matchedItem applies a patch to the item in a slot.
func (m *merge) matchedItem(q *sequence, slot int32, p *patch) {
	switch p.act.op {
	case annotation.Remove:
		m.removes(p, tree.Value{}, q.items[slot].Value)
		q.remove(slot)
	case annotation.Replace:
		e, ok := m.computedItem(p, q.items[slot].Value)
		if !ok {
			return
		}
		before, was := q.indexKeys(slot), q.items[slot].Value
		*q.at(slot) = e
		q.reindex(slot, before)
		q.replaced(slot, m.whole(p.act, was))
	case annotation.Insert:
		m.insertItem(q, slot, p)
	case annotation.Assert:
		before := q.indexKeys(slot)
		if v, ok := m.assert(q.items[slot].Value, p, q.items[slot].Span, q.delta(slot)); ok &&
			v != q.items[slot].Value {
			q.at(slot).Value = v
		}
		q.reindex(slot, before)
	default:
		m.mergeItem(q, slot, p)
	}
}

// computedItem returns the patch as an item or document of the result, with the
// result of its via= function, if it has one, as its value. It returns false
// after an error of that function, which is reported.
func (m *merge) computedItem(p *patch, left tree.Node) (tree.Item, bool) {
	e := p.asItem()
	if p.act.via == nil {
		return e, true
	}
	v, ok := m.callVia(p, left)
	e.Value, e.Metadata = v, tagged(e.Metadata, nil)
	return e, ok
}

func (m *merge) mergeItem(q *sequence, slot int32, p *patch) {
	before := q.indexKeys(slot)
	old := q.items[slot].Value
	v, replaced := m.value(old, p, q.items[slot].Span, q.delta(slot))
	if v != old || replaced {
		e := q.at(slot)
		e.Value = v
		if replaced {
			e.Span = p.span
			e.Metadata = tagged(e.Metadata, p.metadata)
		}
	}
	q.reindex(slot, before)
}

func (m *merge) insertItem(q *sequence, slot int32, p *patch) {
	for _, side := range []struct {
		wanted bool
		before func() int32
	}{
		{p.act.before, func() int32 { return slot }},
		{p.act.after, func() int32 { return q.after(slot) }},
	} {
		if !side.wanted {
			continue
		}
		e, ok := m.computedItem(p, q.items[slot].Value)
		if !ok {
			return
		}
		q.insert(e, q.stream(slot), side.before())
	}
}

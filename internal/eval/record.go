package eval

import (
	"sync"

	"ytt/internal/value"
	"ytt/internal/workspace"
)

// This file implements the dependency graph: what the result of each file was made from.

// Record is the dependency graph of a session. A nil *Record records nothing.
type Record struct {
	mu     sync.Mutex
	uses   map[Place]*uses
	warned bool
}

// uses is what the code of one file uses besides its own text.
type uses struct {
	loads  []Place
	reads  []*workspace.File // whose text it asked for
	values []*value.Struct   // recorded views of the data values
	opaque bool
}

// at returns the entry of a place. The caller holds the lock.
func (r *Record) at(p Place) *uses {
	if r.uses == nil {
		r.uses = map[Place]*uses{}
	}
	u := r.uses[p]
	if u == nil {
		u = &uses{}
		r.uses[p] = u
	}
	return u
}

func (r *Record) add(p Place, add func(*uses)) {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	add(r.at(p))
}

// Load notes that a file loads another.
func (r *Record) Load(from, to Place) {
	r.add(from, func(u *uses) { u.loads = append(u.loads, to) })
}

// Read notes that code of a file asked for the text of another.
func (r *Record) Read(from Place, file *workspace.File) {
	r.add(from, func(u *uses) { u.reads = append(u.reads, file) })
}

// Values notes that a file has a view of the data values, which keeps its own record.
func (r *Record) Values(from Place, view *value.Struct) {
	r.add(from, func(u *uses) { u.values = append(u.values, view) })
}

// Warned notes that a module warned. Files share modules, so nobody knows whose results the warning belongs to.
func (r *Record) Warned() {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.warned = true
}

// Complete reports whether the record has everything that the session did besides its results.
func (r *Record) Complete() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return !r.warned
}

// Opaque notes that a file uses something that has no entry here, such as another library.
func (r *Record) Opaque(from Place) {
	r.add(from, func(u *uses) { u.opaque = true })
}

// Uses is what the result of a file depends on besides its own text, all that it loads included.
type Uses struct {
	Files  []*workspace.File // loaded or read
	Values []value.Read
	// Opaque is set when it depends on things that are not recorded.
	Opaque bool
}

// Of returns what the result of a file depends on. The session must be over.
func (r *Record) Of(p Place) Uses {
	r.mu.Lock()
	defer r.mu.Unlock()
	var all Uses
	seen := map[Place]bool{}
	var visit func(Place)
	visit = func(p Place) {
		if seen[p] {
			return
		}
		seen[p] = true
		u := r.uses[p]
		if u == nil {
			return
		}
		all.Files = append(all.Files, u.reads...)
		all.Opaque = all.Opaque || u.opaque
		for _, view := range u.values {
			all.Values = append(all.Values, view.Reads()...)
		}
		for _, to := range u.loads {
			all.Files = append(all.Files, to.File)
			visit(to)
		}
	}
	visit(p)
	return all
}

package repair

import (
	"sync"

	"ytt/internal/diag"
	"ytt/internal/overlay"
	"ytt/internal/schema"
	"ytt/internal/source"
	"ytt/internal/syntax"
	"ytt/internal/tree"
	"ytt/internal/values/layers"
	"ytt/internal/workspace"
)

// Scope is the instance of a library in which problems were found. It never changes, but remembers what was searched for. What is not
// known is missing.
type Scope struct {
	Library string
	Schema  *schema.Schema
	Values  *tree.Document
	Origins *overlay.Origins
	Layers  []layers.Layer
	Files   *workspace.Library
	// Syntax parses a file of the library; it returns nil for other files.
	Syntax func(*source.File) *syntax.File

	search  sync.Once
	defined map[string][]*workspace.File // by public names of library files; see search
}

// Scope marks a scope of problems.
func (*Scope) Scope() {}

// scopeOf returns the scope of a problem, an empty one if it has none.
func scopeOf(d *diag.Diagnostic) *Scope {
	if s, ok := d.Scope.(*Scope); ok && s != nil {
		return s
	}
	return &Scope{}
}

// ValueAt returns the data value at a path, nil if there is none.
func (s *Scope) ValueAt(path []string) tree.Node {
	if s == nil || s.Values == nil {
		return nil
	}
	n := s.Values.Value
	for _, key := range path {
		m, ok := n.(*tree.Map)
		if !ok {
			return nil
		}
		if n, ok = m.GetString(key); !ok {
			return nil
		}
	}
	return n
}

// KeysAt returns the keys of the data value at a path.
func (s *Scope) KeysAt(path []string) (keys []string) {
	m, ok := s.ValueAt(path).(*tree.Map)
	if !ok {
		return nil
	}
	for i := range m.Entries {
		keys = append(keys, m.Entries[i].Key.String())
	}
	return keys
}

// whyNull explains why the data value at a path is null, "" if it is not.
func (s *Scope) whyNull(path []string) string {
	scalar, ok := s.ValueAt(path).(*tree.Scalar)
	if !ok || scalar.Kind != tree.Null || s.Schema == nil {
		return ""
	}
	declared := s.Schema.At(path)
	switch {
	case declared == nil || !declared.Span.Known():
		return ""
	case scalar.Span.Known() && scalar.Span.File != declared.Span.File:
		return "given at " + scalar.Span.String()
	case declared.Type.Nullable:
		return "nullable, " + declared.Span.String()
	}
	return "declared at " + declared.Span.String()
}

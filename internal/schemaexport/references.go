package schemaexport

import (
	"ytt/internal/schema"
	"ytt/internal/tree"
)

// references are the schemas that an export refers to by name, because they contain themselves. All others are written where they
// are used.
type references struct {
	needed []*schema.Reference
	known  map[string]bool
}

func (r *references) need(ref *schema.Reference) {
	if r.known[ref.Name] {
		return
	}
	if r.known == nil {
		r.known = map[string]bool{}
	}
	r.known[ref.Name] = true
	r.needed = append(r.needed, ref)
}

// all returns the exports of the schemas by name. Those may refer to more.
func (r *references) all(export func(target *schema.Decl, name string) tree.Node) *tree.Map {
	named := &tree.Map{}
	for i := 0; i < len(r.needed); i++ {
		named.Append(entry(r.needed[i].Name, export(r.needed[i].Target, r.needed[i].Name)))
	}
	return named
}

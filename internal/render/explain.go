package render

import (
	"fmt"
	"strings"

	"ytt/internal/diag"
	"ytt/internal/inputs"
	"ytt/internal/schema"
	"ytt/internal/source"
	"ytt/internal/tree"
)

// This file implements the hints about values that do not fit their declaration, by where they come from.

// explain returns hints about a value of the layer that does not fit its declaration. The span is of the node that holds
// it.
func explain(layer *inputs.Layer, d *schema.Decl, n tree.Node, at source.Span) []string {
	s, isScalar := n.(*tree.Scalar)
	switch {
	case !isScalar:
		return explainCollection(layer, d, n)
	case s.Kind == tree.Null:
		return explainNull(d)
	case layer.Typed && s.Kind == tree.String:
		return explainText(d, s)
	case layer.Source.Name == "--data-value-yaml" && d.Type.Scalars.Declares(tree.String):
		return []string{"to give a text that looks like " + article(tree.KindName(n)) + ", use --data-value, or quotes within the value"}
	}
	written := s.Span.Text()
	if written == "" || s.Span == at { // computed
		return nil
	}
	if d.Type.Array != nil && d.Type.Array.Item.Type.Accepts(s) {
		return []string{"for an array of one item, put it in brackets"}
	}
	quoted := written[0] == '"' || written[0] == '\''
	read, fits := d.Type.Read(s.Text)
	switch {
	case s.Kind == tree.String && quoted && fits:
		return []string{"without the quotes it is " + article(read.Kind.String())}
	case s.Kind == tree.String || !d.Type.Scalars.Declares(tree.String):
		return nil
	case d.Sensitive:
		return []string{"to give a string, put it in quotes"}
	}
	return []string{fmt.Sprintf("to give a string, put it in quotes: %q", written)}
}

// explainCollection returns hints about a map or an array.
func explainCollection(layer *inputs.Layer, d *schema.Decl, n tree.Node) []string {
	_, isMap := n.(*tree.Map)
	switch {
	case layer.Set == nil || !isMap:
		return nil
	case d.Type.Array != nil:
		return []string{"items cannot be given one by one: give the array in a file of values, or with --data-value-yaml"}
	}
	return []string{"it is declared as one value, without keys of its own"}
}

// explainNull returns hints about a null, which stands in files where nothing is written.
func explainNull(d *schema.Decl) []string {
	var ways []string
	if d.Type.Scalars.Declares(tree.String) {
		ways = append(ways, `for an empty string, write ""`)
	}
	if !d.Required {
		ways = append(ways, "for the default, leave the key out")
	}
	if ways == nil {
		return nil
	}
	return []string{strings.Join(ways, "; ")}
}

// explainText returns hints about a text that the declared type cannot read.
func explainText(d *schema.Decl, s *tree.Scalar) []string {
	switch {
	case d.Type.Map != nil && !d.Type.HasScalars():
		return []string{"give its keys one by one (a.b=…), or all in a file of values"}
	case d.Type.Array != nil && !d.Type.HasScalars():
		return []string{"give it in a file of values, or as YAML with --data-value-yaml"}
	case !d.Type.HasScalars():
		return nil
	}
	text := diag.Redacted
	if !d.Sensitive {
		text = fmt.Sprintf("%q", s.Text)
	}
	hint := fmt.Sprintf("the text %s cannot be read as %s", text, article(d.Type.Describe()))
	if d.Type.Scalars.Declares(tree.Bool) {
		hint += "; booleans are true and false"
	}
	return []string{hint}
}

// article puts "a" or "an" in front of the name of a kind.
func article(kind string) string {
	if strings.HasPrefix(kind, tree.Int.String()) || strings.HasPrefix(kind, "array") {
		return "an " + kind
	}
	return "a " + kind
}

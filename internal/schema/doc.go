// Package schema knows what data values there are, of which types, and what they are by default (spec 04, 09).
//
// Declare reads a schema document, merged and evaluated, into a Schema: a tree of Decls, one for every declared node,
// each with a Type, a default, rules and documentation. Everything else is a function over that model:
//
//	Defaults   the values when nobody gives any
//	Complete   adds the declared keys that given values lack
//	Check      reports what does not fit its declaration
//	Validate   checks the rules of the values (package validate runs them)
//
// Package schemadoc writes schemas down for people and other tools.
//
// Values are trees; they are never changed, only replaced along the path to what is new. Data values come in layers
// (defaults, files, flags), and most of a tree stays the same from one layer to the next. Complete is told what a layer
// changed, and looks at nothing else; so its price is that of the layer. Check looks once, at the final values: what a later
// layer set right was never wrong.
package schema

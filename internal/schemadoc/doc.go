// Package schemadoc writes schemas down: for tools that check values, for people who read, and as a schema again
// (spec 04 §6, 09 §8).
//
//	OpenAPI      an OpenAPI 3.0 document, to the byte the conventional one as far as that goes
//	JSONSchema   a JSON Schema, which editors use to complete and check files of values
//	Fields       what people want to know of each value, as data
//	HTML         the same as a page
//	Markdown     the same as a chapter of a README
//	Annotated    a schema document that declares the same
//
// Each format is a file, and a function over the model of package schema. The formats for tools share constraints.go, which
// translates rules; those for people share fields.go, which gathers what is to be told. What a format cannot say it says
// in words, never wrongly: a value that the tool accepts is accepted by its exported schema.
//
// Defaults and examples of sensitive values are in no format.
package schemadoc

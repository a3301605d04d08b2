package schemas

import (
	"reflect"
	"slices"
	"testing"

	"ytt/internal/app"
	"ytt/internal/testkit"
)

// TestEveryFieldArrives fills options, and looks for those of the work that
// nothing sets; and for fields of results that the types of this package lack.
func TestEveryFieldArrives(t *testing.T) {
	var diff app.SchemaDiffOptions
	var given DiffOptions
	testkit.Fill(&given)
	module.Copy(&diff, given)
	// Diff sets the system, and what the rules of the work do not have.
	if lost := testkit.Empty(diff); !slices.Equal(lost, []string{"System", "FailOnWarnings"}) {
		t.Errorf("nothing sets %s of a Diff", lost)
	}
	var imported app.SchemaImportOptions
	var asked ImportOptions
	testkit.Fill(&asked)
	module.Copy(&imported, asked)
	if lost := testkit.Empty(imported); !slices.Equal(lost, []string{"System"}) {
		t.Errorf("nothing sets %s of an Import", lost)
	}
	for _, c := range []struct{ public, of any }{
		{Difference{}, app.SchemaDiff{}}, {Change{}, app.SchemaChange{}}, {BrokenValues{}, app.BrokenValues{}},
		{Imported{}, app.ImportedSchema{}}, {Findings{}, app.Findings{}}, {TestReport{}, app.TestReport{}},
		{TestFailure{}, app.TestFailure{}}, {TestName{}, app.TestName{}},
	} {
		own, all := reflect.TypeOf(c.public), reflect.TypeOf(c.of)
		for i := range all.NumField() {
			f := all.Field(i)
			have, ok := own.FieldByName(f.Name)
			if f.IsExported() && (!ok || have.Type.Kind() != f.Type.Kind() || have.Tag != f.Tag) {
				t.Errorf("%s lacks %s %s `%s`", own, f.Name, f.Type, f.Tag)
			}
		}
	}
}

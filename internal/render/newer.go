package render

import (
	"fmt"
	"slices"
	"strings"

	"ytt/internal/diag"
	"ytt/internal/source"
	inputs "ytt/internal/values/layers"
)

// This file implements warnings about annotations that ytt 0.48 ignores, where
// they change what a run does.

// ignoredBefore are the annotations that ytt 0.48 does not know, of those that
// were in use before they had a meaning.
var ignoredBefore = []string{"schema", "schema/definition", "schema/doc", "schema/example", "schema/match",
	"schema/validate"}

// warnOfNewForms warns of schema documents that ytt 0.48 takes for templates.
func (f *Found) warnOfNewForms(layers []inputs.Layer) {
	for i := range layers {
		if a := annotationOf(layers[i].Doc, schemaAnnotation); a != nil {
			f.warnOfNewer(a.Span, false, ": it prints this document, which is a schema here",
				"for every release, write #@"+schemaAnnotation)
		}
	}
}

// warnOfNewChecks warns of problems that result from annotations which ytt 0.48
// ignores.
func (f *Found) warnOfNewChecks(problems diag.List) {
	for _, d := range problems {
		if d.Severity != diag.Error {
			continue
		}
		places := []source.Span{d.Span}
		switch detail := d.Detail.(type) {
		case diag.RuleFailure:
			for i := range detail.Rules {
				places = append(places, detail.Rules[i].By)
			}
		case diag.Violation:
			places = append(places, detail.Where...)
		}
		for _, at := range places {
			f.warnOfNewer(at, d.Sensitive, ", so it does not report this", "")
		}
	}
}

// warnOfNewer warns of an annotation if ytt 0.48 ignores it: once for each
// name.
func (f *Found) warnOfNewer(at source.Span, sensitive bool, effect, hint string) {
	name, isAnnotation := strings.CutPrefix(at.Text(), "#@")
	if end := strings.IndexAny(name, " \t\r\n"); end >= 0 {
		name = name[:end]
	}
	if !isAnnotation || !slices.Contains(ignoredBefore, name) {
		return
	}
	d := &diag.Diagnostic{
		Code: diag.NewerAnnotation, Severity: diag.Warning, Span: at, Sensitive: sensitive,
		Message: fmt.Sprintf("ytt 0.48 ignores @%s%s", name, effect),
	}
	if hint != "" {
		d.Hints = []string{hint}
	}
	f.tell(warning{d, "annotation " + name})
}

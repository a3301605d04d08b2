package stdlib

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"go.starlark.net/starlark"

	"ytt/internal/script"
)

// TestEveryBuiltinIsGuarded goes through all that programs can call without loading it. What is new upstream has neither a guard nor a
// reason why it needs none.
func TestEveryBuiltinIsGuarded(t *testing.T) {
	own := Universe(nil)
	for _, name := range starlark.Universe.Keys() {
		switch _, reviewed := bounded[name]; {
		case reviewed && own.Has(name):
			t.Errorf("%s is bounded, but replaced", name)
		case !reviewed && !own.Has(name):
			t.Errorf("%s has no guard: add its charge, or the reason why it is bounded", name)
		}
	}
	for _, v := range []starlark.HasAttrs{starlark.String(""), starlark.Bytes(""), starlark.NewList(nil), &starlark.Dict{}, &starlark.Set{}} {
		for _, name := range v.AttrNames() {
			_, reviewed := bounded["."+name]
			if guarded := script.GuardOf(name) != script.Unguarded; reviewed == guarded {
				t.Errorf("%s.%s: bounded %t, guarded %t", v.Type(), name, reviewed, guarded)
			}
		}
	}
}

// How the functions of modules are bounded.
const (
	ofText    = "takes texts, which are bounded, and makes one of about the same length"
	ofLimit   = "stops at the greatest text, or at the greatest number of parts"
	ofSize    = "takes a fixed number of scalars"
	ofCaller  = "only calls what it is given, or builds one value of its arguments"
	ofPattern = "RE2 takes time in proportion to the text"
	ofTree    = "counts or bounds the nodes that it makes"
)

var reviewed = map[string]string{
	"assert.*": ofCaller, "base64.*": ofText, "data.*": "reads files, which are inputs",
	"ip.*": ofSize, "json.*": ofLimit, "math.*": ofSize, "md5.sum": ofText, "module.make": ofCaller,
	"overlay.*": ofTree, "regexp.*": ofPattern, "semver.*": ofSize, "sha256.sum": ofText, "spelling.*": "the distance to each of a list of words, of bounded length",
	"struct.*": ofLimit, "template.replace": ofCaller, "time.*": ofSize, "toml.*": ofLimit, "url.*": ofText,
	"validations.*": ofPattern, "version.*": ofSize, "yaml.*": ofLimit,
}

// TestEveryModuleIsReviewed fails for a new module, until somebody thought about what it can use up.
func TestEveryModuleIsReviewed(t *testing.T) {
	unused := maps.Clone(reviewed)
	for _, m := range Modules() {
		for _, member := range m.Members {
			name, all := m.Name+"."+member.Name, m.Name+".*"
			if reviewed[name] == "" && reviewed[all] == "" {
				t.Errorf("%s: say why it cannot use up time or memory", name)
			}
			delete(unused, name)
			delete(unused, all)
		}
	}
	if len(unused) > 0 {
		t.Errorf("rows without a function: %s", strings.Join(slices.Sorted(maps.Keys(unused)), ", "))
	}
}

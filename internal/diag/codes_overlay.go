package diag

// Problems of overlays.
const (
	OverlayAction       Code = "overlay-action"
	OverlayAnnotation   Code = "overlay-annotation"
	OverlayAssert       Code = "overlay-assert"
	OverlayDuplicateKey Code = "overlay-duplicate-key"
	OverlayFunction     Code = "overlay-function"
	OverlayIneffective  Code = "overlay-ineffective"
	OverlayKind         Code = "overlay-kind"
	OverlayMatchCount   Code = "overlay-match-count"
	OverlayMatcher      Code = "overlay-matcher"
)

var overlayCodes = []Info{
	{
		Code:  OverlayAction,
		Title: "more than one action on a node",
		Doc: "A node of an overlay says what happens to its match: merge (unless stated), replace, remove, insert, append or " +
			"assert. Only one can happen. Remove all but one of the annotations.",
		Example: `-f .
-- a.yml --
a: 1
-- o.yml --
#@ load("@ytt:overlay", "overlay")
#@overlay/match by=overlay.all
---
#@overlay/remove
#@overlay/replace
a: 2
`,
	},
	{
		Code:  OverlayAnnotation,
		Title: "mistake in an annotation of an overlay",
		Doc: "An annotation of the overlay has an argument that it does not take, lacks one, has one of the wrong type, or two " +
			"that exclude each other. The message names it.",
		Example: `-f .
-- a.yml --
a: 1
-- o.yml --
#@overlay/match foo=1
---
a: 2
`,
	},
	{
		Code:  OverlayAssert,
		Title: "overlay does not find what it asserts",
		Doc: "@overlay/assert compares the match with the value written, or asks a function, and changes nothing. The match " +
			"differs, or the function said no.",
		Example: `-f .
-- a.yml --
a: 1
-- o.yml --
#@ load("@ytt:overlay", "overlay")
#@overlay/match by=overlay.all
---
#@overlay/assert
a: 2
`,
	},
	{
		Code:  OverlayDuplicateKey,
		Title: "overlay gives a map the same key twice",
		Doc: "An item of the overlay is added under its own key, or takes the place of its match together with its key, and the " +
			"map has that key already. This happens when an item that is matched by a function replaces several items, or " +
			"is added though its key exists. Match one item only, or use another key.",
		Example: `-f .
-- a.yml --
a: 1
b: 1
-- o.yml --
#@ load("@ytt:overlay", "overlay")
#@overlay/match by=overlay.all
---
#@overlay/match by=overlay.all, expects=2
#@overlay/replace
c: 2
`,
	},
	{
		Code:  OverlayFunction,
		Title: "function of an overlay failed",
		Doc: "A function given to an annotation of the overlay (by=, via=, expects=, when=) failed when it was called, or " +
			"returned a value that cannot become YAML. The call stack shows where.",
		Example: `-f .
-- a.yml --
a: 1
-- o.yml --
#@overlay/match by=lambda index, left, right: left["zz"]
---
a: 2
`,
	},
	{
		Code:  OverlayIneffective,
		Title: "annotation of an overlay in an ordinary document",
		Doc: "A document is an overlay when @overlay/match stands above its line \"---\". In any other document the annotations " +
			"of overlays have no effect, and the document is printed as it is. Write the line, which may not be left out " +
			"here even for the first document of a file. At the end of a file, where nothing follows, @overlay/match needs an " +
			"annotation that says what happens, such as @overlay/remove.",
		Example: `-f .
-- a.yml --
a: 1
-- o.yml --
#@ load("@ytt:overlay", "overlay")
#@overlay/match by=overlay.all
a: 2
`,
	},
	{
		Code:  OverlayKind,
		Title: "overlay of another kind than its match",
		Doc: "A map can be merged into a map only, an array into an array. The match is of another kind. Annotate with " +
			"@overlay/replace to exchange the value, or correct the place.",
		Example: `-f .
-- a.yml --
a: 1
-- o.yml --
#@ load("@ytt:overlay", "overlay")
#@overlay/match by=overlay.all
---
a:
  b: 1
`,
	},
	{
		Code:  OverlayMatchCount,
		Title: "unexpected number of matches",
		Doc: "A node of an overlay must match exactly one node unless its @overlay/match says otherwise, so that misspelt keys " +
			"and matchers are noticed. With no match, correct the key or the matcher, or add missing_ok=True to add what is " +
			"missing. With too many, narrow the matcher, or say with expects= how many there may be.",
		Example: `-f .
-- a.yml --
a: 1
-- o.yml --
#@ load("@ytt:overlay", "overlay")
#@overlay/match by=overlay.all
---
b: 1
`,
	},
	{
		Code:  OverlayMatcher,
		Title: "matcher cannot decide",
		Doc: "A matcher was asked about a node that it knows nothing to say about. by=\"name\" needs every item to be a map " +
			"with that key, those that are not meant included; a function must return True or False. Use overlay.subset, " +
			"which passes over items of another shape, or a function.",
		Example: `-f .
-- a.yml --
list:
- name: x
- other: y
-- o.yml --
#@ load("@ytt:overlay", "overlay")
#@overlay/match by=overlay.all
---
list:
#@overlay/match by="name"
- name: x
`,
	},
}

package diag

// Problems of overlays.
const (
	OverlayAction     Code = "overlay-action"
	OverlayAnnotation Code = "overlay-annotation"
	OverlayAssert     Code = "overlay-assert"
	OverlayKind       Code = "overlay-kind"
	OverlayMatchCount Code = "overlay-match-count"
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
}

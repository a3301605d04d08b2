package lint

import (
	"ytt/internal/diag"
	"ytt/internal/schema/view"
)

// This file is the list: what is probably not meant, which check finds it, and
// when the check is made.

// When says in which runs a check is made.
type When uint8

const (
	Always When = iota // in every run
	Editor             // in editors, and by ytt schema lint
	Strict             // by ytt schema lint --strict
)

// Row is a kind of finding, which has a code.
type Row struct {
	Code diag.Code
	When When

	check *check
}

// Rows returns the list.
func Rows() []Row { return rows }

// check is a check. One of its fields is set, by what it looks at. What is
// found with one look has rows one below the other.
type check struct {
	yaml    func(*YAML)
	file    func(*File)
	code    func(*Code)
	merge   func(*Merge)
	whole   func(*Library)
	printed func(*Printed)
	field   func(*linter, *view.Field)
	schema  func(*linter)

	declared func(*Declared)
	untyped  func(*Untyped)

	early bool // it is made of incomplete results, too
}

// The checks of what runs read and find.
var (
	tabs        = &check{yaml: findTabs}
	bareTexts   = &check{yaml: findUnindented}
	scalars     = &check{yaml: findScalars}
	colours     = &check{yaml: findColours}
	keys        = &check{yaml: findKeys}
	truthWords  = &check{yaml: findTruthWords}
	comments    = &check{file: readComments}
	lostCode    = &check{file: findLostCode}
	texts       = &check{file: findCodeInTexts}
	inVain      = &check{code: findInVain}
	unreachable = &check{code: findUnreachable}
	noResults   = &check{code: findNoResult}
	ofLibraries = &check{code: findIgnoredArguments}
	turned      = &check{code: findTurned}
	matchers    = &check{code: findIdleMatchers}
	defaults    = &check{declared: findDefaults}
	words       = &check{untyped: findWords}
	merges      = &check{merge: findUnmerged}
	strays      = &check{whole: findStrays, early: true}
	comparisons = &check{whole: findUnequal, early: true}
	conditions  = &check{whole: findAlwaysTrue, early: true}
	paths       = &check{whole: findPaths, early: true}
	twice       = &check{whole: findTwice}
	misnamed    = &check{whole: findMisnamed, early: true}
	lostValues  = &check{whole: findLostValues, early: true}
	idle        = &check{whole: findIdleOverlays, early: true}
	unread      = &check{whole: findUnread}
	printed     = &check{whole: findPrinted, early: true}
	unmarkedDoc = &check{whole: findUnmarked, early: true}
	nothing     = &check{whole: findNothing}
	unfilled    = &check{printed: findUnfilled, early: true}
	resources   = &check{printed: findSameResources}
)

// The checks of a schema and its use.
var (
	redundant    = &check{field: (*linter).redundantDefault}
	undocumented = &check{field: (*linter).undocumented}
	required     = &check{field: (*linter).requiredSample}
	examples     = &check{field: (*linter).samples}
	ineffective  = &check{field: (*linter).ineffective}
	idleRules    = &check{field: (*linter).rules}
	patterns     = &check{field: (*linter).patterns}
	functions    = &check{schema: (*linter).functions}
	valueUses    = &check{schema: (*linter).uses}
)

var rows = []Row{
	{diag.TabIndentation, Always, tabs},
	{diag.UnindentedText, Always, bareTexts},
	{diag.IndentedItem, Always, scalars},
	{diag.IndentedSeparator, Always, scalars},
	{diag.LeadingZero, Always, scalars},
	{diag.LookAlike, Always, scalars},
	{diag.LostDigit, Always, scalars},
	{diag.MissingComma, Always, scalars},
	{diag.MissingSpace, Always, scalars},
	{diag.QuoteOverLines, Always, scalars},
	{diag.ValueInComment, Always, colours},
	{diag.BooleanKey, Always, keys},
	{diag.LookAlike, Always, keys},
	{diag.BooleanValue, Always, truthWords},

	{diag.DanglingAnnotation, Always, comments},
	{diag.DroppedResult, Always, comments},
	{diag.ForgottenCode, Always, comments},
	{diag.LostAnnotation, Always, comments},
	{diag.NewerAnnotation, Always, comments},
	{diag.RepeatedAnnotation, Always, comments},
	{diag.UnknownAnnotation, Always, comments},
	{diag.ForgottenCode, Always, lostCode},
	{diag.CodeInText, Always, texts},
	{diag.DroppedResult, Always, inVain},
	{diag.UnreachableCode, Always, unreachable},
	{diag.NoResult, Always, noResults},
	{diag.IgnoredArgument, Always, ofLibraries},
	{diag.TurnedOperator, Always, turned},
	{diag.OverlayIneffective, Always, matchers},

	{diag.BooleanValue, Always, defaults},
	{diag.DefaultBreaksRule, Always, defaults},
	{diag.ForeignSchema, Always, defaults},
	{diag.BooleanValue, Always, words},

	{diag.IgnoredArgument, Always, merges},
	{diag.OverlayAnnotation, Always, merges},
	{diag.OverlayIneffective, Always, merges},
	{diag.OverlayItemAdded, Always, merges},
	{diag.OverlayNearMiss, Always, merges},

	{diag.LibraryRef, Always, strays},
	{diag.OverlayIneffective, Always, strays},
	{diag.SchemaIneffective, Always, strays},
	{diag.NeverEqual, Always, comparisons},
	{diag.AlwaysTrue, Always, conditions},
	{diag.CodeInText, Always, paths},
	{diag.ValueInComment, Always, lostValues},
	{diag.MisnamedFile, Always, misnamed},
	{diag.FileTwice, Always, twice},
	{diag.OverlayIneffective, Always, idle},
	{diag.ValuesUnread, Always, unread},
	{diag.ValuesPrinted, Always, printed},
	{diag.SchemaIneffective, Always, unmarkedDoc},
	{diag.NothingToRender, Always, nothing},
	{diag.Unfilled, Always, unfilled},
	{diag.SameResource, Always, resources},

	{diag.LintRedundantDefault, Editor, redundant},
	{diag.LintUndocumented, Strict, undocumented},
	{diag.LintRequiredSample, Editor, required},
	{diag.LintExample, Editor, examples},
	{diag.LintSample, Editor, examples},
	{diag.LintIneffective, Editor, ineffective},
	{diag.LintIdleRule, Editor, idleRules},
	{diag.LintImpossibleRule, Editor, idleRules},
	{diag.LintPatterns, Editor, patterns},
	{diag.LintFunction, Editor, functions},
	{diag.LintDeprecated, Editor, valueUses},
	{diag.LintNull, Editor, valueUses},
	{diag.LintUndeclared, Editor, valueUses},
	{diag.LintUnread, Editor, valueUses},
}

package diag

// Area is a group of codes, for lists.
type Area struct {
	Title string
	Codes []Code
}

// Areas returns the codes by what they are about. Each stands in one area.
func Areas() []Area {
	return []Area{
		{"The command line", []Code{
			InternalError, UnknownOutputType, WrongUsage,
		}},
		{"Files that are read and written", []Code{
			BadBulkInput, BadFileArgument, BadIgnorePattern, DuplicateOutput, FileTwice, ImportFailed,
			LostKeyword, NoSchema, NotARegularFile, OutputOutsideDirectory, OutputReservedName,
			OverwritesInput, StdinUsedTwice, SymlinkNotAllowed, UnfinishedOutput, UnreachableURL,
			ResourceList, UnreadableInput, UnsafeOutputDirectory, UnwritableOutput,
		}},
		{"Commands for schemas and values", []Code{
			UncheckedObject, UncheckedRules, UndeclaredPath, UnknownKind, ValuesEdit,
		}},
		{"ytt schema lint", []Code{
			LintDeprecated, LintExample, LintFunction, LintIdleRule, LintImpossibleRule,
			LintIneffective, LintNull, LintPatterns, LintRedundantDefault, LintRequiredSample,
			LintSample, LintUndeclared, LintUndocumented, LintUnread,
		}},
		{"Projects and fleets", []Code{
			FleetManifest, FleetOutput, ProjectEnvironment,
		}},
		{"ytt fmt", []Code{
			ForeignTemplate, NestedTooDeeply,
		}},
		{"Libraries", []Code{
			LibraryArgument, LibraryExport, LibraryFailed, LibraryNotFound, LibraryRef,
			LibraryUnused,
		}},
		{"Values of YAML", []Code{
			AliasExpansion, AnchorInItself, ComplexKey, MergeValue, ScalarTag, StrictScalar,
			UnknownAnchor,
		}},
		{"File marks", []Code{
			BadFileMark, FileMarkUnmatched,
		}},
		{"Bundled modules", []Code{
			ModuleWarning,
		}},
		{"Results", []Code{
			OutputFilePath, TagDropped, TextNotPrinted,
		}},
		{"Overlays and results", []Code{
			AlwaysTrue, MisnamedFile, NeverEqual, Unfilled, NothingToRender, OverlayAction,
			OverlayAnnotation, OverlayAssert, OverlayDuplicateKey, OverlayFunction,
			OverlayIneffective, OverlayItemAdded, OverlayKind, OverlayMatchCount, OverlayMatcher,
			OverlayNearMiss, ProjectPrinted, SameResource, ValuesPrinted, ValuesUnread,
		}},
		{"Schemas and the values that they describe", []Code{
			DeprecatedValue, ForeignSchema, OutputCount, RenamedValue, SchemaAnnotation,
			SchemaAnnotationPlace, SchemaArray, SchemaBooleanKey, SchemaComputed, SchemaDefault,
			SchemaExamples, SchemaFile, SchemaIneffective, SchemaName, SchemaNull, SchemaRecursion,
			SchemaTest, SchemaWithinAny, ViolationKeyCount, ViolationRemoved, ViolationRenamed,
			ViolationRequired, ViolationType, ViolationUnknownKey,
		}},
		{"Code", []Code{
			BudgetDepth, BudgetInput, BudgetOutput, BudgetSteps, BudgetTime, LoadCycle, LoadFailed,
			LoadName, LoadNotFound, ScriptBlock, ScriptRuntime, ScriptSyntax, UnicodeEscape,
			UnknownName,
		}},
		{"Runs", []Code{
			RunInterrupted, MoreProblems,
		}},
		{"Templates", []Code{
			BooleanKey, BooleanValue, CodeAfterEnd, CodeInText, ComputedAndLiteral,
			DanglingAnnotation, DefaultBreaksRule, DroppedAnnotation, DroppedResult, DuplicateKey,
			ForgottenCode, IgnoredArgument, LookAlike, LostAnnotation, MisspeltDirective,
			NewerAnnotation, NoResult, NodeValue, RepeatedAnnotation, RepeatedKey,
			TextTemplateSyntax, TextValue, TurnedOperator, UnknownAnnotation, UnknownComment,
			UnreachableCode,
		}},
		{"Rules", []Code{
			ValidationFailed, ValidationRule, ValidationWhen,
		}},
		{"Data values", []Code{
			DataValueFlag, DataValuesAnnotation, DataValuesFile, DataValuesKey, EmptyStream,
			EncryptedText, EncryptedValues,
		}},
		{"Reading YAML", []Code{
			IndentedItem, IndentedSeparator, LeadingZero, LostDigit, MissingComma, MissingSpace,
			QuoteOverLines, TabIndentation, UnindentedText, ValueInComment, YAMLEncoding,
			YAMLSyntax,
		}},
	}
}

package protocol

import "encoding/json"

// This file holds the types of starting and ending a server, and of what both
// sides can do.

type InitializeParams struct {
	ProcessID             *int32             `json:"processId"`
	RootPath              *string            `json:"rootPath,omitempty"`
	RootURI               *DocumentURI       `json:"rootUri"`
	WorkspaceFolders      []WorkspaceFolder  `json:"workspaceFolders,omitempty"`
	InitializationOptions json.RawMessage    `json:"initializationOptions,omitempty"`
	Capabilities          ClientCapabilities `json:"capabilities"`
}

type WorkspaceFolder struct {
	URI  DocumentURI `json:"uri"`
	Name string      `json:"name"`
}

type InitializeResult struct {
	Capabilities ServerCapabilities `json:"capabilities"`
	ServerInfo   ServerInfo         `json:"serverInfo"`
}

type ServerInfo struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

type PositionEncodingKind string

const (
	UTF8  PositionEncodingKind = "utf-8"
	UTF16 PositionEncodingKind = "utf-16"
	UTF32 PositionEncodingKind = "utf-32"
)

// ClientCapabilities says what the client can do.
type ClientCapabilities struct {
	General struct {
		PositionEncodings []PositionEncodingKind `json:"positionEncodings,omitempty"`
	} `json:"general"`
	Window struct {
		WorkDoneProgress bool `json:"workDoneProgress,omitempty"`
	} `json:"window"`
	Workspace struct {
		WorkspaceFolders bool `json:"workspaceFolders,omitempty"`
		Configuration    bool `json:"configuration,omitempty"`
		WorkspaceEdit    struct {
			DocumentChanges         bool      `json:"documentChanges,omitempty"`
			ChangeAnnotationSupport *struct{} `json:"changeAnnotationSupport,omitempty"`
		} `json:"workspaceEdit"`
		DidChangeWatchedFiles struct {
			DynamicRegistration    bool `json:"dynamicRegistration,omitempty"`
			RelativePatternSupport bool `json:"relativePatternSupport,omitempty"`
		} `json:"didChangeWatchedFiles"`
		Diagnostics    RefreshCapability `json:"diagnostics"`
		SemanticTokens RefreshCapability `json:"semanticTokens"`
		InlayHint      RefreshCapability `json:"inlayHint"`
		CodeLens       RefreshCapability `json:"codeLens"`
	} `json:"workspace"`
	TextDocument struct {
		Completion struct {
			CompletionItem struct {
				SnippetSupport          bool         `json:"snippetSupport,omitempty"`
				InsertReplaceSupport    bool         `json:"insertReplaceSupport,omitempty"`
				DeprecatedSupport       bool         `json:"deprecatedSupport,omitempty"`
				LabelDetailsSupport     bool         `json:"labelDetailsSupport,omitempty"`
				DocumentationFormat     []MarkupKind `json:"documentationFormat,omitempty"`
				CommitCharactersSupport bool         `json:"commitCharactersSupport,omitempty"`
			} `json:"completionItem"`
		} `json:"completion"`
		SignatureHelp struct {
			SignatureInformation struct {
				DocumentationFormat []MarkupKind `json:"documentationFormat,omitempty"`
			} `json:"signatureInformation"`
		} `json:"signatureHelp"`
		Hover struct {
			ContentFormat []MarkupKind `json:"contentFormat,omitempty"`
		} `json:"hover"`
		Definition struct {
			LinkSupport bool `json:"linkSupport,omitempty"`
		} `json:"definition"`
		DocumentSymbol struct {
			HierarchicalDocumentSymbolSupport bool `json:"hierarchicalDocumentSymbolSupport,omitempty"`
		} `json:"documentSymbol"`
		CodeAction struct {
			CodeActionLiteralSupport *struct {
				CodeActionKind struct {
					ValueSet []string `json:"valueSet"`
				} `json:"codeActionKind"`
			} `json:"codeActionLiteralSupport,omitempty"`
			IsPreferredSupport bool `json:"isPreferredSupport,omitempty"`
			DataSupport        bool `json:"dataSupport,omitempty"`
		} `json:"codeAction"`
		Rename struct {
			PrepareSupport bool `json:"prepareSupport,omitempty"`
		} `json:"rename"`
		FoldingRange struct {
			LineFoldingOnly bool `json:"lineFoldingOnly,omitempty"`
		} `json:"foldingRange"`
		PublishDiagnostics struct {
			RelatedInformation     bool `json:"relatedInformation,omitempty"`
			VersionSupport         bool `json:"versionSupport,omitempty"`
			CodeDescriptionSupport bool `json:"codeDescriptionSupport,omitempty"`
			DataSupport            bool `json:"dataSupport,omitempty"`
			TagSupport             *struct {
				ValueSet []DiagnosticTag `json:"valueSet"`
			} `json:"tagSupport,omitempty"`
		} `json:"publishDiagnostics"`
		Diagnostic *struct {
			RelatedDocumentSupport bool `json:"relatedDocumentSupport,omitempty"`
		} `json:"diagnostic,omitempty"`
	} `json:"textDocument"`
}

// RefreshCapability says whether the client asks again when the server says
// that something has changed.
type RefreshCapability struct {
	RefreshSupport bool `json:"refreshSupport,omitempty"`
}

// ServerCapabilities says what the server can do. The row of a feature sets its
// fields.
type ServerCapabilities struct {
	PositionEncoding PositionEncodingKind    `json:"positionEncoding,omitempty"`
	TextDocumentSync TextDocumentSyncOptions `json:"textDocumentSync"`
	Workspace        WorkspaceOptions        `json:"workspace"`

	CompletionProvider         *CompletionOptions     `json:"completionProvider,omitempty"`
	HoverProvider              bool                   `json:"hoverProvider,omitempty"`
	SignatureHelpProvider      *SignatureHelpOptions  `json:"signatureHelpProvider,omitempty"`
	DefinitionProvider         bool                   `json:"definitionProvider,omitempty"`
	ReferencesProvider         bool                   `json:"referencesProvider,omitempty"`
	RenameProvider             *RenameOptions         `json:"renameProvider,omitempty"`
	DocumentHighlightProvider  bool                   `json:"documentHighlightProvider,omitempty"`
	DocumentSymbolProvider     bool                   `json:"documentSymbolProvider,omitempty"`
	WorkspaceSymbolProvider    bool                   `json:"workspaceSymbolProvider,omitempty"`
	CodeActionProvider         *CodeActionOptions     `json:"codeActionProvider,omitempty"`
	CodeLensProvider           *CodeLensOptions       `json:"codeLensProvider,omitempty"`
	DocumentLinkProvider       *DocumentLinkOptions   `json:"documentLinkProvider,omitempty"`
	DocumentFormattingProvider bool                   `json:"documentFormattingProvider,omitempty"`
	RangeFormattingProvider    bool                   `json:"documentRangeFormattingProvider,omitempty"`
	FoldingRangeProvider       bool                   `json:"foldingRangeProvider,omitempty"`
	SelectionRangeProvider     bool                   `json:"selectionRangeProvider,omitempty"`
	SemanticTokensProvider     *SemanticTokensOptions `json:"semanticTokensProvider,omitempty"`
	InlayHintProvider          bool                   `json:"inlayHintProvider,omitempty"`
	DiagnosticProvider         *DiagnosticOptions     `json:"diagnosticProvider,omitempty"`
	ExecuteCommandProvider     *ExecuteCommandOptions `json:"executeCommandProvider,omitempty"`
}

type WorkspaceOptions struct {
	WorkspaceFolders WorkspaceFoldersOptions `json:"workspaceFolders"`
}

type WorkspaceFoldersOptions struct {
	Supported           bool `json:"supported"`
	ChangeNotifications bool `json:"changeNotifications"`
}

type CompletionOptions struct {
	TriggerCharacters []string `json:"triggerCharacters,omitempty"`
	ResolveProvider   bool     `json:"resolveProvider,omitempty"`
}

type SignatureHelpOptions struct {
	TriggerCharacters   []string `json:"triggerCharacters,omitempty"`
	RetriggerCharacters []string `json:"retriggerCharacters,omitempty"`
}

type RenameOptions struct {
	PrepareProvider bool `json:"prepareProvider,omitempty"`
}

type CodeActionOptions struct {
	CodeActionKinds []string `json:"codeActionKinds,omitempty"`
	ResolveProvider bool     `json:"resolveProvider,omitempty"`
}

type CodeLensOptions struct {
	ResolveProvider bool `json:"resolveProvider,omitempty"`
}

type DocumentLinkOptions struct {
	ResolveProvider bool `json:"resolveProvider,omitempty"`
}

type SemanticTokensOptions struct {
	Legend SemanticTokensLegend `json:"legend"`
	Range  bool                 `json:"range,omitempty"`
	Full   bool                 `json:"full,omitempty"`
}

type SemanticTokensLegend struct {
	TokenTypes     []string `json:"tokenTypes"`
	TokenModifiers []string `json:"tokenModifiers"`
}

type ExecuteCommandOptions struct {
	Commands []string `json:"commands"`
}

// Registration asks the client to send what initialize did not promise.
type Registration struct {
	ID              string `json:"id"`
	Method          string `json:"method"`
	RegisterOptions any    `json:"registerOptions,omitempty"`
}

type RegistrationParams struct {
	Registrations []Registration `json:"registrations"`
}

type CancelParams struct {
	ID json.RawMessage `json:"id"`
}

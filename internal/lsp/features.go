package lsp

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/sourcegraph/jsonrpc2"

	"ytt/internal/lsp/protocol"
)

// This file holds the features: one row for each method that clients may ask
// for. To add a feature is to write a file with its function, and to add its
// row.

// feature is a method that answers a question about a snapshot.
type feature struct {
	method string
	// offer sets what initialize says about the method; nil for methods of our
	// own.
	offer  func(*protocol.ServerCapabilities, *agreement)
	answer func(ctx context.Context, s *snapshot, params json.RawMessage) (any, error)
}

// features returns the table.
func features() []feature {
	return []feature{
		{"textDocument/diagnostic", offerPull, question(documentDiagnostic)},
		{"workspace/diagnostic", nil, question(workspaceDiagnostic)},

		{"textDocument/documentSymbol", offerDocumentSymbols, question(documentSymbols)},
		{"workspace/symbol", offerWorkspaceSymbols, question(workspaceSymbols)},
		{"textDocument/foldingRange", offerFolding, question(foldingRanges)},
		{"textDocument/selectionRange", offerSelection, question(selectionRanges)},
		{"textDocument/documentLink", offerLinks, question(documentLinks)},
		{"textDocument/documentHighlight", offerHighlights, question(documentHighlights)},
		{"textDocument/semanticTokens/full", offerTokens, question(semanticTokens)},
		{"textDocument/semanticTokens/range", nil, question(semanticTokensRange)},
		{"textDocument/hover", offerHover, question(hover)},
		{"textDocument/definition", offerDefinition, question(definition)},
		{"textDocument/references", offerReferences, question(references)},
		{"textDocument/prepareRename", offerRename, question(prepareRename)},
		{"textDocument/rename", nil, question(rename)},
		{"textDocument/formatting", offerFormatting, question(formatDocument)},
		{"textDocument/rangeFormatting", offerRangeFormatting, question(formatRange)},
		{"textDocument/inlayHint", offerHints, question(inlayHints)},
		{"textDocument/codeLens", offerLenses, question(codeLenses)},

		{"textDocument/completion", offerCompletion, question(complete)},
		{"textDocument/signatureHelp", offerSignatures, question(signatureHelp)},
		{"textDocument/codeAction", offerActions, question(codeActions)},

		{"workspace/executeCommand", offerCommands, question(executeCommand)},
		{"ytt/explainCode", nil, question(explainCode)},
		{"ytt/preview", nil, question(previewOf)},
		{"ytt/schemaDocs", nil, question(schemaDocs)},
		{"ytt/environments", nil, question(listEnvironments)},
		{"ytt/render", nil, question(renderAll)},
		{"ytt/schema", nil, question(schemaData)},
		{"ytt/values", nil, question(valuesOf)},
		{"ytt/explain", nil, question(explainValue)},
		{"ytt/setValue", nil, question(setValue)},
		{"ytt/keep", nil, question(keepable)},
		{"ytt/overlays", nil, question(overlaySteps)},
		{"ytt/libraries", nil, question(libraryTree)},
		{"ytt/reads", nil, question(linesRead)},
		{"ytt/schemaExtras", nil, question(moreOfSchema)},
	}
}

// question makes an answer of a function with typed parameters.
func question[P, R any](ask func(context.Context, *snapshot, *P) (R, error)) func(context.Context, *snapshot,
	json.RawMessage) (any, error) {
	return func(ctx context.Context, s *snapshot, raw json.RawMessage) (any, error) {
		var params P
		if err := decode(raw, &params); err != nil {
			return nil, err
		}
		return ask(ctx, s, &params)
	}
}

func decode(raw json.RawMessage, params any) error {
	if len(raw) == 0 {
		return nil
	}
	if err := json.Unmarshal(raw, params); err != nil {
		return invalid("wrong parameters: %s", err)
	}
	return nil
}

// invalid returns the error of a question that makes no sense.
func invalid(format string, args ...any) error {
	return &jsonrpc2.Error{Code: protocol.InvalidParams, Message: fmt.Sprintf(format, args...)}
}

// refused returns the error of a question that cannot be answered, for a reason
// that the user should read.
func refused(format string, args ...any) error {
	return &jsonrpc2.Error{Code: protocol.RequestFailed, Message: fmt.Sprintf(format, args...)}
}

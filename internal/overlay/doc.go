// Package overlay merges one tree into another: annotations of the right one select nodes of the left one and say what
// happens to them (docs/overlays.md). The result is a new tree that shares unchanged nodes with the left one;
// neither input changes.
//
// Merger merges a series of documents onto one accumulating document (schemas, data values, flags). Documents merges
// overlay documents onto all documents of a run. Module is the same for templates, "@ytt:overlay". Origins records
// which of a series of documents each value comes from.
//
// Inside, a patch is a right node with its annotations, which are read once for all left nodes; a matcher decides
// whether a left node is selected; mapTarget and sequence (an array, or the documents of all files) are left containers
// under change. The cost of a merge is linear in the right tree and the changed left nodes as long as nodes are matched
// by key or by a matcher of this package; matchers that are functions are called for every candidate.
//
// Annotations are evaluated before; functions in them are called on the thread of the caller. The package does not
// depend on templates and schemas.
package overlay

// Package overlay merges one tree into another: the right one says, in annotations, which nodes of the left one it
// means and what happens to them. The annotations are those of docs/overlays.md. The result is a new tree that shares with
// the left one whatever did not change; neither input is touched.
//
// There are three ways in. Merger is for a series of documents (schemas, data values) and of Set operations (flags) onto one
// accumulating document; Origins tells from which of them each value stems. Documents is for overlay documents onto all documents of a run. Module is what code sees of all this,
// "@ytt:overlay".
//
// The types to know inside are step, a right node with what its annotations ask for, read at most once however many left
// nodes it meets; matcher, what decides whether a left node is meant; and the two kinds of left container, mapTarget
// and sequence (an array, or the documents of all files). Everything that a merge does costs time in proportion to
// the right tree and to the left nodes that it changes, as long as nodes are matched by key or by a matcher of this package;
// functions of users are called for every candidate.
//
// The package knows nothing of templates and schemas. The values in annotations come evaluated; a function among them is
// called on the thread that the caller provides.
package overlay

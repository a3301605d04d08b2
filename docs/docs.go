// Package docs is the documentation, as files in Markdown.
package docs

import "embed"

// Contents says which pages there are besides those about commands, in the
// order to read them in: lines with the path of a page, below the name of its
// section.
//
//go:embed contents.txt
var Contents string

// Pages holds the pages, as they are in the source. Left out are codes.md,
// which the program has in another form, mistakes, which are as long as all
// others together, and what is for those who work on the program: contributing.
//
//go:embed cli.md compatibility.md differences.md editors.md fleets.md installing.md language.md libraries.md
//go:embed migrating-from-ytt.md modules.md overlays.md project-file.md schema-guide.md schema-reference.md
//go:embed integrations.md security.md servers.md values-guide.md website.md
//go:embed start/*.md learn/*.md how-to/*.md explain/*.md help/*.md commands/*.md
var Pages embed.FS

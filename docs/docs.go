// Package docs is the documentation, as files in Markdown.
package docs

import "embed"

// Pages holds the pages, as they are in the source. Left out are codes.md,
// which the program has in another form, and mistakes.md, which is as long as
// all others together, and what is for those who work on the program:
// performance.md, schema-coverage.md.
//
//go:embed cli.md compatibility.md differences.md editors.md getting-started.md installing.md language.md
//go:embed libraries.md migrating-from-ytt.md modules.md
//go:embed fleets.md overlays.md pipelines.md project-file.md reliability.md schema-guide.md schema-reference.md
//go:embed security.md servers.md values-guide.md website.md commands/*.md
var Pages embed.FS

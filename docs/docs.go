// Package docs is the documentation, as files in Markdown.
package docs

import "embed"

// Pages holds the pages, as they are in the source. Left out are codes.md, which the program has in another form, and mistakes.md, which is
// as long as all others together.
//
//go:embed cli.md differences.md editors.md getting-started.md language.md libraries.md migrating-from-ytt.md modules.md
//go:embed overlays.md performance.md project-file.md reliability.md schema-coverage.md schema-guide.md schema-reference.md
//go:embed security.md servers.md values-guide.md commands/*.md
var Pages embed.FS

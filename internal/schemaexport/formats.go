package schemaexport

import (
	"ytt/internal/tree"
	"ytt/internal/validate"
)

// This file implements the translation of format= rules. Where JSON Schema and OpenAPI have a format with the same
// meaning, its name is used; others become patterns, or names of our own.

// formatForm is the translation of a format.
type formatForm struct {
	name      string // of the format in JSON Schema and OpenAPI; "" for none
	since2019 bool   // draft 07 does not have the name
	// pattern matches all texts of the format; if loose, it matches other texts, too.
	pattern string
	loose   bool
	// contentEncoding and contentMediaType
	encoding, media string
}

// formOf returns the translation of a format; the zero value if there is none.
func formOf(format string) formatForm {
	const decimal = `([0-9]+(\.[0-9]*)?|\.[0-9]+)`
	switch format {
	case "date-time", "time", "date", "email", "hostname", "ipv4", "ipv6", "uri":
		return formatForm{name: format}
	case "uuid":
		return formatForm{name: format, since2019: true, pattern: `^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$`}
	case "cidr":
		return formatForm{pattern: `^[0-9A-Fa-f:.]+/[0-9]+$`, loose: true}
	case "port":
		return formatForm{pattern: `^0*([0-9]{1,4}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])$`}
	case "percent":
		return formatForm{pattern: `^[0-9]+%$`}
	case "duration":
		return formatForm{pattern: `^[-+]?(0|(` + decimal + `(ns|us|µs|μs|ms|s|m|h))+)$`}
	case "quantity":
		return formatForm{pattern: `^[-+]?` + decimal + `([numkMGTPE]|[KMGTPE]i|[eE][-+]?[0-9]+)?$`}
	case "base64":
		return formatForm{encoding: "base64", loose: true}
	case "json", "yaml":
		return formatForm{media: "application/" + format, loose: true}
	case "k8s-name":
		return formatForm{pattern: `^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$`}
	case "k8s-label-value":
		return formatForm{pattern: `^([A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?$`}
	case "semver":
		return formatForm{pattern: `^` + versionCore + `(-` + prerelease + `(\.` + prerelease + `)*)?(\+[-0-9A-Za-z]+(\.[-0-9A-Za-z]+)*)?$`}
	}
	return formatForm{}
}

// Parts of a semantic version (https://semver.org/#backusnaur-form-grammar-for-valid-semver-versions).
const (
	versionCore = `(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)`
	prerelease  = `(0|[1-9][0-9]*|[0-9]*[-A-Za-z][-0-9A-Za-z]*)`
)

// format translates the rule that a text has one of some formats.
func (c *constraints) format(arg tree.Node) bool {
	names, ok := arg.(*tree.Array)
	if !ok {
		return false
	}
	var alternatives []tree.Node
	complete := true
	for i := range names.Items {
		for _, name := range versionsOf(textOf(names.Items[i].Value)) {
			said, all := c.oneFormat(name)
			alternatives = append(alternatives, object(said...))
			complete = complete && all
		}
	}
	if len(alternatives) > 1 {
		c.add("anyOf", list(alternatives...))
		return complete && c.kinds&validate.Number == 0 // the keywords do not say which formats are for numbers
	}
	for _, only := range alternatives {
		for _, e := range only.(*tree.Map).Entries {
			c.add(e.Key.Text, e.Value)
		}
	}
	return complete
}

// versionsOf returns the formats that a format consists of elsewhere: "ip" is ipv4 or ipv6.
func versionsOf(name string) []string {
	if name == "ip" {
		return []string{"ipv4", "ipv6"}
	}
	return []string{name}
}

// oneFormat returns the keywords for a format, and reports whether they express all of it.
func (c *constraints) oneFormat(name string) (said []tree.Entry, complete bool) {
	form := formOf(name)
	if form.name != "" && !(form.since2019 && c.dialect == draft07) {
		return []tree.Entry{entry("format", text(form.name))}, true
	}
	if name == "port" && c.kinds&validate.Number != 0 {
		said = append(said, entry("minimum", integer(0)), entry("maximum", integer(maxPort)))
	}
	if form.pattern != "" && c.kinds&validate.String != 0 {
		said = append(said, entry("pattern", text(form.pattern)))
	}
	switch {
	case c.dialect != openAPI:
		if form.encoding != "" {
			said = append(said, entry("contentEncoding", text(form.encoding)))
		}
		if form.media != "" {
			said = append(said, entry("contentMediaType", text(form.media)))
		}
	case form.encoding == "base64":
		said = append(said, entry("format", text("byte")))
	}
	return said, !form.loose && len(form.pattern) > 0
}

const maxPort = 65535

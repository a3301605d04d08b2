package stdlib

// This file implements the table of modules. To add a module, write a file and add its line.

type row struct {
	name   string
	module func() Module
}

func table() []row {
	return []row{
		{"assert", assertModule},
		{"base64", base64Module},
		{"data", dataModule},
		{"ip", ipModule},
		{"json", jsonModule},
		{"math", mathModule},
		{"md5", md5Module},
		{"module", moduleModule},
		{"overlay", overlayModule},
		{"regexp", regexpModule},
		{"semver", semverModule},
		{"sha256", sha256Module},
		{"spelling", spellingModule},
		{"struct", structModule},
		{"template", templateModule},
		{"time", timeModule},
		{"toml", tomlModule},
		{"url", urlModule},
		{"validations", validationsModule},
		{"version", versionModule},
		{"yaml", yamlModule},
	}
}

// Modules lists the modules in alphabetical order, without those that a Host adds.
func Modules() []Module {
	var all []Module
	for _, row := range table() {
		all = append(all, row.module())
	}
	return all
}

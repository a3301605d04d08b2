package main

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"path"
	"slices"
	"strings"
)

// This file makes links that open the studio with the files of an example.

// run returns the link for a command, or "" if the studio cannot show it.
func (b *blocks) run(command string) string {
	if dir, ok := strings.CutPrefix(command, "cd "); ok {
		b.dir = path.Join(b.dir, dir)
		return ""
	}
	files, project := b.inputs(command)
	if len(files) == 0 {
		return ""
	}
	if project != "" {
		if _, there := files["ytt.yml"]; !there {
			files["ytt.yml"] = project
		}
	}
	text, err := json.Marshal(files) // sorted by name
	if err != nil {
		return ""
	}
	var packed bytes.Buffer
	w, _ := flate.NewWriter(&packed, flate.BestCompression) // the level is fine
	_, _ = w.Write(text)                                    // a buffer
	_ = w.Close()
	return relative(b.page.url, "studio/") + "#p=" + base64.RawURLEncoding.EncodeToString(packed.Bytes())
}

// named are flags that take a file, or several of them.
var named = []string{"-f", "--file", "--data-values-file", "--data-values-schema-file"}

// given are flags of data values; a project file has them without dashes.
var given = map[string]string{"-v": "data-value", "--data-value": "data-value", "--data-value-yaml": "data-value-yaml",
	"--yaml-version": "yaml-version"}

// inputs returns the files of a command, and a project file that says what its
// flags say.
func (b *blocks) inputs(command string) (files map[string]string, project string) {
	words := split(strings.TrimSuffix(command, " --diagnostics pretty"))
	piped := ""
	if len(words) > 3 && words[0] == "cat" && words[2] == "|" {
		piped, words = words[1], words[3:]
	}
	for len(words) > 0 && strings.Contains(words[0], "=") && !strings.HasPrefix(words[0], "-") {
		return nil, "" // the studio has no environment
	}
	if len(words) < 2 || words[0] != "ytt" {
		return nil, ""
	}
	files = map[string]string{}
	var inputs, values []string
	flags := map[string][]string{}
	ofValues := slices.Contains([]string{"validate", "values"}, words[1])
	isCommand := slices.Contains([]string{"validate", "values", "explain", "schema"}, words[1])
	if !isCommand && !strings.HasPrefix(words[1], "-") && len(b.find(words[1])) == 0 {
		return nil, "" // a command that the studio does not have
	}
	for i := 1; i < len(words); i++ {
		flag, arg, joined := strings.Cut(words[i], "=")
		if !strings.HasPrefix(words[i], "-") {
			flag, arg, joined = "", "", false
		}
		if !joined && i+1 < len(words) {
			arg = words[i+1]
		}
		switch {
		case flag == "--project":
			for name, text := range b.find(".") {
				files[name] = text
			}
			if _, there := files["ytt.yml"]; !there {
				return nil, ""
			}
			return files, ""
		case slices.Contains(named, flag):
			name := arg
			if name == "-" {
				name = piped
			}
			found := b.find(name)
			if len(found) == 0 {
				return nil, "" // not among the examples
			}
			for at, text := range found {
				files[at] = text
			}
			if flag == "--data-values-file" {
				values = append(values, name)
			} else {
				inputs = append(inputs, name)
			}
			if !joined {
				i++
			}
		case given[flag] != "":
			flags[given[flag]] = append(flags[given[flag]], arg)
			if !joined {
				i++
			}
		case ofValues && !strings.HasPrefix(words[i], "-") && strings.HasSuffix(words[i], ".yml"):
			for at, text := range b.find(words[i]) {
				files[at] = text
				values = append(values, at)
			}
		case flag == "" && !isCommand && len(b.find(words[i])) > 0: // files without a flag
			for at, text := range b.find(words[i]) {
				files[at] = text
			}
			inputs = append(inputs, words[i])
		case flag == "" && i > 1 && words[1] == "schema" && strings.Contains(words[i], "/"):
			for at, text := range b.find(words[i]) {
				files[at] = text
			}
		}
	}
	if len(inputs) == 0 {
		return nil, ""
	}
	return files, projectOf(inputs, values, flags)
}

// projectOf returns a project file, "" if there is nothing to say.
func projectOf(inputs, values []string, flags map[string][]string) string {
	if len(values) == 0 && len(flags) == 0 && len(inputs) == 1 {
		return ""
	}
	var b strings.Builder
	list := func(indent, key string, items []string) {
		if len(items) == 0 {
			return
		}
		b.WriteString(indent + key + ":\n")
		for _, item := range items {
			quoted, _ := json.Marshal(item) // a string
			b.WriteString(indent + "- " + string(quoted) + "\n")
		}
	}
	b.WriteString("configurations:\n- name: example\n")
	list("  ", "files", inputs)
	list("  ", "values", values)
	if len(flags) > 0 {
		b.WriteString("  flags:\n")
		for _, flag := range []string{"data-value", "data-value-yaml"} {
			list("    ", flag, flags[flag])
		}
		for _, version := range flags["yaml-version"] {
			b.WriteString("    yaml-version: \"" + version + "\"\n")
		}
	}
	return b.String()
}

// find returns the files at a path of the page, by what the studio calls them.
func (b *blocks) find(name string) map[string]string {
	found := map[string]string{}
	at := path.Join(b.dir, name)
	look := func(files map[string]string) {
		for file, text := range files {
			if file != at && !strings.HasPrefix(file, at+"/") && at != "." {
				continue
			}
			short := file
			if b.dir != "" {
				short = strings.TrimPrefix(file, b.dir+"/")
			}
			found[short] = text
		}
	}
	if strings.HasPrefix(at+"/", "examples/") {
		look(b.site.examples)
	}
	look(b.files)
	return found
}

// split splits a command as a shell does, with single quotes as the only quotes.
func split(line string) (words []string) {
	word, quoted, started := "", false, false
	for _, r := range line + " " {
		switch {
		case r == '\'':
			quoted, started = !quoted, true
		case r == ' ' && !quoted:
			if started {
				words = append(words, word)
			}
			word, started = "", false
		default:
			word += string(r)
			started = true
		}
	}
	return words
}

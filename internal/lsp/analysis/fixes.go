package analysis

import (
	"slices"
	"strconv"
	"strings"

	"ytt/internal/annotation"
	"ytt/internal/diag"
	"ytt/internal/schema/view"
	"ytt/internal/source"
	"ytt/internal/spell"
	"ytt/internal/tree"
	"ytt/internal/yaml"
)

// This file finds changes of files that repair problems. What to change is found out from the place and the facts of a problem, not from
// its words.

// Fix is a repair.
type Fix struct {
	Title string // what is done: `Write "port"`
	Edits []Edit
	// Safe is set if this is what was meant, beyond doubt: it may be done without a look.
	Safe bool
	// Migrates says that the file is migrated as a whole: Edits is empty.
	Migrates bool
}

// fixer finds the repairs of a problem.
type fixer struct {
	config *Config
	file   *File
	text   string
	at     source.Span
	d      *diag.Diagnostic
	found  []Fix
}

// Fixes returns the repairs of a problem, the likeliest first. There are none for most.
func (c *Config) Fixes(d *diag.Diagnostic) []Fix {
	if !d.Span.Known() || c == nil {
		return nil
	}
	f := c.File(d.Span.File.Shown())
	if f == nil || f.Source.Text != d.Span.File.Text {
		return nil
	}
	x := &fixer{config: c, file: f, text: f.Source.Text, at: d.Span, d: d}
	if fix := repairs()[d.Code]; fix != nil {
		fix(x)
	}
	return x.found
}

// repairs has the functions that know how to repair problems, by code.
func repairs() map[diag.Code]func(*fixer) {
	return map[diag.Code]func(*fixer){
		diag.BooleanKey:           (*fixer).quote,
		diag.BooleanValue:         (*fixer).booleanValue,
		diag.SchemaBooleanKey:     (*fixer).quote,
		diag.ViolationType:        (*fixer).violationType,
		diag.ViolationUnknownKey:  (*fixer).unknownKey,
		diag.ViolationRequired:    (*fixer).required,
		diag.ValidationFailed:     (*fixer).choice,
		diag.RenamedValue:         (*fixer).migrate,
		diag.ViolationRenamed:     (*fixer).migrate,
		diag.UnknownName:          (*fixer).unknownName,
		diag.ScriptRuntime:        (*fixer).runtime,
		diag.LintUndeclared:       (*fixer).missingValue,
		diag.ScriptBlock:          (*fixer).missingEnd,
		diag.ScriptSyntax:         (*fixer).missingColon,
		diag.LoadNotFound:         (*fixer).loadPath,
		diag.LoadFailed:           (*fixer).loadPath,
		diag.LoadName:             (*fixer).loadName,
		diag.OverlayMatchCount:    (*fixer).missingOK,
		diag.UnknownAnnotation:    (*fixer).annotationName,
		diag.MisspeltDirective:    (*fixer).annotationName,
		diag.SchemaAnnotation:     (*fixer).annotationName,
		diag.ForgottenCode:        (*fixer).forgottenCode,
		diag.LookAlike:            (*fixer).lookAlike,
		diag.LintRedundantDefault: (*fixer).dropAnnotation,
		diag.RepeatedAnnotation:   (*fixer).dropAnnotation,
		diag.LintIneffective:      (*fixer).dropAnnotation,
	}
}

func (x *fixer) span(start, end int) source.Span {
	return source.Span{File: x.file.Source, Start: int32(start), End: int32(end)}
}

func (x *fixer) add(safe bool, title string, edits ...Edit) {
	x.found = append(x.found, Fix{Title: title, Edits: edits, Safe: safe})
}

// replace offers another text for a place.
func (x *fixer) replace(safe bool, at source.Span, text string) {
	x.add(safe, "Write "+text, Edit{at, text})
}

// nearest offers the names that are nearest to the one at a place.
func (x *fixer) nearest(at source.Span, name string, known []string, write func(string) string) {
	near := spell.Near(name, known)
	for _, n := range near {
		x.replace(len(near) == 1, at, write(n))
	}
}

func asIs(s string) string { return s }

// quote puts a key or value in quotes.
func (x *fixer) quote() { x.replace(true, x.at, strconv.Quote(x.at.Text())) }

func (x *fixer) booleanValue() {
	word := x.at.Text()
	x.replace(false, x.at, strconv.Quote(word))
	switch strings.ToLower(word) {
	case "y", "yes", "on":
		x.replace(false, x.at, "true")
	case "n", "no", "off":
		x.replace(false, x.at, "false")
	}
}

// valueOf returns the scalar of the entry or item at the place; -1 for none.
func (x *fixer) valueOf() int32 {
	y := x.file.Syntax().YAML
	if y == nil {
		return -1
	}
	for i := range y.Nodes {
		n := &y.Nodes[i]
		if n.Start > x.at.Start || x.at.Start >= max(n.Stop, n.Start+1) {
			continue
		}
		switch n.Kind {
		case yaml.Entry, yaml.Item:
			if v := y.Value(int32(i)); y.Nodes[v].Kind == yaml.Scalar && n.Start == x.at.Start {
				return v
			}
		case yaml.Scalar:
			return int32(i)
		}
	}
	return -1
}

// violationType puts a text in quotes, or takes the quotes away.
func (x *fixer) violationType() {
	v, isViolation := x.d.Detail.(diag.Violation)
	at := x.valueOf()
	if !isViolation || at < 0 || x.d.Sensitive {
		return
	}
	y := x.file.Syntax().YAML
	n := &y.Nodes[at]
	if n.Flags&yaml.HasProps != 0 || n.Style >= yaml.Literal || n.Text == "" {
		return
	}
	span := y.Span(at)
	switch {
	case v.Expected.String() == "string" && n.Style == yaml.Plain:
		x.replace(v.Found.String() != "null", span, strconv.Quote(n.Text))
	case v.Found.String() == "string" && n.Style != yaml.Plain:
		if r, err := yaml.Resolve(n.Text, yaml.Plain, "", yaml.ResolveOptions{}); err == nil {
			if name := map[yaml.Type]string{yaml.Bool: "boolean", yaml.Int: "integer", yaml.Float: "float", yaml.Null: "null"}[r.Type]; name != "" && slices.Contains(v.Expected.Names, name) {
				x.replace(true, span, n.Text)
			}
		}
	}
}

// field returns the declaration at the path of the problem, and the rest of it that is not declared.
func (x *fixer) field() (*view.Field, tree.Path) {
	path, err := tree.ParsePath(x.d.Path)
	if err != nil || x.config.Root == nil {
		return nil, nil
	}
	return x.config.Root.Find(path)
}

// unknownKey offers keys with similar names, and to declare the key.
func (x *fixer) unknownKey() {
	of, rest := x.field()
	if of == nil || len(rest) == 0 || rest[0].Item {
		return
	}
	key := rest[0].Key.String()
	x.nearest(x.at, key, of.Names(), func(s string) string { return view.KeyText(tree.StringValue(s)) })
	if len(x.found) == 0 {
		for _, k := range of.Fields {
			if k.Key.Name.String() != key && slices.ContainsFunc(k.Renamed, func(r view.Renamed) bool { return spell.Nearest(key, []string{r.Path}) != "" }) {
				x.replace(false, x.at, view.KeyText(k.Key.Name))
			}
		}
	}
	x.declare(of, key)
}

// declare offers to add the value to the schema, behind the last key of its map.
func (x *fixer) declare(of *view.Field, key string) {
	if x.config.Stale || len(of.Fields) == 0 {
		return
	}
	value := x.valueOf()
	if value < 0 || x.d.Sensitive {
		return
	}
	y := x.file.Syntax().YAML
	text := y.Span(value).Text()
	if text == "" || strings.Contains(text, "\n") || strings.HasPrefix(text, "*") || y.Nodes[value].Flags&yaml.HasProps != 0 {
		text = `""`
	}
	last := of.Fields[len(of.Fields)-1].Decl.Span
	schemaFile := x.fileOf(last)
	if schemaFile == nil || schemaFile.Use != Schema {
		return
	}
	src := schemaFile.Source
	column := int(last.Start) - lineStart(src.Text, int(last.Start))
	end := endOfEntry(src.Text, int(last.Start), column)
	line := strings.Repeat(" ", column) + view.KeyText(tree.StringValue(key)) + ": " + text + "\n"
	if end > 0 && src.Text[end-1] != '\n' {
		line = "\n" + strings.TrimSuffix(line, "\n")
	}
	x.add(false, "Declare "+strconv.Quote(key)+" in the schema", insert(src, end, line))
}

func (x *fixer) fileOf(at source.Span) *File {
	if !at.Known() {
		return nil
	}
	f := x.config.File(at.File.Shown())
	if f == nil || f.Source.Text != at.File.Text {
		return nil
	}
	return f
}

// endOfEntry returns where the lines of an entry of a block mapping end, whose key is at an offset and in a column.
func endOfEntry(text string, at, column int) int {
	end := nextLine(text, at)
	for next := end; next < len(text); {
		line := text[next:endOfLine(text, next)]
		indent := len(line) - len(strings.TrimLeft(line, " "))
		isItem := strings.HasPrefix(line[indent:], "- ") && indent == column
		switch {
		case isBlank(line) || indent <= column && strings.HasPrefix(line[indent:], "#"):
			next = nextLine(text, next)
			continue // it belongs to what follows
		case indent <= column && !isItem:
			return end
		}
		next = nextLine(text, next)
		end = next
	}
	return end
}

// required offers to add a value that must be given to the last file of values.
func (x *fixer) required() {
	path, err := tree.ParsePath(x.d.Path)
	if err != nil || x.config.Root == nil || len(path) == 0 {
		return
	}
	field, rest := x.config.Root.Find(path)
	if len(rest) > 0 {
		return
	}
	f := x.valuesFile()
	if f == nil {
		return
	}
	at, column, have := placeFor(f, path)
	if at < 0 {
		return
	}
	stop := at
	if strings.HasPrefix(f.Source.Text[at:], "{}") { // in place of a map without keys
		stop = nextLine(f.Source.Text, at)
	}
	var b strings.Builder
	if at > 0 && f.Source.Text[at-1] != '\n' {
		b.WriteString("\n")
	}
	for i := have; i < len(path); i++ {
		if path[i].Item {
			return
		}
		b.WriteString(strings.Repeat(" ", column) + view.KeyText(path[i].Key) + ":")
		if i == len(path)-1 {
			b.WriteString(" " + sampleOf(field))
		}
		b.WriteString("\n")
		column += 2
	}
	x.add(false, "Add "+x.d.Path+" to "+f.Path, Edit{source.Span{File: f.Source, Start: int32(at), End: int32(stop)}, b.String()})
}

// valuesFile returns the file that values are added to: the one that the problem is in, or the last of those that were given.
func (x *fixer) valuesFile() *File {
	if x.file.Use == Plain || x.file.Use == Values {
		return x.file
	}
	if x.config.View != nil {
		for _, in := range slices.Backward(x.config.View.ValuesFiles) {
			if src, problem := in.Source(); problem == nil {
				if f := x.config.File(src.Shown()); f != nil && f.isYAML() {
					return f
				}
			}
		}
	}
	for _, f := range slices.Backward(x.config.Files) {
		if f.Use == Values && f.Library == "" {
			return f
		}
	}
	return nil
}

// placeFor returns where entries of a path are added, in which column, and how many steps of it are there; -1 for nowhere.
func placeFor(f *File, path tree.Path) (at, column, have int) {
	y := f.Syntax().YAML
	if y == nil || f.Syntax().Broken {
		return -1, 0, 0
	}
	text := f.Source.Text
	at = len(text)
	if len(y.Docs) == 0 {
		return at, 0, 0
	}
	v := y.Value(y.Docs[0])
	for _, s := range path {
		n := &y.Nodes[v]
		switch {
		case n.Kind == yaml.Mapping && n.Style != yaml.Flow && !s.Item:
			entries := children(y, v)
			last := y.Nodes[entries[len(entries)-1]]
			column = int(last.Start) - lineStart(text, int(last.Start))
			at = endOfEntry(text, int(last.Start), column)
			i := slices.IndexFunc(entries, func(e int32) bool { return y.Nodes[e].Text == s.Key.String() })
			if i < 0 {
				return at, column, have
			}
			v = y.Value(entries[i])
		case n.Kind == yaml.Sequence && n.Style != yaml.Flow && s.Item:
			items := children(y, v)
			if s.Index < 0 || s.Index >= len(items) {
				return -1, 0, 0
			}
			v = y.Value(items[s.Index])
		case n.Kind == yaml.Scalar && n.Text == "" && have == 0:
			return at, 0, 0
		case n.Kind == yaml.Mapping && have == 0 && n.Start == int32(lineStart(text, int(n.Start))) && strings.TrimSpace(text[n.Start:endOfLine(text, int(n.Start))]) == "{}":
			return int(n.Start), 0, 0
		case n.Kind == yaml.Scalar && n.Text == "" && n.Start == n.Stop:
			return nextLine(text, int(n.Start)), column + 2, have
		default:
			return -1, 0, 0
		}
		have++
	}
	return -1, 0, 0 // it is there
}

// sampleOf returns a value for a declaration: a choice, an example, or the one in the schema.
func sampleOf(f *view.Field) string {
	if f.Hidden {
		return `""`
	}
	if choices := choicesOf(f); len(choices) > 0 {
		return choices[0]
	}
	for _, e := range f.Examples {
		return view.Flow(e.Value)
	}
	if f.Decl.Sample != nil {
		return view.Flow(f.Decl.Sample)
	}
	return `""`
}

// choice offers the choice that is nearest to the value.
func (x *fixer) choice() {
	field, rest := x.field()
	at := x.valueOf()
	if field == nil || len(rest) > 0 || at < 0 || field.Hidden || x.d.Sensitive {
		return
	}
	y := x.file.Syntax().YAML
	written := y.Nodes[at].Text
	for _, c := range choicesOf(field) {
		if strings.EqualFold(strings.Trim(c, `"`), strings.TrimSpace(written)) {
			x.replace(true, y.Span(at), c)
			return
		}
	}
	x.nearest(y.Span(at), written, choicesOf(field), asIs)
}

// migrate offers to move values to their new names.
func (x *fixer) migrate() {
	if x.file.Use == Plain {
		x.found = append(x.found, Fix{Title: "Move renamed values to their new names", Safe: true, Migrates: true})
	}
}

// unknownName offers to load a module or a function of another file, and names that are similar.
func (x *fixer) unknownName() {
	name := x.at.Text()
	if name == "" || !isIdentifier(name) {
		return
	}
	if moduleNamed(name) != nil {
		x.add(true, `Load "@ytt:`+name+`"`, LoadEdits(x.file, "@ytt:"+name)...)
		return
	}
	x.loadFunction(name)
	known := []string{"True", "False", "None"}
	for s := x.file.Meaning().ScopeAt(x.at.Start); s != nil; s = s.Parent {
		for _, b := range s.Bindings {
			known = append(known, b.Name)
		}
	}
	for _, b := range Builtins() {
		known = append(known, b.Name)
	}
	x.nearest(x.at, name, known, asIs)
}

// loadFunction offers to load a name from the files that define it.
func (x *fixer) loadFunction(name string) {
	c := &completer{Position: Position{Config: x.config, File: x.file}}
	c.loadable()
	for _, f := range c.found {
		target := x.config.Loaded(x.file, f.Label)
		if target == nil {
			continue
		}
		if _, defined := target.Meaning().Top.Binding(name); defined {
			x.add(false, "Load "+name+" from "+f.Label, loadNameEdits(x.file, f.Label, name)...)
		}
	}
}

// runtime is about values that do not exist, and modules.
func (x *fixer) runtime() {
	if x.at.Text() == "load" {
		x.loadPath()
		return
	}
	x.missingValue()
}

// missingValue offers declared values with names similar to one that does not exist.
func (x *fixer) missingValue() {
	if x.config.Root == nil || !x.file.IsCode {
		return
	}
	for _, r := range x.config.Reads(x.file) {
		for i, s := range r.Spans {
			if !s.Known() || s.Start > x.at.End || s.End < x.at.Start || r.Path[i].Item {
				continue
			}
			of, rest := x.config.Root.Find(r.Path[:i+1])
			if len(rest) == 1 && !of.Decl.Type.Any {
				name := s
				name.Start = s.End - int32(len(r.Path[i].Key.String()))
				if name.Text() == r.Path[i].Key.String() {
					x.nearest(name, name.Text(), of.Names(), asIs)
				}
				return
			}
		}
	}
}

// missingEnd offers the end of a block: in front of the first line that is indented less, or at the end of the document.
func (x *fixer) missingEnd() {
	start := lineStart(x.text, int(x.at.Start))
	line := x.text[start:endOfLine(x.text, start)]
	word := x.at.Text()
	if word == "" || word == "end" || x.d.Message == "" || !strings.Contains("if for def while", word) {
		return
	}
	indent := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
	end := "end"
	if strings.HasPrefix(line[len(indent):], "#@") {
		end = "#@ end"
	} else if strings.Contains(line, "(@") {
		x.add(false, "Add (@ end @)", insert(x.file.Source, len(x.text), "(@ end @)\n"))
		return
	}
	at := nextLine(x.text, start)
	for at < len(x.text) {
		line := x.text[at:endOfLine(x.text, at)]
		depth := len(line) - len(strings.TrimLeft(line, " \t"))
		if !isBlank(line) && (depth < len(indent) || depth == len(indent) && end == "end" || strings.HasPrefix(line, "---")) {
			break
		}
		at = nextLine(x.text, at)
	}
	text := indent + end + "\n"
	if at > 0 && x.text[at-1] != '\n' {
		text = "\n" + strings.TrimSuffix(text, "\n")
	}
	x.add(false, "Add "+end, insert(x.file.Source, at, text))
}

// missingColon offers the colon at the end of the line that begins a block.
func (x *fixer) missingColon() {
	start := lineStart(x.text, int(x.at.Start))
	for _, n := range x.d.Notes { // it is missing at the end of a line above
		if n.Span.Known() && n.Span.File == x.at.File {
			start = lineStart(x.text, int(n.Span.Start))
		}
	}
	end := endOfLine(x.text, start)
	line := strings.TrimRight(x.text[start:end], " ")
	code := strings.TrimSpace(line)
	code = strings.TrimSpace(strings.TrimPrefix(code, "#@"))
	first := code[:wordEnd(code, 0)]
	switch first {
	case "if", "for", "while", "def", "elif", "else":
		if code != "" && !strings.Contains(code, "#") && !strings.Contains(code, "(@") && !strings.HasSuffix(code, ":") && !strings.HasPrefix(code[len(first):], "/") {
			x.add(true, "Add the colon", insert(x.file.Source, start+len(line), ":"))
		}
	}
}

// loadPath offers files and modules with names similar to what is loaded.
func (x *fixer) loadPath() {
	for _, l := range x.file.Loads() {
		if !l.At.Known() || l.At.Line() != x.at.Line() || x.config.Loaded(x.file, l.Module) != nil {
			continue
		}
		c := &completer{Position: Position{Config: x.config, File: x.file}}
		c.loadable()
		var known []string
		for _, f := range c.found {
			if f.Label == l.Module+".star" || f.Label == l.Module+".lib.yml" {
				x.replace(true, l.At, f.Label)
				return
			}
			known = append(known, f.Label)
		}
		for _, m := range modules() {
			known = append(known, "@ytt:"+m.Name)
		}
		x.nearest(l.At, l.Module, known, asIs)
		return
	}
}

// loadName offers names of the loaded file that are similar.
func (x *fixer) loadName() {
	for _, l := range x.file.Loads() {
		for _, n := range l.Names {
			if !n.FromAt.Known() || n.FromAt.End < x.at.Start || n.FromAt.Start > x.at.End {
				continue
			}
			var known []string
			if bundled, ok := strings.CutPrefix(l.Module, "@ytt:"); ok {
				known = []string{bundled}
			} else if f := x.config.Loaded(x.file, l.Module); f != nil {
				for _, b := range f.Meaning().Top.Bindings {
					known = append(known, b.Name)
				}
			}
			if slices.Contains(known, n.From) {
				continue
			}
			at := n.FromAt
			text := at.Text()
			quote := `"`
			if text != "" && (text[0] == '"' || text[0] == '\'') {
				quote = text[:1]
			} else {
				quote = ""
			}
			x.nearest(at, n.From, known, func(s string) string { return quote + s + quote })
			return
		}
	}
}

// missingOK offers to accept that an overlay matches nothing.
func (x *fixer) missingOK() {
	for _, r := range x.d.Repairs {
		var edits []Edit
		for _, e := range r.Edits {
			if e.At.File.Text != x.text {
				return
			}
			edits = append(edits, Edit{x.span(int(e.At.Start), int(e.At.End)), e.Text})
		}
		if edits != nil {
			x.add(r.Safe, "Accept that there is no match", edits...)
		}
	}
}

// annotationName offers a space in front of code, and annotations with similar names.
func (x *fixer) annotationName() {
	text, isComment := strings.CutPrefix(x.at.Text(), "#@")
	if !isComment || text == "" {
		return
	}
	name, _, _ := strings.Cut(text, " ")
	at := x.span(int(x.at.Start)+2, int(x.at.Start)+2+len(name))
	if x.d.Code == diag.MisspeltDirective {
		x.add(true, "Write #@ "+text, insert(x.file.Source, int(at.Start), " "))
		return
	}
	if slashed := strings.Replace(name, ".", "/", 1); slashed != name && annotation.Known(slashed) {
		x.replace(true, at, slashed)
		return
	}
	if annotation.Lookup(name) != nil {
		return
	}
	var known []string
	for _, s := range annotation.Specs() {
		known = append(append(known, s.Name), s.Aliases...)
	}
	x.nearest(at, name, known, asIs)
}

// forgottenCode offers "#@" in place of "#".
func (x *fixer) forgottenCode() {
	text := x.at.Text()
	if strings.HasPrefix(text, "#@") {
		if start := strings.LastIndex(x.text[:x.at.Start], "#@"); start >= lineStart(x.text, int(x.at.Start)) {
			x.add(false, "Remove the second mark: "+diag.Clip(text, 60), Edit{x.span(start, int(x.at.Start)), ""})
		}
		return
	}
	if !strings.HasPrefix(text, "#") {
		return
	}
	code := strings.TrimLeft(strings.TrimPrefix(strings.TrimLeft(text[1:], " "), "@"), " ")
	x.add(false, "Make it code: #@ "+diag.Clip(code, 60), Edit{x.at, "#@ " + code})
	if !strings.HasPrefix(text, "#!") && strings.HasPrefix(text, "# ") {
		x.add(false, "Make it a remark: #! …", insert(x.file.Source, int(x.at.Start)+1, "!"))
	}
}

// lookAlike offers the usual letters.
func (x *fixer) lookAlike() {
	if plain, _, ok := spell.Plain(x.at.Text()); ok {
		x.replace(true, x.at, plain)
	}
}

// dropAnnotation offers to remove an annotation.
func (x *fixer) dropAnnotation() {
	if x.d.Code == diag.RepeatedAnnotation && x.d.Severity == diag.Warning { // the last one counts
		first := x.d.Notes[0].Span
		if first.File != x.at.File {
			return
		}
		x.at = first
	}
	text := x.at.Text()
	if !strings.HasPrefix(text, "#@") {
		return
	}
	start, end := lineStart(x.text, int(x.at.Start)), int(x.at.End)
	if before := x.text[start:x.at.Start]; isBlank(before) {
		end = nextLine(x.text, end)
	} else {
		start += len(strings.TrimRight(before, " "))
	}
	x.add(x.d.Code == diag.LintRedundantDefault, "Remove "+strings.TrimSpace(diag.Clip(text, 60)), Edit{x.span(start, end), ""})
}

package script

import (
	"fmt"
	"strings"

	"ytt/internal/diag"
	"ytt/internal/limits"
)

// advice is a hint for messages of upstream and code that match patterns. In patterns, * matches any text; an empty pattern for code
// matches all code. The first match applies.
type advice struct{ message, code, hint string }

// hintsFor returns the advice on a message about code: a line, or an expression.
func hintsFor(message, code string) []string {
	if hint := powerHint(message, code); hint != "" {
		return []string{hint}
	}
	switch read := readUpstream(message); read.kind {
	case unknownName:
		if hint := filterHint(read.detail, code); hint != "" {
			return []string{hint}
		}
		for _, before := range []string{"+ -", "+ /", "+ ."} {
			if strings.Contains(code, before+read.detail) {
				return []string{fmt.Sprintf("a text stands in quotes: %q", before[2:]+read.detail)}
			}
		}
		if read.detail == "values" || read.detail == "Values" {
			return []string{`data values are data.values, once data is loaded: load("@ytt:data", "data")`}
		}
		if isModule(read.detail) && !strings.Contains(code, "#@ "+read.detail+"/") {
			return []string{`load it first: load("@ytt:` + read.detail + `", "` + read.detail + `")`}
		}
	case memberOfModule:
		return []string{fmt.Sprintf("load(\"@ytt:%s\", \"%[1]s\") loads the module as a whole; if it has it, write %[1]s.%s", read.module, read.detail)}
	case wantsOperand:
		if isReserved(read.detail) && isUsedAsName(read.detail, code) {
			return []string{"'" + read.detail + "' is a reserved word: choose another name"}
		}
	}
	return lookUp(advices[:], message, code)
}

func lookUp(table []advice, message, code string) []string {
	for _, a := range table {
		if match(a.message, message) && (a.code == "" || match(a.code, code)) {
			return []string{a.hint}
		}
	}
	return nil
}

// onItsOwn is for "key: #@ if x:".
const onItsOwn = "code that opens a block is no value: give it a line of its own, above the node"

var advices = [...]advice{
	{"undefined: true", "", "use 'True' instead of 'true' for boolean assignment"},
	{"undefined: false", "", "use 'False' instead of 'false' for boolean assignment"},
	{"undefined: null", "", "use 'None' instead of 'null' to indicate no value"},
	{"undefined: nil", "", "use 'None' instead of 'nil' to indicate no value"},
	{"undefined: none", "", "use 'None' instead of 'none' to indicate no value"},
	{"undefined: NULL", "", "use 'None' instead of 'NULL' to indicate no value"},
	{"undefined: Null", "", "use 'None' instead of 'Null' to indicate no value"},
	{"undefined: yes", "", "use 'True' instead of 'yes'"},
	{"undefined: on", "", "use 'True' instead of 'on'"},
	{"undefined: no", "", "use 'False' instead of 'no'"},
	{"undefined: off", "", "use 'False' instead of 'off'"},
	{"comparison exceeded maximum recursion depth", "", "values are compared to 10 levels deep, which is fixed; compare parts of them, or what json.encode makes of them"},
	{"*exceeded max depth*", "", limits.Fixed},
	{"*expression nests too deeply*", "", limits.Fixed},
	{"undefined: subset", "", "it is a member of a module: overlay.subset"},
	{"undefined: map_key", "", "it is a member of a module: overlay.map_key"},
	{"undefined: missing_ok", "", "write missing_ok=True"},
	{"undefined: or_add", "", "write or_add=True"},
	{"undefined: data", "*#@ data/*", "an annotation begins right behind the '@': #@data/..."},
	{"undefined: library", "*#@ library/*", "an annotation begins right behind the '@': #@library/..."},
	{"undefined: left", "*via=left*", "via= takes a function: via=lambda left, right: left"},
	{"undefined: right", "*via=right*", "via= takes a function: via=lambda left, right: right"},
	{"undefined: self", "", "there are no classes; a function takes what it needs as arguments"},
	{"undefined: sum", "", "there is no 'sum'; add in a loop"},

	{"undefined: overlay", "*#@ overlay/*", "an annotation begins right behind the '@': #@overlay/..."},
	{"undefined: schema", "*#@ schema/*", "an annotation begins right behind the '@': #@schema/..."},
	{"got identifier, want newline", "overlay/*", "an annotation begins right behind the '@': #@overlay/..."},
	{"got identifier, want newline", "schema/*", "an annotation begins right behind the '@': #@schema/..."},
	{"got string literal, want newline", "overlay/*", "an annotation begins right behind the '@': #@overlay/..."},
	{"got string literal, want newline", "schema/*", "an annotation begins right behind the '@': #@schema/..."},
	{"got newline, want ':'", "", "missing colon at the end of 'if/for/def' statement?"},
	{"got '&', want primary expression", "*&&*", "use 'and' instead of '&&' for logical-and"},
	{"positional argument may not follow named", "*", "write the arguments without a name first, those with name= behind them"},
	{"got '|', want primary expression", "*||*", "use 'or' instead of '||' for logical-or"},
	{"unexpected input character '@'", "@*", "an annotation begins right behind '#@': #@overlay/..., #@data/..."},
	{"unexpected input character '!'", "", "use 'not' instead of '!'"},
	{"got *, want primary expression", "*++", "use '+= 1' instead of '++'"},
	{"got *, want primary expression", "*--", "use '-= 1' instead of '--'"},
	{"got ')', want primary expression", "*expects=*+*", `quote the number of matches: expects="1+"`},
	{"got for, want primary expression", "for *:", onItsOwn},
	{"got if, want primary expression", "if *:", onItsOwn},
	{"got def, want primary expression", "def *:", onItsOwn},
	{"got while, want primary expression", "while *:", onItsOwn},
	{"got load, want primary expression", "load(*", "a load is no value: give it a line of its own, at the top of the file"},
	{"got if, want primary expression", "if *:*", "as a value, write 'x if condition else y'"},
	{"got '//', want primary expression", "//*", "a remark in code begins with '#'"},
	{"got '/*', want primary expression", "/*", "a remark in code begins with '#'"},
	{"got float literal, want ':'", "for *..*", "to count up to a number, write range(first, behind the last)"},
	{"got '.', want ':'", "for *..*", "to count up to a number, write range(first, behind the last)"},
	{"got newline, want primary expression", "*=", "YAML is no value of code: put it between 'def name():' and 'end', and call name()"},
	{"got ':', want newline", "*", "YAML stands on lines without '#@', and its values behind '#@', as in 'name: #@ value'"},
	{"got string literal, want '('", "load *", "what load takes stands in brackets"},
	{"load operand must be *", "", "put the name in quotes, as in load(\"@ytt:data\", \"data\")"},
	{"got if, want ':'", "else*", "use 'elif' instead of 'else if'"},
	{"got *, want newline", "elseif *", "use 'elif' instead of 'elseif'"},
	{"got *, want newline", "elsif *", "use 'elif' instead of 'elsif'"},
	{"got *, want newline", "else if *", "use 'elif' instead of 'else if'"},
	{"got '=', want ':'", "", "use '==' to compare"},
	{"got '=', want ')'", "*lambda*", "use '==' to compare"},
	{"got '=', want ')'", "", "an assignment is no value: give it a line of its own"},
	{"conditional expression without else clause", "", "write 'x if condition else y'; without an else, put 'if condition:' and 'end' around"},
	{"got import, *", "", `use load("file.star", "name") instead of 'import'`},
	{"got from, *", "", `use load("file.star", "name") instead of 'from ... import'`},
	{"got is, *", "", "use '==' instead of 'is'"},
	{"got try, *", "", "errors cannot be caught: ask before, as in 'if hasattr(x, \"name\"):', or call assert.try_to(function), which gives a result and an error"},
	{"got raise, *", "", "use fail(...) instead of 'raise'"},
	{"got class, *", "", "there are no classes; use struct.make(...) and functions"},
	{"got string literal, *", "*f\"*", `there are no f-strings; use "..." % values or "...".format(values)`},
	{"got string literal, *", "*f'*", `there are no f-strings; use "..." % values or "...".format(values)`},
	{"got string literal, want ','", "", "separate arguments with commas, or join strings with '+'"},
	{"got string literal, want ']'", "", "separate the items with commas, or join strings with '+'"},
	{"got string literal, *", "*\"* *\"*", "join strings with '+'"},
	{"got string literal, want ')'", "*\"*", "join strings with '+'"},
	{"got ':', want ']', for, or if", "", "in brackets, no ':' stands behind 'for' and 'if': remove it"},
	{"got ':', want '('", "def *", "brackets stand behind the name of a function, also without parameters"},
	{"got ':', want ')'", "*.*:*", "the code ends in front of the ':'; a text behind a value is joined with '+', as in x + \":80\""},
	{"got identifier, want ','", "", "separate arguments with commas, and put texts in quotes"},
	{"got ':', want ','", "", "give arguments as name=value"},
	{"got int literal, want ','", "", "separate arguments with commas"},
	{"got lambda, want ','", "", "separate arguments with commas"},
	{"got '{', want ','", "*subset{*", "what a function takes stands in brackets: overlay.subset({...})"},
	{"got '=', want primary expression", "=*", "the '=' is too much; in a text, it stands right behind the bracket: (@= name @)"},
	{"got identifier, want in", "for *", "a loop is written 'for x in list:'"},
	{"got ':', want in", "for *", "a loop is written without brackets around it: 'for x in list:'"},
	{"got identifier, want ':'", "if * then:", "a condition ends with ':' alone: leave out 'then'"},
	{"got identifier, want ':'", "for * do:", "a loop ends with ':' alone: leave out 'do'"},
	{"got identifier, want newline", "fun *", "a function begins with 'def'"},
	{"got identifier, want newline", "fn *", "a function begins with 'def'"},
	{"got identifier, want newline", "unless *", "write 'if not ...:'"},
	{"got identifier, want newline", "switch *", "there is no 'switch': use 'if' and 'elif'"},
	{"got identifier, want newline", "until *", "there is no 'until': use 'for'"},
	{"got def, want primary expression", "*= def*", "a function is no value: write 'f = lambda x: ...', or 'def f(x):' with 'return' and 'end'"},
	{"got '{', want ','", "", "separate arguments with commas"},
	{"unexpected newline in string", "", "close the string on its line, or use triple quotes"},
	{"got ';', *", "", "statements are not ended by ';': remove it, and write each on a line of its own"},
	{"unexpected input character ';'", "", "statements are not ended by ';': remove it, and write each on a line of its own"},
	{"unexpected EOF in string", "", "the string that begins here is never closed"},
	{`unexpected input character '\u00a0'`, "", "type the space again: U+00A0 only looks like one"},
	{"unexpected input character '“'", "", `use straight quotes: "..."`},
	{"unexpected input character '”'", "", `use straight quotes: "..."`},
	{"unexpected input character '‘'", "", `use straight quotes: '...'`},
	{"unexpected input character '’'", "", `use straight quotes: '...'`},
	{"got '<<', want primary expression", "<<<<<<< *", "settle the merge conflict: keep one of the two parts, and remove the lines that begin with <<<<<<<, ======= and >>>>>>>"},
	{"got '==', want primary expression", "=======", "this line is a mark of a merge conflict, too"},
	{"got '>>', want primary expression", ">>>>>>> *", "this line is a mark of a merge conflict, too"},
	{"got '.', want primary expression", "*.Values.*", "data values are written data.values.name, without a dot in front"},
	{"unexpected input character '$'", "", "a variable is written without '$'"},
	{"unexpected input character '?'", "", "write 'x if condition else y' instead of 'condition ? x : y'"},

	{"load statement must import at least 1 symbol", "", `say what to load from it, as in load("@ytt:data", "data")`},

	{"unhandled index operation struct[string]", "", "use getattr(...) to access struct field programmatically"},
	{"NoneType has no .* field or method", "", "what is in front of the dot is None, a null: give it a value, or ask first with 'if'"},
	{"unhandled index operation NoneType[*]", "", "what is in front of the bracket is None, a null: give it a value, or ask first with 'if'"},
	{"NoneType value is not iterable", "", "what is gone through is None, a null; to go through nothing then, write 'x or []'"},
	{"got string in sequence assignment", "*for *, * in *", "to go through names and values, write 'for k, v in dict(x).items()'"},
	{"dict has no .* field or method", "", "a dict has its values under keys: x[\"name\"]; for x.name, make a struct of it with struct.encode(x)"},
	{"load: name * not found in module * (did you mean _*?)", "", "a name that begins with '_' cannot be loaded: in its file, give it a name without"},
	{"overlay.subset: unexpected keyword argument *", "", "it takes one map: overlay.subset({\"kind\": \"Deployment\"})"},
	{"list has no .* field or method*", "", "this is a list: choose one of its items, as in x[0], or go through them with 'for'"},
	{"unknown binary op: * | *", "", "use 'or' instead of '|' for logical-or"},
	{"unknown binary op: * & *", "", "use 'and' instead of '&' for logical-and"},
}

// moreAdvices are for messages for which ytt 0.48 has no hint.
var moreAdvices = [...]advice{
	{"can't assign to .* field of struct", "", "values do not change in code: give the new value a name of its own, as in x = 1; what data values are is set with -v, with --data-values-file, or in the schema"},
	{"join: in list, want string, got *", "", `a text is joined of texts: ", ".join([str(x) for x in list])`},
	{"not enough arguments for format string", "", `give one value for each %, in brackets: "%s-%s" % (a, b)`},
	{"too many arguments for format string", "", `write one %s for each value: "%s-%s" % (a, b)`},
	{"%d format requires integer: *", "", "use %s for texts, or make a number of it with int(...)"},
	{"module has no .dumps field or method", "", "write json.encode(...) or yaml.encode(...)"},
	{"module has no .loads field or method", "", "write json.decode(...) or yaml.decode(...)"},
	{"documents can only contain *; this is a document set", "", "several documents take the place of one with template.replace(...), once it is loaded: load(\"@ytt:template\", \"template\")"},
	{"* can only contain *; this is a document set", "", "choose one of the documents, as in x[0]"},
	{"library.with_data_values: expected exactly one argument", "", "it takes one map: with_data_values({\"name\": \"value\"})"},
	{"format: keyword * not found", "", "name the values, as in \"{name}\".format(name=value), or leave the braces empty"},
	{"format: tuple index out of range", "", "there are more places than values: give one value for each {}"},
	{"overlay.all: expected exactly 3 arguments", "", "write by=overlay.all without the brackets behind it: it is called for each node"},
	{"overlay.*: expected a matcher or function, but was dict", "", "put overlay.subset around the dict: overlay.subset({...})"},
	{"overlay.*: expected a matcher or function, but was string", "", "for items with the same value of a key, write overlay.map_key(\"name\")"},
	{"overlay.*: expected exactly 3 arguments", "", "the overlay calls it for each node: write it without the brackets behind it"},
	{"expected a string, but was int", "", "a map has names, no positions: write x[\"name\"], or go through it with 'for'"},
	{"int: invalid literal with base *", "", "only digits may stand in it: correct the text that int is given"},
	{"regexp.*: error parsing regexp: missing closing ): *", "", "a bracket that is meant as a character needs two backslashes: \\\\("},
	{"list index * out of range *", "", "the first item has the index 0, the last one -1"},
}

// isModule reports whether name is that of a module of the standard library, "@ytt:name".
func isModule(name string) bool {
	switch name {
	case "assert", "base64", "data", "ip", "json", "library", "math", "md5", "module", "overlay", "regexp", "semver",
		"sha256", "spelling", "struct", "template", "time", "toml", "url", "validations", "version", "yaml":
		return true
	}
	return false
}

// LacksModule reports whether a problem is that a module of the standard library is used and not loaded.
func LacksModule(d *diag.Diagnostic) bool {
	read := readProblem(d)
	return d.Code == diag.UnknownName && read.kind == unknownName && isModule(read.detail)
}

// isUsedAsName reports whether code has a word where a name can be: anywhere but at the start, or in front of a "=".
func isUsedAsName(word, code string) bool {
	behind, first := strings.CutPrefix(code, word)
	behind = strings.TrimLeft(behind, " \t")
	return !first || behind == "" || behind[0] == '='
}

// match reports whether text matches a pattern, in which * stands for any text. It is linear for our patterns, which
// are short.
func match(pattern, text string) bool {
	head, rest, star := strings.Cut(pattern, "*")
	if !star {
		return pattern == text
	}
	text, ok := strings.CutPrefix(text, head)
	if !ok {
		return false
	}
	for {
		part, more, star := strings.Cut(rest, "*")
		if !star {
			return strings.HasSuffix(text, part)
		}
		i := strings.Index(text, part)
		if i < 0 {
			return false
		}
		text, rest = text[i+len(part):], more
	}
}

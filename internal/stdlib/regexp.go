package stdlib

import (
	"regexp"
	"sync"

	"go.starlark.net/starlark"
)

func regexpModule() Module {
	return Module{
		Name: "regexp",
		Doc:  "Regular expressions, in the syntax of RE2.",
		Members: []Member{
			{Name: "match", Signature: "match(pattern, text)", Func: regexpMatch,
				Doc: "Tells whether the pattern matches anywhere in the text."},
			{Name: "replace", Signature: "replace(pattern, text, replacement)", Func: regexpReplace,
				Doc: "Replaces every match. The replacement is a string, in which $1, ${1} and ${name} stand for groups, or a function from a match to a string."},
			{Name: "is_valid", Signature: "is_valid(pattern)", Func: regexpIsValid,
				Doc: "Tells whether a value is a regular expression: (True, None), or (False, reason)."},
		},
	}
}

// Patterns is a cache of compiled regular expressions, up to a limit. The zero value is ready. It is safe for concurrent
// use.
type Patterns struct {
	mu       sync.Mutex
	compiled map[string]*regexp.Regexp
}

// maxPatterns bounds the memory of programs that compute their patterns.
const maxPatterns = 256

// Compile returns a compiled pattern.
func (p *Patterns) Compile(pattern string) (*regexp.Regexp, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if re, ok := p.compiled[pattern]; ok {
		return re, nil
	}
	re, err := regexp.Compile(pattern)
	if err != nil {
		return nil, err
	}
	if p.compiled == nil || len(p.compiled) >= maxPatterns {
		p.compiled = make(map[string]*regexp.Regexp)
	}
	p.compiled[pattern] = re
	return re, nil
}

func regexpMatch(c Call) (starlark.Value, error) {
	var pattern, text string
	if err := c.Positional(&pattern, &text); err != nil {
		return nil, err
	}
	re, err := c.Host.Patterns().Compile(pattern)
	if err != nil {
		return nil, err
	}
	return starlark.Bool(re.MatchString(text)), nil
}

func regexpReplace(c Call) (starlark.Value, error) {
	var pattern, text string
	var replacement starlark.Value
	if err := c.Positional(&pattern, &text, &replacement); err != nil {
		return nil, err
	}
	re, err := c.Host.Patterns().Compile(pattern)
	if err != nil {
		return nil, err
	}
	var expand func(out []byte, match []int) ([]byte, error)
	if f, ok := replacement.(starlark.Callable); ok {
		expand = func(out []byte, match []int) ([]byte, error) {
			return appendCall(out, c.Thread, f, text[match[0]:match[1]])
		}
	} else {
		template, err := stringOf(replacement)
		if err != nil {
			return nil, err
		}
		expand = func(out []byte, match []int) ([]byte, error) {
			return re.ExpandString(out, template, text, match), nil
		}
	}
	return replaceAll(re, text, expand)
}

// replaceAll replaces every match by what expand appends for it.
func replaceAll(re *regexp.Regexp, text string, expand func([]byte, []int) ([]byte, error)) (starlark.Value, error) {
	var out []byte
	done := 0
	for _, match := range re.FindAllStringSubmatchIndex(text, -1) {
		out = append(out, text[done:match[0]]...)
		var err error
		if out, err = expand(out, match); err != nil {
			return nil, err
		}
		if len(out) > maxText {
			return nil, errTooLong
		}
		done = match[1]
	}
	return starlark.String(append(out, text[done:]...)), nil
}

// appendCall appends what a function returns for a match.
func appendCall(out []byte, thread *starlark.Thread, f starlark.Callable, match string) ([]byte, error) {
	v, err := starlark.Call(thread, f, starlark.Tuple{starlark.String(match)}, nil)
	if err != nil {
		return nil, err
	}
	text, err := stringOf(v)
	if err != nil {
		return nil, err
	}
	return append(out, text...), nil
}

func regexpIsValid(c Call) (starlark.Value, error) {
	var v starlark.Value
	if err := c.Positional(&v); err != nil {
		return nil, err
	}
	return ruleResult(v, func(pattern string) error {
		_, err := c.Host.Patterns().Compile(pattern)
		return err
	}), nil
}

package stdlib

import (
	"regexp"
	"regexp/syntax"
	"sync"

	"go.starlark.net/starlark"

	"ytt/internal/meter"
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
	compiled map[string]pattern
}

// pattern is a compiled regular expression.
type pattern struct {
	*regexp.Regexp
	size int // of its program, about
}

// maxPatterns bounds the memory of programs that compute their patterns.
const maxPatterns = 256

// compile returns a compiled pattern. Work and memory are counted before, by the size of the program that it will be.
func (p *Patterns) compile(text string, m *meter.Meter) (pattern, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if re, ok := p.compiled[text]; ok {
		return re, nil
	}
	const parsing = 10 // steps of a byte
	if err := m.Items(parsing*len(text), 1); err != nil {
		return pattern{}, err
	}
	parsed, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		return pattern{}, err
	}
	const stepsOfPart, sizeOfPart = 40, 400
	size := programSize(parsed)
	if err := m.Bytes(size * sizeOfPart); err != nil {
		return pattern{}, err
	}
	if err := m.Steps(size * stepsOfPart); err != nil {
		return pattern{}, err
	}
	re, err := regexp.Compile(text)
	if err != nil {
		return pattern{}, err
	}
	if p.compiled == nil || len(p.compiled) >= maxPatterns {
		p.compiled = make(map[string]pattern)
	}
	p.compiled[text] = pattern{re, size}
	return p.compiled[text], nil
}

// programSize returns about how many instructions a program has. The parser bounds it.
func programSize(re *syntax.Regexp) int {
	n := 1
	switch re.Op {
	case syntax.OpLiteral:
		n = len(re.Rune)
	case syntax.OpCharClass:
		n += len(re.Rune) / 8
	}
	for _, sub := range re.Sub {
		n += programSize(sub)
	}
	if re.Op == syntax.OpRepeat {
		n *= max(re.Min+1, re.Max)
	}
	return n
}

// reads counts the work of looking for a pattern in a text.
func (p pattern) reads(text string, m *meter.Meter) error {
	const few = 64 // instructions of which all may be alive at every byte
	perByte := 1 + min(p.size, few)/4 + p.size/64
	if prefix, whole := p.LiteralPrefix(); whole && prefix != "" {
		perByte = 1
	}
	return m.Steps(len(text) * perByte)
}

func regexpMatch(c Call) (starlark.Value, error) {
	var pattern, text string
	if err := c.Positional(&pattern, &text); err != nil {
		return nil, err
	}
	re, err := c.pattern(pattern, text)
	if err != nil {
		return nil, err
	}
	return starlark.Bool(re.MatchString(text)), nil
}

// pattern returns a compiled pattern that is about to be looked for in a text.
func (c Call) pattern(text, in string) (pattern, error) {
	re, err := c.Host.Patterns().compile(text, c.Host.Meter())
	if err != nil {
		return pattern{}, err
	}
	return re, re.reads(in, c.Host.Meter())
}

func regexpReplace(c Call) (starlark.Value, error) {
	var pattern, text string
	var replacement starlark.Value
	if err := c.Positional(&pattern, &text, &replacement); err != nil {
		return nil, err
	}
	re, err := c.pattern(pattern, text)
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
	return replaceAll(re, text, expand, c.Host.Meter())
}

// replaceAll replaces every match by what expand appends for it.
func replaceAll(re pattern, text string, expand func([]byte, []int) ([]byte, error), m *meter.Meter) (starlark.Value, error) {
	const stepsOfMatch, matchesAtOnce = 60, 1024
	var out []byte
	done, unpaid := 0, 0
	pay := func() error {
		err := m.Items(unpaid*stepsOfMatch, 1)
		unpaid = 0
		return err
	}
	if err := re.matchesFit(text, m); err != nil {
		return nil, err
	}
	for _, match := range re.FindAllStringSubmatchIndex(text, -1) {
		if unpaid++; unpaid == matchesAtOnce {
			if err := pay(); err != nil {
				return nil, err
			}
		}
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
	if err := pay(); err != nil {
		return nil, err
	}
	return starlark.String(append(out, text[done:]...)), nil
}

// matchesFit counts the memory of all matches in a text, which are found at once.
func (p pattern) matchesFit(text string, m *meter.Meter) error {
	matches := len(text) + 1
	if len(text) > 1<<16 { // as many as there can be would be too many: look how many there are
		if err := p.reads(text, m); err != nil {
			return err
		}
		matches = 0
		p.ReplaceAllStringFunc(text, func(string) string { matches++; return "" })
	}
	return m.Fits(matches * (48 + 16*(1+p.NumSubexp())))
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
		_, err := c.Host.Patterns().compile(pattern, c.Host.Meter())
		return err
	}), nil
}

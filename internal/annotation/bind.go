package annotation

import (
	"strings"

	"go.starlark.net/starlark"
)

// To says where Bind puts arguments, by the name of the parameter: a pointer to a bool, string, starlark.Value or
// starlark.Callable, or a function of a starlark.Value; for a variadic parameter, a pointer to a starlark.Tuple or a function of
// one. Keyword arguments without a target go to the function under Others, which is told the name that was used. Arguments without
// any target are dropped.
type To map[string]any

// Others is the key in To of a func(p *Param, name string, v starlark.Value).
const Others = ""

// Mistake is what is wrong with the arguments of an annotation. Found and Expected are set for annotations of schemas only, whose
// problems are shown with both.
type Mistake struct {
	Message         string
	Found, Expected string
	Hints           []string
}

// wording says how mistakes in the arguments of an annotation are reported. Where a function is nil, ytt 0.48 ignores the
// mistake, and so does Bind.
type wording struct {
	// count is about too many, too few or misplaced arguments; the message is empty if there is no mistake.
	count func(s *Spec, c *Call) Mistake
	// unknown is about a keyword argument that the annotation does not have.
	unknown func(s *Spec, c *Call, name string) Mistake
	// kind is about an argument of another kind.
	kind func(s *Spec, c *Call, p *Param, v starlark.Value) Mistake
}

// Bind checks the arguments of a call in the order in which they are written, and stores those that are right. It reports every
// mistake, and returns whether there was none.
func (s *Spec) Bind(c *Call, to To, report func(Mistake)) bool {
	b := binder{spec: s, call: c, to: to, report: report, fine: true}
	b.bind()
	return b.fine
}

type binder struct {
	spec   *Spec
	call   *Call
	to     To
	report func(Mistake)
	fine   bool
}

func (b *binder) mistake(m Mistake) {
	b.fine = false
	b.report(m)
}

func (b *binder) bind() {
	s, c := b.spec, b.call
	counted := true
	if s.words.count != nil {
		if m := s.words.count(s, c); m.Message != "" {
			counted = false
			b.mistake(m)
		}
	}
	if counted {
		b.positional()
	}
	for _, kv := range c.Kwargs {
		name, _ := starlark.AsString(kv[0])
		if p := s.param(name); p != nil {
			b.argument(p, name, kv[1])
		} else if s.words.unknown != nil {
			b.mistake(s.words.unknown(s, c, name))
		}
	}
}

func (b *binder) positional() {
	params, args := b.spec.Positional, b.call.Args
	for i := range min(len(params), len(args)) {
		if b.spec.Variadic && i == len(params)-1 {
			b.rest(&params[i], args[i:])
			return
		}
		b.argument(&params[i], params[i].Name, args[i])
	}
}

// rest stores the values of a variadic parameter, whose kind has several forms.
func (b *binder) rest(p *Param, values starlark.Tuple) {
	switch to := b.to[p.Name].(type) {
	case nil:
	case *starlark.Tuple:
		*to = values
	case func(starlark.Tuple):
		to(values)
	default:
		panic("annotation: target of unknown type for the arguments of " + b.spec.Name)
	}
}

func (b *binder) argument(p *Param, name string, v starlark.Value) {
	if !p.Kind.holds(v) {
		if b.spec.words.kind != nil {
			b.mistake(b.spec.words.kind(b.spec, b.call, p, v))
		}
		return
	}
	switch to := b.to[p.Name].(type) {
	case nil:
		if others, ok := b.to[Others].(func(*Param, string, starlark.Value)); ok {
			others(p, name, v)
		}
	case *bool:
		*to = v == starlark.True
	case *string:
		*to, _ = starlark.AsString(v)
	case *starlark.Value:
		*to = v
	case *starlark.Callable:
		*to, _ = v.(starlark.Callable)
	case func(starlark.Value):
		to(v)
	default:
		panic("annotation: target of unknown type for " + b.spec.Name + " " + p.Name)
	}
}

// holds reports whether a value is of the kind, as far as Bind checks it.
func (k Kind) holds(v starlark.Value) bool {
	ok := true
	switch k {
	case Bool:
		_, ok = v.(starlark.Bool)
	case String:
		_, ok = starlark.AsString(v)
	case Function:
		_, ok = v.(starlark.Callable)
	}
	return ok
}

// Misplaced returns what is wrong with the annotation on a node of a kind; without a message if nothing is.
func (s *Spec) Misplaced(name string, on Nodes) Mistake {
	if s.On&on != 0 {
		return Mistake{}
	}
	m := s.misplaced
	if m.Message == "" {
		m.Found = "a " + strings.TrimSuffix(on.String(), "s")
		if on == Item {
			m.Found = "an array item"
		}
		m.Message = "@" + name + " not supported on " + m.Found
		m.Expected = "a map item"
	}
	return m
}

package ytt

import (
	"sync"

	"ytt/internal/app"
	"ytt/internal/face"
	"ytt/internal/mirror"
)

// core is for the other packages of this module, which need what is behind the
// types of this one.
type core struct{}

func init() { face.Core = core{} }

// Options returns options as the work is done with them.
func (core) Options(o Options) app.Options { return o.core() }

// System returns a system as the work is done with it.
func (core) System(s *System) *app.System { return s.core() }

// Library returns what is behind a library, and behind values for it.
func (core) Library(l *Library, v Values) (*app.Library, app.Values) { return l.core, l.values(v) }

// Result returns a result as programs see it.
func (core) Result(r *app.Result) *Result { return resultOf(r) }

// Diagnostics returns problems as programs see them.
func (core) Diagnostics(all app.Diagnostics) Diagnostics { return diagnosticsOf(all) }

// Error returns an error as programs see it.
func (core) Error(err error) error { return publicError(err) }

// Said returns an error whose problems come from another process, with their
// text.
func (core) Said(problems Diagnostics, text string) *Error { return &Error{problems, text} }

// Copy copies what has the same names in the types of this package and of those
// behind it.
func (core) Copy(to, from any) { copier().Copy(to, from) }

// copier copies between the types of this package and those behind it.
var copier = sync.OnceValue(func() *mirror.Copier {
	c := &mirror.Copier{}
	c.Add(diagnosticsOf)
	c.Add(spanOf)
	c.Add(func(n app.Node) Node { return Node{n} })
	c.Add(func(n Node) app.Node { return n.core })
	c.Add(func(d Diagnostics) app.Diagnostics { return d.list() })
	c.Add(func(f app.FormattedFile) FormattedFile { return FormattedFile{f.Name, f.Old, f.New, f} })
	return c
})

// to returns what has the same names.
func to[T, A any](a *A) *T {
	if a == nil {
		return nil
	}
	var t T
	copier().Copy(&t, a)
	return &t
}

func under(top, below any) { mirror.Under(top, below) }

// core returns the options as the work is done with them.
func (o *Options) core() app.Options {
	var c app.Options
	copier().Copy(&c, o, o.Files, o.Rules, o.Values)
	c.System, c.Files = o.System.core(), o.Files.Paths
	c.FileMarks, c.RelaxedFileMarks = o.Files.Marks, o.Files.RelaxedMarks
	for _, f := range o.Files.Texts {
		c.Inputs = append(c.Inputs, app.File(f))
	}
	return c
}

// optionsOf is the other direction.
func optionsOf(c *app.Options) Options {
	var o Options
	copier().Copy(&o, c)
	copier().Copy(&o.Files, c)
	copier().Copy(&o.Rules, c)
	copier().Copy(&o.Values, c)
	o.Files.Paths, o.Files.Marks, o.Files.RelaxedMarks = c.Files, c.FileMarks, c.RelaxedFileMarks
	for _, f := range c.Inputs {
		o.Files.Texts = append(o.Files.Texts, File(f))
	}
	return o
}

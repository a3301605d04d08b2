package stdlib

import (
	"fmt"

	"go.starlark.net/starlark"
	"go.starlark.net/starlarkstruct"

	"ytt/internal/spell"
)

// This file implements modules: their description, and their way into a program.

// Module is one bundled module.
type Module struct {
	Name    string
	Doc     string
	Members []Member
	// PerFile is set when members depend on the file that loads the module. Its values belong to that file, which may
	// change them.
	PerFile bool
	// BareNames is set when errors name a function without its module, "sqrt: …".
	BareNames bool
}

// Member is a function or a constant of a module.
type Member struct {
	Name string
	// Signature is how a function is called, without the module: "encode(text, url=False)"; of a constant "".
	Signature string
	Doc       string
	// Func is what the package itself calls; Value is a constant, or a function made elsewhere. One of them is set.
	Func  Func
	Value func(Host) starlark.Value
}

// Func is the Go side of a function. Its errors carry no name: the member puts its own in front.
type Func func(Call) (starlark.Value, error)

// Host is what modules may know of the run and of the file that loads them.
type Host interface {
	// Values is data.values as the file sees it.
	Values() starlark.Value
	// ReadFile returns the text of a file of the file's library: path is relative to the file's directory, or, when it
	// starts with "/", to the library's root.
	ReadFile(path string) (string, error)
	// ListFiles lists the files below a directory, given as for ReadFile; "" is the file's own.
	ListFiles(dir string) ([]string, error)
	// Warn tells the user something, once per run however often it is said.
	Warn(text string)
	// Version is the version of the language that the tool implements, "0.55.2".
	Version() string
	// Patterns is the run's store of compiled regular expressions.
	Patterns() *Patterns
	// Modules lists the modules that only the pipeline around this package can make.
	Modules() []Module
}

// Load returns what a load statement for "@ytt:name" may pick from: one symbol, named like the module. Unless the
// module is PerFile the result is frozen, and may be shared by all files of the run.
func Load(name string, host Host) (starlark.StringDict, error) {
	m, ok := Lookup(name, host)
	if !ok {
		return nil, unknownModule(name, host)
	}
	v := m.Make(host)
	if !m.PerFile {
		v.Freeze()
	}
	return starlark.StringDict{name: v}, nil
}

// Lookup finds a module in the table or, when host is not nil, among the host's.
func Lookup(name string, host Host) (Module, bool) {
	for _, row := range table() {
		if row.name == name {
			return row.module(), true
		}
	}
	if host != nil {
		for _, m := range host.Modules() {
			if m.Name == name {
				return m, true
			}
		}
	}
	return Module{}, false
}

func unknownModule(name string, host Host) error {
	var names []string
	for _, row := range table() {
		names = append(names, row.name)
	}
	for _, m := range host.Modules() {
		names = append(names, m.Name)
	}
	suggestion := ""
	if near := spell.Nearest(name, names); near != "" {
		suggestion = fmt.Sprintf(" (did you mean @ytt:%s?)", near)
	}
	return fmt.Errorf("builtin ytt library does not have module '%s' (hint: is it available in newer version of ytt?)%s", name, suggestion)
}

// Make builds the value that programs see.
func (m Module) Make(host Host) starlark.Value {
	members := make(starlark.StringDict, len(m.Members))
	for _, member := range m.Members {
		if member.Func == nil {
			members[member.Name] = member.Value(host)
			continue
		}
		name := m.Name + "." + member.Name
		if m.BareNames {
			name = member.Name
		}
		members[member.Name] = builtin(name, host, member.Func)
	}
	return &starlarkstruct.Module{Name: m.Name, Members: members}
}

// builtin makes a function whose errors start with its name.
func builtin(name string, host Host, fn Func) *starlark.Builtin {
	return starlark.NewBuiltin(name, func(thread *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		v, err := fn(Call{Thread: thread, Host: host, Args: args, Kwargs: kwargs})
		if err != nil {
			return nil, named(name, err)
		}
		return v, nil
	})
}

// named puts a function's name in front of an error. An error of code that the function called keeps that code's
// call stack: the place where it went wrong is there.
func named(name string, err error) error {
	if inner, ok := err.(*starlark.EvalError); ok {
		outer := *inner
		outer.Msg = name + ": " + inner.Msg
		return &outer
	}
	return fmt.Errorf("%s: %w", name, err)
}

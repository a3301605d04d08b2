package stdlib

// This file implements reading TOML. A library's parser reads the syntax, one expression after the other: a header, or a
// key with its value. What is here gives them their meaning: it finds or makes the table that a key belongs to, and
// refuses what the parser cannot see, a table or key that is given twice.
//
// Which tables may be added to depends on how they came about:
//
//	[a.b]       makes b, which may not have another header, and implies a, which may: once
//	c.d = 1     makes c; more keys of this kind may follow, but no header [c]
//	e = {}      makes e, to which nothing can be added
//	[[f]]       adds a table to the list f; what follows goes to this table
//
// The library's own decoder looks through all keys given before for each key, which takes twenty seconds for a table of
// 100 000. Its parser reads arrays up to a depth that the stack bears, but dotted keys of any length, so that the depth of
// what they make is checked here: it is as deep as any value that can become a document.

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
	"go.starlark.net/starlark"

	"ytt/internal/value"
)

func decodeTOML(text string) (starlark.Value, error) {
	root := starlark.NewDict(0)
	d := tomlDecoder{
		root:   root,
		table:  root,
		origin: map[*starlark.Dict]tableOrigin{root: fromHeader},
		arrays: map[*starlark.List]bool{},
	}
	d.parser.Reset([]byte(strings.TrimPrefix(text, "\ufeff")))
	for d.parser.NextExpression() {
		if err := d.expression(d.parser.Expression()); err != nil {
			return nil, err
		}
	}
	if err := d.parser.Error(); err != nil {
		return nil, d.syntaxError(err)
	}
	return root, sortKeys(root)
}

type tomlDecoder struct {
	parser unstable.Parser
	root   *starlark.Dict
	table  *starlark.Dict                 // to which the next keys belong
	level  int                            // how deep it is inside of others
	origin map[*starlark.Dict]tableOrigin // of the tables that are not inline
	arrays map[*starlark.List]bool        // the arrays of tables
}

// tableOrigin is how a table came about.
type tableOrigin int

const (
	inline     tableOrigin = iota // e = {}
	implied                       // by the header of a table inside of it
	fromHeader                    // [a], [[a]]
	fromDotted                    // c.d = 1
)

func (d *tomlDecoder) expression(n *unstable.Node) error {
	if n.Kind == unstable.KeyValue {
		return d.keyValue(d.table, n, d.level)
	}
	return d.header(n)
}

// header opens the table that a header names.
func (d *tomlDecoder) header(n *unstable.Node) (err error) {
	d.table, d.level = d.root, 0
	for key := n.Key(); key.Next(); {
		if d.level++; d.level > value.MaxDepth {
			return d.errorTooDeep(key.Node())
		}
		switch {
		case !key.IsLast():
			d.table, err = d.outerTable(key.Node())
		case n.Kind == unstable.Table:
			d.table, err = d.headedTable(key.Node())
		default:
			d.table, err = d.nextOfArray(key.Node())
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// outerTable returns the table that a part of a header before the last one names.
func (d *tomlDecoder) outerTable(key *unstable.Node) (*starlark.Dict, error) {
	switch v := get(d.table, key).(type) {
	case nil:
		return d.addTable(d.table, key, implied)
	case *starlark.Dict:
		if d.origin[v] != inline {
			return v, nil
		}
	case *starlark.List:
		if d.arrays[v] {
			return v.Index(v.Len() - 1).(*starlark.Dict), nil
		}
	}
	return nil, d.errorAtKey(key, "key '%s' has a value already, to which no table can be added", key.Data)
}

// headedTable returns the table that [key] names.
func (d *tomlDecoder) headedTable(key *unstable.Node) (*starlark.Dict, error) {
	v := get(d.table, key)
	if v == nil {
		return d.addTable(d.table, key, fromHeader)
	}
	table, ok := v.(*starlark.Dict)
	if !ok || d.origin[table] != implied {
		return nil, d.errorTwice(key)
	}
	d.origin[table] = fromHeader
	return table, nil
}

// nextOfArray returns a new table in the array that [[key]] names.
func (d *tomlDecoder) nextOfArray(key *unstable.Node) (*starlark.Dict, error) {
	v := get(d.table, key)
	if v == nil {
		list := starlark.NewList(nil)
		d.arrays[list] = true
		v = list
		if err := set(d.table, key, list); err != nil {
			return nil, err
		}
	}
	list, ok := v.(*starlark.List)
	if !ok || !d.arrays[list] {
		return nil, d.errorAtKey(key, "key '%s' has a value already, which is no array of tables", key.Data)
	}
	table := starlark.NewDict(0)
	d.origin[table] = fromHeader
	return table, list.Append(table)
}

// keyValue adds an entry to a table. The parts of its key before the last name tables inside of it.
func (d *tomlDecoder) keyValue(table *starlark.Dict, n *unstable.Node, level int) error {
	key := n.Key()
	for key.Next() && !key.IsLast() {
		if level++; level > value.MaxDepth {
			return d.errorTooDeep(key.Node())
		}
		var err error
		if table, err = d.dottedTable(table, key.Node()); err != nil {
			return err
		}
	}
	if get(table, key.Node()) != nil {
		return d.errorTwice(key.Node())
	}
	v, err := d.value(n.Value(), key.Node(), level+1)
	if err != nil {
		return err
	}
	return set(table, key.Node(), v)
}

func (d *tomlDecoder) dottedTable(table *starlark.Dict, key *unstable.Node) (*starlark.Dict, error) {
	v := get(table, key)
	if v == nil {
		return d.addTable(table, key, fromDotted)
	}
	inner, ok := v.(*starlark.Dict)
	if !ok || d.origin[inner] != fromDotted {
		return nil, d.errorTwice(key)
	}
	return inner, nil
}

// value returns what a node says, which is the value of key, or a part of it.
func (d *tomlDecoder) value(n, key *unstable.Node, level int) (starlark.Value, error) {
	if level > value.MaxDepth {
		return nil, d.errorTooDeep(key)
	}
	switch n.Kind {
	case unstable.Array:
		return d.array(n, key, level)
	case unstable.InlineTable:
		table := starlark.NewDict(0)
		for children := n.Children(); children.Next(); {
			if err := d.keyValue(table, children.Node(), level); err != nil {
				return nil, err
			}
		}
		return table, nil
	case unstable.String:
		return starlark.String(n.Data), nil
	case unstable.Bool:
		return starlark.Bool(n.Data[0] == 't'), nil
	}
	v, err := tomlScalar(n.Kind, string(n.Data))
	if err != nil {
		return nil, d.errorAt(n.Data, "%v", err)
	}
	return v, nil
}

func (d *tomlDecoder) array(n, key *unstable.Node, level int) (starlark.Value, error) {
	var elems []starlark.Value
	for children := n.Children(); children.Next(); {
		elem, err := d.value(children.Node(), key, level+1)
		if err != nil {
			return nil, err
		}
		elems = append(elems, elem)
	}
	return starlark.NewList(elems), nil
}

// tomlScalar converts numbers, and dates and times, which become strings.
func tomlScalar(kind unstable.Kind, text string) (starlark.Value, error) {
	switch kind {
	case unstable.Integer:
		i, err := strconv.ParseInt(text, 0, 64)
		if err != nil {
			return nil, fmt.Errorf("the integer %s is out of range", text)
		}
		return starlark.MakeInt64(i), nil
	case unstable.Float:
		text := strings.ReplaceAll(text, "_", "")
		if strings.HasSuffix(text, "nan") {
			text = "nan"
		}
		f, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return nil, fmt.Errorf("the float %s is out of range", text)
		}
		return starlark.Float(f), nil
	}
	moment, err := tomlTime(kind, text)
	if err != nil {
		return nil, fmt.Errorf("%s is no date or time: %w", text, err)
	}
	return starlark.String(moment), nil
}

// tomlTime checks a date or time and returns it in the common form, without zeros at the end of a fraction of a second.
func tomlTime(kind unstable.Kind, text string) (string, error) {
	switch kind {
	case unstable.LocalDate:
		var date toml.LocalDate
		return text, date.UnmarshalText([]byte(text))
	case unstable.LocalTime:
		var t toml.LocalTime
		err := t.UnmarshalText([]byte(text))
		t.Precision = 0
		return t.String(), err
	case unstable.LocalDateTime:
		var t toml.LocalDateTime
		err := t.UnmarshalText([]byte(text))
		t.Precision = 0
		return t.String(), err
	}
	i := strings.LastIndexAny(text, "Zz+-")
	moment, err := tomlTime(unstable.LocalDateTime, text[:i])
	if err != nil {
		return moment, err
	}
	switch zone := text[i:]; zone {
	case "Z", "z", "+00:00", "-00:00":
		return moment + "Z", nil
	default:
		// The hours and minutes of a zone have the form and the range of a time of day.
		var t toml.LocalTime
		if len(zone) != len("+00:00") {
			return text, errors.New("the zone must have the form +00:00")
		}
		return moment + zone, t.UnmarshalText([]byte(zone[1:]))
	}
}

// get returns the value of a key, or nil if there is none.
func get(table *starlark.Dict, key *unstable.Node) starlark.Value {
	if v, found, _ := table.Get(starlark.String(key.Data)); found { // no error, for strings have hashes
		return v
	}
	return nil
}

func set(table *starlark.Dict, key *unstable.Node, v starlark.Value) error {
	return table.SetKey(starlark.String(key.Data), v)
}

func (d *tomlDecoder) addTable(outer *starlark.Dict, key *unstable.Node, origin tableOrigin) (*starlark.Dict, error) {
	table := starlark.NewDict(0)
	d.origin[table] = origin
	return table, set(outer, key, table)
}

// sortKeys sorts the keys of the tables that are in a value.
func sortKeys(v starlark.Value) error {
	switch v := v.(type) {
	case *starlark.Dict:
		entries := v.Items()
		slices.SortFunc(entries, func(a, b starlark.Tuple) int {
			return strings.Compare(string(a[0].(starlark.String)), string(b[0].(starlark.String)))
		})
		if err := v.Clear(); err != nil {
			return err
		}
		for _, e := range entries {
			if err := sortKeys(e[1]); err != nil {
				return err
			}
			if err := v.SetKey(e[0], e[1]); err != nil {
				return err
			}
		}
	case *starlark.List:
		for elem := range v.Elements() {
			if err := sortKeys(elem); err != nil {
				return err
			}
		}
	}
	return nil
}

func (d *tomlDecoder) errorTwice(key *unstable.Node) error {
	return d.errorAtKey(key, "key '%s' is given a second time", key.Data)
}

func (d *tomlDecoder) errorTooDeep(key *unstable.Node) error {
	return d.errorAtKey(key, "tables and arrays nest deeper than %d levels", value.MaxDepth)
}

func (d *tomlDecoder) errorAtKey(key *unstable.Node, format string, args ...any) error {
	return d.errorAt(d.parser.Raw(key.Raw), format, args...)
}

// syntaxError words an error of the parser.
func (d *tomlDecoder) syntaxError(err error) error {
	var problem *unstable.ParserError
	if !errors.As(err, &problem) {
		return err
	}
	message := problem.Message
	if place := problem.Highlight; len(place) > 0 {
		// The parser shows bytes as U+00C3 'Ã'.
		r, _ := utf8.DecodeRune(place[:min(utf8.UTFMax, cap(place))])
		message = strings.Replace(message, fmt.Sprintf("%#U", place[0]), strconv.QuoteRune(r), 1)
	}
	return d.errorAt(problem.Highlight, "%s", message)
}

// errorAt tells where in the text a problem is: where the slice place of it begins.
func (d *tomlDecoder) errorAt(place []byte, format string, args ...any) error {
	text := d.parser.Data()
	// Slices of one array end at its end, so that their capacities tell where they begin.
	before := text[:min(max(cap(text)-cap(place), 0), len(text))]
	line := 1 + bytes.Count(before, []byte("\n"))
	column := 1 + utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:])
	return fmt.Errorf("toml: line %d, column %d: %s", line, column, fmt.Sprintf(format, args...))
}

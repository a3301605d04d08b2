package command

import (
	"errors"
	"strconv"
	"strings"
)

// Flag is a line in a table of flags: how it is written, what is said about it, and, in one of four pointers, what it sets.
type Flag struct {
	Name  string
	Short string // one letter, "" for none
	Arg   string // what its argument is called, …DIR for a directory; switches have none

	Group   string // heading in the help; flags of a group stand together
	Help    string // a sentence or two, in plain text; the first one is shown in completions
	Example string // arguments that use it

	Switch *bool
	Text   *string
	Texts  *[]string // each time that the flag is given adds one
	List   *[]string // the same, and commas separate several

	Default  string                        // of Text and List
	Values   func() []string               // all that it should be set to, for completion
	Complete func(typed string) Completion // instead of Values; without both, arguments are completed as files

	given bool
}

// Given reports whether the flag is on the command line.
func (f *Flag) Given() bool { return f.given }

// Repeats reports whether the flag can be given several times.
func (f *Flag) Repeats() bool { return f.Texts != nil || f.List != nil }

// preset gives what the flag sets its default.
func (f *Flag) preset() {
	switch {
	case f.Default == "":
	case f.Text != nil:
		*f.Text = f.Default
	case f.List != nil:
		*f.List = []string{f.Default}
	}
}

// set sets what the flag sets.
func (f *Flag) set(text string) (err error) {
	first := !f.given
	f.given = true
	switch {
	case f.Switch != nil:
		*f.Switch, err = strconv.ParseBool(text)
	case f.Text != nil:
		*f.Text = text
	case f.Texts != nil:
		*f.Texts = append(*f.Texts, text)
	case f.List != nil:
		if first {
			*f.List = nil // the default
		}
		*f.List, err = appendElements(*f.List, text)
	}
	return err
}

// appendElements adds the elements of a list. They are separated by commas; one that holds commas itself stands in double quotes, a
// double quote within which is written twice: a,"b,c".
func appendElements(list []string, text string) ([]string, error) {
	if text == "" {
		return list, nil
	}
	for more := true; more; {
		var element string
		if quoted, ok := strings.CutPrefix(text, `"`); ok {
			var closed bool
			if element, text, closed = cutQuoted(quoted); !closed || text != "" && text[0] != ',' {
				return list, errors.New("an element in quotes must end with them")
			}
			more = text != ""
			text = strings.TrimPrefix(text, ",")
		} else {
			element, text, more = strings.Cut(text, ",")
		}
		list = append(list, element)
	}
	return list, nil
}

// cutQuoted returns the text before the closing quote, and what follows that.
func cutQuoted(text string) (quoted, rest string, closed bool) {
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] != '"':
		case strings.HasPrefix(text[i+1:], `"`):
			i++
		default:
			return strings.ReplaceAll(text[:i], `""`, `"`), text[i+1:], true
		}
	}
	return text, "", false
}

func lookup(flags []Flag, name string) *Flag {
	for i := range flags {
		if flags[i].Name == name {
			return &flags[i]
		}
	}
	return nil
}

func lookupShort(flags []Flag, letter string) *Flag {
	for i := range flags {
		if flags[i].Short == letter {
			return &flags[i]
		}
	}
	return nil
}

package script

import "strings"

// This file has the hints of ytt 0.48. All others are in package repair.

// hints returns what ytt 0.48 advises on an error of code.
func (f *Fault) hints() []string {
	hint := ""
	switch f.Kind {
	case Unexpected:
		switch {
		case f.LacksColon():
			hint = "missing colon at the end of 'if/for/def' statement?"
		case f.Right != operandWanted:
		case f.Left == "'&'" && strings.Contains(f.Code.Text(), "&&"):
			hint = "use 'and' instead of '&&' for logical-and"
		case f.Left == "'|'" && strings.Contains(f.Code.Text(), "||"):
			hint = "use 'or' instead of '||' for logical-or"
		}
	case NoIndex:
		if f.Left == "struct" && f.Right == "string" {
			hint = "use getattr(...) to access struct field programmatically"
		}
	case BinaryOperator:
		switch f.Op {
		case "|":
			hint = "use 'or' instead of '|' for logical-or"
		case "&":
			hint = "use 'and' instead of '&' for logical-and"
		}
	}
	return notEmpty(hint)
}

// hints returns what ytt 0.48 advises on a name that is not defined.
func (u *Unknown) hints() []string {
	switch u.Name {
	case "true", "false":
		right := strings.ToUpper(u.Name[:1]) + u.Name[1:]
		return []string{"use '" + right + "' instead of '" + u.Name + "' for boolean assignment"}
	case "null", "nil", "none":
		return []string{"use 'None' instead of '" + u.Name + "' to indicate no value"}
	}
	return nil
}

func notEmpty(hint string) []string {
	if hint == "" {
		return nil
	}
	return []string{hint}
}

package repair

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"ytt/internal/diag"
)

// This file has the words for rules about two values, as far as what they saw
// tells how the values are compared.

// betweenValues says how the numbers that a rule compares are to be.
func betweenValues(d *diag.Diagnostic) (all []diag.Repair) {
	failure, isRule := d.Detail.(diag.RuleFailure)
	if !isRule || d.Sensitive {
		return nil
	}
	for i := range failure.Rules {
		saw := failure.Rules[i].Saw
		if saw == nil || saw.Doubtful || len(saw.Parts) != 3 {
			continue
		}
		left, right := fieldOf(saw.Parts[0].Code), fieldOf(saw.Parts[2].Code)
		if left == "" || right == "" || left == right || !isWrittenNumber(saw.Parts[0].Value) {
			continue
		}
		if than := saw.Parts[2].Value; isWrittenNumber(than) {
			all = append(all, say(compared(left, strings.TrimSpace(saw.Parts[1].Code), than, right))...)
		}
	}
	return all
}

// compared says how a value is to be so that it compares with another one.
func compared(value, operator, than, other string) string {
	switch operator {
	case "<=":
		return fmt.Sprintf("write a %s of %s or less, or a greater %s", value, than, other)
	case "<":
		return fmt.Sprintf("write a %s below %s, or a greater %s", value, than, other)
	case ">=":
		return fmt.Sprintf("write a %s of %s or more, or a smaller %s", value, than, other)
	case ">":
		return fmt.Sprintf("write a %s above %s, or a smaller %s", value, than, other)
	case "==":
		return fmt.Sprintf("write %s for %s, or make %s equal to it", than, value, other)
	}
	return ""
}

var field = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\w+(?:\.(\w+)|\["([^"\\]+)"\])$`) })

// fieldOf returns the name of the value that code reads: v["min"], v.min; "" for
// other code.
func fieldOf(code string) string {
	found := field().FindStringSubmatch(strings.TrimSpace(code))
	if found == nil {
		return ""
	}
	return found[1] + found[2]
}

func isWrittenNumber(text string) bool {
	_, err := strconv.ParseFloat(text, 64)
	return err == nil
}

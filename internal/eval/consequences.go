package eval

import "ytt/internal/diag"

// This file implements silence about consequences: a module that fails makes all fail that load it, which is one problem,
// not many.

// Problems returns, for each of a series of results, its problems without those that an earlier result has told, by
// itself or as the cause of its own.
func Problems(results []Result) []diag.List {
	told := map[*diag.Diagnostic]bool{}
	out := make([]diag.List, len(results))
	for i, r := range results {
		for _, d := range r.Problems {
			if news := tell(told, d); news {
				out[i] = append(out[i], d)
			}
		}
	}
	return out
}

// tell notes what a problem and its causes tell, and reports whether any of it is new.
func tell(told map[*diag.Diagnostic]bool, d *diag.Diagnostic) bool {
	if told[d] {
		return false
	}
	told[d] = true
	news := len(d.Cause) == 0
	for _, cause := range d.Cause {
		if tell(told, cause) {
			news = true
		}
	}
	return news
}

// circle returns the problem of files that load each other, nil if that is not what went wrong in a module.
func circle(problems diag.List) diag.List {
	if len(problems) == 1 && problems[0].Code == diag.LoadCycle {
		return problems[0].Cause
	}
	return nil
}

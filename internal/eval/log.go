package eval

import "ytt/internal/template"

// This file implements what code prints. Files run side by side, but their lines come out file by file, in input
// order; those of a module come out where it is first loaded in that order, whichever run happened to run it.

type log struct{ entries []logEntry }

// logEntry is a printed line, or a place where a module was loaded.
type logEntry struct {
	text   string
	module *module
}

func (l *log) print(text string) { l.entries = append(l.entries, logEntry{text: text}) }
func (l *log) load(m *module)    { l.entries = append(l.entries, logEntry{module: m}) }

// Log collects what the functions called on a Session.Thread print.
type Log struct{ log log }

// Printed returns the lines that a series of results printed, in order.
func Printed(results []Result) []string {
	p := printer{seen: map[string]bool{}}
	for i := range results {
		p.walk(&results[i].log)
	}
	return p.lines
}

// Take returns what was printed since the last call.
func (l *Log) Take() []string {
	p := printer{seen: map[string]bool{}}
	p.walk(&l.log)
	l.log = log{}
	return p.lines
}

type printer struct {
	seen  map[string]bool
	lines []string
}

func (p *printer) walk(l *log) {
	for _, e := range l.entries {
		switch {
		case e.module == nil:
			p.lines = append(p.lines, e.text)
		case !p.seen[e.module.name]:
			p.seen[e.module.name] = true
			p.walk(&e.module.result.log)
		}
	}
}

// Detached returns a result without what only the session needs that made it, so that it may outlive the session.
func (r Result) Detached() Result {
	return Result{
		Outcome: &template.Outcome{Docs: r.Outcome.Docs, Text: r.Outcome.Text},
		log:     r.log.detached(map[*module]*module{}),
	}
}

// detached returns the log with copies of the modules that printed something.
func (l *log) detached(done map[*module]*module) (out log) {
	for _, e := range l.entries {
		if e.module != nil {
			copied, ok := done[e.module]
			if !ok {
				copied = &module{name: e.module.name}
				copied.result.log = e.module.result.log.detached(done)
				done[e.module] = copied
			}
			if len(copied.result.log.entries) == 0 {
				continue
			}
			e.module = copied
		}
		out.entries = append(out.entries, e)
	}
	return out
}

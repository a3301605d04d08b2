package eval

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
	p := printer{seen: map[*module]bool{}}
	for i := range results {
		p.walk(&results[i].log)
	}
	return p.lines
}

// Take returns what was printed since the last call.
func (l *Log) Take() []string {
	p := printer{seen: map[*module]bool{}}
	p.walk(&l.log)
	l.log = log{}
	return p.lines
}

type printer struct {
	seen  map[*module]bool
	lines []string
}

func (p *printer) walk(l *log) {
	for _, e := range l.entries {
		switch {
		case e.module == nil:
			p.lines = append(p.lines, e.text)
		case !p.seen[e.module]:
			p.seen[e.module] = true
			p.walk(&e.module.result.log)
		}
	}
}

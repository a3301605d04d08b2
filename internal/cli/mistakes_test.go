package cli_test

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/rogpeppe/go-internal/txtar"

	"ytt/internal/testkit"
	"ytt/internal/testkit/transcript"
)

// This file judges what is printed for mistakes that people make.
// conformance/mistakes/<kind>/<name>.txtar holds one command with its files.
// The comment of the archive is
//
//	What was done wrong, in a sentence.
//	by newcomer                        who makes this mistake
//	$ ytt -f config.yml                the command
//	place config.yml:3:7               text of the report that says where; begins what is to be said of one problem
//	found …                            text of the report that says what is there
//	expected …                         text of the report that says what should be there
//	say …                              text of the report that says what to do
//	fix config.yml:3 portt => port     the repair: in that line, write this instead of that
//	add config.yml:5 #@ end            the repair: a new line behind that one (0: in front of all)
//	cut config.yml:5                   the repair: without that line
//	flag --vlaue => --value            the repair: in the command
//	by hand fix …                      a repair whose new text is up to the person, so that the report cannot hold it
//
// What a repair writes must stand in the report, outside of the lines that
// quote files: a person, or a program, could take it from there. With all
// repairs done the command must print no problem. A report must have exactly
// the problems that are listed: none is missing, and none is a consequence of
// another.
//
// An archive may use one of the applications of conformance/mistakes/apps,
// which have about ten files, so that it says only what is wrong there:
//
//	app shop                           the files of apps/shop.txtar, and its command where there is none
//	plant config.yml:3 port => portt   the mistake: in that line of the application, this instead of that
//	plant add config.yml:5 #@ end      a new line behind that one
//	plant cut config.yml:5             without that line
//	plant remove config.yml            without that file; files of the archive replace those of the application
//	plant move a.yml => b.yml          with another name
//	move b.yml => a.yml                the repair: the name of a file
//
// Their places are judged strictly: the first that a problem names, with the
// column. They don't stand in docs/mistakes, which would be too long.
//
// What is not so yet stands in known.txt, as the name and the parts that fail.
// It may only get shorter: what holds must be removed from it, which -update
// does. A reason may follow, behind " # ". docs/mistakes is made from the reports.

const mistakesDir = "../../conformance/mistakes"

// parts are what a report is judged by, in the order of the columns of the
// table.
var parts = []string{"place", "found", "expected", "repair", "count"}

func byPart(a, b string) int { return slices.Index(parts, a) - slices.Index(parts, b) }

// mistake is one archive.
type mistake struct {
	kind, name string
	title, who string
	command    string
	wanted     []wanted
	app        string // "" for none
	plants     []repair
	files      []txtar.File
}

func (m *mistake) id() string { return m.kind + "/" + m.name }

// wanted is what is to be said of one problem.
type wanted struct {
	place                string
	found, expected, say []string
	repairs              []repair
}

// repair is one change: of the line of a file, or of the command when file is
// "".
type repair struct {
	verb     string // fix, add, cut, flag, move, remove
	file     string
	line     int
	old, new string
	byHand   bool
}

func readMistakes(t *testing.T) (all []*mistake) {
	t.Helper()
	paths, err := filepath.Glob(mistakesDir + "/*/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no mistakes (%v)", err)
	}
	for _, path := range paths {
		if filepath.Base(filepath.Dir(path)) == "apps" {
			continue
		}
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		m := &mistake{
			kind:  filepath.Base(filepath.Dir(path)),
			name:  strings.TrimSuffix(filepath.Base(path), ".txtar"),
			files: archive.Files,
		}
		if err := m.read(string(archive.Comment)); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		if m.app != "" {
			m.plant(t)
		}
		all = append(all, m)
	}
	return all
}

// plant gives a mistake the files of its application, with what is wrong in
// them.
func (m *mistake) plant(t *testing.T) {
	t.Helper()
	archive, err := txtar.ParseFile(filepath.Join(mistakesDir, "apps", m.app+".txtar"))
	if err != nil {
		t.Fatal(err)
	}
	if m.command == "" {
		_, command, _ := strings.Cut(string(archive.Comment), "\n$ ")
		m.command, _, _ = strings.Cut(command, "\n")
	}
	own := m.files
	m.files = slices.DeleteFunc(archive.Files, func(f txtar.File) bool {
		return slices.ContainsFunc(own, func(o txtar.File) bool { return o.Name == f.Name })
	})
	m.files = append(m.changed(t, m.plants), own...)
}

// read reads the comment of an archive.
func (m *mistake) read(comment string) error {
	for i, line := range strings.Split(strings.TrimSpace(comment), "\n") {
		word, rest, _ := strings.Cut(line, " ")
		switch {
		case i == 0:
			m.title = line
		case word == "by" && !strings.HasPrefix(rest, "hand "):
			m.who = rest
		case word == "$":
			m.command = rest
		case word == "app":
			m.app = rest
		case word == "plant":
			r, err := readRepair(rest)
			if err != nil {
				return err
			}
			m.plants = append(m.plants, r)
		case word == "place":
			m.wanted = append(m.wanted, wanted{place: rest})
		case len(m.wanted) == 0:
			return fmt.Errorf("no place before %q", line)
		default:
			if err := m.wanted[len(m.wanted)-1].add(line); err != nil {
				return err
			}
		}
	}
	for _, w := range m.wanted {
		literal := slices.ContainsFunc(w.repairs, func(r repair) bool {
			return !r.byHand &&
				strings.TrimSpace(r.new) != ""
		})
		if len(w.found) == 0 || len(w.expected) == 0 || len(w.say) == 0 && !literal {
			return fmt.Errorf("%s: not all of found, expected and the repair are there", w.place)
		}
	}
	if m.title == "" || m.who == "" || m.command == "" && m.app == "" || len(m.wanted) == 0 {
		return fmt.Errorf("title, who, command and place are needed")
	}
	return nil
}

func (w *wanted) add(line string) error {
	line, byHand := strings.CutPrefix(line, "by hand ")
	word, rest, _ := strings.Cut(line, " ")
	switch word {
	case "found":
		w.found = append(w.found, rest)
	case "expected":
		w.expected = append(w.expected, rest)
	case "say":
		w.say = append(w.say, rest)
	default:
		r, err := readRepair(line)
		if err != nil {
			return err
		}
		r.byHand = byHand
		w.repairs = append(w.repairs, r)
	}
	return nil
}

// readRepair reads a change. One without a word is of the text of a line.
func readRepair(line string) (r repair, err error) {
	word, rest, _ := strings.Cut(line, " ")
	r.verb = word
	switch word {
	case "flag", "move":
		r.old, r.new, _ = strings.Cut(rest, " => ")
		return r, nil
	case "remove":
		r.old = rest
		return r, nil
	case "fix", "add", "cut":
	default:
		if !strings.Contains(word, ":") {
			return r, fmt.Errorf("unknown word in %q", line)
		}
		r.verb, rest = "fix", line
	}
	at, text, _ := strings.Cut(rest, " ")
	file, number, _ := strings.Cut(at, ":")
	if r.line, err = strconv.Atoi(number); err != nil {
		return r, err
	}
	r.file, r.new = file, text
	if r.verb == "fix" {
		var both bool
		if r.old, r.new, both = strings.Cut(text+" ", " => "); !both {
			return r, fmt.Errorf("no => in %q", text)
		}
		r.new = strings.TrimSuffix(r.new, " ")
	}
	return r, nil
}

// TestMistakes runs every mistake, and its repair.
func TestMistakes(t *testing.T) {
	program := transcript.Program(run)
	if other := os.Getenv("YTT_MISTAKES_PROGRAM"); other != "" {
		program = external(other) // to compare with another version
	}
	all := readMistakes(t)
	failing := map[string][]string{}
	reports := map[string]string{}
	dir, err := filepath.Abs(mistakesDir)
	if err != nil {
		t.Fatal(err)
	}
	pages, err := filepath.Abs("../../docs/mistakes")
	if err != nil {
		t.Fatal(err)
	}
	known, reasons := readKnown(t, dir)
	for _, m := range all {
		t.Run(m.id(), func(t *testing.T) {
			v := m.judge(t, program)
			reports[m.id()] = v.report
			failing[m.id()] = v.failing
			slices.SortFunc(known[m.id()], byPart)
			if !slices.Equal(v.failing, known[m.id()]) && !testkit.Updating() {
				t.Errorf("does not hold: %v, of which known.txt has %v\n%s\n%s", v.failing, known[m.id()],
					strings.Join(v.reasons, "\n"), v.report)
			}
		})
	}
	t.Log("\n" + scores(all, failing))
	if inApps := slices.DeleteFunc(slices.Clone(all), func(m *mistake) bool { return m.app == "" }); len(inApps) > 0 {
		t.Log("\nin applications:\n" + scores(inApps, failing))
	}
	if os.Getenv("YTT_MISTAKES_PROGRAM") != "" {
		return
	}
	updateKnown(t, dir, all, known, reasons, failing)
	alone := slices.DeleteFunc(slices.Clone(all), func(m *mistake) bool { return m.app != "" })
	testkit.File(t, filepath.Join(pages, "README.md"), mistakesIndex(alone))
	for _, kind := range kinds(alone) {
		testkit.File(t, filepath.Join(pages, kind+".md"), mistakesPage(kind, alone, reports))
	}
}

// external is a program of its own.
func external(path string) transcript.Program {
	return func(args, env []string, stdin io.Reader, stdout, stderr io.Writer) int {
		c := exec.Command(path, args...)
		c.Env, c.Stdin, c.Stdout, c.Stderr = env, stdin, stdout, stderr
		_ = c.Run() // the exit status says all
		return c.ProcessState.ExitCode()
	}
}

// verdict is what a mistake's report is worth.
type verdict struct {
	report  string
	failing []string // of parts, in their order
	reasons []string
}

func (v *verdict) miss(part, format string, args ...any) {
	if !slices.Contains(v.failing, part) {
		v.failing = append(v.failing, part)
	}
	v.reasons = append(v.reasons, part+": "+fmt.Sprintf(format, args...))
}

// judge runs a mistake and its repair.
func (m *mistake) judge(t *testing.T, program transcript.Program) *verdict {
	t.Helper()
	v := &verdict{}
	_, v.report, _ = m.run(t, m.files, m.command, program)
	problems := problemsOf(v.report)
	if len(problems) != len(m.wanted) {
		v.miss("count", "%d problems, not %d", len(problems), len(m.wanted))
	}
	for i := range m.wanted {
		m.wanted[i].judge(v, problems, m.app != "")
	}
	command, files := m.repaired(t)
	if _, stderr, exit := m.run(t, files, command, program); exit != 0 || stderr != "" {
		v.miss("repair", "with the repair: exit status %d\n%s", exit, stderr)
	}
	slices.SortFunc(v.failing, byPart)
	return v
}

func (m *mistake) run(t *testing.T, files []txtar.File, command string, program transcript.Program) (stdout,
	stderr string, exit int) {
	t.Helper()
	t.Chdir(t.TempDir())
	for _, f := range files {
		testkit.WriteFile(t, f.Name, f.Data)
	}
	if words := strings.Fields(command); !slices.Contains(words, "version") {
		command += " --diagnostics pretty"
	}
	return transcript.Command(t, command, program)
}

// problemsOf splits a report into its problems.
func problemsOf(report string) (problems []string) {
	for line := range strings.SplitAfterSeq(report, "\n") {
		// "ytt: Error: " is that of the command, or a summary.
		if strings.HasPrefix(line, "error: ") || strings.HasPrefix(line, "warning: ") || len(problems) == 0 &&
			strings.HasPrefix(line, "ytt: Error: ") {
			problems = append(problems, "")
		}
		if n := len(problems); n > 0 {
			problems[n-1] += line
		}
	}
	return problems
}

// first is the line that says where a problem is; ofFile is a place of a file.
var (
	first  = regexp.MustCompile(`(?m)^ *--> .*`)
	ofFile = regexp.MustCompile(`:\d+:\d*$`)
)

var quoted = regexp.MustCompile(`(?m)^ *\d+ \|.*\n`)

// judge adds what a report lacks of what is wanted of one problem.
func (w *wanted) judge(v *verdict, problems []string, strictly bool) {
	about := strings.Join(problems, "")
	place := regexp.MustCompile(regexp.QuoteMeta(w.place))
	if !strings.HasSuffix(w.place, ":") { // of any column
		place = regexp.MustCompile(regexp.QuoteMeta(w.place) + `(\D|$)`)
	}
	at := func(p string) bool {
		if strictly && ofFile.MatchString(w.place) {
			p = first.FindString(p)
		}
		return place.MatchString(quoted.ReplaceAllString(p, ""))
	}
	i := slices.IndexFunc(problems, func(p string) bool { return at(p) && w.fits(p) })
	if i < 0 {
		i = slices.IndexFunc(problems, at)
	}
	if i >= 0 {
		about = problems[i]
	} else {
		v.miss("place", "no problem at %s", w.place)
	}
	for _, text := range w.found {
		if !strings.Contains(about, text) {
			v.miss("found", "%q is not said at %s", text, w.place)
		}
	}
	for _, text := range w.expected {
		if !strings.Contains(about, text) {
			v.miss("expected", "%q is not said at %s", text, w.place)
		}
	}
	words := quoted.ReplaceAllString(about, "")
	for _, text := range w.say {
		if !strings.Contains(words, text) {
			v.miss("repair", "%q is not said at %s", text, w.place)
		}
	}
	for _, r := range w.repairs {
		if text := strings.TrimSpace(r.new); !r.byHand && !strings.Contains(words, text) {
			v.miss("repair", "%q is not said at %s", text, w.place)
		}
	}
}

// fits reports whether a problem is the one that is meant, of several at one
// place.
func (w *wanted) fits(problem string) bool {
	return !slices.ContainsFunc(w.found, func(text string) bool { return !strings.Contains(problem, text) })
}

// repaired returns the command and the files with all repairs done.
func (m *mistake) repaired(t *testing.T) (command string, files []txtar.File) {
	t.Helper()
	command = m.command
	var repairs []repair
	for _, w := range m.wanted {
		for _, r := range w.repairs {
			if r.verb != "flag" {
				repairs = append(repairs, r)
				continue
			}
			if !strings.Contains(command, r.old) {
				t.Fatalf("the command has no %q", r.old)
			}
			command = strings.Replace(command, r.old, r.new, 1)
		}
	}
	return command, m.changed(t, repairs)
}

// changed returns the files with changes.
func (m *mistake) changed(t *testing.T, changes []repair) (files []txtar.File) {
	t.Helper()
	lines := map[string][]string{}
	names := map[string]string{}
	for _, f := range m.files {
		lines[f.Name] = strings.SplitAfter(string(f.Data), "\n")
		names[f.Name] = f.Name
	}
	for _, r := range changes {
		if _, ok := names[r.old]; !ok && (r.verb == "move" || r.verb == "remove") {
			t.Fatalf("%s: there is no file %s", m.id(), r.old)
		}
		switch r.verb {
		case "move":
			names[r.old] = r.new
		case "remove":
			delete(names, r.old)
		default:
			m.apply(t, r, lines[r.file])
		}
	}
	for _, f := range m.files {
		if name, ok := names[f.Name]; ok {
			files = append(files, txtar.File{Name: name, Data: []byte(strings.Join(lines[f.Name], ""))})
		}
	}
	return files
}

// apply changes one of the lines of a file. Lines keep their places: further
// lines go into the one before.
func (m *mistake) apply(t *testing.T, r repair, lines []string) {
	t.Helper()
	if r.line > len(lines) || r.line < 1 && r.verb != "add" {
		t.Fatalf("%s: %s has no line %d", m.id(), r.file, r.line)
	}
	switch r.verb {
	case "fix":
		if !strings.Contains(lines[r.line-1], r.old) {
			t.Fatalf("%s: line %d of %s has no %q", m.id(), r.line, r.file, r.old)
		}
		lines[r.line-1] = strings.Replace(lines[r.line-1], r.old, r.new, 1)
	case "add":
		if r.line == 0 {
			lines[0] = r.new + "\n" + lines[0]
		} else {
			lines[r.line-1] += r.new + "\n"
		}
	case "cut":
		lines[r.line-1] = ""
	}
}

// readKnown reads what does not hold yet, and why.
func readKnown(t *testing.T, dir string) (known map[string][]string, reasons map[string]string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "known.txt"))
	if err != nil {
		t.Fatal(err)
	}
	known, reasons = map[string][]string{}, map[string]string{}
	for line := range strings.Lines(string(text)) {
		line, reason, _ := strings.Cut(line, " # ")
		if words := strings.Fields(line); len(words) > 0 && words[0] != "#" {
			reasons[words[0]] = strings.TrimSpace(reason)
			for _, part := range words[1:] { // a merge may leave two lines of one mistake
				if !slices.Contains(known[words[0]], part) {
					known[words[0]] = append(known[words[0]], part)
				}
			}
		}
	}
	return known, reasons
}

// updateKnown removes what holds from known.txt.
func updateKnown(t *testing.T, dir string, all []*mistake, known map[string][]string, reasons map[string]string,
	failing map[string][]string) {
	t.Helper()
	var b strings.Builder
	b.WriteString("# What reports of mistakes lack: the mistake, and which of " + strings.Join(parts, ", ") + ".\n")
	ids := map[string]bool{}
	for _, m := range all {
		ids[m.id()] = true
		still := slices.DeleteFunc(slices.Clone(known[m.id()]),
			func(part string) bool { return !slices.Contains(failing[m.id()], part) })
		if len(still) > 0 {
			b.WriteString(m.id() + " " + strings.Join(still, " "))
			if why := reasons[m.id()]; why != "" {
				b.WriteString(" # " + why)
			}
			b.WriteString("\n")
		}
	}
	for _, id := range slices.Sorted(maps.Keys(known)) {
		if !ids[id] {
			t.Errorf("known.txt has %s, which there is not", id)
		}
	}
	if testkit.Updating() {
		testkit.WriteFile(t, filepath.Join(dir, "known.txt"), []byte(b.String()))
		for _, m := range all {
			for _, part := range failing[m.id()] {
				if !slices.Contains(known[m.id()], part) {
					t.Errorf("%s: %s does not hold", m.id(), part)
				}
			}
		}
	}
}

// scores is a table of how many mistakes have each part, by kind.
func scores(all []*mistake, failing map[string][]string) string {
	var b bytes.Buffer
	count := map[string]int{}
	var kinds []string
	for _, m := range all {
		if !slices.Contains(kinds, m.kind) {
			kinds = append(kinds, m.kind)
		}
		for _, kind := range []string{m.kind, "all"} {
			count[kind]++
			for _, part := range parts {
				if !slices.Contains(failing[m.id()], part) {
					count[kind+" "+part]++
				}
			}
			if len(failing[m.id()]) == 0 {
				count[kind+" whole"]++
			}
		}
	}
	fmt.Fprintf(&b, "%-10s %9s", "kind", "mistakes")
	for _, part := range append(parts, "whole") {
		fmt.Fprintf(&b, " %9s", part)
	}
	for _, kind := range append(kinds, "all") {
		fmt.Fprintf(&b, "\n%-10s %9d", kind, count[kind])
		for _, part := range append(parts, "whole") {
			fmt.Fprintf(&b, " %9d", count[kind+" "+part])
		}
	}
	fmt.Fprintf(&b, "\n%d %% have all\n", 100*count["all whole"]/len(all))
	return b.String()
}

// kindTitles are the titles of the pages about mistakes.
var kindTitles = map[string]string{
	"beginner": "First steps",
	"cli":      "On the command line",
	"library":  "With libraries",
	"overlay":  "In overlays",
	"schema":   "In schemas",
	"template": "In templates",
	"values":   "In data values",
	"yaml":     "In YAML",
}

// kinds returns the kinds of mistakes, in the order of their names.
func kinds(all []*mistake) (kinds []string) {
	for _, m := range all {
		if !slices.Contains(kinds, m.kind) {
			kinds = append(kinds, m.kind)
		}
	}
	return kinds
}

// mistakesIndex is docs/mistakes/README.md.
func mistakesIndex(all []*mistake) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Mistakes\n\nA catalogue of %d mistakes that people make. Each has the report that you get, and the repair: a "+
		"test does every repair, runs ytt again, and finds nothing left to complain about.\n\nThese pages are made from "+
		"`conformance/mistakes`.\n", len(all))
	kind := ""
	seen := map[string]int{}
	for _, m := range all {
		if m.kind != kind {
			kind = m.kind
			b.WriteString("\n## [" + kindTitles[kind] + "](" + kind + ".md)\n\n")
			clear(seen)
		}
		b.WriteString("- [" + m.heading() + "](" + kind + ".md#" + anchorOf(m.heading(), seen) + ")\n")
	}
	return b.String()
}

// anchorOf returns the anchor of a heading on a page, as GitHub has it: the
// second one of the same text ends in -1.
func anchorOf(heading string, seen map[string]int) string {
	anchor := strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
			return unicode.ToLower(r)
		}
		return -1
	}, heading)
	n := seen[anchor]
	seen[anchor]++
	if n > 0 {
		anchor += "-" + strconv.Itoa(n)
	}
	return anchor
}

// mistakesPage is the page about the mistakes of a kind.
func mistakesPage(kind string, all []*mistake, reports map[string]string) string {
	var b strings.Builder
	of := slices.DeleteFunc(slices.Clone(all), func(m *mistake) bool { return m.kind != kind })
	fmt.Fprintf(&b, "# Mistakes: %s\n\n%d mistakes, the report that each gets on a terminal, and its repair. "+
		"[All mistakes](README.md)\n", strings.ToLower(kindTitles[kind][:1])+kindTitles[kind][1:], len(of))
	for _, m := range of {
		m.describe(&b, reports[m.id()])
	}
	return b.String()
}

// heading is the title of a mistake, as a heading. How a mistake was written
// down is nothing for readers.
func (m *mistake) heading() string {
	title := strings.TrimSuffix(strings.TrimSuffix(m.title, "."), " (written without sight of the message)")
	if word, _, _ := strings.Cut(title, " "); slices.Contains([]string{"a", "an", "the"}, word) {
		title = strings.ToUpper(title[:1]) + title[1:]
	}
	return title
}

func (m *mistake) describe(b *strings.Builder, report string) {
	b.WriteString("\n## " + m.heading() + "\n\n")
	b.WriteString("By a " + m.who + ".\n\n")
	for _, f := range m.files {
		b.WriteString("`" + f.Name + "`:\n\n" + indented(string(f.Data)) + "\n")
	}
	b.WriteString("Printed:\n\n" + indented("$ "+m.command+"\n"+report) + "\nRepair:\n\n")
	for _, w := range m.wanted {
		for _, r := range w.repairs {
			b.WriteString("- " + r.String() + "\n")
		}
	}
}

// indented makes a block of code.
func indented(text string) string {
	var b strings.Builder
	for line := range strings.Lines(strings.TrimRight(text, "\n") + "\n") {
		if strings.TrimSpace(line) == "" {
			b.WriteString("\n")
			continue
		}
		b.WriteString("    " + strings.TrimRight(line, " \n") + "\n")
	}
	return b.String()
}

// code is text in a line of Markdown.
func code(text string) string {
	if strings.Contains(text, "`") {
		return "`` " + text + " ``"
	}
	return "`" + text + "`"
}

func (r repair) String() string {
	at := r.file + ":" + strconv.Itoa(r.line)
	switch {
	case r.verb == "cut":
		return at + ": without this line"
	case r.verb == "add" && r.line == 0:
		return r.file + ": begin with " + code(r.new)
	case r.verb == "add":
		return at + ": add " + code(r.new) + " below"
	case r.verb == "flag":
		at = "the command"
	}
	if strings.TrimSpace(r.new) == "" {
		return at + ": without " + code(r.old)
	}
	return at + ": " + code(r.new) + " instead of " + code(r.old)
}

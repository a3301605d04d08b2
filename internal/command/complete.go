package command

import (
	_ "embed"
	"slices"
	"strings"
)

// This file implements completion in shells. "program completion bash" prints a script for bash; at the press of a key, the
// script calls "program __complete WORDS…" with the words of the command line up to the cursor, the last of which is the
// one to complete, perhaps empty. The answer is a line for each word that fits,
//
//	--strict<tab>Reject YAML that people and parsers read differently
//
// and a last one, a colon and a directive, about what else fits: ":none", ":files", ":files nospace" … What the script
// for a shell has to do is then little: to take words to the program, and words or a request for files to the shell.

// The commands that scripts call, with and without descriptions.
const (
	completing     = "__complete"
	completingBare = "__complete_words"
)

// Directive says what fits besides words, and what follows.
type Directive string

// Directives.
const (
	WordsOnly   Directive = "none"
	Files       Directive = "files"
	Dirs        Directive = "dirs"
	BeginsFiles Directive = "files nospace" // a file, and something right behind it
	beginsWords Directive = "nospace"
)

// Completion is what fits in a place of the command line.
type Completion struct {
	Words     []string // those that do not begin with what was typed are left out later
	Directive Directive
}

// complete answers a script.
func (p *Program) complete(args []string, describe bool) string {
	typed := ""
	if n := len(args); n > 0 {
		typed, args = args[n-1], args[:n-1]
	}
	found := p.completion(args, typed)
	var b strings.Builder
	whole := true
	for _, word := range found.Words {
		if !strings.HasPrefix(word, typed) {
			continue
		}
		if !describe {
			word, _, _ = strings.Cut(word, "\t")
		}
		b.WriteString(word + "\n")
		whole = !strings.HasSuffix(word, "=")
	}
	if !whole {
		found.Directive = beginsWords
	}
	b.WriteString(":" + string(found.Directive) + "\n")
	return b.String()
}

// completion finds what fits behind the words in front.
func (p *Program) completion(before []string, typed string) Completion {
	l := p.find(before)
	words := l.finished()
	switch waiting, missing := l.err.(*MissingArgument); {
	case missing:
		return l.arguments(waiting.Flag, waiting.Letters != "", "", typed)
	case l.ended || !strings.HasPrefix(typed, "-"):
		return p.words(l, words)
	}
	if name, text, ok := strings.Cut(typed, "="); ok && strings.HasPrefix(name, "--") {
		return l.arguments(name[2:], false, name+"=", text)
	}
	if f := l.lookupShort(typed[1:min(2, len(typed))]); f != nil && f.Switch == nil && len(typed) > 2 {
		return l.arguments(f.Short, true, typed[:2], typed[2:])
	}
	return l.flagNames(typed)
}

// finished reads what is in front of the word to complete. Mistakes there do not matter, except that a flag may still need
// its argument: then the last thing read is that.
func (l *line) finished() (words int) {
	last := error(nil)
	for l.next() {
		if last = l.err; last != nil {
			continue
		}
		if l.flag == nil {
			words++
		} else {
			l.flag.given = true
		}
	}
	l.err = last
	return words
}

// arguments finds what fits as the argument of a flag, with what is in front of it in the same word.
func (l *line) arguments(name string, short bool, front, typed string) Completion {
	f := l.lookup(name)
	if short {
		f = l.lookupShort(name)
	}
	found := Completion{Directive: Files}
	switch {
	case f == nil:
		found.Directive = WordsOnly
	case f.Complete != nil:
		found = f.Complete(typed)
	case f.Values != nil:
		found = Completion{f.Values(), WordsOnly}
		if at := strings.LastIndexByte(typed, ','); f.List != nil && at >= 0 {
			front += typed[:at+1]
		}
	case f.Switch != nil:
		found = Completion{[]string{"true", "false"}, WordsOnly}
	case strings.HasSuffix(f.Arg, "DIR"):
		found.Directive = Dirs
	}
	if front != "" {
		all := slices.Clone(found.Words)
		for i := range all {
			all[i] = front + all[i]
		}
		found.Words = all
	}
	return found
}

// words finds what fits where no flag is: commands, or what the command knows.
func (p *Program) words(l *line, before int) Completion {
	found := Completion{Directive: WordsOnly}
	switch {
	case before > 0 || l.ended:
	case l.command.Words != nil:
		found.Words = l.command.Words()
	case l.command == &p.Main:
		for i := range p.Commands {
			c := &p.Commands[i]
			found.Words = append(found.Words, c.Name+"\t"+strings.ReplaceAll(c.Summary, placeholder, p.Main.Name))
		}
	}
	return found
}

// flagNames lists the flags, without those that are there already and cannot be repeated. A group of letters may be finished.
func (l *line) flagNames(typed string) Completion {
	found := Completion{Directive: WordsOnly}
	if len(typed) > 1 && typed[1] != '-' {
		found.Words = []string{typed}
		return found
	}
	for _, flags := range [][]Flag{l.flags, l.ofAll} {
		for i := range flags {
			f := &flags[i]
			if f.given && !f.Repeats() {
				continue
			}
			about, _, _ := strings.Cut(f.Help, ". ")
			about = "\t" + strings.TrimSuffix(about, ".")
			found.Words = append(found.Words, "--"+f.Name+about)
			if f.Short != "" {
				found.Words = append(found.Words, "-"+f.Short+about)
			}
		}
	}
	return found
}

func shells() []string { return []string{"bash", "zsh", "fish", "powershell"} }

// The scripts.
var (
	//go:embed scripts/bash.sh
	bashScript string
	//go:embed scripts/zsh.sh
	zshScript string
	//go:embed scripts/fish.fish
	fishScript string
	//go:embed scripts/powershell.ps1
	powershellScript string
	//go:embed scripts/installation.txt
	installation string
)

// script returns the script for a shell.
func script(shell, program string, describe bool) string {
	text := ""
	switch shell {
	case "bash":
		text = bashScript
	case "zsh":
		text = zshScript
	case "fish":
		text = fishScript
	case "powershell":
		text = powershellScript
	}
	if !describe {
		text = strings.ReplaceAll(text, completing, completingBare)
	}
	return strings.ReplaceAll(text, placeholder, program)
}

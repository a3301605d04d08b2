package command_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ytt/internal/golden"
)

// This file tests completion: what the program answers, and what shells make of it.

func TestComplete(t *testing.T) {
	for _, c := range []struct{ line, want string }{ // the word to complete stands behind the last space
		{"", "completion help list plain :none"},
		{"li", "list :none"},
		{"-s li", "list :none"},
		{"-f li", ":files"},
		{"nope ", ":none"},
		{"-- ", ":none"},
		{"list ", ":none"},
		{"help p", "plain :none"},
		{"completion ", "bash zsh fish powershell :none"},
		{"list -", "--strict -s --dry -d --help -h :none"},
		{"list --strict -", "--dry -d --help -h :none"},
		{"list -d -s --", "--help :none"},
		{"-f x --f", "--file --form :none"},
		{"-s", "-s :none"},
		{"-sd", "-sd :none"},
		{"-c ", "always auto never :none"},
		{"--color a", "always auto :none"},
		{"--nope --color a", "always auto :none"},
		{"--color=a", "--color=always --color=auto :none"},
		{"-ca", "-calways -cauto :none"},
		{"-sc a", "always auto :none"},
		{"-o json,ya", "json,yaml json,yaml-lines :none"},
		{"--form=json,ya", "--form=json,yaml --form=json,yaml-lines :none"},
		{"--strict=", "--strict=true --strict=false :none"},
		{"--nope=", ":none"},
		{"-f x", ":files"},
		{"--file=x", ":files"},
		{"--into ", ":dirs"},
		{"--mark a", ":files nospace"},
		{"--mark a:", "a:path= a:text a:data :none"},
		{"--mark a:p", "a:path= :nospace"},
	} {
		got := outcome(append([]string{"__complete_words"}, strings.Split(c.line, " ")...)...)
		golden.Diff(t, c.line, c.want, strings.ReplaceAll(strings.TrimSpace(got), "\n", " "))
	}
	golden.Diff(t, "descriptions", "list\tList things\n:none\n", outcome("__complete", "l"))
	golden.Diff(t, "descriptions", "--file\tA file\n:none\n", outcome("__complete", "--fi"))
	golden.Diff(t, "no word", ":none\n", outcome("__complete_words", "x"))
}

// shell returns a function that runs a script in a shell, with the program at hand and a directory with files.
func shell(t *testing.T, name string, args ...string) func(script string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skipf("%s is not installed, so its completion is not tested here", name)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	bin, dir := t.TempDir(), t.TempDir()
	if err := os.Symlink(self, filepath.Join(bin, "demo")); err != nil {
		t.Skipf("cannot make a link to the program: %v", err)
	}
	for _, file := range []string{"one.yml", "out/two.yml", "our files/three.yml"} {
		file = filepath.Join(dir, file)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return func(script string) string {
		cmd := exec.CommandContext(t.Context(), path, append(args, script)...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "COMMAND_DEMO=1", "HOME="+dir, "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Errorf("%s: %v", script, err)
		}
		return string(out)
	}
}

// TestBash calls the function for completion as bash does. Words are as bash takes them apart.
func TestBash(t *testing.T) {
	bash := shell(t, "bash", "--norc", "-c")
	for _, c := range []struct{ words, line, want string }{
		{"demo li", "demo li", "[list] +o default"},
		{"demo -s ''", "demo -s ", "[completion][help][list][plain] +o default"},
		{"demo --color a", "demo --color a", "[always][auto] +o default"},
		{"demo --color = a", "demo --color=a", "[always][auto] +o default"},
		{"demo --color =", "demo --color=", "[always][auto][never] +o default"},
		{"demo -o json,y", "demo -o json,y", "[json,yaml][json,yaml-lines] +o default"},
		{"demo --mark a : t", "demo --mark a:t", "[text] +o default"},
		{"demo --mark a : p", "demo --mark a:p", "[path=] +o default -o nospace"},
		{"demo --mark a", "demo --mark a", " -o nospace"},
		{"demo -f ''", "demo -f ", ""},
		{"demo -f x = o", "demo -f x=o", ""},
		{"demo --into ''", "demo --into ", " +o default -o dirnames"},
		{"demo -s   ''", "demo  -s   ", "[completion][help][list][plain] +o default"},
	} {
		got := bash(`eval "$(demo completion bash)"
compopt() { options+=" $*"; }
COMP_WORDS=(` + c.words + `) COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMP_LINE='` + c.line + `' COMP_POINT=${#COMP_LINE}
_demo_complete
[[ ${#COMPREPLY[@]} == 0 ]] || printf '[%s]' "${COMPREPLY[@]}"
printf '%s' "$options"`)
		golden.Diff(t, c.line, c.want, got)
	}
	// The cursor stands behind "l", in the middle of the word.
	golden.Diff(t, "cursor", "list", bash(`eval "$(demo completion bash)"
compopt() { :; }
COMP_WORDS=(demo lxx) COMP_CWORD=1 COMP_LINE='demo lxx' COMP_POINT=6
_demo_complete
printf '%s' "${COMPREPLY[@]}"`))
}

// TestZsh calls the function for completion as zsh does, with the functions that it calls in turn replaced.
func TestZsh(t *testing.T) {
	zsh := shell(t, "zsh", "-f", "-c")
	for _, c := range []struct{ words, want string }{
		{"demo li", "described list:List things\n"},
		{"demo --color a", "described always auto\n"},
		{"demo --color=a", "described --color=always --color=auto\n"},
		{"demo --mark a:t", "described a\\:text\n"},
		{"demo --mark a:p", "described a\\:path= [-S ]\n"},
		{"demo --mark a", "compset -P *=\nfiles -S \n"},
		{"demo -f 'x=our f'", "compset -P *=\nfiles\n"},
		{"demo --into ''", "compset -P *=\ndirectories\n"},
	} {
		got := zsh(`compdef() { print "$@" >/dev/null }
_describe() { local all=$argv[4]; shift 4; print -r -- described ${(P)all} ${*:+"[$*]"} }
_files() { print -r -- files "$@" }
_path_files() { print -r -- directories }
compset() { print -r -- compset "$@" }
source <(demo completion zsh)
words=(` + c.words + `) CURRENT=$#words PREFIX=${words[-1]}
_demo`)
		golden.Diff(t, c.words, c.want, got)
	}
}

// TestFish lets fish itself complete.
func TestFish(t *testing.T) {
	fish := shell(t, "fish", "--no-config", "-c")
	for _, c := range []struct{ line, want string }{
		{"demo li", "list\tList things\n"},
		{"demo --color a", "always\nauto\n"},
		{"demo --color=a", "--color=always\n--color=auto\n"},
		{"demo --mark a:t", "a:text\n"},
		{"demo -f o", "one.yml\nour files/\nout/\n"},
		{"demo -f x=on", "x=one.yml\n"},
		{"demo --into o", "our files/\nout/\n"},
	} {
		golden.Diff(t, c.line, c.want, fish("demo completion fish | source; complete -C '"+c.line+"'"))
	}
}

// TestPowerShell checks what can be checked without PowerShell.
func TestPowerShell(t *testing.T) {
	script := outcome("completion", "powershell")
	if !strings.Contains(script, "-CommandName demo ") || !strings.Contains(script, "$program __complete @before") {
		t.Errorf("script:\n%s", script)
	}
	if bare := outcome("completion", "powershell", "--no-descriptions"); !strings.Contains(bare, "$program __complete_words @before") {
		t.Errorf("script:\n%s", bare)
	}
}

package main

import (
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strings"
)

// page shows a text on the terminal, with the program that PAGER names, or
// less, if there is one.
func page(text string) error {
	pager, chosen := os.LookupEnv("PAGER")
	if !chosen {
		pager = "less"
	}
	words := strings.Fields(pager)
	if len(words) == 0 || words[0] == "cat" || os.Getenv("TERM") == "dumb" {
		return printAll(text)
	}
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(text), os.Stdout, os.Stderr
	if _, set := os.LookupEnv("LESS"); !set {
		cmd.Env = append(os.Environ(), "LESS=FRX") // no pages for what fits on one, styles, and the text stays
	}
	signal.Ignore(os.Interrupt) // it is for the pager
	if cmd.Start() != nil {
		return printAll(text)
	}
	_ = cmd.Wait() // a person has ended it
	return nil
}

func printAll(text string) error {
	_, err := io.WriteString(os.Stdout, text)
	return err
}

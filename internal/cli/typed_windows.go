package cli

// endOfInput is what a person types to end standard input.
const endOfInput = "Ctrl-Z and Enter"

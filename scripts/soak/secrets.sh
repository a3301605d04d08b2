#!/bin/sh
# The long versions of the tests that keep secrets, terminals and the files of others: some minutes.
cd "$(dirname "$0")/../.." || exit 1
export SOAK=1
go test ./internal/files -count=1 -run 'TestNoSwappedFileIsRead|TestSwappingAllTheTime' -v | grep -v '^=== ' &&
go test ./internal/systemtest/secrets -count=1 -timeout 60m -run 'TestSecretsAreInNoErrorOfCode|TestSecretsAreNowhere|TestNothingSteersTheTerminal' -v | grep -v '^=== ' &&
go test ./internal/report -count=1 -run 'TestNothingSteers|TestVisible|TestWithoutCommands' &&
go test ./internal/schema/doc -count=1 -run 'TestMarkdownHasNoHTMLOfOthers|TestPageOfHostileTexts' -v | grep -v '^=== '

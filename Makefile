# Shortcuts. Everything they do can be done with the go command and the scripts that they call.

.PHONY: build test check bench growth

# The command as ./ytt. It is copied because the linker writes a file page by page; while those single pages are in Linux's
# cache, they are mapped one by one, and starts take a tenth longer than from the same file written in one go, as files that are
# installed are.
build:
	go build -o ytt.linked ./cmd/ytt
	cp ytt.linked ytt.copied
	mv ytt.copied ytt
	rm ytt.linked

test:
	go test ./...

# Everything that must hold before a change is handed in.
check:
	.ci/run

# The benchmarks of the stages beside the recorded ones.
bench:
	scripts/bench.sh

# How the cost of big inputs grows.
growth:
	scripts/bench.sh growth

#!/bin/sh
# Fails if the schema breaks those who set values: compared with the schema of a commit.
#
#     schema-diff.sh COMMIT CONFIG
set -eu
old=$(mktemp -d)
trap 'rm -rf "$old"' EXIT
git archive --output "$old/old.tar" "$1" "$2"
tar -x -C "$old" -f "$old/old.tar"
ytt schema diff "$old/$2" "$2" --fail-on breaking

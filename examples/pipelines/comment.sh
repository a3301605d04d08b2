#!/bin/sh
# Writes what a change does to all environments: comment.md for a comment of the pull request, which may not be longer than GitHub allows, and
# rest.md, if there is more.
#
#     comment.sh COMMIT [arguments of ytt fleet diff]
set -eu
commit=$1
shift
ytt fleet diff --changed-since "$commit" -o markdown --limit 60000 --attach rest.md "$@" >comment.md

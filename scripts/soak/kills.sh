#!/usr/bin/env bash
# Kills runs of ytt at random moments while they write, and fills small disks, and prints what was found.
#
#   scripts/soak/kills.sh [COUNT]     COUNT runs are killed in all (420)
#
# Full disks need the right to mount a tmpfs, which root has; without it they are left out.
set -euo pipefail
cd "$(dirname "$0")/../.."
YTT_KILLS=${1:-420} go test ./cmd/ytt -count=1 -timeout 30m -run '^(TestKills|TestFullDisk)$' -v | grep -v '^=== '

#!/usr/bin/env bash
# A projection of one's own, in a shell: how much happened on each day, by kind.
#
#   daybook audit --json | ./per-day.sh
#   curl -sN --max-time 9 -H "Authorization: Bearer TOKEN" https://daybook.example.org/v1/workspaces/ID/audit/events?after=0 | ./per-day.sh
#
# The canonical JSON of a record has its fields always in the same order, so that a line can be cut up where it stands.
set -euo pipefail
sed -nE 's/^(data: )?\{"seq":[0-9]+,"time":"([0-9-]{10}).*,"kind":"([a-z ]+)".*/\2  \3/p' | sort | uniq -c | sort -k2,2r -k1,1nr

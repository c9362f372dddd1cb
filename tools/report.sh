#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Tables, plots and a page from measured results. `make report` calls it.
# Usage: tools/report.sh
# Environment: RESULTS, files and folders of results (default: docs/results/h200, and then README.md
# and docs/ladder.md get their ladder, and the lessons their tables of results); REPORT, where the report goes (default: build/report); COMPARE="RUN1 RUN2", two runs to
# compare instead.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/tools/lib/house.sh"
. "$root/tools/lib/words.sh"

refuse() {
    complain "$@"
    exit 2
}
tell_unused report IMPL ROWS COLS THREADS CHECK FILES NAME
[ -z "${COMPARE-}" ] || tell_unused "report COMPARE=..." RESULTS REPORT
command -v python3 >/dev/null || fail "The report needs Python 3.9 or later, and python3 was not found.
  next: apt-get install python3"
cd "$root"
if [ -n "${COMPARE-}" ]; then
    paths_of COMPARE "$COMPARE"
    eval "set -- $paths"
    [ $# -eq 2 ] || refuse "COMPARE names $# runs, and two are compared: $COMPARE
Next: make report COMPARE=\"first.json second.json\", or two folders; a name with a space stands in quotes"
    exec python3 bench/report --compare "$@"
fi
out=${REPORT:-build/report}
if [ -n "${RESULTS-}" ]; then
    paths_of RESULTS "$RESULTS"
    eval "set -- $paths"
    exec python3 bench/report "$@" --out "$out"
fi
exec python3 bench/report docs/results/h200 --out "$out" --ladder README.md --ladder docs/ladder.md \
    --ladder-plot docs/ladder.svg --tables .

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
# paths_of VARIABLE TEXT: sets `paths`, the files and folders that the text names, for eval "set -- $paths".
# In RESULTS and COMPARE a name with a space in it stands in quotes, or alone.
paths_of() {
    paths=
    # A name that is there as it stands may have spaces.
    if [ -e "$2" ]; then
        keep_path "$2"
        return
    fi
    words "$1" "$2"
    eval "set -- $quoted"
    for word; do
        if [ -e "$word" ]; then keep_path "$word" && continue; fi
        # A pattern such as *.json. Without a match it stays as it is, and Python says that there is no such file.
        old_separators=$IFS
        IFS=
        # shellcheck disable=SC2086
        for match in $word; do keep_path "$match"; done
        IFS=$old_separators
    done
}
keep_path() { paths="$paths '$(say "$1" | sed "s/'/'\\\\''/g")'"; }

command -v python3 >/dev/null || fail "The report needs Python 3.9 or later, and python3 was not found.
  next: apt-get install python3"
cd "$root"
if [ -n "${COMPARE-}" ]; then
    paths_of COMPARE "$COMPARE"
    eval "set -- $paths"
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

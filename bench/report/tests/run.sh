#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# The tests of the report. Exit code 77: there is no Python to run them.
# Usage: run.sh unit    the modules and the program
#        run.sh readme  README.md and docs/ladder.md show the ladder of docs/results/h200, and the lessons its figures
set -eu
root=$(cd "$(dirname "$0")/../../.." && pwd)
cd "$root"
python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))' 2>/dev/null || {
    echo "skipped: there is no python3 of version 3.9 or later"
    exit 77
}
PYTHONDONTWRITEBYTECODE=1
export PYTHONDONTWRITEBYTECODE
case ${1-} in
    unit) exec python3 -m unittest discover -s bench/report/tests ;;
    readme) exec python3 bench/report docs/results/h200 --check-ladder README.md \
        --check-ladder docs/ladder.md --check-ladder docs/ladder.svg --check-tables . ;;
    *) echo "usage: run.sh unit|readme" >&2; exit 2 ;;
esac

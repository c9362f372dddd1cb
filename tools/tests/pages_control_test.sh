#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# The test of the pages finds what is wrong: on a copy in which one thing is wrong at a time.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$scratch/checks/mutants" "$scratch/bench/report"
cp -R "$root/docs" "$root/lessons" "$scratch/"
cp -R "$root/checks/tests" "$scratch/checks/"
cp "$root/checks/mutants/kills.txt" "$scratch/checks/mutants/"
cp "$root/bench/report/ladder.txt" "$scratch/bench/report/"
status=0

# finds WANTED FILE SED-SCRIPT: with the change, the test fails and says so. The file is put back.
finds() {
    cp "$scratch/$2" "$scratch/kept"
    sed "$3" "$scratch/kept" >"$scratch/$2"
    if "$root/tools/tests/pages_test.sh" "$scratch" >"$scratch/said" 2>&1; then
        echo "FAILED: '$3' in $2 is not found"
        status=1
    elif ! grep -qF -- "$1" "$scratch/said"; then
        echo "FAILED: '$1' is wanted, and it said:"
        cat "$scratch/said"
        status=1
    fi
    cp "$scratch/kept" "$scratch/$2"
}

"$root/tools/tests/pages_test.sh" "$scratch"
finds "names *.NanInTheRow" docs/numerics.md 's/`\*\.NanInRow`/`*.NanInTheRow`/'
finds "names gemm_tiled.ManyTenths" docs/numerics.md 's/`row_sum_compensated\.ManyTenths`/`gemm_tiled.ManyTenths`/'
finds "names GemmBound.IsWide" docs/numerics.md 's/`GemmBound\.IsTooNarrowForTf32`/`GemmBound.IsWide`/'
finds "hardly any check" docs/numerics.md 's/`//g'
finds "no heading for gemm_tiled" docs/ladder.md 's/^## 7. gemm_tiled$/## 7. tiles/'
finds "not in order" docs/glossary.md 's/^## Warp$/## A warp/'
finds "says nothing about '## Warp'" docs/glossary.md '/^## Warp$/,/^## Warp d/{/^##/!d}'
finds "does not list numerics.md" docs/README.md '/(numerics.md)/d'
finds "should be: [A](#alignment) [B](#backend)" docs/glossary.md 's/\[B\](#backend)/[B](#bandwidth)/'
finds "does not link h200/environment.txt" docs/results/README.md 's/](h200\/environment.txt)/]()/'
finds "does not link h200/agreement/ncu.csv" docs/results/README.md 's/](h200\/agreement)/]()/'
finds "tells of 83.6 % of cuBLAS" lessons/07-tiled-gemm/README.md 's/94\.0 % of 83\.5 %/94.0 % of 83.6 %/'
finds "tells of 11.1 % of cuBLAS" lessons/07-tiled-gemm/README.md 's/75\.9 to 80\.7 %/11.1 to 80.7 %/'
finds "hardly any share" lessons/07-tiled-gemm/README.md 's/^## How far from cuBLAS.*/## The library/'
finds "lessons/07-tiled-gemm/README.md:" lessons/07-tiled-gemm/README.md 's/132 multiprocessors/132 processors/'
finds "'processor' can be two things" lessons/README.md 's/on the CPU/on the Processor/'
finds "does not list results/README.md" docs/README.md '/(results\/README.md)/d'
exit $status

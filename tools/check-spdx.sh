#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Every source file, script and CMake file names its copyright and licence in its first lines.
# Lists the files that do not and fails. Usage: tools/check-spdx.sh [FOLDER]
set -eu
cd "${1:-$(dirname "$0")/..}"
without=$(find . \( -name build -o -name .git -o -name .workshop -o -name '*.backup-*' \) -prune -o \
    -type f \( -name '*.cpp' -o -name '*.hpp' -o -name '*.h' -o -name '*.cu' -o -name '*.cuh' \
    -o -name '*.sh' -o -name '*.awk' -o -name '*.py' -o -name '*.cmake' -o -name CMakeLists.txt \
    -o -name Makefile -o -name '*.mutant' -o -name '*.yml' -o -name .clang-format \
    -o -path './.ci/run' -o -path './emulator/include/*' \) \
    -exec sh -c '
        for file; do
            head -n 5 "$file" | tr -d "\n" |
                grep -q "SPDX-FileCopyrightText: .*SPDX-License-Identifier: Apache-2.0" || echo "$file"
        done' sh {} + | sort)
[ -z "$without" ] || {
    echo "No SPDX lines (copyright and licence) in the first five lines of:" >&2
    printf '%s\n' "$without" >&2
    exit 1
}

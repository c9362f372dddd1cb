#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# The tests of softmax.py, without PyTorch and without a GPU. Exit code 77: there is no Python to run them.
set -eu
root=$(cd "$(dirname "$0")/../../.." && pwd)
cd "$root"
python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))' 2>/dev/null || {
    echo "skipped: there is no python3 of version 3.9 or later"
    exit 77
}
PYTHONDONTWRITEBYTECODE=1
export PYTHONDONTWRITEBYTECODE
exec python3 -m unittest discover -s bench/peers/tests

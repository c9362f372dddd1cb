#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Two picture programs draw and record the same.
# Usage: pictures_same_test.sh PICTURE_PROGRAM OTHER_PICTURE_PROGRAM
set -eu
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$1" "$scratch/one"
"$2" "$scratch/other"
diff -r "$scratch/one" "$scratch/other"

#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# pictures_test.sh says what is wrong with pictures of lesson 2, and takes those of another compiler.
# Usage: pictures_control.sh PICTURE_PROGRAM PROGRAM_OF_A_WRONG_TREE PROGRAM_OF_WRONG_SHUFFLES
#            WELL_FORMED LESSON_FOLDER
set -eu
program=$1
wrong_tree=$2
wrong_shuffles=$3
well_formed=$4
lesson=$5
test=$(dirname "$0")/pictures_test.sh
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

edited() { # COMMANDS: a program that draws, and changes with them what it has drawn in $1 and $2
    cat >"$scratch/edited" <<END
#!/bin/sh
set -eu
"$program" "\$@"
$1
END
    chmod +x "$scratch/edited"
}
run() { # WRONG PROGRAM...
    code=0
    "$test" "$scratch/edited" "$well_formed" "$lesson" "$@" >"$scratch/out" 2>&1 || code=$?
}
wanted() { # TEXT: that the test said so
    grep -q "$1" "$scratch/out" && return
    echo "the test does not say: $1" >&2
    cat "$scratch/out" >&2
    exit 1
}
takes() { # WHAT
    [ $code = 0 ] && return
    echo "the test does not take $1" >&2
    cat "$scratch/out" >&2
    exit 1
}
finds() { # TEXT
    [ $code != 0 ] || { echo "the test passes, and should say: $1" >&2; exit 1; }
    wanted "$1"
}
other='sed -i "s/^\"compiler\":.*/\"compiler\":\"g++ 0 for anything\",/" "$1/trace.json"'
# As if the compiler that drew the kept pictures were this one.
recorded=$(sed -n 's/^"compiler":"\(.*\)",$/\1/p' "$lesson/figures/trace.json")
same='sed -i "s/^\"compiler\":.*/\"compiler\":\"'$recorded'\",/" "$1/trace.json"'
drawn_otherwise='sed -i "s/font-size=\"13\"/font-size=\"14\"/" "$1/tree.svg"'

edited ':'
run "$wrong_tree" "$wrong_shuffles"
takes 'the pictures as they are'
run "$wrong_tree"
finds 'no wrong kernel changes shuffles.svg'
run "$wrong_shuffles"
finds 'no wrong kernel changes tree.svg'
run "$wrong_tree" "$wrong_shuffles" "$program"
finds 'changes no picture'

edited "$drawn_otherwise; $same"
run "$wrong_tree" "$wrong_shuffles"
finds 'is not what the solution gives now'
edited "$drawn_otherwise; $other"
run "$wrong_tree" "$wrong_shuffles"
takes 'other pictures of another compiler'
wanted 'not compared to the byte'
edited "$other; rm \"\$1/shuffles.svg\""
run "$wrong_tree" "$wrong_shuffles"
finds 'has other files than are drawn now'
edited "$other; sed -i 's,</svg>,,' \"\$1/tree.svg\""
run "$wrong_tree" "$wrong_shuffles"
finds 'not well-formed'
edited '[ $# = 1 ] || rm "$2"/*-tree.html'
run "$wrong_tree" "$wrong_shuffles"
finds 'tree has no page'

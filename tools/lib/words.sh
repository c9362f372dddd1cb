# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Sourced by emulate.sh: the words of ARGS and FLAGS; by report.sh and submissions.sh: names of files. Nothing
# in them is evaluated.

# words VARIABLE TEXT: sets `quoted`, the words of the text, for eval "set -- $quoted".
words() {
    quoted=$(WORDS=$2 awk -f "$root/tools/lib/words.awk") ||
        refuse "$1: a quote has no end: $2
For a quote that is meant as it is, put a backslash before it: $1=\"it\\'s\""
}

# paths_of VARIABLE TEXT: sets `paths`, the files and folders that the text names, for eval "set -- $paths".
# In RESULTS, COMPARE and FILES a name with a space in it stands in quotes, or alone.
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
        # A pattern such as *.json. Without a match it stays as it is, and names no file.
        old_separators=$IFS
        IFS=
        # shellcheck disable=SC2086
        for match in $word; do keep_path "$match"; done
        IFS=$old_separators
    done
}
keep_path() { paths="$paths '$(say "$1" | sed "s/'/'\\\\''/g")'"; }

# read_flags FLAGS: sets `flags`, what of them is for g++, for eval. Those of nvcc are left out, and said
# to be, so that a command line of nvcc can be used as it is.
read_flags() {
    words FLAGS "$1"
    flags=
    left_out=
    relaxed_constexpr=
    eval "set -- $quoted"
    while [ $# -gt 0 ]; do
        case $1 in
            # Options of nvcc with a value behind them.
            -arch | --gpu-architecture | -code | --gpu-code | -gencode | --generate-code | -maxrregcount | \
                --maxrregcount | -Xptxas | --ptxas-options | -Xnvlink | --nvlink-options | -ccbin | \
                --compiler-bindir | -t | --threads | -cudart | --cudart | -default-stream | \
                --default-stream | -diag-suppress | --diag-suppress)
                left_out="$left_out $1${2+ $2}"
                [ $# -lt 2 ] || shift
                ;;
            -x)
                if [ "${2-}" = cu ]; then left_out="$left_out $1 $2"; else keep_flag "$1" && keep_flag "${2-}"; fi
                [ $# -lt 2 ] || shift
                ;;
            -arch=* | --gpu-architecture=* | -code=* | --gpu-code=* | -gencode=* | --generate-code=* | \
                -maxrregcount=* | --maxrregcount=* | -Xptxas=* | --ptxas-options=* | -Xnvlink=* | \
                --nvlink-options=* | -ccbin=* | --compiler-bindir=* | --threads=* | -cudart=* | \
                --cudart=* | -default-stream=* | --default-stream=* | -diag-suppress=* | \
                --diag-suppress=* | -rdc=* | --relocatable-device-code=* | -ftz=* | --ftz=* | \
                -prec-div=* | --prec-div=* | -prec-sqrt=* | --prec-sqrt=* | -fmad=* | --fmad=* | \
                -G | --device-debug | -lineinfo | --generate-line-info | -dc | --device-c | -dlink | \
                --device-link | -use_fast_math | --use_fast_math | -extended-lambda | \
                --extended-lambda | -res-usage | --resource-usage | -keep | \
                --keep | -cubin | --cubin | -ptx | --ptx | -allow-unsupported-compiler | \
                --allow-unsupported-compiler | -restrict | --restrict)
                left_out="$left_out $1"
                ;;
            # nvcc takes std::max() in a kernel then, and the translator does.
            -expt-relaxed-constexpr | --expt-relaxed-constexpr) relaxed_constexpr=--relaxed-constexpr ;;
            -expt-* | --expt-*) left_out="$left_out $1" ;;
            # Libraries that the CPU device stands for, or does not have: then their functions are named.
            -lcuda | -lcudart | -lcudart_static | -lcudadevrt | -lcublas | -lcublasLt | -lcurand | \
                -lcufft | -lcusparse | -lcusolver | -lnvToolsExt)
                left_out="$left_out $1"
                ;;
            # nvcc takes the standard as a word of its own, too.
            -std | --std)
                keep_flag "-std=${2-}"
                [ $# -lt 2 ] || shift
                ;;
            --std=*) keep_flag "${1#-}" ;;
            -m32 | -m16 | -mx32)
                refuse "FLAGS holds $1. The CPU device runs programs of 64 bits only, as CUDA does; take it out."
                ;;
            # What nvcc passes on to g++.
            -Xcompiler | --compiler-options)
                keep_host_flags "${2-}"
                [ $# -lt 2 ] || shift
                ;;
            -Xcompiler=* | --compiler-options=*) keep_host_flags "${1#*=}" ;;
            -o | -o* | --output* | -c | -S | -E | -M | -MM | -MD | -MMD | -MF* | -MT* | -MQ* | \
                --version | -fsyntax-only | -shared | -static | -fsanitize=* | -save-temps* | -dumpbase* | -)
                refuse "FLAGS holds $1. make emulate itself says what is built and how; take it out.
FLAGS is for options such as -DN=4, -std=c++20, -O0, -fopenmp."
                ;;
            # With a value behind them.
            -D | -U | -I | -L | -l | -include | -isystem | -iquote | -idirafter | -Xlinker | -u | -z | -T)
                keep_flag "$1"
                [ $# -lt 2 ] || { keep_flag "$2" && shift; }
                ;;
            -*) keep_flag "$1" ;;
            *)
                [ -f "$1" ] || refuse "FLAGS holds $1, which is no option and no file. For a macro: FLAGS=-D$1
FLAGS takes the options of g++. The program's arguments are ARGS, its source files are FILE."
                keep_flag "$1"
                ;;
        esac
        shift
    done
    [ -z "$left_out" ] || complain "FLAGS: left out$left_out: that is for nvcc. g++ does not know it, and it is not needed here."
}

# keep_flag WORD: adds it to `flags`. A standard before C++17 is raised: the headers of the CPU device need it.
keep_flag() {
    case $1 in
        -std=*++98 | -std=*++03 | -std=*++0x | -std=*++11 | -std=*++1y | -std=*++14)
            complain "FLAGS: $1 is raised to ${1%++*}++17, which the CPU device needs."
            set -- "${1%++*}++17"
            ;;
    esac
    flags="$flags '$(say "$1" | sed "s/'/'\\\\''/g")'"
}

# keep_host_flags TEXT: options of g++ as nvcc takes them, with commas between.
keep_host_flags() {
    set -f
    for host_flag in $(say "$1" | tr ',' ' '); do keep_flag "$host_flag"; done
    set +f
}

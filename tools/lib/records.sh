# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Sourced after house.sh: the records of the latest runs, which `make progress` shows. A record is a
# small text file, FOLDER/NN_slug.KIND with a word and its value on each line, from
# "workshop-record 1" to "end". It stands outside build/, which `make clean` removes.
# WORKSHOP_RECORDS names another folder.

records=${WORKSHOP_RECORDS:-$root/.workshop/progress}

# The checksum of a file's content, or "none" when it is not there. An editor may take the file away
# at any moment.
content_of() {
    sum=$({ cksum <"$1"; } 2>/dev/null) || sum=none
    say "$sum" | tr ' ' '-'
}

# keep_records IMPLEMENTATION FILE: lets the programs that are started from here on leave records. Only
# the student's own file has them. To be called before the build: when the file changes during it, the
# record is that of the older content.
keep_records() {
    if [ "$1" = starter ]; then
        export WORKSHOP_RECORDS="$records"
        WORKSHOP_RECORD_CONTENT=$(content_of "$2")
        export WORKSHOP_RECORD_CONTENT
    else
        unset WORKSHOP_RECORDS WORKSHOP_RECORD_CONTENT
    fi
}

# read_record LESSON KIND: copies what a record says to `facts`, and sets `record_state`: none, good,
# changed (the file is another one since), or bad: truncated, or not of this workshop.
read_record() {
    facts=
    record=$records/$1.$2
    record_state=none
    [ -f "$record" ] || return 0
    record_state=bad
    facts=$(awk -v lesson="$1" -v kind="$2" '
        NR == 1 && $0 != "workshop-record 1" { exit 1 }
        $0 == "kind " kind { kind_seen = 1 }
        $0 == "lesson " lesson { lesson_seen = 1 }
        /^(total|passed|failed|skipped|not-run) / { if ($2 !~ /^[0-9]+$/) exit 1; number[$1] = $2 }
        /^reads / && (NF != 3 || $3 !~ /^[0-9,]+\.[0-9]+$/) { exit 1 }
        /^rate / && (NF != 5 || $4 !~ /^[0-9.]+$/) { exit 1 }
        $1 ~ /^(content|backend|time)$/ && NF > 1 { known[$1] = 1 }
        { print; last = $0 }
        END {
            if (last != "end" || !kind_seen || !lesson_seen) exit 1
            if (!known["content"] || !known["backend"] || !known["time"]) exit 1
            if (kind ~ /^checks/ && (number["total"] < 1 || number["passed"] + number["failed"] \
                + number["skipped"] + number["not-run"] != number["total"])) exit 1
        }' "$record" 2>/dev/null) || return 0
    record_state=good
    [ "$(fact content)" = "$(content_of "$root/starter/$1.cu")" ] || record_state=changed
}

# fact WORD: its value in the record that was read.
fact() { say "$facts" | sed -n "s/^$1 //p" | head -n 1; }

# Whether the record that was read is of a run in which all checks passed, as far as they could run.
all_passed() {
    [ "$record_state" = good ] && [ "$(fact failed)" -eq 0 ] && [ "$(fact not-run)" -eq 0 ]
}

# record_times LESSON JSON: makes the record of a benchmark from Google Benchmark's own file. A time
# counts when the output was right and the data came from memory (mode cold), when the figure is below
# what the device can do, and when the function is one of the lesson's contract: a copy, or a function of
# a library, is there for comparison only. Of the repetitions of a case that were not throttled (of all,
# where all were) the one in the middle is kept.
record_times() {
    times=$(awk -v contract="$root/include/workshop/$1.hpp" '
        function text(line) { sub(/^[^:]*: *"?/, "", line); sub(/"?,? *$/, "", line); return line }
        function finish(    part, case_name) {
            split(name, part, "/")
            case_name = part[1] " " part[2]
            if (throttled && !all_throttled) good = 0
            if (name != "" && good && part[1] in own && unit == "us" && kind != "aggregate" &&
                (part[3] == "cold" || part[3] == "manual_time")) {
                if (!(case_name in count)) names[++cases] = case_name
                place = ++count[case_name]
                time[case_name, place] = microseconds
                speed[case_name, place] = rate
            }
            name = ""
        }
        # The repetition in the middle, by its time.
        function tell(case_name,    i, j, n, swap) {
            n = count[case_name]
            for (i = 1; i < n; i++)
                for (j = i + 1; j <= n; j++)
                    if (time[case_name, j] < time[case_name, i]) {
                        swap = time[case_name, i]
                        time[case_name, i] = time[case_name, j]
                        time[case_name, j] = swap
                        swap = speed[case_name, i]
                        speed[case_name, i] = speed[case_name, j]
                        speed[case_name, j] = swap
                    }
            i = int((n + 1) / 2)
            printf "rate %s %.2f %.0f\n", case_name, time[case_name, i], speed[case_name, i]
        }
        BEGIN {
            while ((getline line <contract) > 0)
                if (match(line, /^cudaError_t [a-z0-9_]+\(/))
                    own[substr(line, 13, RLENGTH - 13)] = 1
        }
        /^ *"name":/ {
            finish()
            name = text($0)
            good = 1
            unit = kind = ""
            rate = microseconds = throttled = all_throttled = 0
        }
        /^ *"run_type":/ { kind = text($0) }
        /^ *"real_time":/ { microseconds = text($0) + 0 }
        /^ *"time_unit":/ { unit = text($0) }
        /^ *"(bytes_per_second|operations_per_second)":/ { rate = text($0) + 0 }
        /^ *"throttled":/ { throttled = text($0) + 0 }
        /^ *"all_throttled":/ { all_throttled = text($0) + 0 }
        /^ *"above_physical_limit":/ { if (text($0) + 0) good = 0 }
        /^ *"(error_occurred|skipped)": *true/ || /^ *"error_message":/ { good = 0 }
        END { finish(); for (i = 1; i <= cases; i++) tell(names[i]) }' "$2")
    [ -n "$times" ] || return 0
    unfinished=$records/$1.bench.new-$$
    mkdir -p "$records" && {
        say "workshop-record 1"
        say "kind bench"
        say "lesson $1"
        say "content $WORKSHOP_RECORD_CONTENT"
        say "backend cuda"
        say "time $(date '+%Y-%m-%d %H:%M')"
        say "$times"
        say "end"
    } >"$unfinished" && mv -f "$unfinished" "$records/$1.bench"
}

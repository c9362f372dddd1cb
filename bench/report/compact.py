#!/usr/bin/env python3
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""Makes results small enough to keep: a line for each repetition, without what follows from the rest.

Usage: compact.py FROM.json TO.json
Left out: the aggregates of Google Benchmark (the report makes its own from the repetitions), its counters of
families, instances and threads, and its processor time. Figures keep six digits. Every repetition stays.
Exit code: 0; 1 when FROM is not the result of a benchmark, or TO cannot be written.
"""
from __future__ import annotations

import json
import sys
from pathlib import Path

from writing import CannotWrite, write_files

DROPPED = {"family_index", "per_family_instance_index", "run_name", "repetitions", "threads", "cpu_time"}


def shorter(value: object) -> object:
    """A figure with six digits; a whole number, and everything else, as it is."""
    if not isinstance(value, float):
        return value
    return int(value) if value.is_integer() else float(f"{value:.6g}")


def compact(document: dict) -> str:
    """The text of the smaller file."""
    rows = [json.dumps({key: shorter(value) for key, value in row.items() if key not in DROPPED},
                       separators=(",", ":"))
            for row in document["benchmarks"] if row.get("run_type") != "aggregate"]
    context = json.dumps(document["context"], indent=1)
    return '{"context": ' + context + ',\n"benchmarks": [\n' + ",\n".join(rows) + "\n]}\n"


def main() -> int:
    """The command line."""
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 1
    try:
        text = compact(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")))
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        print(f"{sys.argv[1]}: not the result of a benchmark ({error!r})", file=sys.stderr)
        return 1
    try:
        write_files({Path(sys.argv[2]): text})
    except CannotWrite as error:
        print(error.problem.text(), file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""The times of several files beside those of the reference, with a verdict on each.

Usage: verdict_table.py RESULTS.json LIST
  RESULTS.json  of bench_compare: functions are called function__submission_NUMBER, the reference is number 0
  LIST          the labels of tools/lib/submission_labels.awk: `NUMBER NAME` a line
Exit code: 0; 1 when a file gave a wrong output, or the results cannot be used.
"""
from __future__ import annotations

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "report"))

from model import Key, Run  # noqa: E402
from ratios import figures  # noqa: E402
from read_results import read_file  # noqa: E402
from verdicts import judge  # noqa: E402
from words import microseconds, spread  # noqa: E402

NAME = re.compile(r"(\w+?)__submission_(\d+)")
LEGEND = """
ratio: time of the reference / time of the file; above 1, the file is faster. In brackets: what the
ratio may be, from the spread of the repetitions. SAME: all of it within 2 % of the reference. FAST, SLOW: the whole
range lies on one side of 1. AMBIGUOUS: it cannot be told from these repetitions."""


def names_of(path: Path) -> dict[int, str]:
    """number -> what people call the file."""
    names = {0: "the reference"}
    for line in path.read_text(encoding="utf-8").splitlines():
        number, _, name = line.partition(" ")
        if number.isdigit():
            names[int(number)] = name
    return names


def short(name: str, width: int = 28) -> str:
    """The end of a long name says more than its beginning."""
    return name if len(name) <= width else "..." + name[3 - width:]


def blocks_of(run: Run) -> dict[tuple[str, Key], dict[int, Key]]:
    """function and place -> number of the file -> its series."""
    found: dict[tuple[str, Key], dict[int, Key]] = {}
    for key in run.series:
        match = NAME.fullmatch(key.function)
        if match is not None:
            place = key._replace(function="")
            found.setdefault((match[1], place), {})[int(match[2])] = key
    return found


def table_of(run: Run, names: dict[int, str]) -> tuple[list[str], bool]:
    """The lines, and whether all outputs were right."""
    lines: list[str] = []
    all_right = True
    for (function, place), files in blocks_of(run).items():
        lines += ["", f"{function}, {place.shape.text()}, {place.mode}",
                  f"  {'':28} {'us':>10} {'spread':>9}  verdict, ratio"]
        reference = figures(run, files[0]) if 0 in files else None
        for number, key in sorted(files.items()):
            error = run.series[key].error
            figure = figures(run, key)
            if error or figure is None:
                all_right = False
                lines.append(f"  {short(names.get(number, str(number))):28} {'-':>10} {'-':>9}  {error or 'no time'}")
                continue
            verdict = "" if number == 0 or reference is None else judge(figure, reference).text()
            lines.append(f"  {short(names.get(number, str(number))):28} {microseconds(figure.median):>10} "
                         f"{spread(figure):>9}  {verdict}".rstrip())
    return lines, all_right


def main() -> int:
    """The command line."""
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    runs, problems = read_file(Path(sys.argv[1]))
    for problem in problems:
        print(problem.text(), file=sys.stderr)
    if not runs:
        return 1
    lines, all_right = table_of(runs[-1], names_of(Path(sys.argv[2])))
    print("\n".join(lines) + "\n" + LEGEND)
    return 0 if all_right else 1


if __name__ == "__main__":
    sys.exit(main())

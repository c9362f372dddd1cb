#!/usr/bin/env python3
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""Where the reads of the softmax kernels come from: a table of the counts that cache_hits.sh kept.

Usage: cache_hits.py FILE.csv [--page PAGE.md]
  prints the table as Markdown. With --page, what stands between `<!-- cache hits: ... -->` and
  `<!-- end of cache hits -->` of the page is replaced by it.
Exit code: 0; 1 when the counts or the page cannot be used; 2 for a wrong command line.
"""
from __future__ import annotations

import argparse
import csv
import re
import sys
from pathlib import Path

PLACE = re.compile(r"(<!-- cache hits:[^>]*-->\n).*?(<!-- end of cache hits -->)", re.DOTALL)
LOADS = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld"
SECTOR = 32  # bytes


def counts_of(text: str) -> dict[str, dict[str, float]]:
    """The metrics of each call, by "FUNCTION ROWS COLS THREADS". ValueError says which call has none."""
    calls = {}
    for part in text.split("### solution_call ")[1:]:
        call, *lines = part.splitlines()
        quoted = [line for line in lines if line.startswith('"')]
        rows = list(csv.DictReader(quoted))
        calls[call] = {row["Metric Name"]: float(row["Metric Value"].replace(",", "")) for row in rows}
        if not calls[call]:
            raise ValueError(f"ncu counted nothing for: solution_call {call}")
    if not calls:
        raise ValueError("there is no line: ### solution_call ...")
    return calls


def line_of(call: str, counts: dict[str, float]) -> str:
    """A line of the table. KeyError names a metric that is missing."""
    function, rows, cols, _ = call.split()
    asked = counts[LOADS + ".sum"] * SECTOR  # bytes that the loads ask for
    l1 = counts[LOADS + "_lookup_hit.sum"] * SECTOR / asked
    far = counts["dram__bytes_read.sum"] / asked
    cells = [f"{rows} x {cols}", f"`{function}`",
             f"{counts['launch__registers_per_thread']:.0f}",
             f"{counts['sm__warps_active.avg.per_cycle_active']:.0f}",
             f"{100 * l1:.0f} %", f"{100 * max(0.0, 1.0 - l1 - far):.0f} %", f"{100 * far:.0f} %",
             f"{counts['dram__bytes_read.sum'] / (int(rows) * int(cols) * 4):.2f}"]
    return "| " + " | ".join(cells) + " |"


def table(text: str) -> str:
    """The whole table: a line for each call."""
    head = ["| rows x columns | kernel | registers | warps | L1 | L2 | far memory | times x |",
            "|---|---|--:|--:|--:|--:|--:|--:|"]
    return "\n".join(head + [line_of(call, counts) for call, counts in counts_of(text).items()])


def main() -> int:
    parser = argparse.ArgumentParser(description="A table of what cache_hits.sh counted.")
    parser.add_argument("file", type=Path)
    parser.add_argument("--page", type=Path)
    options = parser.parse_args()
    try:
        text = table(options.file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        print(f"{options.file}: {error}. Next: bench/experiments/cache_hits.sh {options.file}", file=sys.stderr)
        return 1
    except KeyError as error:
        print(f"{options.file}: the metric {error} is missing. Next: bench/experiments/cache_hits.sh "
              f"{options.file}", file=sys.stderr)
        return 1
    print(text)
    if options.page is None:
        return 0
    page = options.page.read_text(encoding="utf-8")
    if PLACE.search(page) is None:
        print(f"{options.page}: there is no place for the table: <!-- cache hits: ... -->", file=sys.stderr)
        return 1
    options.page.write_text(PLACE.sub(lambda place: f"{place[1]}\n{text}\n\n{place[2]}", page), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

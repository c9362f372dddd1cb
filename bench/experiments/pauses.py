# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""Reads the results of the experiment about idle clocks: bursts, each in a window after a pause."""
from __future__ import annotations

import re
from collections import defaultdict
from statistics import median

from chart import Line
from table import Table
from words import digits

NAME = re.compile(r"\w+/([\d.]+)_s/(\d+)-(\d+)_ms/manual_time")


def read(document: dict) -> tuple[Table, dict[str, list[Line]]]:
    """The table, and the lines: a line for each window, the pause on the x axis."""
    times: dict[tuple[float, int, int], list[float]] = defaultdict(list)
    clocks: dict[tuple[float, int, int], list[float]] = defaultdict(list)
    for row in document["benchmarks"]:
        match = NAME.fullmatch(row["name"])
        if match is None:
            raise ValueError(f"the row {row['name']}")
        key = (float(match[1]), int(match[2]), int(match[3]))
        times[key].append(float(row["real_time"]))
        clocks[key].append(float(row["sm_mhz_after"]))
    if not times:
        raise ValueError("no rows")
    table = Table(["pause", "window after it", "µs of a launch:", "SM clock MHz:", "bursts:"])
    lines: dict[tuple[int, int], Line] = {}
    for pause, begin, end in sorted(times):
        key = (pause, begin, end)
        clock = median(clocks[key])
        table.add(f"{pause:g} s", f"{begin} to {end} ms", digits(median(times[key])),
                  f"{clock:.0f}" if clock > 0 else "–", str(len(times[key])))
        name = f"{begin} to {end} ms"
        lines.setdefault((begin, end), Line(name, "cold")).points[pause] = median(times[key])
    return table, {"": [lines[key] for key in sorted(lines)]}

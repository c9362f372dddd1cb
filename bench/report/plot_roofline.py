# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""The roofline: operations a second against operations a byte, under the roofs of the data sheet."""
from __future__ import annotations

import math
from typing import Any

from labels import spaced
from ladder import Rung
from plot import Plot
from plot_style import MARKERS, SERIES, colour, leader, svg_of

NO_ROOF = ("There is no roofline: no run names both data_sheet_bytes_per_second and data_sheet_flops. "
           "Next: measure again with the benchmarks of this revision.")


# Function, operations a byte, operations a second, and whether that cannot be true.
Point = tuple[str, float, float, bool]


def points(rungs: list[Rung]) -> list[Point]:
    """What can be placed under the roofs."""
    found = []
    for one in rungs:
        figure, operations = one.figure, one.operations()
        if figure is not None and figure.bytes and operations:
            found.append((one.step.function, operations / figure.bytes, operations / figure.median,
                          figure.above_limit))
    return found


def roofs(rungs: list[Rung]) -> tuple[float, float] | None:
    """Bytes and operations a second of the data sheet. All runs are of one GPU."""
    for one in rungs:
        if one.run is not None:
            memory = one.run.number("data_sheet_bytes_per_second")
            arithmetic = one.run.number("data_sheet_flops")
            if memory is not None and arithmetic is not None:
                return memory, arithmetic
    return None


def draw_roofs(axes: Any, memory: float, arithmetic: float) -> None:
    """Both roofs inside the limits of the axes, with their names."""
    (left, right), (bottom, _) = axes.get_xlim(), axes.get_ylim()
    ridge = arithmetic / memory
    axes.plot([left, ridge, right], [left * memory, arithmetic, arithmetic], color=colour("ink"))
    axes.annotate(f"FP32: {arithmetic / 1e12:.1f} TFLOP/s", (right, arithmetic), (-4, 5),
                  textcoords="offset points", ha="right")
    # The name of the slope lies along it: the angle is that on the paper.
    foot = max(left, bottom / memory)
    axes.figure.canvas.draw()
    start, end = axes.transData.transform([(foot, foot * memory), (ridge, arithmetic)])
    angle = math.degrees(math.atan2(end[1] - start[1], end[0] - start[0]))
    at = foot ** (1 / 3) * ridge ** (2 / 3)
    axes.annotate(f"memory: {memory / 1e9:.0f} GB/s", (at, at * memory), (-4, 6), textcoords="offset points",
                  rotation=angle, rotation_mode="anchor", ha="center")


def draw_points(axes: Any, marks: list[Point], memory: float, arithmetic: float) -> None:
    """A mark for each function, and its name beside it, under the roof."""
    bottom, top = axes.get_ylim()
    height = math.log(top / bottom)
    # Functions of one kind stand above each other, so each kind has a column of names.
    columns: dict[int, list[int]] = {}
    for at, (_, x, _, _) in enumerate(marks):
        columns.setdefault(round(math.log10(x)), []).append(at)
    for column in columns.values():
        beside = max(marks[at][1] for at in column) * 1.5
        under_roof = math.log(min(beside * memory, arithmetic)) - height * 0.04
        places = spaced([math.log(marks[at][2]) for at in column], height * 0.045,
                        math.log(bottom) + height * 0.02, under_roof)
        for at, place in zip(column, places):
            function, x, y, doubtful = marks[at]
            tint = colour((SERIES * 2)[at])
            axes.plot(x, y, marker=(MARKERS * 2)[at], color=tint, markersize=7, linestyle="none",
                      fillstyle="none" if doubtful else "full")
            axes.annotate(function + (" (above the physical limit)" if doubtful else ""), (x, y),
                          (beside, math.exp(place)), va="center", color=tint, arrowprops=leader(tint))


def across(rungs: list[Rung]) -> str:
    """What the axis counts."""
    nominal = {one.step.operations for one in rungs if one.figure is not None and one.figure.operations is None}
    counts = sorted(f"{count:g}" for count in nominal if count is not None)
    return "operations a byte" + (f"; softmax: {' or '.join(counts)} an element, whatever the kernel does"
                                  if counts else "")


def draw(rungs: list[Rung]) -> Plot:
    """The roofs, and a point for each function of the ladder."""
    import matplotlib.pyplot as plt

    limits, marks = roofs(rungs), points(rungs)
    if limits is None or not marks:
        return Plot("roofline", "Roofline", why_not=NO_ROOF)
    memory, arithmetic = limits
    over = [x for _, x, _, _ in marks] + [arithmetic / memory]
    up = [y for _, _, y, _ in marks] + [arithmetic]
    figure, axes = plt.subplots(figsize=(8.2, 5.2))
    axes.set(xscale="log", yscale="log", xlim=(min(over) / 4, max(over) * 4), ylim=(min(up) / 3, max(up) * 3),
             xlabel=across(rungs))
    axes.set_title("operations a second", pad=8)
    axes.grid(True)
    draw_roofs(axes, memory, arithmetic)
    draw_points(axes, marks, memory, arithmetic)
    svg = svg_of(figure, "roofline", "Roofline")
    plt.close(figure)
    return Plot("roofline", "Roofline", svg)

# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""The roofline: operations a second against operations a byte, under the roofs of the data sheet."""
from __future__ import annotations

from labels import spaced
from ladder import Rung
from plot_style import MARKERS, SERIES, colour, svg_of

NO_ROOF = ("There is no roofline: no run names both data_sheet_bytes_per_second and data_sheet_flops, and "
           "counts operations as well as bytes. Next: measure again with the benchmarks of this revision.")


def points(rungs: list[Rung]) -> list[tuple[str, float, float, bool]]:
    """Function, operations a byte, operations a second, and whether that cannot be true."""
    found = []
    for one in rungs:
        figure = one.figure
        if figure is not None and figure.bytes and figure.operations:
            found.append((one.step.function, figure.operations / figure.bytes,
                          figure.operations / figure.median, figure.above_limit))
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


def draw(rungs: list[Rung]) -> "Plot":
    """The roofs, and a point for each function of the ladder."""
    import math

    import matplotlib.pyplot as plt

    from plots import Plot

    title = "Roofline"
    limits, marks = roofs(rungs), points(rungs)
    if limits is None or not marks:
        return Plot("roofline", title, why_not=NO_ROOF)
    memory, arithmetic = limits
    ridge = arithmetic / memory
    left = min([x for _, x, _, _ in marks] + [ridge]) / 4
    right = max([x for _, x, _, _ in marks] + [ridge]) * 4
    bottom, top = min(y for _, _, y, _ in marks) / 3, max([y for _, _, y, _ in marks] + [arithmetic]) * 3
    figure, axes = plt.subplots(figsize=(8.2, 5.2))
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.plot([left, ridge, right], [left * memory, arithmetic, arithmetic], color=colour("ink"))
    axes.annotate(f"FP32: {arithmetic / 1e12:.1f} TFLOP/s", (right, arithmetic), (-4, 5),
                  textcoords="offset points", ha="right")
    # Along the slope, which has 45 degrees only where both axes are as long.
    foot = max(left, bottom / memory)
    axes.set_xlim(left, right)
    axes.set_ylim(bottom, top)
    figure.canvas.draw()
    start, end = axes.transData.transform([(foot, foot * memory), (ridge, arithmetic)])
    angle = math.degrees(math.atan2(end[1] - start[1], end[0] - start[0]))
    middle = math.sqrt(foot * ridge)
    axes.annotate(f"memory: {memory / 1e9:.0f} GB/s", (middle, middle * memory), (-4, 6),
                  textcoords="offset points", rotation=angle, rotation_mode="anchor", ha="center")
    height = math.log(top / bottom)
    # Functions of one kind stand above each other, so each kind has its column of labels beside it.
    columns: dict[int, list[int]] = {}
    for at, (_, x, _, _) in enumerate(marks):
        columns.setdefault(round(math.log10(x)), []).append(at)
    for at_column in columns.values():
        places = spaced([math.log(marks[at][2]) for at in at_column], height * 0.045,
                        math.log(bottom) + height * 0.02, math.log(top))
        beside = max(marks[at][1] for at in at_column) * 1.5
        for at, place in zip(at_column, places):
            function, x, y, doubtful = marks[at]
            tint = colour((SERIES * 2)[at])
            axes.plot(x, y, marker=(MARKERS * 2)[at], color=tint, markersize=7, linestyle="none",
                      fillstyle="none" if doubtful else "full")
            text = function + (" (above the physical limit)" if doubtful else "")
            axes.annotate(text, (x, y), (beside, math.exp(place)), textcoords="data", va="center",
                          color=tint, arrowprops={"arrowstyle": "-", "relpos": (0, 0.5), "color": tint, "linewidth": 0.7,
                                                  "shrinkA": 1, "shrinkB": 5})
    axes.grid(True)
    axes.set_xlabel("operations a byte")
    axes.set_title("operations a second", pad=8)
    svg = svg_of(figure, "roofline", title)
    plt.close(figure)
    return Plot("roofline", title, svg)

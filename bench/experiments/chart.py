# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""Lines over a logarithmic x axis, in one panel or several, as an SVG."""
from __future__ import annotations

from dataclasses import dataclass, field

from labels import spaced
from plot_style import MARKERS, SERIES, colour, leader, settings, svg_of
from words import NAMES

COPY = "device_to_device_copy"
AXES = {"rows": "rows", "cols": "columns", "megabytes": "MB of input and output", "elements": "elements",
        "threads": "threads of a block", "pause": "seconds of pause"}


@dataclass
class Line:
    """What one function does."""

    name: str
    mode: str
    points: dict[float, float] = field(default_factory=dict)
    # By x, where points differ in something else as well: a line joins only neighbours that have the same here.
    kinds: dict[float, str] = field(default_factory=dict)


def pieces(line: Line) -> list[list[float]]:
    """The places on the x axis that are joined, from left to right."""
    found: list[list[float]] = []
    for x in sorted(line.points):
        if found and line.kinds.get(found[-1][-1]) == line.kinds.get(x):
            found[-1].append(x)
        else:
            found.append([x])
    return found


def grid_of(count: int) -> tuple[int, int]:
    """Rows and columns of so many panels: never more than two beside each other, so that texts can be read."""
    return (count + 1) // 2, min(count, 2)


def looks(lines: list[Line]) -> dict[str, tuple[str, str]]:
    """name -> colour and mark: one colour for a function, whatever its mode; the copy is plain."""
    functions = list(dict.fromkeys(line.name.split(",")[0] for line in lines))
    others = [function for function in functions if function != COPY]
    tints = {COPY: ("ink", "")} | {
        function: (SERIES[at % len(SERIES)], MARKERS[at % len(MARKERS)]) for at, function in enumerate(others)}
    return {line.name: tints[line.name.split(",")[0]] for line in lines}


def short(value: float) -> str:
    """A number beside an axis: 0.524, 16.8, 4064, 1.05 M."""
    return f"{value / 1e6:.3g} M" if value >= 1e6 else f"{value:.0f}" if value >= 100 else f"{value:.3g}"


def shown(name: str) -> str:
    """A name as people write it."""
    function, comma, mode = name.partition(",")
    return NAMES.get(function, function) + comma + mode


def draw(facts: dict[str, str], panels: dict[str, list[Line]]) -> str:
    """The SVG. @param facts: the line of experiments.txt"""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    with matplotlib.rc_context(settings()):
        count = len(panels)
        # Labels at the ends of the lines where there is one panel; else a legend for all.
        high, wide = grid_of(count)
        figure, grid = plt.subplots(high, wide, figsize=(8.2, 4.6 if high == 1 else 3.2 * high),
                                    squeeze=False, sharey=facts["y"] != "us")
        tints = looks([line for lines in panels.values() for line in lines])
        for axes in grid.flat[count:]:
            axes.set_visible(False)
        for axes, (title, lines) in zip(grid.flat, panels.items()):
            draw_panel(axes, facts, lines, tints, label=count == 1)
            if title:
                axes.set_title(title, pad=8)
        unit = "µs of a launch" if facts["y"] == "us" else facts["y"]
        for row in grid:
            row[0].set_ylabel(unit)
        if count > 1:
            handles, names = grid[0][0].get_legend_handles_labels()
            figure.legend(handles, names, loc="outside lower center", ncols=3, frameon=False)
        svg = svg_of(figure, facts["name"], facts["title"])
        plt.close(figure)
    return svg


def draw_panel(axes, facts: dict[str, str], lines: list[Line], tints: dict, label: bool) -> None:
    """One panel."""
    from matplotlib.ticker import NullLocator

    ends = []
    for line in lines:
        xs = sorted(line.points)
        tint, mark = tints[line.name]
        dashes = {"warm": (0, (4, 2)), "eager": (0, (1.5, 2))}.get(line.mode, "-")
        # Without a mark a point that is joined to none would not be seen.
        mark = mark or ("_" if line.kinds else "")
        for at, piece in enumerate(pieces(line)):
            axes.plot(piece, [line.points[x] for x in piece], color=colour(tint), marker=mark or None,
                      markersize=12 if mark == "_" else None, linestyle=dashes, label="" if at else shown(line.name))
        ends.append((shown(line.name), xs[-1], line.points[xs[-1]], tint))
    axes.set_xscale("log", base=2)
    xs = sorted({x for line in lines for x in line.points})
    ticks = xs if len(xs) <= 10 else xs[::2]
    kinds = {x: f"{kind} x " for line in lines for x, kind in line.kinds.items()}
    axes.set_xticks(ticks, [kinds.get(x, "") + short(x) for x in ticks], rotation=45 if len(ticks) > 6 else 0,
                    **({"ha": "right", "rotation_mode": "anchor"} if kinds else {}))
    axes.minorticks_off()
    highest = max(max(line.points.values()) for line in lines)
    lowest = min(min(line.points.values()) for line in lines)
    if facts["y"] == "us" and lowest > 0 and highest / lowest > 20:
        axes.set_yscale("log")
        ticks = [one * 10**power for power in range(-1, 6) for one in (1, 2, 5)
                 if lowest * 0.9 <= one * 10**power <= highest * 1.1]
        axes.set_yticks(ticks, [f"{tick:g}" for tick in ticks], minor=False)
        axes.yaxis.set_minor_locator(NullLocator())
    else:
        axes.set_ylim(0, highest * 1.05)
        if label:
            places = spaced([end[2] for end in ends], highest * 0.055, highest * 0.02, highest)
            for (text, x, y, tint), height in zip(ends, places):
                axes.annotate(text, (x, y), (xs[-1] * 1.15, height), va="center", color=colour(tint),
                              annotation_clip=False, arrowprops=leader(colour(tint)))
    if axes.get_yscale() == "log" and label:
        axes.legend(frameon=False)
    axes.grid(axis="y")
    axes.set_xlabel(("rows x " if kinds else "") + AXES[facts["x"]])

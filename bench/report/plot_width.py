# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""Bandwidth against the width of the rows, at a fixed number of rows, with the copy."""
from __future__ import annotations

from collections import defaultdict

from labels import spaced
from ladder import Rung
from model import COPY, Run
from plot import Plot
from plot_style import MARKERS, SERIES, colour, leader, svg_of
from ratios import figures
from words import NAMES

FEWEST_WIDTHS = 3
ALIGNED = 4  # floats: rows of so many, or a multiple, all begin at multiples of 16 bytes
Line = dict[int, float]  # columns -> GB/s


def lines_of(run: Run) -> dict[int, dict[str, Line]]:
    """rows -> function -> line, of cold launches. What is above the physical limit is no point."""
    found: dict[int, dict[str, Line]] = defaultdict(lambda: defaultdict(dict))
    for key in run.series:
        figure = figures(run, key) if key.mode == "cold" else None
        if figure is not None and figure.bytes is not None and not figure.above_limit:
            found[key.shape.rows][key.function][key.shape.cols] = figure.bytes / figure.median / 1e9
    return found


def most_widths(lines: dict[int, dict[str, Line]]) -> tuple[int, dict[str, Line]] | None:
    """The number of rows with the most widths, and its lines of at least three points."""
    best = None
    for rows, functions in lines.items():
        kept = {name: line for name, line in functions.items() if len(line) >= FEWEST_WIDTHS}
        widths = len(set().union(*kept.values())) if kept else 0
        if kept and (best is None or widths > best[0]):
            best = (widths, rows, kept)
    return None if best is None else (best[1], best[2])


def lessons_together(runs: list[Run], rungs: list[Rung]) -> dict[int, dict[str, Line]]:
    """The functions of the ladder, each from the run that the ladder takes, with the newest copy."""
    together: dict[int, dict[str, Line]] = defaultdict(dict)
    dated = [(one.run.date, one.run, one.step.function) for one in rungs if one.run is not None]
    for _, run, function in sorted(dated, key=lambda one: one[0]):
        for rows, functions in lines_of(run).items():
            for name in (function, COPY):
                if name in functions:
                    together[rows][name] = functions[name]
    return together


def draw_lines(name: str, title: str, rows: int, lines: dict[str, Line]) -> Plot:
    """One plot. Each line carries its name at its right end; the order is that of the ends."""
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(8.2, 4.6))
    top = max(max(line.values()) for line in lines.values()) * 1.05
    last = max(max(line) for line in lines.values())
    ends = []
    others = iter(zip(SERIES * 2, MARKERS * 2))
    for function, line in lines.items():
        tint, marker = ("ink", "") if function == COPY else next(others)
        straight = sorted(width for width in line if width % ALIGNED == 0)
        odd = sorted(width for width in line if width % ALIGNED != 0)
        axes.plot(straight, [line[width] for width in straight], color=colour(tint), marker=marker or None,
                  linestyle=(0, (4, 3)) if function == COPY else "-")
        # Off the lines: from one width to the next they would jump down and up again.
        axes.plot(odd, [line[width] for width in odd], color=colour(tint), marker=marker or "_",
                  linestyle="none", fillstyle="none")
        end = (straight or odd)[-1]
        ends.append((NAMES.get(function, function), end, line[end], tint))
    places = spaced([height for *_, height, _ in ends], top * 0.052, top * 0.02, top * 0.98)
    for (text, width, height, tint), place in zip(ends, places):
        axes.annotate(text, (width, height), (last * 1.12, place), textcoords="data", va="center",
                      color=colour(tint), annotation_clip=False,
                      arrowprops=leader(colour(tint)))
    axes.set_xscale("log", base=2)
    first = min(min(line) for line in lines.values())
    ticks = [2**power for power in range(1, 31) if first * 0.9 <= 2**power <= last * 1.1]
    axes.set_xticks(ticks, [str(tick) for tick in ticks])
    axes.minorticks_off()
    axes.set_ylim(0, top)
    axes.grid(axis="y")
    crooked = any(width % ALIGNED for line in lines.values() for width in line)
    axes.set_xlabel("columns" + ("; hollow: not a multiple of 4, so most rows begin between the steps of "
                                 "16 bytes" if crooked else ""))
    axes.set_title(f"GB/s, {rows} rows, cold", pad=8)
    svg = svg_of(figure, name, title)
    plt.close(figure)
    return Plot(name, title, svg)


def draw(runs: list[Run], rungs: list[Rung]) -> dict[str, Plot]:
    """The lessons together, and the other libraries beside ours, as far as there are widths."""
    found: dict[str, Plot] = {}
    lessons = most_widths(lessons_together(runs, rungs))
    if lessons is not None and len(lessons[1]) > 1:
        found["width"] = draw_lines("width", "Bandwidth against width: the lessons", *lessons)
    peers = [run for run in runs if run.lesson == "peers"]
    choices = [(most_widths(lines_of(run)), run.date) for run in peers]
    usable = [(len(set().union(*choice[1].values())), date, choice) for choice, date in choices if choice]
    if usable:
        found["width-peers"] = draw_lines("width-peers", "Bandwidth against width: other libraries",
                                          *max(usable, key=lambda one: one[:2])[2])
    if not found:
        found["width"] = Plot("width", "Bandwidth against width", why_not="There is no plot of bandwidth "
                              "against width: no function was measured at three widths with as many rows.")
    return found

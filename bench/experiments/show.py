#!/usr/bin/env python3
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""The table and the plot of an experiment, from the JSON that its program wrote.

Usage: show.py NAME RESULTS.json [--folder FOLDER] [--page PAGE.md] [--check-plot NAME.svg]
  prints the table as Markdown and writes FOLDER/NAME.svg, where matplotlib is installed. With --page, what
  stands between `<!-- table: ... -->` and `<!-- end of table -->` of the page is replaced by the table.
  --check-plot asks whether a kept plot was drawn from these data; that needs no matplotlib.
Exit code: 0; 1 when the results cannot be used, or are too far from what is true; 2 for a wrong command line.
"""
from __future__ import annotations

import argparse
import json
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "report"))

from model import COPY, Key, Run  # noqa: E402
from plot_style import MISSING  # noqa: E402
from ratios import figures  # noqa: E402
from read_results import read_file  # noqa: E402
from table import ABSENT, Table  # noqa: E402
from words import called, digits, microseconds, spread  # noqa: E402

import pauses  # noqa: E402
import truth  # noqa: E402
from chart import Line, draw  # noqa: E402
from plot_stamp import fault, stamped  # noqa: E402

BEGIN, END = re.compile(r"<!-- table:[^>]*-->\n"), "<!-- end of table -->"


def experiment(name: str) -> dict[str, str] | None:
    """The line of experiments.txt."""
    for line in (Path(__file__).parent / "experiments.txt").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.split("|")]
        if not line.startswith("#") and cells[0] == name:
            return dict(zip(("name", "program", "x", "y", "options", "title"), cells))
    return None


def place(key: Key, axis: str) -> float:
    """Where a series stands on the x axis."""
    if axis == "threads":
        number = re.search(r"_(\d+)$", key.function)
        return float(number[1]) if number else 0.0  # the copy has no block size, and no place
    elements = key.shape.rows * key.shape.cols
    return {"rows": key.shape.rows, "cols": key.shape.cols, "elements": elements,
            "megabytes": round(elements * 8 / 1e6, 3)}[axis]


def column(key: Key, axis: str) -> str:
    """What a series is called in the head of the table: without the part that the line tells."""
    return re.sub(r"_\d+$", "", key.function) if axis == "threads" else key.function


def cell(run: Run, key: Key | None, unit: str) -> str:
    """The figure of a series: its time with the spread, or its bandwidth."""
    figure = figures(run, key) if key is not None else None
    if figure is None:
        return ABSENT
    if unit == "us" or figure.bytes is None:
        return f"{microseconds(figure.median)} ± {spread(figure)}"
    return digits(figure.bytes / figure.median / 1e9, 4) + (" (above the limit)" if figure.above_limit else "")


def table_of(run: Run, axis: str, unit: str) -> Table:
    """A line for each place and shape, a column for each function and mode."""
    keys = [key for key in run.series if figures(run, key) is not None and place(key, axis) > 0]
    heads = list(dict.fromkeys((column(key, axis), key.mode) for key in keys))
    modes = {mode for _, mode in heads}
    plain = axis in ("rows", "cols")
    table = Table(["rows x cols"] + ([] if plain else [f"{axis}:"]) + [
        f"{called(function)}{' ' + mode if len(modes) > 1 else ''}:" for function, mode in heads])
    for x, shape in sorted({(place(key, axis), key.shape) for key in keys}):
        by_head = {(column(key, axis), key.mode): key for key in keys
                   if key.shape == shape and place(key, axis) == x}
        table.add(shape.text(), *([] if plain else [f"{x:g}"]),
                  *(cell(run, by_head.get(head), unit) for head in heads))
    return table.without_empty_columns()


def table_by_threads(run: Run, unit: str) -> Table:
    """A line for each size of a block and one for the copy, a column for each function, mode and shape."""
    keys = [key for key in run.series if figures(run, key) is not None]
    measured = [key for key in keys if place(key, "threads") > 0]
    heads = sorted({(column(key, "threads"), key.mode, key.shape) for key in measured})
    several = len({head[:2] for head in heads}) > 1
    table = Table(["threads"] + [(f"{called(function)} {mode}, " if several else "") + f"{shape.text()}:"
                                 for function, mode, shape in heads])
    for threads in sorted({place(key, "threads") for key in measured}):
        found = {(column(key, "threads"), key.mode, key.shape): key for key in measured
                 if place(key, "threads") == threads}
        table.add(f"{threads:g}", *(cell(run, found.get(head), unit) for head in heads))
    copies = {(key.mode, key.shape): key for key in keys if key.function == COPY}
    table.add("copy", *(cell(run, copies.get(head[1:]), unit) for head in heads))
    return table


def lines_of(run: Run, axis: str, unit: str) -> dict[str, list[Line]]:
    """The lines of the plot, by panel: shapes that differ in the other dimension do not share one."""
    panels: dict[str, dict[str, Line]] = {}
    for key in run.series:
        figure = figures(run, key)
        if figure is None or place(key, axis) == 0 or (unit != "us" and (figure.bytes is None or figure.above_limit)):
            continue
        panel = {"rows": f"{key.shape.cols} columns", "threads": key.shape.text()}.get(axis, "")
        modes = {other.mode for other in run.series}
        name = column(key, axis) + (f", {key.mode}" if len(modes) > 1 else "")
        y = figure.median * 1e6 if unit == "us" else figure.bytes / figure.median / 1e9
        line = panels.setdefault(panel, {}).setdefault(name, Line(name, key.mode))
        line.points[place(key, axis)] = y
        if axis == "cols" and len({other.shape.rows for other in run.series}) > 1:
            line.kinds[place(key, axis)] = str(key.shape.rows)
    return {panel: list(lines.values()) for panel, lines in panels.items()}


def put_into(page: Path, text: str) -> bool:
    """Replaces the table of a page. False when the page has no place for it."""
    old = page.read_text(encoding="utf-8")
    begin = BEGIN.search(old)
    end = old.find(END)
    if begin is None or end < begin.end():
        print(f"{page}: there is no <!-- table: ... --> followed by {END}", file=sys.stderr)
        return False
    page.write_text(old[:begin.end()] + "\n" + text + "\n" + old[end:], encoding="utf-8")
    return True


def show_truth(run: Run, facts: dict[str, str], options: argparse.Namespace) -> int:
    """The table of the experiment about the measuring itself, and its verdict."""
    try:
        table, within, ways = truth.read(run, options.results)
    except (OSError, ValueError, KeyError, TypeError) as error:
        print(f"{truth.plain_file(options.results)}: not the other half of this experiment ({error}). "
              f"Next: make experiment NAME={options.name}", file=sys.stderr)
        return 1
    print(f"{facts['title']}\n")
    text = table.markdown()
    if ways.rows:
        text += f"\n\nThe same copy, timed by plain events, in a stream and in a graph:\n\n{ways.markdown()}"
    print(text)
    if options.page is not None and not put_into(options.page, text):
        return 1
    if not within:
        print("The benchmarks report what is not true. Likely causes: another program on the GPU, a clock that "
              "moved between the two\nprograms. Next: nvidia-smi, and run it again", file=sys.stderr)
    return 0 if within else 1


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name")
    parser.add_argument("results", type=Path)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--page", type=Path)
    parser.add_argument("--check-plot", type=Path, metavar="SVG")
    options = parser.parse_args()
    facts = experiment(options.name)
    if facts is None:
        parser.error(f"there is no experiment {options.name}: bench/experiments/experiments.txt has their names")
    if facts["x"] == "pause":
        try:
            table, panels = pauses.read(json.loads(options.results.read_text(encoding="utf-8")))
        except (OSError, ValueError, KeyError, TypeError) as error:
            print(f"{options.results}: not the result of this experiment ({error}). Next: make experiment "
                  f"NAME={options.name}", file=sys.stderr)
            return 1
    else:
        runs, problems = read_file(options.results)
        for problem in problems:
            print(problem.text(), file=sys.stderr)
        if not runs:
            return 1
        if facts["x"] == "truth":
            return show_truth(runs[-1], facts, options)
        unwanted = re.search(r"--benchmark_filter=-(\S+)", facts["options"])
        if unwanted is not None:  # results that were measured without the filter hold more
            runs[-1].series = {key: one for key, one in runs[-1].series.items()
                               if not re.search(unwanted[1], key.function)}
        table = (table_by_threads(runs[-1], facts["y"]) if facts["x"] == "threads" else
                 table_of(runs[-1], facts["x"], facts["y"]))
        panels = lines_of(runs[-1], facts["x"], facts["y"])
    unit = "µs of a launch" if facts["y"] == "us" else "GB/s"
    text = table.markdown()
    print(f"{facts['title']}: {unit}\n")
    print(text)
    if options.page is not None and not put_into(options.page, text):
        return 1
    if options.check_plot is not None:
        wrong = fault(options.check_plot.read_text(encoding="utf-8"), facts, panels)
        if wrong:
            print(f"{options.check_plot}: {wrong}. Next: make experiment NAME={options.name}, or this program with "
                  f"--folder {options.check_plot.parent}", file=sys.stderr)
            return 1
    if options.folder is not None:
        try:
            svg = stamped(draw(facts, panels), facts, panels)
        except ImportError:
            print(f"No plot: matplotlib is missing. Next: {MISSING}")
            return 0
        path = options.folder / f"{options.name}.svg"
        path.write_text(svg, encoding="utf-8")
        print(f"The plot: {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""The table and the plot of an experiment, from the JSON that its program wrote.

Usage: show.py NAME RESULTS.json [--folder FOLDER] [--page PAGE.md] [--check-plot NAME.svg]
  prints the tables as Markdown and writes FOLDER/NAME.svg, where matplotlib is installed. With --page, what
  stands between `<!-- table: ... -->` and `<!-- end of table -->` of the page is replaced by the tables.
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

from model import Run  # noqa: E402
from plot_style import MISSING  # noqa: E402
from ratios import figures  # noqa: E402
from read_results import read_file  # noqa: E402
from writing import CannotWrite, write_files  # noqa: E402

import pauses  # noqa: E402
import truth  # noqa: E402
from chart import Line, draw  # noqa: E402
from plot_stamp import fault, stamped  # noqa: E402
from tables import column, place, text_of  # noqa: E402

BEGIN, END = re.compile(r"<!-- table:[^>]*-->\n"), "<!-- end of table -->"


def experiment(name: str) -> dict[str, str] | None:
    """The line of experiments.txt."""
    for line in (Path(__file__).parent / "experiments.txt").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.split("|")]
        if not line.startswith("#") and cells[0] == name:
            return dict(zip(("name", "program", "x", "y", "options", "title"), cells))
    return None


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
    write_files({page: old[:begin.end()] + "\n" + text + "\n" + old[end:]})
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
            text = table.markdown()
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
        text = text_of(runs[-1], facts["x"], facts["y"])
        panels = lines_of(runs[-1], facts["x"], facts["y"])
    unit = "µs of a launch" if facts["y"] == "us" else "GB/s"
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
        write_files({path: svg})
        print(f"The plot: {path}")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except CannotWrite as error:
        sys.exit(str(error))

# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""The tables of an experiment: a line for each place on the x axis, narrow enough for a page of the site."""
from __future__ import annotations

import re

from model import COPY, Key, Run
from ratios import figures
from table import ABSENT, Table
from words import called, digits, microseconds, spread

WIDEST = 6  # figures in a line; more of them, of several modes, become a table for each mode


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


def number(x: float) -> str:
    """A place as people read it: a whole number with all its digits."""
    return str(int(x)) if x == int(x) else f"{x:g}"


def one_table(run: Run, keys: list[Key], axis: str, unit: str, sizes: str) -> Table:
    """A line for each place and shape, a column for each function and mode. `sizes`: how a line names its shape."""
    by_threads = axis == "threads"  # each shape has columns of its own, and each number of threads one line
    heads = list(dict.fromkeys((column(key, axis), key.mode, key.shape if by_threads else None) for key in keys))
    modes = {mode for _, mode, _ in heads}
    own_place = axis not in ("rows", "cols")
    only_shapes = by_threads and len({head[:2] for head in heads}) == 1  # then a head need not say of what
    table = Table(([] if by_threads else [sizes]) + ([f"{axis}:"] if own_place else []) + [
        (shape.text() if only_shapes else
         called(function) + (f" {mode}" if len(modes) > 1 else "") + (f", {shape.text()}" if shape else "")) + ":"
        for function, mode, shape in heads])
    for x, shape in sorted({(place(key, axis), None if by_threads else key.shape) for key in keys}):
        names = {"rows:": shape.rows, "cols:": shape.cols}.get(sizes, shape.text()) if shape else ""
        at = {(column(key, axis), key.mode, key.shape if by_threads else None): key for key in keys
              if place(key, axis) == x and (by_threads or key.shape == shape)}
        table.add(*([] if by_threads else [str(names)]), *([number(x)] if own_place else []),
                  *(cell(run, at.get(head), unit) for head in heads))
    if by_threads:  # the copy has no number of threads: a line of its own, the last one
        copies = {(key.mode, key.shape): key for key in run.series if key.function == COPY}
        table.add("copy", *(cell(run, copies.get(head[1:]), unit) for head in heads))
    return table.without_empty_columns()


def text_of(run: Run, axis: str, unit: str) -> str:
    """All tables of an experiment as Markdown, with what is the same in all their lines in front."""
    keys = [key for key in run.series if figures(run, key) is not None and place(key, axis) > 0]
    shapes = {key.shape for key in keys}
    sizes, text = "rows x cols", ""
    if axis != "threads" and len(shapes) > 1:
        if len({shape.rows for shape in shapes}) == 1:
            sizes, text = "cols:", f"{keys[0].shape.rows} rows each.\n\n"
        elif len({shape.cols for shape in shapes}) == 1:
            sizes, text = "rows:", f"{keys[0].shape.cols} columns each.\n\n"
    modes = list(dict.fromkeys(key.mode for key in keys))
    if len(modes) < 2 or len({(column(key, axis), key.mode) for key in keys}) <= WIDEST:
        return text + one_table(run, keys, axis, unit, sizes).markdown()
    return text + "\n".join(
        f"{mode.capitalize()}:\n\n{one_table(run, [key for key in keys if key.mode == mode], axis, unit, sizes).markdown()}"
        for mode in modes)

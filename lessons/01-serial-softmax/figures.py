#!/usr/bin/env python3
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""Draws the figures of lesson 1 into this folder: python3 lessons/01-serial-softmax/figures.py"""

import math
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from svg import BLUE, GREEN, GREY, ORANGE, PURPLE, Figure  # noqa: E402

THREADS = [BLUE, GREEN, ORANGE, PURPLE]


def softmax_row():
    """One row of scores, its shifted exponentials, and the result, as three bar charts."""
    row = [2.0, 4.0, 3.0, -math.inf]
    exponentials = [math.exp(value - max(row)) for value in row]
    total = sum(exponentials)
    figure = Figure(760, 250, "The row 2, 4, 3, -inf becomes 0.090, 0.665, 0.245, 0")
    panels = [
        (20, "the scores x", row, 4.0, lambda v: f"{v:g}" if v > -math.inf else "-inf", GREY),
        (290, "exp(x - 4)", exponentials, 1.0, lambda v: f"{v:.3f}" if v else "0", BLUE),
        (560, "divided by the sum", [e / total for e in exponentials], 1.0,
         lambda v: f"{v:.3f}" if v else "0", GREEN)]
    floor, height = 200, 140
    for left, title, values, top, label, colour in panels:
        figure.text(left + 90, 20, title, 14, bold=True)
        for index, value in enumerate(values):
            tall = height * max(value, 0.0) / top
            x = left + index * 46
            if tall:
                figure.cell(x, floor - tall, 38, tall, fill=colour)
            figure.text(x + 19, floor - tall - 10, label(value), 12)
        figure.line(left - 4, floor, left + 182, floor)
    figure.text(110, 228, "maximum m = 4", 13)
    figure.text(380, 228, f"sum s = {total:.3f}", 13)
    figure.text(650, 228, "adds up to 1", 13)
    figure.line(222, 120, 270, 120, arrow=True)
    figure.line(492, 120, 540, 120, arrow=True)
    figure.save(HERE / "softmax-row.svg")


def row_per_thread():
    """A matrix with a leading dimension, one thread at each row, and the same bytes in memory."""
    rows, cols, leading = 4, 5, 7
    figure = Figure(760, 330, "One thread walks one row; row r starts at element r * ldx")
    left, top, side = 200, 50, 42
    figure.text(left + cols * side / 2, 20, f"cols = {cols}", 14)
    figure.line(left, 36, left + cols * side, 36)
    figure.text(left + (cols + 1) * side, 20, "padding", 13)
    for row in range(rows):
        y = top + row * side
        figure.cell(20, y + 5, 110, side - 10, f"thread {row}", fill=THREADS[row])
        figure.line(134, y + side / 2, left - 6, y + side / 2, arrow=True)
        for column in range(leading):
            inside = column < cols
            figure.cell(left + column * side + 1, y + 1, side - 2, side - 2,
                        f"{row * leading + column}", fill=THREADS[row] if inside else None,
                        dashed=not inside)
    right = left + leading * side + 24
    for index, line in enumerate([f"ldx = {leading}: the distance in",
                                  "elements from one row to",
                                  "the next. The number in a",
                                  "cell is its offset,", "row * ldx + column."]):
        figure.text(right, 80 + index * 22, line, 13, anchor="start")
    top, side = 268, 25
    figure.text(20, 246, "the same cells in memory, in the order of their addresses:", 13,
                anchor="start")
    for offset in range(rows * leading):
        row, column = divmod(offset, leading)
        inside = column < cols
        figure.cell(20 + offset * (side + 0.5), top, side - 1, 30, f"{offset}", size=11,
                    fill=THREADS[row] if inside else None, dashed=not inside)
    figure.text(20, 316, "At column 0 the four threads read offsets 0, 7, 14 and 21: never "
                "neighbours.", 13, anchor="start")
    figure.save(HERE / "row-per-thread.svg")


softmax_row()
row_per_thread()

#!/usr/bin/env python3
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""Draws the figures of lesson 2 into this folder: python3 lessons/02-block-reduction/figures.py"""

import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from svg import BLUE, GREEN, GREY, ORANGE, PURPLE, RED, Figure  # noqa: E402

ROW = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3]
THREADS = 6
COLOURS = [BLUE, GREEN, ORANGE, PURPLE, RED, GREY]
OWN = [sum(ROW[thread::THREADS]) for thread in range(THREADS)]


def shares():
    """Which element belongs to which thread, and the partial sums."""
    figure = Figure(760, 236, "Six threads share a row of ten elements with a stride of six")
    side, left = 56, 160
    figure.text(20, 48, "the row", anchor="start")
    for column, value in enumerate(ROW):
        colour = COLOURS[column % THREADS]
        figure.text(left + column * side + 26, 18, f"{column}", 11)
        figure.cell(left + column * side, 30, side - 4, 36, f"{value}", fill=colour, size=15)
    for start, end, step in ((0, THREADS, 1), (THREADS, len(ROW), 2)):
        figure.line(left + start * side, 78, left + end * side - 4, 78)
        figure.text(left + (start + end) * side / 2, 92, f"step {step}", 12)
    figure.text(20, 150, "each thread's sum", anchor="start")
    for thread in range(THREADS):
        terms = " + ".join(str(value) for value in ROW[thread::THREADS])
        x = left + thread * 92
        figure.cell(x, 132, 84, 36, f"{OWN[thread]}", fill=COLOURS[thread], size=15)
        figure.text(x + 42, 182, terms if "+" in terms else f"only {terms}", 11)
        figure.text(x + 42, 200, f"thread {thread}", 12)
    figure.text(left, 224, "In one step, neighbouring threads read neighbouring elements.", 13,
                anchor="start")
    figure.save(HERE / "shares.svg")


def two_stages():
    """A block of 96 threads: three warps, one value a warp in shared memory, then warp 0."""
    figure = Figure(760, 330, "Reduce each warp, then the warps' values, then hand out the result")
    for warp in range(3):
        x, colour = 190 + warp * 190, COLOURS[warp]
        figure.cell(x, 16, 160, 34, f"warp {warp}: 32 values", fill=colour)
        figure.line(x + 80, 52, x + 80, 86, arrow=True)
        figure.text(x + 88, 68, "5 shuffles", 11, anchor="start")
        figure.cell(x + 40, 90, 80, 30, f"of_warp[{warp}]", fill=colour, size=12)
        figure.line(x + 80, 122, 380 + (warp - 1) * 40, 176, arrow=True)
    figure.text(20, 33, "registers", anchor="start")
    figure.text(20, 105, "shared memory", anchor="start")
    figure.line(150, 136, 740, 136, dashed=True, colour=ORANGE)
    figure.text(20, 136, "__syncthreads() (a)", 12, anchor="start", colour=ORANGE)
    figure.cell(300, 180, 160, 34, "warp 0 alone", fill=BLUE)
    figure.text(470, 197, "lanes 3 to 31 bring the identity", 12, anchor="start")
    figure.line(380, 216, 380, 240, arrow=True)
    figure.cell(340, 244, 80, 30, "result", fill=BLUE, size=12)
    figure.text(20, 259, "shared memory", anchor="start")
    figure.line(150, 288, 740, 288, dashed=True, colour=ORANGE)
    figure.text(20, 288, "__syncthreads() (b)", 12, anchor="start", colour=ORANGE)
    figure.text(380, 312, "every thread reads the result", 13)
    figure.save(HERE / "two-stages.svg")


shares()
two_stages()

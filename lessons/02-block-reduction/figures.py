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


def tree():
    """The tree in shared memory over six partial sums, with its barriers."""
    figure = Figure(760, 404, "A tree adds six partial sums in three steps")
    left, side, height = 190, 78, 34
    values, active, y = list(OWN), THREADS, 44
    for thread in range(THREADS):
        figure.text(left + thread * side + 32, 20, f"thread {thread}", 12)
    while True:
        for thread in range(THREADS):
            live = thread < active
            figure.cell(left + thread * side, y, 64, height, f"{values[thread]}" if live else "",
                        fill=BLUE if live else None, dashed=not live, size=15)
        figure.text(20, y + height / 2, f"active = {active}", anchor="start", bold=True)
        figure.line(150, y + 46, 690, y + 46, dashed=True, colour=ORANGE)
        figure.text(20, y + 46, "__syncthreads()", 12, anchor="start", colour=ORANGE)
        if active == 1:
            figure.text(690, y + 60, "the last barrier is for the next row: it reuses the array", 12,
                        anchor="end", colour=ORANGE)
            break
        half = (active + 1) // 2
        for thread in range(half):
            target = left + thread * side + 32
            figure.line(target, y + height + 2, target, y + 82, arrow=True)
            if thread + half < active:
                figure.line(left + (thread + half) * side + 32, y + height + 2, target + 10, y + 82,
                            arrow=True)
                values[thread] += values[thread + half]
        active = half
        y += 88
    figure.text(20, y + 84, "39 is the sum of the row. In the step from 3 to 2, the 12 in the "
                "middle waits.", 12, anchor="start")
    figure.save(HERE / "tree.svg")


def shuffle():
    """A warp of six lanes reduces by shuffles: registers only."""
    figure = Figure(760, 330, "Six lanes add their values by shuffles with offsets 4, 2 and 1")
    left, side, height = 190, 78, 34
    values, useful, y = list(OWN), THREADS, 44
    for lane in range(THREADS):
        figure.text(left + lane * side + 32, 20, f"lane {lane}", 12)
    offsets = [4, 2, 1]
    for step in range(len(offsets) + 1):
        for lane in range(THREADS):
            live = lane < useful
            figure.cell(left + lane * side, y, 64, height, f"{values[lane]}",
                        fill=GREEN if live else None, dashed=not live, size=15)
        if step == len(offsets):
            break
        offset = offsets[step]
        figure.text(20, y + 60, f"offset {offset}", anchor="start", bold=True)
        after = list(values)
        for lane in range(THREADS):
            if lane + offset >= THREADS:
                continue
            after[lane] = values[lane] + values[lane + offset]
            faint = lane >= offset
            figure.line(left + (lane + offset) * side + 32, y + height + 2,
                        left + lane * side + 42, y + 74, arrow=True, dashed=faint)
        values, useful = after, offset
        y += 80
    figure.text(20, y + 17, "lane 0 has the sum", anchor="start")
    figure.save(HERE / "shuffle.svg")


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
tree()
shuffle()
two_stages()

#!/usr/bin/env python3
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""Draws the figures of lesson 5 into this folder: python3 lessons/05-persistent-grid/figures.py"""

import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from svg import BLUE, FAINT, GREEN, GREY, ORANGE, PURPLE, Figure  # noqa: E402

PLACES, ROWS = 6, 15


def waves():
    """15 rows on a device with 6 places: a block for each row, and blocks that stay."""
    figure = Figure(760, 440, "15 rows on a device that holds 6 blocks")
    colours = [BLUE, GREEN, ORANGE]

    def frame(top, title):
        figure.text(20, top, title, 14, anchor="start", bold=True)
        for place in range(PLACES):
            y = top + 26 + place * 27
            figure.text(96, y + 11, f"place {place}", 12, anchor="end")

    frame(16, "A block for each row: 15 blocks, three waves")
    for row in range(ROWS):
        y, x = 42 + row % PLACES * 27, 108 + row // PLACES * 196
        figure.cell(x, y, 34, 22, "start", fill=GREY, size=10)
        figure.cell(x + 36, y, 60, 22, "load", fill=PURPLE, size=11)
        figure.cell(x + 98, y, 92, 22, f"row {row}", fill=colours[row // PLACES], size=12)
    frame(228, "A persistent grid: 6 blocks, which take rows 0 to 5, then 6 to 11, then the rest")
    for place in range(PLACES):
        y = 254 + place * 27
        figure.cell(108, y, 34, 22, "start", fill=GREY, size=10)
        figure.cell(144, y, 60, 22, "load", fill=PURPLE, size=11)
        for index, row in enumerate(range(place, ROWS, PLACES)):
            x = 206 + index * 124
            more = row + PLACES < ROWS
            figure.cell(x, y, 92, 22, f"row {row}", fill=colours[index], size=12)
            if more:
                figure.cell(x + 94, y, 28, 22, "load", fill=PURPLE, size=10)
    figure.text(20, 426, "The next load begins while a row is written; what is left of it is shown. "
                "The lengths are no measurement.", 12, anchor="start")
    figure.save(HERE / "waves.svg")


def reads():
    """Where the row is between its first and its last use."""
    figure = Figure(760, 190, "Two reads become one")
    for title, left, fetch in [("Lesson 3", 20, False), ("Lesson 5", 400, True)]:
        figure.text(left, 16, title, 14, anchor="start", bold=True)
        figure.cell(left, 40, 96, 96)
        figure.text(left + 48, 80, "global", 12)
        figure.text(left + 48, 96, "memory", 12)
        if fetch:
            figure.cell(left + 160, 40, 70, 78, "", fill=GREEN)
            figure.text(left + 195, 72, "shared", 12, colour="#ffffff")
            figure.text(left + 195, 88, "memory", 12, colour="#ffffff")
            figure.line(left + 98, 66, left + 156, 66, arrow=True)
            figure.text(left + 128, 54, "once", 11)
            figure.line(left + 232, 60, left + 256, 60, arrow=True)
            figure.line(left + 232, 102, left + 256, 102, arrow=True)
        else:
            figure.line(left + 98, 60, left + 256, 60, arrow=True)
            figure.line(left + 98, 102, left + 256, 102, arrow=True)
            figure.text(left + 176, 48, "first read", 11)
            figure.text(left + 176, 90, "second read", 11)
        figure.cell(left + 260, 44, 84, 34, "max, sum", fill=PURPLE, size=12)
        figure.cell(left + 260, 86, 84, 34, "result", fill=ORANGE, size=12)
        figure.line(left + 256, 128, left + 98, 128, arrow=True)
        figure.text(left + (128 if fetch else 176), 118, "write", 11)
        total = "1 read + 1 write = 8 bytes" if fetch else "2 reads + 1 write = 12 bytes"
        figure.text(left, 168, total + " an element", 13, anchor="start")
    figure.line(382, 12, 382, 178, colour=FAINT)
    figure.save(HERE / "reads.svg")


def replace():
    """The next row takes the place of this one, batch by batch; a block of 2 threads."""
    figure = Figure(760, 232, "The next row takes the place of this one")
    figure.text(20, 16, "Shared memory of a block of 2 threads, 16 columns, batches of 4 columns a "
                "thread", 13, anchor="start")
    states = [("before", 0), ("first batch done", 8), ("second batch done", 16)]
    for index, (name, done) in enumerate(states):
        y = 40 + index * 46
        figure.text(20, y + 14, name, 12, anchor="start")
        for column in range(16):
            fill = GREEN if column < done else BLUE
            figure.cell(160 + column * 36, y, 34, 28, f"t{column % 2}", fill=fill, size=11)
    figure.cell(160, 186, 20, 14, fill=BLUE)
    figure.text(188, 193, "this row, still to be written", 12, anchor="start")
    figure.cell(390, 186, 20, 14, fill=GREEN)
    figure.text(418, 193, "the block's next row", 12, anchor="start")
    figure.text(20, 219, "t0, t1: the only thread that ever touches this place.", 12,
                anchor="start")
    figure.save(HERE / "replace.svg")


waves()
reads()
replace()

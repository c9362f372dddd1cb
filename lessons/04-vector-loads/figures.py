#!/usr/bin/env python3
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""Draws the figures of lesson 4 into this folder: python3 lessons/04-vector-loads/figures.py"""

import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from svg import BLUE, FAINT, GREEN, GREY, ORANGE, PURPLE, Figure  # noqa: E402

WIDTH = 4  # floats of a vector


def split(offset, cols):
    """(head, vectors, tail) of a row that begins `offset` floats behind a multiple of 16 bytes."""
    head = min((WIDTH - offset) % WIDTH, cols)
    return head, (cols - head) // WIDTH, (cols - head) % WIDTH


def draw_row(figure, left, y, offset, cols, cell=30, tall=26):
    """The elements of a row, in the colours of head, vectors and tail."""
    head, vectors, _ = split(offset, cols)
    for column in range(cols):
        vector = (column - head) // WIDTH
        if column < head:
            fill = ORANGE
        elif vector < vectors:
            fill = BLUE if vector % 2 == 0 else GREEN
        else:
            fill = PURPLE
        figure.cell(left + (offset + column) * cell, y, cell - 2, tall, str(column), fill=fill,
                    size=11)


def parts():
    """Four rows of a matrix whose leading dimension is no multiple of 4."""
    cols, ld, cell, left = 10, 11, 30, 250
    figure = Figure(760, 254, "Head, vectors and tail of four rows of 10 columns")
    figure.text(20, 16, "10 columns, leading dimension 11: each row begins elsewhere between two "
                "multiples of 16 bytes", 13, anchor="start")
    for line in range(5):
        x = left + line * WIDTH * cell - 1
        figure.line(x, 36, x, 196, colour=FAINT, dashed=True)
    for row in range(4):
        y, offset = 44 + row * 38, row * ld % WIDTH
        head, vectors, tail = split(offset, cols)
        figure.text(20, y + 13, f"row {row}: {head} + {vectors} x 4 + {tail}", 12, anchor="start")
        draw_row(figure, left, y, offset, cols, cell)
    for index, (fill, name) in enumerate([(ORANGE, "head"), (BLUE, "vectors"), (GREEN, ""),
                                          (PURPLE, "tail")]):
        x = 250 + [0, 90, 112, 230][index]
        figure.cell(x, 218, 20, 14, fill=fill)
        figure.text(x + (50 if name == "vectors" else 28), 225, name, 12, anchor="start")
    figure.text(20, 225, "dashed: multiples of 16 bytes", 12, anchor="start")
    figure.save(HERE / "parts.svg")


def sectors(lanes, stride, first=0):
    """Sectors of 32 bytes that lanes of 4 bytes touch, `stride` bytes apart."""
    return len({(first + lane * stride) // 32 for lane in range(lanes)})


def requests():
    """Three ways for a warp to read 512 bytes."""
    figure = Figure(760, 276, "Three ways for a warp to read 512 bytes")
    ways = [
        ("t, t + 32, t + 64, t + 96", 4, [(k * 4, 4) for k in range(4)], 1),
        ("one float4 a thread", 1, [(0, 16)], 1),
        ("4 t, 4 t + 1, 4 t + 2, 4 t + 3", 4, [(0, 16)] * 4, 4),
    ]
    assert sectors(32, 4) == 4 and sectors(32, 16) == 16
    top = 12
    for title, count, spans, gap in ways:
        total = sum(span for _, span in spans)
        figure.text(20, top + 8, title, 13, anchor="start", bold=True)
        figure.text(740, top + 8, f"{count} request{'s' if count > 1 else ''}, "
                    f"{total // count} sectors each: {total} in all", 12, anchor="end")
        for number, (begin, span) in enumerate(spans):
            y = top + 22 + number * 14
            for sector in range(16):
                used = begin <= sector < begin + span
                fill = None
                if used:
                    fill = GREY if gap > 1 else [BLUE, GREEN, ORANGE, PURPLE][number]
                figure.cell(20 + sector * 45, y, 43, 11, "", fill=fill)
        top += 42 + count * 14
    figure.text(20, 262, "Each box is a sector of 32 bytes. Grey: of the 32 bytes only 8 are wanted "
                "by this request.", 12, anchor="start")
    figure.save(HERE / "requests.svg")


def apart():
    """Rows of x and y that are not aligned alike."""
    figure = Figure(760, 190, "Rows of x and y that are not aligned alike")
    left, cell, cols = 120, 30, 18
    for line in range(6):
        x = left + line * WIDTH * cell - 1
        figure.line(x, 18, x, 134, colour=FAINT, dashed=True)
    for name, y, offset in [("row of x", 26, 0), ("row of y", 98, 1)]:
        figure.text(20, y + 13, name, 13, anchor="start")
        draw_row(figure, left, y, offset, cols, cell)
    for column in range(WIDTH, 2 * WIDTH):
        x = left + column * cell + 14
        figure.line(x, 54, x + cell, 94, arrow=True)
    figure.text(20, 156, "A vector of x, columns 4 to 7, goes to the last three places of one vector "
                "of y and the first of the next.", 12, anchor="start")
    figure.text(20, 176, "Dashed: multiples of 16 bytes, in x and in y.", 12, anchor="start")
    figure.save(HERE / "apart.svg")


def flight():
    """What one thread has on its way while it waits."""
    figure = Figure(760, 238, "What one thread has on its way")
    ways = [("one float", [(0, 4), (1, 4), (2, 4)]), ("one float4", [(0, 16), (1, 16), (2, 16)]),
            ("two float4", [(0, 32), (1, 32), (2, 32)])]
    for index, (name, waits) in enumerate(ways):
        y = 34 + index * 58
        figure.text(20, y + 16, name, 13, anchor="start", bold=True)
        for number, size in waits:
            x = 120 + number * 200
            for piece in range(max(1, size // 16)):
                figure.cell(x + piece * 10, y + piece * 20, 150 - piece * 10, 17,
                            "4 bytes" if size == 4 else "16 bytes",
                            fill=BLUE if size > 4 else GREY, size=11)
            figure.cell(x + 154, y, 40, 17 if size < 32 else 37, "use", fill=ORANGE, size=11)
    figure.text(120, 16, "time: each bar is a load on its way", 12, anchor="start")
    figure.text(20, 222, "After three waits: 12, 48 and 96 bytes. The lengths are no measurement.", 12,
                anchor="start")
    figure.save(HERE / "flight.svg")


parts()
requests()
apart()
flight()

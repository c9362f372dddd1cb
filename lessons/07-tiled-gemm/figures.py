#!/usr/bin/env python3
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""Draws the figures of lesson 7 into this folder: python3 lessons/07-tiled-gemm/figures.py"""

import math
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from svg import BLUE, FAINT, GREEN, GREY, ORANGE, PURPLE, RED, Figure  # noqa: E402


def grid(figure, left, top, rows, cols, size, filled):
    """rows x cols cells; filled(r, c) gives a colour or None."""
    for r in range(rows):
        for c in range(cols):
            figure.cell(left + c * size, top + r * size, size - 2, size - 2, fill=filled(r, c))


def product():
    """What one element, and one tile, of C needs of A and B."""
    figure = Figure(760, 330, "What one element and one tile of C need of A and B")
    size = 20
    for left, title, rows, cols in ((20, "one element: a row and a column", [2], [5]),
                                    (400, "a tile of 4 x 4: four rows, four columns",
                                     range(4), range(4, 8))):
        figure.text(left, 16, title, 13, anchor="start", bold=True)
        figure.text(left + 206, 40, "B", 13)
        grid(figure, left + 130, 52, 6, 8, size, lambda r, c: GREEN if c in cols else None)
        figure.text(left + 60, 180, "A", 13)
        grid(figure, left, 192, 4, 6, size, lambda r, c: BLUE if r in rows else None)
        figure.text(left + 310, 232, "C", 13)
        grid(figure, left + 130, 192, 4, 8, size,
             lambda r, c: ORANGE if r in rows and c in cols else None)
    figure.text(20, 290, "6 + 6 = 12 reads for 6 multiply-adds:", 13, anchor="start")
    figure.text(20, 310, "2 reads a multiply-add", 13, anchor="start", colour=ORANGE)
    figure.text(400, 290, "24 + 24 = 48 reads for 16 x 6 = 96 multiply-adds:", 13, anchor="start")
    figure.text(400, 310, "2/4 reads a multiply-add", 13, anchor="start", colour=ORANGE)
    figure.save(HERE / "product.svg")


def levels():
    """The tile of a block, of a warp and of a thread."""
    figure = Figure(760, 312, "The tile of a block, of a warp and of a thread")
    # Block: 4 x 2 warps of 32 x 64 elements.
    left, top = 20, 44
    figure.text(left, 16, "a block: 128 x 128", 13, anchor="start", bold=True)
    for r in range(4):
        for c in range(2):
            chosen = (r, c) == (1, 1)
            figure.cell(left + c * 100, top + r * 50, 98, 48, f"warp {2 * r + c}",
                        fill=BLUE if chosen else None, size=12)
    figure.text(left + 100, top + 218, "8 warps of 32 x 64", 12)
    # Warp: 4 x 8 lanes, in 2 x 2 groups.
    left = 270
    figure.text(left, 16, "a warp: 32 x 64", 13, anchor="start", bold=True)
    for group_row in range(2):
        for group_col in range(2):
            for r in range(4):
                for c in range(8):
                    lane = r * 8 + c
                    figure.cell(left + group_col * 126 + c * 15, top + group_row * 104 + r * 24,
                                14, 22, fill=ORANGE if lane == 10 else None)
    figure.text(left + 122, top + 218, "each lane has 4 groups of 4 x 4 elements", 12)
    figure.text(left + 122, top + 238, "lane 10 is filled", 12, colour=ORANGE)
    # Thread: 8 x 8.
    left = 560
    figure.text(left, 16, "a thread: 8 x 8", 13, anchor="start", bold=True)
    for i in range(8):
        figure.cell(left, top + 20 + i * 20, 18, 18, fill=PURPLE)
        figure.cell(left + 24 + i * 20, top - 4, 18, 18, fill=GREEN)
    grid(figure, left + 24, top + 20, 8, 8, 20, lambda r, c: ORANGE)
    figure.text(left + 90, top + 198, "for each k: 8 of A and 8 of B", 12)
    figure.text(left + 90, top + 218, "in 4 loads, then 64", 12)
    figure.text(left + 90, top + 238, "multiply-adds", 12)
    figure.save(HERE / "levels.svg")


def roofline():
    """The roofline of an H200 from its data sheet, with the intensities of the three kernels."""
    peak, bandwidth = 67.0, 4.8  # TFLOP/s, TB/s
    figure = Figure(760, 350, "Roofline of an H200 (data sheet), and what the kernels ask for")
    left, bottom, width, height = 70, 290, 640, 240
    low, high = -3, 7  # log2 of FLOP a byte
    floor, roof = -1, 7  # log2 of TFLOP/s

    def place(intensity, rate):
        x = left + (math.log2(intensity) - low) / (high - low) * width
        y = bottom - (math.log2(rate) - floor) / (roof - floor) * height
        return x, y

    for power in range(low, high + 1):
        x, _ = place(2.0**power, 1.0)
        figure.line(x, bottom, x, bottom + 5, colour=FAINT)
        label = f"1/{2**-power}" if power < 0 else f"{2**power}"
        figure.text(x, bottom + 16, label, 11)
    for power in range(floor, roof + 1, 2):
        _, y = place(1.0, 2.0**power)
        figure.line(left - 5, y, left, y, colour=FAINT)
        figure.text(left - 10, y, "1/2" if power < 0 else f"{2**power}", 11, anchor="end")
    figure.line(left, bottom, left + width, bottom, colour=FAINT)
    figure.line(left, bottom, left, bottom - height, colour=FAINT)
    figure.text(left + width / 2, bottom + 40, "operations a byte of global memory", 12)
    figure.text(left, bottom - height - 24, "TFLOP/s", 12, anchor="start")
    ridge = peak / bandwidth
    start = 2.0**low
    figure.line(*place(start, start * bandwidth), *place(ridge, peak), width=2)
    figure.line(*place(ridge, peak), *place(2.0**high, peak), width=2)
    _, y = place(ridge, peak)
    figure.text(left + width, y - 14, f"67 TFLOP/s from {ridge:.0f} operations a byte on", 12,
                anchor="end")
    for intensity, name, colour in ((0.25, "naive: 1/4", BLUE), (8.0, "tiles of 32: 8", GREEN),
                                    (32.0, "tiles of 128: 32", ORANGE)):
        x, y = place(intensity, min(peak, intensity * bandwidth))
        figure.line(x, bottom, x, y, colour=colour, dashed=True)
        figure.cell(x - 4, y - 4, 8, 8, fill=colour)
        figure.text(x + 8, bottom - 16, name, 12, anchor="start", colour=colour)
        rate = min(peak, intensity * bandwidth)
        figure.text(x + 8, bottom - 34, f"{rate:.3g} TFLOP/s", 12, anchor="start", colour=colour)
    figure.save(HERE / "roofline.svg")


def pipeline():
    """Two buffers: the next tiles are on their way while the current ones are multiplied."""
    figure = Figure(760, 176, "Two buffers: fetch, multiply, store")
    names = [("global memory to registers", 44), ("multiply from shared memory", 84),
             ("registers to shared memory", 124)]
    for name, y in names:
        figure.text(20, y + 14, name, 12, anchor="start")
    step, left = 172, 220
    for tile in range(4):
        x = left + (tile - 1) * step
        if tile > 0:
            figure.cell(x + 24, 84, 112, 28, f"tile {tile - 1}", size=12,
                        fill=BLUE if (tile - 1) % 2 == 0 else GREEN)
        if tile > 0:
            figure.cell(x, 44, 116, 28, f"tile {tile} on its way", fill=GREY, size=12)
            figure.cell(x + 138, 124, 26, 28, f"{tile}", size=12,
                        fill=GREEN if tile % 2 == 1 else BLUE)
            figure.line(x + 167, 36, x + 167, 160, colour=RED, dashed=True)
    figure.text(left + 167, 24, "barrier", 12, colour=RED)
    figure.text(20, 168, "Blue and green: the two buffers.", 12, anchor="start")
    figure.save(HERE / "pipeline.svg")


product()
levels()
roofline()
pipeline()

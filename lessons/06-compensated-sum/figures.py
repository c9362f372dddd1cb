#!/usr/bin/env python3
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""Draws the figures of lesson 6 into this folder: python3 lessons/06-compensated-sum/figures.py"""

import math
import pathlib
import struct
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from svg import BLUE, FAINT, GREEN, GREY, INK, ORANGE, PURPLE, RED, Figure  # noqa: E402


def f32(value):
    """Rounded to float32. The sum of two floats in double, rounded, is the float32 sum."""
    return struct.unpack("f", struct.pack("f", value))[0]


def add(pair, value):
    """The addition of the lesson."""
    total = f32(pair[0] + value)
    larger, smaller = (pair[0], value) if abs(pair[0]) >= abs(value) else (value, pair[0])
    lost = f32(f32(larger - total) + smaller)
    return total, f32(pair[1] + lost)


def merge(a, b):
    merged = add(a, b[0])
    return merged[0], f32(merged[1] + b[1])


def addition():
    """One addition with six decimal digits: what is cut off goes into the compensation."""
    figure = Figure(760, 268, "What one addition loses, with six decimal digits")
    digit, left, top, point = 34, 220, 44, 6  # the decimal point is behind the sixth digit

    def row(y, label, text, first, colour, dashed_from=99):
        figure.text(left - 16, y + 16, label, 13, anchor="end")
        for index, character in enumerate(text):
            place = first + index
            figure.cell(left + place * digit + (8 if place >= point else 0), y, digit - 3, 32, character,
                        fill=None if place >= dashed_from else colour, dashed=place >= dashed_from,
                        size=15)

    row(top, "sum so far", "123456", 0, BLUE)
    row(top + 42, "value", "789123", 2, GREEN)
    figure.line(left - 4, top + 84, left + 8 * digit + 14, top + 84)
    row(top + 94, "new sum, rounded to six", "131347", 0, BLUE)
    row(top + 136, "what it lost", "23", 6, ORANGE)
    for below in (42, 136):
        figure.text(left + point * digit + 2, top + below + 22, ".", 18, bold=True)
    figure.text(20, 18, "123456 + 7891.23 = 131347.23, but the sum has six digits", 14,
                anchor="start", bold=True)
    x = left + 9 * digit + 10
    figure.text(x, top + 110, "larger - sum = -7891", 12, anchor="start")
    figure.text(x, top + 128, "exact", 12, anchor="start")
    figure.text(x, top + 152, "-7891 + 7891.23 = 0.23", 12, anchor="start")
    figure.text(20, 246, "The compensation gets 0.23. It is a number of its own, with six digits of "
                "its own.", 13, anchor="start")
    figure.save(HERE / "addition.svg")


def tree():
    """The pairs of four threads, merged."""
    values = [1e8, 1.0, 1.0, -1e8]

    def label(pair):
        return "{" + ", ".join("1e8" if v == 1e8 else "-1e8" if v == -1e8 else f"{v:g}"
                               for v in pair) + "}"

    pairs = [(value, 0.0) for value in values]
    figure = Figure(760, 288, "The pairs of four threads merged by a tree")
    centres = [110, 290, 470, 650]
    for index, (centre, pair) in enumerate(zip(centres, pairs)):
        figure.text(centre, 20, f"thread {index}", 13)
        figure.cell(centre - 60, 38, 120, 34, label(pair), fill=BLUE)
    middle = [merge(pairs[0], pairs[1]), merge(pairs[2], pairs[3])]
    for centre, pair, sources in zip((200, 560), middle, (centres[:2], centres[2:])):
        for source in sources:
            figure.line(source, 74, centre + (source - centre) * 0.35, 122, arrow=True)
        figure.cell(centre - 60, 126, 120, 34, label(pair), fill=PURPLE)
    figure.text(200, 176, "1e8 + 1 rounds to 1e8 and loses 1", 12)
    figure.text(560, 176, "1 - 1e8 rounds to -1e8 and loses 1", 12)
    last = merge(*middle)
    for centre in (200, 560):
        figure.line(centre, 186, 380 + (centre - 380) * 0.2, 218, arrow=True)
    figure.cell(320, 222, 120, 34, label(last), fill=ORANGE)
    figure.text(456, 239, f"value: {last[0] + last[1]:g}; the plain sum is {last[0]:g}", 13,
                anchor="start")
    figure.text(380, 274, "Both compensations count, and what the merge itself lost.", 12)
    figure.save(HERE / "merge-pairs.svg")


def errors():
    """Relative error of n times 0.1, over n, with logarithmic axes."""
    tenth = f32(0.1)
    names = {"serial": ("one after the other", RED), "one": ("Neumaier, one run", ORANGE),
             "runs": ("Neumaier, runs of 4096", GREEN)}
    curves = {name: [] for name in names}
    plain, one, run, total = 0.0, (0.0, 0.0), (0.0, 0.0), (0.0, 0.0)
    for n in range(1, 2**20 + 1):
        plain = f32(plain + tenth)
        one = add(one, tenth)
        run = add(run, tenth)
        if n % 4096 == 0:
            total, run = merge(total, run), (0.0, 0.0)
        if n & (n - 1) == 0 and n >= 2**6:
            exact = n * tenth
            whole = merge(total, run)
            for name, got in (("serial", plain), ("one", f32(sum(one))), ("runs", f32(sum(whole)))):
                curves[name].append((n, abs(got - exact) / exact))
    figure = Figure(760, 330, "Relative error of the sum of n times 0.1 in float32")
    left, right, top, floor = 90, 560, 36, 270

    def place(n, error):
        x = left + (math.log2(n) - 6) / 14 * (right - left)
        y = floor - (math.log10(max(error, 1e-9)) + 9) / 8 * (floor - top)
        return x, y

    figure.text(20, 16, "relative error of the sum of n times 0.1", 14, anchor="start", bold=True)
    for power in range(-9, 0, 2):
        y = place(64, 10.0**power)[1]
        figure.line(left, y, right, y, colour=FAINT, width=0.7)
        figure.text(left - 10, y, f"1e{power}" if power > -9 else "exact", 11, anchor="end")
    for power in range(6, 21, 2):
        x = place(2**power, 1)[0]
        figure.line(x, floor, x, floor + 5)
        figure.text(x, floor + 16, f"2^{power}", 11)
    figure.text((left + right) / 2, floor + 40, "n", 13)
    rounding = place(64, 2.0**-24)[1]
    figure.line(left, rounding, right, rounding, colour=GREY, dashed=True)
    figure.text(right + 10, rounding, "one rounding, 2^-24", 12, anchor="start")
    for name, points in curves.items():
        label, colour = names[name]
        for (a, b) in zip(points, points[1:]):
            figure.line(*place(*a), *place(*b), colour=colour, width=2.4)
        y = place(*points[-1])[1]
        figure.text(right + 10, y, label, 12, anchor="start", colour=colour)
    figure.line(left, floor, right, floor, colour=INK)
    figure.line(left, top, left, floor, colour=INK)
    figure.save(HERE / "errors.svg")


addition()
tree()
errors()

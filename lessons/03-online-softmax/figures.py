#!/usr/bin/env python3
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""Draws the figures of lesson 3 into this folder: python3 lessons/03-online-softmax/figures.py"""

import math
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from svg import BLUE, FAINT, GREEN, GREY, ORANGE, PURPLE, Figure  # noqa: E402


def passes():
    """The passes over a row in lessons 1 and 2 and in lesson 3."""
    figure = Figure(760, 244, "Three passes over the row become two")
    lessons = [("Lessons 1 and 2", 20, [("maximum", BLUE, False), ("sum", GREEN, False),
                                        ("result", ORANGE, True)], "3 reads + 1 write = 16 bytes"),
               ("Lesson 3", 400, [("maximum and sum", PURPLE, False), ("result", ORANGE, True)],
                "2 reads + 1 write = 12 bytes")]
    for title, left, steps, total in lessons:
        figure.text(left, 20, title, 14, anchor="start", bold=True)
        for index, (name, colour, writes) in enumerate(steps):
            y = 44 + index * 54
            figure.cell(left, y, 136, 36, name, fill=colour)
            figure.line(left + 256, y + (10 if writes else 18), left + 142,
                        y + (10 if writes else 18), arrow=True)
            figure.text(left + 200, y + (1 if writes else 9), "read", 11)
            if writes:
                figure.line(left + 142, y + 28, left + 256, y + 28, arrow=True)
                figure.text(left + 200, y + 37, "write", 11)
        tall = 36 + 54 * (len(steps) - 1)
        figure.cell(left + 260, 44, 72, tall)
        figure.text(left + 296, 44 + tall / 2 - 9, "memory:", 12)
        figure.text(left + 296, 44 + tall / 2 + 9, "the row", 12)
        figure.text(left, 226, total + " an element", 13, anchor="start")
    figure.line(380, 20, 380, 232, colour=FAINT)
    figure.save(HERE / "passes.svg")


def running():
    """The running pair over the row 1, 3, 2, 5: the sum as a bar with one piece for each score."""
    row, colours = [1, 3, 2, 5], [BLUE, GREEN, ORANGE, PURPLE]
    figure = Figure(760, 296, "The running pair (max, sum) over the row 1, 3, 2, 5")
    floor, unit = 200, 100
    for step, score in enumerate(row):
        left = 40 + step * 194
        top_score = max(row[:step + 1])
        pieces = [math.exp(value - top_score) for value in row[:step + 1]]
        figure.text(left + 40, 20, f"read {score}", 14, bold=True)
        level, beside = floor, floor + 4
        for index, piece in enumerate(pieces):
            tall = piece * unit
            level -= tall
            # A thin piece has its number beside it; the numbers keep a line's distance.
            thin = tall < 20
            figure.cell(left, level, 80, max(tall - 1, 1), "" if thin else f"{piece:.3f}",
                        fill=colours[index], size=12)
            if thin:
                beside = min(beside - 12, level + tall / 2)
                figure.text(left + 90, beside, f"{piece:.3f}", 11, anchor="start",
                            colour=colours[index])
        figure.line(left - 6, floor, left + 86, floor)
        figure.text(left + 40, 220, f"max = {top_score}", 13)
        figure.text(left + 40, 242, f"sum = {sum(pieces):.4f}", 13)
        if step + 1 < len(row):
            after = max(row[:step + 2])
            note = f"x exp({top_score} - {after})" if after > top_score else "unchanged"
            figure.line(left + 98, 140, left + 178, 140, arrow=True)
            figure.text(left + 136, 124, note, 11)
    figure.text(20, 278, "A new maximum shrinks all the earlier pieces by the same factor.", 13,
                anchor="start")
    figure.save(HERE / "running.svg")


def merge(a, b):
    """The operator of the lesson, in double."""
    top = max(a[0], b[0])
    shift = 0.0 if top == -math.inf else top
    return top, a[1] * math.exp(a[0] - shift) + b[1] * math.exp(b[0] - shift)


def tree():
    """Four slices of a row, two of them without an unmasked score, merged by a tree."""
    slices = [("1, 3", (3.0, 1 + math.exp(-2))), ("2, 5", (5.0, 1 + math.exp(-3))),
              ("-inf, -inf", (-math.inf, 0.0)), ("(no scores)", (-math.inf, 0.0))]

    def label(pair):
        return "{-inf, 0}" if pair[0] == -math.inf else f"{{{pair[0]:g}, {pair[1]:.4f}}}"

    figure = Figure(760, 300, "Pairs of four slices merged by a tree")
    centres, pairs = [110, 290, 470, 650], [pair for _, pair in slices]
    colours = [BLUE, GREEN, GREY, GREY]
    for centre, (scores, pair), colour in zip(centres, slices, colours):
        figure.text(centre, 20, scores, 14)
        figure.line(centre, 32, centre, 50, arrow=True)
        figure.cell(centre - 65, 54, 130, 34, label(pair), fill=colour)
    middle = [(200, merge(pairs[0], pairs[1]), PURPLE), (560, merge(pairs[2], pairs[3]), GREY)]
    for (centre, pair, colour), sources in zip(middle, (centres[:2], centres[2:])):
        for source in sources:
            figure.line(source, 90, centre + (source - centre) * 0.35, 142, arrow=True)
        figure.cell(centre - 65, 146, 130, 34, label(pair), fill=colour)
    figure.text(556, 204, "the identity meets itself:", 12, anchor="start")
    figure.text(556, 222, "this merge needs the guard", 12, anchor="start")
    last = merge(middle[0][1], middle[1][1])
    for centre, _, _ in middle:
        figure.line(centre, 182, 380 + (centre - 380) * 0.18, 244, arrow=True)
    figure.cell(315, 248, 130, 34, label(last), fill=ORANGE)
    figure.text(20, 204, "1.1353 x exp(3 - 5) + 1.0498", 12, anchor="start")
    figure.text(20, 222, "= 1.2034", 12, anchor="start")
    figure.save(HERE / "merge-tree.svg")


passes()
running()
tree()

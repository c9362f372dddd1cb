# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""The plots of the experiments: which points are joined, and how many panels stand beside each other."""
from __future__ import annotations

import sys
import unittest
from pathlib import Path

from synthetic import around, rows, run

sys.path.insert(1, str(Path(__file__).resolve().parents[2] / "experiments"))

from chart import Line, grid_of, pieces
from show import lines_of


class Pieces(unittest.TestCase):
    def test_a_line_joins_what_differs_in_one_thing_only(self) -> None:
        line = Line("row_sum", "cold", {128: 1.0, 1000: 3.0, 512: 2.0, 4096: 4.0},
                    {128: "65536", 512: "16384", 1000: "16384", 4096: "64"})
        self.assertEqual(pieces(line), [[128], [512, 1000], [4096]])

    def test_without_kinds_all_are_joined(self) -> None:
        self.assertEqual(pieces(Line("copy", "cold", {4: 1.0, 1: 1.0, 2: 1.0})), [[1, 2, 4]])

    def lines(self, *shapes: str) -> list[Line]:
        measured = [one for shape in shapes for one in rows("row_sum", around(100), shape=shape)]
        return lines_of(run(measured), "cols", "us")[""]

    def test_shapes_with_other_rows_are_of_another_kind(self) -> None:
        self.assertEqual(pieces(self.lines("65536x128", "16384x512", "16384x1000")[0]), [[128], [512, 1000]])

    def test_shapes_with_the_same_rows_have_no_kind(self) -> None:
        one = self.lines("4096x128", "4096x512")[0]
        self.assertEqual(one.kinds, {})
        self.assertEqual(pieces(one), [[128, 512]])


class Panels(unittest.TestCase):
    def test_never_more_than_two_beside_each_other(self) -> None:
        self.assertEqual([grid_of(count) for count in range(1, 6)], [(1, 1), (1, 2), (2, 2), (2, 2), (3, 2)])


if __name__ == "__main__":
    unittest.main()

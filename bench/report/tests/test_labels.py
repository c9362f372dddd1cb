# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""Labels that do not lie on each other, and the points of the plots."""
from __future__ import annotations

import unittest

from synthetic import around, rows, run

from labels import spaced
from plot_width import lines_of, most_widths


class Labels(unittest.TestCase):
    def test_apart_in_order_and_inside(self) -> None:
        for wanted in ([5, 5, 5], [0, 0.1, 9], [10, 10, 10, 10], [3, 1, 2], [0], []):
            with self.subTest(wanted=wanted):
                places = spaced([float(one) for one in wanted], 1, 0, 10)
                ordered = [place for _, place in sorted(zip(wanted, places))]
                for first, second in zip(ordered, ordered[1:]):
                    self.assertGreaterEqual(second - first, 1 - 1e-9)
                self.assertTrue(all(-1e-9 <= place <= 10 + 1e-9 for place in places))

    def test_a_crowd_stays_about_its_middle(self) -> None:
        for place, wanted in zip(spaced([5.0, 5.0, 5.0], 1, 0, 10), (4, 5, 6)):
            self.assertAlmostEqual(place, wanted, places=0)

    def test_what_is_apart_already_stays(self) -> None:
        self.assertEqual(spaced([7.0, 1.0, 4.0], 1, 0, 10), [7.0, 1.0, 4.0])


class Lines(unittest.TestCase):
    def test_the_number_of_rows_with_the_most_widths(self) -> None:
        benchmarks = []
        for shape in ("8x1", "8x2", "8x3", "8x4", "9x1", "9x2", "9x3", "10x1"):
            benchmarks += rows("f", around(1000), shape=shape)
        benchmarks += rows("few", around(1000), shape="8x1")
        fixed, lines = most_widths(lines_of(run(benchmarks)))
        self.assertEqual((fixed, list(lines), sorted(lines["f"])), (8, ["f"], [1, 2, 3, 4]))
        self.assertAlmostEqual(lines["f"][1], 1000)

    def test_two_widths_are_no_line(self) -> None:
        self.assertIsNone(most_widths(lines_of(run(rows("f", [1000], shape="8x1") + rows("f", [1000], shape="8x2")))))

    def test_what_cannot_be_true_is_no_point(self) -> None:
        self.assertEqual(lines_of(run(rows("f", [1000], above_physical_limit=1.0))), {})


if __name__ == "__main__":
    unittest.main()

# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""Medians, spreads and intervals; samples that are dropped or marked."""
from __future__ import annotations

import math
import random
import unittest

from synthetic import around, key, rows, run

from model import Range
from ratios import figures
from spread import interval, outermost_needed, summary


def figure(times: list[float], **changes: object) -> object:
    """The summary of a series with these times in microseconds."""
    return figures(run(rows("f", times, **changes)), key("f"))


class Figures(unittest.TestCase):
    def test_median_and_half_of_the_inter_quartile_range(self) -> None:
        one = figure([5, 1, 3, 2, 4])
        self.assertAlmostEqual(one.median * 1e6, 3)
        self.assertAlmostEqual(one.half_iqr * 1e6, 1)  # quartiles 2 and 4

    def test_an_outlier_moves_neither(self) -> None:
        one = figure([5, 1, 3, 2, 400])
        self.assertAlmostEqual(one.median * 1e6, 3)
        self.assertAlmostEqual(one.half_iqr * 1e6, 1.5)

    def test_one_sample_has_no_spread(self) -> None:
        one = figure([5])
        self.assertEqual((one.half_iqr, one.low, one.high), (None, None, None))

    def test_throttled_samples_are_dropped_and_counted(self) -> None:
        benchmarks = rows("f", [1, 2, 3]) + rows("f", [50, 60], throttled=1.0)
        one = figures(run(benchmarks), key("f"))
        self.assertAlmostEqual(one.median * 1e6, 2)
        self.assertEqual((one.count, one.dropped, one.all_throttled), (3, 2, False))

    def test_when_all_are_throttled_they_are_kept_and_marked(self) -> None:
        one = figure([50, 60, 70], throttled=1.0)
        self.assertAlmostEqual(one.median * 1e6, 60)
        self.assertEqual((one.count, one.dropped, one.all_throttled), (3, 0, True))

    def test_an_error_has_no_figures(self) -> None:
        benchmarks = rows("f", around(5)) + rows("f", [1], error_occurred=True, error_message="wrong")
        self.assertIsNone(figures(run(benchmarks), key("f")))

    def test_the_outermost_samples_are_an_interval(self) -> None:
        found = run(rows("f", [5]))
        series = found.series[key("f")]
        series.range = Range(15, 4e-6, 7e-6)
        self.assertEqual((summary(series).low, summary(series).high, summary(series).count), (4e-6, 7e-6, 15))
        series.range = Range(6, 4e-6, 7e-6)  # too few
        self.assertEqual(summary(series).low, None)


class Intervals(unittest.TestCase):
    def test_how_many_may_be_cut_off(self) -> None:
        # By hand: 2 / 2^6 = 3.1 % is too much, 2 / 2^7 = 1.6 % is not; (2 + 2 * 10) / 2^10 = 2.1 %.
        wanted = {0: None, 1: None, 6: None, 7: 0, 9: 0, 10: 1, 12: 1, 13: 2}
        self.assertEqual({count: outermost_needed(count) for count in wanted}, wanted)

    def test_it_holds_the_median_as_often_as_it_says(self) -> None:
        chance = random.Random(1)  # skewed, as times are
        for count in (7, 9, 15, 30):
            hits = 0
            for _ in range(2000):
                low, high = interval(sorted(chance.expovariate(1) for _ in range(count)))
                hits += low <= math.log(2) <= high
            self.assertGreaterEqual(hits / 2000, 0.965, count)


if __name__ == "__main__":
    unittest.main()

# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""Rows: names, times, flags, errors, and the older forms."""
from __future__ import annotations

import math
import unittest

from synthetic import key, row, rows

from model import Shape
from rows import BadRow, key_of, series_of


def read(benchmarks: list, old: bool = False) -> tuple:
    """Series and problems."""
    return series_of(benchmarks, "synthetic.json", old)


class Names(unittest.TestCase):
    def test_every_mode(self) -> None:
        for mode in ("cold", "warm", "eager"):
            self.assertEqual(key_of(f"some_function/12x345/{mode}/manual_time"),
                             key("some_function", (12, 345), mode))

    def test_older_names_are_cold(self) -> None:
        self.assertEqual(key_of("f/1x2/manual_time"), key("f", (1, 2), "cold"))

    def test_repetitions_in_the_name(self) -> None:
        self.assertEqual(key_of("f/1x2/warm/manual_time/repeats:9"), key("f", (1, 2), "warm"))

    def test_other_names(self) -> None:
        for name in ("f", "f/1x2", "f/0x2/cold/manual_time", "f/1x2/hot/manual_time", "f/1/cold/manual_time",
                     "f/1x2/cold/manual_time_median", None):
            with self.subTest(name=name), self.assertRaises(BadRow):
                key_of(name)


class Rows(unittest.TestCase):
    def test_units(self) -> None:
        for unit, seconds in (("ns", 3e-9), ("us", 3e-6), ("ms", 3e-3), ("s", 3.0)):
            series, _ = read([row("f", 3.0, time_unit=unit)])
            self.assertTrue(math.isclose(series[key("f")].samples[0].seconds, seconds))

    def test_times_that_are_none(self) -> None:
        for time in (math.nan, math.inf, -1.0, 0.0, None, "3", True):
            with self.subTest(time=time):
                series, problems = read([row("f", 5.0), row("f", time), row("f", 6.0)])
                self.assertEqual([round(one.seconds * 1e6) for one in series[key("f")].samples], [5, 6])
                self.assertEqual(len(problems), 1)
                self.assertIn("left out 1 of 3 rows", problems[0].what)
                self.assertIn("f/4096x4096/cold/manual_time", problems[0].what)

    def test_a_unit_that_is_none(self) -> None:
        _, problems = read([row("f", 5.0, time_unit="weeks")])
        self.assertIn("no time_unit", problems[0].what)

    def test_flags_are_required(self) -> None:
        for flag in ("throttled", "above_physical_limit", "is_peer"):
            with self.subTest(flag=flag):
                series, problems = read(rows("f", [5.0, 6.0], **{flag: None}))
                self.assertEqual(series, {})
                self.assertIn(f"left out 2 of 2 rows, with no {flag}", problems[0].what)

    def test_flags_are_0_or_1_or_truths(self) -> None:
        for value, wanted in ((0, False), (1.0, True), (True, True), (False, False)):
            series, problems = read([row("f", 5.0, throttled=value)])
            self.assertEqual((series[key("f")].samples[0].throttled, problems), (wanted, []))
        for value in (2.0, math.nan, "1"):
            self.assertEqual(len(read([row("f", 5.0, throttled=value)])[1]), 1)

    def test_a_count_is_required(self) -> None:
        _, problems = read([row("f", 5.0, bytes=None, operations=None)])
        self.assertIn("neither bytes nor operations", problems[0].what)

    def test_bytes_from_their_rate(self) -> None:
        series, _ = read([row("f", 5.0, bytes=None, bytes_per_second=2e9)])
        self.assertTrue(math.isclose(series[key("f")].samples[0].bytes, 1e4))

    def test_a_row_that_is_no_object(self) -> None:
        series, problems = read([7, row("f", 5.0)])
        self.assertEqual((len(series), len(problems)), (1, 1))

    def test_aggregates_are_left_aside(self) -> None:
        series, problems = read([row("f", 5.0), row("f", 99.0, run_type="aggregate", throttled=None)])
        self.assertEqual((len(series[key("f")].samples), problems), (1, []))

    def test_an_error_is_kept_with_its_reason(self) -> None:
        series, problems = read([row("f", 5.0, real_time=None, error_occurred=True, error_message="wrong output",
                                     is_peer=1.0)])
        self.assertEqual((series[key("f")].error, series[key("f")].is_peer, problems), ("wrong output", True, []))


class OlderRows(unittest.TestCase):
    def test_peers_are_known_by_name(self) -> None:
        old = {"name": "triton/8x8/manual_time", "real_time": 2.0, "time_unit": "us", "bytes_per_second": 1e9,
               "repetitions": 15, "lowest": 1.5, "highest": 3.0}
        series, problems = read([old], old=True)
        one = series[key("triton", Shape(8, 8))]
        self.assertEqual((one.is_peer, problems), (True, []))
        self.assertEqual((one.range.count, one.range.lowest, one.range.highest), (15, 1.5e-6, 3e-6))

    def test_ours_is_no_peer(self) -> None:
        old = {"name": "f/8x8/manual_time", "real_time": 2.0, "time_unit": "us", "bytes_per_second": 1e9}
        series, _ = read([old], old=True)
        self.assertFalse(series[key("f", Shape(8, 8))].is_peer)


if __name__ == "__main__":
    unittest.main()

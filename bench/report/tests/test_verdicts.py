# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""Every verdict, and what keeps a figure from being a win."""
from __future__ import annotations

import unittest

from synthetic import SHEET_BYTES, around, key, rows, run

from model import Shape
from ratios import best_peer, best_peer_anywhere, figures, share_of_copy, share_of_memory


def verdict(ours: list[float], peer: list[float], **changes: object) -> object:
    """The verdict on f beside a library g. Half a second a launch keeps all below the data sheet."""
    benchmarks = rows("f", ours, **changes) + rows("g", peer, is_peer=1.0)
    return best_peer(run(benchmarks), key("f")).verdict


class Verdicts(unittest.TestCase):
    def test_fast(self) -> None:
        found = verdict(around(1000), around(1100))
        self.assertEqual(found.word, "FAST")
        self.assertAlmostEqual(found.ratio, 1.1)
        self.assertTrue(1 < found.low < 1.1 < found.high)

    def test_slow(self) -> None:
        self.assertEqual(verdict(around(1100), around(1000)).word, "SLOW")

    def test_same_when_the_whole_interval_is_within_2_percent(self) -> None:
        self.assertEqual(verdict(around(1000), around(1010)).word, "SAME")
        self.assertEqual(verdict(around(1010), around(1000)).word, "SAME")

    def test_ambiguous_when_the_interval_holds_1_and_more(self) -> None:
        found = verdict(around(1000, 0.05), around(1010, 0.05))
        self.assertEqual(found.word, "AMBIGUOUS")
        self.assertTrue(found.low < 1 < found.high)

    def test_ambiguous_when_samples_are_too_few(self) -> None:
        found = verdict([1000] * 6, [2000] * 9)
        self.assertEqual((found.word, found.why), ("AMBIGUOUS", "too few samples"))
        self.assertEqual(verdict([1000] * 7, [2000] * 7).word, "FAST")

    def test_fast_by_little_is_neither_same_nor_ambiguous(self) -> None:
        self.assertEqual(verdict(around(1000), around(1030)).word, "FAST")

    def test_throttled_throughout_is_no_win(self) -> None:
        found = verdict(around(1000), around(2000), throttled=1.0)
        self.assertEqual((found.word, found.why), ("AMBIGUOUS", "throttled"))

    def test_above_the_physical_limit_is_no_win(self) -> None:
        found = verdict(around(1000), around(2000), above_physical_limit=1.0)
        self.assertEqual((found.word, found.why), ("AMBIGUOUS", "above the physical limit"))

    def test_faster_than_the_data_sheet_is_no_win_whoever_says_so(self) -> None:
        # 1e9 bytes in 100 us are 1e13 bytes a second.
        self.assertEqual(verdict(around(100), around(2000)).why, "above the physical limit")
        self.assertNotEqual(verdict(around(100), around(2000), bytes=1e7).why, "above the physical limit")
        self.assertEqual(verdict(around(100), around(2000), bytes=1e7, operations=1e10).why,
                         "above the physical limit")

    def test_the_text_of_a_verdict(self) -> None:
        self.assertEqual(verdict(around(1000), around(2000)).text(), "FAST 2.000 [1.996, 2.004]")
        self.assertEqual(verdict([100000], [2000]).text(), "AMBIGUOUS 0.020 (too few samples)")


class Peers(unittest.TestCase):
    def test_the_fastest_is_the_yardstick(self) -> None:
        found = best_peer(run(rows("f", around(1000)) + rows("slow", around(3000), is_peer=1.0)
                              + rows("quick", around(2000), is_peer=1.0)), key("f"))
        self.assertEqual((found.peer, found.verdict.word), ("quick", "FAST"))

    def test_what_cannot_be_true_is_no_yardstick(self) -> None:
        found = best_peer(run(rows("f", around(1000)) + rows("g", around(3000), is_peer=1.0)
                              + rows("odd", around(900), is_peer=1.0, above_physical_limit=1.0)), key("f"))
        self.assertEqual(found.peer, "g")

    def test_only_the_same_shape_and_mode(self) -> None:
        one = run(rows("f", around(1000)) + rows("g", around(3000), is_peer=1.0, mode="warm")
                  + rows("g", around(3000), is_peer=1.0, shape="1x1"))
        self.assertIsNone(best_peer(one, key("f")))

    def test_neither_a_peer_nor_the_copy_is_judged(self) -> None:
        one = run(rows("device_to_device_copy", around(1000)) + rows("g", around(3000), is_peer=1.0))
        self.assertIsNone(best_peer(one, key("g")))
        self.assertIsNone(best_peer(one, key("device_to_device_copy")))

    def test_from_another_run_both_times_are_taken(self) -> None:
        own = run(rows("f", around(1000)))
        other = run(rows("f", around(2000)) + rows("g", around(1500), is_peer=1.0))
        found = best_peer_anywhere(own, [own, other], key("f"))
        self.assertEqual((found.run, found.verdict.word), (other, "SLOW"))  # 1500 beside 2000, not 1000


    def test_of_two_other_runs_the_newest_is_taken(self) -> None:
        own = run(rows("f", around(1000)))
        others = [run(rows("f", around(2000)) + rows("g", around(1500), is_peer=1.0), date=date)
                  for date in ("2031-01-01", "2033-01-01", "2032-01-01")]
        self.assertEqual(best_peer_anywhere(own, [own, *others], key("f")).run.date, "2033-01-01")


class Shares(unittest.TestCase):
    def test_of_the_copy_in_the_same_run_and_mode(self) -> None:
        one = run(rows("f", around(2000)) + rows("device_to_device_copy", around(1000))
                  + rows("device_to_device_copy", around(100), mode="warm"))
        self.assertAlmostEqual(share_of_copy(one, key("f")).value, 0.5)

    def test_a_copy_of_as_many_bytes_goes_before_one_of_the_same_shape(self) -> None:
        one = run(rows("f", around(1000)) + rows("device_to_device_copy", around(4000), bytes=2e9)
                  + rows("device_to_device_copy", around(900), shape="2048x4096"))
        self.assertAlmostEqual(share_of_copy(one, key("f")).value, 0.9)

    def test_only_older_files_are_believed_about_the_copy(self) -> None:
        benchmarks = rows("f", around(1000), percent_of_copy=77.0)
        self.assertIsNone(share_of_copy(run(benchmarks), key("f")))
        old = run(benchmarks, gpu=None, device="NVIDIA H200", executable="bench_01_serial_softmax_solution")
        self.assertEqual(share_of_copy(old, key("f")).value, 0.77)

    def test_a_copy_of_other_bytes_is_said_to_be_one(self) -> None:
        one = run(rows("f", around(1000)) + rows("device_to_device_copy", around(4000), bytes=2e9))
        share = share_of_copy(one, key("f"))
        self.assertAlmostEqual(share.value, 2)
        self.assertFalse(share.same_bytes)

    def test_of_the_data_sheet(self) -> None:
        one = run(rows("f", around(1000)) + rows("f", around(100), mode="warm"))
        self.assertAlmostEqual(share_of_memory(one, "cold", figures(one, key("f"))), 1e12 / SHEET_BYTES)
        warm = figures(one, key("f", Shape(4096, 4096), "warm"))
        self.assertIsNone(share_of_memory(one, "warm", warm))  # a cache is not the memory
        self.assertFalse(warm.above_limit)

    def test_an_unknown_data_sheet(self) -> None:
        for value in ("0", "unknown", "nan", "-1"):
            one = run(rows("f", around(1)), data_sheet_bytes_per_second=value)
            self.assertIsNone(share_of_memory(one, "cold", figures(one, key("f"))))


if __name__ == "__main__":
    unittest.main()

# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""The tables of a run: cells, notes, and columns that appear when there is something in them."""
from __future__ import annotations

import unittest

from synthetic import around, rows, run

from lesson_tables import lesson_table, peers_table
from table import Table, inline_html
from words import digits


def cells(table: Table, at: int = 0) -> dict[str, str]:
    """A line by the names of its columns."""
    return dict(zip((name.rstrip(":") for name in table.columns), table.rows[at]))


class LessonTable(unittest.TestCase):
    def test_every_column(self) -> None:
        one = run(rows("f", around(2000)) + rows("f", around(500), mode="warm") + rows("f", around(3000), mode="eager")
                  + rows("device_to_device_copy", around(1000)) + rows("triton", around(1000), is_peer=1.0))
        self.assertEqual(cells(lesson_table(one, [one])), {
            "function": "`f`", "shape": "4096 x 4096", "cold µs": "2000", "± µs": "1", "rate": "500 GB/s",
            "% of copy": "50.0", "% of data sheet": "25.0", "warm µs": "500.0", "eager µs": "3000",
            "best other": "Triton 1000", "verdict": "SLOW 0.500 [0.499, 0.501]"})

    def test_operations_where_they_are_the_limit(self) -> None:
        one = run(rows("f", around(1000), operations=1e10, bytes=1e8))
        line = cells(lesson_table(one, [one]))
        self.assertEqual((line["rate"], line["% of data sheet"]), ("10.0 TFLOP/s", "50.0"))

    def test_bytes_where_operations_are_few(self) -> None:
        one = run(rows("f", around(1000), operations=5e8))
        self.assertEqual(cells(lesson_table(one, [one]))["rate"], "1000 GB/s")

    def test_a_wrong_output_has_no_time(self) -> None:
        one = run(rows("f", [1], real_time=None, error_occurred=True, error_message="the output | is wrong"))
        table = lesson_table(one, [one])
        self.assertEqual(cells(table)["notes"], "no cold time: the output | is wrong")
        self.assertNotIn("cold µs", cells(table))
        self.assertIn("the output \\| is wrong", table.markdown())

    def test_a_copy_of_other_bytes_is_marked(self) -> None:
        one = run(rows("f", around(1000)) + rows("device_to_device_copy", around(4000), bytes=2e9))
        self.assertEqual(cells(lesson_table(one, [one]))["% of copy"], "≈ 200.0")

    def test_dropped_samples_are_told(self) -> None:
        one = run(rows("f", around(1000)) + rows("f", [5000.0], throttled=1.0))
        self.assertEqual(cells(lesson_table(one, [one]))["notes"], "1 of 10 samples left out: throttled")

    def test_all_throttled_is_told(self) -> None:
        one = run(rows("f", around(1000), throttled=1.0))
        self.assertEqual(cells(lesson_table(one, [one]))["notes"], "**throttled in every sample**")

    def test_the_physical_limit_is_told(self) -> None:
        one = run(rows("f", around(1000), above_physical_limit=1.0) + rows("g", around(3000), is_peer=1.0))
        line = cells(lesson_table(one, [one]))
        self.assertIn("above the physical limit: not a result", line["notes"])
        self.assertTrue(line["verdict"].startswith("AMBIGUOUS"))

    def test_a_warm_figure_is_marked_as_well(self) -> None:
        one = run(rows("f", around(1000)) + rows("f", around(1000), mode="warm", throttled=1.0))
        self.assertEqual(cells(lesson_table(one, [one]))["notes"], "warm: **throttled in every sample**")

    def test_what_the_benchmark_says_is_told_once(self) -> None:
        label = "1 of 9 samples throttled, and left out; so small that all buffers fit into the L2 cache: not cold"
        one = run(rows("f", around(1000), label=label))
        self.assertEqual(cells(lesson_table(one, [one]))["notes"],
                         "cold: so small that all buffers fit into the L2 cache: not cold")

    def test_a_verdict_from_another_run_tells_its_time(self) -> None:
        own = run(rows("f", around(1000)))
        other = run(rows("f", around(1500)) + rows("g", around(3000), is_peer=1.0))
        self.assertIn("a run where ours took 1500 µs", cells(lesson_table(own, [own, other]))["notes"])


class PeersTable(unittest.TestCase):
    def test_the_fastest_and_those_that_are_not_slower_are_bold(self) -> None:
        one = run(rows("device_to_device_copy", around(500)) + rows("f", around(1005))
                  + rows("g", around(1000), is_peer=1.0) + rows("h", around(1200), is_peer=1.0)
                  + rows("odd", around(800), is_peer=1.0, above_physical_limit=1.0))
        self.assertEqual(peers_table(one).rows[0], ["4096 x 4096", "500.0", "**1005**", "**1000**", "1200",
                                                    "800.0 (above the physical limit)"])

    def test_what_cannot_be_told_apart_is_bold_as_well(self) -> None:
        one = run(rows("f", around(1010, 0.1)) + rows("g", around(1000), is_peer=1.0))
        self.assertEqual(peers_table(one).rows[0][1:], ["**1010**", "**1000**"])

    def test_with_few_samples_the_median_decides(self) -> None:
        one = run(rows("f", [1001.0]) + rows("g", [1000.0], is_peer=1.0))
        self.assertEqual(peers_table(one).rows[0][1:], ["1001", "**1000**"])


class Cells(unittest.TestCase):
    def test_digits(self) -> None:
        for value, text in ((3.8949, "3.895"), (9.7974, "9.797"), (60.0, "60.00"), (48359.8, "48360"),
                            (0.061, "0.06100"), (999.96, "1000"), (0, "0"), (float("nan"), "0")):
            self.assertEqual(digits(value), text)

    def test_html_is_escaped(self) -> None:
        self.assertEqual(inline_html("`a<b>` & **c** [d](e.md)"),
                         '<code>a&lt;b&gt;</code> &amp; <strong>c</strong> <a href="e.md">d</a>')

    def test_a_row_must_fit(self) -> None:
        with self.assertRaises(ValueError):
            Table(["a", "b"]).add("1")


if __name__ == "__main__":
    unittest.main()

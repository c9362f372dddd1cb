# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""The ladder: which measurement stands for a lesson, and the table in a page."""
from __future__ import annotations

import tempfile
import unittest
from pathlib import Path

from synthetic import around, rows, run

from ladder import common_shape, ladder, steps
from ladder_table import BEGIN, END, differs, ladder_table, ladder_text, updated
from model import Run, Shape
from problem import Problem

REPOSITORY = Path(__file__).resolve().parents[3]


def lesson(slug: str, function: str, us: float, shape: str = "4096x4096", **changes: object) -> Run:
    """A run of a lesson with its copy."""
    return run(rows(function, around(us), shape=shape)
               + rows("device_to_device_copy", around(1000), shape=shape), lesson=slug, **changes)


def by_function(runs: list) -> dict:
    """The rungs by function."""
    return {one.step.function: one for one in ladder(runs)}


class Ladder(unittest.TestCase):
    def test_every_lesson_of_the_table_has_a_step(self) -> None:
        table = (REPOSITORY / "lessons/lessons.txt").read_text(encoding="utf-8")
        lessons = {"_".join(part.strip() for part in line.split("|")[:2])
                   for line in table.splitlines() if line[:1].isdigit()}
        self.assertEqual(lessons - {step.lesson for step in steps()}, set())

    def test_shares_are_of_the_own_run(self) -> None:
        found = by_function([lesson("01_serial_softmax", "serial_softmax", 4000),
                             lesson("02_block_reduction", "block_softmax", 2000)])
        self.assertAlmostEqual(found["serial_softmax"].copy.value, 0.25)
        self.assertAlmostEqual(found["block_softmax"].copy.value, 0.5)
        self.assertIsNone(found["vector_softmax"].figure)

    def test_the_run_of_the_lesson_goes_before_a_newer_one(self) -> None:
        found = by_function([lesson("06_compensated_sum", "block_softmax", 1500, date="2031-01-01"),
                             lesson("02_block_reduction", "block_softmax", 2000),
                             lesson("02_block_reduction", "block_softmax", 3000, date="2029-01-01")])
        self.assertAlmostEqual(found["block_softmax"].figure.median, 2e-3)

    def test_a_solution_goes_before_a_starter(self) -> None:
        found = by_function([lesson("02_block_reduction", "block_softmax", 9000, implementation="starter",
                                    date="2031-01-01"), lesson("02_block_reduction", "block_softmax", 2000)])
        self.assertAlmostEqual(found["block_softmax"].figure.median, 2e-3)

    def test_the_further_kernel_has_its_own_rung_either_way(self) -> None:
        for slug, which in (("05_persistent_grid", "further"), ("05_persistent_grid_further", "solution")):
            found = by_function([lesson(slug, "softmax_in_registers", 2000, implementation=which),
                                 lesson("01_serial_softmax", "softmax_in_registers", 1500, date="2031-01-01")])
            self.assertAlmostEqual(found["softmax_in_registers"].figure.median, 2e-3)

    def test_the_shape_that_most_were_measured_at(self) -> None:
        a, b, c = Shape(4096, 4096), Shape(2048, 8192), Shape(131072, 128)
        self.assertEqual(common_shape([{a, b}, {b, c}, {b, c}]), b)
        self.assertEqual(common_shape([{b, c}, {c, b}]), b)  # the nearer one
        self.assertEqual(common_shape([{a, b, c}, {c, b, a}]), a)
        self.assertEqual(common_shape([]), a)

    def test_products_are_compared_with_the_library(self) -> None:
        product = {"operations": 1e10, "bytes": 1e8}
        one = run(rows("gemm_naive", around(2000), **product) + rows("cublas", around(1000), is_peer=1.0, **product),
                  lesson="07_tiled_gemm")
        table = ladder_table([rung for rung in ladder([one]) if rung.figure])
        self.assertEqual([cell.replace("\u00a0", " ") for cell in table.rows[0][1:6]],
                         ["`gemm_naive`", "50.0 % of cuBLAS", "2000", "5.00 TFLOP/s", "4096 x 4096"])

    def test_a_phone_shows_function_share_and_time_first(self) -> None:
        table = ladder_table(ladder([lesson("01_serial_softmax", "serial_softmax", 4000)]))
        self.assertEqual(table.columns[:4], ["lesson", "function", "share:", "µs:"])
        self.assertEqual(table.columns[-2:], ["shape", "what it adds"])
        # Where a narrow column may break: a figure stays with its sign.
        self.assertEqual([cell.count(" ") for cell in table.rows[0][1:4]], [0, 1, 0])

    def test_what_cannot_be_true_is_marked(self) -> None:
        self.assertIn("above the physical limit", ladder_text(ladder(
            [lesson("01_serial_softmax", "serial_softmax", 1)])))

    def test_warm_figures_are_no_rung(self) -> None:
        one = run(rows("serial_softmax", around(1000), mode="warm"), lesson="01_serial_softmax")
        self.assertIsNone(by_function([one])["serial_softmax"].figure)


class Page(unittest.TestCase):
    def setUp(self) -> None:
        self.rungs = ladder([lesson("01_serial_softmax", "serial_softmax", 4000)])
        self.scratch = tempfile.TemporaryDirectory()
        self.page = Path(self.scratch.name) / "README.md"

    def tearDown(self) -> None:
        self.scratch.cleanup()

    def test_what_is_around_the_markers_stays(self) -> None:
        text = updated(f"before\n{BEGIN}\nstale figures\n{END}\nafter\n", self.rungs, "README.md")
        self.assertTrue(text.startswith(f"before\n{BEGIN}\nSynthetic GPU"), text)
        self.assertTrue(text.endswith(f"|\n{END}\nafter\n"))
        self.assertNotIn("stale figures", text)
        self.assertEqual(updated(text, self.rungs, "README.md"), text)

    def test_a_page_that_agrees_and_one_that_does_not(self) -> None:
        right = updated(f"{BEGIN}\n{END}\n", self.rungs, "README.md")
        self.page.write_text(right, encoding="utf-8")
        self.assertIsNone(differs(self.page, self.rungs))
        self.page.write_text(right.replace("4000", "3999"), encoding="utf-8")
        self.assertIn("is not what the results say", differs(self.page, self.rungs).what)
        self.assertEqual(differs(self.page, self.rungs).next_step, "make report")

    def test_without_markers_nothing_is_written(self) -> None:
        for text in ("", BEGIN, END + BEGIN, BEGIN + BEGIN + END):
            self.assertIsInstance(updated(text, self.rungs, "README.md"), Problem)


if __name__ == "__main__":
    unittest.main()

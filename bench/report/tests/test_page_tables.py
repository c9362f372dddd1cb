# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""The tables of results in the texts."""
from __future__ import annotations

import re
import tempfile
import unittest
from pathlib import Path

from synthetic import around, rows, run

from model import Run, Shape
from page_tables import END, Column, PageTable, page_tables, put_tables, text_of, updated
from problem import Problem

REPOSITORY = Path(__file__).resolve().parents[3]


def measured(file: str, times: dict[str, float], shape: str = "64x128", **changes: object) -> Run:
    """A run, as if it had been read from a file of that name."""
    benchmarks = [row for function, us in times.items() for row in rows(function, around(us), shape=shape)]
    found = run(benchmarks, **changes)
    found.file = f"results/{file}.json"
    return found


def two_columns(**changes: object) -> PageTable:
    """A table of two lessons."""
    usual = {"name": "two", "page": "lesson.md", "first": "rows x columns", "shapes": [Shape(64, 128)],
             "columns": [Column("lesson 3", ["03"], "online"), Column("lesson 4", ["04_again", "04"], "vector")]}
    return PageTable(**{**usual, **changes})


class Figures(unittest.TestCase):
    def test_each_column_comes_from_its_own_file(self) -> None:
        runs = [measured("03", {"online": 2000, "vector": 1}), measured("04", {"online": 1, "vector": 1000})]
        text = text_of(two_columns(), runs)
        self.assertIn("| 64 x 128 | 2000 | 1000 |", text)
        self.assertIn("measured on 2030-01-01 with cold caches, in microseconds.", text)

    def test_the_first_file_that_has_the_shape_counts(self) -> None:
        runs = [measured("03", {"online": 2000}), measured("04", {"vector": 1000}),
                measured("04_again", {"vector": 900}), measured("04_again", {"vector": 1}, shape="8x8")]
        self.assertIn("| 64 x 128 | 2000 | 900.0 |", text_of(two_columns(), runs))

    def test_the_newest_run_of_a_file_counts_and_both_days_are_told(self) -> None:
        runs = [measured("03", {"online": 2000}), measured("04", {"vector": 1000}),
                measured("04", {"vector": 800}, date="2031-02-03T00:00:00+00:00")]
        text = text_of(two_columns(), runs)
        self.assertIn("| 64 x 128 | 2000 | 800.0 |", text)
        self.assertIn("from 2030-01-01 to 2031-02-03", text)

    def test_a_shape_without_a_figure_has_a_dash(self) -> None:
        runs = [measured("03", {"online": 2000}), measured("04", {"vector": 1000}),
                measured("03", {"online": 3000}, shape="8x8")]
        text = text_of(two_columns(shapes=[Shape(64, 128), Shape(8, 8)]), runs)
        self.assertIn("| 8 x 8 | 3000 | – |", text)

    def test_a_column_without_any_figure_is_a_mistake(self) -> None:
        problem = text_of(two_columns(), [measured("03", {"online": 2000})])
        self.assertIsInstance(problem, Problem)
        self.assertIn("no cold figure of vector in 04_again or 04", problem.what)

    def test_products_have_operations_and_their_share(self) -> None:
        product = {"operations": 1e10, "bytes": 1e8, "shape": "64x128"}
        one = run(rows("cublas", around(1000), is_peer=1.0, **product) + rows("naive", around(4000), **product))
        one.file = "results/07.json"
        table = two_columns(unit="tflops", columns=[Column("cuBLAS", ["07"], "cublas"),
                                                    Column("naive", ["07"], "naive")])
        text = text_of(table, [one])
        self.assertIn("| 64 x 128 | 10.0 | 2.50 (25.0 %) |", text)
        self.assertIn("in TFLOP/s and as a share of cuBLAS", text)

    def test_what_cannot_be_true_is_marked(self) -> None:
        runs = [measured("03", {"online": 1}), measured("04", {"vector": 1000})]
        self.assertIn("**above the physical limit**", text_of(two_columns(), runs))


class Pages(unittest.TestCase):
    def setUp(self) -> None:
        self.runs = [measured("03", {"online": 2000}), measured("04", {"vector": 1000})]
        self.table = two_columns()
        self.scratch = tempfile.TemporaryDirectory()
        self.root = Path(self.scratch.name)
        self.page = self.root / "lesson.md"

    def tearDown(self) -> None:
        self.scratch.cleanup()

    def put(self, write: bool) -> list[Problem]:
        return put_tables(self.root, self.runs, write, [self.table])

    def test_what_is_around_the_markers_stays(self) -> None:
        text = updated(f"before\n{self.table.begin()}\nstale\n{END}\nafter\n", self.table, self.runs)
        self.assertTrue(text.startswith(f"before\n{self.table.begin()}\nSynthetic GPU"), text)
        self.assertTrue(text.endswith(f"|\n{END}\nafter\n"), text)
        self.assertNotIn("stale", text)

    def test_it_is_written_and_then_agrees(self) -> None:
        self.page.write_text(f"{self.table.begin()}\n{END}\n", encoding="utf-8")
        self.assertIn("is not what the results say", self.put(write=False)[0].what)
        self.assertNotIn("2000", self.page.read_text(encoding="utf-8"))  # a check changes nothing
        self.assertEqual(self.put(write=True), [])
        self.assertEqual(self.put(write=False), [])
        self.page.write_text(self.page.read_text(encoding="utf-8").replace("2000", "2001"), encoding="utf-8")
        self.assertEqual(self.put(write=False)[0].next_step, "make report")

    def test_without_markers_nothing_is_written(self) -> None:
        begin = self.table.begin()
        for text in ("", begin, END + begin, begin + begin + END, f"{begin}\n<!-- results: other -->\n{END}"):
            self.assertIsInstance(updated(text, self.table, self.runs), Problem, text)


class TheList(unittest.TestCase):
    def test_every_table_of_the_texts_is_in_the_list_and_the_other_way_round(self) -> None:
        listed = {(table.page, table.begin()) for table in page_tables()}
        in_texts = {(str(page.relative_to(REPOSITORY)), marker)
                    for folder in ("lessons", "docs") for page in (REPOSITORY / folder).rglob("*.md")
                    for marker in re.findall("<!-- results:.*?-->", page.read_text(encoding="utf-8"))}
        self.assertEqual(in_texts, listed)

    def test_every_table_has_all_it_needs(self) -> None:
        for table in page_tables():
            self.assertTrue(table.first and table.shapes and len(table.columns) > 1, table.name)

    def test_an_unknown_word_is_refused(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "list.txt"
            path.write_text("table a\ncolumns b\n", encoding="utf-8")
            with self.assertRaises(ValueError):
                page_tables(path)


if __name__ == "__main__":
    unittest.main()

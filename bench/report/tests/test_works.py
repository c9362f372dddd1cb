# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""Only functions that compute the same are judged beside each other."""
from __future__ import annotations

import re
import tempfile
import unittest
from pathlib import Path

from synthetic import around, key, rows, run

from compare import ratios_of
from ladder import steps
from lesson_tables import lesson_table
from model import Run
from ratios import best_peer
from read_results import read_results
from works import WORKS, same_work, works

BENCH = Path(__file__).resolve().parents[2]
RESULTS = BENCH.parent / "docs/results/h200"
# Of experiments that have no library beside them.
ALONE = {"vector_add_", "spin_10_ms"}


def lesson_two() -> Run:
    """A softmax and row sums, with a library for each."""
    return run(rows("block_softmax", around(3000)) + rows("row_sum_tree", around(2000))
               + rows("row_max_sum", around(1500)) + rows("cub_row_sum", around(1000), is_peer=1.0)
               + rows("cudnn_softmax", around(2500), is_peer=1.0))


class SameWork(unittest.TestCase):
    def test_the_fastest_of_the_same_work_is_the_yardstick(self) -> None:
        one = lesson_two()
        self.assertEqual(best_peer(one, key("block_softmax")).peer, "cudnn_softmax")
        self.assertEqual(best_peer(one, key("row_sum_tree")).peer, "cub_row_sum")
        self.assertIsNone(best_peer(one, key("row_max_sum")))

    def test_without_one_there_is_a_dash(self) -> None:
        one = lesson_two()
        table = lesson_table(one, [one])
        lines = {line[0]: dict(zip(table.columns, line)) for line in table.rows}
        self.assertEqual((lines["`row_max_sum`"]["best other:"], lines["`row_max_sum`"]["verdict"]), ("–", "–"))
        self.assertTrue(lines["`block_softmax`"]["verdict"].startswith("SLOW 0.833"))

    def test_runs_are_compared_by_the_same_ratios(self) -> None:
        self.assertEqual({(name.key.function, name.against) for name in ratios_of([lesson_two()])},
                         {("block_softmax", "cudnn_softmax"), ("row_sum_tree", "cub_row_sum")})

    def test_a_function_that_is_not_listed_is_judged_beside_nothing(self) -> None:
        self.assertFalse(same_work("unknown", "unknown"))
        self.assertFalse(same_work("unknown", "cudnn"))
        self.assertTrue(same_work("block_softmax__submission_12", "cudnn_softmax"))

    def test_the_kept_results(self) -> None:
        runs, _ = read_results([str(RESULTS / f"0{number}_{slug}.json") for number, slug in
                                ((2, "block_reduction"), (3, "online_softmax"))])
        beside = {(one.function, peer.peer) for measured in runs for one in measured.series
                  if (peer := best_peer(measured, one)) is not None}
        self.assertEqual(beside, {("block_softmax", "cudnn_softmax"), ("online_softmax", "cudnn_softmax"),
                                  ("row_sum_tree", "cub_row_sum"), ("row_sum_shuffle", "cub_row_sum")})


class TheList(unittest.TestCase):
    def test_it_names_every_function_that_is_measured(self) -> None:
        named = {step.function for step in steps()}
        for source in [*BENCH.glob("*.cpp"), *BENCH.glob("peers/*.cpp"), *BENCH.glob("experiments/*.cpp")]:
            named |= set(re.findall(r'(?:\bname = |_case\(|\bpeer\()"(\w+)"', source.read_text(encoding="utf-8")))
        script = (BENCH / "peers/softmax.py").read_text(encoding="utf-8")
        named |= set(re.findall(r'peers\["(\w+)"\]', script)) | set(re.findall(r'"(\w+)": with_', script))
        self.assertLessEqual({"cub_row_sum", "gemm_tiled", "merge_max_sum_pairs", "torch_compile", "triton"}, named)
        self.assertEqual(named - ALONE - set(WORKS), set())

    def test_a_function_computes_one_thing(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "list.txt"
            path.write_text("# what\na | f g\nb | g\n", encoding="utf-8")
            with self.assertRaises(ValueError):
                works(path)


if __name__ == "__main__":
    unittest.main()

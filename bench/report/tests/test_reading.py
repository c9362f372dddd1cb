# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""What the reader takes, what it refuses, and what it says then."""
from __future__ import annotations

import json
import tempfile
import unittest
from pathlib import Path

import synthetic
from synthetic import around, context, document, row, rows, write

from compact import compact
from read_results import read_results


class Reading(unittest.TestCase):
    """Each test writes files of made-up results."""

    def setUp(self) -> None:
        self.scratch = tempfile.TemporaryDirectory()
        self.folder = Path(self.scratch.name)
        self.good = write(self.folder / "good.json", document(rows("f", around(100))))

    def tearDown(self) -> None:
        self.scratch.cleanup()

    def put(self, text: str) -> str:
        """A second file."""
        (self.folder / "second.json").write_text(text, encoding="utf-8")
        return str(self.folder / "second.json")

    def expect(self, name: str, what: str, runs: int = 1) -> None:
        """The file is reported in all four parts, and the good one is kept."""
        kept, problems = read_results([self.good, name])
        self.assertEqual(len(problems), 1, [one.text() for one in problems])
        problem = problems[0]
        self.assertIn(what, problem.what)
        self.assertEqual(problem.file, name)
        self.assertTrue(problem.cause and problem.next_step)
        self.assertEqual(len(kept), runs)
        self.assertEqual(kept[0].file, self.good)

    def test_a_good_file(self) -> None:
        runs, problems = read_results([self.good])
        self.assertEqual(problems, [])
        self.assertEqual(len(runs[0].series[synthetic.key("f")].samples), 9)
        self.assertEqual(runs[0].number("data_sheet_flops"), 20e12)

    def test_a_folder_is_its_json_files(self) -> None:
        (self.folder / "notes.txt").write_text("not read")
        runs, problems = read_results([str(self.folder)])
        self.assertEqual((len(runs), problems), (1, []))

    def test_an_empty_folder(self) -> None:
        (self.folder / "empty").mkdir()
        self.expect(str(self.folder / "empty"), "holds no .json file")

    def test_a_file_that_is_named_twice_is_read_once(self) -> None:
        other = write(self.folder / "a.json", document(rows("g", [1.0])))
        runs, problems = read_results([self.good, str(self.folder), str(self.folder / "../" / self.folder.name), other])
        self.assertEqual(([run.file for run in runs], problems), ([self.good, other], []))

    def test_documents_one_after_the_other(self) -> None:
        name = write(self.folder / "two.json", document(rows("f", [1.0])), document(rows("g", [1.0])))
        runs, problems = read_results([name])
        self.assertEqual((len(runs), problems), (2, []))

    def test_missing_file(self) -> None:
        self.expect(str(self.folder / "absent.json"), "cannot be read: No such file")

    def test_a_name_with_a_space_can_be_pasted(self) -> None:
        for name in (str(self.folder / "no file.json"), str(self.folder / "its folder")):
            Path(self.folder / "its folder").mkdir(exist_ok=True)
            _, problems = read_results([name])
            self.assertTrue(problems[0].next_step.endswith(f" '{name}'"), problems[0].next_step)

    def test_empty_file(self) -> None:
        self.expect(self.put("\n"), "the file is empty")

    def test_not_text(self) -> None:
        (self.folder / "second.json").write_bytes(b"\xff\xfe\x00\x80")
        self.expect(str(self.folder / "second.json"), "not a text file")

    def test_truncated_anywhere(self) -> None:
        whole = json.dumps(document(rows("f", [1.0])), indent=1)
        for length in (1, 20, 200, len(whole) // 2, len(whole) - 2):
            with self.subTest(length=length):
                self.expect(self.put(whole[:length]), "begins in line 1 has no end")

    def test_a_truncated_document_does_not_lose_the_next(self) -> None:
        whole = json.dumps(document(rows("f", [1.0])), indent=1) + "\n"
        self.expect(self.put(whole[:300] + "\n" + whole), "has no end", runs=2)

    def test_a_truncated_file_with_a_line_for_each_row_is_one_problem(self) -> None:
        whole = compact(document(rows("f", [1.0] * 9) + rows("g", [1.0] * 9)))
        self.expect(self.put(whole[:-100]), "begins in line 1 has no end")
        self.expect(self.put(whole[:-100] + "\n" + whole), "begins in line 1 has no end", runs=2)
        # Without its beginning there is no document, in however many lines.
        self.expect(self.put(whole[whole.index('iteration'):]), "line 1 is not JSON")
        # Rows alone: every line is JSON, and none a result.
        self.expect(self.put(whole[whole.index('{"name"'):whole.rindex("\n]")].replace(",\n", "\n")),
                    "not the result of a benchmark")

    def test_messages_between_documents(self) -> None:
        whole = json.dumps(document(rows("f", [1.0])), indent=1) + "\n"
        self.expect(self.put("error: no device\n" + whole), "line 1 is not JSON: 'error: no device'", runs=2)

    def test_invalid_json(self) -> None:
        whole = json.dumps(document(rows("f", [1.0])), indent=1)
        self.expect(self.put(whole.replace('"date":', '"date"', 1)), "not valid JSON")

    def test_foreign_json(self) -> None:
        for text in ("{}", "[1, 2]", "3", '{"context": {}, "benchmarks": 3}', '{"benchmarks": []}'):
            with self.subTest(text=text):
                self.expect(self.put(text), "not the result of a benchmark")

    def test_a_benchmark_of_another_project(self) -> None:
        foreign = {"context": {"date": "2030", "executable": "bench"}, "benchmarks": []}
        self.expect(self.put(json.dumps(foreign)), "does not name a GPU")

    def test_each_key_of_the_context_is_required(self) -> None:
        for name in context():
            if name != "gpu":  # without it the file is taken for a foreign one: the test above
                with self.subTest(name=name):
                    changed = json.dumps(document(rows("f", [1.0]), **{name: None}))
                    self.expect(self.put(changed), f"the context has no {name}")

    def test_another_gpu(self) -> None:
        more = write(self.folder / "more.json", document(rows("g", [1.0])))
        other = write(self.folder / "a.json", document(rows("f", [1.0]), gpu="Another GPU"))
        runs, problems = read_results([other, self.good, more])
        self.assertEqual([run.file for run in runs], [self.good, more])
        self.assertIn("left out what was measured on 'Another GPU'", problems[0].what)
        self.assertIn(other, problems[0].next_step)

    def test_the_cpu_device_says_nothing_about_a_gpu(self) -> None:
        name = "the CPU device playing an NVIDIA H200 (compute capability 9.0)"
        for changes in ({"gpu": name}, {"device": name}, {"nvml": "not available (the CPU device has none)"}):
            self.expect(self.put(json.dumps(document(rows("f", [1.0]), **changes))), "those of the CPU device")
            _, problems = read_results([self.put(json.dumps(document(rows("f", [1.0]), **changes)))])
            self.assertIn("make report RESULTS=build/cuda/bench", problems[0].next_step)

    def test_no_rows(self) -> None:
        self.expect(self.put(json.dumps(document([]))), "there are no rows")

    def test_aggregates_only(self) -> None:
        only = json.dumps(document([row("f", 1.0, run_type="aggregate")]))
        self.expect(self.put(only), "aggregates only")


if __name__ == "__main__":
    unittest.main()

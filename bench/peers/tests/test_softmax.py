# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""The program from its command line to its JSON, on a PyTorch that is none; and that the report reads it."""
from __future__ import annotations

import contextlib
import io
import json
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import fake_torch

fake_torch.install()
sys.path.insert(1, str(Path(__file__).resolve().parents[2] / "report"))

import softmax
from model import Key, Shape
from ratios import figures, share_of_copy
from read_results import read_file



def run(*arguments: str, library: fake_torch.Library = fake_torch.Library(),
        out: io.StringIO | None = None) -> tuple[dict, str]:
    """What the program prints: its JSON and its table."""
    out, table = out or io.StringIO(), io.StringIO()
    with mock.patch.object(softmax.ctypes, "CDLL", lambda path: library), \
            mock.patch.object(softmax, "Cudnn", side_effect=OSError("libcudnn.so.9: not there")), \
            mock.patch.object(softmax, "load", lambda name: None), \
            mock.patch.object(softmax, "REPLAY_SECONDS", 1e-9), \
            mock.patch.object(sys, "argv", ["softmax.py", "library.so", *arguments]), \
            contextlib.redirect_stdout(out), contextlib.redirect_stderr(table):
        softmax.main()
    return json.loads(out.getvalue()), table.getvalue()


class Softmax(unittest.TestCase):
    def read(self, document: dict):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "peers.json"
            path.write_text(json.dumps(document), encoding="utf-8")
            return read_file(path)

    def test_the_report_reads_it_as_a_benchmark_of_today(self) -> None:
        document, table = run("--flags=-O3 -arch=sm_90", "3x4", "2x5")
        runs, problems = self.read(document)
        self.assertEqual(problems, [])
        one = runs[0]
        self.assertEqual((one.lesson, one.gpu), ("peers", "Fake GPU"))
        self.assertEqual({key.shape for key in one.series}, {Shape(3, 4), Shape(2, 5)})
        self.assertEqual({key.function for key in one.series},
                         {"device_to_device_copy", "softmax_in_registers", "persistent_softmax", "torch",
                          "torch_compile"})
        key = Key("torch", Shape(3, 4), "cold")
        self.assertEqual(len(one.series[key].samples), softmax.ROUNDS)
        self.assertTrue(one.series[key].is_peer)
        self.assertFalse(one.series[key._replace(function="softmax_in_registers")].is_peer)
        self.assertAlmostEqual(figures(one, key).median, fake_torch.SECONDS_OF_LAUNCH)
        self.assertAlmostEqual(share_of_copy(one, key).value, 1)
        self.assertIn("3 x 4           2.00", table)

    def test_the_copy_takes_the_faster_way(self) -> None:
        for alone, wanted in ((5e-6, fake_torch.SECONDS_OF_LAUNCH), (1e-6, 1e-6)):
            with mock.patch.object(fake_torch, "SECONDS_ALONE", alone):
                document, _ = run("3x4")
            one = self.read(document)[0][0]
            self.assertAlmostEqual(figures(one, Key("device_to_device_copy", Shape(3, 4), "cold")).median, wanted)
            self.assertAlmostEqual(figures(one, Key("torch", Shape(3, 4), "cold")).median,
                                   fake_torch.SECONDS_OF_LAUNCH)

    def test_each_key_of_the_context_is_required(self) -> None:
        document, _ = run("3x4")
        self.assertEqual(document["context"]["absent"], ["triton: not installed", "cudnn: libcudnn.so.9: not there"])
        self.assertEqual(document["context"]["flags"], "unknown")
        for name in ("driver", "git_revision", "flags", "nvml", "other_load", "l2_bytes"):
            changed = {**document, "context": {key: value for key, value in document["context"].items() if key != name}}
            runs, problems = self.read(changed)
            self.assertEqual(runs, [])
            self.assertIn(f"the context has no {name}", problems[0].what)

    def test_a_wrong_output_has_no_time(self) -> None:
        document, table = run("3x4", library=fake_torch.Library(wrong="persistent_softmax"))
        rows = [row for row in document["benchmarks"] if row["name"].startswith("persistent_softmax/")]
        self.assertEqual([row["error_message"] for row in rows], ["relative error nan"])
        self.assertIn("-", table)
        runs, problems = self.read(document)
        self.assertEqual(problems, [])
        self.assertEqual(runs[0].series[Key("persistent_softmax", Shape(3, 4), "cold")].error, "relative error nan")

    def test_what_was_measured_is_kept(self) -> None:
        measure = softmax.measure

        def fails_later(shape, *rest):
            if shape != (3, 4):
                raise MemoryError
            return measure(shape, *rest)

        out = io.StringIO()
        with mock.patch.object(softmax, "measure", fails_later), self.assertRaises(MemoryError):
            run("3x4", "2x5", out=out)
        self.assertIn("torch/3x4/cold/manual_time", out.getvalue())

    def test_the_older_form_is_still_read(self) -> None:
        # What softmax.py wrote on an H200 (2026-11-30) before its rows had the form of today.
        runs, problems = read_file(Path(__file__).with_name("older_form.json"))
        self.assertEqual(problems, [])
        self.assertEqual(runs[0].lesson, "peers")
        self.assertTrue(any(series.range for series in runs[0].series.values()))

    def test_no_library(self) -> None:
        for arguments in ([], ["--flags=-O3"], ["--help"]):
            with self.assertRaises(SystemExit):
                softmax.options_of(arguments)


if __name__ == "__main__":
    unittest.main()

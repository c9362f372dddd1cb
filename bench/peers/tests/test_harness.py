# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""What is made of samples: the rows, their aggregates, what is throttled and what cannot be true."""
from __future__ import annotations

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from harness import COPY, Case, DeviceNumbers, Reading, Sample, context_of, rows_of

# 1000 MHz, both edges, 4000 bits: 1e12 bytes a second.
DEVICE = DeviceNumbers((9, 0), 100, 1500, 1e6, 4000, 50_000_000)
COOL = Reading(True, 1500, 1000, 40, 0)


def case(function: str, times: list[float], is_peer: bool = False, reading: Reading = COOL) -> Case:
    """Times in microseconds, of 8e6 bytes."""
    return Case(function, 1000, 1000, is_peer, [Sample(us * 1e-6, 10, COOL, reading) for us in times])


def iterations(rows: list[dict], function: str) -> list[dict]:
    return [row for row in rows if row["run_type"] == "iteration" and row["name"].startswith(function + "/")]


def aggregates(rows: list[dict], function: str) -> dict[str, dict]:
    return {row["aggregate_name"]: row for row in rows
            if row["run_type"] == "aggregate" and row["run_name"].startswith(function + "/")}


class Rows(unittest.TestCase):
    def test_a_row_for_each_repetition(self) -> None:
        rows = iterations(rows_of([case("torch", [30, 20, 10], True)], DEVICE), "torch")
        self.assertEqual([round(row["real_time"], 9) for row in rows], [30, 20, 10])
        self.assertEqual([row["repetition_index"] for row in rows], [0, 1, 2])
        self.assertEqual({row["name"] for row in rows}, {"torch/1000x1000/cold/manual_time"})
        first = rows[0]
        self.assertEqual((first["bytes"], first["operations"], first["is_peer"], first["iterations"]), (8e6, 0, 1, 10))
        self.assertAlmostEqual(first["bytes_per_second"] / (8e6 / 30e-6), 1)
        self.assertEqual((first["sm_mhz_before"], first["sm_mhz_after"], first["memory_mhz"]), (1500, 1500, 1000))
        self.assertAlmostEqual(first["percent_of_data_sheet"], 40)  # of the median, 20 us

    def test_aggregates_are_those_of_the_repetitions(self) -> None:
        found = aggregates(rows_of([case("f", [10, 20, 60])], DEVICE), "f")
        for name, wanted in (("mean", 30), ("median", 20), ("stddev", 700**0.5), ("cv", 700**0.5 / 30)):
            self.assertAlmostEqual(found[name]["real_time"], wanted)
        self.assertEqual(found["cv"]["aggregate_unit"], "percentage")
        self.assertEqual((found["mean"]["iterations"], found["mean"]["throttled_samples"]), (3, 0))

    def test_the_share_of_the_copy_is_one_of_medians(self) -> None:
        rows = rows_of([case(COPY, [10, 10, 40]), case("f", [20, 25, 25])], DEVICE)
        self.assertEqual({round(row["percent_of_copy"], 9) for row in iterations(rows, "f")}, {40})
        other = case(COPY, [10])
        other.cols = 999
        self.assertNotIn("percent_of_copy", iterations(rows_of([other, case("f", [20])], DEVICE), "f")[0])

    def test_a_held_down_clock_is_left_out(self) -> None:
        for reading in (Reading(True, 1500, 1000, 90, 0x40), Reading(True, 1000, 1000, 40, 0)):
            one = case("f", [10, 10])
            one.samples.append(Sample(90e-6, 10, COOL, reading))
            rows = rows_of([one], DEVICE)
            self.assertEqual([row["throttled"] for row in iterations(rows, "f")], [0, 0, 1])
            self.assertAlmostEqual(aggregates(rows, "f")["mean"]["real_time"], 10)
            self.assertEqual(aggregates(rows, "f")["mean"]["throttled_samples"], 1)
            self.assertIn("1 of 3 samples throttled", iterations(rows, "f")[0]["label"])

    def test_the_highest_clock_is_that_of_the_whole_run(self) -> None:
        slow = case("f", [10])
        slow.samples = [Sample(10e-6, 10, Reading(True, 900), Reading(True, 900))]
        self.assertEqual(iterations(rows_of([slow], DEVICE), "f")[0]["throttled"], 0)
        self.assertEqual(iterations(rows_of([slow, case("g", [10])], DEVICE), "f")[0]["throttled"], 1)

    def test_all_throttled_are_kept_and_marked(self) -> None:
        rows = rows_of([case("f", [10, 20], reading=Reading(True, 1500, 0, 0, 0x80))], DEVICE)
        self.assertAlmostEqual(aggregates(rows, "f")["mean"]["real_time"], 15)
        self.assertEqual(iterations(rows, "f")[0]["all_throttled"], 1)

    def test_what_cannot_be_true(self) -> None:
        rows = rows_of([case(COPY, [7.9, 7.9]), case("f", [16, 16])], DEVICE)
        self.assertEqual([row["above_physical_limit"] for row in iterations(rows, COPY)], [1, 1])
        self.assertNotIn("percent_of_copy", iterations(rows, "f")[0])  # no yardstick
        self.assertEqual(iterations(rows_of([case("f", [8.1])], DEVICE), "f")[0]["above_physical_limit"], 0)
        unknown = iterations(rows_of([case("f", [0.001])], DeviceNumbers()), "f")[0]
        self.assertEqual(unknown["above_physical_limit"], 0)
        self.assertNotIn("percent_of_data_sheet", unknown)

    def test_without_clocks(self) -> None:
        one = case("f", [10])
        one.samples = [Sample(10e-6, 10)]
        row = iterations(rows_of([one], DEVICE), "f")[0]
        self.assertNotIn("sm_mhz_after", row)
        self.assertEqual(row["throttled"], 0)

    def test_a_wrong_output_has_no_time(self) -> None:
        one = case("f", [10], is_peer=True)
        one.error = "relative error nan"
        rows = rows_of([one], DEVICE)
        self.assertEqual(len(rows), 1)
        self.assertEqual((rows[0]["error_occurred"], rows[0]["error_message"], rows[0]["is_peer"]),
                         (True, "relative error nan", 1))
        self.assertNotIn("real_time", rows[0])

    def test_the_context(self) -> None:
        found = context_of("Some GPU", DEVICE, {"date": "2030", "torch": "1"})
        self.assertEqual(found["data_sheet_bytes_per_second"], "1000000000000")
        self.assertEqual(found["data_sheet_flops"], "38400000000000")
        self.assertEqual(found["device"], "Some GPU (compute capability 9.0)")
        self.assertEqual((found["lesson"], found["modes"], found["torch"]), ("peers", "cold", "1"))
        self.assertEqual(context_of("", DeviceNumbers(), {})["l2_bytes"], "unknown")


if __name__ == "__main__":
    unittest.main()

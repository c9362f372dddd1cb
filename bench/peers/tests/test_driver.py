# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""What is asked of the driver's libraries, and what is said where they do not answer."""
from __future__ import annotations

import os
import sys
import types
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from driver import Clocks, Process, bus_id, device_numbers, load, settled_other_load

ATTRIBUTES = {75: 9, 76: 0, 16: 132, 13: 1_980_000, 36: 3_201_000, 37: 6016, 38: 62_914_560}


def cuda(status: int = 0):
    """libcuda with one device."""
    def get(value, number, device):
        value._obj.value = ATTRIBUTES[number]
        return 0

    def place(text, length, device):
        text.value = b"0000:01:00.0"
        return 0

    return types.SimpleNamespace(cuInit=lambda flags: status, cuDeviceGet=lambda device, number: 0,
                                 cuDeviceGetAttribute=get, cuDeviceGetPCIBusId=place)


def nvml(sm: int = 1755, pids: tuple = (), percent: int = 0, **changes):
    """NVML with one device."""
    def put(value):
        def function(*arguments):
            arguments[-1]._obj.value = value
            return 0
        return function

    def clock(device, kind, value):
        value._obj.value = {1: sm, 2: 2619}[kind.value]
        return 0 if sm else 3

    def handle(bus, device):
        device._obj.value = 4711
        return 0 if bus.value == b"0000:01:00.0" else 6

    def version(text, length):
        text.value = b"555.42"
        return 0

    def utilization(device, use):
        use._obj.gpu = percent
        return 0

    def processes(device, count, found):
        for i, pid in enumerate(pids):
            found[i] = Process(pid)
        count._obj.value = len(pids)
        return 0

    functions = {"nvmlInit_v2": lambda: 0, "nvmlDeviceGetHandleByPciBusId_v2": handle,
                 "nvmlDeviceGetClockInfo": clock, "nvmlDeviceGetMaxClockInfo": put(1980),
                 "nvmlDeviceGetTemperature": put(47), "nvmlSystemGetDriverVersion": version,
                 "nvmlDeviceGetCurrentClocksThrottleReasons": put(0x44),
                 "nvmlDeviceGetUtilizationRates": utilization, "nvmlDeviceGetComputeRunningProcesses_v3": processes}
    functions.update(changes)
    return types.SimpleNamespace(**{name: one for name, one in functions.items() if one is not None})


def clocks(**changes) -> Clocks:
    return Clocks(nvml(**changes), b"0000:01:00.0")


class Driver(unittest.TestCase):
    def test_numbers(self) -> None:
        found = device_numbers(cuda(), 0)
        self.assertEqual(found.capability, (9, 0))
        self.assertEqual((found.multiprocessors, found.sm_mhz, found.l2_bytes), (132, 1980, 62_914_560))
        self.assertEqual(found.bytes_per_second(), 4814304000000)
        self.assertEqual(device_numbers(cuda(), 1410).sm_mhz, 1410)
        for broken in (cuda(status=100), None):
            self.assertEqual(device_numbers(broken, 0).bytes_per_second(), 0)
            self.assertEqual(bus_id(broken), b"")
        self.assertEqual(bus_id(cuda()), b"0000:01:00.0")

    def test_a_library_that_is_missing(self) -> None:
        self.assertIsNone(load("libno-such-library.so.1"))

    def test_readings(self) -> None:
        one = clocks()
        reading = one.read()
        self.assertEqual((reading.known, reading.sm_mhz, reading.memory_mhz), (True, 1755, 2619))
        self.assertEqual(reading.temperature_c, 47)
        self.assertEqual(reading.slow_reasons, 0x44)  # by the older name of the function
        self.assertEqual((one.source(), one.driver(), one.max_sm_mhz()), ("NVML", "555.42", 1980))

    def test_what_does_not_answer_is_told(self) -> None:
        for one, source in ((Clocks(None, b""), "not available (no NVML)"),
                            (Clocks(nvml(), b"0000:99:00.0"),
                             "not available (NVML does not answer for this device: status 6)"),
                            (clocks(sm=0), "not available (NVML gives no clock of this device)")):
            self.assertEqual(one.source(), source)
            self.assertFalse(one.read().known)
            self.assertEqual(one.max_sm_mhz(), 0)
        self.assertEqual(Clocks(None, b"").driver(), "unknown")
        self.assertEqual(clocks(nvmlDeviceGetTemperature=None).read().temperature_c, 0)

    def test_other_load(self) -> None:
        self.assertEqual(clocks(pids=(os.getpid(),)).other_load(), "none")
        self.assertEqual(clocks(pids=(1, os.getpid()), percent=87).other_load(), "1 process, busy 87 % of the time")
        self.assertEqual(clocks(pids=(1, 2)).other_load(), "2 processes, busy 0 % of the time")
        self.assertEqual(clocks(percent=5).other_load(), "none")
        self.assertEqual(clocks(percent=6).other_load(), "busy 6 % of the time")
        self.assertEqual(Clocks(None, b"").other_load(), "unknown")
        self.assertEqual(clocks(nvmlDeviceGetUtilizationRates=None,
                                nvmlDeviceGetComputeRunningProcesses_v3=None).other_load(), "unknown")

    def test_load_that_fades_is_waited_for(self) -> None:
        waits: list[int] = []
        answers = ["busy 90 % of the time", "busy 9 % of the time", "none"]
        one = types.SimpleNamespace(other_load=lambda: answers.pop(0))
        self.assertEqual(settled_other_load(one, lambda: waits.append(1)), "none")
        self.assertEqual(len(waits), 2)
        one = types.SimpleNamespace(other_load=lambda: "1 process, busy 90 % of the time")
        self.assertEqual(settled_other_load(one, lambda: waits.append(1)), one.other_load())
        self.assertEqual(len(waits), 2)


if __name__ == "__main__":
    unittest.main()

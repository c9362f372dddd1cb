# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""What the driver says of the device: its numbers through libcuda, its clocks and other load through NVML.

Both libraries come with the driver. As in bench/support/nvml.cpp, what is missing is said and does no harm.
"""
from __future__ import annotations

import ctypes
import os
from typing import Callable

from harness import DeviceNumbers, Reading

SM_CLOCK, MEMORY_CLOCK, TEMPERATURE_OF_GPU, INSUFFICIENT_SIZE = 1, 2, 0, 7
NOTICEABLE_PERCENT = 5  # a desktop that draws its clock is no load


class Utilization(ctypes.Structure):
    """nvmlUtilization_t"""

    _fields_ = [("gpu", ctypes.c_uint), ("memory", ctypes.c_uint)]


class Process(ctypes.Structure):
    """nvmlProcessInfo_v2_t"""

    _fields_ = [("pid", ctypes.c_uint), ("used_memory", ctypes.c_ulonglong), ("gpu_instance", ctypes.c_uint),
                ("compute_instance", ctypes.c_uint)]


def load(name: str) -> ctypes.CDLL | None:
    """A shared library, or None where it is missing."""
    try:
        return ctypes.CDLL(name)
    except OSError:
        return None


def device_numbers(cuda: ctypes.CDLL | None, max_sm_mhz: float) -> DeviceNumbers:
    """The numbers of device 0. max_sm_mhz: the highest SM clock where it is known; 0: CUDA is asked."""
    device = ctypes.c_int()
    if cuda is None or cuda.cuInit(0) != 0 or cuda.cuDeviceGet(ctypes.byref(device), 0) != 0:
        return DeviceNumbers(sm_mhz=max_sm_mhz)

    def attribute(number: int) -> int:
        value = ctypes.c_int()
        return value.value if cuda.cuDeviceGetAttribute(ctypes.byref(value), number, device) == 0 else 0

    # The numbers of CUdevice_attribute, which stay.
    return DeviceNumbers(capability=(attribute(75), attribute(76)), multiprocessors=attribute(16),
                         sm_mhz=max_sm_mhz or attribute(13) / 1e3, memory_khz=attribute(36),
                         bus_bits=attribute(37), l2_bytes=attribute(38))


def bus_id(cuda: ctypes.CDLL | None) -> bytes:
    """The place of device 0, by which NVML knows it; NVML counts its devices in another order."""
    text, device = ctypes.create_string_buffer(64), ctypes.c_int()
    if cuda is None or cuda.cuInit(0) != 0 or cuda.cuDeviceGet(ctypes.byref(device), 0) != 0:
        return b""
    return text.value if cuda.cuDeviceGetPCIBusId(text, 64, device) == 0 else b""


class Clocks:
    """Clocks, heat, driver and other load of one device. Without NVML it knows nothing, and says so."""

    def __init__(self, nvml: ctypes.CDLL | None, bus: bytes) -> None:
        self.nvml = nvml
        self.device = ctypes.c_void_p()
        self.problem = ""
        if nvml is None:
            self.problem = "no NVML"
            return
        status = self.call("nvmlInit_v2") or self.call("nvmlDeviceGetHandleByPciBusId_v2", ctypes.c_char_p(bus),
                                                       ctypes.byref(self.device))
        if status != 0:
            self.problem = f"NVML does not answer for this device: status {status}"
        elif not self.unsigned("nvmlDeviceGetClockInfo", SM_CLOCK):
            self.problem = "NVML gives no clock of this device"

    def call(self, name: str, *arguments: object) -> int:
        """The status; one that NVML does not have where the library has no such function."""
        function = getattr(self.nvml, name, None)
        return 13 if function is None else int(function(*arguments))  # 13: function not found

    def unsigned(self, name: str, which: int) -> int:
        """A number of the device; 0 where there is none."""
        value = ctypes.c_uint()
        return value.value if self.call(name, self.device, ctypes.c_uint(which), ctypes.byref(value)) == 0 else 0

    def source(self) -> str:
        """For the context."""
        return f"not available ({self.problem})" if self.problem else "NVML"

    def driver(self) -> str:
        """The version of the driver, or "unknown"."""
        text = ctypes.create_string_buffer(96)
        known = self.nvml is not None and self.call("nvmlSystemGetDriverVersion", text, ctypes.c_uint(96)) == 0
        return text.value.decode() if known else "unknown"

    def max_sm_mhz(self) -> float:
        """The highest SM clock that the device can have; 0: not known."""
        return 0 if self.problem else self.unsigned("nvmlDeviceGetMaxClockInfo", SM_CLOCK)

    def read(self) -> Reading:
        """The clocks of this moment."""
        sm = 0 if self.problem else self.unsigned("nvmlDeviceGetClockInfo", SM_CLOCK)
        if not sm:
            return Reading()
        reasons = ctypes.c_ulonglong()
        for name in ("nvmlDeviceGetCurrentClocksEventReasons", "nvmlDeviceGetCurrentClocksThrottleReasons"):
            if self.call(name, self.device, ctypes.byref(reasons)) == 0:
                break
        return Reading(True, sm, self.unsigned("nvmlDeviceGetClockInfo", MEMORY_CLOCK),
                       self.unsigned("nvmlDeviceGetTemperature", TEMPERATURE_OF_GPU), reasons.value)

    def other_load(self) -> str:
        """What others do on the device, before the first kernel of this program."""
        if self.nvml is None or not self.device:
            return "unknown"
        use = Utilization()
        is_known = self.call("nvmlDeviceGetUtilizationRates", self.device, ctypes.byref(use)) == 0
        count, processes = ctypes.c_uint(64), (Process * 64)()
        status = self.call("nvmlDeviceGetComputeRunningProcesses_v3", self.device, ctypes.byref(count), processes)
        others = 0
        if status == INSUFFICIENT_SIZE:  # more than the list holds, so there are others
            others = count.value
        elif status == 0:
            others = sum(one.pid != os.getpid() for one in processes[:count.value])
        elif not is_known:
            return "unknown"
        if others == 0 and use.gpu <= NOTICEABLE_PERCENT:
            return "none"
        told = f"{others} process{'' if others == 1 else 'es'}, " if others else ""
        return f"{told}busy {use.gpu} % of the time"


def settled_other_load(clocks: Clocks, wait: Callable[[], None], most_times: int = 8) -> str:
    """Asks again for a while where it is only busy: NVML calls a device so for a second after its last kernel."""
    load = clocks.other_load()
    for _ in range(most_times):
        if not load.startswith("busy"):
            break
        wait()
        load = clocks.other_load()
    return load

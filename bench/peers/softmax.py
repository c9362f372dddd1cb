#!/usr/bin/env python3
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""Softmax of a matrix by every library that is installed, and by this workshop, in one run.

Everybody is timed in the same way, the copy in the faster of two. A CUDA graph holds one launch for each buffer of a ring that is
larger than the L2 cache twice over, so that no launch finds its input there. The graphs are replayed
in turns, in a new order each round, after a warm-up. A figure is the median over the rounds of device
time between two events, divided by the launches. After the timing all outputs are filled with NaN, each
graph is replayed once more, and every element is compared with a softmax in float64.

Usage: softmax.py LIBRARY [--flags=TEXT] [ROWSxCOLS ...] > peers.json
  LIBRARY  solutions/05_persistent_grid_further.cu and 05_persistent_grid.cu as a shared library:
           nvcc -shared -Xcompiler -fPIC -O3 -std=c++17 -arch=native -Iinclude -o LIBRARY FILES
  --flags  the options that LIBRARY was compiled with, for the record
Needs PyTorch with CUDA. Triton and cuDNN are measured where they are found, and named when not.
The output is JSON as the other benchmarks write it (bench/README.md): a row for each round, and the aggregates. Clocks,
throttling and other load are judged as there. A table goes to stderr.
"""
from __future__ import annotations

import ctypes
import datetime
import json
import random
import statistics
import subprocess
import sys
import time
from pathlib import Path

import torch

from driver import Clocks, bus_id, device_numbers, load, settled_other_load
from harness import COPY, Case, Sample, context_of, rows_of

try:
    import triton
    import triton.language as tl
except ImportError:
    triton = None

USUAL = [(4096, cols) for cols in (256, 257, 320, 512, 768, 1000, 1024, 1025, 1536, 2048, 3072, 4096,
                                   4097, 5000, 6272, 8192, 12288, 16383, 16384)]
USUAL += [(16384, 4096), (8192, 8192), (512, 4097), (1024, 1024), (32, 127), (1024, 16384)]
ROUNDS = 15
REPLAY_SECONDS = 0.01  # of one sample
OURS = (COPY, "softmax_in_registers", "persistent_softmax")  # the others are peers


def with_torch(ring):
    return [lambda x=x: torch.softmax(x, -1) for x, _ in ring]


def with_compile(ring):
    # Compiled afresh for each shape; mode "default", as most people use it.
    torch._dynamo.reset()
    compiled = torch.compile(lambda x: torch.softmax(x, -1), dynamic=False)
    for x, _ in ring:
        compiled(x)
    return [lambda x=x: compiled(x) for x, _ in ring]


def with_triton(ring):
    @triton.jit
    def block_a_row(x, y, cols, width: tl.constexpr):
        row = tl.program_id(0).to(tl.int64)
        column = tl.arange(0, width)
        values = tl.load(x + row * cols + column, mask=column < cols, other=-float("inf"))
        weights = tl.exp(values - tl.max(values, 0))
        tl.store(y + row * cols + column, weights / tl.sum(weights, 0), mask=column < cols)

    def launch(x, y, warps):
        rows, cols = x.shape
        block_a_row[(rows,)](x, y, cols, triton.next_power_of_2(cols), num_warps=warps)
        return y

    # The best number of warps at this shape.
    def time_of(warps):
        for x, y in ring:
            launch(x, y, warps)
        return triton.testing.do_bench_cudagraph(lambda: launch(*ring[0], warps), rep=20)

    best = min((1, 2, 4, 8, 16, 32), key=time_of)
    return [lambda x=x, y=y: launch(x, y, best) for x, y in ring]


class Cudnn:
    """The legacy softmax of cuDNN, in its accurate mode, over the channels of an N x C tensor."""

    def __init__(self):
        self.cudnn = ctypes.CDLL("libcudnn.so.9")
        self.cudnn.cudnnSoftmaxForward.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_int] + [
            ctypes.c_void_p] * 6
        self.handle = ctypes.c_void_p()
        self.check(self.cudnn.cudnnCreate(ctypes.byref(self.handle)))

    @staticmethod
    def check(status):
        if status != 0:
            raise RuntimeError(f"cuDNN returned status {status}")

    def __call__(self, ring):
        rows, cols = ring[0][0].shape
        shape = ctypes.c_void_p()
        self.check(self.cudnn.cudnnCreateTensorDescriptor(ctypes.byref(shape)))
        nchw, float32 = 0, 0
        self.check(self.cudnn.cudnnSetTensor4dDescriptor(shape, nchw, float32, rows, cols, 1, 1))
        one, zero = ctypes.c_float(1), ctypes.c_float(0)

        def launch(x, y):
            stream = ctypes.c_void_p(torch.cuda.current_stream().cuda_stream)
            self.check(self.cudnn.cudnnSetStream(self.handle, stream))
            accurate, over_instance = 1, 0
            self.check(self.cudnn.cudnnSoftmaxForward(
                self.handle, accurate, over_instance, ctypes.addressof(one), shape, x.data_ptr(),
                ctypes.addressof(zero), shape, y.data_ptr()))
            return y

        return [lambda x=x, y=y: launch(x, y) for x, y in ring]


def ours(library, name):
    mangled = f"_ZN8workshop{len(name)}{name}EllPKflPflP11CUstream_st"
    function = getattr(library, mangled)
    function.argtypes = [ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p, ctypes.c_int64,
                         ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p]

    def launch(x, y):
        rows, cols = x.shape
        error = function(rows, cols, x.data_ptr(), cols, y.data_ptr(), cols,
                         torch.cuda.current_stream().cuda_stream)
        if error != 0:
            raise RuntimeError(f"{name} returned CUDA error {error}")
        return y

    return lambda ring: [lambda x=x, y=y: launch(x, y) for x, y in ring]


def copy(ring):
    return [lambda x=x, y=y: y.copy_(x) for x, y in ring]


class Contender:
    """A graph of one launch for each buffer of the ring; or the launches one by one, where that may be
    faster and is: the driver may do a large copy in another way when it is a node of a graph."""

    def __init__(self, launches, graph_may_be_slower=False):
        for launch in launches:
            launch()
        torch.cuda.synchronize()
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):
            self.outputs = [launch() for launch in launches]  # kept: an output for each launch
        self.launches = len(launches)
        self.replays = 1
        self.run = self.graph.replay
        if graph_may_be_slower:
            as_graph = min(self.seconds() for _ in range(2))
            self.run = lambda: [launch() for launch in launches]
            if not min(self.seconds() for _ in range(2)) < as_graph:
                self.run = self.graph.replay
        self.replays = max(1, int(REPLAY_SECONDS / max(self.seconds() * self.launches, 1e-6)))

    def seconds(self):
        """Device time of one launch."""
        begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        begin.record()
        for _ in range(self.replays):
            self.run()
        end.record()
        end.synchronize()
        return begin.elapsed_time(end) * 1e-3 / (self.replays * self.launches)

    def sample(self, clocks):
        """One repetition, between two readings of the clocks."""
        before = clocks.read()
        seconds = self.seconds()
        return Sample(seconds, self.replays * self.launches, before, clocks.read())


def make_ring(rows, cols):
    cache = torch.cuda.get_device_properties(0).L2_cache_size
    slots = max(2, min(512, -(-2 * cache // (2 * 4 * rows * cols))))
    return [(torch.randn(rows, cols, device="cuda"), torch.empty(rows, cols, device="cuda"))
            for _ in range(slots)]


def wrong(contender, ring, is_copy):
    """What is wrong with the outputs after timing; empty when nothing is."""
    for y in contender.outputs:
        y.fill_(float("nan"))
    contender.run()
    torch.cuda.synchronize()
    for (x, _), y in zip(ring, contender.outputs):
        for part in range(0, x.shape[0], 1024):
            wanted = x[part:part + 1024].double()
            if not is_copy:
                wanted = torch.softmax(wanted, -1)
            error = ((y[part:part + 1024] - wanted).abs() / wanted.abs().clamp_min(1e-30)).max().item()
            if not error <= 1e-5:
                return f"relative error {error:.1e}"
    return ""


def measure(shape, peers, clocks):
    """A case for each peer: its samples, or what is wrong with it."""
    ring = make_ring(*shape)
    cases = {name: Case(name, *shape, is_peer=name not in OURS) for name in peers}
    contenders = {}
    for name, make in peers.items():
        try:
            contenders[name] = Contender(make(ring), name == COPY)
        except Exception as error:  # one that cannot run here must not end the others
            cases[name].error = f"{type(error).__name__}: {error}".splitlines()[0][:200]
    names = list(contenders)
    for name in names:
        contenders[name].seconds()
    for _ in range(ROUNDS):
        random.shuffle(names)
        for name in names:
            cases[name].samples.append(contenders[name].sample(clocks))
    for name, contender in contenders.items():
        cases[name].error = wrong(contender, ring, name == COPY)
    return list(cases.values())


def show(cases):
    cells = [f"{'-':>9}" if case.error else
             f"{1e6 * statistics.median(sample.seconds for sample in case.samples):9.2f}" for case in cases]
    print(f"{cases[0].rows:6d} x {cases[0].cols:<6d} " + " ".join(cells), file=sys.stderr, flush=True)


def revision():
    """Of the sources, as the other benchmarks have it."""
    folder = str(Path(__file__).resolve().parent)
    try:
        told = subprocess.run(["git", "-C", folder, "describe", "--always", "--dirty", "--abbrev=12"],
                              capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return told.stdout.strip() or "unknown"


def facts_of(clocks, flags, absent):
    """What the context holds beside the device."""
    return {"date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
            "driver": clocks.driver(), "toolkit": torch.version.cuda, "git_revision": revision(),
            "flags": flags or "unknown", "nvml": clocks.source(),
            "other_load": settled_other_load(clocks, lambda: time.sleep(0.25)),
            "torch": torch.__version__, "triton": triton.__version__ if triton else "absent",
            "cudnn": torch.backends.cudnn.version(), "absent": absent}


def options_of(arguments):
    """The library, the shapes, the flags."""
    flags = [one.split("=", 1)[1] for one in arguments if one.startswith("--flags=")]
    rest = [one for one in arguments if not one.startswith("--flags=")]
    if not rest or rest[0].startswith("-"):
        sys.exit(__doc__)
    shapes = [tuple(int(n) for n in text.split("x")) for text in rest[1:]] or USUAL
    return rest[0], shapes, flags[-1] if flags else ""


def main():
    path, shapes, flags = options_of(sys.argv[1:])
    library = ctypes.CDLL(path)
    peers = {COPY: copy, **{name: ours(library, name) for name in OURS[1:]},
             "torch": with_torch, "torch_compile": with_compile}
    missing = []
    if triton is not None:
        peers["triton"] = with_triton
    else:
        missing.append("triton: not installed")
    cuda = load("libcuda.so.1")
    clocks = Clocks(load("libnvidia-ml.so.1"), bus_id(cuda))
    context = facts_of(clocks, flags, missing)  # other load is asked for before the first kernel
    try:
        peers["cudnn"] = Cudnn()
    except (OSError, RuntimeError) as error:
        missing.append(f"cudnn: {error}")
    device = device_numbers(cuda, clocks.max_sm_mhz())
    context = context_of(torch.cuda.get_device_properties(0).name, device, context)
    print(" " * 16 + " ".join(f"{name[:9]:>9}" for name in peers) + "   us", file=sys.stderr)
    cases = []
    try:
        for shape in shapes:
            torch.manual_seed(shape[0] + shape[1])
            cases += measure(shape, peers, clocks)
            show(cases[-len(peers):])
            torch.cuda.empty_cache()
    finally:  # what was measured is kept
        print(json.dumps({"context": context, "benchmarks": rows_of(cases, device)}, indent=1))


if __name__ == "__main__":
    main()

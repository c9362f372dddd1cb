#!/usr/bin/env python3
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""Softmax of a matrix by every library that is installed, and by this workshop, in one run.

Everybody is timed in the same way. A CUDA graph holds one launch for each buffer of a ring that is
larger than the L2 cache twice over, so that no launch finds its input there. The graphs are replayed
in turns, in a new order each round, after a warm-up. A figure is the median over the rounds of device
time between two events, divided by the launches. After the timing all outputs are filled with NaN, each
graph is replayed once more, and every element is compared with a softmax in float64.

Usage: softmax.py LIBRARY [ROWSxCOLS ...] > peers.json
  LIBRARY  solutions/05_persistent_grid_further.cu and 05_persistent_grid.cu as a shared library:
           nvcc -shared -Xcompiler -fPIC -O3 -std=c++17 -arch=native -Iinclude -o LIBRARY FILES
Needs PyTorch with CUDA. Triton and cuDNN are measured where they are found, and named when not.
The output is JSON like that of Google Benchmark; a table goes to stderr.
"""
import ctypes
import datetime
import json
import random
import statistics
import sys

import torch

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
    """A graph of one launch for each buffer of the ring."""

    def __init__(self, launches):
        for launch in launches:
            launch()
        torch.cuda.synchronize()
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):
            self.outputs = [launch() for launch in launches]  # kept: an output for each launch
        self.launches = len(launches)
        self.samples = []
        self.replays = 1
        self.replays = max(1, int(REPLAY_SECONDS / max(self.seconds() * self.launches, 1e-6)))

    def seconds(self):
        """Device time of one launch."""
        begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        begin.record()
        for _ in range(self.replays):
            self.graph.replay()
        end.record()
        end.synchronize()
        return begin.elapsed_time(end) * 1e-3 / (self.replays * self.launches)


def make_ring(rows, cols):
    cache = torch.cuda.get_device_properties(0).L2_cache_size
    slots = max(2, min(512, -(-2 * cache // (2 * 4 * rows * cols))))
    return [(torch.randn(rows, cols, device="cuda"), torch.empty(rows, cols, device="cuda"))
            for _ in range(slots)]


def wrong(contender, ring, is_copy):
    """What is wrong with the outputs after timing; empty when nothing is."""
    for y in contender.outputs:
        y.fill_(float("nan"))
    contender.graph.replay()
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


def measure(shape, peers):
    ring = make_ring(*shape)
    contenders, absent = {}, {}
    for name, make in peers.items():
        try:
            contenders[name] = Contender(make(ring))
        except Exception as error:  # one that cannot run here must not end the others
            absent[name] = f"{type(error).__name__}: {error}".splitlines()[0][:200]
    names = list(contenders)
    for name in names:
        contenders[name].seconds()
    for _ in range(ROUNDS):
        random.shuffle(names)
        for name in names:
            contenders[name].samples.append(contenders[name].seconds())
    entries = []
    copy_time = statistics.median(contenders["device_to_device_copy"].samples)
    for name, contender in contenders.items():
        seconds = statistics.median(contender.samples)
        entry = {"name": f"{name}/{shape[0]}x{shape[1]}/manual_time", "real_time": seconds * 1e6,
                 "time_unit": "us", "repetitions": len(contender.samples),
                 "lowest": min(contender.samples) * 1e6, "highest": max(contender.samples) * 1e6,
                 "bytes_per_second": 8 * shape[0] * shape[1] / seconds,
                 "percent_of_copy": 100 * copy_time / seconds}
        problem = wrong(contender, ring, name == "device_to_device_copy")
        if problem:
            entry = {"name": entry["name"], "error_occurred": True, "error_message": problem}
        entries.append(entry)
    for name, why in absent.items():
        entries.append({"name": f"{name}/{shape[0]}x{shape[1]}/manual_time", "error_occurred": True,
                        "error_message": why})
    return entries


def show(shape, entries, columns):
    times = {entry["name"].split("/")[0]: entry.get("real_time") for entry in entries}
    cells = [f"{times[name]:9.2f}" if times.get(name) else f"{'-':>9}" for name in columns]
    print(f"{shape[0]:6d} x {shape[1]:<6d} " + " ".join(cells), file=sys.stderr, flush=True)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    shapes = [tuple(int(n) for n in text.split("x")) for text in sys.argv[2:]] or USUAL
    library = ctypes.CDLL(sys.argv[1])
    peers = {"device_to_device_copy": copy,
             "softmax_in_registers": ours(library, "softmax_in_registers"),
             "persistent_softmax": ours(library, "persistent_softmax"),
             "torch": with_torch, "torch_compile": with_compile}
    missing = []
    if triton is not None:
        peers["triton"] = with_triton
    else:
        missing.append("triton: not installed")
    try:
        peers["cudnn"] = Cudnn()
    except (OSError, RuntimeError) as error:
        missing.append(f"cudnn: {error}")
    properties = torch.cuda.get_device_properties(0)
    context = {"date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
               "device": properties.name, "torch": torch.__version__, "cuda": torch.version.cuda,
               "triton": triton.__version__ if triton else "absent",
               "cudnn": torch.backends.cudnn.version(), "absent": missing}
    print(" " * 16 + " ".join(f"{name[:9]:>9}" for name in peers) + "   us", file=sys.stderr)
    benchmarks = []
    try:
        for shape in shapes:
            torch.manual_seed(shape[0] + shape[1])
            entries = measure(shape, peers)
            benchmarks += entries
            show(shape, entries, list(peers))
            torch.cuda.empty_cache()
    finally:  # what was measured is kept
        print(json.dumps({"context": context, "benchmarks": benchmarks}, indent=1))


if __name__ == "__main__":
    main()

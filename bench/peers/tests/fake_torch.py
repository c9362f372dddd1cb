# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""As much of PyTorch as softmax.py asks for, on lists: launches cost what a test says, and nothing else happens."""
from __future__ import annotations

import contextlib
import math
import random
import sys
import types
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

by_address: dict[int, "Tensor"] = {}
SECONDS_OF_LAUNCH = 2e-6  # in a graph
SECONDS_ALONE = 5e-6  # outside of one


class Tensor:
    """A matrix of floats."""

    def __init__(self, values: list[list[float]]) -> None:
        self.values = values
        self.shape = (len(values), len(values[0]))
        by_address[id(self)] = self

    def data_ptr(self) -> int:
        return id(self)

    def each(self, change) -> "Tensor":
        return Tensor([[change(value) for value in row] for row in self.values])

    def both(self, other: "Tensor", change) -> "Tensor":
        return Tensor([[change(a, b) for a, b in zip(*pair)] for pair in zip(self.values, other.values)])

    def become(self, other: "Tensor") -> "Tensor":
        self.values = [list(row) for row in other.values]
        return self

    def copy_(self, other: "Tensor") -> "Tensor":
        return launched(lambda: self.become(other))

    def fill_(self, value: float) -> "Tensor":
        self.values = [[value] * self.shape[1] for _ in self.values]
        return self

    def double(self) -> "Tensor":
        return self

    def abs(self) -> "Tensor":
        return self.each(abs)

    def clamp_min(self, least: float) -> "Tensor":
        return self.each(lambda value: max(value, least))

    def max(self) -> "Tensor":
        # As PyTorch: one NaN makes the maximum NaN.
        flat = [value for row in self.values for value in row]
        return Tensor([[math.nan if any(map(math.isnan, flat)) else max(flat)]])

    def item(self) -> float:
        return self.values[0][0]

    def __getitem__(self, rows: slice) -> "Tensor":
        return Tensor(self.values[rows])

    def __sub__(self, other: "Tensor") -> "Tensor":
        return self.both(other, lambda a, b: a - b)

    def __truediv__(self, other: "Tensor") -> "Tensor":
        return self.both(other, lambda a, b: a / b)


def softmax_of(row: list[float]) -> list[float]:
    weights = [math.exp(value - max(row)) for value in row]
    return [weight / sum(weights) for weight in weights]


class Graph:
    """Keeps what was launched while it was captured, and does it again."""

    capturing: "Graph | None" = None

    def __init__(self) -> None:
        self.launches: list = []
        self.device_seconds = 0.0

    def replay(self) -> None:
        before = Event.now
        for launch in self.launches:
            launch()
        Event.now = before + SECONDS_OF_LAUNCH * len(self.launches)


class Event:
    """The device's clock is that of the launches."""

    now = 0.0

    def __init__(self, enable_timing: bool) -> None:
        self.at = math.nan

    def record(self) -> None:
        self.at = Event.now

    def synchronize(self) -> None:
        pass

    def elapsed_time(self, end: "Event") -> float:
        return (end.at - self.at) * 1e3


@contextlib.contextmanager
def capture(graph: Graph):
    Graph.capturing = graph
    yield
    Graph.capturing = None


def launched(work):
    """Does the work, and has a graph that captures it do it again on the same output."""
    output = work()
    if Graph.capturing is None:
        Event.now += SECONDS_ALONE
    if Graph.capturing is not None:
        Graph.capturing.launches.append(lambda: output.become(work()))
    return output


def install() -> None:
    """Makes `import torch` find this, and `import triton` nothing."""
    torch = types.ModuleType("torch")
    torch.__version__ = "9.9.fake"
    torch.version = types.SimpleNamespace(cuda="99.0")
    torch.backends = types.SimpleNamespace(cudnn=types.SimpleNamespace(version=lambda: 0))
    torch._dynamo = types.SimpleNamespace(reset=lambda: None)
    torch.compile = lambda function, dynamic: function
    torch.softmax = lambda x, dimension: launched(lambda: Tensor([softmax_of(row) for row in x.values]))
    torch.randn = lambda rows, cols, device: Tensor([[random.gauss(0, 1) for _ in range(cols)] for _ in range(rows)])
    torch.empty = lambda rows, cols, device: Tensor([[0.0] * cols for _ in range(rows)])
    torch.manual_seed = random.seed
    torch.cuda = types.SimpleNamespace(
        CUDAGraph=Graph, Event=Event, graph=capture, synchronize=lambda: None, empty_cache=lambda: None,
        current_stream=lambda: types.SimpleNamespace(cuda_stream=0),
        get_device_properties=lambda number: types.SimpleNamespace(name="Fake GPU", L2_cache_size=4096))
    sys.modules["torch"] = torch
    sys.modules["triton"] = None  # type: ignore[assignment]  # import raises ImportError


class Library:
    """Our functions, as ctypes gives them. `wrong` names one that writes nothing."""

    def __init__(self, wrong: str = "") -> None:
        self.wrong = wrong

    def __getattr__(self, name: str):
        def function(rows, cols, x, ldx, y, ldy, stream):
            output = by_address[y]
            launched(lambda: output if self.wrong and self.wrong in name else output.become(
                Tensor([softmax_of(row) for row in by_address[x].values])))
            return 0

        return function

# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""Reads files of results. A file that cannot be used is reported and does not keep the others out."""
from __future__ import annotations

import shlex
from collections import Counter
from pathlib import Path

import contexts
from json_documents import split_documents
from model import Run
from problem import Problem
from rows import series_of


def files_of(names: list[str]) -> tuple[list[Path], list[Problem]]:
    """The files that are named, and the .json files of the folders that are named."""
    files: list[Path] = []
    problems: list[Problem] = []
    for name in names:
        path = Path(name)
        if path.is_dir():
            inside = sorted(path.glob("*.json"))
            files += inside
            if not inside:
                problems.append(Problem(name, "the folder holds no .json file", "nothing was measured yet",
                                        "on a machine with an NVIDIA GPU: make bench, then make report "
                                        "RESULTS=build/cuda/bench; here it was " + shlex.quote(name)))
        else:
            files.append(path)
    # A file that is named twice, or beside its folder, was measured once.
    return list({file.resolve(): file for file in reversed(files)}.values())[::-1], problems


def read_file(path: Path) -> tuple[list[Run], list[Problem]]:
    """All runs of one file."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        return [], [Problem(str(path), f"it cannot be read: {error.strerror}", "the name is mistyped, or "
                            "the file belongs to another user", f"ls -l {shlex.quote(str(path))}")]
    except UnicodeDecodeError:
        return [], [Problem(str(path), "it is not a text file", "another kind of file was named",
                            "name a file that a benchmark wrote with --benchmark_format=json")]
    documents, problems = split_documents(text, str(path))
    runs: list[Run] = []
    for document in documents:
        problem = contexts.check(document, str(path))
        if problem is not None:
            problems.append(problem)
            continue
        context = document["context"]
        run = contexts.run_of(context, str(path))
        run.series, faults = series_of(document["benchmarks"], str(path), contexts.is_old(context))
        problems += faults
        if run.series:
            runs.append(run)
        elif not faults:
            problems.append(Problem(str(path), f"{run.title()}: there are no rows",
                                    "a filter matched nothing", "measure again without --benchmark_filter"))
    return runs, list(dict.fromkeys(problems))  # many rows of a file may have the same fault


def one_gpu(runs: list[Run]) -> tuple[list[Run], list[Problem]]:
    """The runs of the GPU that most runs are of. Figures of two GPUs do not belong into one table."""
    if not runs:
        return [], []
    gpu = Counter(run.gpu for run in runs).most_common(1)[0][0]
    problems: list[Problem] = []
    for file, other in sorted({(run.file, run.gpu) for run in runs if run.gpu != gpu}):
        problems.append(Problem(file, f"left out what was measured on '{other}': the other runs are of '{gpu}'",
                                "results of two machines in one folder",
                                f"a report of its own: make report RESULTS={shlex.quote(file)}"))
    return [run for run in runs if run.gpu == gpu], problems


def read_results(names: list[str]) -> tuple[list[Run], list[Problem]]:
    """Everything that can be used of the files and folders, and what is wrong with the rest."""
    files, problems = files_of(names)
    runs: list[Run] = []
    for path in files:
        more, faults = read_file(path)
        runs += more
        problems += faults
    kept, faults = one_gpu(runs)
    return kept, problems + faults

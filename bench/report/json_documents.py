# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""Splits a file into its JSON documents: the results of several programs may follow each other."""
from __future__ import annotations

import json
import re
from typing import Any

from problem import Problem

BEGINNING = re.compile(r'\n\{\s*"context"\s*:')
AGAIN = "measure again, and send nothing but standard output into the file"


def ends_inside(text: str) -> bool:
    """Whether a document has more opening than closing braces: its end is missing."""
    depth, in_string, escaped = 0, False, False
    for character in text:
        if in_string:
            if escaped:
                escaped = False
            elif character == "\\":
                escaped = True
            elif character == '"':
                in_string = False
        elif character == '"':
            in_string = True
        elif character in "{[":
            depth += 1
        elif character in "}]":
            depth -= 1
            if depth == 0:
                return False
    return depth > 0 or in_string


def next_document(text: str, start: int) -> int:
    """Where the next line begins a document. A line may begin with the brace of a row: compact.py writes them so."""
    found = BEGINNING.search(text, start)
    return len(text) if found is None else found.start() + 1


def broken(file: str, text: str, start: int, error: json.JSONDecodeError) -> Problem:
    """Why there is no document at start."""
    line = text.count("\n", 0, error.pos) + 1
    if not text.startswith("{", start):
        words = text[start:].split("\n", 1)[0].strip()[:60]
        return Problem(file, f"line {line} is not JSON: '{words}'",
                       "messages of the program, or another kind of file", AGAIN)
    if ends_inside(text[start:next_document(text, start)]):
        return Problem(file, f"the JSON document that begins in line {text.count(chr(10), 0, start) + 1} "
                       "has no end", "the program was stopped, or ran out of time or disk",
                       "run that benchmark again; whole documents in the file are used, a part of one is not")
    return Problem(file, f"line {line} is not valid JSON: {error.msg}",
                   "the file was edited, or two programs wrote into it at a time", AGAIN)


def split_documents(text: str, file: str) -> tuple[list[Any], list[Problem]]:
    """All whole documents of a file, and what is wrong with the others."""
    documents: list[Any] = []
    problems: list[Problem] = []
    decoder = json.JSONDecoder()
    at = 0
    while True:
        while at < len(text) and text[at].isspace():
            at += 1
        if at == len(text):
            break
        try:
            document, at = decoder.raw_decode(text, at)
            documents.append(document)
        except json.JSONDecodeError as error:
            problems.append(broken(file, text, at, error))
            at = next_document(text, at)
        except (RecursionError, ValueError):
            problems.append(Problem(file, "the JSON is nested too deeply, or a number has thousands of digits",
                                    "it is not the output of a benchmark", AGAIN))
            break
    if not documents and not problems:
        problems.append(Problem(file, "the file is empty",
                                "the program wrote nothing: it failed, or is still running", AGAIN))
    return documents, problems

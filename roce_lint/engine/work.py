"""One piece of work: a document to read; and its result, in bytes, as processes and machines hand it over."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from roce_lint.engine.packed import pack
from roce_lint.errors import Problem
from roce_lint.read.files import InputFile
from roce_lint.read.read_result import ReadOptions, ReadResult
from roce_lint.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class Job:
    """A document and how it is to be read."""

    document: InputFile
    options: ReadOptions


@dataclass(frozen=True, slots=True)
class Died:
    """A job that took its process with it; `how` says how the process ended."""

    how: str


Result: TypeAlias = bytes | Died
Progress: TypeAlias = Callable[[int], None]
"""Is called with the number of jobs done."""
Arrived: TypeAlias = Callable[[int, Result], None]
"""Is given each result when it is there, with the number of its job, so that it can be used while others are made."""
Execute: TypeAlias = Callable[[Sequence[Job], Progress, Arrived], None]
"""Does all jobs and hands over their results: packed results, or how the process of a job died."""


def do(job: Job) -> bytes:
    """Return what the document of a job says, packed."""
    from roce_lint.read.read_one import read_one

    return packed(read_one(job.document, job.options))


def packed(result: ReadResult) -> bytes:
    """Return a reading as bytes, with equal ports sharing their values."""
    from roce_lint.model.equal_ports import share_equal_ports

    if result.reading is None:
        return pack(result)
    devices = tuple(map(share_equal_ports, result.reading.devices))
    return pack(replace(result, reading=replace(result.reading, devices=devices)))


def result_of_death(job: Job, died: Died) -> ReadResult:
    """Return the result of a document whose reader died."""
    text = f"the process that read it ended ({died.how}); run it again, and exclude the file if it happens again"
    return ReadResult(failures=(Problem(job.document.path, 0, 0, text),))

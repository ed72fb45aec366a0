"""What no input may do to us: an exception, a hang, or more time and memory than its size allows."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from types import FrameType

from roce_lint.errors import RoceLintError
from roce_lint.judge.check import check_texts
from roce_lint.judge.rule import Rule
from roce_lint.read.cut_off import cut_off
from roce_lint.read.detect import detect
from roce_lint.read.files import decode
from roce_lint.read.format import Format
from roce_lint.read.read_one import reader_for
from roce_lint.read.remarks import find_remarks
from roce_lint.text.document import Document
from tests.all_rules import all_rules

READING_SECONDS = 3.0
READING_SECONDS_PER_CHARACTER = 20e-6
"""Bounds of CPU time for one reader: far above what they take, far below a quadratic one on a long file."""
CHECK_SECONDS = 30.0
LONGEST_CHECKED_CHARACTERS = 60_000
"""A check judges every port with every rule: only files of an ordinary size go through it here."""


class TooSlowError(Exception):
    """An input took more CPU time than its size allows."""


@contextmanager
def within(seconds: float, what: str) -> Iterator[None]:
    """Raise TooSlowError when the block takes more CPU time."""

    def stop(signum: int, frame: FrameType | None) -> None:
        raise TooSlowError(f"{what}: more than {seconds:.1f} s of CPU time")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


@cache
def _rules() -> Sequence[Rule]:
    return all_rules()


def read_bytes(raw: bytes, path: str, form: Format | None = None) -> Document | None:
    """Decode, detect and read one file, by the detected reader and by `form`; None for a binary file.

    Raises what the readers raise: nothing, if they keep their promise. Raises TooSlowError for a slow one.
    """
    document = decode(raw, path)
    if not isinstance(document, Document):
        return None
    seconds = READING_SECONDS + READING_SECONDS_PER_CHARACTER * len(document.text)
    with within(seconds, "detect"):
        detected = detect(document)
    for one in {detected, form} if isinstance(detected, Format) else {form}:
        if one is not None:
            with within(seconds, f"reader of {one}"):
                reading = reader_for(one)(document)
                cut_off(document, one, reading.unread)
                find_remarks(document, one)
    return document


def check_files(files: Sequence[tuple[str, bytes]]) -> None:
    """Judge the files as one fabric. Raises what is no answer to an input; a RoceLintError is one."""
    documents = [document for path, raw in files if isinstance(document := decode(raw, path), Document)]
    if not documents or sum(len(document.text) for document in documents) > LONGEST_CHECKED_CHARACTERS:
        return
    texts = {document.path: document.text for document in documents}
    with within(CHECK_SECONDS, "check"):
        try:
            check_texts(texts, rules=_rules())
        except RoceLintError:
            return


def seconds_of(action: Callable[[], object]) -> float:
    """Return the CPU time that an action takes."""
    started = time.process_time()
    action()
    return time.process_time() - started

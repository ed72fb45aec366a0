"""Work done at once by a copy of this process; where there is no such copy, or it dies, it is done here."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import TypeVar

from roce_lint.engine.garbage import no_garbage_expected
from roce_lint.engine.packed import Unpackable, pack, unpack
from roce_lint.judge.concurrently import in_turn

A = TypeVar("A")
B = TypeVar("B")


def at_once(aside: Callable[[], A], kind: type[A], here: Callable[[], B]) -> tuple[A, B]:
    """Do `aside` in a forked process, which has everything that this one has, and `here` meanwhile: see `Concurrently`.

    When it is interrupted, no process is left behind.
    """
    if "fork" not in multiprocessing.get_all_start_methods():
        return in_turn(aside, kind, here)
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_work, args=(theirs, ours, aside), daemon=True)
    process.start()
    theirs.close()
    try:
        with no_garbage_expected():
            found = here()
        received = _received(ours, kind)
    finally:
        ours.close()
        process.kill()
        process.join()
    # A fault of ours that ended the copy shows itself here.
    return (aside() if received is None else received), found


def _received(pipe: Connection, kind: type[A]) -> A | None:
    """Return what the other process has found; None where it died."""
    try:
        return unpack(pipe.recv_bytes(), kind)
    except (EOFError, OSError, Unpackable):
        return None


def _work(pipe: Connection, other: Connection, aside: Callable[[], object]) -> None:
    """Hand over what `aside` gives. Interrupts are the parent's to answer, and faults of ours are its to tell.

    This process is too short-lived to look for garbage, which would write to the pages that it shares with its parent.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.disable()
    other.close()
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        sys.stderr = nowhere
        packed = pack(aside())
    try:
        pipe.send_bytes(packed)
    except OSError:
        return

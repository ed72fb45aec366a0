from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable

import pytest

from roce_lint.engine.forked import at_once
from roce_lint.judge.concurrently import in_turn
from roce_lint.judge.examination import is_worth_a_copy
from roce_lint.model.fact import Source

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="without fork everything is done in turn")
HERE = os.getpid()


def _place() -> Source:
    return Source("elsewhere" if os.getpid() != HERE else "here", 1, 1)


def _killed() -> Source:
    if os.getpid() != HERE:
        os.kill(os.getpid(), signal.SIGKILL)
    return _place()


def _out_of_memory() -> Source:
    if os.getpid() != HERE:
        raise MemoryError
    return _place()


def _interrupted() -> Source:
    if os.getpid() != HERE:
        os.kill(os.getpid(), signal.SIGINT)
    return _place()


@pytest.mark.parametrize(
    ("aside", "where"),
    [(_place, "elsewhere"), (_killed, "here"), (_out_of_memory, "here"), (_interrupted, "elsewhere")],
)
def test_work_is_done_by_a_copy_and_here_where_that_dies(
    aside: Callable[[], Source], where: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert at_once(aside, Source, lambda: "done here") == (Source(where, 1, 1), "done here")
    assert multiprocessing.active_children() == []
    assert capfd.readouterr() == ("", "")


def test_results_of_another_kind_are_not_believed() -> None:
    assert in_turn(lambda: 1, int, lambda: 2) == (1, 2)

    def wrong() -> object:
        return _place() if os.getpid() == HERE else "no place"

    kind: type[object] = Source
    assert at_once(wrong, kind, lambda: 2) == (Source("here", 1, 1), 2)


def test_a_fault_of_ours_is_reported_by_the_parent() -> None:
    def faulty() -> Source:
        raise ZeroDivisionError(f"in {_place().file}")

    with pytest.raises(ZeroDivisionError, match="in here"):
        at_once(faulty, Source, lambda: 2)


def test_an_interrupt_of_the_parent_leaves_no_process_behind() -> None:
    def interrupted() -> int:
        raise KeyboardInterrupt

    def endless() -> Source:
        while True:
            signal.pause()

    with pytest.raises(KeyboardInterrupt):
        at_once(endless, Source, interrupted)
    assert multiprocessing.active_children() == []


def test_fabrics_that_are_small_or_would_not_fit_twice_are_not_copied() -> None:
    assert [is_worth_a_copy(devices) for devices in (49, 50, 11_000, 11_001)] == [False, True, True, False]

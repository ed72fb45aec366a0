"""The line of progress: what it says, that it comes at terminals alone, and that it goes."""

from __future__ import annotations

import io
import signal
import sys
import time

import pytest

from roce_lint.cli import progress as module
from roce_lint.cli.progress import ProgressLine

TERMINAL = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="the system has no such timer")


class Terminal(io.StringIO):
    """Standard error at a terminal."""

    def isatty(self) -> bool:
        return True


def test_each_phase_is_named_with_the_time_it_took() -> None:
    line = ProgressLine()
    assert line.line(1.2) == "\r\033[Klooking for files, 1 s"
    line.reading(1000, 2000)
    assert line.line(3) == "\r\033[Kreading 1,000 of 2,000 files, 3 s"
    line.reading(2000, 2000)
    assert line.line(12.6) == "\r\033[Kevaluating 2,000 files, 13 s"


@TERMINAL
def test_it_is_shown_at_a_terminal_and_taken_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setattr(module, "_FIRST_S", 0.01)
    with ProgressLine() as line:
        line.reading(3, 3)
        time.sleep(0.05)
    said = sys.stderr.getvalue()
    assert said.startswith("\r\033[Kevaluating 3 files, 0 s")
    assert said.endswith("\r\033[K")
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


@TERMINAL
def test_elsewhere_nothing_is_said(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    monkeypatch.delenv("CI", raising=False)
    with ProgressLine():
        assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    assert sys.stderr.getvalue() == ""


@TERMINAL
def test_the_log_of_a_ci_job_gets_a_line_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    monkeypatch.setenv("CI", "true")
    monkeypatch.setattr(module, "_LOG_EVERY_S", 0.01)
    with ProgressLine() as line:
        line.begin("rendering")
        time.sleep(0.05)
    assert set(sys.stderr.getvalue().splitlines()) == {"roce-lint: rendering, 0 s"}


@TERMINAL
def test_who_wants_quiet_gets_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setattr(module, "_FIRST_S", 0.01)
    with ProgressLine(quiet=True):
        time.sleep(0.03)
    assert sys.stderr.getvalue() == ""

"""One line at the terminal that says what a long run does, and for how long: reading, evaluating, writing."""

from __future__ import annotations

import sys
import time
from types import FrameType, TracebackType

from roce_lint.cli.printing import say

_FIRST_S = 1.0
_EVERY_S = 0.5
_CLEAR = "\r\033[K"


class ProgressLine:
    """Shows the phase of the run twice a second, from the first second on, until it is stopped.

    A timer of the process rings it: no thread runs, so that the process may fork, and a fork has no timer.
    """

    def __init__(self) -> None:
        self._phase = ""
        self._start_s = 0.0
        self._rings = False

    def __enter__(self) -> ProgressLine:
        """Begin, where standard error is a terminal and the system has such a timer."""
        if not sys.stderr.isatty():
            return self
        # Most runs have no terminal.
        import signal

        if not hasattr(signal, "setitimer"):
            return self
        self._start_s = time.monotonic()
        signal.signal(signal.SIGALRM, self._ring)
        signal.setitimer(signal.ITIMER_REAL, _FIRST_S, _EVERY_S)
        self._rings = True
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Take the line away."""
        if not self._rings:
            return
        import signal

        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        self._rings = False
        say(_CLEAR, line_end=False, err=True)

    def reading(self, done: int, total: int) -> None:
        """Take note of how many files are read; after the last one the rules are evaluated."""
        self._phase = f"reading {done:,} of {total:,} files" if done < total else f"evaluating {total:,} files"

    def simulating(self, share: float) -> None:
        """Take note of how much of the time is simulated."""
        self._phase = f"simulated {100 * share:.0f} % of the time"

    def line(self, elapsed_s: float) -> str:
        """Return the text of the line."""
        return f"{_CLEAR}{self._phase or 'looking for files'}, {elapsed_s:.0f} s"

    def _ring(self, _number: int, _frame: FrameType | None) -> None:
        sys.stderr.write(self.line(time.monotonic() - self._start_s))
        sys.stderr.flush()

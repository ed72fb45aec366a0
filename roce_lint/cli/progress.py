"""What a long run does, and for how long: one line at the terminal, a line now and then in the log of a CI job."""

from __future__ import annotations

import os
import sys
import time
from types import FrameType, TracebackType

from roce_lint.cli.printing import say

_FIRST_S = 1.0
_EVERY_S = 0.5
_LOG_EVERY_S = 10.0
_CLEAR = "\r\033[K"
_YES = ("1", "true")


class ProgressLine:
    """Shows the phase of the run until it is stopped, unless it is to be `quiet`.

    At a terminal one line changes twice a second, from the first second on; where CI is set, as CI systems do, there is
    a new line every ten seconds. A timer of the process rings it: no thread runs, so that the process may fork, and a
    fork has no timer.
    """

    def __init__(self, *, quiet: bool = False) -> None:
        self._phase = ""
        self._start_s = 0.0
        self._rings = False
        self._quiet = quiet
        self._is_log = False

    def __enter__(self) -> ProgressLine:
        """Begin, where somebody looks at standard error and the system has such a timer."""
        at_terminal = sys.stderr.isatty()
        if self._quiet or not (at_terminal or os.environ.get("CI", "").lower() in _YES):
            return self
        # Most runs have no terminal.
        import signal

        if not hasattr(signal, "setitimer"):
            return self
        self._start_s = time.monotonic()
        self._is_log = not at_terminal
        signal.signal(signal.SIGALRM, self._ring)
        first_s, every_s = (_LOG_EVERY_S, _LOG_EVERY_S) if self._is_log else (_FIRST_S, _EVERY_S)
        signal.setitimer(signal.ITIMER_REAL, first_s, every_s)
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
        if not self._is_log:
            say(_CLEAR, line_end=False, err=True)

    def begin(self, phase: str) -> None:
        """Take note of what is done now, for example `rendering`."""
        self._phase = phase

    def reading(self, done: int, total: int) -> None:
        """Take note of how many files are read; after the last one the rules are evaluated."""
        self._phase = f"reading {done:,} of {total:,} files" if done < total else f"evaluating {total:,} files"

    def simulating(self, share: float) -> None:
        """Take note of how much of the time is simulated."""
        self._phase = f"simulated {100 * share:.0f} % of the time"

    def line(self, elapsed_s: float) -> str:
        """Return the text of the line."""
        said = f"{self._phase or 'looking for files'}, {elapsed_s:.0f} s"
        return f"roce-lint: {said}\n" if self._is_log else _CLEAR + said

    def _ring(self, _number: int, _frame: FrameType | None) -> None:
        sys.stderr.write(self.line(time.monotonic() - self._start_s))
        sys.stderr.flush()

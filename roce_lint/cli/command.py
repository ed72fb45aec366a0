"""The command line: finds the command, and turns every outcome into an exit code."""

from __future__ import annotations

import errno
import gc
import importlib
import os
import signal
import sys
from collections.abc import Sequence
from types import FrameType, TracebackType

from roce_lint.cli.options import PlainCommand
from roce_lint.cli.plain_words import plain_values
from roce_lint.cli.printing import say
from roce_lint.errors import ConfigError, Problem, RoceLintError, UsageError

EXIT_OK = 0
EXIT_FINDINGS = 1
EXIT_USAGE = 2
EXIT_UNREADABLE = 3
EXIT_OWN_FAULT = 4
EXIT_INTERRUPTED = 130
EXIT_BROKEN_PIPE = 141
"""128 and the number of the signal, as shells count: SIGINT, SIGPIPE."""

_GARBAGE_THRESHOLDS = (200_000, 50, 1_000)
"""Facts are many, live to the end and form no cycles: the usual search for garbage takes a third of a check."""


_PLAIN = frozenset({"check", "explain"})
"""Commands that are waited for often: their words are read without click where they are plain."""
ASKS_FOR_COMPLETION = "_ROCE_LINT_COMPLETE"


def main() -> None:
    """Run the command line and exit."""
    gc.set_threshold(*_GARBAGE_THRESHOLDS)
    sys.excepthook = _crash
    _open_standard_error()
    for number in (signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else [])):
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _terminate)
    try:
        _refuse_environment()
        code = _run(sys.argv[1:])
    except RoceLintError as wrong:
        for problem in wrong.problems:
            say(f"roce-lint: {_printable(problem)}", err=True)
        code = EXIT_UNREADABLE if isinstance(wrong, ConfigError) else EXIT_USAGE
    except OSError as error:
        if error.errno == errno.EPIPE:
            raise
        # The disk is full, too many files are open, a device fails: nothing that is ours.
        name = f"{error.filename}: " if isinstance(error.filename, str) else ""
        say(f"roce-lint: {_printable(Problem('', 0, 0, f'{name}{error.strerror or error}'))}", err=True)
        code = EXIT_USAGE
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        # The verdict stands; what is left of the text goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(code if isinstance(code, int) else EXIT_OK)


def _open_standard_error() -> None:
    """Let what is said go nowhere where standard error is closed, and never into a file that gets its number."""
    if sys.stderr is None:
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8")


def _terminate(number: int, frame: FrameType | None) -> None:
    """End as by `sys.exit`, so that temporary folders and files on their way are removed."""
    raise SystemExit(128 + number)


def _refuse_environment() -> None:
    """Raise UsageError where there is nowhere to write to, or to read from."""
    if sys.stdout is None:
        raise UsageError("standard output is closed; open it, or send it to a file")
    try:
        os.getcwd()
    except OSError:
        raise UsageError("the working directory is gone or may not be read; change to another one") from None


def _run(words: Sequence[str]) -> object:
    """Return the exit code of a command line, which click reads unless it is plain."""
    try:
        if words and words[0] in _PLAIN and os.name != "nt" and not os.environ.get(ASKS_FOR_COMPLETION):
            command: PlainCommand = importlib.import_module(f"roce_lint.cli.{words[0]}").command
            values = plain_values(words[1:], command)
            if values is not None:
                command.function(**values)
                return EXIT_OK
    except SystemExit as leave:
        return leave.code
    except (EOFError, KeyboardInterrupt):
        # Ends the line in which the terminal shows ^C.
        say("", err=True)
        return EXIT_INTERRUPTED
    except OSError as error:
        if error.errno != errno.EPIPE:
            raise
        return EXIT_BROKEN_PIPE
    from roce_lint.cli.group import run_with_click

    return run_with_click()


def _printable(problem: Problem) -> str:
    """Return a message with control characters as escapes: names in it may be anybody's."""
    return "".join(
        letter if letter.isprintable() or letter == "\n" else letter.encode("unicode_escape").decode("ascii")
        for letter in str(problem)
    )


def _crash(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Print the traceback of a fault of ours and leave with its own exit code."""
    if issubclass(kind, KeyboardInterrupt):
        os._exit(EXIT_INTERRUPTED)
    # A start that goes well has no need of it.
    import traceback

    traceback.print_exception(kind, error, trace)
    print("roce-lint: this is an internal error; please report it with the text above", file=sys.stderr, flush=True)
    os._exit(EXIT_OWN_FAULT)

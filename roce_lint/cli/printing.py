"""Texts for the terminal, written as click writes them and without click where that makes no difference."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from roce_lint.report.terminal import TerminalBlock

_ESCAPE = "\033"
_UNICODE = ("utf-8", "utf8")


def say(text: str, *, err: bool = False, line_end: bool = True) -> None:
    """Write a text to standard output or, with `err`, to standard error, at once.

    Click takes colours away where no terminal reads them, and finds a better encoding where the system says ASCII.
    """
    stream: TextIO | None = sys.stderr if err else sys.stdout
    if stream is None or _ESCAPE in text or not (text.isascii() or _takes_unicode(stream)):
        import click

        click.echo(text, err=err, nl=line_end)
        return
    stream.write(f"{text}\n" if line_end else text)
    stream.flush()


def _takes_unicode(stream: TextIO) -> bool:
    return (stream.encoding or "").lower() in _UNICODE


def print_text(text: Callable[[], str], blocks: Callable[[], Iterable[TerminalBlock]] | None) -> None:
    """Write `blocks` where standard output is a terminal and there are any, else the plain `text`."""
    from roce_lint.report.terminal import print_blocks, wants_blocks

    if blocks is not None and wants_blocks(sys.stdout):
        print_blocks(blocks(), sys.stdout)
    else:
        say(text(), line_end=False)


def choose_color(wanted: str | None) -> None:
    """Follow `--color`: `always` and `never` go before the environment, which every writer looks at."""
    if wanted not in ("always", "never"):
        return
    for name in ("NO_COLOR", "FORCE_COLOR"):
        os.environ.pop(name, None)
    os.environ["FORCE_COLOR" if wanted == "always" else "NO_COLOR"] = "1"

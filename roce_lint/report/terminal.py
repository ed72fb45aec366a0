"""Tables and colours at a terminal: wrapped to its width; elsewhere commands print the plain text."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, TextIO, TypeAlias

from roce_lint.report.printable import printable, printable_line
from roce_lint.values import dataclass

if TYPE_CHECKING:
    from rich.console import Console

NARROWEST = 40
"""Columns below which nothing is wrapped any more."""


@dataclass(frozen=True, slots=True)
class Styled:
    """A text, which may have several lines, in a style of rich; empty for plain."""

    text: str
    style: str = ""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table; `is_number` aligns it to the right, `wraps` false keeps its cells on one line."""

    heading: str
    is_number: bool = False
    wraps: bool = True


@dataclass(frozen=True, slots=True)
class TerminalTable:
    """Rows of cells below headings; an empty row is a rule across the table."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Styled, ...], ...]


TerminalBlock: TypeAlias = Styled | TerminalTable


def wants_blocks(stream: TextIO) -> bool:
    """Say whether a stream is a terminal, or is treated as one (`FORCE_COLOR`, `--color always`)."""
    return stream.isatty() or bool(os.environ.get("FORCE_COLOR"))


def wants_color(stream: TextIO) -> bool:
    """Say whether colours are wanted: at a terminal unless `NO_COLOR` is set, anywhere with `FORCE_COLOR`."""
    return wants_blocks(stream) and not os.environ.get("NO_COLOR")


def print_blocks(blocks: Iterable[TerminalBlock], stream: TextIO) -> None:
    """Write texts and tables; `NO_COLOR` takes the colours away and leaves the tables."""
    # 40 ms and 20 ms, needed at a terminal only.
    from rich.console import Console

    class ToReader(Console):
        """A console that leaves it to the command line what a reader means that has gone (`| head`)."""

        def on_broken_pipe(self) -> None:
            raise BrokenPipeError(errno.EPIPE, "the reader has gone")

    console = ToReader(
        file=stream, highlight=False, force_terminal=True, color_system="auto" if wants_color(stream) else None
    )
    for block in blocks:
        if isinstance(block, TerminalTable):
            _print_table(block, console)
        else:
            from rich.text import Text

            lines = "\n".join(map(printable_line, block.text.split("\n")))
            console.print(Text(lines, style=block.style), soft_wrap=True)


def _print_table(table: TerminalTable, console: Console) -> None:
    from rich import box
    from rich.table import Table as Drawn
    from rich.text import Text

    drawn = Drawn(
        title=Text(printable(table.title), style="bold") if table.title else None,
        title_justify="left",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        header_style="dim",
    )
    for column in table.columns:
        drawn.add_column(
            column.heading, justify="right" if column.is_number else "left", no_wrap=not column.wraps, overflow="fold"
        )
    for row in table.rows:
        if row:
            drawn.add_row(*(Text("\n".join(map(printable, cell.text.split("\n"))), style=cell.style) for cell in row))
        else:
            drawn.add_section()
    console.print(drawn, width=max(console.width, NARROWEST))

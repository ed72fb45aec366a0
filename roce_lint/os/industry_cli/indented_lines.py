"""How configurations in blocks by indentation are taken apart into lines, and how lines are added to them."""

from __future__ import annotations

from collections.abc import Callable

from roce_lint.os.contract import LineFormat
from roce_lint.os.late import late
from roce_lint.text.config_lines import ConfigLine
from roce_lint.text.document import Document

_MODULE = "os.industry_cli.config_lines"


def indented_lines(split: Callable[[Document], tuple[ConfigLine, ...]] | None = None) -> LineFormat:
    """Return the form of such a system; `split` takes configurations apart where they hold more than such lines."""
    return LineFormat(
        split=split or late(_MODULE, "plain_lines"),
        without=late(_MODULE, "without_lines"),
        extra=late(_MODULE, "extra_lines"),
        port_line=late(_MODULE, "port_line"),
        port_extra=late(_MODULE, "extra_lines"),
        cable_length=None,
    )

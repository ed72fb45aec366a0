"""The configuration of a switch, through the templates in `templates/junos`: lines of `set`, or braces."""

from __future__ import annotations

from collections.abc import Iterator

from roce_lint.errors import ExtraLineError, Problem, TemplateError
from roce_lint.intent.view import SwitchView
from roce_lint.os.contract import Printer
from roce_lint.os.junos.configuration import parse_configuration
from roce_lint.os.junos.curly_form import curly
from roce_lint.os.junos.statements import command_lines
from roce_lint.os.junos.view import junos_view
from roce_lint.os.junos.view_qos import qos_view
from roce_lint.platforms.platform import SwitchPlatform

_TEMPLATE = "junos/device.j2"


def render(printer: Printer, view: SwitchView, platform: SwitchPlatform, form: str) -> tuple[tuple[str, str], ...]:
    """Return lines of `set`, or the same with braces.

    Raises ExtraLineError for a line of the user's own that Junos refuses.
    """
    junos = junos_view(view, platform)
    for line in junos.extra:
        faults = parse_configuration("", line).faults
        if faults or not line.startswith("set "):
            why = faults[0].because if faults else "it does not begin with `set`"
            raise ExtraLineError(line, f"{view.name}: Junos does not take the extra line {line!r}: {why}")
    lines = printer(_TEMPLATE, {"view": view, "junos": junos, "qos": qos_view(view, platform)})
    problems = [
        Problem(_TEMPLATE, one.line, 0, f"{one.text}: {one.because}") for one in parse_configuration("", lines).faults
    ]
    if problems:
        raise TemplateError(*problems)
    if form == "set":
        return ((f"configs/{view.name}.set", lines),)
    comments = "".join(f"{line}\n" for line in _comments(lines))
    return ((f"configs/{view.name}.conf", comments + curly(command_lines(lines).commands)),)


def _comments(lines: str) -> Iterator[str]:
    """Yield the comments at the beginning of lines of `set`."""
    for line in lines.split("\n"):
        if not line.startswith("#"):
            return
        yield f"/* {line[1:].strip()} */"

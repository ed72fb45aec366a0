"""The configuration of an SR Linux switch, through the templates in `templates/srlinux`."""

from __future__ import annotations

from roce_lint.errors import ExtraLineError
from roce_lint.intent.view import SwitchView
from roce_lint.os.contract import Printer
from roce_lint.os.srlinux.cli_form import parse_cli_form
from roce_lint.os.srlinux.grammar import written_tree
from roce_lint.os.srlinux.parsed import Header
from roce_lint.os.srlinux.releases import release_numbers
from roce_lint.os.srlinux.startup_json import startup_json
from roce_lint.os.srlinux.view import srl_view
from roce_lint.platforms.platform import SwitchPlatform

FORMS = ("json", "set", "both")
"""Start-up file and gNMI set; flat `set /` lines for the CLI; both."""


def render(printer: Printer, view: SwitchView, platform: SwitchPlatform, form: str) -> tuple[tuple[str, str], ...]:
    """Return the forms that are wanted; with two of them the lines lie apart, so that no folder has a switch twice."""
    values = {"view": view, "srl": srl_view(view, platform)}
    flat = printer("srlinux/device.j2", values)
    files = []
    if form != "set":
        _check_extra(view)
        startup = startup_json(flat, release_numbers(view.release), "srlinux/device.j2")
        files.append((f"configs/{view.name}.json", startup))
    if form != "json":
        folder = "configs" if form == "set" else "set-lines"
        files.append((f"{folder}/{view.name}.cfg", flat))
    return tuple(files)


def _check_extra(view: SwitchView) -> None:
    """Raise ExtraLineError for a line of the user's own that the start-up file cannot hold."""
    lines = [*view.extra, *(f"set / interface {one.port} {line}" for one in view.port_extra for line in one.lines)]
    for line in lines:
        unplaced = parse_cli_form("", line, Header(), written_tree()).unplaced
        if unplaced or not line.startswith("set / "):
            why = unplaced[0].because if unplaced else "it does not begin with 'set / '"
            raise ExtraLineError(
                line,
                f"{view.name}: the start-up file of SR Linux cannot hold the extra line {line!r}: {why}; render form"
                " 'set', or change the line",
            )

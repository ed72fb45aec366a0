"""The configuration of an SR Linux switch, through the templates in `templates/srlinux`."""

from __future__ import annotations

from roce_lint.intent.view import SwitchView
from roce_lint.os.contract import Printer
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
        startup = startup_json(flat, release_numbers(view.release), "srlinux/device.j2")
        files.append((f"configs/{view.name}.json", startup))
    if form != "json":
        folder = "configs" if form == "set" else "set-lines"
        files.append((f"{folder}/{view.name}.cfg", flat))
    return tuple(files)

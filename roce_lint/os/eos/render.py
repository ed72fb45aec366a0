"""The configuration of an EOS switch, through the templates in `templates/eos`."""

from __future__ import annotations

from roce_lint.intent.view import SwitchView
from roce_lint.os.contract import Printer
from roce_lint.os.eos.view import eos_view
from roce_lint.platforms.platform import SwitchPlatform


def render(printer: Printer, view: SwitchView, platform: SwitchPlatform, form: str) -> tuple[tuple[str, str], ...]:
    """Return path and text of the start-up configuration; there is one form."""
    values = {"view": view, "eos": eos_view(view, platform)}
    return ((f"configs/{view.name}.cfg", printer("eos/device.j2", values)),)

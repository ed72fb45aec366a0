"""The configuration of an NX-OS switch, through the templates in `templates/nxos`."""

from __future__ import annotations

from roce_lint.intent.view import SwitchView
from roce_lint.os.contract import Printer
from roce_lint.os.nxos.view import nxos_view
from roce_lint.platforms.platform import SwitchPlatform


def render(printer: Printer, view: SwitchView, platform: SwitchPlatform, form: str) -> tuple[tuple[str, str], ...]:
    """Return path and text of the start-up configuration; there is one form."""
    values = {"view": view, "nxos": nxos_view(view, platform)}
    return ((f"configs/{view.name}.cfg", printer("nxos/device.j2", values)),)

"""The configuration of a SONiC switch, through the templates in `templates/sonic`."""

from __future__ import annotations

from roce_lint.intent.view import SwitchView
from roce_lint.os.contract import Printer
from roce_lint.os.sonic.view import sonic_view
from roce_lint.platforms.platform import SwitchPlatform


def render(printer: Printer, view: SwitchView, platform: SwitchPlatform, form: str) -> tuple[tuple[str, str], ...]:
    """Return path and text of config_db.json and of frr.conf; there is one form."""
    values = {"view": view, "sonic": sonic_view(view, platform)}
    names = (("config_db.json", "sonic/device.j2"), ("frr.conf", "sonic/frr.j2"))
    return tuple((f"configs/{view.name}/{name}", printer(template, values)) for name, template in names)

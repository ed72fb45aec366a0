"""The configuration of a SONiC switch, through the templates in `templates/sonic` and `templates/frr`."""

from __future__ import annotations

from roce_lint.intent.view import SwitchView
from roce_lint.os.contract import Printer
from roce_lint.os.frr.view import frr_view
from roce_lint.os.sonic.view import sonic_view
from roce_lint.os.sonic.view_extra import extra_frr_lines
from roce_lint.os.sonic.view_overlay import vrf_name
from roce_lint.platforms.platform import SwitchPlatform


def render(printer: Printer, view: SwitchView, platform: SwitchPlatform, form: str) -> tuple[tuple[str, str], ...]:
    """Return path and text of config_db.json, frr.conf and a headroom table of one's own; there is one form."""
    sonic = sonic_view(view, platform)
    tables = printer("sonic/device.j2", {"view": view, "sonic": sonic})
    routing = printer("frr/frr.j2", {"view": view, "frr": frr_view(view, vrf_name, extra_frr_lines(view))})
    files = ((f"configs/{view.name}/config_db.json", tables), (f"configs/{view.name}/frr.conf", routing))
    if not sonic.headroom_rows:
        return files
    table = printer("sonic/pg_profile_lookup.j2", {"view": view, "sonic": sonic})
    return (*files, (f"configs/{view.name}/pg_profile_lookup.ini", table))

"""The configuration of an EOS switch, through the templates in `templates/eos`."""

from __future__ import annotations

from roce_lint.intent.view import SwitchView
from roce_lint.os.contract import Printer
from roce_lint.os.eos.view import eos_view
from roce_lint.platforms.platform import SwitchPlatform


def render(printer: Printer, view: SwitchView, platform: SwitchPlatform, form: str) -> tuple[tuple[str, str], ...]:
    """Return path and text of the start-up configuration, and in the form `avd` of AVD's structured one for QoS."""
    eos = eos_view(view, platform)
    config = (f"configs/{view.name}.cfg", printer("eos/device.j2", {"view": view, "eos": eos}))
    if form != "avd":
        return (config,)
    # Few want it, and it needs YAML.
    from roce_lint.os.eos.avd import avd_file

    return (config, avd_file(view, eos))

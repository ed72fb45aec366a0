"""The configuration of a SONiC switch, through the templates in `templates/sonic`."""

from __future__ import annotations

from roce_lint.errors import PlatformError
from roce_lint.intent.view import SwitchView
from roce_lint.os.contract import Printer
from roce_lint.platforms.platform import SwitchPlatform


def render(printer: Printer, view: SwitchView, platform: SwitchPlatform, form: str) -> tuple[tuple[str, str], ...]:
    """Return the files of a switch. Raises PlatformError: nothing is rendered for SONiC."""
    raise PlatformError(f"{view.name}: SONiC is read and judged, not rendered")

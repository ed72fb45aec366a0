"""What SONiC leaves out of an intent."""

from __future__ import annotations

from roce_lint.intent.view import SwitchView
from roce_lint.platforms.platform import SwitchPlatform


def doubts(view: SwitchView, platform: SwitchPlatform) -> tuple[str, ...]:
    """Return which parts of the intent are left out of the tables."""
    found = []
    if view.management:
        found.append("SONiC gets nothing of the management section; add its tables in your image or by another tool")
    if view.extra or view.port_extra:
        found.append("SONiC gets no extra lines: its configuration is tables, not lines")
    return tuple(found)

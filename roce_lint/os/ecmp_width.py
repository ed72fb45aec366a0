"""How many equal-cost next hops a system takes."""

from __future__ import annotations

from roce_lint.errors import PlatformError
from roce_lint.intent.view import SwitchView


def refuse_wider(view: SwitchView, most: int, source: str) -> None:
    """Raise PlatformError where BGP would need more equal-cost next hops than `most`, as `source` says."""
    if view.maximum_paths > most:
        raise PlatformError(
            f"{view.name} has {view.maximum_paths} equal-cost paths to one destination, and at most {most} are taken"
            f" ({source}); use fewer or faster links"
        )

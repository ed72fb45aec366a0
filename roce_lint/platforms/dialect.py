"""Facts that only one operating system has: keywords and limits of its own configuration language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_lint.platforms.pause_limits import PauseLimits

if TYPE_CHECKING:
    from roce_lint.platforms.platform import SwitchPlatform


class Dialect:
    """What `os/<name>/dialect.py` reads from the section `dialect` of a platform's file."""

    __slots__ = ()

    def pause_limits(self, platform: SwitchPlatform) -> PauseLimits:
        """Return what a configuration can state about pauses on the platform that has this dialect."""
        return PauseLimits()

"""Releases of NX-OS: below which nobody vouches for the lines that are written."""

from __future__ import annotations

import re

from roce_lint.errors import PlatformError
from roce_lint.platforms.platform import SwitchPlatform

WRITTEN_FOR = (9, 3)
"""The oldest release of the guides, models and captures that the lines were compared with."""


def check_release(platform: SwitchPlatform, release: str) -> tuple[str, ...]:
    """Return what is not vouched for with a release such as `10.4(3)F`.

    Raises PlatformError for a text that is no release.
    """
    if not release:
        return ()
    numbers = re.fullmatch(r"(\d+)\.(\d+)\([0-9A-Za-z]+\)[0-9A-Za-z()]*", release)
    if not numbers:
        raise PlatformError(f"{release!r} is no NX-OS release; write it like 10.4(3)F")
    if (int(numbers[1]), int(numbers[2])) >= WRITTEN_FOR:
        return ()
    return (
        f"the lines are those of NX-OS 9.3 to 10.6, and no source that could be read says that {platform.model} runs"
        f" NX-OS {release} or takes them all there",
    )

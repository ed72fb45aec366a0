"""Releases of SR Linux, and for which of them a configuration can be written."""

from __future__ import annotations

import re

from roce_lint.errors import PlatformError
from roce_lint.intent.view import SwitchView
from roce_lint.model.terms import PathChoice
from roce_lint.platforms.platform import Feature, SwitchPlatform

OLDEST_RELEASE = (24, 7)
"""PFC exists from 24.7, and the tree has its present shape since (srlinux-yang-models, tags v24.3.1 to v25.3.1)."""

MODELLED_RELEASE = (25, 3)
"""Written for where no release is named: the newest whose models are public."""

DYNAMIC_LOAD_BALANCING_SINCE = (25, 7)
"""`system load-balancing dynamic`. Source: srl-labs yang-browser feature and path lists 25.7.1."""


def balances_dynamically(view: SwitchView, platform: SwitchPlatform) -> bool:
    """Return whether flows are put on paths by their load."""
    has_it = release_numbers(view.release) >= DYNAMIC_LOAD_BALANCING_SINCE
    return view.path_choice is not PathChoice.STATIC and has_it and platform.supports(Feature.DYNAMIC_LOAD_BALANCING)


def release_numbers(release: str) -> tuple[int, int]:
    """Return year and month of a release such as `25.3.1`; without one those of the modelled release.

    Raises PlatformError for a text without two numbers and for a release whose tree differs.
    """
    if not release:
        return MODELLED_RELEASE
    numbers = re.match(r"v?(\d+)\.(\d+)", release)
    if not numbers:
        raise PlatformError(f"{release!r} is no SR Linux release; write it like 25.3.1")
    found = (int(numbers[1]), int(numbers[2]))
    if found < OLDEST_RELEASE:
        raise PlatformError(f"SR Linux {release} has another configuration tree and no PFC; use 24.7 or later")
    return found

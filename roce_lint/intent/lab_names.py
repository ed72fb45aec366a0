"""What containerlab calls things: kinds, chassis types and interfaces."""

from __future__ import annotations

import re

from roce_lint.errors import PlatformError
from roce_lint.os.registry import lab_of


def lab_kind(os: str) -> str:
    """Return containerlab's kind for an operating system."""
    return lab_of(os).kind


def lab_image(os: str, release: str) -> str:
    """Return the image that runs a release of an operating system, the latest one where none is named."""
    return lab_of(os).image.format(release=release or "latest")


def lab_type(os: str, platform: str) -> str:
    """Return containerlab's type of a chassis (`7220-ixr-h4-32d` gives `ixr-h4-32d`); empty for a kind without types.

    Raises PlatformError for a chassis that containerlab does not know.
    """
    types = lab_of(os).chassis_types
    if not has_lab_type(os, platform):
        raise PlatformError(f"containerlab has no type for {platform}; known are {', '.join(sorted(types or ()))}")
    return "" if types is None else _chassis(platform)


def has_lab_type(os: str, platform: str) -> bool:
    """Say whether containerlab can run a chassis: every one of a kind without types, and those that it knows."""
    types = lab_of(os).chassis_types
    return types is None or _chassis(platform) in types


def _chassis(platform: str) -> str:
    return re.sub(r"^7\d{3}-", "", platform)


def reads_startup(os: str) -> bool:
    """Say whether the kind of a system loads a start-up configuration."""
    return lab_of(os).reads_startup


def lab_interface(os: str, port: str, index: int) -> str:
    """Return containerlab's name of a port; `index` (from 1) counts the cabled ports of its device."""
    return lab_of(os).interface(port, index)

"""Which of the two Junos a device runs, where that decides what it takes and does."""

from __future__ import annotations

from enum import Enum

from roce_lint.platforms.platform import SwitchPlatform

EVOLVED_FAMILIES = frozenset(("QFX5130", "QFX5220", "QFX5230", "QFX5240"))
"""Models that run Junos Evolved alone. Source: Juniper data sheets of these series."""
CLASSIC_FAMILIES = frozenset(("QFX5120", "QFX5200", "QFX5210"))


class JunosFamily(Enum):
    """Junos on FreeBSD, Junos Evolved, or one of the two."""

    CLASSIC = "Junos"
    EVOLVED = "Junos Evolved"
    UNKNOWN = "Junos or Junos Evolved"


def family_of(release: str, platform: SwitchPlatform | None) -> JunosFamily:
    """Return what a release such as `23.4R2-S5.4-EVO` is, or what runs on a model."""
    if "-EVO" in release.upper():
        return JunosFamily.EVOLVED
    if platform is not None:
        if platform.family in EVOLVED_FAMILIES:
            return JunosFamily.EVOLVED
        if platform.family in CLASSIC_FAMILIES:
            return JunosFamily.CLASSIC
    return JunosFamily.CLASSIC if release else JunosFamily.UNKNOWN

"""Releases of NX-OS: below which nobody vouches for the lines that are written."""

from __future__ import annotations

import re

from roce_lint.errors import PlatformError
from roce_lint.intent.view import SwitchView
from roce_lint.platforms.platform import Feature, SwitchPlatform

WRITTEN_FOR = (9, 3)
"""The oldest release of the guides, models and captures that the lines were compared with."""


DYNAMIC_LOAD_BALANCING_SINCE = (10, 5)
"""`hardware profile dlb`, 10.5(1)F. Source: CiscoTestAutomation genielibs, Dlb object; NX-OS 10.5 unicast guide."""


def balances_dynamically(platform: SwitchPlatform, release: str) -> bool:
    """Return whether flowlets can be moved by load; a release that is not named is taken for a recent one."""
    numbers = re.match(r"(\d+)\.(\d+)", release)
    found = (int(numbers[1]), int(numbers[2])) if numbers else DYNAMIC_LOAD_BALANCING_SINCE
    return platform.supports(Feature.DYNAMIC_LOAD_BALANCING) and found >= DYNAMIC_LOAD_BALANCING_SINCE


UNNUMBERED_SINCE = (9, 3, 3)
"""BFD of a session on an interface. Source: public change request that quotes the Cisco 9.3(x) guide, second hand."""

PARALLEL_UNNUMBERED_SINCE = (9, 3, 6)
"""Sessions on several interfaces to one neighbour. Source: as above."""


def unnumbered_since(view: SwitchView) -> str:
    """Return the release from which sessions on interfaces exist as the view has them; empty where its own is later."""
    numbers = re.match(r"(\d+)\.(\d+)\((\d+)", view.release)
    peers = [port.peer_device for port in view.ports if port.unnumbered]
    needed = UNNUMBERED_SINCE if len(set(peers)) == len(peers) else PARALLEL_UNNUMBERED_SINCE
    if not numbers or tuple(map(int, numbers.groups())) >= needed:
        return ""
    return "{}.{}({})".format(*needed)


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

"""Releases of EOS: which lines a release lacks, and below which no configuration can be written."""

from __future__ import annotations

import re

from roce_lint.errors import PlatformError
from roce_lint.intent.view import SwitchView
from roce_lint.model.terms import Fec, PathChoice
from roce_lint.os.divided_memory import NEGLIGIBLE_PART, UNDIVIDED, crowded_memory
from roce_lint.os.ecmp_width import refuse_wider
from roce_lint.platforms.datum import value_or
from roce_lint.platforms.platform import Architecture, Feature, SwitchPlatform

QOS_PROFILES_SINCE = (4, 17)
"""`qos profile`. Source: TOI index, EOS 4.17.0F."""

ECN_COUNT_IN_PROFILE_SINCE = (4, 31)
"""`random-detect ecn count` in the queue of a profile, before in that of the interface. Source: public EOS notes."""

DYNAMIC_LOAD_BALANCING_SINCE = (4, 24, 2)
"""`ip hardware fib load-balance distribution dynamic`, 4.24.2F. Source: aristanetworks/avd issue 4920, TOI index."""

PAYLOAD_HASH_SINCE = (4, 33, 1)
"""`fields udp dst-port N` with bytes of the payload, 4.33.1F on Jericho. Source: Arista AVD schema."""

WRITTEN_FOR = (4, 31)
"""The syntax is that of Arista AVD's schema and of captures from this train on; older ones were not compared."""


_LAST_OF_A_TRAIN = 99

MOST_PATHS = 600
"""`maximum-paths N ecmp N`. Source: Arista AVD schema; the number of a chip is not public."""


def release_numbers(release: str) -> tuple[int, ...]:
    """Return the numbers of a release such as `4.32.1F`, those of `WRITTEN_FOR` for none; a train is its last release.

    Raises PlatformError for a text that is no EOS release.
    """
    if not release:
        return WRITTEN_FOR
    numbers = re.match(r"(?:EOS-)?(\d+)\.(\d+)(?:\.(\d+))?(?:\.\d+)*[A-Z]*(?:-|$)", release)
    if not numbers:
        raise PlatformError(f"{release!r} is no EOS release; write it like 4.32.1F")
    return int(numbers[1]), int(numbers[2]), int(numbers[3] or _LAST_OF_A_TRAIN)


def counts_ecn(platform: SwitchPlatform, release: str) -> bool:
    """Return whether queues of a profile count marked packets."""
    return platform.supports(Feature.ECN_COUNTERS) and release_numbers(release) >= ECN_COUNT_IN_PROFILE_SINCE


def balances_dynamically(view: SwitchView, platform: SwitchPlatform) -> bool:
    """Return whether paths are chosen by their load."""
    has_it = release_numbers(view.release) >= DYNAMIC_LOAD_BALANCING_SINCE
    return view.path_choice is not PathChoice.STATIC and has_it and platform.supports(Feature.DYNAMIC_LOAD_BALANCING)


def hashes_queue_pairs(view: SwitchView, platform: SwitchPlatform) -> bool:
    """Return whether the hash of flows has the queue pair in it: virtual output queues, and a release that is named."""
    is_voq = value_or(platform.architecture, Architecture.SHARED_BUFFER) is Architecture.VOQ
    return view.path_choice is not PathChoice.STATIC and is_voq and release_numbers(view.release) >= PAYLOAD_HASH_SINCE


def doubts(view: SwitchView, platform: SwitchPlatform) -> tuple[str, ...]:
    """Return what of the view the switch does otherwise."""
    if any(port.fec is Fec.OFF for port in view.ports):
        raise PlatformError("no source shows how EOS turns forward error correction off; leave `fec` out of the link")
    refuse_wider(view, MOST_PATHS, "Arista AVD schema")
    crowded = crowded_memory(view, platform, negligible_part=NEGLIGIBLE_PART, division=UNDIVIDED)
    return tuple(filter(None, (crowded, _balancing(view, platform))))


def _balancing(view: SwitchView, platform: SwitchPlatform) -> str:
    if view.path_choice is not PathChoice.DYNAMIC:
        return ""
    if not balances_dynamically(view, platform):
        named = f"{platform.model} with EOS {view.release}" if view.release else platform.model
        return f"{named} has no dynamic load balancing by any source that could be read; flows are hashed"
    return "vEOS and cEOS refuse `ip hardware fib load-balance distribution dynamic`; a lab does not load it"


def check_release(platform: SwitchPlatform, release: str) -> tuple[str, ...]:
    """Return what is left out with a release, or not vouched for.

    Raises PlatformError for a text that is no release, and for one without QoS profiles.
    """
    found = release_numbers(release)
    if found < QOS_PROFILES_SINCE:
        raise PlatformError(f"EOS {release} has no QoS profiles; they begin with 4.17.0F")
    if found >= WRITTEN_FOR:
        return ()
    counter = "`random-detect ecn count` is left out, which queues of a profile have from 4.31; "
    lost = counter if platform.supports(Feature.ECN_COUNTERS) else ""
    written = f"{WRITTEN_FOR[0]}.{WRITTEN_FOR[1]}"
    return (
        f"{lost}the lines are those of EOS {written} and later, and no source that could be read says that"
        f" {platform.model} runs EOS {release} or takes them all there",
    )

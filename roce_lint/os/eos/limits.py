"""What a release of EOS lacks of an intent, below which none can be written, and what is done otherwise than asked."""

from __future__ import annotations

from roce_lint.errors import PlatformError
from roce_lint.intent.view import SwitchView
from roce_lint.model.releases import ReleaseNumbers
from roce_lint.model.terms import Fec, PathChoice
from roce_lint.os.divided_memory import NEGLIGIBLE_PART, UNDIVIDED, crowded_memory
from roce_lint.os.ecmp_width import refuse_wider
from roce_lint.os.eos.releases import (
    DYNAMIC_LOAD_BALANCING,
    ECN_COUNT_IN_PROFILE,
    EOS_RELEASES,
    PAYLOAD_HASH,
    QOS_PROFILES,
    WRITTEN_FOR,
)
from roce_lint.platforms.datum import value_or
from roce_lint.platforms.platform import Architecture, Feature, SwitchPlatform

MOST_PATHS = 600
"""`maximum-paths N ecmp N`. Source: Arista AVD schema; the number of a chip is not public."""


def _numbers(release: str) -> ReleaseNumbers:
    """Return the numbers of a release, none for none. Raises PlatformError for a text that is no EOS release."""
    found = EOS_RELEASES.numbers(release)
    if release and not found:
        raise PlatformError(f"{release!r} is no EOS release; write it like {EOS_RELEASES.example}")
    return found


def counts_ecn(platform: SwitchPlatform, release: str) -> bool:
    """Return whether queues of a profile count marked packets."""
    return platform.supports(Feature.ECN_COUNTERS) and ECN_COUNT_IN_PROFILE.hold(_numbers(release)) is not False


def balances_dynamically(view: SwitchView, platform: SwitchPlatform) -> bool:
    """Return whether paths are chosen by their load."""
    has_it = DYNAMIC_LOAD_BALANCING.hold(_numbers(view.release)) is not False
    return view.path_choice is not PathChoice.STATIC and has_it and platform.supports(Feature.DYNAMIC_LOAD_BALANCING)


def hashes_queue_pairs(view: SwitchView, platform: SwitchPlatform) -> bool:
    """Return whether the hash of flows has the queue pair in it: virtual output queues, and a release that is named."""
    is_voq = value_or(platform.architecture, Architecture.SHARED_BUFFER) is Architecture.VOQ
    has_it = bool(view.release) and PAYLOAD_HASH.hold(_numbers(view.release)) is not False
    return view.path_choice is not PathChoice.STATIC and is_voq and has_it


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
    found = _numbers(release)
    if QOS_PROFILES.hold(found) is False:
        raise PlatformError(f"EOS {release} has no QoS profiles; they begin with 4.17.0F")
    if WRITTEN_FOR.hold(found) is not False:
        return ()
    counter = "`random-detect ecn count` is left out, which queues of a profile have from 4.31; "
    lost = counter if platform.supports(Feature.ECN_COUNTERS) else ""
    return (
        f"{lost}the lines are those of EOS 4.31 and later, and no source that could be read says that"
        f" {platform.model} runs EOS {release} or takes them all there",
    )

"""What a release of Cumulus Linux takes of an intent, and what is left out."""

from __future__ import annotations

import re

from roce_lint.errors import PlatformError
from roce_lint.intent.view import SwitchView
from roce_lint.model.terms import PathChoice
from roce_lint.os.cumulus.grammar import grammar, is_from
from roce_lint.os.cumulus.trimming import FIRST_RELEASE, TRIM_SIZES, WITHOUT_TRIMMING
from roce_lint.os.ecmp_width import refuse_wider
from roce_lint.os.hardening import left_out
from roce_lint.platforms.datum import value_or
from roce_lint.platforms.platform import SwitchPlatform

USUAL_RELEASE = "5.15"
"""For which lines are written where the intent names no release."""
MOST_PATHS = 128
"""Source: NVUE 5.4, multipaths ebgp."""
_RELEASE = re.compile(r"(\d+\.\d+)(?:\.\d+)?")


def release_of(release: str) -> str:
    """Return major and minor number. Raises PlatformError for what is no release, or of no published model."""
    found = _RELEASE.fullmatch(release) if release else None
    if release and found is None:
        raise PlatformError(f"{release!r} is no release of Cumulus Linux; write it as 5.13")
    number = found[1] if found else USUAL_RELEASE
    if not grammar().mask(number):
        known = grammar().releases
        raise PlatformError(
            f"NVIDIA publishes no model of Cumulus Linux {number}; there is one from {known[0]} to {known[-1]}"
        )
    return number


def check_release(platform: SwitchPlatform, release: str) -> tuple[str, ...]:
    """Return nothing: what a release lacks is written in its own words. Raises PlatformError as `release_of`."""
    release_of(release)
    return ()


def _check_trimming(view: SwitchView, platform: SwitchPlatform) -> None:
    """Raise PlatformError for packet trimming that the release, the chip or the overlay does not have."""
    if not is_from(release_of(view.release), FIRST_RELEASE):
        raise PlatformError(f"{view.name}: Cumulus Linux trims packets from {FIRST_RELEASE} on, not in {view.release}")
    if any(value_or(platform.asic, "").endswith(one) for one in WITHOUT_TRIMMING):
        raise PlatformError(
            f"{view.name}: packet trimming is for Spectrum-4 and later; {platform.model} has another chip"
        )
    if view.tenants:
        raise PlatformError(
            f"{view.name}: Cumulus Linux does not trim packets in VXLAN, which tenants have; use lossy-roce"
        )
    for one in view.trimming:
        if one.size_bytes not in TRIM_SIZES:
            raise PlatformError(
                f"{view.name}: NVUE trims to a multiple of 4 from 256 to 1024 bytes, not {one.size_bytes}"
            )


def doubts(view: SwitchView, platform: SwitchPlatform) -> tuple[str, ...]:
    """Return what is left out, or done otherwise. Raises PlatformError for what would break sessions."""
    refuse_wider(view, MOST_PATHS, "NVUE, multipaths ebgp")
    found = []
    if view.trimming:
        _check_trimming(view, platform)
    if view.bgp_guard.ttl_security and any(port.peer_asn and not port.address for port in view.ports):
        raise PlatformError("TTL security of unnumbered sessions is not shown by any source that could be read")
    if any(port.dcbx for port in view.ports):
        found.append("Cumulus Linux announces PFC by its DCBX TLVs only; whether hosts take it is theirs to say")
    if view.drained:
        found.append(
            "a drained switch sends GRACEFUL_SHUTDOWN (RFC 8326): neighbours need a policy that lowers its preference"
        )
    if view.path_choice is PathChoice.DYNAMIC and view.lossless_profile:
        found.append("adaptive routing spreads packets of one flow: NICs have to accept them out of order")
    if any(one.system_id for one in view.bundles):
        found.append(
            "Ethernet segments have an ESI of type 3 (MAC address and number), which is what NVUE takes: both leaves of"
            " a bond have to run Cumulus Linux"
        )
    for one in view.management:
        if one.snmp_user:
            found.append("Cumulus Linux gets no SNMP here: its password options differ from release to release")
        if one.gnmi_profile:
            found.append(
                f"gNMI is switched on with the certificate {one.gnmi_certificate}, which has to be on the switch"
            )
    found += left_out(view, "Cumulus Linux", "sFlow", "limit of broadcasts")
    return tuple(found)

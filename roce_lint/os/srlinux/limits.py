"""What a 7220 or 7250 takes of an intent."""

from __future__ import annotations

from roce_lint.errors import PlatformError
from roce_lint.intent.view import SwitchView
from roce_lint.model.terms import PathChoice
from roce_lint.os.divided_memory import NEGLIGIBLE_PART, UNDIVIDED, crowded_memory
from roce_lint.os.ecmp_width import refuse_wider
from roce_lint.os.hardening import left_out
from roce_lint.os.srlinux.dialect import SrlDialect, SrlModelClass
from roce_lint.os.srlinux.releases import DYNAMIC_LOAD_BALANCING, release_numbers
from roce_lint.platforms.datum import SourcedValue, value_or
from roce_lint.platforms.platform import Feature, SwitchPlatform

LEAST_BFD_INTERVAL_MS, MOST_BFD_MULTIPLIER = 10, 20
"""Source: srl_nokia-bfd YANG 25.3.1, desired-minimum-transmit-interval and detection-multiplier."""

_LIMIT_128 = ("7220-ixr-d2l", "7220-ixr-d3l", "7220-ixr-d4", "7220-ixr-d5", "7220-ixr-h4", "7220-ixr-h5")


def balances_dynamically(view: SwitchView, platform: SwitchPlatform) -> bool:
    """Return whether flows are put on paths by their load."""
    has_it = DYNAMIC_LOAD_BALANCING.hold(release_numbers(view.release)) is True
    return view.path_choice is not PathChoice.STATIC and has_it and platform.supports(Feature.DYNAMIC_LOAD_BALANCING)


def check_release(platform: SwitchPlatform, release: str) -> tuple[str, ...]:
    """Return nothing: what a release lacks is refused.

    Raises PlatformError for a release whose tree differs, and for one before the first of the model.
    """
    found = release_numbers(release)
    first = platform.dialect.first_release if isinstance(platform.dialect, SrlDialect) else None
    if release and isinstance(first, SourcedValue) and found < release_numbers(first.value):
        raise PlatformError(
            f"{platform.model} is in the feature lists of SR Linux from {first.value} on, not in those of {release}"
        )
    return ()


def _most_paths(platform: SwitchPlatform) -> int:
    """Return the equal-cost next hops of a chassis. Source: feature lists of 25.3.1, limit-128 and limit-256."""
    dialect = platform.dialect
    if isinstance(dialect, SrlDialect) and value_or(dialect.model_class, SrlModelClass.XGS) is SrlModelClass.DNX:
        return 256
    return 128 if platform.id.startswith(_LIMIT_128) else 64


def doubts(view: SwitchView, platform: SwitchPlatform) -> tuple[str, ...]:
    """Return what has to be there already, or is left out. Raises PlatformError for what would break sessions."""
    if view.bgp_guard.ttl_security:
        raise PlatformError("SR Linux has no TTL security for BGP (model of 25.3.1), and every switch has to have it")
    if view.bgp_guard.password and any(port.unnumbered for port in view.ports):
        raise PlatformError(
            "SR Linux has no password on unnumbered sessions by any source that could be read, and every switch has to"
            " have it"
        )
    _check_bfd(view)
    refuse_wider(view, _most_paths(platform), "feature lists of 25.3.1")
    found = list(filter(None, (crowded_memory(view, platform, negligible_part=NEGLIGIBLE_PART, division=UNDIVIDED),)))
    if balances_dynamically(view, platform):
        found.append(
            "flows are balanced by load with the values of Nokia's designs, which show the prefix ::/0; that 0.0.0.0/0"
            " selects IPv4 routes is inferred, and no source says whether the lines need a reload"
        )
    elif view.path_choice is PathChoice.DYNAMIC:
        hint = (
            "" if view.release or not platform.supports(Feature.DYNAMIC_LOAD_BALANCING) else "; name one from 25.7 on"
        )
        found.append(f"{platform.model} has no dynamic load balancing in this release; flows are hashed{hint}")
    if any(port.dcbx for port in view.ports):
        found.append("SR Linux gets no DCBX here; hosts keep PFC as they are configured")
    for one in view.management:
        if one.gnmi_profile:
            found.append(f"SR Linux refuses gNMI unless the TLS profile {one.gnmi_profile} exists there already")
        if one.users:
            found.append("SR Linux gets no local users: no source shows the lines; create them, or use TACACS+")
        if one.snmp_user:
            found.append("SR Linux gets no SNMP: no source shows the lines for version 3; use gNMI")
    found += left_out(view, "SR Linux", "sFlow", "limit of broadcasts")
    return tuple(found)


def _check_bfd(view: SwitchView) -> None:
    guard = view.bgp_guard
    if guard.bfd_interval_ms and guard.bfd_multiplier > MOST_BFD_MULTIPLIER:
        message = f"SR Linux ends a session after at most {MOST_BFD_MULTIPLIER} lost packets of BFD"
        raise PlatformError(f"{message}, not {guard.bfd_multiplier}; change bgp.bfd")
    if 0 < guard.bfd_interval_ms < LEAST_BFD_INTERVAL_MS:
        message = f"SR Linux takes a BFD interval of {LEAST_BFD_INTERVAL_MS} ms or more"
        raise PlatformError(f"{message}, not {guard.bfd_interval_ms}; change bgp.bfd")

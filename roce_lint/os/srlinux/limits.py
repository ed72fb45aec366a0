"""What a 7220 or 7250 takes of an intent."""

from __future__ import annotations

from roce_lint.errors import PlatformError
from roce_lint.intent.view import SwitchView
from roce_lint.os.srlinux.dialect import SrlDialect
from roce_lint.os.srlinux.releases import release_numbers
from roce_lint.platforms.datum import Known
from roce_lint.platforms.platform import SwitchPlatform


def check_release(platform: SwitchPlatform, release: str) -> tuple[str, ...]:
    """Return nothing: what a release lacks is refused.

    Raises PlatformError for a release whose tree differs, and for one before the first of the model.
    """
    found = release_numbers(release)
    first = platform.dialect.first_release if isinstance(platform.dialect, SrlDialect) else None
    if release and isinstance(first, Known) and found < release_numbers(first.value):
        raise PlatformError(
            f"{platform.model} is in the feature lists of SR Linux from {first.value} on, not in those of {release}"
        )
    return ()


def doubts(view: SwitchView, platform: SwitchPlatform) -> tuple[str, ...]:
    """Return what has to be there already, or is left out. Raises PlatformError for what would break sessions."""
    if view.bgp_guard.ttl_security:
        raise PlatformError("SR Linux has no TTL security for BGP (model of 25.3.1), and every switch has to have it")
    found = []
    if view.balances_dynamically:
        found.append("SR Linux gets no dynamic load balancing: no model of 25.7 was read; flows are hashed")
    for one in view.management:
        if one.gnmi_profile:
            found.append(f"SR Linux refuses gNMI unless the TLS profile {one.gnmi_profile} exists there already")
        if one.users:
            found.append("SR Linux gets no local users: no source shows the lines; create them, or use TACACS+")
        if one.snmp_user:
            found.append("SR Linux gets no SNMP: no source shows the lines for version 3; use gNMI")
    return tuple(found)


def largest_pause_bytes(platform: SwitchPlatform) -> int:
    """Return the committed burst of a pfc-queue, within which it pauses; 0 where none is documented.

    At most 262144 bytes on a 7250 (SR Linux YANG 25.3.1).
    """
    dialect = platform.dialect
    if isinstance(dialect, SrlDialect) and isinstance(dialect.pfc_queue_committed_burst_bytes, Known):
        return dialect.pfc_queue_committed_burst_bytes.value.maximum
    return 0

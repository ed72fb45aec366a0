"""What SONiC leaves out of an intent."""

from __future__ import annotations

from roce_lint.errors import PlatformError
from roce_lint.intent.view import SwitchView
from roce_lint.model.terms import PathChoice
from roce_lint.os.ecmp_width import refuse_wider
from roce_lint.os.hardening import left_out
from roce_lint.os.industry_cli.view_bgp import GRACEFUL_SHUTDOWN
from roce_lint.os.sonic.releases import LONG_POLLING, SONIC_RELEASES, TRIMMING
from roce_lint.os.sonic.view_buffers import own_table
from roce_lint.os.sonic.view_extra import extra_rows
from roce_lint.platforms.datum import value_or
from roce_lint.platforms.platform import SwitchPlatform

MOST_PATHS = 256
MOST_POLLING_MS = 1000
FRR_BFD = (300, 3)
"""Interval in ms and multiplier. Source: FRRouting bfdd defaults."""


_TRIMS = ("Spectrum-4", "Spectrum-5")
_TRIMMING_SOURCE = "sonic-utilities generic_config_updater; sonic-mgmt tests/packet_trimming"


def _check_trimming(view: SwitchView, platform: SwitchPlatform) -> None:
    """Raise PlatformError for packet trimming that the release or the chip does not have."""
    if TRIMMING.hold(SONIC_RELEASES.numbers(view.release)) is False:
        raise PlatformError(f"{view.name}: SONiC trims packets {TRIMMING.words}, not in {view.release}")
    chip = value_or(platform.asic, "")
    if "Tomahawk 5" in chip:
        why = "Tomahawk 5 sends trimmed packets by queue 9 alone, which is none of the eight of an intent"
        raise PlatformError(f"{view.name}: {why} ({_TRIMMING_SOURCE})")
    if not chip.endswith(_TRIMS):
        why = f"no source says that {platform.model} trims packets; Spectrum-4 and Spectrum-5 do"
        raise PlatformError(f"{view.name}: {why} ({_TRIMMING_SOURCE})")


def _check_polling(view: SwitchView) -> None:
    """Raise PlatformError for an interval of the watchdog that the release may not take."""
    polling_ms = view.watchdog.polling_ms if view.watchdog.enabled else 0
    if polling_ms > MOST_POLLING_MS and not LONG_POLLING.hold(SONIC_RELEASES.numbers(view.release)):
        raise PlatformError(
            f"{view.name}: the watchdog polls every {MOST_POLLING_MS} ms at most, not {polling_ms}, unless the release"
            f" is one {LONG_POLLING.words} (sonic-buildimage 6e48e439)"
        )


def doubts(view: SwitchView, platform: SwitchPlatform) -> tuple[str, ...]:
    """Return which parts of the intent are left out of the tables. Raises PlatformError for what breaks sessions."""
    if view.bgp_guard.ttl_security or view.bgp_guard.password:
        raise PlatformError("SONiC gets no TTL security and no password of BGP here, and every switch has to have them")
    if view.trimming:
        _check_trimming(view, platform)
    _check_polling(view)
    refuse_wider(view, MOST_PATHS, "sonic-bgp-global YANG, max_ebgp_paths")
    found = []
    if view.trimming:
        found.append(
            "packet trimming needs SAI_ADAPTIVE_ROUTING_CIRCULATION_PORT in sai.profile, and no image has it there:"
            " SWITCH_CAPABILITY of STATE_DB says whether the switch can trim"
        )
    if any(port.dcbx for port in view.ports):
        found.append("SONiC gets no DCBX: no model has it; hosts keep PFC as they are configured")
    if view.drained:
        found.append(GRACEFUL_SHUTDOWN)
    if view.path_choice is PathChoice.DYNAMIC:
        found.append("SONiC gets no dynamic load balancing: its tables are not in any released model; flows are hashed")
    if view.bgp_guard.bfd_interval_ms and (view.bgp_guard.bfd_interval_ms, view.bgp_guard.bfd_multiplier) != FRR_BFD:
        found.append(
            "SONiC keeps FRR's BFD timers of 300 ms, three times: no source shows others; peers use the slower"
        )
    if own_table(view, platform):
        found.append(
            "the buffer manager takes headroom and threshold from pg_profile_lookup.ini of the SKU: put the rendered"
            " file there, in /usr/share/sonic/device, or it replaces the profiles by those of the image"
        )
    extra_rows(view)
    for one in view.management:
        if one.users:
            found.append("SONiC gets no local users: they are accounts of Linux; create them, or use TACACS+")
        if one.gnmi_profile:
            found.append("SONiC gets no certificates of gNMI; its image has to have them")
        if one.snmp_traps:
            found.append("SONiC gets no hosts for traps: no model has them")
        if one.domain:
            found.append("SONiC gets no domain name: no model has it")
    found += left_out(view, "SONiC", "sFlow", "limit of broadcasts", "shut ports")
    return tuple(found)

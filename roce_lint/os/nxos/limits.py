"""What a Nexus 9000 takes of an intent."""

from __future__ import annotations

import re

from roce_lint.errors import PlatformError
from roce_lint.intent.view import SwitchView
from roce_lint.model.terms import PathChoice
from roce_lint.os.divided_memory import crowded_memory
from roce_lint.os.ecmp_width import refuse_wider
from roce_lint.os.hardening import left_out
from roce_lint.os.industry_cli.view_bgp import GRACEFUL_SHUTDOWN
from roce_lint.os.nxos.dialect import NxosDialect
from roce_lint.os.nxos.releases import (
    DYNAMIC_LOAD_BALANCING,
    NXOS_RELEASES,
    PARALLEL_UNNUMBERED,
    UNNUMBERED,
    WRITTEN_FOR,
)
from roce_lint.os.nxos.view_qos import STRICT_QUEUE, group_of
from roce_lint.os.nxos.view_watchdog import RECALLED_LINES, watchdog_lines
from roce_lint.platforms.datum import Range
from roce_lint.platforms.platform import Feature, SwitchPlatform

MOST_PATHS = 128
"""`maximum-paths` of a family. Source: paregupt/nx-os, nxos_config_bgp_auto_fabric.py."""

MOST_DOMAINS = 1000
"""`vpc domain`. Source: Cisco Nexus 9000 Series NX-OS Interfaces Configuration Guide, "Configuring vPCs"."""

LEAST_RESERVED_VLAN = 3968
"""Source: Cisco Nexus 9000 Series NX-OS Layer 2 Switching Configuration Guide, "Configuring VLANs": 3968 to 4095."""

BFD_INTERVAL_MS = Range(50, 999)
"""Source: cisco.nxos collection, nxos_bfd_global, interval and min_rx."""

NEGLIGIBLE_PART = 4
"""Headroom below this part of the memory is not worth a word: then ports may lie unevenly and still fit their slice."""


def balances_dynamically(platform: SwitchPlatform, release: str) -> bool:
    """Return whether flowlets can be moved by load; a release that is not named is taken for a recent one."""
    has_it = DYNAMIC_LOAD_BALANCING.hold(NXOS_RELEASES.numbers(release)) is not False
    return platform.supports(Feature.DYNAMIC_LOAD_BALANCING) and has_it


def check_release(platform: SwitchPlatform, release: str) -> tuple[str, ...]:
    """Return what is not vouched for with a release such as `10.4(3)F`.

    Raises PlatformError for a text that is no release.
    """
    if release and not re.fullmatch(r"\d+\.\d+\([0-9A-Za-z]+\)[0-9A-Za-z()]*", release):
        raise PlatformError(f"{release!r} is no NX-OS release; write it like {NXOS_RELEASES.example}")
    if WRITTEN_FOR.hold(NXOS_RELEASES.numbers(release)) is not False:
        return ()
    return (
        f"the lines are those of NX-OS 9.3 to 10.6, and no source that could be read says that {platform.model} runs"
        f" NX-OS {release} or takes them all there",
    )


def doubts(view: SwitchView, platform: SwitchPlatform) -> tuple[str, ...]:
    """Return what nobody vouches for: a strict queue that is not the highest, and shares of a divided memory."""
    _check_pair(view)
    _check_vlans(view)
    _check_bfd(view)
    refuse_wider(view, MOST_PATHS, "the largest number in Cisco's public scripts")
    return tuple(
        filter(
            None,
            (
                _strict_queue(view),
                _divided_memory(view, platform),
                _left_out(view),
                _balancing(view, platform),
                _unnumbered(view, platform),
                *_draining(view),
                *left_out(view, "NX-OS", "sFlow"),
                _recalled(view, platform),
            ),
        )
    )


def _recalled(view: SwitchView, platform: SwitchPlatform) -> str:
    """Return which lines of the watchdog no source shows; none where its timers are the device's own."""
    dialect, watchdog = platform.dialect, view.watchdog
    if not (isinstance(dialect, NxosDialect) and view.lossless_profile and watchdog.enabled):
        return ""
    lines = [f"`{one}`" for one in watchdog_lines(watchdog, platform, dialect) if one.startswith(RECALLED_LINES)]
    spelled = "is spelled as recalled from Cisco's guides, and no source that could be read shows it"
    return f"{' and '.join(lines)} {spelled}; try it on one switch" if lines else ""


def _check_pair(view: SwitchView) -> None:
    for one in view.pair:
        if one.domain > MOST_DOMAINS:
            raise PlatformError(f"a vPC domain is from 1 to {MOST_DOMAINS}, and {view.name} is of pair {one.domain}")


def _check_vlans(view: SwitchView) -> None:
    segments = [vlan.vlan for tenant in view.tenants for vlan in tenant.vlans]
    routing = [tenant.l3_vlan for tenant in view.tenants]
    for vlan in (*segments, *routing, *(one.vlan for one in view.leaf_vlans)):
        if vlan >= LEAST_RESERVED_VLAN:
            message = f"NX-OS keeps VLANs from {LEAST_RESERVED_VLAN} on for itself, and {view.name} would have {vlan}"
            raise PlatformError(f"{message}; choose a lower one{' (`l3_vlan`)' if vlan in routing else ''}")


def _check_bfd(view: SwitchView) -> None:
    interval_ms = view.bgp_guard.bfd_interval_ms
    if interval_ms and interval_ms not in BFD_INTERVAL_MS:
        span = f"{BFD_INTERVAL_MS.minimum} to {BFD_INTERVAL_MS.maximum} ms"
        raise PlatformError(f"NX-OS takes a BFD interval of {span}, not {interval_ms}; change bgp.bfd")


def _balancing(view: SwitchView, platform: SwitchPlatform) -> str:
    if view.path_choice is not PathChoice.DYNAMIC:
        return ""
    if not balances_dynamically(platform, view.release):
        named = f"{platform.model} with NX-OS {view.release}" if view.release else platform.model
        return f"{named} has no dynamic load balancing by any source that could be read; flows are hashed"
    return (
        "`hardware profile dlb` takes effect after `copy running-config startup-config` and reload; egress QoS policies"
        " do not apply to flows that it moves, and no source says whether queuing policies count among them"
    )


def _unnumbered(view: SwitchView, platform: SwitchPlatform) -> str:
    unproven = f"no source says that {platform.model} forwards IPv4 to IPv6 next hops (RFC 8950)"
    if not any(port.unnumbered for port in view.ports):
        return unproven if any(port.over_ipv6 for port in view.ports) else ""
    if view.bgp_guard.ttl_security:
        raise PlatformError("NX-OS has no TTL security on unnumbered sessions by any source that could be read")
    peers = [port.peer_device for port in view.ports if port.unnumbered]
    needed = UNNUMBERED if len(set(peers)) == len(peers) else PARALLEL_UNNUMBERED
    lacks = needed.hold(NXOS_RELEASES.numbers(view.release)) is False
    late = f"such sessions are said to be in releases {needed.words} only, second hand; " if lacks else ""
    return (
        f"{late}`hardware access-list tcam region ing-sup 768` takes effect after `copy running-config startup-config`"
        f" and reload, and {unproven}"
    )


def _draining(view: SwitchView) -> tuple[str, ...]:
    if not view.drained:
        return ()
    filtered = "no source shows whether a route-map out of `prefix_filter` keeps the community GRACEFUL_SHUTDOWN"
    return (GRACEFUL_SHUTDOWN, *((filtered,) if view.session_prefixes else ()))


def _left_out(view: SwitchView) -> str:
    parts = [
        word
        for one in view.management
        for word, is_wanted in (("SNMP", one.snmp_user), ("gNMI", one.gnmi_profile))
        if is_wanted
    ]
    return f"NX-OS gets no {' and no '.join(parts)}: no source that could be read shows the lines" if parts else ""


def _strict_queue(view: SwitchView) -> str:
    for entry in view.classes:
        group = group_of(view, entry)
        if entry.strict and group != STRICT_QUEUE:
            return (
                f"CNPs are served first in queue {group}, since another class has priority {STRICT_QUEUE}; no source"
                f" shows a strict queue below queue {STRICT_QUEUE}: move the other class to a priority from 1 to 5"
            )
    return ""


def _divided_memory(view: SwitchView, platform: SwitchPlatform) -> str:
    division = "are divided among slices, each for ports of its own, and no source gives the part of one"
    return crowded_memory(view, platform, negligible_part=NEGLIGIBLE_PART, division=division)

"""Layer 1 to 3 facts of an interface: state, MTU, speed, VLANs, VRF, addresses."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Mapping

from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.model.terms import PortKind
from roce_lint.os.industry_cli.addresses import usual_address
from roce_lint.os.industry_cli.command import NotStated, stated_or
from roce_lint.os.industry_cli.line_diagnostics import LineDiagnostics
from roce_lint.os.nxos import defaults
from roce_lint.os.nxos.breakouts import Breakout
from roce_lint.os.nxos.interface_lines import PortLines
from roce_lint.os.nxos.interfaces import DESCRIPTION, InterfaceSettings
from roce_lint.text.lines import Line

_PHYSICAL = (PortKind.ETHERNET, PortKind.LAG)


def routed(settings: InterfaceSettings, lines: PortLines, block: Source, *, switched_by_default: bool) -> Fact[bool]:
    """Return whether the interface routes; Ethernet ports and bundles switch unless configured otherwise."""
    if settings.kind not in _PHYSICAL:
        return defaults.ROUTED_BY_KIND.at(block)
    return stated_or(lines.routed, Default(not switched_by_default, block, defaults.SWITCHED))


def enabled(
    settings: InterfaceSettings,
    lines: PortLines,
    routes: Fact[bool],
    block: Source,
    *,
    is_running_config: bool,
    switched_are_down: bool,
) -> Fact[bool]:
    """Return whether the interface is up by configuration; `switched_are_down`: the system shuts switched ports."""
    if not isinstance(lines.enabled, NotStated):
        return lines.enabled
    if settings.kind is PortKind.VLAN and is_running_config:
        return defaults.SVI_IS_DOWN.at(block)
    if settings.kind not in (*_PHYSICAL, PortKind.SUBINTERFACE, PortKind.VLAN):
        return defaults.UP_BY_KIND.at(block)
    is_switched = not isinstance(routes, Unknown) and not routes.value
    if is_switched and switched_are_down and settings.kind is PortKind.ETHERNET:
        return defaults.SWITCHED_ARE_DOWN.at(block)
    if settings.kind is PortKind.LAG or is_switched:
        return defaults.UP.at(block)
    if is_running_config and settings.kind is PortKind.ETHERNET:
        return defaults.ROUTED_IS_DOWN.at(block)
    return Unknown("neither shutdown nor no shutdown is given, and what held before is not known", block)


def speed_gbps(
    settings: InterfaceSettings, lines: PortLines, breakouts: Mapping[str, Breakout], diagnostics: LineDiagnostics
) -> Fact[int]:
    """Return the speed that `speed` or the breakout of the parent port states; the transceiver decides otherwise."""
    if not isinstance(lines.speed_gbps, NotStated):
        return lines.speed_gbps
    if found := breakout_of(settings, breakouts):
        return Stated(found.child_gbps, diagnostics.at(found.line))
    return Unknown("the transceiver decides the speed; no speed is configured", diagnostics.block(settings.header))


def breakout_of(settings: InterfaceSettings, breakouts: Mapping[str, Breakout]) -> Breakout | None:
    """Return how the parent of a port is split, None for other ports."""
    return breakouts.get(settings.name.rsplit("/", 1)[0])


def vlans(
    settings: InterfaceSettings, lines: PortLines, routes: Fact[bool], diagnostics: LineDiagnostics
) -> Fact[frozenset[int]]:
    """Return the VLANs that the interface switches, none where it routes."""
    block = diagnostics.block(settings.header)
    if isinstance(routes, Stated) and routes.value:
        return Stated(frozenset(), routes.source)
    if settings.kind not in _PHYSICAL or (isinstance(routes, Default) and routes.value):
        return Default(frozenset(), block, "a routed interface switches no VLAN")
    if isinstance(lines.trunks, Stated) and lines.trunks.value:
        return stated_or(lines.allowed_vlans, defaults.TRUNK_ALL_VLANS.at(lines.trunks.source))
    return stated_or(lines.access_vlan, defaults.ACCESS_VLAN_1.at(block))


def description(settings: InterfaceSettings, diagnostics: LineDiagnostics) -> Fact[str]:
    """Return the description, empty where there is none."""
    line = settings.line_of.get(DESCRIPTION)
    if line:
        return Stated(line.text.removeprefix("description").strip(), diagnostics.at(line))
    return defaults.NO_DESCRIPTION.at(diagnostics.block(settings.header))


def addresses(settings: InterfaceSettings, diagnostics: LineDiagnostics) -> tuple[Fact[str], ...]:
    """Return the interface addresses with prefix length, in order of configuration.

    A link-local address that a port makes itself says no more than that it has none.
    """
    named = ((text, line) for text, line in settings.addresses.items() if "use-link-local-only" not in text.split())
    return tuple(_address(arguments, line, diagnostics) for arguments, line in named)


def _address(arguments: str, line: Line, diagnostics: LineDiagnostics) -> Fact[str]:
    words = arguments.split()
    text = words[1] if len(words) > 1 else ""
    if "/" not in text and len(words) > 2 and re.fullmatch(r"[\d.]+", words[2]):
        text = f"{text}/{words[2]}"
    found = _with_prefix_length(text)
    if found:
        return Stated(found, diagnostics.at(line))
    if text in ("dhcp", "autoconfig"):
        return Unknown("the address is not in the configuration", diagnostics.at(line))
    diagnostics.line_not_understood(line, "an address is written with its prefix length")
    return Unknown("the address or its prefix length is not understood", diagnostics.at(line))


def _with_prefix_length(text: str) -> str:
    """Return an interface address in its usual form, or nothing when it is malformed or has no prefix length."""
    if usual_address(text):
        return text
    try:
        return ipaddress.ip_interface(text).with_prefixlen if "/" in text else ""
    except ValueError:
        return ""

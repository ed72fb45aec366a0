"""Layer 1 to 3 facts of an interface: state, MTU, speed, VLANs, VRF, addresses."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Mapping

from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.model.terms import Fec, PortKind
from roce_lint.os.industry_cli.addresses import usual_address
from roce_lint.os.industry_cli.line_diagnostics import LineDiagnostics
from roce_lint.os.nxos import defaults
from roce_lint.os.nxos.breakouts import Breakout
from roce_lint.os.nxos.interfaces import MTU, InterfaceSettings
from roce_lint.os.nxos.tokens import number_list
from roce_lint.text.lines import Line
from roce_lint.text.patterns import lazy_pattern

_ALL_VLANS = defaults.TRUNK_ALL_VLANS.value
_ALLOWED = lazy_pattern(r"switchport trunk allowed vlan (?:(?P<change>add|remove|except) )?(?P<list>.+)")
_MTU_BYTES = range(68, 9217)
_PHYSICAL = (PortKind.ETHERNET, PortKind.LAG)


def routed(settings: InterfaceSettings, diagnostics: LineDiagnostics, *, switched_by_default: bool) -> Fact[bool]:
    """Return whether the interface routes; Ethernet ports and bundles switch unless configured otherwise."""
    block = diagnostics.block(settings.header)
    if settings.kind not in _PHYSICAL:
        return defaults.ROUTED_BY_KIND.at(block)
    line = settings.said.get("switchport")
    if line:
        return Stated(line.text.startswith("no "), diagnostics.at(line))
    return Default(not switched_by_default, block, defaults.SWITCHED)


def enabled(
    settings: InterfaceSettings,
    routes: Fact[bool],
    diagnostics: LineDiagnostics,
    *,
    is_running_config: bool,
    switched_are_down: bool,
) -> Fact[bool]:
    """Return whether the interface is up by configuration; `switched_are_down`: the system shuts switched ports."""
    block = diagnostics.block(settings.header)
    line = settings.said.get("shutdown")
    if line:
        return Stated(line.text.startswith("no "), diagnostics.at(line))
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


def ip_mtu_bytes(settings: InterfaceSettings, diagnostics: LineDiagnostics) -> Fact[int]:
    """Return the MTU, which counts the IP packet."""
    line = settings.said.get(MTU)
    if line is None:
        return defaults.INTERFACE_MTU.at(diagnostics.block(settings.header))
    text = line.text.removeprefix("mtu ")
    if text.isdecimal() and len(text) < 6 and int(text) in _MTU_BYTES:
        return Stated(int(text), diagnostics.at(line))
    diagnostics.line_refused(line, "mtu takes a number up to 9216")
    return Unknown("the mtu is not a number up to 9216", diagnostics.at(line))


_FEC = {
    "off": Fec.OFF,
    "fc-fec": Fec.FIRE_CODE,
    "rs-fec": Fec.REED_SOLOMON,
    "rs-ieee": Fec.REED_SOLOMON,
    "rs-cons16": Fec.REED_SOLOMON,
}


def speed_gbps(
    settings: InterfaceSettings, breakouts: Mapping[str, Breakout], diagnostics: LineDiagnostics
) -> Fact[int]:
    """Return the speed that `speed` or the breakout of the parent port states; the transceiver decides otherwise."""
    line = settings.said.get("speed")
    if line:
        text = line.text.removeprefix("speed ")
        if text.isdecimal() and len(text) < 8 and int(text) >= 1000:
            return Stated(int(text) // 1000, diagnostics.at(line))
        if text != "auto" and not text.isdecimal() and not text.startswith("auto "):
            diagnostics.line_not_understood(line, "speed takes Mb/s or auto")
        return Unknown("the speed is negotiated or below 1 Gb/s", diagnostics.at(line))
    if found := breakout_of(settings, breakouts):
        return Stated(found.child_gbps, diagnostics.at(found.line))
    return Unknown("the transceiver decides the speed; no speed is configured", diagnostics.block(settings.header))


def fec(settings: InterfaceSettings, diagnostics: LineDiagnostics) -> Fact[Fec]:
    """Return the error correction that a line states; `auto` leaves it to the transceiver, as no line does."""
    line = settings.said.get("fec")
    words = line.text.split() if line else []
    if line and len(words) == 2 and words[1] in _FEC:
        return Stated(_FEC[words[1]], diagnostics.at(line))
    return Unknown("the transceiver decides about error correction", diagnostics.block(settings.header))


def breakout_of(settings: InterfaceSettings, breakouts: Mapping[str, Breakout]) -> Breakout | None:
    """Return how the parent of a port is split, None for other ports."""
    return breakouts.get(settings.name.rsplit("/", 1)[0])


def vlans(settings: InterfaceSettings, routes: Fact[bool], diagnostics: LineDiagnostics) -> Fact[frozenset[int]]:
    """Return the VLANs that the interface switches, none where it routes."""
    block = diagnostics.block(settings.header)
    if isinstance(routes, Stated) and routes.value:
        return Stated(frozenset(), routes.source)
    if settings.kind not in _PHYSICAL or (isinstance(routes, Default) and routes.value):
        return Default(frozenset(), block, "a routed interface switches no VLAN")
    mode = settings.said.get("switchport mode")
    if mode and mode.text.endswith((" trunk", " fex-fabric")):
        return _trunk_vlans(settings, diagnostics.at(mode), diagnostics)
    access = settings.said.get("switchport access vlan")
    if access is None:
        return defaults.ACCESS_VLAN_1.at(block)
    numbers = number_list(access.text.removeprefix("switchport access vlan").strip(), 1, 4094)
    if len(numbers) == 1:
        return Stated(numbers, diagnostics.at(access))
    diagnostics.line_not_understood(access, "switchport access vlan takes one VLAN")
    return Unknown("the access VLAN is not understood", diagnostics.at(access))


def _trunk_vlans(settings: InterfaceSettings, mode: Source, diagnostics: LineDiagnostics) -> Fact[frozenset[int]]:
    carried = _ALL_VLANS
    source = mode
    for line in settings.vlan_changes:
        found = _ALLOWED.fullmatch(line.text)
        text = found["list"] if found else ""
        named = _ALL_VLANS if text == "all" else number_list(text, 1, 4094)
        if not found or (not named and text != "none"):
            diagnostics.line_not_understood(line, "switchport trunk allowed vlan takes a list of VLANs")
            return Unknown("the list of VLANs is not understood", diagnostics.at(line))
        change = found["change"]
        carried = {"add": carried | named, "remove": carried - named, "except": _ALL_VLANS - named}.get(change, named)
        source = diagnostics.at(line)
    if not settings.vlan_changes:
        return defaults.TRUNK_ALL_VLANS.at(mode)
    return Stated(carried, source)


def vrf(settings: InterfaceSettings, diagnostics: LineDiagnostics) -> Fact[str]:
    """Return the VRF of the interface, `default` for the global table."""
    line = settings.said.get("vrf member")
    if line and line.text != "vrf member":
        return Stated(line.text.removeprefix("vrf member "), diagnostics.at(line))
    return defaults.GLOBAL_VRF.at(diagnostics.block(settings.header))


def description(settings: InterfaceSettings, diagnostics: LineDiagnostics) -> Fact[str]:
    """Return the description, empty where there is none."""
    line = settings.said.get("description")
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

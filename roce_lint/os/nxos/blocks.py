"""The top-level blocks of a configuration: each goes to the room that knows it.

Which top-level commands matter here, and which are known not to.

A command that is neither and speaks of QoS is handed to `unread`; anything else belongs to sections (AAA, logging,
routing, ACLs ...) that do not bear on RoCE.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from roce_lint.os.industry_cli.line_diagnostics import LineDiagnostics
from roce_lint.os.industry_cli.number_list import number_list
from roce_lint.os.nxos.breakouts import Breakout
from roce_lint.os.nxos.fabric_features import FabricSettings
from roce_lint.os.nxos.interfaces import Interfaces
from roce_lint.os.nxos.names import expand_interfaces
from roce_lint.os.nxos.policies import (
    QOS,
    Attachment,
    read_class_map,
    read_policy_map,
    read_system_qos,
    service_policy,
)
from roce_lint.os.nxos.ports import DeviceSettings
from roce_lint.os.nxos.routing_sections import NxosRoutingReader
from roce_lint.text.lines import Line
from roce_lint.text.patterns import lazy_pattern
from roce_lint.text.remembered import Remembered
from roce_lint.values import dataclass, field

_NOT_FOR_ROCE = lazy_pattern(
    r"(no )?(aaa|username|logging|snmp-server|ntp|clock|banner|vdc|copp|control-plane|route-map|ip|ipv6|mac|key"
    r"|object-group|line|boot|rmon|role|ssh|telnet|tacacs|tacacs-server|radius|radius-server|crypto|cli|event|telemetry"
    r"|sflow|monitor|spanning-tree|vpc|errdisable|cfs|fabric|icam|license|password|track|vtp|time-range|callhome"
    r"|router|vrf|evpn|nv|ngoam|udld|cdp|lacp|ptp|arp|bfd|boot|install|scheduler|hostname|switchname|version|vlan"
    r"|port-channel|system|switching-mode|alias|flow|ipfix|sla|mpls|segment-routing|nxapi|openflow|grpc"
    r"|diagnostic|terminal|session-limit|exec-timeout|interface|end|exit|configure|conf|copy|write)\b"
)
_LIKE_QOS = lazy_pattern(
    r"qos|pfc|priority-flow|flow-?control|\becn\b|queue|dscp|buffer|pause|\bdcb|roce|no-?drop|lossless|wred|random-detect"
    r"|congestion|watch-?dog|\bets\b",
    re.IGNORECASE,
)
_HARDWARE = lazy_pattern(
    r"(no )?hardware (qos ((no )?dynamic-buffer-sharing|pfc mc-drop|fc rate-shaper( low)?|ns-buffer-profile (mesh|burst"
    r"|ultra-burst)|afd profile (mesh|burst|ultra-burst)|etrap (age-period|bandwidth-threshold|byte-count) \d+.*"
    r"|q-noise percent \d+|min-buffer qos-group (all|none|default)|burst-detect max-records \d+|ing-pg-share"
    r"|ing-pg-no-min|ing-pg-hdrm-reserve percent \d+|include ipg|eoq stats-class)"
    r"|profile pfc mmu buffer-reservation \d+|access-list tcam (region|label) .+)"
)
_NO_EFFECT_HERE = lazy_pattern(
    r"(no )?(qos statistics|qos qos-policies statistics|link-level-flow-control watch-dog-interval (on|off)"
    r"|lldp( \S.*)?|feature (?!.*(qos|pfc|dcb)).+)"
)


def account_for(line: Line, diagnostics: LineDiagnostics) -> None:
    """Leave a top-level block unread if it speaks of QoS and is not known; the rest does not bear on RoCE."""
    if _MATTERS[line.text]:
        diagnostics.block_not_understood(line, "not a global command that is known here")


def _matters(text: str) -> bool:
    """Say whether a line that no reader takes speaks of QoS and is not known."""
    if _NO_EFFECT_HERE.fullmatch(text) or _HARDWARE.fullmatch(text):
        return False
    return not _NOT_FOR_ROCE.match(text) and _LIKE_QOS.search(text) is not None


_MATTERS = Remembered(_matters)


_BREAKOUT = re.compile(r"interface breakout module (\d{1,3}) port ([\d,-]+) map (\d{1,4})g-(\d{1,2})x")
_VLAN = re.compile(r"vlan (?:configuration )?([\d,-]+)")


@dataclass(slots=True)
class BlockStatements:
    """Everything that the blocks of one file say, while it is read."""

    of_ports: DeviceSettings
    interfaces: Interfaces
    paths: NxosRoutingReader
    fabric: FabricSettings = field(default_factory=FabricSettings)


_Reader = Callable[[Line, BlockStatements, LineDiagnostics], None]


def read_block(block: Line, settings: BlockStatements, diagnostics: LineDiagnostics) -> None:
    """Hand a block to the reader that knows it."""
    _READER_OF[block.text](block, settings, diagnostics)


def _read_interface(block: Line, settings: BlockStatements, diagnostics: LineDiagnostics) -> None:
    settings.interfaces.read(block)
    settings.paths.read_interface(block)


def _read_breakout(block: Line, settings: BlockStatements, diagnostics: LineDiagnostics) -> None:
    found = _BREAKOUT.fullmatch(block.text)
    ports = number_list(found[2], 1, 512) if found else frozenset()
    if not found or not ports:
        diagnostics.line_not_understood(block, "written interface breakout module M port LIST map SPEEDg-Nx")
        return
    for port in ports:
        settings.of_ports.breakouts[f"Ethernet{found[1]}/{port}"] = Breakout(int(found[3]), int(found[4]), block)


def _remove_breakout(block: Line, settings: BlockStatements, diagnostics: LineDiagnostics) -> None:
    found = _BREAKOUT.match(block.text.removeprefix("no "))
    for port in number_list(found[2], 1, 512) if found else frozenset():
        settings.of_ports.breakouts.pop(f"Ethernet{found[1] if found else ''}/{port}", None)


def _remove_interface(block: Line, settings: BlockStatements, diagnostics: LineDiagnostics) -> None:
    for name in expand_interfaces(block.text.removeprefix("no interface").strip()):
        settings.of_ports.interfaces.pop(name, None)


def _read_port_profile(block: Line, settings: BlockStatements, diagnostics: LineDiagnostics) -> None:
    settings.of_ports.profiles.read(block, diagnostics)


def _read_class_map(block: Line, settings: BlockStatements, diagnostics: LineDiagnostics) -> None:
    read_class_map(block, settings.of_ports.policies, diagnostics)


def _read_policy_map(block: Line, settings: BlockStatements, diagnostics: LineDiagnostics) -> None:
    read_policy_map(block, settings.of_ports.policies, diagnostics)


def _remove_map(block: Line, settings: BlockStatements, diagnostics: LineDiagnostics) -> None:
    words = block.text.split()
    of_type = words[words.index("type") + 1] if "type" in words[:-1] else QOS
    policies = settings.of_ports.policies
    if words[1] == "class-map":
        policies.class_maps.pop((of_type, words[-1]), None)
    else:
        policies.policy_maps.pop((of_type, words[-1]), None)


def _read_system_qos(block: Line, settings: BlockStatements, diagnostics: LineDiagnostics) -> None:
    if block.text == "system qos":
        read_system_qos(block, settings.of_ports.policies, diagnostics)
    else:
        diagnostics.block_not_understood(block, "the command is `system qos`, without anything behind it")


def _read_switchport_default(block: Line, settings: BlockStatements, diagnostics: LineDiagnostics) -> None:
    """Read what ports are without a line of their own; other defaults of switch ports are those of storage."""
    text = block.text.removeprefix("no ")
    if text == "system default switchport":
        settings.of_ports.switched_by_default = text == block.text
    elif text == "system default switchport shutdown":
        settings.of_ports.switched_are_down = text == block.text


def _read_vlan(block: Line, settings: BlockStatements, diagnostics: LineDiagnostics) -> None:
    settings.paths.bridging.read_vlan(block)
    found = _VLAN.fullmatch(block.text)
    numbers = number_list(found[1], 1, 4094) if found else frozenset()
    settings.of_ports.vlans.update(numbers)
    for line in block.children if block.may_say("service-policy") else ():
        if "service-policy" not in line.text:
            continue
        policy = service_policy(line.text.removeprefix("no "))
        if not policy or policy[:2] != (QOS, "input"):
            diagnostics.line_not_understood(line, "a VLAN takes service-policy type qos input")
            continue
        for number in numbers:
            if line.text.startswith("no "):
                settings.of_ports.vlan_policies.pop(number, None)
            else:
                settings.of_ports.vlan_policies[number] = Attachment(policy[2], line)


def _read_global_pfc(block: Line, settings: BlockStatements, diagnostics: LineDiagnostics) -> None:
    settings.of_ports.global_pfc.read(block, diagnostics)
    for line in block.children:
        diagnostics.line_not_understood(line, "indented below a command that opens no mode")


def _read_feature(block: Line, settings: BlockStatements, diagnostics: LineDiagnostics) -> None:
    name = block.text.removeprefix("no ").removeprefix("feature ")
    if block.text.startswith("no "):
        settings.of_ports.features.discard(name)
    else:
        settings.of_ports.features.add(name)
    account_for(block, diagnostics)


def _read_bgp(block: Line, settings: BlockStatements, diagnostics: LineDiagnostics) -> None:
    settings.fabric.bgp.append(block)
    settings.paths.routing.read_router(block)


def _read_igp(block: Line, settings: BlockStatements, diagnostics: LineDiagnostics) -> None:
    settings.fabric.igp.append(block)
    settings.paths.routing.read_router(block)


def _read_route_map(block: Line, settings: BlockStatements, diagnostics: LineDiagnostics) -> None:
    settings.paths.routing.route_maps.read(block)


def _read_vrf(block: Line, settings: BlockStatements, diagnostics: LineDiagnostics) -> None:
    settings.paths.read_vrf(block)


def _read_ip(block: Line, settings: BlockStatements, diagnostics: LineDiagnostics) -> None:
    settings.paths.read_ip(block)


def _read_access_list(block: Line, settings: BlockStatements, diagnostics: LineDiagnostics) -> None:
    settings.of_ports.policies.access_lists.setdefault(block.text.split()[2], []).append(block)


def _read_bridging(block: Line, settings: BlockStatements, diagnostics: LineDiagnostics) -> None:
    settings.paths.bridging.read_global(block)


def _read_evpn(block: Line, settings: BlockStatements, diagnostics: LineDiagnostics) -> None:
    settings.paths.bridging.read_evpn(block)


def _read_dlb(block: Line, settings: BlockStatements, diagnostics: LineDiagnostics) -> None:
    settings.fabric.dlb.append(block)


def _remove_dlb(block: Line, settings: BlockStatements, diagnostics: LineDiagnostics) -> None:
    settings.fabric.dlb.clear()


def _read_load_sharing(block: Line, settings: BlockStatements, diagnostics: LineDiagnostics) -> None:
    settings.fabric.load_sharing = block


def _remove_load_sharing(block: Line, settings: BlockStatements, diagnostics: LineDiagnostics) -> None:
    settings.fabric.load_sharing = None


def _read_nothing(block: Line, settings: BlockStatements, diagnostics: LineDiagnostics) -> None:
    account_for(block, diagnostics)


_READERS: tuple[tuple[str, _Reader], ...] = (
    ("interface breakout", _read_breakout),
    ("interface ", _read_interface),
    ("no interface breakout", _remove_breakout),
    ("no interface ", _remove_interface),
    ("port-profile ", _read_port_profile),
    ("class-map ", _read_class_map),
    ("policy-map ", _read_policy_map),
    ("no class-map ", _remove_map),
    ("no policy-map ", _remove_map),
    ("system qos", _read_system_qos),
    ("system default switchport", _read_switchport_default),
    ("no system default switchport", _read_switchport_default),
    ("vlan ", _read_vlan),
    ("priority-flow-control", _read_global_pfc),
    ("no priority-flow-control", _read_global_pfc),
    ("feature ", _read_feature),
    ("no feature ", _read_feature),
    ("router bgp", _read_bgp),
    ("router ospf", _read_igp),
    ("router isis", _read_igp),
    ("hardware profile dlb", _read_dlb),
    ("no hardware profile dlb", _remove_dlb),
    ("ip load-sharing", _read_load_sharing),
    ("no ip load-sharing", _remove_load_sharing),
    ("route-map ", _read_route_map),
    ("no route-map ", _read_route_map),
    ("vrf context ", _read_vrf),
    ("mac address-table aging-time", _read_bridging),
    ("no mac address-table aging-time", _read_bridging),
    ("vpc domain ", _read_bridging),
    ("fabric forwarding anycast-gateway-mac", _read_bridging),
    ("no fabric forwarding anycast-gateway-mac", _read_bridging),
    ("evpn", _read_evpn),
    ("no vpc domain ", _read_bridging),
    ("ip access-list ", _read_access_list),
    ("ipv6 access-list ", _read_access_list),
    ("ip ", _read_ip),
    ("ipv6 ", _read_ip),
    ("no ip ", _read_ip),
    ("no ipv6 ", _read_ip),
)


def _reader_of(text: str) -> _Reader:
    return next((read for start, read in _READERS if text.startswith(start)), _read_nothing)


_READER_OF = Remembered(_reader_of)

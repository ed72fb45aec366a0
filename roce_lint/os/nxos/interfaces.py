"""What the interface stanzas say: one line per command and interface, later stanzas merged over earlier ones."""

from __future__ import annotations

import re

from roce_lint.model.terms import PortKind
from roce_lint.os.industry_cli.command import NotStated
from roce_lint.os.industry_cli.line_diagnostics import LineDiagnostics
from roce_lint.os.nxos.interface_lines import INTERFACE_LINES, PortLines
from roce_lint.os.nxos.names import expand_interfaces, kind_of
from roce_lint.os.nxos.policies import QOS, service_policy
from roce_lint.text.lines import Line
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass, field

QOS_INPUT = "service-policy qos input"
QUEUING_INPUT = "service-policy queuing input"
QUEUING_OUTPUT = "service-policy queuing output"
PFC_MODE = "pfc_mode"
WATCHDOG = "watchdog"
MTU = "mtu_bytes"
DESCRIPTION = "description"
VLAN_CHANGES = "allowed_vlans"

INHERITED = (
    QOS_INPUT,
    QUEUING_INPUT,
    QUEUING_OUTPUT,
    PFC_MODE,
    WATCHDOG,
    MTU,
    "pause_sent",
    "pause_received",
)
"""Fields of `PortLines`, and policies, that a member of a bundle takes from the bundle."""

_DESCRIPTION = lazy_pattern(r"(?:no )?description(?: |$)")
_INHERIT = lazy_pattern(r"inherit port-profile (\S+)")
_ADDRESS = lazy_pattern(r"(?P<no>no )?(?P<family>ip|ipv6) address(?: (?P<rest>.*))?")
_OTHER_POLICIES = frozenset(("control-plane", "copp", "pbr"))
"""Types of policies that do nothing about classes and queues."""
_SERVICE_POLICY = lazy_pattern(r"(?:no )?service-policy\b")
_ABOUT_WATCHDOG = lazy_pattern(r"watch-?dog")
_NOT_FOR_ROCE = lazy_pattern(
    r"(no )?(spanning-tree|ip|ipv6|lldp|cdp|lacp|vpc|hsrp|bfd|storm-control|snmp|logging|load-interval|negotiate"
    r"|duplex|beacon|link|carrier-delay|bandwidth|delay|encapsulation|medium|mac-address|management|isis|fabric|udld"
    r"|errdisable|macsec|ptp|ttag|evpn|source-interface|member|host-reachability|global|suppress-arp|suppress"
    r"|ingress-replication|mcast-group|multisite|advertise|tunnel|autostate|inherit|standby|vrrp|vrrpv3|private-vlan"
    r"|port-type|transceiver|layer2|vrf|power|track|mac|glbp|rate-mode|mpls|dot1x|dot1q|authentication|cts|monitor"
    r"|telemetry|mdix|phy|itu|dwdm|switchport|port-channel|nv|ngoam|speed-group|vtp|l2protocol|arp|vn-segment"
    r"|ipfix|default|exit|ospfv3|ospf|fex|linkdebounce|packet latency|eigrp|rip"
    r"|hardware multicast|hardware vethernet)\b"
)


@dataclass(slots=True)
class InterfaceSettings:
    """One interface while it is read.

    `line_of`: the line that holds for each field of `PortLines` and each policy; a `no` line is kept where it says more
    than the default.
    `addresses`: IP address lines by their arguments. `vlan_changes`: `switchport trunk allowed vlan` lines in order.
    `refused`: lines that were meant as the PFC mode or the watchdog and are no commands.
    `inherited`: port profiles by name, with the lines that name them. `cleared`: commands that a `no` line took back.
    """

    name: str
    kind: PortKind
    header: Line
    line_of: dict[str, Line] = field(default_factory=dict)
    addresses: dict[str, Line] = field(default_factory=dict)
    vlan_changes: list[Line] = field(default_factory=list)
    refused: dict[str, Line] = field(default_factory=dict)
    inherited: dict[str, Line] = field(default_factory=dict)
    cleared: frozenset[str] = frozenset()

    @classmethod
    def of_profile(cls, header: Line) -> InterfaceSettings:
        """Return a port profile as the interface that it describes."""
        return cls("", PortKind.ETHERNET, header)

    def lines(self, diagnostics: LineDiagnostics) -> PortLines:
        """Return what the lines that hold say, and report those that are not understood or refused."""
        found = PortLines()
        for line in (*self.line_of.values(), *self.vlan_changes):
            INTERFACE_LINES.account(line, found, diagnostics)
        return found


class Interfaces:
    """The interfaces of one file by name, while it is read."""

    def __init__(self, diagnostics: LineDiagnostics) -> None:
        self.by_name: dict[str, InterfaceSettings] = {}
        self._diagnostics = diagnostics

    def read(self, block: Line) -> None:
        """Add one `interface` stanza to every interface that its header names."""
        names = expand_interfaces(block.text.removeprefix("interface").strip())
        if not names:
            self._diagnostics.line_not_understood(block, "not an interface name; nothing below it takes effect")
        for name in names:
            settings = self.by_name.get(name)
            if settings is None:
                settings = self.by_name[name] = InterfaceSettings(name, kind_of(name), block)
            for line in block.children:
                read_line(line, settings, self._diagnostics)


def read_line(line: Line, settings: InterfaceSettings, diagnostics: LineDiagnostics) -> None:
    """Add one command of an interface to its settings."""
    if address := _ADDRESS.fullmatch(line.text):
        _read_address(address, line, settings)
    elif _DESCRIPTION.match(line.text):
        _keep(DESCRIPTION, line, settings, states=not line.text.startswith("no "))
    elif not line.text.startswith("default ") and (effect := INTERFACE_LINES.effect(line.text)):
        _keep(effect.slot, line, settings, states=not isinstance(effect.value, NotStated))
    elif _SERVICE_POLICY.match(line.text):
        _read_service_policy(line, settings, diagnostics)
    elif inherits := _INHERIT.fullmatch(line.text):
        settings.inherited[inherits[1]] = line
    elif not _NOT_FOR_ROCE.match(line.text):
        diagnostics.block_not_understood(line, "not a command of an interface that is known here")
        if line.text.startswith("priority-flow-control"):
            settings.refused[WATCHDOG if _ABOUT_WATCHDOG.search(line.text) else PFC_MODE] = line


def _keep(slot: str, line: Line, settings: InterfaceSettings, *, states: bool) -> None:
    """Let `line` hold for `slot`, or the default where it states nothing."""
    if slot == VLAN_CHANGES:
        settings.vlan_changes = [*settings.vlan_changes, line] if states else []
    elif states:
        settings.line_of[slot] = line
    else:
        settings.line_of.pop(slot, None)
        settings.cleared |= {slot}


def _read_address(found: re.Match[str], line: Line, settings: InterfaceSettings) -> None:
    arguments = f"{found['family']} {found['rest'] or ''}".strip()
    if not found["no"]:
        if found["family"] == "ip" and not arguments.endswith("secondary"):
            for gone in [kept for kept in settings.addresses if kept.startswith("ip ") and "secondary" not in kept]:
                del settings.addresses[gone]
        settings.addresses[arguments] = line
    elif not found["rest"]:
        for gone in [kept for kept in settings.addresses if kept.split()[0] == found["family"]]:
            del settings.addresses[gone]
    else:
        settings.addresses.pop(arguments, None)


def _read_service_policy(line: Line, settings: InterfaceSettings, diagnostics: LineDiagnostics) -> None:
    found = service_policy(line.text.removeprefix("no "))
    wanted = f"service-policy {found[0]} {found[1]}" if found else ""
    if wanted not in (QOS_INPUT, QUEUING_INPUT, QUEUING_OUTPUT):
        because = "an interface takes type qos input and type queuing input or output"
        if found and found[0] == QOS and found[1] == "output":
            because = "what an egress type qos policy does is not evaluated"
        if not found or found[0] not in _OTHER_POLICIES:
            diagnostics.line_not_understood(line, because)
    elif line.text.startswith("no "):
        settings.line_of.pop(wanted, None)
        settings.cleared |= {wanted}
    else:
        settings.line_of[wanted] = line

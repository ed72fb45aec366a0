"""Interface blocks: what they say about layers 1 to 3, and their QoS lines."""

from __future__ import annotations

import re
from dataclasses import field
from ipaddress import ip_interface

from roce_lint.facts.fact import Source, Stated, Unknown
from roce_lint.facts.terms import PortKind
from roce_lint.read.addresses import usual_address
from roce_lint.read.eos.command import SILENT, Command, Negation, Said, command_of
from roce_lint.read.eos.ledger import Ledger, sounds_like_qos
from roce_lint.read.eos.port_lines import PortLineReader, QosLines, is_other_policy
from roce_lint.read.eos.switching import Switching
from roce_lint.read.lines import Line
from roce_lint.values import dataclass

# First words of interface commands that have no bearing on RoCE (EOS User Manual, command list; Arista AVD schema).
_IRRELEVANT = frozenset(
    """
    address aging arp autostate bfd bgp client comment delay dhcp dot1x dps encapsulation error-correction evpn
    exit flow flow-spec hardware igmp ip ipv6 isis key l2-protocol lacp lane link link-debounce lldp load-interval
    logging mac mac-address mfib mka mlag mld monitor mpls msrp multicast mvrp nat node-segment ntp ospf ospfv3
    peer phone phy pim poe port-channel power ptp pvlan queue-monitor rip route router segment-routing sflow snmp
    spanning-tree static storm-control sync-e tap tcp tool traffic-loopback traffic-policy transceiver transmitter
    tunnel uc-mtu udld unidirectional vlan vmtracer vrrp vxlan xcvr
    """.split()  # noqa: SIM905  # a table is easier to read than 100 quoted strings
)
_SPEED = re.compile(r"(?:forced |auto |auto-)?(\d{1,6})(g|full|half|gfull|ghalf)?(?:-(\d{1,2}))?", re.ASCII)
_NO_QUEUES = frozenset({PortKind.VLAN, PortKind.LOOPBACK, PortKind.TUNNEL, PortKind.MANAGEMENT, PortKind.SUBINTERFACE})
_SUBMODES = frozenset({"tx-queue", "uc-tx-queue", "mc-tx-queue"})


@dataclass(slots=True)
class PortDraft:
    """What the blocks of one interface say so far."""

    name: str
    kind: PortKind
    source: Source
    qos: QosLines = field(default_factory=QosLines)
    switching: Switching = field(default_factory=Switching)
    enabled: Said[bool] = SILENT
    description: Said[str] = SILENT
    speed_gbps: Said[int] = SILENT
    mtu: Said[int] = SILENT
    l2_mtu: Said[int] = SILENT
    vrf: Said[str] = SILENT
    lag: Said[str] = SILENT
    profile: Said[str] = SILENT
    pause_received: Said[bool] = SILENT
    pause_sent: Said[bool] = SILENT
    buffer_doubt: Said[int] = SILENT
    addresses: list[Stated[str]] = field(default_factory=list)


def read_interface(port: PortDraft, body: list[Line], ledger: Ledger, echoes_defaults: bool) -> None:
    """Take the lines below `interface NAME`, whatever their depth, into `port`."""
    reader = _InterfaceReader(port, ledger, echoes_defaults)
    pending = list(reversed(body))
    while pending:
        line = pending.pop()
        if reader.read(line):
            # A leaf command owns nothing: what is indented below it belongs to the interface all the same.
            pending.extend(reversed(line.children))


class _InterfaceReader:
    def __init__(self, port: PortDraft, ledger: Ledger, echoes_defaults: bool) -> None:
        self._port = port
        self._ledger = ledger
        self._qos = PortLineReader(port.qos, ledger, echoes_defaults)
        self._echoes_defaults = echoes_defaults

    def read(self, line: Line) -> bool:
        """Take one line; return whether the lines below it are still to be read as lines of the interface."""
        command = command_of(line)
        if self._qos.takes(command):
            return self._read_qos(command)
        self._qos.close_queue()
        first = command.words[0]
        method = _METHODS.get(first)
        because = method(self, command, self._ledger.source(line)) if method else ""
        if not method and first not in _IRRELEVANT:
            because = f"`{first}` begins no interface command that is known"
            if "mmu" in command.words or "buffer" in command.text:
                self._port.buffer_doubt = Unknown(
                    f"`{command.text}` may set the buffer of this port", self._ledger.source(line)
                )
            self._ledger.refuse_block(line, because)
            return False
        if because:
            self._ledger.refuse(line, because)
        return bool(method)

    def _read_qos(self, command: Command) -> bool:
        first = command.words[0]
        quiet = not command.plain or self._echoes_defaults
        if self._port.kind in _NO_QUEUES and not quiet and not is_other_policy(command):
            self._ledger.refuse_block(command.line, "this kind of interface takes no QoS lines of its own")
            return False
        echoed = self._echoes_defaults and command.text == "priority-flow-control pause watchdog"
        if self._port.kind is PortKind.LAG and first == "priority-flow-control" and command.plain and not echoed:
            self._ledger.ignore(command.line, "EOS takes PFC on the member interfaces, not on the Port-Channel")
            return True
        self._qos.read(command)
        return first not in _SUBMODES and not self._ledger.was_refused(command.line)

    def shutdown(self, command: Command, source: Source) -> str:
        self._port.enabled = SILENT if command.negation is Negation.DEFAULT else Stated(not command.plain, source)
        return ""

    def description(self, command: Command, source: Source) -> str:
        text = command.line.text.partition(" ")[2].strip()
        self._port.description = Stated(text, source) if command.plain else SILENT
        return ""

    def speed(self, command: Command, source: Source) -> str:
        text = command.text.removeprefix("speed").strip()
        if not command.plain:
            self._port.speed_gbps = SILENT
            return ""
        if text in ("auto", ""):
            self._port.speed_gbps = Unknown("the speed is negotiated (`speed auto`)", source)
            return ""
        found = _SPEED.fullmatch(text)
        if not found:
            self._port.speed_gbps = Unknown(f"`{command.text}` names no speed that is known", source)
            return f"`{command.text}` names no speed that is known"
        in_gbps = (found[2] or "").startswith("g")
        gbps = int(found[1]) if in_gbps else int(found[1]) // 1000
        self._port.speed_gbps = Stated(gbps, source) if gbps else Unknown("the port is slower than 1 Gb/s", source)
        return ""

    def mtu(self, command: Command, source: Source) -> str:
        self._port.mtu, because = _bytes(command, 1, source)
        return because

    def l2(self, command: Command, source: Source) -> str:
        if command.words[1:2] == ("mtu",):
            self._port.l2_mtu, because = _bytes(command, 2, source)
            return because
        return "" if command.words[1:2] == ("mru",) else f"`{command.text}` is no known interface command"

    def switchport(self, command: Command, source: Source) -> str:
        return self._port.switching.read(command, source)

    def vrf(self, command: Command, source: Source) -> str:
        self._port.vrf = Stated(command.words[-1], source) if command.plain else SILENT
        return "" if len(command.words) > 1 or not command.plain else "`vrf` lacks a name"

    def channel_group(self, command: Command, source: Source) -> str:
        if not command.plain:
            self._port.lag = SILENT
            return ""
        if len(command.words) > 1 and re.fullmatch(r"\d{1,6}", command.words[1], re.ASCII):
            self._port.lag = Stated(f"Port-Channel{int(command.words[1])}", source)
            return ""
        self._port.lag = Unknown(f"`{command.text}` names no Port-Channel", source)
        return f"`{command.text}` names no Port-Channel"

    def service_profile(self, command: Command, source: Source) -> str:
        self._port.profile = Stated(command.words[-1], source) if command.plain else SILENT
        return "" if len(command.words) == 2 or not command.plain else "`service-profile` takes one name"

    def flowcontrol(self, command: Command, source: Source) -> str:
        words = command.words
        if (
            len(words) < 2
            or words[1] not in ("send", "receive")
            or (command.plain and words[2:] not in (("on",), ("off",), ("desired",)))
        ):
            return f"`{command.text}` is not in the form `flowcontrol send|receive on|off|desired`"
        said: Said[bool] = SILENT
        if command.plain:
            said = (
                Unknown("802.3x pause is negotiated with the peer", source)
                if words[2] == "desired"
                else Stated(words[2] == "on", source)
            )
        if words[1] == "send":
            self._port.pause_sent = said
        else:
            self._port.pause_received = said
        return ""

    def dcbx(self, command: Command, source: Source) -> str:
        # EOS takes no PFC settings from a peer: DCBX tells the peer what the switch does and changes nothing here.
        if not command.plain or re.fullmatch(
            r"dcbx (?:mode (?:ieee|cee)|application \S+(?: \d+)? priority [0-7])", command.text
        ):
            return ""
        return f"EOS has no documented `{command.text}`"

    def ip(self, command: Command, source: Source) -> str:
        if command.words[1:2] != ("address",):
            return self._other_ip(command)
        words = [
            word
            for word in command.words[2:]
            if word not in ("secondary", "virtual", "link-local", "eui-64", "anycast")
        ]
        if not command.plain:
            self._port.addresses = []
            return ""
        if words[:1] in (["dhcp"], ["unnumbered"], ["auto-config"]):
            return ""
        address = _address(words)
        if not address:
            return f"`{command.text}` holds no address"
        if command.words[0] == "ip" and "secondary" not in command.words:
            self._port.addresses = [entry for entry in self._port.addresses if ":" in entry.value]
            self._port.addresses.insert(0, Stated(address, source))
        elif address not in [entry.value for entry in self._port.addresses]:
            self._port.addresses.append(Stated(address, source))
        return ""

    def _other_ip(self, command: Command) -> str:
        return f"`{command.text}` is no known interface command" if sounds_like_qos(command.line) else ""


_METHODS = {
    "shutdown": _InterfaceReader.shutdown,
    "description": _InterfaceReader.description,
    "speed": _InterfaceReader.speed,
    "mtu": _InterfaceReader.mtu,
    "l2": _InterfaceReader.l2,
    "switchport": _InterfaceReader.switchport,
    "vrf": _InterfaceReader.vrf,
    "channel-group": _InterfaceReader.channel_group,
    "service-profile": _InterfaceReader.service_profile,
    "flowcontrol": _InterfaceReader.flowcontrol,
    "dcbx": _InterfaceReader.dcbx,
    "ip": _InterfaceReader.ip,
    "ipv6": _InterfaceReader.ip,
}


def _bytes(command: Command, place: int, source: Source) -> tuple[Said[int], str]:
    """Return the MTU at word `place` (68 to 65535, Arista AVD schema) and why there is none."""
    if not command.plain:
        return SILENT, ""
    words = command.words[place:]
    if len(words) == 1 and re.fullmatch(r"\d{1,5}", words[0], re.ASCII) and 68 <= int(words[0]) <= 65535:
        return Stated(int(words[0]), source), ""
    because = f"`{command.text}` is no MTU from 68 to 65535"
    return Unknown(because, source), because


def _address(words: list[str]) -> str:
    """Return `A.B.C.D/len` from that form or from address and mask; empty for anything else."""
    text = "/".join(words[:2]) if len(words) == 2 and "/" not in words[0] else "".join(words[:1])
    if usual_address(text):
        return text
    try:
        return str(ip_interface(text)) if "/" in text else ""
    except ValueError:
        return ""

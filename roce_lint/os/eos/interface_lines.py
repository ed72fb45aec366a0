"""What the lines of an interface say about layers 1 to 3, whichever interface they are in."""

from __future__ import annotations

import re
from collections.abc import Sequence
from ipaddress import ip_interface

from roce_lint.model.fact import Source, Stated
from roce_lint.model.place import InBlock, in_own_block
from roce_lint.model.terms import BundleMode, Fec, PortKind
from roce_lint.os.eos.port_lines import QosLines
from roce_lint.os.eos.qos_words import sounds_like_qos
from roce_lint.os.industry_cli.addresses import usual_address
from roce_lint.os.industry_cli.allowed_vlans import allowed_vlans
from roce_lint.os.industry_cli.command import NOT_STATED, Command, Setting
from roce_lint.os.industry_cli.line_form import VariablePart
from roce_lint.os.industry_cli.line_table import CommandRow, LineTable, ValueNotGiven
from roce_lint.text.lines import Line
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass, field

# First words of interface commands that have no bearing on RoCE (EOS User Manual, command list; Arista AVD schema).
IRRELEVANT = frozenset(
    """
    address aging arp autostate bfd bgp client comment delay dhcp dot1x dps encapsulation error-correction evpn
    exit flow flow-spec hardware igmp ip ipv6 isis key l2-protocol lacp lane link link-debounce lldp load-interval
    logging mac mac-address mfib mka mlag mld monitor mpls msrp multicast mvrp nat node-segment ntp ospf ospfv3
    peer phone phy pim poe port-channel power ptp pvlan queue-monitor rip route router segment-routing sflow snmp
    spanning-tree static storm-control sync-e tap tcp tool traffic-loopback traffic-policy transceiver transmitter
    tunnel uc-mtu udld unidirectional vlan vmtracer vrrp vxlan xcvr
    """.split()  # noqa: SIM905  # a table is easier to read than 100 quoted strings
)
_SPEED = lazy_pattern(r"(?:forced |auto |auto-)?(\d{1,6})(g|full|half|gfull|ghalf)?(?:-(\d{1,2}))?", re.ASCII)
_ENCODINGS = {"reed-solomon": Fec.REED_SOLOMON, "fire-code": Fec.FIRE_CODE}
_BUNDLE_MODES = {f"mode {mode.value}": mode for mode in BundleMode}
_ROCE_PORT = 4791
"""The UDP port of RoCEv2 (IANA)."""


@dataclass(frozen=True, slots=True)
class _Membership:
    """The Port-Channel that an interface is a member of, and how; `mode` is None where the line has none."""

    channel: str
    mode: BundleMode | None


@dataclass(slots=True)
class PortDraft:
    """What the blocks of one interface say so far.

    `header` begins its first block. `qos_lines`: its QoS lines in order, each with its number counted from the header,
    or with its negative number in the file where it is in another block. Ports with the same lines have the same QoS.
    """

    name: str
    kind: PortKind
    header: Line
    source: Source
    qos: QosLines = field(default_factory=QosLines)
    qos_lines: list[tuple[int, str]] = field(default_factory=list)
    enabled: Setting[bool] = NOT_STATED
    description: Setting[str] = NOT_STATED
    speed_gbps: Setting[int] = NOT_STATED
    fec: Setting[Fec] = NOT_STATED
    mtu: Setting[int] = NOT_STATED
    l2_mtu: Setting[int] = NOT_STATED
    vrf: Setting[str] = NOT_STATED
    membership: Setting[_Membership] = NOT_STATED
    profile: Setting[str] = NOT_STATED
    pause_received: Setting[bool] = NOT_STATED
    pause_sent: Setting[bool] = NOT_STATED
    routed: Setting[bool] = NOT_STATED
    switchport_mode: Setting[str] = NOT_STATED
    access_vlan: Setting[int] = NOT_STATED
    allowed_vlans: Setting[frozenset[int]] = NOT_STATED
    announced_roce_priority: Setting[int] = NOT_STATED
    buffer_doubt: Setting[int] = NOT_STATED
    addresses: list[Stated[str]] = field(default_factory=list)

    def offset(self, line: Line) -> int:
        """Return the number of a line counted from the header, or its negative number where it is in another block."""
        first, last = self.source.line, self.source.end_line
        return line.number - first if first <= line.number <= last else -line.number

    def in_file(self, place: Source) -> Source:
        """Return a place in the port's own block as one in the file; any other place as it is."""
        if not isinstance(place, InBlock):
            return place
        first = self.source.line
        return Source(self.source.file, first + place.line, first + place.end_line)

    @property
    def own_block(self) -> Source:
        """Return the block of the port as a place in it."""
        return in_own_block(0, self.source.end_line - self.source.line)

    @property
    def channel(self) -> Setting[str]:
        """Return the name of the Port-Channel that the interface is a member of."""
        said = self.membership
        return Stated(said.value.channel, said.source) if isinstance(said, Stated) else said


def _speed_gbps(words: VariablePart) -> int | ValueNotGiven:
    if words in (None, "auto"):
        return ValueNotGiven("the speed is negotiated (`speed auto`)")
    found = _SPEED.fullmatch(str(words))
    if not found:
        raise ValueError(words)
    gbps = int(found[1]) if (found[2] or "").startswith("g") else int(found[1]) // 1000
    return gbps or ValueNotGiven("the port is slower than 1 Gb/s")


def _last_word(words: VariablePart) -> str:
    return str(words or "vrf").split()[-1]


def _membership(number: int, mode: VariablePart) -> _Membership:
    return _Membership(f"Port-Channel{number}", _BUNDLE_MODES.get(str(mode)))


def _pause(word: str) -> bool | ValueNotGiven:
    return ValueNotGiven("802.3x pause is negotiated with the peer") if word == "desired" else word == "on"


_NO_MTU = "`{text}` is no MTU from 68 to 65535"
"""Arista AVD schema."""

_DCBX = (
    # EOS takes no PFC settings from a peer: by DCBX a port announces what it does, and nothing changes here.
    # The priority is one of eight (IEEE 802.1Qaz, application priority table).
    CommandRow(
        f"dcbx application udp {_ROCE_PORT} priority <0-7>",
        "announced_roce_priority",
        cleared=f"dcbx application udp {_ROCE_PORT} [priority <0-7>]",
    ),
    CommandRow("dcbx application <name> [<0-65535>] priority <0-7>", cleared="dcbx ..."),
    CommandRow("dcbx mode ieee|cee"),
    CommandRow("dcbx ...", refused="EOS has no documented `{text}`"),
)
INTERFACE_LINES = LineTable(
    CommandRow("shutdown ...", "enabled", value=False, no=True),
    CommandRow("description ...", "description", value=lambda text: text or ""),
    CommandRow("speed ...", "speed_gbps", value=_speed_gbps, near_miss="`{text}` names no speed that is known"),
    CommandRow(
        "error-correction encoding reed-solomon|fire-code",
        "fec",
        value=_ENCODINGS.__getitem__,
        no=Fec.OFF,
        cleared="error-correction encoding",
    ),
    CommandRow("mtu <68-65535>", "mtu", near_miss=_NO_MTU),
    CommandRow("l2 mtu <68-65535>", "l2_mtu", near_miss=_NO_MTU),
    CommandRow("l2 mru ..."),
    CommandRow("l2 ...", refused="`{text}` is no known interface command"),
    CommandRow("vrf", "vrf", refused="`vrf` lacks a name"),
    CommandRow("vrf ...", "vrf", value=_last_word),
    CommandRow(
        "channel-group <0-999999> ...",
        "membership",
        value=_membership,
        begins="channel-group",
        near_miss="`{text}` names no Port-Channel",
    ),
    CommandRow("service-profile <name>", "profile", near_miss="`service-profile` takes one name"),
    CommandRow("flowcontrol send on|off|desired", "pause_sent", value=_pause),
    CommandRow("flowcontrol receive on|off|desired", "pause_received", value=_pause),
    CommandRow("flowcontrol ...", refused="`{text}` is not in the form `flowcontrol send|receive on|off|desired`"),
    CommandRow("switchport", "routed", value=False, no=True, cleared="switchport"),
    CommandRow("switchport mode ...", "switchport_mode", value=lambda mode: mode or ""),
    CommandRow("switchport access vlan <1-4094>", "access_vlan", near_miss="`{text}` names no VLAN"),
    *allowed_vlans("`{text}` is no list of VLANs"),
    CommandRow("switchport ..."),
    *_DCBX,
)
DCBX_LINES = LineTable(*_DCBX)

OWN_LINES = ("description ", "ip address ")
"""How the lines begin that `read_own` reads."""


def read_own(text: str, port: PortDraft, source: Source) -> bool:
    """Read a description or an address, which almost no two ports share; return false for one written unusually."""
    words = text.split()
    if words[0] == "description":
        port.description = Stated(text.partition(" ")[2].strip(), source)
        return True
    if len(words) == 3 and usual_address(words[2]):
        _put_first_address(port, Stated(words[2], source))
        return True
    return False


def read_ip(command: Command, port: PortDraft, source: Source) -> str:
    """Read a line that begins with `ip` or `ipv6`; return why it was not understood, or an empty text."""
    if command.words[1:2] != ("address",):
        return f"`{command.text}` is no known interface command" if sounds_like_qos(command.line) else ""
    if not command.plain:
        port.addresses = []
        return ""
    address = written_address(command.words[2:])
    if address == NO_ADDRESS:
        return f"`{command.text}` holds no address"
    if address == HAS_NO_ADDRESS:
        return ""
    if command.words[0] == "ip" and "secondary" not in command.words:
        _put_first_address(port, Stated(address, source))
    elif address not in [entry.value for entry in port.addresses]:
        port.addresses.append(Stated(address, source))
    return ""


def _put_first_address(port: PortDraft, address: Stated[str]) -> None:
    port.addresses = [address, *[entry for entry in port.addresses if ":" in entry.value]]


_OPTIONS = frozenset({"secondary", "virtual", "link-local", "eui-64", "anycast"})
_WITHOUT_ADDRESS = frozenset({"dhcp", "unnumbered", "auto-config"})
HAS_NO_ADDRESS = "-"
"""The interface learns or borrows its address."""
NO_ADDRESS = ""
"""The words hold none."""


def written_address(words: Sequence[str]) -> str:
    """Return `A.B.C.D/len` from that form or from address and mask, HAS_NO_ADDRESS, or NO_ADDRESS for anything else."""
    said = [word for word in words if word not in _OPTIONS]
    if said and said[0] in _WITHOUT_ADDRESS:
        return HAS_NO_ADDRESS
    text = "/".join(said[:2]) if len(said) == 2 and "/" not in said[0] else "".join(said[:1])
    if usual_address(text):
        return text
    try:
        return str(ip_interface(text)) if "/" in text else NO_ADDRESS
    except ValueError:
        return NO_ADDRESS

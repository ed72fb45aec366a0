"""What one line of an interface says about layers 1 to 3, whichever interface it stands in."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias

from roce_lint.model.fact import Source, Stated, Unknown
from roce_lint.model.terms import BundleMode, PortKind
from roce_lint.os.eos.address_words import HAS_NO_ADDRESS, NO_ADDRESS, written_address
from roce_lint.os.eos.command import SILENT, Command, Negation, Said
from roce_lint.os.eos.port_lines import QosLines
from roce_lint.os.eos.qos_words import sounds_like_qos
from roce_lint.os.eos.switching import Switching
from roce_lint.os.industry_cli.addresses import usual_address
from roce_lint.text.lines import Line
from roce_lint.text.patterns import late_pattern
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
_SPEED = late_pattern(r"(?:forced |auto |auto-)?(\d{1,6})(g|full|half|gfull|ghalf)?(?:-(\d{1,2}))?", re.ASCII)
_DCBX = late_pattern(r"dcbx (?:mode (?:ieee|cee)|application \S+(?: \d+)? priority [0-7])")
_CHANNEL = late_pattern(r"\d{1,6}", re.ASCII)
_MODES = {f"mode {mode.value}": mode for mode in BundleMode}
_MTU = late_pattern(r"\d{1,5}", re.ASCII)


@dataclass(slots=True)
class PortDraft:
    """What the blocks of one interface say so far; `speaks_of_qos` once one of them has had a QoS line.

    `header` begins its first block.
    """

    name: str
    kind: PortKind
    header: Line
    source: Source
    qos: QosLines = field(default_factory=QosLines)
    speaks_of_qos: bool = False
    switching: Switching = field(default_factory=Switching)
    enabled: Said[bool] = SILENT
    description: Said[str] = SILENT
    speed_gbps: Said[int] = SILENT
    mtu: Said[int] = SILENT
    l2_mtu: Said[int] = SILENT
    vrf: Said[str] = SILENT
    lag: Said[str] = SILENT
    lag_mode: Said[BundleMode] = SILENT
    profile: Said[str] = SILENT
    pause_received: Said[bool] = SILENT
    pause_sent: Said[bool] = SILENT
    buffer_doubt: Said[int] = SILENT
    addresses: list[Stated[str]] = field(default_factory=list)


OWN_LINES = ("description ", "ip address ")
"""How the lines begin that `take_own` takes."""
LineEffect: TypeAlias = Callable[[PortDraft, Source], str]
"""Lets a line that stands at a place hold for an interface; returns why it was not understood, or an empty text."""


def line_effect(command: Command) -> LineEffect | None:
    """Return what a line does; None for one that is no command of layers 1 to 3. It depends on the text alone."""
    maker = _MAKERS.get(command.words[0])
    return maker(command) if maker else None


def take_own(text: str, port: PortDraft, source: Source) -> bool:
    """Let a description or an address hold, which hardly two ports share; return false for one written unusually."""
    words = text.split()
    if words[0] == "description":
        port.description = Stated(text.partition(" ")[2].strip(), source)
        return True
    if len(words) == 3 and usual_address(words[2]):
        _put_first_address(port, Stated(words[2], source))
        return True
    return False


def _nothing(port: PortDraft, source: Source) -> str:
    return ""


def _refusal(because: str) -> LineEffect:
    return lambda port, source: because


def _silence(attribute: str) -> LineEffect:
    def put(port: PortDraft, source: Source) -> str:
        setattr(port, attribute, SILENT)
        return ""

    return put


def _statement(attribute: str, value: object) -> LineEffect:
    def put(port: PortDraft, source: Source) -> str:
        setattr(port, attribute, Stated(value, source))
        return ""

    return put


def _doubt(attribute: str, because: str, refused: str) -> LineEffect:
    """Let the attribute be unknown; `refused` is why the line was not understood, empty where it was."""

    def put(port: PortDraft, source: Source) -> str:
        setattr(port, attribute, Unknown(because, source))
        return refused

    return put


def _shutdown(command: Command) -> LineEffect:
    if command.negation is Negation.DEFAULT:
        return _silence("enabled")
    return _statement("enabled", not command.plain)


def _description(command: Command) -> LineEffect:
    if not command.plain:
        return _silence("description")
    return _statement("description", command.line.text.partition(" ")[2].strip())


def _speed(command: Command) -> LineEffect:
    text = command.text.removeprefix("speed").strip()
    if not command.plain:
        return _silence("speed_gbps")
    if text in ("auto", ""):
        return _doubt("speed_gbps", "the speed is negotiated (`speed auto`)", "")
    found = _SPEED.fullmatch(text)
    if not found:
        because = f"`{command.text}` names no speed that is known"
        return _doubt("speed_gbps", because, because)
    in_gbps = (found[2] or "").startswith("g")
    gbps = int(found[1]) if in_gbps else int(found[1]) // 1000
    return _statement("speed_gbps", gbps) if gbps else _doubt("speed_gbps", "the port is slower than 1 Gb/s", "")


def _mtu(command: Command) -> LineEffect:
    return _bytes("mtu", command, 1)


def _l2(command: Command) -> LineEffect:
    if command.words[1:2] == ("mtu",):
        return _bytes("l2_mtu", command, 2)
    return _nothing if command.words[1:2] == ("mru",) else _refusal(f"`{command.text}` is no known interface command")


def _switchport(command: Command) -> LineEffect:
    return lambda port, source: port.switching.read(command, source)


def _vrf(command: Command) -> LineEffect:
    if not command.plain:
        return _silence("vrf")
    if len(command.words) > 1:
        return _statement("vrf", command.words[-1])

    def put(port: PortDraft, source: Source) -> str:
        port.vrf = Stated(command.words[-1], source)
        return "`vrf` lacks a name"

    return put


def _channel_group(command: Command) -> LineEffect:
    if not command.plain:
        return _silence("lag")
    if len(command.words) > 1 and _CHANNEL.fullmatch(command.words[1]):
        name = f"Port-Channel{int(command.words[1])}"
        mode = _MODES.get(" ".join(command.words[2:]))

        def put(port: PortDraft, source: Source) -> str:
            port.lag = Stated(name, source)
            port.lag_mode = Stated(mode, source) if mode else SILENT
            return ""

        return put
    because = f"`{command.text}` names no Port-Channel"
    return _doubt("lag", because, because)


def _service_profile(command: Command) -> LineEffect:
    if not command.plain:
        return _silence("profile")
    if len(command.words) == 2:
        return _statement("profile", command.words[1])

    def put(port: PortDraft, source: Source) -> str:
        port.profile = Stated(command.words[-1], source)
        return "`service-profile` takes one name"

    return put


def _flowcontrol(command: Command) -> LineEffect:
    words = command.words
    if (
        len(words) < 2
        or words[1] not in ("send", "receive")
        or (command.plain and words[2:] not in (("on",), ("off",), ("desired",)))
    ):
        return _refusal(f"`{command.text}` is not in the form `flowcontrol send|receive on|off|desired`")
    attribute = "pause_sent" if words[1] == "send" else "pause_received"
    if not command.plain:
        return _silence(attribute)
    if words[2] == "desired":
        return _doubt(attribute, "802.3x pause is negotiated with the peer", "")
    return _statement(attribute, words[2] == "on")


def _dcbx(command: Command) -> LineEffect:
    # EOS takes no PFC settings from a peer: DCBX tells the peer what the switch does and changes nothing here.
    if not command.plain or _DCBX.fullmatch(command.text):
        return _nothing
    return _refusal(f"EOS has no documented `{command.text}`")


def _ip(command: Command) -> LineEffect:
    if command.words[1:2] != ("address",):
        is_odd = sounds_like_qos(command.line)
        return _refusal(f"`{command.text}` is no known interface command") if is_odd else _nothing
    if not command.plain:
        return _forget_addresses
    address = written_address(command.words[2:])
    if address == HAS_NO_ADDRESS:
        return _nothing
    if address == NO_ADDRESS:
        return _refusal(f"`{command.text}` holds no address")
    if command.words[0] == "ip" and "secondary" not in command.words:
        return lambda port, source: _put_first_address(port, Stated(address, source))

    def put(port: PortDraft, source: Source) -> str:
        if address not in [entry.value for entry in port.addresses]:
            port.addresses.append(Stated(address, source))
        return ""

    return put


def _put_first_address(port: PortDraft, address: Stated[str]) -> str:
    port.addresses = [address, *[entry for entry in port.addresses if ":" in entry.value]]
    return ""


def _forget_addresses(port: PortDraft, source: Source) -> str:
    port.addresses = []
    return ""


_MAKERS: dict[str, Callable[[Command], LineEffect]] = {
    "shutdown": _shutdown,
    "description": _description,
    "speed": _speed,
    "mtu": _mtu,
    "l2": _l2,
    "switchport": _switchport,
    "vrf": _vrf,
    "channel-group": _channel_group,
    "service-profile": _service_profile,
    "flowcontrol": _flowcontrol,
    "dcbx": _dcbx,
    "ip": _ip,
    "ipv6": _ip,
}


def _bytes(attribute: str, command: Command, place: int) -> LineEffect:
    """Let the MTU at word `place` hold (68 to 65535, Arista AVD schema)."""
    if not command.plain:
        return _silence(attribute)
    words = command.words[place:]
    if len(words) == 1 and _MTU.fullmatch(words[0]) and 68 <= int(words[0]) <= 65535:
        return _statement(attribute, int(words[0]))
    because = f"`{command.text}` is no MTU from 68 to 65535"
    return _doubt(attribute, because, because)

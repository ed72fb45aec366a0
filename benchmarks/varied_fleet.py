"""A fleet whose ports all differ: speed, cable, VLAN, access lists and description; the same bytes every time.

Fabrics are rendered from intents in which each leaf serves adapters of three speeds and each cable has a length of its
own. Operators' work is then written into every interface: a description with circuit and patch panel, an access list
of this port alone, and for every second port to a host a VLAN of its own, routed by the interface of the VLAN. What is
missing to LINES is one long list: of the management plane on EOS and NX-OS, of prefixes on SR Linux.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import yaml
from fleet import LINES, FleetFile, fabric_intent, fabric_sizes, rendered_switches, with_planted_faults

_LEAVES_PER_POD, _SPINES_PER_POD = 12, 4
_FIRST_VLAN = 1001
_EOS_PORT = re.compile(r"^interface (Ethernet\S+)\n((?:   .*\n)+)", re.MULTILINE)
_NXOS_PORT = re.compile(r"^interface (Ethernet\S+)\n((?:  .*\n)+)", re.MULTILINE)
_SRLINUX_ADDRESS = re.compile(r"^set / interface (ethernet-\S+) subinterface 0 ipv4 address (\S+)\n", re.MULTILINE)


def varied_files(switches: int) -> Iterator[FleetFile]:
    """Yield every configuration of the fleet with the fault that it has."""

    intents = (_intent(fabric, pods) for fabric, pods in enumerate(fabric_sizes(switches)))
    varied = ((path, _varied(path, text, system), system) for path, text, system in rendered_switches(intents))
    yield from with_planted_faults(varied)


def _intent(number: int, pods: int) -> str:
    """Return the intent of one fabric with adapters of 100G, 200G and 400G at each leaf and cables of many lengths."""
    intent = yaml.safe_load(fabric_intent(number, pods))
    leaves = pods * _LEAVES_PER_POD
    nics = {"nic_platform": "ConnectX-7"}
    intent["hosts"] = [
        {"count": 4 * leaves, "nics": 8, "nic_speed": "100G", "name": f"f{number}infer-{{n}}", **nics},
        {"count": 2 * leaves, "nics": 8, "nic_speed": "200G", "name": f"f{number}store-{{n}}", **nics},
        {"count": leaves, "nics": 8, "nic_speed": "400G", "name": f"f{number}train-{{n}}", **nics},
    ]
    intent["links"] = [
        {
            "a": f"f{number}p{pod}-leaf-{(pod - 1) * _LEAVES_PER_POD + leaf}",
            "b": f"f{number}p{pod}-spine-{(pod - 1) * _SPINES_PER_POD + spine}",
            "length": f"{10 + (7 * leaf + 11 * spine + 3 * pod) % 60} m",
        }
        for pod in range(1, pods + 1)
        for leaf in range(1, _LEAVES_PER_POD + 1)
        for spine in range(1, _SPINES_PER_POD + 1)
    ]
    return yaml.safe_dump(intent, sort_keys=False)


@dataclass(frozen=True, slots=True)
class _Port:
    """A port as rendered: `lines` without `description`, and what operators keep about it."""

    name: str
    number: int
    peer: str
    address: str
    lines: tuple[str, ...]
    chance: random.Random

    @property
    def to_host(self) -> bool:
        return "-spine-" not in self.peer and "-leaf-" not in self.peer and "super-" not in self.peer

    @property
    def vlan(self) -> int | None:
        """Return the VLAN of the port, which every second port to a host has."""
        return _FIRST_VLAN + self.number if self.to_host and self.number % 2 else None

    @property
    def description(self) -> str:
        circuit, row, panel = self.chance.randrange(10**6), self.chance.choice("ABCDEF"), self.chance.randrange(48)
        return f"{self.peer} [CKT-{circuit:06} PP-{row}{panel:02}]"

    @property
    def access_list(self) -> str:
        return f"{self.name.upper().replace('ETHERNET', 'ET')}-IN"

    def entries(self) -> Iterator[tuple[str, str, int]]:
        """Yield (protocol, source, destination port) of what the port accepts."""
        yield "udp", "any", 4791
        for _ in range(3 + self.chance.randrange(5)):
            yield self.chance.choice(("tcp", "udp")), f"10.{_octets(self.chance, 2)}.0/24", 1024 + _below(self, 60000)


def _below(port: _Port, limit: int) -> int:
    return port.chance.randrange(limit)


def _octets(chance: random.Random, count: int) -> str:
    return ".".join(str(chance.randrange(1, 255)) for _ in range(count))


def _varied(path: str, text: str, system: str) -> str:
    chance = random.Random(path)
    match system:
        case "eos":
            return _eos(text, chance)
        case "nxos":
            return _nxos(text, chance)
        case _:
            return _srlinux(text, chance)


def _ports(pattern: re.Pattern[str], text: str, chance: random.Random) -> list[_Port]:
    found = []
    for number, match in enumerate(pattern.finditer(text)):
        lines = [line.strip() for line in match[2].splitlines()]
        peer = next(line.removeprefix("description ") for line in lines if line.startswith("description "))
        address = next(line.split()[2] for line in lines if line.startswith("ip address "))
        rest = tuple(line for line in lines if not line.startswith("description "))
        found.append(_Port(match[1], number, peer, address, rest, chance))
    return found


def _eos(text: str, chance: random.Random) -> str:
    """Return a configuration of EOS with the ports written anew, VLANs before them and access lists behind them."""
    ports = _ports(_EOS_PORT, text, chance)
    first, last = (list(_EOS_PORT.finditer(text))[end] for end in (0, -1))
    vlans = [f"vlan {port.vlan}\n   name {port.peer.replace(' ', '_')}\n!\n" for port in ports if port.vlan]
    blocks, lists = [], []
    for port in ports:
        bound = f"ip access-group {port.access_list} in"
        routed = [line for line in port.lines if line not in ("no switchport",) and not line.startswith("ip address ")]
        lines = [f"description {port.description}", f"load-interval {5 + port.number % 56}", *routed]
        if port.vlan:
            lines += [f"switchport access vlan {port.vlan}", bound]
        else:
            lines += ["no switchport", f"ip address {port.address}", bound]
        blocks.append(_block(f"interface {port.name}", lines, "   ", "!\n"))
        entries = [
            f"{10 * n} permit {protocol} {source} any eq {number}"
            for n, (protocol, source, number) in enumerate(port.entries(), 1)
        ]
        lists.append(_block(f"ip access-list {port.access_list}", [*entries, "900 deny ip any any log"], "   ", "!\n"))
    svis = [
        _block(
            f"interface Vlan{port.vlan}",
            [f"description {port.peer}", "mtu 9000", f"ip address {port.address}"],
            "   ",
            "!\n",
        )
        for port in ports
        if port.vlan
    ]
    end = last.end() + len("!\n")
    head, tail = text[: first.start()] + "".join(vlans) + "".join(blocks), text[end:]
    # Loopback interfaces come before VLAN interfaces, and access lists after all of them.
    loopbacks, routing, rest = tail.partition("ip routing\n")
    body = head + loopbacks + "".join(svis) + "".join(lists)
    closing = "end\n" if rest.endswith("end\n") else ""
    rest = rest.removesuffix("end\n")
    missing = LINES - (body + rest).count("\n")
    return (
        body
        + _management("ip access-list MGMT-PLANE-IN", missing, chance, "   ", "{0}", "!\n")
        + routing
        + rest
        + closing
    )


def _nxos(text: str, chance: random.Random) -> str:
    """Return a configuration of NX-OS with access lists and VLANs before the ports, which are written anew."""
    ports = _ports(_NXOS_PORT, text, chance)
    first, last = (list(_NXOS_PORT.finditer(text))[end] for end in (0, -1))
    lists, vlans, blocks, svis = [], [], [], []
    for port in ports:
        entries = [
            f"{10 * n} permit {protocol} {source} any eq {number} "
            for n, (protocol, source, number) in enumerate(port.entries(), 1)
        ]
        lists.append(_block(f"ip access-list {port.access_list}", [*entries, "900 deny ip any any log "], "  ", ""))
        kept = [
            line
            for line in port.lines
            if not line.startswith(("no switchport", "ip ", "no ip", "no shutdown", "no ipv6"))
        ]
        lines = [f"description {port.description}", f"load-interval counter 1 {30 + port.number % 200}"]
        if port.vlan:
            vlans.append(f"vlan {port.vlan}\n  name {port.peer.replace(' ', '_')}\n")
            kept = [line.replace("mtu 9000", "mtu 9216") for line in kept]
            lines += [
                "switchport",
                f"switchport access vlan {port.vlan}",
                *kept,
                f"ip port access-group {port.access_list} in",
            ]
            routed = [f"description {port.peer}", "no shutdown", "mtu 9000", "no ip redirects"]
            svis.append(
                _block(
                    f"interface Vlan{port.vlan}",
                    [*routed, f"ip address {port.address} tag 12345", "no ipv6 redirects"],
                    "  ",
                    "\n",
                )
            )
        else:
            routed = [line for line in port.lines if line.startswith(("ip ", "no ip"))]
            lines += ["no switchport", *kept, f"ip access-group {port.access_list} in", *routed]
        blocks.append(_block(f"interface {port.name}", [*lines, "no shutdown"], "  ", "\n"))
    if svis:
        text = text.replace("feature bgp\n", "feature bgp\nfeature interface-vlan\n", 1)
        first, last = (list(_NXOS_PORT.finditer(text))[end] for end in (0, -1))
    # The list of breakouts stands directly before the ports and stays there.
    before, after = text[: first.start()], text[last.end() + 1 :]
    own = "".join([*lists, *vlans, "\n"])
    body = "".join([*svis, *blocks])
    missing = LINES - sum(part.count("\n") for part in (before, own, body, after))
    place = before.find("class-map type qos")
    return (
        before[:place]
        + _management("ip access-list MGMT-PLANE-IN", missing, chance, "  ", "{0} ", "")
        + own
        + before[place:]
        + body
        + after
    )


def _srlinux(text: str, chance: random.Random) -> str:
    """Return a flat configuration of SR Linux with a filter for each port, and bridges for those with a VLAN."""
    found: list[tuple[str, str]] = [(match[1], match[2]) for match in _SRLINUX_ADDRESS.finditer(text)]
    filters: list[str] = []
    lines = text.splitlines()
    peers = dict(re.findall(r'^set / interface (ethernet-\S+) description "([^"]*)"$', text, re.MULTILINE))
    renamed: dict[str, _Port] = {}
    for number, (name, address) in enumerate(found):
        if name in peers:
            port = renamed[name] = _Port(name, number, peers[name], address, (), chance)
            filters += _srlinux_filter(port)
    comment, *rest = _srlinux_lines(lines, renamed)
    return "\n".join([comment, *sorted(_filled_srlinux([*filters, *rest], chance), key=_printed_place)]) + "\n"


def _srlinux_lines(lines: Sequence[str], ports: Mapping[str, _Port]) -> Iterator[str]:
    """Yield the lines with descriptions of operators; what routes a port with a VLAN moves to the VLAN's interface."""
    for line in lines:
        match = re.search(r"\bethernet-\d+/\d+(?:/\d+)?(?=[ .]|$)", line)
        port = ports.get(match[0]) if match else None
        if port is None:
            yield line
        elif line.endswith(f' description "{port.peer}"'):
            yield f'set / interface {port.name} description "{port.description}"'
            if port.vlan:
                yield from _srlinux_vlan(port)
        elif not (port.vlan and (" ip-mtu " in line or " ipv4 " in line or "instance default interface" in line)):
            yield line


def _srlinux_vlan(port: _Port) -> Iterator[str]:
    """Yield the VLAN of a port and its routed interface."""
    routed, bridge = f"set / interface irb0 subinterface {port.vlan}", f"set / network-instance vlan-{port.vlan}"
    yield f"set / interface {port.name} subinterface 0 type bridged"
    yield f"set / interface {port.name} subinterface 0 l2-mtu 9018"
    yield f"{routed} admin-state enable"
    yield f"{routed} ip-mtu 9000"
    yield f"{routed} ipv4 admin-state enable"
    yield f"{routed} ipv4 address {port.address}"
    yield f"{bridge} type mac-vrf"
    yield f"{bridge} admin-state enable"
    yield f"{bridge} interface {port.name}.0"
    yield f"{bridge} interface irb0.{port.vlan}"
    yield f"set / network-instance default interface irb0.{port.vlan}"


def _srlinux_filter(port: _Port) -> Iterator[str]:
    own = f"set / acl acl-filter {port.access_list} type ipv4"
    yield f'{own} description "{port.peer}"'
    for number, (protocol, source, destination) in enumerate(port.entries(), 1):
        entry = f"{own} entry {10 * number}"
        yield f"{entry} match ipv4 protocol {protocol}"
        if source != "any":
            yield f"{entry} match ipv4 source-ip prefix {source}"
        yield f"{entry} match transport destination-port operator eq"
        yield f"{entry} match transport destination-port value {destination}"
        yield f"{entry} action accept"
    yield f"{own} entry 900 action drop"
    bound = f"set / acl interface {port.name}.0"
    yield f"{bound} interface-ref interface {port.name}"
    yield f"{bound} interface-ref subinterface 0"
    yield f"{bound} input acl-filter {port.access_list} type ipv4"


def _printed_place(line: str) -> tuple[str, bool]:
    """Return where a device prints a line: by container, and irb0 behind the other interfaces."""
    words = line.split()
    return words[2], words[3].startswith("irb")


def _filled_srlinux(lines: list[str], chance: random.Random) -> list[str]:
    missing = LINES - 1 - len(lines)
    entry = "set / routing-policy prefix-set TRANSIT prefix {}.0/24 mask-length-range exact"
    return [*lines, *(entry.format(_octets(chance, 3)) for _ in range(missing))]


def _management(head: str, missing: int, chance: random.Random, indent: str, form: str, end: str) -> str:
    """Return the access list of the management plane with so many lines, or nothing where none is missing."""
    entries = [
        form.format(
            f"{10 * n} permit tcp {_octets(chance, 4)}/32 any eq {chance.choice((22, 179, 443, 830, 6030, 50051))}"
        )
        for n in range(1, missing)
    ]
    return _block(head, entries, indent, end) if entries else ""


def _block(head: str, lines: Sequence[str], indent: str, end: str) -> str:
    return "".join([f"{head}\n", *(f"{indent}{line}\n" for line in lines), end])

"""Bonds of hosts that end at two switches: whether these act as one LAG towards the host."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set

from roce_lint.fabric.design import Design
from roce_lint.fabric.fabric import Fabric
from roce_lint.model.bridging import EthernetSegment, PairKind, PeerLink
from roce_lint.model.device import Device, PortRef, is_host
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown, known
from roce_lint.model.judged import Judged
from roce_lint.model.terms import BundleMode, PortKind
from roce_lint.values import dataclass

_BUNDLED = {True: "without LACP", False: "by LACP"}
_SEGMENT, _SYSTEM = "Ethernet segment", "LACP system id"
_LABELS = {PairKind.MLAG: "MLAG", PairKind.VPC: "vPC", PairKind.MC_LAG: "MC-LAG"}


@dataclass(frozen=True, slots=True)
class BondState:
    """A bond of a host to two switches; a fabric without a fault is one healthy entity."""

    name: str
    """The host and its bond."""
    here: str
    """The LAG at one switch and what ties it to the LAG at the other, in words."""
    there: str
    """The LAG at the other switch, in the same words."""
    is_one_lag: Fact[bool]
    """Both LAGs belong to one Ethernet segment with one LACP system id, or to one pair under one number, and have one
    set of VLANs and one way of bundling; placed at the line that differs."""
    other_place: Fact[bool]
    """True, at the line of the other switch."""


@dataclass(frozen=True, slots=True)
class _Mark:
    """One value by which a LAG is the same at two switches, such as an identifier, and where it is stated."""

    what: str
    text: str
    source: Source

    @property
    def plain(self) -> str:
        """Return the value without the marks that systems write between its digits."""
        return self.text.replace(":", "").replace(".", "").lower()


@dataclass(frozen=True, slots=True)
class _End:
    """The LAG of a bond at one switch, with its marks by what they are; `source` is its block."""

    device: Device
    lag: str
    marks: tuple[_Mark, ...]
    source: Source

    def words(self) -> str:
        """Return device, LAG, marks, VLANs and how its members are bundled."""
        marks = [f"{one.what} {one.text}" for one in self.marks] or ["in no pair and no Ethernet segment"]
        settings = [f"{one.what} {one.text}" for one in self.settings()]
        return f"{self.device.name} {self.lag} ({', '.join([*marks, *settings])})"

    def settings(self) -> Iterator[_Mark]:
        """Yield what has to be the same at both switches beside the marks: VLANs, and whether LACP bundles."""
        port = next(port for port in self.device.ports if port.name == self.lag)
        vlans = port.values.vlans
        if isinstance(vlans, Stated) and vlans.value:
            yield _Mark("VLAN", ", ".join(map(str, sorted(vlans.value))), vlans.source)
        members = (one for one in self.device.ports if known(one.values.lag, "") == self.lag)
        mode = next((one.values.lag_mode for one in members), None)
        if mode is not None and not isinstance(mode, Unknown):
            yield _Mark("bundled", _BUNDLED[mode.value is BundleMode.STATIC], mode.source)


def judge_bonds(
    fabric: Fabric,
    switches: Sequence[Device],
    inside: Mapping[str, frozenset[str]],
    design: Design,
    found: dict[str, list[Judged]],
) -> None:
    """Add the scope `bond`; fabrics in which no switch shares a LAG with another have nothing to evaluate."""
    sharing = {one.name: one for one in switches if one.routing.ethernet_segments or one.routing.peer_links}
    first = next(iter(sharing.values()), None)
    if first is None:
        return
    made = []
    bonds = list(_bonds(fabric, sharing, inside))
    known_ends = {(end.device.name, end.lag) for _, ends in bonds for end in ends}
    for name, ends in (*bonds, *_shared_bonds(sharing, inside, known_ends)):
        first_end, *others = sorted(ends, key=lambda end: -len(end.marks))
        for other in others:
            places = _difference(first_end, other)
            if places is not None:
                here, there = places
                state = BondState(name, other.words(), first_end.words(), Stated(False, there), Stated(True, here))
                made.append(Judged(other.device.name, other.lag, there, {"bond": state, "design": design}))
                break
    if not made:
        good: Fact[bool] = Default(True, first.source, "no contradiction between the switches is known")
        healthy = BondState("", "", "", good, good)
        made.append(Judged(first.name, "", first.source, {"bond": healthy, "design": design}))
    found["bond"] += made


def _bonds(
    fabric: Fabric, sharing: Mapping[str, Device], inside: Mapping[str, frozenset[str]]
) -> Iterator[tuple[str, list[_End]]]:
    """Yield each bond with RoCE and its LAGs, one at each switch."""
    peers, ports = fabric.peers(), fabric.ports()
    for host in filter(is_host, fabric.devices):
        ends: dict[str, dict[str, _End]] = defaultdict(dict)
        for port in host.ports:
            ref = PortRef(host.name, port.name)
            bond, link = known(port.lag, ""), peers.get(ref)
            far = None if link is None else link.other_end(ref)
            if not bond or far is None or far.device not in sharing or far.port not in inside.get(far.device, ()):
                continue
            lag = known(ports[far][1].lag, "") if far in ports else ""
            end = _end(sharing[far.device], lag) if lag else None
            if end is not None:
                ends[bond].setdefault(far.device, end)
        yield from ((f"{host.name} {bond}", list(one.values())) for bond, one in ends.items() if len(one) > 1)


def _shared_bonds(
    sharing: Mapping[str, Device], inside: Mapping[str, frozenset[str]], reported: Set[tuple[str, str]]
) -> Iterator[tuple[str, list[_End]]]:
    """Yield LAGs of two switches that are one by what the switches alone state.

    They have one Ethernet segment, or one LACP system id that each switch has once; or one description, where no third
    switch has the segment.
    """
    ends = [
        end
        for device in sharing.values()
        for port in device.ports
        if port.kind is PortKind.LAG
        and (device.name, port.name) not in reported
        and _has_roce(device, port.name, inside)
        if (end := _end(device, port.name)) is not None
    ]
    segments = Counter(mark.plain for end in ends for mark in end.marks if mark.what == _SEGMENT)
    paired: set[tuple[str, str]] = set()
    for what in (_SEGMENT, _SYSTEM, ""):
        groups: dict[str, list[_End]] = defaultdict(list)
        for end in ends:
            if (key := _key(end, what, segments)) and (end.device.name, end.lag) not in paired:
                groups[key].append(end)
        for several in groups.values():
            if len(several) > 1 and len({end.device.name for end in several}) == len(several):
                paired |= {(end.device.name, end.lag) for end in several}
                yield f"The bond at {several[0].lag}", several


def _key(end: _End, what: str, segments: Mapping[str, int]) -> str:
    """Return the value by which a LAG is the same at several switches: a mark, or its description."""
    if what:
        return next((mark.plain for mark in end.marks if mark.what == what), "")
    if any(segments[mark.plain] > 1 for mark in end.marks if mark.what == _SEGMENT):
        return ""
    port = next(port for port in end.device.ports if port.name == end.lag)
    return known(port.values.description, "")


def _has_roce(device: Device, lag: str, inside: Mapping[str, frozenset[str]]) -> bool:
    ports = inside.get(device.name, frozenset())
    return lag in ports or any(port.name in ports and known(port.values.lag, "") == lag for port in device.ports)


def _end(device: Device, lag: str) -> _End | None:
    """Return a LAG with what makes it one with that of another switch; None where nothing that was read does."""
    for segment in device.routing.ethernet_segments:
        if known(segment.port, "") == lag:
            return _End(device, lag, (*_of_segment(segment), *_of_members(device, lag)), segment.source)
    for pair in device.routing.peer_links:
        for bundle in pair.bundles:
            if bundle.port == lag:
                number = _Mark(f"{_LABELS[pair.kind]} number", str(bundle.identifier), bundle.source)
                return _End(device, lag, (number, *_of_pair(pair), *_of_members(device, lag)), bundle.source)
    port = next((port for port in device.ports if port.name == lag), None)
    return None if port is None else _End(device, lag, (), port.source)


def _of_segment(segment: EthernetSegment) -> Iterator[_Mark]:
    if isinstance(segment.identifier, Stated):
        yield _Mark(_SEGMENT, segment.identifier.value, segment.identifier.source)
    if isinstance(segment.lacp_system_id, Stated):
        yield _Mark(_SYSTEM, segment.lacp_system_id.value, segment.lacp_system_id.source)
    if not isinstance(segment.all_active, Unknown):
        mode = "all-active" if segment.all_active.value else "single-active"
        yield _Mark("redundancy", mode, segment.all_active.source)


def _of_members(device: Device, lag: str) -> Iterator[_Mark]:
    """Yield how the members form the LAG, where all of them do so in one way."""
    modes = [port.lag_mode for port in device.ports if known(port.values.lag, "") == lag]
    kinds = {None if isinstance(one, Unknown) else one.value for one in modes}
    first = modes[0] if len(kinds) == 1 else None
    if first is not None and not isinstance(first, Unknown):
        yield _Mark("LACP", first.value.value, first.source)


def _of_pair(pair: PeerLink) -> Iterator[_Mark]:
    if isinstance(pair.domain, Stated):
        yield _Mark(f"{_LABELS[pair.kind]} domain", pair.domain.value, pair.domain.source)


def _difference(one: _End, other: _End) -> tuple[Source, Source] | None:
    """Return the places where two LAGs differ first; None where they do not, or have no value of one kind.

    A LAG without any value differs from one with values.
    """
    if one.marks and not other.marks:
        return one.marks[0].source, other.source
    theirs = {mark.what: mark for mark in (*other.marks, *other.settings())}
    own = {mark.what: mark for mark in one.marks}
    of_type_3 = {_SEGMENT, _SYSTEM} <= own.keys() & theirs.keys() and all(
        marks[_SYSTEM].plain in marks[_SEGMENT].plain for marks in (own, theirs)
    )
    if of_type_3 and own[_SYSTEM].plain != theirs[_SYSTEM].plain:
        # The identifier holds the MAC address, which is what differs.
        return own[_SYSTEM].source, theirs[_SYSTEM].source
    for mark in (*one.marks, *one.settings()):
        if mark.what in theirs and theirs[mark.what].plain != mark.plain:
            return mark.source, theirs[mark.what].source
    return None

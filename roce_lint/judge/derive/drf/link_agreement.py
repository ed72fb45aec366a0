"""Whether the ends of a cable meet: in speed, and between two switches in layer, subnet and BGP session.

Whether a cable can come up at all: the speed it is planned for, error correction, ends that are shut down.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set

from roce_lint.judge.derive.rtg.igp_adjacency import missing_adjacency
from roce_lint.model.addresses import Interface, address_of, subnet_of
from roce_lint.model.device import Device, Link, Port, PortRef, is_host
from roce_lint.model.fact import NOWHERE, Default, Fact, Source, Stated, Unknown, known
from roce_lint.model.logic import is_false, is_true
from roce_lint.model.routing import AddressFamily, BgpNeighbor, BgpProcess, ListenRange
from roce_lint.model.terms import Fec, LinkOrigin, PortKind
from roce_lint.values import dataclass, replace

_STRENGTH = {Fec.OFF: 0, Fec.FIRE_CODE: 1, Fec.REED_SOLOMON: 2}
_PortsByName = Mapping[PortRef, tuple[Device, Port]]


@dataclass(frozen=True, slots=True)
class OddSpeed:
    """A port whose speed is not that of its cable; `place` is false at the speed of the port."""

    place: Fact[bool]
    port_gbps: Fact[int]


def listed_speeds_hold(links: Iterable[Link], ports: _PortsByName) -> bool:
    """Say whether most ports have the speeds that lists give their cables: some lists give that of the cage."""
    fitting = 0
    for link in links:
        if isinstance(link.speed_gbps, Stated):
            for end in (link.a, link.b):
                stated = ports[end][1].values.speed_gbps
                if isinstance(stated, Stated):
                    fitting += 1 if stated.value == link.speed_gbps.value else -1
    return fitting > 0


def odd_speed(link: Link, ports: _PortsByName) -> OddSpeed | None:
    """Return the port that states another speed than its cable is listed with, if there is one."""
    if not isinstance(link.speed_gbps, Stated):
        return None
    for end in (link.a, link.b):
        speed = ports[end][1].speed_gbps
        if isinstance(speed, Stated) and speed.value != link.speed_gbps.value:
            return OddSpeed(Stated(False, speed.source), speed)
    return None


def different_fec(link: Link, ports: _PortsByName) -> tuple[Fact[bool], Fec, Fec] | None:
    """Return the weaker of two different error corrections, with its place, and the other one."""
    one, other = (ports[end][1].fec for end in (link.a, link.b))
    if not isinstance(one, Stated) or not isinstance(other, Stated) or one.value is other.value:
        return None
    weaker, stronger = (one, other) if _STRENGTH[one.value] < _STRENGTH[other.value] else (other, one)
    return Stated(False, weaker.source), weaker.value, stronger.value


def different_lengths(link: Link, ports: _PortsByName) -> tuple[Fact[bool], int, int] | None:
    """Return the shorter of two lengths in m for which two switches size headroom on one cable, and the longer one.

    Where another input tells the length, each end is compared with that.
    """
    ends = [ports[end] for end in (link.a, link.b)]
    if not isinstance(link.length_m, Unknown) or any(is_host(device) for device, _ in ends):
        return None
    one, other = (_sized_for(port) for _, port in ends)
    if one is None or other is None or one.value == other.value:
        return None
    shorter, longer = (one, other) if one.value < other.value else (other, one)
    return Stated(False, shorter.source), shorter.value, longer.value


def _sized_for(port: Port) -> Stated[int] | None:
    """Return the length of the cable for which a port sizes the headroom of a priority that pauses."""
    for priority in port.qos.priorities:
        length = priority.group.sized_for_cable_m
        if is_true(priority.generates_pause) and isinstance(length, Stated):
            return length
    return None


def lone_fec(link: Link, ports: _PortsByName) -> tuple[Fact[bool], Fec] | None:
    """Return what one end turns off or down while the other, of the same system, states nothing."""
    (device, port), (other, peer) = ports[link.a], ports[link.b]
    if device.os != other.os or is_host(device):
        return None
    stated = [one for one in (port.fec, peer.fec) if isinstance(one, Stated)]
    if len(stated) != 1 or stated[0].value is Fec.REED_SOLOMON:
        return None
    return Stated(False, stated[0].source), stated[0].value


def shut_end(link: Link, ports: _PortsByName) -> tuple[Fact[bool], str] | None:
    """Return the end that is shut down while the other one is open, of a cable between two switches."""
    ends = [(end, *ports[end]) for end in (link.a, link.b)]
    shut = [one for one in ends if is_false(one[2].values.enabled)]
    if len(shut) != 1 or any(is_host(device) for _, device, _ in ends):
        return None
    (ref, _, port), (_, _, peer) = shut[0], next(one for one in ends if one is not shut[0])
    if not (_is_in_service(port) and _is_in_service(peer)):
        return None
    return Stated(False, port.enabled.source), str(ref)


def _is_in_service(port: Port) -> bool:
    """Say whether the port has what a spare one lacks: addresses, or a bundle."""
    return bool(port.values.addresses) or bool(known(port.values.lag, ""))


_UNICAST = (AddressFamily.IPV4, AddressFamily.IPV6)
_Statement = BgpNeighbor | ListenRange
_GOOD = Default(True, NOWHERE, "no contradiction between the two ends is known")
_NO_SPEED = Unknown("the speed of the cable is not known", NOWHERE)


@dataclass(frozen=True, slots=True)
class LinkAgreement:
    """Settings on which the two ends of a cable must agree; each fact is placed where it should be fixed."""

    speeds_agree: Fact[bool]
    """The ends do not state different speeds; placed at the end whose speed is less common on its device."""
    layers_agree: Fact[bool]
    """Both ends are routed, or both switched, or a VLAN of the switched end has the gateway."""
    subnets_agree: Fact[bool]
    """An address of one end is in a subnet of the other, if both have addresses of the same IP version."""
    session_answered: Fact[bool]
    """Each BGP session of one end with the other is also configured at the other, with a common address family."""
    session_difference: str = ""
    """What is missing for `session_answered`, in words."""
    adjacency_formed: Fact[bool] = _GOOD
    """If one end runs OSPF or IS-IS on the cable, the other runs the same protocol in the same area or level."""
    adjacency_difference: str = ""
    """What is missing for `adjacency_formed`, in words."""

    masks_agree: Fact[bool] = _GOOD
    """The addresses of two connected switches have the same prefix length; placed at the length that is less common."""
    prefix_length: int = 0
    """The length at which `masks_agree` is placed."""
    other_prefix_length: int = 0
    """The length at the other end."""
    speed_fits_cable: Fact[bool] = _GOOD
    """No end states a speed different from the cabling list; placed at the speed of the port. Lists whose speeds
    mostly differ from those of the ports are ignored.
    """
    port_gbps: Fact[int] = _NO_SPEED
    """The speed of the port at which `speed_fits_cable` is placed, in Gb/s."""
    cable_gbps: Fact[int] = _NO_SPEED
    """The speed of the cable according to the list, in Gb/s."""
    fec_agrees: Fact[bool] = _GOOD
    """Both ends set the same forward error correction, or at most one sets it; placed at the weaker."""
    fec_is_stated_alike: Fact[bool] = _GOOD
    """If one of two switches of the same system disables or weakens error correction, the other sets it as well."""
    lengths_agree: Fact[bool] = _GOOD
    """Both ends size headroom for one length of the cable, where both state one; placed at the shorter."""
    shorter_m: int = 0
    """The shorter of two lengths for which the ends size headroom, in m."""
    longer_m: int = 0
    """The longer of them, in m."""
    fec_of_faulty_end: str = ""
    """The error correction of the end at which `fec_agrees` or `fec_is_stated_alike` is placed."""
    ends_are_open: Fact[bool] = _GOOD
    """No end is shut down while the other one is enabled; placed at the end that is shut down."""
    shut_end: str = ""
    """The end that is shut down, as `device port`."""
    other_fec: str = ""
    """The error correction of the other end."""

    @property
    def is_good(self) -> bool:
        """Say whether nothing known contradicts."""
        met = (self.speeds_agree, self.layers_agree, self.subnets_agree, self.session_answered, self.adjacency_formed)
        physical = (self.speed_fits_cable, self.fec_agrees, self.fec_is_stated_alike, self.ends_are_open)
        return not any(map(is_false, (*met, self.masks_agree, *physical, self.lengths_agree)))


class LinkAgreements:
    """Compares the ends of cables; what a device says of its sessions is looked up once."""

    def __init__(
        self, ports: Mapping[PortRef, tuple[Device, Port]], disputed: Set[Link], links: Sequence[Link]
    ) -> None:
        """`disputed` are cables that another input contradicts: their ends need not meet, and that is reported already.

        `links` are all cables of the fabric.
        """
        self._ports = ports
        self._lists_hold = listed_speeds_hold(links, ports)
        self._links = links
        self._disputed = disputed
        self._named: dict[str, dict[tuple[str, ...], BgpNeighbor]] = {}

    def of(self, link: Link) -> LinkAgreement:
        """Return how the ends of a cable agree."""
        found = self._meeting(link)
        meets = not is_false(found.layers_agree) and not is_false(found.subnets_agree)
        return self._with_physical(link, self._with_masks(link, found) if meets else found)

    def _with_masks(self, link: Link, found: LinkAgreement) -> LinkAgreement:
        """Return the same with prefix lengths that differ."""
        ends = [self._ports[link.a], self._ports[link.b]]
        if link in self._disputed or any(is_host(device) for device, _ in ends):
            return found
        if link.origin is LinkOrigin.ADDRESS and len({_lengths(port) for _, port in ends}) == 1:
            return found
        here, there = (self._interface(device, port) for device, port in ends)
        pairs = [
            (one, other)
            for one in _interfaces(here)
            for other in _interfaces(there)
            if one.subnet.holds(other.address) or other.subnet.holds(one.address)
        ]
        if not pairs or any(one.subnet == other.subnet for one, other in pairs):
            return found
        lengths = [one.subnet.length for one in pairs[0]]
        usual = Counter(
            one.subnet.length
            for each in self._links
            for ref in (each.a, each.b)
            for one in _interfaces(self._interface(*self._ports[ref]))
            if one.subnet.version == pairs[0][0].subnet.version
        )
        odd = 0 if usual[lengths[0]] <= usual[lengths[1]] else 1
        place = _place_of(pairs[0][odd], (here, there)[odd])
        return replace(
            found,
            masks_agree=Stated(False, place),
            prefix_length=lengths[odd],
            other_prefix_length=lengths[1 - odd],
        )

    def _with_physical(self, link: Link, found: LinkAgreement) -> LinkAgreement:
        """Return the same with what keeps the cable down."""
        odd = odd_speed(link, self._ports) if self._lists_hold else None
        if odd is not None and not is_false(found.speeds_agree):
            found = replace(found, speed_fits_cable=odd.place, port_gbps=odd.port_gbps, cable_gbps=link.speed_gbps)
        different, lone = different_fec(link, self._ports), lone_fec(link, self._ports)
        if different is not None:
            place, weaker, stronger = different
            found = replace(found, fec_agrees=place, fec_of_faulty_end=weaker.value, other_fec=stronger.value)
        if lone is not None:
            found = replace(found, fec_is_stated_alike=lone[0], fec_of_faulty_end=lone[1].value)
        lengths = different_lengths(link, self._ports)
        if lengths is not None:
            found = replace(found, lengths_agree=lengths[0], shorter_m=lengths[1], longer_m=lengths[2])
        shut = shut_end(link, self._ports)
        return found if shut is None else replace(found, ends_are_open=shut[0], shut_end=shut[1])

    def _meeting(self, link: Link) -> LinkAgreement:
        """Return how the ends meet above the cable; a cable to a host agrees always."""
        good = Default(True, link.source, "no contradiction between the two ends is known")
        (one, port), (other, peer) = self._ports[link.a], self._ports[link.b]
        speeds = _speeds(one, port, other, peer) or good
        if is_host(one) or is_host(other) or link in self._disputed:
            return LinkAgreement(speeds, good, good, good)
        here, there = self._interface(one, port), self._interface(other, peer)
        layers = subnets = None
        if link.origin is not LinkOrigin.ADDRESS:
            layers = self._layers(here, there, one, other) or self._layers(there, here, other, one)
            subnets = None if layers else self._subnets(one, here, other, there)
        if layers or subnets:
            return LinkAgreement(speeds, layers or good, subnets or good, good)
        for near, near_port, far, far_port in ((one, here, other, there), (other, there, one, here)):
            for address in far_port.stated_addresses:
                session = self._statement(near, near_port, address.partition("/")[0])
                found = self._answer(near, near_port, session, far, far_port) if session else None
                if found:
                    return LinkAgreement(speeds, good, good, Stated(False, found[0]), found[1])
            found = self._unasked(near, near_port, far, far_port)
            if found:
                return LinkAgreement(speeds, good, good, Stated(False, found[0]), found[1])
        apart = missing_adjacency(one, here, other, there)
        if apart:
            return LinkAgreement(speeds, good, good, good, "", Stated(False, apart[0]), apart[1])
        return LinkAgreement(speeds, good, good, good)

    def _interface(self, device: Device, port: Port) -> Port:
        """Return the interface that has the addresses: the bundle of a member."""
        bundle = known(port.values.lag, "")
        found = self._ports.get(PortRef(device.name, bundle)) if bundle else None
        return found[1] if found else port

    def _layers(self, routed: Port, switched: Port, device: Device, other: Device) -> Fact[bool] | None:
        """Return where an end is switched although the other is routed, has addresses and finds no gateway there."""
        layer = switched.values.routed
        if not is_false(layer) or not is_true(routed.values.routed):
            return None
        near = _interfaces(routed)
        if not near and (routed.name,) not in self._sessions(device):
            return None
        vlans = known(switched.values.vlans, frozenset())
        for gateway in other.ports:
            if gateway.kind is PortKind.VLAN and (not vlans or known(_vlan(gateway), 0) in vlans):
                far = _interfaces(gateway)
                if not near or not far or _meet(near, far):
                    return None
        place = switched.vlans if isinstance(switched.vlans, Stated) else switched.routed
        return Stated(False, place.source)

    def _subnets(self, one: Device, here: Port, other: Device, there: Port) -> Fact[bool] | None:
        near, far = _interfaces(here), _interfaces(there)
        versions = {found.subnet.version for found in near} & {found.subnet.version for found in far}
        if not versions or _meet(near, far):
            return None
        # The end whose neighbour statement still means the other is the one whose address went wrong.
        names_far = any(self._statement(one, here, text.partition("/")[0]) for text in there.stated_addresses)
        odd = here if names_far or not self._sessions(other) else there
        place = next((fact.source for fact in odd.addresses if isinstance(fact, Stated)), odd.source)
        return Stated(False, place)

    def _sessions(self, device: Device) -> Mapping[tuple[str, ...], BgpNeighbor]:
        """Return the sessions of a device by VRF and address, and those without addresses by interface."""
        found = self._named.get(device.name)
        if found is None:
            found = self._named[device.name] = {}
            for process in device.routing.bgp:
                for neighbor in process.neighbors:
                    key = (neighbor.peer,) if neighbor.is_interface else (process.vrf, neighbor.peer)
                    found[key] = neighbor
        return found

    def _statement(self, device: Device, port: Port, address: str) -> BgpNeighbor | None:
        return self._sessions(device).get((known(port.values.vrf, "default"), address))

    def _answer(
        self, near: Device, near_port: Port, session: BgpNeighbor, far: Device, far_port: Port
    ) -> tuple[Source, str] | None:
        """Return where and why the other end does not answer a session; None where it may."""
        vrf = known(far_port.values.vrf, "default")
        process = next((one for one in far.routing.bgp if one.vrf == vrf), None)
        texts = [text.partition("/")[0] for text in near_port.stated_addresses]
        if is_false(session.settings.enabled) or not texts or not far.routing.bgp:
            return None
        named = [self._statement(far, far_port, text) for text in texts]
        answers: list[_Statement] = [one for one in named if one is not None]
        if process is not None and not answers:
            answers += _listening(process, texts)
        if not answers:
            return self._silence(session, near, far, far_port, texts)
        if all(is_false(answer.settings.enabled) for answer in answers):
            return _shut(answers[0], near, far)
        for answer in answers:
            found = _unshared(session, answer, near, far)
            if found is None:
                return None
        return found

    def _unasked(self, near: Device, near_port: Port, far: Device, far_port: Port) -> tuple[Source, str] | None:
        """Return where a session without addresses, which one end has on the link, is missing at the other."""
        session, theirs = self._on_link(near, near_port), self._sessions(far)
        if session is None or is_false(session.settings.enabled):
            return None
        vrf = known(far_port.values.vrf, "default")
        answer = self._on_link(far, far_port)
        if answer is not None:
            if is_false(answer.settings.enabled):
                return _shut(answer, near, far)
            named_in = self._vrf_of(far, answer)
            if answer.peer == far_port.name and named_in != vrf:
                return far_port.vrf.source, f"{far.name} has it in VRF {named_in}, but its port is in VRF {vrf}"
            return _unshared(session, answer, near, far)
        process = next((one for one in far.routing.bgp if one.vrf == vrf), None)
        # Who has no such session at all may speak of the link by addresses that are not known here.
        if process is None or process.listen_ranges or not any(len(key) == 1 for key in theirs):
            return None
        return (
            process.source,
            f"{near.name} has a session on {near_port.name}, but {far.name} has none on {far_port.name}",
        )

    @staticmethod
    def _vrf_of(device: Device, session: BgpNeighbor) -> str:
        return next(one.vrf for one in device.routing.bgp if any(each is session for each in one.neighbors))

    def _on_link(self, device: Device, port: Port) -> BgpNeighbor | None:
        """Return the session without addresses of a port, or of a subinterface that stands for it."""
        named = [one for key, one in self._sessions(device).items() if len(key) == 1]
        return next((one for one in named if port.name in (one.peer, one.peer.rpartition(".")[0])), None)

    def _silence(
        self, session: BgpNeighbor, near: Device, far: Device, far_port: Port, texts: Sequence[str]
    ) -> tuple[Source, str]:
        vrf = known(far_port.values.vrf, "default")
        for process in far.routing.bgp:
            if any(isinstance(self._sessions(far).get((process.vrf, text)), BgpNeighbor) for text in texts):
                words = f"{far.name} names {near.name} in VRF {process.vrf}, but its port is in VRF {vrf}"
                return far_port.vrf.source, words
        return (
            session.source,
            f"{near.name} names {session.peer} of {far.name}, which has no session with an address of this link",
        )


def _lengths(port: Port) -> frozenset[str]:
    return frozenset(address.rpartition("/")[2] for address in port.stated_addresses)


def _speeds(one: Device, port: Port, other: Device, peer: Port) -> Fact[bool] | None:
    """Return where a speed is stated that differs from the other end's; None where both fit, or one is not stated."""
    here, there = port.values.speed_gbps, peer.values.speed_gbps
    if not isinstance(here, Stated) or not isinstance(there, Stated) or here.value == there.value:
        return None
    odd = port if _alike_in_speed(one, here.value) <= _alike_in_speed(other, there.value) else peer
    return Stated(False, odd.speed_gbps.source)


def _alike_in_speed(device: Device, gbps: int) -> int:
    return sum(known(port.values.speed_gbps, 0) == gbps for port in device.ports)


def _listening(process: BgpProcess, texts: Sequence[str]) -> Iterator[ListenRange]:
    """Yield the ranges in which a process lets the address ask."""
    addresses = [address for text in texts if (address := address_of(text))]
    for listen in process.listen_ranges:
        subnet = subnet_of(listen.prefix)
        if subnet is not None and any(subnet.holds(address) for address in addresses):
            yield listen


def _shut(session: _Statement, near: Device, far: Device) -> tuple[Source, str]:
    return session.settings.enabled.source, f"{far.name} has shut its session down, but {near.name} has not"


def _unshared(session: _Statement, answer: _Statement, near: Device, far: Device) -> tuple[Source, str] | None:
    """Return where a family is missing if the statements of both ends activate none together."""
    if _active(session) & _active(answer):
        return None
    place = (answer if _active(session) else session).source
    return place, f"no IPv4 or IPv6 address family is activated at both {near.name} and {far.name}"


def _active(session: _Statement) -> frozenset[AddressFamily]:
    """Return the unicast families that may be active; EVPN sessions have a fabric of their own."""
    families = session.settings.families
    found = frozenset(one.family for one in families if not is_false(one.activated))
    return found & frozenset(_UNICAST) or found


def _interfaces(port: Port) -> list[Interface]:
    """Return the addresses of a port that are not link-local."""
    return [one for one in port.interfaces if not _is_link_local(one)]


def _place_of(interface: Interface, port: Port) -> Source:
    """Return the line of a port that states an address."""
    stated = [fact for fact in port.addresses if isinstance(fact, Stated)]
    own = (fact.source for fact in stated if address_of(fact.value.partition("/")[0]) == interface.address)
    return next(own, port.source)


def _is_link_local(interface: Interface) -> bool:
    version, number = interface.subnet.version, interface.address.number
    return number >> 16 == 0xA9FE if version == 4 else number >> 118 == 0x3FA


def _meet(near: Sequence[Interface], far: Sequence[Interface]) -> bool:
    return any(one.subnet.holds(other.address) or other.subnet.holds(one.address) for one in near for other in far)


def _vlan(gateway: Port) -> Fact[int]:
    digits = "".join(letter for letter in gateway.name if letter.isdigit())
    if digits:
        return Default(int(digits), gateway.source, "the number in the name of the interface")
    return Unknown("the interface has no number", gateway.source)

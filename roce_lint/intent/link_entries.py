"""What the intent's `links` change: lengths, speeds, error correction, headroom, DCBX, ports and addresses."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable

from roce_lint.intent.check_classes import ROCE_HEADER_BYTES, largest_packet_bytes, path_mtu_bytes
from roce_lint.intent.classes import ECN_PROFILES
from roce_lint.intent.expand_topology import PlannedCable
from roce_lint.intent.explain import did_you_mean_device
from roce_lint.intent.faults import IntentFaults
from roce_lint.intent.model import Intent
from roce_lint.intent.model_topology import FecChoice, LinkEntry
from roce_lint.intent.plan import StatedHeadroom, StatedMarking
from roce_lint.intent.yaml_positions import YamlPath
from roce_lint.model.terms import Fec
from roce_lint.suggest import did_you_mean
from roce_lint.values import dataclass, replace

Entries = dict[str, tuple[int, bool]]
"""For each key of a link, the entry that gives it, and whether that entry names a port."""

SILENT = LinkEntry(a="a", b="b")
"""An entry that says nothing."""

VALUES = ("length", "speed", "fec", "headroom", "mtu", "ecn", "dcbx")
"""Keys of an entry with a value that each of its links has; ports and addresses belong to one link alone."""

FEC = {FecChoice.REED_SOLOMON: Fec.REED_SOLOMON, FecChoice.BASE_R: Fec.FIRE_CODE, FecChoice.NONE: Fec.OFF}

_LinkEnd = tuple[str, str, str]
"""The key of an end (`a` or `b`), its device, and its port or an empty text."""


@dataclass(frozen=True, slots=True)
class Pin:
    """A port that the intent names for one end of a cable."""

    device: str
    port: str
    at: YamlPath


@dataclass(frozen=True, slots=True)
class GivenAddresses:
    """The addresses of the lower and the upper end of a cable, with prefix length; `at` is the entry of `links`."""

    lower: str
    upper: str
    at: YamlPath


@dataclass(frozen=True, slots=True)
class WishedLinks:
    """All cables with their lengths, ports by device and cable, and addresses by cable as far as they are given."""

    cables: tuple[PlannedCable, ...]
    pins: dict[tuple[str, PlannedCable], Pin]
    addresses: dict[PlannedCable, GivenAddresses]


def apply_link_wishes(
    intent: Intent, cables: tuple[PlannedCable, ...], names: Iterable[str], faults: IntentFaults
) -> WishedLinks:
    """Return the cables with what `links` says of them.

    An entry with a port speaks of the next cable between the two devices, one without of all of them; where both give
    the same key, the one with a port is right.
    """
    wishes = _LinkWishes(intent, cables, tuple(names), faults)
    for number, wish in enumerate(intent.links):
        wishes.add(number, wish)
    return wishes.result()


class _LinkWishes:
    """Gathers what is said about each cable, and complains about what is said twice."""

    def __init__(
        self, intent: Intent, cables: tuple[PlannedCable, ...], names: tuple[str, ...], faults: IntentFaults
    ) -> None:
        self._intent = intent
        self._cables = cables
        self._names = frozenset(names)
        self._examples = names
        self._faults = faults
        self._between: dict[frozenset[str], list[int]] = {}
        for index, cable in enumerate(cables):
            self._between.setdefault(frozenset((cable.lower, cable.upper)), []).append(index)
        self._used: dict[frozenset[str], int] = {}
        self._entries: dict[int, Entries] = {}
        self._pins: dict[tuple[str, int], Pin] = {}
        self._addresses: dict[int, GivenAddresses] = {}

    def add(self, number: int, wish: LinkEntry) -> None:
        """Take entry `number` of `links`."""
        at: YamlPath = ("links", number)
        ends: list[_LinkEnd] = [("a", *_split(wish.a)), ("b", *_split(wish.b))]
        unknown = [(key, device) for key, device, _ in ends if device not in self._names]
        for key, device in unknown:
            hint = did_you_mean_device(device, self._examples)
            self._faults.refuse((*at, key), f"no device is called {device!r}{hint}")
        chosen = [] if unknown else self._chosen(ends, at)
        self._set_addresses(chosen, wish, at)
        names_port = any(port for _, _, port in ends)
        for index in chosen:
            for key in VALUES:
                if getattr(wish, key) is not None:
                    self._set_value(key, index, names_port, number)
            for key, device, port in ends:
                if port:
                    self._set_port(index, Pin(device, port, (*at, key)))

    def result(self) -> WishedLinks:
        """Return everything that was said."""
        cables = tuple(self._changed(index, cable) for index, cable in enumerate(self._cables))
        pins = {(device, cables[index]): pin for (device, index), pin in self._pins.items()}
        return WishedLinks(cables, pins, {cables[index]: pair for index, pair in self._addresses.items()})

    def _changed(self, index: int, cable: PlannedCable) -> PlannedCable:
        """Return a cable with what the entries say of it, after complaining about what it cannot have."""
        entries = self._entries.get(index)
        if entries is None:
            return cable

        def saying(key: str) -> LinkEntry:
            return self._intent.links[entries[key][0]] if key in entries else SILENT

        length_m, fec, headroom_bytes = saying("length").length, saying("fec").fec, saying("headroom").headroom
        marking = saying("ecn").ecn
        changed = replace(
            cable,
            length_m=cable.length_m if length_m is None else length_m,
            speed_gbps=saying("speed").speed or cable.speed_gbps,
            fec=None if fec is None else FEC[fec],
            headroom=StatedHeadroom(headroom_bytes, _at(entries, "headroom")) if headroom_bytes is not None else None,
            dcbx=saying("dcbx").dcbx,
            mtu_bytes=saying("mtu").mtu or 0,
            marking=StatedMarking(marking, _at(entries, "ecn")) if marking is not None else None,
        )
        for key in entries:
            _check_value(key, changed, _at(entries, key), self._faults)
        return changed

    def _set_addresses(self, chosen: list[int], wish: LinkEntry, at: YamlPath) -> None:
        """Take the addresses of both ends, for a single link."""
        if wish.a_address is None and wish.b_address is None:
            return
        if wish.a_address is None or wish.b_address is None:
            self._faults.refuse(at, "one end has an address and the other has none; give both or none")
            return
        if len(chosen) > 1:
            self._faults.refuse(at, f"{len(chosen)} links cannot have these addresses; name the port of an end")
        trouble = _wrong_pair(ipaddress.ip_interface(wish.a_address), ipaddress.ip_interface(wish.b_address))
        if trouble:
            self._faults.refuse((*at, "b_address"), trouble)
        for index in chosen[:1]:
            of = {_split(wish.a)[0]: wish.a_address, _split(wish.b)[0]: wish.b_address}
            cable = self._cables[index]
            given = GivenAddresses(of[cable.lower], of[cable.upper], at)
            if self._addresses.setdefault(index, given) is not given:
                self._faults.refuse(at, f"addresses of this link are in links[{self._addresses[index].at[1]}] too")

    def _set_value(self, key: str, index: int, names_port: bool, number: int) -> None:
        entries = self._entries.setdefault(index, {})
        earlier, was_named = entries.get(key, (number, names_port))
        if earlier != number and was_named is names_port:
            message = f"the {key} of this link is given in links[{earlier}] already"
            self._faults.refuse(("links", number, key), message)
        if names_port or not was_named:
            entries[key] = number, names_port

    def _set_port(self, index: int, pin: Pin) -> None:
        cable = self._cables[index]
        if cable.lower_nic and cable.lower == pin.device:
            return  # the port of a host only says which cable is meant
        earlier = self._pins.setdefault((pin.device, index), pin)
        if earlier is not pin:
            self._faults.refuse(pin.at, f"this link has a port in links[{earlier.at[1]}] already")

    def _chosen(self, ends: list[_LinkEnd], at: YamlPath) -> list[int]:
        """Return which cables one entry of `links` speaks of."""
        (_, first, first_port), (_, second, second_port) = ends
        candidates = self._between.get(frozenset((first, second)), [])
        if not candidates:
            message = f"the topology has no link between {first} and {second}; links only changes what is there"
            self._faults.refuse(at, message)
        nics = {self._cables[index].lower_nic: index for index in candidates}
        for key, device, port in ends:
            if port and candidates and "" not in nics and self._cables[candidates[0]].lower == device:
                if port in nics:
                    return [nics[port]]
                message = f"{device} has no NIC {port!r} towards {second if device == first else first}"
                self._faults.refuse((*at, key), f"{message}{did_you_mean(port, sorted(nics))}")
                return []
        if not first_port and not second_port:
            return candidates
        return self._next(frozenset((first, second)), candidates, at, f"{first} and {second}")

    def _next(self, pair: frozenset[str], candidates: list[int], at: YamlPath, names: str) -> list[int]:
        position = self._used.get(pair, 0)
        self._used[pair] = position + 1
        if position < len(candidates):
            return [candidates[position]]
        if candidates:
            message = f"{names} have {len(candidates)} links, and this is entry {position + 1} that names a port"
            self._faults.refuse(at, message)
        return []


def _at(entries: Entries, key: str) -> YamlPath:
    return ("links", entries[key][0], key)


def _check_value(key: str, cable: PlannedCable, at: YamlPath, faults: IntentFaults) -> None:
    """Complain about a value that a cable cannot have."""
    nic = f"{cable.lower} {cable.lower_nic}" if cable.lower_nic else ""
    if key == "speed" and nic:
        faults.refuse(at, "the speed of a NIC is that of its host group (nic_speed)")
    if key == "dcbx" and not nic:
        faults.refuse(at, "DCBX is announced to hosts alone; leave it out of links between switches")
    if key == "fec" and cable.speed_gbps not in (25, 100):
        message = f"the code of {cable.speed_gbps}G is fixed by IEEE 802.3; only 25G and 100G have a choice"
        faults.refuse(at, message)
    elif key == "fec" and nic:
        faults.warn(at, f"{nic} has to have the same code; no file of a host sets it")


def _wrong_pair(
    first: ipaddress.IPv4Interface | ipaddress.IPv6Interface, second: ipaddress.IPv4Interface | ipaddress.IPv6Interface
) -> str:
    """Return what keeps two addresses from being those of the ends of one link; empty if nothing does."""
    if first.network != second.network:
        return f"{first} and {second} are not in one subnet"
    if first.ip == second.ip:
        return f"both ends have {first.ip}"
    edges = (first.network.network_address, first.network.broadcast_address)
    for one in (first, second):
        if first.network.num_addresses > 2 and one.ip in edges:
            return f"{one.ip} names or ends the subnet {first.network}; no port can have it"
    return ""


def _split(end: str) -> tuple[str, str]:
    device, _, port = end.partition(":")
    return device, port


def check_links(intent: Intent, cables: Iterable[PlannedCable], faults: IntentFaults) -> None:
    """Complain about packets that do not fit through a link, and about its marking where nothing is marked."""
    marks = intent.design in ECN_PROFILES
    for cable in cables:
        if cable.mtu_bytes and not cable.lower_nic and cable.mtu_bytes < largest_packet_bytes(intent):
            message = f"switches send packets of {largest_packet_bytes(intent)} bytes over it"
            faults.refuse(_entry(intent, cable, "mtu"), f"{message}; give it at least that MTU, or leave it out")
        elif cable.lower_nic and 0 < cable.mtu_bytes < path_mtu_bytes(intent) + ROCE_HEADER_BYTES:
            message = (
                f"RoCE packets of {path_mtu_bytes(intent)} bytes need {path_mtu_bytes(intent) + ROCE_HEADER_BYTES}"
            )
            faults.refuse(_entry(intent, cable, "mtu"), f"{message} with their headers")
        if cable.marking is not None and not marks:
            faults.warn(cable.marking.at, f"the profile {intent.design.value} marks nothing; this has no effect")


def _entry(intent: Intent, cable: PlannedCable, key: str) -> YamlPath:
    """Return the entry that gives a cable a value."""
    ends = {cable.lower, cable.upper}
    found = next(
        number
        for number, one in enumerate(intent.links)
        if getattr(one, key) is not None and {_split(one.a)[0], _split(one.b)[0]} == ends
    )
    return ("links", found, key)

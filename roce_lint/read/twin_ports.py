"""Interfaces whose blocks differ in description and address alone: one is read, and the others follow from it.

Most ports of a switch are such twins. What one of them says and what follows for it are the facts of all, each at its
own lines: the block of a twin has as many of them, in the same order.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, TypeVar

from roce_lint.facts.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.facts.model import Port
from roce_lint.facts.qos import PortQos, Watchdog
from roce_lint.read.addresses import usual_address
from roce_lint.read.lines import Line
from roce_lint.values import dataclass

T = TypeVar("T")
Shape: TypeAlias = tuple[str, str, str]
_Places: TypeAlias = list[Source]
_Moved: TypeAlias = Callable[[_Places], Fact[T]]
_DESCRIPTION = "description "
_ADDRESS = "ip address "


@dataclass(frozen=True, slots=True)
class OwnLines:
    """What a block says for itself, empty where it does not; `shape` is all else below its header, as it stands."""

    shape: Shape
    description: str
    address: str


def own_lines(block: Line) -> OwnLines | None:
    """Return what an interface says for itself; None where it says it unusually, or was taken apart."""
    below = block.below
    described, addressed = _arguments(_DESCRIPTION, below), _arguments(_ADDRESS, below)
    if not below or described is None or addressed is None:
        return None
    if addressed[1] > addressed[0]:
        words = below[addressed[0] : addressed[1]].split(None, 1)
        address = words[0] if words else ""
        if not usual_address(address) or not below.startswith(address, addressed[0]):
            return None
        addressed = (addressed[0], addressed[0] + len(address))
    else:
        address = ""
    first, second = (described, addressed) if described <= addressed else (addressed, described)
    shape = (below[: first[0]], below[first[1] : second[0]], below[second[1] :])
    return OwnLines(shape, below[described[0] : described[1]].strip(), address)


def _arguments(command: str, below: str) -> tuple[int, int] | None:
    """Return from where to where the arguments of a command stand, (0, 0) where it is not given; None where it may be
    given, and not in a line that it begins.
    """
    at = below.find(command)
    if at < 0:
        return 0, 0
    start = at + len(command)
    end = below.find("\n", start)
    end = len(below) if end < 0 else end
    begins_its_line = not below[below.rfind("\n", 0, at) + 1 : at].strip(" \t")
    return (start, end) if begins_its_line and below[start:end].strip() else None


def may_have_twins(shape: Shape) -> bool:
    """Return whether no line of the shape speaks of a description or an address besides those set apart."""
    text = "".join(shape)
    return text.count("description") < 2 and text.count("address") < 2


class Mold:
    """A port, and how its twins are made: its facts that stand in its block, moved to theirs.

    What ports share (classification, classes, priorities, queues, rewrites) must not stand in the block.
    """

    def __init__(self, port: Port, own: OwnLines) -> None:
        block = _Block(port.source)
        self._port = port
        self._enabled = block.moved(port.enabled)
        self._description = block.moved(port.description)
        self._speed_gbps = block.moved(port.speed_gbps)
        self._ip_mtu_bytes = block.moved(port.ip_mtu_bytes)
        self._frame_mtu_bytes = block.moved(port.frame_mtu_bytes)
        self._routed = block.moved(port.routed)
        self._vlans = block.moved(port.vlans)
        self._vrf = block.moved(port.vrf)
        self._lag = block.moved(port.lag)
        self._addresses = [(block.moved(one), _is_stated(one, own.address)) for one in port.addresses]
        self._is_described = _is_stated(port.description, own.description)
        self._qos = _QosMold(port.qos, block)
        self._offsets = block.offsets

    def twin(self, name: str, block: Source, own: OwnLines) -> Port:
        """Return the port called `name`, whose block has the same shape."""
        first = block.line
        places = [Source(block.file, first + start, first + end) for start, end in self._offsets]
        port = self._port
        description = self._description(places)
        return Port(
            name=name,
            source=places[0],
            kind=port.kind,
            enabled=self._enabled(places),
            description=Stated(own.description, description.source) if self._is_described else description,
            speed_gbps=self._speed_gbps(places),
            ip_mtu_bytes=self._ip_mtu_bytes(places),
            frame_mtu_bytes=self._frame_mtu_bytes(places),
            routed=self._routed(places),
            vlans=self._vlans(places),
            vrf=self._vrf(places),
            addresses=tuple(
                Stated(own.address, moved(places).source) if is_own else moved(places)
                for moved, is_own in self._addresses
            ),
            lag=self._lag(places),
            qos=self._qos.twin(places),
        )


class _Block:
    """A block of lines; `offsets` are the places in it that facts have, counted from its first line."""

    def __init__(self, block: Source) -> None:
        self._first = block.line
        self._last = block.end_line
        self.offsets = [(0, block.end_line - block.line)]

    def moved(self, fact: Fact[T]) -> _Moved[T]:
        """Return what gives the fact at its new place, the same where it does not stand in the block."""
        if not self.has(fact):
            return lambda places: fact
        offset = (fact.source.line - self._first, fact.source.end_line - self._first)
        if offset not in self.offsets:
            self.offsets.append(offset)
        place = self.offsets.index(offset)
        match fact:
            case Stated(value=value):
                return lambda places: Stated(value, places[place])
            case Default(value=value, because=because):
                return lambda places: Default(value, places[place], because)
            case Unknown(because=because):
                return lambda places: Unknown(because, places[place])

    def has(self, fact: Fact[object]) -> bool:
        """Return whether a fact stands in the block."""
        return self._first <= fact.source.line <= self._last


class _QosMold:
    def __init__(self, qos: PortQos, block: _Block) -> None:
        self._qos = qos
        self._bound = block.moved(qos.bound)
        self._trust = block.moved(qos.trust)
        self._pfc_mode = block.moved(qos.pfc_mode)
        self._received = block.moved(qos.link_pause_received)
        self._sent = block.moved(qos.link_pause_sent)
        self._pauses_are_one = qos.link_pause_sent is qos.link_pause_received
        self._rewrite_enabled = block.moved(qos.rewrite_enabled)
        self._watchdog = _watchdog_mold(qos.watchdog, block)

    def twin(self, places: _Places) -> PortQos:
        qos = self._qos
        received = self._received(places)
        return PortQos(
            bound=self._bound(places),
            trust=self._trust(places),
            classification=qos.classification,
            classes=qos.classes,
            pfc_mode=self._pfc_mode(places),
            priorities=qos.priorities,
            queues=qos.queues,
            watchdog=self._watchdog(places),
            link_pause_received=received,
            link_pause_sent=received if self._pauses_are_one else self._sent(places),
            rewrite_enabled=self._rewrite_enabled(places),
            rewrites=qos.rewrites,
        )


def _watchdog_mold(watchdog: Watchdog, block: _Block) -> Callable[[_Places], Watchdog]:
    enabled, priorities = block.moved(watchdog.enabled), block.moved(watchdog.priorities)
    detection_ms, recovery_ms = block.moved(watchdog.detection_ms), block.moved(watchdog.recovery_ms)
    polling_ms = block.moved(watchdog.polling_ms)
    action, recovers = block.moved(watchdog.action), block.moved(watchdog.recovers)
    facts = (watchdog.enabled, watchdog.priorities, watchdog.detection_ms, watchdog.recovery_ms, watchdog.polling_ms)
    if not any(map(block.has, (*facts, watchdog.action, watchdog.recovers))):
        # One object stays one: ports share a watchdog that is set up elsewhere.
        return lambda places: watchdog
    return lambda places: Watchdog(
        enabled=enabled(places),
        priorities=priorities(places),
        detection_ms=detection_ms(places),
        recovery_ms=recovery_ms(places),
        polling_ms=polling_ms(places),
        action=action(places),
        recovers=recovers(places),
    )


def _is_stated(fact: Fact[str], text: str) -> bool:
    return bool(text) and isinstance(fact, Stated) and fact.value == text

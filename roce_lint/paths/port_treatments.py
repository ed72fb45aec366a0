"""What ports do with packets, numbered by what they do: equivalent ports are asked once."""

from __future__ import annotations

from operator import attrgetter

from roce_lint.fabric.marking_places import class_for, class_named
from roce_lint.fabric.port_basics import pfc_on
from roce_lint.model.device import Device, Port, PortValues
from roce_lint.model.fact import SAID, Fact, Stated, Unknown, known
from roce_lint.model.logic import all_of, is_false, is_true, map_fact
from roce_lint.model.qos import PortQos
from roce_lint.model.terms import Trust
from roce_lint.os.registry import behaviour_of
from roce_lint.values import dataclass, field


@dataclass(frozen=True, slots=True)
class Sorted:
    """What becomes of a code point that arrives: its class and the priorities for which that class pauses."""

    name: Fact[str]
    pausing: Fact[frozenset[int]]


@dataclass(frozen=True, slots=True)
class PortTreatment:
    """One way to treat packets, with a port and its device that have it; `number` tells them apart."""

    number: int
    device: Device = field(compare=False)
    port: Port = field(compare=False)


_parts_of = attrgetter(
    *(f"{name}.{SAID}" for name in ("vlans", "qos.trust", "qos.pfc_mode", "qos.rewrite_enabled")),
    *(f"qos.{name}" for name in ("classification", "classes", "priorities", "rewrites")),
)


class PortTreatments:
    """Gives ports their treatments; equal QoS on systems of one kind is one treatment, whatever the device."""

    def __init__(self) -> None:
        """Start with no treatment."""
        self.all: list[PortTreatment] = []
        self._by_value: dict[object, PortTreatment] = {}
        self._by_parts: dict[tuple[object, ...], PortTreatment] = {}
        self._by_model: dict[int, PortTreatment] = {}

    def of(self, device: Device, port: Port) -> PortTreatment:
        """Return how a port treats packets."""
        model = port.values
        found = self._by_model.get(id(model))
        if found is None:
            found = self._by_model[id(model)] = self._of_model(device, port, model)
        return found

    def _of_model(self, device: Device, port: Port, model: PortValues) -> PortTreatment:
        parts = device.os, *map(id, _parts_of(model))
        found = self._by_parts.get(parts)
        if found is None:
            key = device.os, bool(known(model.vlans, frozenset())), _plain(model.qos)
            found = self._by_value.get(key)
            if found is None:
                found = self._by_value[key] = PortTreatment(len(self.all), device, port)
                self.all.append(found)
            self._by_parts[parts] = found
        return found


def sort_arriving(port: Port, dscp: int) -> Sorted:
    """Return the class of packets that arrive with a code point."""
    if known(port.vlans, frozenset()) and known(port.qos.trust, Trust.NONE) is Trust.PCP:
        tag = Unknown(
            "the class of tagged packets follows from their PCP, which no input states", port.qos.trust.source
        )
        return Sorted(tag, tag)
    name = class_for(port, dscp)
    traffic_class = class_named(port, name)
    return Sorted(name, traffic_class if isinstance(traffic_class, Unknown) else traffic_class.pause_priorities)


def leaves_as(device: Device, into: Port, out: Port, dscp: int, name: Fact[str]) -> Fact[int]:
    """Return the code point with which packets of a class leave; its place is the line that writes another."""
    qos = (out if behaviour_of(device.os).rewrites_dscp_by_egress_port else into).qos
    if is_false(qos.rewrite_enabled):
        return Stated(dscp, into.source)
    if isinstance(qos.rewrite_enabled, Unknown):
        return qos.rewrite_enabled
    if isinstance(name, Unknown):
        return name
    for rewrite in qos.rewrites:
        if rewrite.traffic_class == name.value:
            written = rewrite.dscp
            place = written.source if isinstance(written, Stated) else qos.rewrite_enabled.source
            return written if isinstance(written, Unknown) else Stated(written.value, place)
    return Stated(dscp, into.source)


def sends_pause(port: Port, priority: int) -> Fact[bool]:
    """Say whether a port sends pauses for a priority."""
    return all_of(pfc_on(port), port.qos.priorities[priority].generates_pause)


def obeys_pause(port: Port, priority: int) -> Fact[bool]:
    """Say whether a pause for a priority that arrives stops anything on the port."""
    return all_of(pfc_on(port), port.qos.priorities[priority].honours_pause)


def queue_of(port: Port, name: Fact[str]) -> Fact[int]:
    """Return the queue in which a port holds the packets of a class."""
    traffic_class = class_named(port, name)
    return traffic_class if isinstance(traffic_class, Unknown) else traffic_class.queue


def pauses_anything(port: Port) -> Fact[bool]:
    """Say whether a port sends pauses for any priority."""
    states = [sends_pause(port, one.number) for one in port.qos.priorities]
    for state in states:
        if is_true(state):
            return state
    unknown = next((state for state in states if isinstance(state, Unknown)), None)
    return unknown or map_fact(lambda _: False, pfc_on(port))


def _plain(qos: PortQos) -> object:
    """Return what a port does with packets, without places."""
    table = qos.classification
    return (
        _value(qos.trust),
        _value(qos.pfc_mode),
        tuple([_value(name) for name in table.traffic_class_by_dscp]),
        _value(table.traffic_class_otherwise),
        tuple([(one.name, _value(one.queue), _value(one.pause_priorities)) for one in qos.classes]),
        tuple(
            [
                (_value(one.generates_pause), _value(one.honours_pause), _value(one.paused_queues))
                for one in qos.priorities
            ]
        ),
        _value(qos.rewrite_enabled),
        tuple([(one.traffic_class, _value(one.dscp)) for one in qos.rewrites]),
    )


def _value(fact: Fact[object]) -> object:
    return (Unknown, fact.because) if isinstance(fact, Unknown) else fact.value

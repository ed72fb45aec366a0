"""What of a switch decides about the rest of the fabric: what it says of cables, and where packets go through it."""

from __future__ import annotations

from collections.abc import Set
from operator import attrgetter
from typing import TypeAlias

from roce_lint.judge.derive.host_routes import Block, HostRoutes
from roce_lint.judge.derive.likeness import Likeness
from roce_lint.model.device import AnyPort, Device, Link
from roce_lint.model.fact import Source, Stated, Unknown
from roce_lint.model.port import PORT_FIELDS
from roce_lint.model.qos import PortQos, Priority, TrafficClass
from roce_lint.values import field_names, replace

Words: TypeAlias = tuple[tuple[object, ...], ...]
Places: TypeAlias = tuple[Source | None, ...]
_NOT_ON_PATHS = frozenset({"source", "description", "qos", "ip_mtu_bytes", "frame_mtu_bytes"})
_OF_PORT = attrgetter(*(name for name in PORT_FIELDS if name not in _NOT_ON_PATHS))
_SHARED = attrgetter(*(name for name in PORT_FIELDS if name not in _NOT_ON_PATHS | {"name", "addresses"}))
_TAKEN_APART = frozenset({"queues", "priorities", "classes", "classification"})
_OF_QOS = attrgetter(*(name for name in field_names(PortQos) if name not in _TAKEN_APART))


def cable_words(device: Device) -> tuple[Words, tuple[str, ...], Places]:
    """Return what links are inferred from: of each port what it is and its addresses; all descriptions; their places.

    Descriptions are apart, because most of them name no device; one that is missing is empty and has no place.
    """
    words: list[tuple[object, ...]] = []
    descriptions: list[str] = []
    places: list[Source | None] = []
    for port in device.ports:
        enabled = None if isinstance(port.enabled, Unknown) else port.enabled.value
        addresses = [fact for fact in port.addresses if isinstance(fact, Stated)]
        words.append((port.name, port.kind, enabled, *[fact.value for fact in addresses]))
        told = port.description if isinstance(port.description, Stated) else None
        descriptions.append(told.value if told else "")
        places += [*[fact.source for fact in addresses], told.source if told else None]
    return tuple(words), tuple(descriptions), tuple(places)


def moved(links: tuple[Link, ...], places: dict[Source, Source]) -> tuple[Link, ...]:
    """Return links whose lines are elsewhere now; the same ones where none is."""
    if all(old == new for old, new in places.items()):
        return links
    found = []
    for link in links:
        source = places.get(link.source)
        if source is not None and source != link.source:
            length = link.length_m
            length = replace(length, source=source) if length.source == link.source else length
            link = replace(link, length_m=length, source=source)
        found.append(link)
    return tuple(found)


def shared_look(port: AnyPort, likeness: Likeness) -> object:
    """Return what `ports_look` does of one port but for its name and addresses; `likeness` numbers what is shared."""
    return likeness.plain(_SHARED(port)), bool(port.addresses), _qos_look(port.qos, likeness)


def ports_look(device: Device, likeness: Likeness) -> object:
    """Return all of a switch's ports that the analysis of paths looks at, without places.

    Left out are queues and their marking, buffers, MTUs and descriptions. Where this and `routing_look` are equal, so
    are paths.
    """
    return tuple([(likeness.plain(_OF_PORT(port)), _qos_look(port.qos, likeness)) for port in device.ports])


def routing_look(device: Device, likeness: Likeness, hosts: Set[Block]) -> object:
    """Return what else of a switch the analysis of paths looks at, but for routes that drop what is for no host.

    `hosts` are the blocks in which subnets of the fabric lie.
    """
    return (
        device.name,
        device.os,
        likeness.plain((device.role, device.asn, device.overlay)),
        bool(device.routing.static_routes),
        likeness.plain(HostRoutes(hosts).onward(device.routing)),
    )


def path_facts(device: Device, hosts: Set[Block]) -> object:
    """Return what both looks do, with the places of everything: where these are equal, findings show the same."""
    return (
        device.source,
        device.role,
        device.asn,
        device.overlay,
        HostRoutes(hosts).onward(device.routing),
        [(port.source, _OF_PORT(port), *_qos_facts(port.qos)) for port in device.ports],
    )


def _qos_facts(qos: PortQos) -> tuple[object, ...]:
    return qos.classification, _pausing_of(qos.priorities), _paused_of(qos.classes), _OF_QOS(qos)


def _qos_look(qos: PortQos, likeness: Likeness) -> object:
    """Return the look of a port's QoS; parts that many ports of a switch share are looked at once."""
    return (
        likeness.part(qos.classification, _whole),
        likeness.part(qos.priorities, _pausing_of),
        likeness.part(qos.classes, _paused_of),
        *map(likeness.plain, _OF_QOS(qos)),
    )


def _whole(part: object) -> object:
    return part


def _pausing_of(priorities: tuple[Priority, ...]) -> object:
    """Return what of priorities decides about pauses; the rest is sizes."""
    return tuple([(one.generates_pause, one.honours_pause, one.paused_queues) for one in priorities])


def _paused_of(classes: tuple[TrafficClass, ...]) -> object:
    """Return what of classes decides about pauses."""
    return tuple([(one.name, one.queue, one.pause_priorities) for one in classes])

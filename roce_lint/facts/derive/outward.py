"""What of a switch decides about the rest of the fabric: what it says of cables, and where packets go through it."""

from __future__ import annotations

from collections.abc import Iterable, Set
from operator import attrgetter
from typing import TypeAlias

from roce_lint.facts.addresses import BITS, Subnet, interface_of, subnet_of
from roce_lint.facts.derive.likeness import Likeness
from roce_lint.facts.fact import Source, Stated, Unknown
from roce_lint.facts.model import Device, Link, Port
from roce_lint.facts.qos import PortQos
from roce_lint.facts.routing import Routing, StaticRoute
from roce_lint.facts.twin import stated_addresses
from roce_lint.values import field_names, replace

Words: TypeAlias = tuple[tuple[object, ...], ...]
Places: TypeAlias = tuple[Source | None, ...]
Block: TypeAlias = tuple[int, int]
"""The first bits of an address, with the IP version: enough to tell that a route covers no subnet of the fabric."""
_BLOCK = {4: 16, 6: 32}


_NOT_ON_PATHS = frozenset({"source", "description", "qos", "ip_mtu_bytes", "frame_mtu_bytes"})
_OF_PORT = attrgetter(*(name for name in field_names(Port) if name not in _NOT_ON_PATHS))
_TAKEN_APART = frozenset({"queues", "priorities", "classes"})
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


def blocks_of(ports: Iterable[Port]) -> frozenset[Block]:
    """Return the blocks in which the subnets of ports lie."""
    found: set[Block] = set()
    told: set[tuple[str, str]] = set()
    for port in ports:
        for text in stated_addresses(port):
            # What differs in the last octet of IPv4 lies in one block.
            key = text[: text.rfind(".") + 1] or text, text[text.rfind("/") :]
            if key not in told and (interface := interface_of(text)) is not None:
                told.add(key)
                found.add(_block(interface.subnet))
    return frozenset(found)


def _block(subnet: Subnet) -> Block:
    return subnet.version, subnet.number >> (BITS[subnet.version] - _BLOCK[subnet.version])


def blocks_passed_by(routing: Routing, hosts: Set[Block]) -> frozenset[Block]:
    """Return the blocks of the routes that `onward` leaves out."""
    passed = [subnet_of(route.prefix) for route in routing.static_routes if not _counts(route, hosts)]
    return frozenset(_block(subnet) for subnet in passed if subnet is not None)


def _counts(route: StaticRoute, hosts: Set[Block]) -> bool:
    """Say whether a route may decide about packets for a host."""
    return not route.discards or _may_cover(route, hosts)


def _may_cover(route: StaticRoute, hosts: Set[Block]) -> bool:
    subnet = subnet_of(route.prefix)
    return subnet is None or subnet.length < _BLOCK[subnet.version] or _block(subnet) in hosts


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
        likeness.plain(onward(device.routing, hosts)),
    )


def path_facts(device: Device, hosts: Set[Block]) -> object:
    """Return what both looks do, with the places of everything: where these are equal, findings show the same."""
    return (
        device.source,
        device.role,
        device.asn,
        device.overlay,
        onward(device.routing, hosts),
        [(port.source, _OF_PORT(port), _OF_QOS(port.qos), *_pausing(port.qos)) for port in device.ports],
    )


def onward(routing: Routing, hosts: Set[Block]) -> Routing:
    """Return routing without static routes that drop what is for no host."""
    onward = tuple(route for route in routing.static_routes if _counts(route, hosts))
    return replace(routing, static_routes=onward)


def _qos_look(qos: PortQos, likeness: Likeness) -> object:
    return (
        tuple([likeness.number(part) if isinstance(part, tuple) else likeness.plain(part) for part in _OF_QOS(qos)]),
        *map(likeness.plain, _pausing(qos)),
    )


def _pausing(qos: PortQos) -> tuple[tuple[object, ...], tuple[object, ...]]:
    """Return what decides about pauses: of priorities, and of classes; the rest of them is sizes."""
    return (
        tuple([(one.generates_pause, one.honours_pause, one.paused_queues) for one in qos.priorities]),
        tuple([(one.name, one.queue, one.pause_priorities) for one in qos.classes]),
    )

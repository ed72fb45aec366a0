"""Merge what two files say of one node or port: the first known value holds."""

from __future__ import annotations

from typing import TypeVar

from roce_lint.infiniband.ib_fabric import IbNode, IbPort
from roce_lint.infiniband.ib_records import PortRecord
from roce_lint.model.fact import Fact, Unknown
from roce_lint.values import replace

T = TypeVar("T")


def first_known(*facts: Fact[T]) -> Fact[T]:
    """Return the first fact with a value, or the first one where none has."""
    return next((fact for fact in facts if not isinstance(fact, Unknown)), facts[0])


def merge_nodes(one: IbNode, other: IbNode) -> IbNode:
    """Return a node with everything that two files say of it; the first one's name holds."""
    if one is other:
        return one
    ports = {port.number: port for port in one.ports}
    for port in other.ports:
        ports[port.number] = merge_ports(ports[port.number], port) if port.number in ports else port
    return replace(
        one,
        name=one.name or other.name,
        system_guid=first_known(one.system_guid, other.system_guid),
        port_count=first_known(one.port_count, other.port_count),
        ports=tuple(ports[number] for number in sorted(ports)),
    )


def merge_ports(one: IbPort, other: IbPort) -> IbPort:
    """Return a port with everything that two files say of it."""
    return IbPort(
        number=one.number,
        guid=one.guid or other.guid,
        lid=first_known(one.lid, other.lid),
        lmc=first_known(one.lmc, other.lmc),
        width_lanes=first_known(one.width_lanes, other.width_lanes),
        speed=first_known(one.speed, other.speed),
        mtu_bytes=first_known(one.mtu_bytes, other.mtu_bytes),
        pkey_capacity=first_known(one.pkey_capacity, other.pkey_capacity),
        pkeys=first_known(one.pkeys, other.pkeys),
        is_sm=first_known(one.is_sm, other.is_sm),
        source=one.source,
    )


def with_record(port: IbPort, record: PortRecord) -> IbPort:
    """Return a port with what a record adds to it; the larger table holds, since a lone entry shows no capacity."""
    pkeys, capacity = first_known(port.pkeys, record.pkeys), first_known(port.pkey_capacity, record.pkey_capacity)
    if not isinstance(port.pkeys, Unknown) and not isinstance(record.pkeys, Unknown):
        longer = record.pkeys if len(record.pkeys.value) > len(port.pkeys.value) else port.pkeys
        shorter = port.pkeys if longer is record.pkeys else record.pkeys
        merged = tuple(
            key or (shorter.value[index] if index < len(shorter.value) else 0) for index, key in enumerate(longer.value)
        )
        pkeys = replace(longer, value=merged)
    return replace(
        port,
        lid=first_known(port.lid, record.lid),
        lmc=first_known(port.lmc, record.lmc),
        width_lanes=first_known(port.width_lanes, record.width_lanes),
        speed=first_known(port.speed, record.speed),
        mtu_bytes=first_known(port.mtu_bytes, record.mtu_bytes),
        pkey_capacity=capacity,
        pkeys=pkeys,
        is_sm=first_known(port.is_sm, record.is_sm),
    )

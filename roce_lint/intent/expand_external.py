"""Neighbours outside the fabric: their cables, and what their sessions carry."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping, Sequence

from roce_lint.intent.expand_ports import ChosenPorts, breakout_of, lane_of
from roce_lint.intent.expand_topology import PlannedCable, Switch
from roce_lint.intent.explain import did_you_mean_device
from roce_lint.intent.faults import IntentFaults
from roce_lint.intent.link_entries import Pin
from roce_lint.intent.model import Intent
from roce_lint.intent.plan import ExternalPlan
from roce_lint.intent.yaml_positions import YamlPath


def external_cables(
    intent: Intent, switches: Sequence[Switch], taken: Sequence[str], faults: IntentFaults
) -> tuple[tuple[PlannedCable, ...], dict[tuple[str, PlannedCable], Pin]]:
    """Return a cable for each neighbour and the ports that are named; `taken` are the names of all devices."""
    names = [one.name for one in switches]
    used = set(taken)
    cables: list[PlannedCable] = []
    pins: dict[tuple[str, PlannedCable], Pin] = {}
    for number, one in enumerate(intent.external):
        at: YamlPath = ("external", number)
        if one.name in used:
            faults.refuse((*at, "name"), f"{one.name} is the name of another device")
        used.add(one.name)
        if one.device not in names:
            hint = did_you_mean_device(one.device, names)
            faults.refuse((*at, "device"), f"no switch is called {one.device!r}{hint}")
            continue
        cable = PlannedCable(one.name, "", one.device, 0, one.speed, 0, is_external=True)
        cables.append(cable)
        if one.port is not None:
            pins[one.device, cable] = Pin(one.device, one.port, (*at, "port"))
    _check_addresses(intent, faults)
    return tuple(cables), pins


def _check_addresses(intent: Intent, faults: IntentFaults) -> None:
    """Complain about addresses that are not those of one link, or that the fabric has."""
    pools = intent.addressing
    seen: list[ipaddress.IPv4Network] = []
    for number, one in enumerate(intent.external):
        at: YamlPath = ("external", number)
        own, peer = ipaddress.IPv4Interface(one.address), ipaddress.IPv4Address(one.neighbor)
        if peer not in own.network or peer == own.ip:
            faults.refuse((*at, "neighbor"), f"{peer} must be another address in {own.network}, as the port has")
        for name in ("loopbacks", "vteps", "fabric", "hosts"):
            if own.network.overlaps(ipaddress.IPv4Network(getattr(pools, name))):
                faults.refuse((*at, "address"), f"{own.network} overlaps with the pool addressing.{name}")
        if any(own.network.overlaps(other) for other in seen):
            faults.refuse((*at, "address"), f"{own.network} is the subnet of another neighbour")
        seen.append(own.network)


def plan_externals(
    intent: Intent,
    cables: Sequence[PlannedCable],
    switches: Sequence[Switch],
    ports: ChosenPorts,
    numbers: Mapping[str, int],
    faults: IntentFaults,
) -> tuple[ExternalPlan, ...]:
    """Return the neighbours with the port of each; AS numbers that are the switch's own are complained about."""
    platforms = {one.name: one.platform for one in switches}
    by_name = {cable.lower: cable for cable in cables}
    found: list[ExternalPlan] = []
    for number, one in enumerate(intent.external):
        cable = by_name.get(one.name)
        port = ports.get((one.device, cable)) if cable is not None else None
        if port is None:
            continue
        if numbers.get(one.device) == one.asn:
            message = f"AS {one.asn} is that of {one.device}; sessions to neighbours outside are eBGP"
            faults.refuse(("external", number, "asn"), message)
        found.append(
            ExternalPlan(
                name=one.name,
                device=one.device,
                port=port.name,
                cage=port.cage.cage,
                lane=lane_of(platforms[one.device], port),
                breakout=breakout_of(port),
                speed_gbps=one.speed,
                address=one.address,
                neighbor=one.neighbor,
                asn=one.asn,
                mtu_bytes=one.mtu,
                announced=one.announce or (intent.addressing.hosts,),
                accepted=one.accept,
            )
        )
    return tuple(found)

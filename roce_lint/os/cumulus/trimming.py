"""Packet trimming: `system forwarding packet-trim`, its profile, and the traffic classes of ports that it cuts.

Released from 5.14 on, for Spectrum-4 and later. Source: CUG, Packet Trimming (5.14 to 5.19); NVUE.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.model.port import Port
from roce_lint.model.terms import PortKind
from roce_lint.model.trimming import PacketTrimming, PortDscp, TrimmingQueue
from roce_lint.os.cumulus import defaults
from roce_lint.os.cumulus.grammar import grammar, is_from
from roce_lint.os.cumulus.interfaces import InterfaceReader
from roce_lint.os.cumulus.qos import HOST_GROUP, NETWORK_GROUP, QosReader
from roce_lint.os.cumulus.settings import child, entries, is_on, stated
from roce_lint.os.tree.leaf_diagnostics import LeafDiagnostics
from roce_lint.platforms.datum import value_or
from roce_lint.platforms.platform import SwitchPlatform
from roce_lint.text.tree import Node

FIRST_RELEASE = "5.14"
MODE = "lossy-multi-tc"
TRIM_SIZES = range(256, 1025, 4)
_PORT_LEVEL = "port-level"
_OF_PROFILE = ("1", "2", "3")
_GROUP_DSCPS = {HOST_GROUP: 21, NETWORK_GROUP: 11}
WITHOUT_TRIMMING = ("Spectrum-1", "Spectrum-2", "Spectrum-3")
_GUIDE = "CUG, Packet Trimming"
_BY_PROFILE = f"profile packet-trim-default sets it ({_GUIDE})"


def packet_trimming(
    root: Node,
    reader: InterfaceReader,
    qos: QosReader,
    ports: tuple[Port, ...],
    model: SwitchPlatform | None,
    releases: int,
    diagnostics: LeafDiagnostics,
) -> PacketTrimming | None:
    """Return how the switch trims packets; None where neither a line nor the mode of `qos roce` speaks of it."""
    if not any(releases & grammar().mask(one) for one in grammar().releases if is_from(one, FIRST_RELEASE)):
        return None
    block = child(root, "system", "forwarding", "packet-trim")
    named = stated(block, "profile")
    roce = qos.layers
    by_mode = Stated(MODE, roce.place) if roce.is_roce and roce.mode == MODE else None
    profile = named or by_mode
    ports_of = {name: one for name, one in reader.blocks.items() if child(one, "packet-trim") is not None}
    if block is None and profile is None and not ports_of:
        return None
    place = block.first_line if block is not None else profile.source if profile else _first(ports_of)
    said = is_on(block)
    on: Stated[bool] | Default[bool] = said or (
        Stated(True, profile.source) if profile else defaults.TRIMMING_OFF.at(place)
    )
    _refuse_platform(model, on, diagnostics)
    priority = stated(block, "switch-priority")
    traffic_class = _traffic_class(priority, profile, place)
    dscp, by_port = _dscp(block, place)
    service = stated(block, "service-port")
    _refuse_service_port(service, reader, diagnostics)
    return PacketTrimming(
        is_on=on,
        is_set_up=on,
        size_bytes=_size(block, profile, place, diagnostics),
        dscp=dscp,
        dscp_is_of_port=by_port,
        port_dscps=tuple(_port_dscps(traffic_class, ports, qos)) if by_port else (),
        traffic_class=traffic_class,
        class_is_stated=Stated(not isinstance(traffic_class, Unknown), traffic_class.source),
        queue=Unknown("trimmed packets leave by the traffic class of their switch priority", traffic_class.source),
        queue_follows_class=True,
        queues=tuple(_queues(reader, ports, profile if on.value else None, service, diagnostics)),
        dropping_queues=(),
        idle_profiles=(),
        trims_tunnelled=defaults.TRIMS_NO_VXLAN.at(place),
        smallest_size_bytes=Unknown("NVUE refuses other sizes", place),
        largest_size_bytes=Unknown("NVUE refuses other sizes", place),
        fixed_queue=Unknown("the queue of trimmed packets can be chosen", place),
    )


def _first(blocks: Mapping[str, Node]) -> Source:
    return next(found.first_line for one in blocks.values() if (found := child(one, "packet-trim")) is not None)


def _refuse_platform(
    model: SwitchPlatform | None, on: Stated[bool] | Default[bool], diagnostics: LeafDiagnostics
) -> None:
    asic = value_or(model.asic, "") if model else ""
    if on.value and any(asic.endswith(one) for one in WITHOUT_TRIMMING):
        because = f"packet trimming is for Spectrum-4 and later, and this switch has {asic}"
        diagnostics.refused("packet-trim", because, on.source)


def _traffic_class(priority: Stated[str] | None, profile: Stated[str] | None, place: Source) -> Fact[str]:
    if priority:
        return priority
    if profile:
        return Default("4", profile.source, _BY_PROFILE)
    return Unknown("no line gives trimmed packets a switch priority, and no source says which they get", place)


def _size(block: Node | None, profile: Stated[str] | None, place: Source, diagnostics: LeafDiagnostics) -> Fact[int]:
    found = stated(block, "size")
    if found is None:
        if profile:
            return Default(256, profile.source, _BY_PROFILE)
        return Unknown("no line states the size, and no source says which one holds", place)
    if found.value.isdecimal() and int(found.value) in TRIM_SIZES:
        return Stated(int(found.value), found.source)
    because = "the size of trimmed packets is a multiple of 4 from 256 to 1024"
    diagnostics.refused(f"packet-trim size {found.value}", because, found.source)
    return Unknown("NVUE does not take the value", found.source)


def _dscp(block: Node | None, place: Source) -> tuple[Fact[int], bool]:
    """Return the code point of trimmed packets, and whether each port has its own."""
    found = stated(block, "remark", "dscp")
    if found is None:
        return defaults.TRIM_DSCP.at(place), False
    if found.value == _PORT_LEVEL:
        return Unknown("the remark profile of each port gives trimmed packets their DSCP", found.source), True
    return Stated(int(found.value), found.source), False


def _port_dscps(traffic_class: Fact[str], ports: tuple[Port, ...], qos: QosReader) -> Iterator[PortDscp]:
    """Yield what the remark profile of each port gives the switch priority of trimmed packets."""
    priority = "" if isinstance(traffic_class, Unknown) else traffic_class.value
    for port in ports if priority else ():
        bound = qos.bound.get(port.name)
        if port.kind is not PortKind.ETHERNET or bound is None:
            continue
        name, named = bound.name("remark"), bound.profiles.get("remark")
        dscp = stated(qos.layers.profile("remark", name), "switch-priority", priority, "dscp")
        if dscp and dscp.value.isdecimal():
            yield PortDscp(port.name, Stated(int(dscp.value), dscp.source))
        elif name in _GROUP_DSCPS and named is not None and priority == "4":
            by_group = Default(_GROUP_DSCPS[name], named.source, f"profile {name} sets it ({_GUIDE})")
            yield PortDscp(port.name, by_group)
        else:
            because = f"no remark profile of the port gives switch priority {priority} a DSCP"
            yield PortDscp(port.name, Unknown(because, named.source if named else port.source))


def _queues(
    reader: InterfaceReader,
    ports: tuple[Port, ...],
    profile: Stated[str] | None,
    service: Stated[str] | None,
    diagnostics: LeafDiagnostics,
) -> Iterator[TrimmingQueue]:
    """Yield the traffic classes whose packets are cut: those of lines, else those of the profile on every port."""
    for port in ports:
        listed = list(entries(reader.blocks.get(port.name), "packet-trim", "egress-eligibility", "traffic-class"))
        if port.kind is not PortKind.ETHERNET:
            if listed:
                because = "packets are trimmed at physical ports: set it on the members of a bond"
                diagnostics.refused("packet-trim egress-eligibility", because, listed[0].first_line)
            continue
        for one in listed:
            yield TrimmingQueue(port.name, int(one.name), one.first_line)
        if profile is not None and not listed and not (service and service.value == port.name):
            for number in _OF_PROFILE:
                yield TrimmingQueue(port.name, int(number), profile.source)


def _refuse_service_port(service: Stated[str] | None, reader: InterfaceReader, diagnostics: LeafDiagnostics) -> None:
    """Report what the port that brings trimmed packets back must not have."""
    block = reader.blocks.get(service.value) if service else None
    for path in (("qos",), ("packet-trim",), ("router", "adaptive-routing")):
        found = child(block, *path)
        if found is not None and service is not None:
            because = f"{service.value} is the service port of packet trimming, which takes no {' '.join(path)}"
            diagnostics.refused(f"interface {service.value} {' '.join(path)}", because, found.first_line)

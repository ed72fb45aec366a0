"""Read a configuration of NVUE, in any form and of any release, into the vendor-neutral model."""

from __future__ import annotations

from roce_lint.model.adaptive_routing import AdaptiveRouting
from roce_lint.model.device import Device, DeviceBuffer, LoadBalancing
from roce_lint.model.diagnostics import Diagnostics
from roce_lint.model.fact import Fact, Source, Stated, Unknown
from roce_lint.model.reading import Reading
from roce_lint.model.routing import Routing
from roce_lint.os.cumulus import defaults
from roce_lint.os.cumulus.access_lists import packet_filters
from roce_lint.os.cumulus.accounting import account
from roce_lint.os.cumulus.adaptive_routing import adaptive_routing
from roce_lint.os.cumulus.bridging import (
    bridge_domains,
    ethernet_segments,
    overlay,
    peer_links,
    tunnels,
    virtual_addresses,
)
from roce_lint.os.cumulus.bridging_conflicts import report_conflicts
from roce_lint.os.cumulus.configuration import NvueTree, parse_configuration, parse_linux_files
from roce_lint.os.cumulus.detect import is_of_dpu
from roce_lint.os.cumulus.interfaces import InterfaceReader
from roce_lint.os.cumulus.layers import QosLayers
from roce_lint.os.cumulus.linux_files import is_linux_file
from roce_lint.os.cumulus.qos import KINDS, QosReader
from roce_lint.os.cumulus.routing import read_routing, report_dead_sessions
from roce_lint.os.cumulus.settings import child, is_on, stated, switch
from roce_lint.os.cumulus.trimming import packet_trimming
from roce_lint.os.frr.reader import FrrReader, FrrText, hostname_of, is_frr, most_paths
from roce_lint.os.references import StructureUsers, with_users
from roce_lint.os.tree.leaf_diagnostics import LeafDiagnostics
from roce_lint.platforms.catalog import platform_of_device_text
from roce_lint.platforms.datum import from_catalogue, value_or
from roce_lint.platforms.platform import SwitchPlatform
from roce_lint.text.device_names import device_name_from_path
from roce_lint.text.document import Document
from roce_lint.text.tree import Node
from roce_lint.values import replace

_UNNAMED = ("startup", "nvue", "config", "startup.yaml")


def read_cumulus(document: Document) -> Reading:
    """Return the device that a file of NVUE describes, with everything in it that was not understood. Never raises."""
    if is_of_dpu(document.text):
        diagnostics = Diagnostics(document.path, device_name_from_path(document.path))
        because = "this is NVUE of HBN on a BlueField DPU, which routes inside a host: it is not read"
        diagnostics.not_understood("", because, diagnostics.whole_file)
        return Reading((), (), diagnostics.unread_lines())
    found = parse_configuration(document.path, document.text)
    hostname = stated(found.root, "system", "hostname")
    name = hostname.value if hostname else found.prompt or name_from_path(document.path)
    diagnostics = LeafDiagnostics(document.path, name, document.text)
    device = _device(found, diagnostics)
    account(found, diagnostics)
    device = replace(device, refused_settings=diagnostics.refused_settings())
    return Reading((device,), (), diagnostics.unread_lines())


def read_files(documents: tuple[Document, ...], _alone: tuple[Reading, ...]) -> Reading | None:
    """Return the switch without NVUE that several files describe, FRRouting's among them; None for other files."""
    own = [one for one in documents if is_linux_file(one.text)]
    routing = tuple(FrrText(one) for one in documents if one not in own and is_frr(one.text))
    if not own or len(own) + len(routing) < len(documents):
        return None
    names = [hostname_of(one.document.text) for one in routing]
    name = next(filter(None, names), name_from_path(own[0].path))
    diagnostics = LeafDiagnostics(own[0].path, name, own[0].text)
    found = parse_linux_files(own)
    device = _device(found, diagnostics)
    account(found, diagnostics)
    device = replace(device, refused_settings=diagnostics.refused_settings())
    of_routing = Diagnostics(own[0].path, name)
    if routing:
        device = FrrReader(routing, defaults.MAXIMUM_PATHS, of_routing).with_routing(device)
    return Reading((device,), (), (*diagnostics.unread_lines(), *of_routing.unread_lines()))


def names(device: Device) -> frozenset[str]:
    """Return what may name the switch of a file: its host name, and the folder that holds `etc`."""
    return frozenset((device.name, name_from_path(device.source.file)))


def incomplete(device: Device) -> str:
    """Return nothing: each file says something by itself."""
    return ""


def name_from_path(path: str) -> str:
    """Return the name of the folder that holds `etc` of a switch, else what the file is called after."""
    before, etc, _ = f"/{path}".rpartition("/etc/")
    folder = before.rpartition("/")[2] if etc else ""
    return folder or device_name_from_path(path)


def _device(found: NvueTree, diagnostics: LeafDiagnostics) -> Device:
    root, whole = found.root, diagnostics.whole_file
    platform, model = _platform(found, whole)
    layers = QosLayers(root, found.mask, whole, of_files=found.is_linux, unset=found.unset)
    qos = QosReader(layers, diagnostics)
    reader = InterfaceReader(root, qos, model, diagnostics)
    ports = tuple(reader.ports())
    qos.report_conflicts()
    lines = read_routing(root, diagnostics.file)
    report_dead_sessions(root, ports, diagnostics)
    report_conflicts(root, reader, ports, diagnostics)
    routed = lines.routing(ports)
    endpoints = tunnels(root)
    routing = replace(
        routed,
        peer_links=peer_links(root, reader),
        ethernet_segments=ethernet_segments(root, reader),
        bridge_domains=bridge_domains(root, reader, ports),
        tunnels=endpoints,
        virtual_addresses=virtual_addresses(reader),
    )
    idle = qos.idle()
    filters, _ = packet_filters(root, diagnostics)
    adaptive = adaptive_routing(root, reader, ports, value_or(model.asic, "") if model else "", diagnostics)
    return Device(
        name=diagnostics.device,
        os="cumulus",
        source=whole,
        platform=platform,
        release=found.release or Unknown("the file has no header with the version", whole),
        role=Unknown("a configuration of Cumulus Linux does not state the device's place in the fabric", whole),
        asn=_asn(root, routing, whole),
        ports=ports,
        nics=(),
        buffer=_buffer(model, whole),
        load_balancing=_balancing(root, adaptive, routing, whole),
        overlay=overlay(root, whole),
        undefined_references=(
            *with_users(
                diagnostics.undefined_references(),
                KINDS,
                lambda: StructureUsers(qos.uses, lambda use: frozenset()),
                ports,
            ),
            *lines.undefined("", ports, routing),
        ),
        idle_pfc_definitions=tuple(one for one in idle if one.pauses),
        idle_policies=idle,
        routing=routing,
        packet_filters=filters,
        adaptive_routing=adaptive,
        trimming=packet_trimming(root, reader, qos, ports, model, found.mask, diagnostics),
        names_roce=qos.layers.is_roce,
    )


def _platform(found: NvueTree, whole: Source) -> tuple[Fact[str], SwitchPlatform | None]:
    model = found.model
    known = platform_of_device_text("cumulus", model.value) if model else None
    if model is None or not isinstance(known, SwitchPlatform):
        because = f"the catalogue holds no {model.value}" if model else "the file has no header with the model"
        return Unknown(because, model.source if model else whole), None
    return Stated(known.id, model.source), known


def _asn(root: Node, routing: Routing, whole: Source) -> Fact[int]:
    main = next((one for one in routing.bgp if one.vrf == "default"), None)
    found = main or next(iter(routing.bgp), None)
    return found.asn if found else Unknown("no BGP is configured", whole)


def _buffer(model: SwitchPlatform | None, whole: Source) -> DeviceBuffer:
    none = Unknown("a configuration of Cumulus Linux does not state it", whole)
    total: Fact[int] = from_catalogue(model.buffer.total_bytes, whole) if model else none
    cell: Fact[int] = from_catalogue(model.buffer.cell_bytes, whole) if model else none
    return DeviceBuffer(total, none, none, cell, defaults.NOT_VOQ.at(whole))


def _balancing(root: Node, adaptive: AdaptiveRouting | None, routing: Routing, whole: Source) -> LoadBalancing:
    hashing = switch(child(root, "system", "forwarding", "ecmp-hash"), "source-port")
    on = is_on(child(root, "router", "adaptive-routing"))
    sprays: Fact[bool] = on or defaults.NO_SPRAY.at(whole)
    if on is not None and on.value and (adaptive is None or not adaptive.interfaces):
        sprays = Unknown("adaptive routing is on, and no interface of it is enabled", on.source)
    fabric = replace(routing, bgp=tuple(one for one in routing.bgp if one.vrf == "default") or routing.bgp)
    return LoadBalancing(hashing or defaults.HASH_USES_PORTS.at(whole), sprays, most_paths(fabric, whole))

"""Read an SR Linux configuration: any form, any release from 23.10 on, into the vendor-neutral model."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from roce_lint.model.device import Device, Port, UndefinedReference
from roce_lint.model.fact import Source, Unknown
from roce_lint.model.reading import Reading
from roce_lint.model.routing import BgpProcess, IgpProcess, Routing, StaticRoute
from roce_lint.os.industry_cli.undefined_policies import undefined_policies
from roce_lint.os.management_ports import management_ports
from roce_lint.os.references import StructureKind, missing, with_users
from roce_lint.os.srlinux.accounting import account
from roce_lint.os.srlinux.bindings import read_bindings
from roce_lint.os.srlinux.bridging import (
    read_bridge_domains,
    read_ethernet_segments,
    read_tunnels,
    read_virtual_addresses,
)
from roce_lint.os.srlinux.chassis import Family, family_by_evidence, generation_of, platform_of, release_of
from roce_lint.os.srlinux.forms import parse_configuration
from roce_lint.os.srlinux.instances import Instances, default_instance, read_asn, read_instances
from roce_lint.os.srlinux.interfaces import PortReader
from roce_lint.os.srlinux.overlay import read_buffer, read_load_balancing, read_overlay
from roce_lint.os.srlinux.parsed import Parsed
from roce_lint.os.srlinux.port_filters import packet_filters
from roce_lint.os.srlinux.port_qos import SrlinuxQosReader
from roce_lint.os.srlinux.refusals import find_refusals
from roce_lint.os.srlinux.refused_interfaces import find_idle_bfd, find_refused_interfaces, find_unrouted_addresses
from roce_lint.os.srlinux.releases import SRL_RELEASES
from roce_lint.os.srlinux.routing_bgp import read_bgp
from roce_lint.os.srlinux.routing_igp import read_igps, read_static_routes
from roce_lint.os.srlinux.routing_policy import PolicyReader
from roce_lint.os.srlinux.structures import KINDS, idle_policies, structure_users
from roce_lint.os.tree.leaf_diagnostics import LeafDiagnostics
from roce_lint.text.device_names import device_name_from_path
from roce_lint.text.document import Document
from roce_lint.text.patterns import lazy_pattern
from roce_lint.text.tree import Node, Unplaced

_PROMPT_NAME = lazy_pattern(r"^[A-Z]:(?:[\w.-]+@)?([\w.-]+)#", re.MULTILINE)
_ON_ALL = lazy_pattern(
    r"^(?:\S+[#>][ \t]*)?(?:discard[ \t]+(?:now|stay)"
    r"|load[ \t]+(?:factory|startup|rescue|checkpoint|file|json)|rollback|quit"
    r"|source[ \t]"
    r"|tools[ \t/]+system[ \t/]+configuration[ \t/]+(?:checkpoint|rescue)[^\n]*[ \t](?:load|revert))\b[^\n]*",
    re.MULTILINE,
)
"""Commands that drop or replace the candidate (Nokia SR Linux Configuration Basics Guide, configuration management)."""
_ACTS_ON_ALL = "it acts on the configuration as a whole, and is not evaluated"


def read_srlinux(document: Document) -> Reading:
    """Return the device that an SR Linux configuration describes, and every line that was not understood.

    The text may be JSON (a startup file with module prefixes, `info | as json` without), flat `set / ...` lines, or
    the braces of `info`, of any release from 23.10 to 25.10; it may be cut off anywhere. Never raises.
    """
    parsed = parse_configuration(document.path, document.text)
    root = parsed.root
    diagnostics = LeafDiagnostics(document.path, _name_of(root, document), document.text)
    device = _device(parsed, diagnostics)
    account(parsed, diagnostics)
    for found in _ON_ALL.finditer(document.text):
        line = document.text.count("\n", 0, found.start()) + 1
        diagnostics.not_understood(found[0].strip(), _ACTS_ON_ALL, Source(document.path, line, line))
    return Reading((device,), (), diagnostics.unread_lines())


def _device(parsed: Parsed, diagnostics: LeafDiagnostics) -> Device:
    root = parsed.root
    qos = root.at("qos")
    release = release_of(parsed.header, diagnostics.file)
    diagnostics.release = SRL_RELEASES.of(release)
    platform, family = platform_of(parsed.header, diagnostics.file)
    if family is Family.UNKNOWN:
        family = family_by_evidence(qos)
    bindings = read_bindings(root, diagnostics)
    generation = generation_of(release, root)
    maker = SrlinuxQosReader(root, bindings, family, generation, diagnostics)
    instances = read_instances(root)
    ports = tuple(PortReader(root, bindings, instances, maker, diagnostics).ports())
    overlay = read_overlay(root, maker.rewrites, ports, diagnostics)
    balancing = read_load_balancing(root, diagnostics)
    whole = Source(diagnostics.file, 0, 0)
    find_refusals(parsed, family, generation, platform, release, diagnostics)
    find_refused_interfaces(root, diagnostics)
    find_idle_bfd(root, diagnostics)
    find_unrouted_addresses(ports, instances, diagnostics)
    find_switched_off(root, diagnostics)
    idle = idle_policies(root, bindings)
    routing = read_routing(root, instances, ports, parsed.unplaced)
    return Device(
        name=diagnostics.device,
        os="srlinux",
        source=whole,
        platform=platform,
        release=release,
        role=Unknown("an SR Linux configuration does not state the device's place in the fabric", whole),
        asn=read_asn(root, diagnostics),
        ports=ports,
        nics=(),
        buffer=read_buffer(qos, family, diagnostics),
        load_balancing=balancing,
        overlay=overlay,
        undefined_references=(
            *with_users(diagnostics.undefined_references(), KINDS, lambda: structure_users(root), ports),
            *undefined_policies(routing, "routing policy"),
            *undefined_groups(root),
        ),
        refused_settings=(*diagnostics.refused_settings(), *management_ports(ports)),
        idle_pfc_definitions=tuple(one for one in idle if one.pauses),
        idle_policies=idle,
        routing=routing,
        packet_filters=packet_filters(root, {port.name for port in ports}),
    )


def _name_of(root: Node, document: Document) -> str:
    """Return the host name that the configuration states, else a prompt's, else what the file's name suggests."""
    stated = root.at("system/name").take("host-name")
    if stated.value:
        return stated.value
    prompt = _PROMPT_NAME.search(document.text)
    return prompt[1] if prompt else device_name_from_path(document.path)


def undefined_groups(root: Node) -> tuple[UndefinedReference, ...]:
    """Return the groups that are missing, in order of place; each instance has its own."""
    found = [one for instance in root.entries("network-instance") for one in _of_instance(instance)]
    return tuple(sorted(set(found), key=lambda one: (one.source, one.name)))


def _of_instance(instance: Node) -> Iterator[UndefinedReference]:
    protocols = instance.at("protocols")
    if not protocols.has("bgp"):
        return
    bgp = protocols.at("bgp")
    defined = {group.key for group in bgp.entries("group")}
    dynamic = bgp.at("dynamic-neighbors")
    sessions = (*bgp.entries("neighbor"), *dynamic.entries("interface"), *dynamic.select("accept/match"))
    leaves = [leaf for one in sessions if (leaf := one.get("peer-group")) is not None]
    yield from missing(_GROUP, [(leaf.value, leaf.source) for leaf in leaves], defined)


_GROUP = StructureKind("BGP group")
_FORWARDING = ("ethernet-", "lag")
_OTHER_PROTOCOLS = ("isis", "ospf")


def find_switched_off(root: Node, diagnostics: LeafDiagnostics) -> None:
    """Report an `admin-state disable` by which no port of the default network-instance routes, or none learns.

    BGP beside another routing protocol may be off on purpose, and so may an instance without ports.
    """
    instance = default_instance(root)
    if not any(one.key.startswith(_FORWARDING) for one in instance.entries("interface")):
        return
    _report_disabled(
        instance,
        diagnostics,
        f"network-instance {instance.key}",
        "it is switched off, and no port of it routes anything",
    )
    protocols = instance.at("protocols")
    bgp = protocols.find("bgp")
    if bgp is not None and bgp.entries("neighbor") and not any(protocols.has(name) for name in _OTHER_PROTOCOLS):
        _report_disabled(bgp, diagnostics, "protocols bgp", "it is switched off, and no other protocol learns routes")


def _report_disabled(block: Node, diagnostics: LeafDiagnostics, name: str, because: str) -> None:
    state = block.get("admin-state")
    if state is not None and state.value == "disable":
        diagnostics.refused(name, because, state.source)


def read_routing(root: Node, instances: Instances, ports: tuple[Port, ...], unplaced: Sequence[Unplaced]) -> Routing:
    """Return the routing facts of one device; `ports` are those that were made of its interfaces."""
    names = {port.name for port in ports}

    def port_name(subinterface: str) -> str:
        """Return the port of a subinterface: a port of its own, or the interface where it is the only one."""
        return subinterface if subinterface in names else subinterface.rpartition(".")[0] or subinterface

    used: set[str] = set()
    bgp: list[BgpProcess] = []
    igp: list[IgpProcess] = []
    static: list[StaticRoute] = []
    for instance in root.entries("network-instance"):
        if instance.key in instances.bridges:
            continue
        process = read_bgp(instance.key, instance, used)
        if process is not None:
            bgp.append(process)
        igp.extend(read_igps(instance.key, instance, port_name, used))
        static.extend(read_static_routes(instance.key, instance, port_name))
    return Routing(
        bgp=tuple(bgp),
        igp=tuple(igp),
        static_routes=tuple(static),
        policies=PolicyReader(root, unplaced).policies(used),
        ethernet_segments=read_ethernet_segments(root),
        bridge_domains=read_bridge_domains(root, instances, port_name),
        tunnels=read_tunnels(root, instances, ports),
        virtual_addresses=read_virtual_addresses(root, port_name),
    )

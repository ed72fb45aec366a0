"""VLANs with their VNIs, tunnel endpoints, Ethernet segments and virtual addresses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from roce_lint.model.bridging import (
    NO_TARGETS,
    BridgeDomain,
    EthernetSegment,
    FloodReplication,
    PairedBundle,
    PairKind,
    PeerLink,
    RouteTargets,
    TunnelEndpoint,
    VirtualAddress,
    VniBinding,
)
from roce_lint.model.device import Overlay
from roce_lint.model.fact import Fact, Source, Stated, Unknown
from roce_lint.model.port import Port
from roce_lint.os.junos import network_defaults as defaults
from roce_lint.os.junos.instances import Instance, RoutingInstances
from roce_lint.os.junos.vlans import VlanEntry, Vlans
from roce_lint.text.tree import Node

_MINUTE = 60


def bridge_domains(root: Node, vlans: Vlans, ports: Iterable[Port]) -> tuple[BridgeDomain, ...]:
    """Return the VLANs with their ports."""
    members: dict[int, list[str]] = {}
    for port in ports:
        for number in port.values.vlans.value if isinstance(port.values.vlans, Stated) else ():
            members.setdefault(number, []).append(port.name)
    arp = root.at("system/arp").take("aging-timer")
    learning = root.at("protocols/l2-learning").take("global-mac-table-aging-time")
    found = []
    for vlan in vlans.every:
        block = vlan.block
        place = block.first_line
        gateway = block.take("l3-interface")
        own = block.at("switch-options").take("mac-table-aging-time")
        age = own if own.line else learning
        vni = _vni(block)
        suppressed: Fact[bool] = (defaults.ARP_SUPPRESSED if vni is not None else defaults.NO_ARP_SUPPRESSION).at(place)
        if (off := block.take("no-arp-suppression")).line:
            suppressed = Stated(False, off.source)
        found.append(
            BridgeDomain(
                name=vlan.name,
                vlan=vlan.number,
                ports=tuple(members.get(vlan.number, ())),
                gateway=gateway.value,
                mac_age_s=_number(age) or defaults.MAC_AGE_S.at(place),
                arp_age_s=_number(arp, _MINUTE) or defaults.ARP_AGE_S.at(place),
                floods_unknown_unicast=defaults.FLOODS.at(place),
                arp_suppressed=suppressed,
                vni=vni or defaults.NO_VNI.at(place),
                source=block.source,
                gateway_mac=_gateway_mac(root, gateway.value, place),
            )
        )
    return tuple(found)


def _gateway_mac(root: Node, gateway: str, place: Source) -> Fact[str]:
    """Return the MAC address that an IRB unit has on all leaves: its own, or that of its virtual gateway."""
    name, _, number = gateway.partition(".")
    interface = root.at("interfaces").entry("interface", name) if gateway else None
    unit = interface.entry("unit", number) if interface else None
    if unit is None:
        return Unknown("the VLAN has no IRB interface", place)
    has_virtual = any("virtual-gateway-address" in one.children for one in unit.at("family/inet").entries("address"))
    leaf = unit.take("virtual-gateway-v4-mac" if has_virtual else "mac")
    return Stated(leaf.value, leaf.source) if leaf.line else Unknown("no MAC address of the gateway is set", place)


def _number(leaf: Node, factor: int = 1) -> Stated[int] | None:
    if leaf.line and leaf.value.isdecimal() and len(leaf.value) < 12:
        return Stated(int(leaf.value) * factor, leaf.source)
    return None


def _vni(block: Node) -> Stated[int] | None:
    return _number(block.at("vxlan").take("vni"))


def virtual_addresses(root: Node) -> tuple[VirtualAddress, ...]:
    """Return the addresses that interfaces share with other switches: virtual gateways and VRRP."""
    found = []
    for interface in root.at("interfaces").entries("interface"):
        for unit in interface.entries("unit"):
            name = f"{interface.key}.{unit.key}"
            for family in ("inet", "inet6"):
                for address in unit.at(f"family/{family}").entries("address"):
                    leaf = address.take("virtual-gateway-address")
                    if leaf.line:
                        found.append(VirtualAddress(name, Stated(leaf.value, leaf.source)))
                    for group in address.entries("vrrp-group"):
                        shared = group.take("virtual-address")
                        found += [VirtualAddress(name, Stated(one, shared.source)) for one in shared.values]
    return tuple(found)


# EVPN


def ethernet_segments(root: Node) -> tuple[EthernetSegment, ...]:
    """Return the ports that EVPN attaches to several switches."""
    found = []
    for interface in root.at("interfaces").entries("interface"):
        holders = [(interface, interface.key)] + [(one, interface.key) for one in interface.entries("unit")]
        for holder, name in holders:
            block = holder.get("esi")
            if block is None:
                continue
            leaf = block.take("identifier")
            identifier: Fact[str] = Unknown("the ESI is derived from LACP and is not stated", block.first_line)
            if leaf.line:
                identifier = Stated(leaf.value.lower(), leaf.source)
            active, single = block.take("all-active"), block.take("single-active")
            block.pass_over()
            every: Fact[bool] = defaults.ALL_ACTIVE.at(block.first_line)
            for word in (active, single):
                every = Stated(word is active, word.source) if word.line else every
            system = interface.at("aggregated-ether-options/lacp").take("system-id")
            unset = Unknown("no system-id of LACP is set", block.first_line)
            found.append(
                EthernetSegment(
                    identifier,
                    Stated(name, block.first_line),
                    every,
                    block.source,
                    Stated(system.value.lower(), system.source) if system.line else unset,
                )
            )
    return tuple(found)


def peer_links(root: Node) -> tuple[PeerLink, ...]:
    """Return the link between two switches of MC-LAG."""
    bundles = []
    for interface in root.at("interfaces").entries("interface"):
        block = interface.find("aggregated-ether-options/mc-ae")
        number = _number(block.take("mc-ae-id")) if block is not None else None
        if block is not None and number is not None:
            bundles.append(PairedBundle(interface.key, number.value, block.source))
    peers = root.at("multi-chassis").entries("multi-chassis-protection")
    found = []
    for one in peers:
        leaf = next((each for each in one.entries("interface")), None)
        missing = Unknown("no interface of multi-chassis-protection is set", one.first_line)
        found.append(
            PeerLink(
                kind=PairKind.MC_LAG,
                domain=Unknown("the redundancy group is not read", one.first_line),
                port=Stated(leaf.key, leaf.first_line) if leaf is not None else missing,
                peer_address=Stated(one.key, one.first_line),
                bundles=tuple(bundles),
                source=one.source,
            )
        )
    return tuple(found)


def tunnels(root: Node, instances: RoutingInstances, vlans: Vlans) -> tuple[TunnelEndpoint, ...]:
    """Return the tunnel endpoints: of the device, and of MAC-VRFs with a source of their own."""
    found: list[TunnelEndpoint] = []
    for instance in instances.switched():
        leaf = _source_leaf(instance)
        if leaf is None:
            continue
        own = [one for one in vlans.every if one.instance is instance]
        bindings = [*_of_vlans(own, instance), *(_of_vrfs(instances) if not found else ())]
        address = _address_of(root, leaf.value)
        unset = Unknown(f"{leaf.value} has no address", leaf.source)
        found.append(
            TunnelEndpoint(
                interface="vtep" if instance is instances.main else f"vtep {instance.name}",
                source_interface=Stated(leaf.value, leaf.source),
                source_address=address or unset,
                replication=_replication(instance, own, leaf.source),
                flood_list=tuple(_flood_list(instance, own)),
                bindings=tuple(bindings),
                source=leaf.source,
            )
        )
    if not found and (routed := list(_of_vrfs(instances))):
        place = routed[0].source
        unset = Unknown("no vtep-source-interface is configured", place)
        found.append(
            TunnelEndpoint(
                interface="vtep",
                source_interface=unset,
                source_address=unset,
                replication=defaults.NO_REPLICATION.at(place),
                flood_list=(),
                bindings=tuple(routed),
                source=place,
            )
        )
    return tuple(found)


def _source_leaf(instance: Instance) -> Node | None:
    block = instance.block if instance.is_switched else instance.block.at("switch-options")
    for holder in (block, instance.block.at("switch-options")):
        found = holder.get("vtep-source-interface")
        if found is None:
            continue
        leaf = found if found.is_leaf else next(iter(found.leaves()), None)
        for one in found.leaves_below():
            one.accounted = True
        if leaf is not None and leaf.value:
            leaf.accounted = True
            return leaf
    return None


def _address_of(root: Node, unit: str) -> Stated[str] | None:
    name, _, number = unit.partition(".")
    block = root.at("interfaces").entry("interface", name)
    found = block.entry("unit", number or "0") if block is not None else None
    for family in ("inet", "inet6"):
        addresses = found.at(f"family/{family}").entries("address") if found is not None else []
        chosen = next((one for one in addresses if one.has("primary") or one.has("preferred")), None)
        if chosen is None and addresses:
            chosen = addresses[0]
        if chosen is not None:
            return Stated(chosen.key.partition("/")[0], chosen.first_line)
    return None


def _replication(instance: Instance, vlans: list[VlanEntry], place: Source) -> Fact[FloodReplication]:
    evpn = instance.block.find("protocols/evpn")
    for vlan in vlans:
        group = vlan.block.at("vxlan").take("multicast-group")
        if group.line:
            return Stated(FloodReplication.MULTICAST, group.source)
    if evpn is not None:
        return defaults.EVPN_FLOODS.at(evpn.first_line)
    for leaf in _lists(instance, vlans):
        return Stated(FloodReplication.STATIC_LIST, leaf.source)
    return defaults.NO_REPLICATION.at(place)


def _lists(instance: Instance, vlans: list[VlanEntry]) -> Iterator[Node]:
    for holder, name in (
        (instance.block.at("switch-options"), "remote-vtep-list"),
        (instance.block, "remote-vtep-list"),
        *((vlan.block.at("vxlan"), "static-remote-vtep-list") for vlan in vlans),
    ):
        leaf = holder.take(name)
        if leaf.line:
            yield leaf


def _flood_list(instance: Instance, vlans: list[VlanEntry]) -> Iterator[Stated[str]]:
    seen: set[str] = set()
    for leaf in _lists(instance, vlans):
        for value in leaf.values:
            if value not in seen:
                seen.add(value)
                yield Stated(value, leaf.source)


def _of_vlans(vlans: list[VlanEntry], instance: Instance) -> Iterator[VniBinding]:
    evpn = instance.block.at("protocols/evpn")
    options = {one.key: one for one in evpn.at("vni-options").entries("vni")}
    holder = instance.block if instance.is_switched else instance.block.at("switch-options")
    shared = _targets(holder.get("vrf-target"))
    for leaf in (evpn.take("extended-vni-list"), evpn.take("encapsulation")):
        leaf.accounted = True
    for vlan in vlans:
        vni = _vni(vlan.block)
        if vni is None:
            continue
        own = options.get(str(vni.value))
        targets = _targets(own.get("vrf-target")) if own is not None else NO_TARGETS
        targets = targets if targets is not NO_TARGETS else shared
        yield VniBinding(vni.value, vlan.number, "", vni.source, targets)


def _of_vrfs(instances: RoutingInstances) -> Iterator[VniBinding]:
    """Yield the VNIs of routes (EVPN type 5)."""
    for instance in instances.routed():
        leaf = instance.block.at("protocols/evpn/ip-prefix-routes").take("vni")
        number = _number(leaf)
        if number is not None:
            yield VniBinding(number.value, 0, instance.name, leaf.source, _targets(instance.block.get("vrf-target")))


def _targets(block: Node | None) -> RouteTargets:
    """Return the route targets of `vrf-target`: one for both directions, or one for each."""
    if block is None:
        return NO_TARGETS
    both = block.take("community")
    sides: list[Fact[frozenset[str]]] = []
    for name in ("import", "export"):
        leaf = block.take(name)
        leaf = leaf if leaf.line else both
        value = leaf.value.removeprefix("target:")
        sides.append(
            Stated(frozenset({value}), leaf.source)
            if leaf.line
            else Unknown("the route target is derived automatically", block.first_line)
        )
    return RouteTargets(*sides)


def overlay(endpoints: tuple[TunnelEndpoint, ...], whole: Source) -> Overlay:
    """Return whether the switch is a tunnel endpoint, and what is known of DSCP and ECN across its tunnels."""
    if not endpoints:
        none = Unknown("the device terminates no tunnel", whole)
        return Overlay(defaults.NO_TUNNEL.at(whole), none, none, none)
    place = endpoints[0].source
    outer = Unknown("where the outer DSCP comes from is in no statement, and not documented for every model", place)
    ecn = Unknown("whether VXLAN copies ECN is in no statement, and not documented for every model", place)
    return Overlay(Stated(True, place), outer, ecn, ecn)

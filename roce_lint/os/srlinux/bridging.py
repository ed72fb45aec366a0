"""MAC-VRFs as bridge domains, Ethernet segments, and VXLAN tunnel endpoints."""

from __future__ import annotations

from roce_lint.model.bridging import (
    NO_TARGETS,
    BridgeDomain,
    EthernetSegment,
    FloodReplication,
    RouteTargets,
    TunnelEndpoint,
    VirtualAddress,
    VniBinding,
)
from roce_lint.model.device import Port
from roce_lint.model.fact import Default, Fact, Stated, Unknown, known
from roce_lint.model.vendor_default import VendorDefault
from roce_lint.os.srlinux import defaults
from roce_lint.os.srlinux.instances import Instances
from roce_lint.os.tree.igp import PortOfSubinterface
from roce_lint.os.tree.leaf_diagnostics import plain_number
from roce_lint.text.tree import Node

_SYSTEM = "system0"


def read_bridge_domains(root: Node, instances: Instances, port_name: PortOfSubinterface) -> tuple[BridgeDomain, ...]:
    """Return the MAC-VRFs that have a port."""
    vnis = _vnis(root)
    interfaces = {interface.key: interface for interface in root.entries("interface")}
    found = []
    for instance in root.entries("network-instance"):
        if instance.key not in instances.bridges:
            continue
        subs = [name for name, holder in instances.holder.items() if holder.value == instance.key]
        if subs:
            found.append(_domain(instance, subs, instances.gateway.get(instance.key, ""), interfaces, vnis, port_name))
    return tuple(found)


def _domain(
    instance: Node,
    subs: list[str],
    gateway: str,
    interfaces: dict[str, Node],
    vnis: dict[str, Stated[int]],
    port_name: PortOfSubinterface,
) -> BridgeDomain:
    table = instance.at("bridge-table")
    vxlan = next((entry.key for entry in instance.entries("vxlan-interface")), "")
    discards = table.get("discard-unknown-dest-mac")
    floods: Fact[bool] = defaults.FLOODS.at(instance.first_line)
    if discards:
        floods = Stated(discards.value != "true", discards.source)
    proxy = table.get("proxy-arp")
    suppressed: Fact[bool] = defaults.NO_PROXY_ARP.at(instance.first_line)
    if proxy is not None:
        state = proxy.get("admin-state")
        suppressed = Stated(state is None or state.value == "enable", proxy.first_line)
    vlans = {_vlan_of(sub, interfaces) for sub in subs}
    return BridgeDomain(
        name=instance.key,
        vlan=vlans.pop() if len(vlans) == 1 else 0,
        ports=tuple(dict.fromkeys(port_name(sub) for sub in subs)),
        gateway=port_name(gateway) if gateway else "",
        mac_age_s=_mac_age(table, instance),
        arp_age_s=_arp_age(gateway, interfaces, instance),
        floods_unknown_unicast=floods,
        arp_suppressed=suppressed,
        vni=vnis.get(vxlan, defaults.NO_VNI.at(instance.first_line)),
        source=instance.source,
        gateway_mac=_gateway_mac(gateway, interfaces, instance),
    )


def _gateway_mac(gateway: str, interfaces: dict[str, Node], instance: Node) -> Fact[str]:
    """Return the MAC address of an anycast gateway, which follows from its virtual router id unless it is stated.

    Source: srl_nokia-if-ip YANG 25.3.1, anycast-gw-mac.
    """
    name, _, index = gateway.partition(".")
    sub = interfaces[name].entry("subinterface", index) if name in interfaces else None
    block = sub.get("anycast-gw") if sub else None
    if block is None:
        return Unknown("the VLAN has no anycast gateway", instance.first_line)
    leaf = block.get("anycast-gw-mac")
    if leaf:
        return Stated(leaf.value, leaf.source)
    router = plain_number(block.get("virtual-router-id"), defaults.VIRTUAL_ROUTER.at(block.first_line), 3)
    if isinstance(router, Unknown):
        return router
    derived = f"00:00:5e:00:01:{router.value:02x}"
    return Default(derived, router.source, f"it follows from virtual-router-id {router.value}")


def _mac_age(table: Node, instance: Node) -> Fact[int]:
    aging = table.at("mac-learning/aging")
    state = aging.get("admin-state")
    if state and state.value == "disable":
        return Stated(0, state.source)
    return plain_number(aging.get("age-time"), defaults.MAC_AGE_S.at(instance.first_line), 9)


def _arp_age(gateway: str, interfaces: dict[str, Node], instance: Node) -> Fact[int]:
    name, _, index = gateway.partition(".")
    default = defaults.ARP_AGE_S.at(instance.first_line)
    if name not in interfaces:
        return default
    sub = interfaces[name].entry("subinterface", index)
    return plain_number(sub.at("ipv4/arp").get("timeout"), default, 9) if sub else default


def _vlan_of(sub: str, interfaces: dict[str, Node]) -> int:
    name, _, index = sub.rpartition(".")
    block = interfaces[name].entry("subinterface", index) if name in interfaces else None
    leaf = block.at("vlan/encap/single-tagged").get("vlan-id") if block else None
    return int(leaf.value) if leaf and leaf.value.isdecimal() and len(leaf.value) < 5 else 0


def _vnis(root: Node) -> dict[str, Stated[int]]:
    """Return the VNI of each `vxlan1.10`."""
    found: dict[str, Stated[int]] = {}
    for tunnel in root.entries("tunnel-interface"):
        for vxlan in tunnel.entries("vxlan-interface"):
            vni = plain_number(vxlan.at("ingress").get("vni"), Unknown("", vxlan.first_line), 9)
            if isinstance(vni, Stated):
                found[f"{tunnel.key}.{vxlan.key}"] = vni
    return found


def read_virtual_addresses(root: Node, port_name: PortOfSubinterface) -> tuple[VirtualAddress, ...]:
    """Return that subinterfaces with VRRP have virtual addresses; which, is not read."""
    found = []
    for interface in root.entries("interface"):
        for sub in interface.entries("subinterface"):
            blocks = [block for version in ("ipv4", "ipv6") if (block := sub.get(version)) is not None]
            groups = [entry.get("vrrp") for block in blocks for entry in block.entries("address")]
            first = next((one for one in groups if one is not None), None)
            if first is not None:
                unknown = Unknown("the virtual addresses of VRRP are not read", first.first_line)
                found.append(VirtualAddress(port_name(f"{interface.key}.{sub.key}"), unknown))
    return tuple(found)


def read_tunnels(root: Node, instances: Instances, ports: tuple[Port, ...]) -> tuple[TunnelEndpoint, ...]:
    """Return one endpoint for each tunnel interface; its source is the address of `system0`."""
    vnis = _vnis(root)
    users: dict[str, Node] = {
        entry.key: instance
        for instance in root.entries("network-instance")
        for entry in instance.entries("vxlan-interface")
    }
    domains = {domain.name: domain.vlan for domain in read_bridge_domains(root, instances, lambda name: name)}
    of_tunnel: dict[str, list[str]] = {}
    for name in vnis:
        of_tunnel.setdefault(name.partition(".")[0], []).append(name)
    found = []
    for tunnel in root.entries("tunnel-interface"):
        mine = {name: vnis[name] for name in of_tunnel.get(tunnel.key, ())}
        if not mine:
            continue
        bindings = []
        evpn = False
        for name, vni in mine.items():
            instance = users.get(name)
            key = instance.key if instance is not None else ""
            bridged = key in instances.bridges
            evpn = evpn or (instance is not None and instance.at("protocols").has("bgp-evpn"))
            bindings.append(
                VniBinding(
                    vni.value,
                    domains.get(key, 0) if bridged else 0,
                    "" if bridged else key,
                    vni.source,
                    _targets(instance) if instance is not None else NO_TARGETS,
                )
            )
        source = VendorDefault(_SYSTEM, "a VTEP takes its address from system0", "srl_nokia-interfaces")
        kind = FloodReplication.EVPN if evpn else FloodReplication.NONE
        because = "bgp-evpn announces the network-instance" if evpn else "no bgp-evpn announces the network-instance"
        found.append(
            TunnelEndpoint(
                interface=tunnel.key,
                source_interface=source.at(tunnel.first_line),
                source_address=_system_address(ports, tunnel),
                replication=VendorDefault(kind, because).at(tunnel.first_line),
                flood_list=(),
                bindings=tuple(bindings),
                source=tunnel.source,
            )
        )
    return tuple(found)


def _targets(instance: Node) -> RouteTargets:
    """Return the route targets of a network-instance; those that it has none of are derived from its EVI."""
    vpn = instance.at("protocols/bgp-vpn")
    entries = [entry.at("route-target") for entry in vpn.entries("bgp-instance")]
    return RouteTargets(_values("import-rt", entries, instance), _values("export-rt", entries, instance))


def _values(name: str, entries: list[Node], instance: Node) -> Fact[frozenset[str]]:
    leaves = [leaf for entry in entries if (leaf := entry.get(name))]
    if not leaves:
        return Unknown("the device derives the route target from its AS number and EVI", instance.first_line)
    values = {value.removeprefix("target:") for leaf in leaves for value in leaf.values}
    return Stated(frozenset(values), leaves[0].source)


def _system_address(ports: tuple[Port, ...], tunnel: Node) -> Fact[str]:
    for port in ports:
        if port.name.partition(".")[0] == _SYSTEM and port.addresses:
            first = port.addresses[0]
            return first if isinstance(first, Unknown) else Stated(first.value.partition("/")[0], first.source)
    return Unknown("system0 has no address in this file", tunnel.first_line)


def read_ethernet_segments(root: Node) -> tuple[EthernetSegment, ...]:
    """Return the enabled Ethernet segments with their ports."""
    segments = root.at("system/network-instance/protocols/evpn/ethernet-segments")
    lacp_ids = {
        interface.key: Stated(leaf.value, leaf.source)
        for interface in (root.entries("interface") if segments.entries("bgp-instance") else ())
        if (leaf := interface.at("lag/lacp").get("system-id-mac")) is not None
    }
    found = []
    for instance in segments.entries("bgp-instance"):
        for segment in instance.entries("ethernet-segment"):
            state, esi = segment.get("admin-state"), segment.get("esi")
            if state is None or state.value != "enable":
                continue
            mode = segment.get("multi-homing-mode")
            all_active: Fact[bool] = defaults.ALL_ACTIVE.at(segment.first_line)
            if mode:
                all_active = Stated(mode.value == "all-active", mode.source)
            identifier = Stated(esi.value, esi.source) if esi else Unknown("no esi is stated", segment.first_line)
            ports: list[Fact[str]] = [
                Stated(interface.key, interface.first_line) for interface in segment.entries("interface")
            ]
            for port in ports or [Unknown("no interface is stated", segment.first_line)]:
                lacp_id = lacp_ids.get(known(port, "")) or Unknown("no `system-id-mac` is stated", segment.first_line)
                found.append(EthernetSegment(identifier, port, all_active, segment.source, lacp_id))
    return tuple(found)

"""VLANs and VXLAN tunnels of a database."""

from __future__ import annotations

from roce_lint.model.bridging import BridgeDomain, FloodReplication, TunnelEndpoint, VirtualAddress, VniBinding
from roce_lint.model.device import Overlay
from roce_lint.model.fact import Fact, Source, Stated, Unknown
from roce_lint.os.sonic import defaults
from roce_lint.os.sonic.database import Database
from roce_lint.text.json_rows import Row


def bridge_domains(database: Database) -> tuple[BridgeDomain, ...]:
    """Return the VLANs with their members."""
    ages = {row.key: row.fields["fdb_aging_time"] for row in database.rows("SWITCH") if "fdb_aging_time" in row.fields}
    vnis = {row.get("vlan"): row for row in database.rows("VXLAN_TUNNEL_MAP")}
    gateways = {row.keys[0] for row in database.rows("VLAN_INTERFACE")}
    anycast = {row.key for row in database.rows("VLAN_INTERFACE") if row.get("static_anycast_gateway") == "true"}
    shared = next((row.fields["gateway_mac"] for row in database.rows("SAG") if "gateway_mac" in row.fields), None)
    members: dict[str, list[str]] = {}
    for row in database.rows("VLAN_MEMBER"):
        if len(row.keys) == 2:
            members.setdefault(row.keys[0], []).append(row.keys[1])
    found = []
    for row in database.rows("VLAN"):
        number, age = row.key.removeprefix("Vlan"), ages.get("switch")
        mapped = vnis.get(row.key)
        found.append(
            BridgeDomain(
                name=row.key,
                vlan=int(number) if number.isdecimal() and len(number) < 5 else 0,
                ports=tuple(members.get(row.key, ())),
                gateway=row.key if row.key in gateways else "",
                mac_age_s=Stated(int(age.value), age.source)
                if age and age.value.isdecimal() and len(age.value) < 10
                else defaults.MAC_AGE_S.at(row.source),
                arp_age_s=Unknown("Linux ages ARP entries by its own reachability check", row.source),
                floods_unknown_unicast=defaults.FLOODS.at(row.source),
                arp_suppressed=_suppressed(database, row),
                vni=_vni(mapped) if mapped else defaults.NO_VNI.at(row.source),
                source=row.source,
                gateway_mac=Stated(shared.value, shared.source)
                if shared and row.key in anycast
                else Unknown("the VLAN has no static anycast gateway", row.first_line),
            )
        )
    return tuple(found)


def virtual_addresses(database: Database) -> tuple[VirtualAddress, ...]:
    """Return that interfaces share addresses by VRRP or as static anycast gateways; which, is not read."""
    tables = [name for name in database.tables if name.startswith(("VRRP", "SAG"))]
    because = "the addresses of VRRP and of static anycast gateways are not read"
    return tuple(VirtualAddress(row.keys[0], Unknown(because, row.first_line)) for row in database.rows(*tables))


def _suppressed(database: Database, row: Row) -> Fact[bool]:
    found = database.row("SUPPRESS_VLAN_NEIGH", row.key)
    stated = found.fields.get("suppress") if found else None
    return Stated(stated.value == "on", stated.source) if stated else defaults.NOT_SUPPRESSED.at(row.source)


def _vni(mapped: Row) -> Fact[int]:
    stated = mapped.fields.get("vni")
    if stated is None or not stated.value.isdecimal() or len(stated.value) > 8:
        return Unknown("the row states no vni", mapped.first_line)
    return Stated(int(stated.value), stated.source)


def tunnels(database: Database) -> tuple[TunnelEndpoint, ...]:
    """Return the VXLAN tunnel endpoints."""
    found = []
    evpn = next(database.rows("VXLAN_EVPN_NVO"), None)
    vrfs = {row.get("vni"): row.key for row in database.rows("VRF") if row.get("vni")}
    maps: dict[str, list[Row]] = {}
    for row in database.rows("VXLAN_TUNNEL_MAP"):
        maps.setdefault(row.keys[0], []).append(row)
    for row in database.rows("VXLAN_TUNNEL"):
        source = row.fields.get("src_ip")
        bindings = []
        for mapped in maps.get(row.key, ()):
            vlan, vni = mapped.get("vlan").removeprefix("Vlan"), _vni(mapped)
            if isinstance(vni, Stated) and vlan.isdecimal() and len(vlan) < 5:
                vrf = vrfs.get(str(vni.value), "")
                bindings.append(VniBinding(vni.value, 0 if vrf else int(vlan), vrf, mapped.source))
        none = Unknown("the tunnel states its address, not an interface", row.source)
        found.append(
            TunnelEndpoint(
                interface=row.key,
                source_interface=none,
                source_address=Stated(source.value, source.source) if source else none,
                replication=Stated(FloodReplication.EVPN, evpn.source)
                if evpn
                else defaults.NO_REPLICATION.at(row.source),
                flood_list=(),
                bindings=tuple(bindings),
                source=row.source,
            )
        )
    return tuple(found)


def overlay(database: Database, whole: Source) -> Overlay:
    """Return whether the device is a tunnel endpoint, and what its tunnels do to DSCP and ECN."""
    row = next(database.rows("VXLAN_TUNNEL"), None)
    if row is None:
        none = Unknown("there is no VXLAN_TUNNEL", whole)
        return Overlay(defaults.NO_TUNNEL.at(whole), none, none, none)
    place = row.first_line
    return Overlay(
        terminates_tunnels=Stated(True, place),
        outer_dscp=defaults.OUTER_DSCP.at(place),
        ecn_copied_to_outer=defaults.ECN_TO_OUTER.at(place),
        ecn_copied_to_inner=defaults.ECN_TO_INNER.at(place),
        inner_dscp_classifies=defaults.SAME_DSCP.at(place),
    )

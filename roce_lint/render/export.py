"""The planned fabric for other tools: an inventory for Ansible, tables that NetBox imports, everything as JSON."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable

from roce_lint.errors import PlatformError
from roce_lint.intent.make_view import FabricViews
from roce_lint.intent.view import SwitchView
from roce_lint.intent.view_host import BondView, HostView, NicView
from roce_lint.os.registry import switch_names, switch_os
from roce_lint.platforms.catalog import platform
from roce_lint.text.json_value import Json

_OWN_FORMATS = (
    "ansible",
    "json",
    "netbox-devices",
    "netbox-interfaces",
    "netbox-cables",
    "netbox-addresses",
    "netbox-asns",
)
"""Columns of NetBox tables are those of its import forms as public guides show them; they differ between releases."""


def export_formats() -> tuple[str, ...]:
    """Return the formats that there are, those of single systems of switches last."""
    return (*_OWN_FORMATS, *(name for system in switch_names() for name in switch_os(system).exports))


def export_fabric(views: FabricViews, form: str) -> str:
    """Return the fabric in one of `export_formats`. Equal views give equal text.

    Raises PlatformError where a format of one system has nothing to say of this fabric.
    """
    for system in switch_names():
        exports = switch_os(system).exports
        if form in exports:
            switches = [one for one in views.switches if one.os == system]
            if not switches:
                raise PlatformError(f"{form} is for {switch_os(system).label}, and the fabric has no such switch")
            return exports[form](switches)
    if form == "ansible":
        return json.dumps(_inventory(views), indent=2) + "\n"
    if form == "json":
        return json.dumps(_everything(views), indent=2) + "\n"
    head, rows = {
        "netbox-devices": (("name", "role", "manufacturer", "device_type", "site", "status"), _devices(views)),
        "netbox-interfaces": (("device", "name", "type", "mtu", "enabled"), _interfaces(views)),
        "netbox-cables": (_CABLE_COLUMNS, _cables(views)),
        "netbox-addresses": (("address", "status", "device", "interface", "dns_name"), _addresses(views)),
        "netbox-asns": (("asn", "rir", "description"), _asns(views)),
    }[form]
    text = io.StringIO()
    import csv

    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    return text.getvalue()


_CABLE_COLUMNS = (
    "side_a_device",
    "side_a_type",
    "side_a_name",
    "side_b_device",
    "side_b_type",
    "side_b_name",
    "status",
    "length",
    "length_unit",
)


def _inventory(views: FabricViews) -> Json:
    """Return an inventory that Ansible reads as YAML or JSON: groups by system and role, variables by host."""
    switches: dict[str, Json] = {one.name: _switch_variables(one) for one in views.switches}
    hosts: dict[str, Json] = {one.name: _host_variables(one) for one in views.hosts}
    members: dict[str, dict[str, Json]] = {}
    for one in views.switches:
        for group in (one.os, one.role.value.replace("-", "_")):
            members.setdefault(group, {})[one.name] = {}
    groups: dict[str, Json] = {name: {"hosts": dict(names)} for name, names in sorted(members.items())}
    children: dict[str, Json] = {"switches": {"hosts": switches}, "roce_hosts": {"hosts": hosts}, **groups}
    return {"all": {"children": children}}


def _switch_variables(one: SwitchView) -> dict[str, Json]:
    found: dict[str, Json] = {
        "system": one.os,
        "platform": one.platform,
        "asn": one.asn,
        "router_id": one.router_id,
    }
    for management in one.management:
        found["ansible_host"] = management.address.partition("/")[0]
    return found


def _host_variables(one: HostView) -> dict[str, Json]:
    found: dict[str, Json] = {"system": "host", "rails": [_nic_variables(nic) for nic in one.nics]}
    if one.bonds:
        found["bonds"] = [_bond_variables(bond) for bond in one.bonds]
    return found


def _bond_variables(bond: BondView) -> Json:
    return {
        "ifname": bond.name,
        "members": list(bond.members),
        **_address_variables(bond),
        "mtu": bond.ip_mtu_bytes,
    }


def _address_variables(one: NicView | BondView) -> dict[str, Json]:
    """Return address, gateway and table; those of a second one of IPv6 by names of their own."""
    found: dict[str, Json] = {}
    for number, view in enumerate(one.addresses):
        suffix = "_ipv6" if number else ""
        found |= {f"address{suffix}": view.address, f"gateway{suffix}": view.gateway, "table": view.table}
    return found


def _nic_variables(nic: NicView) -> Json:
    return {
        "ifname": nic.netdev,
        "rdma": nic.rdma_device,
        **_address_variables(nic),
        "rail": nic.rail,
        "mtu": nic.ip_mtu_bytes,
        "leaf": nic.peer_device,
        "leaf_port": nic.peer_port,
    }


def _everything(views: FabricViews) -> Json:
    return {
        "name": views.name,
        "switches": [{"name": one.name, "role": one.role.value, **_variables(one)} for one in views.switches],
        "hosts": [_host_in_full(one) for one in views.hosts],
        "cables": [dict(zip(_CABLE_COLUMNS, map(str, row), strict=True)) for row in _cables(views)],
    }


def _host_in_full(one: HostView) -> Json:
    found: dict[str, Json] = {"name": one.name, "nics": [_nic_variables(nic) for nic in one.nics]}
    return found | ({"bonds": [_bond_variables(bond) for bond in one.bonds]} if one.bonds else {})


def _variables(one: SwitchView) -> dict[str, Json]:
    ports: list[Json] = [
        {
            "name": port.name,
            "speed_gbps": port.speed_gbps,
            "address": port.address,
            **({"address_ipv6": port.second_address} if port.second_address else {}),
            "peer": port.description,
        }
        for port in one.ports
    ]
    found: dict[str, Json] = {**_switch_variables(one), "loopback": one.loopback, "ports": ports}
    if one.bundles:
        found["lags"] = [
            {"number": lag.number, "members": list(lag.members), "vlan": lag.vlan, "peer": lag.description}
            for lag in one.bundles
        ]
    for pair in one.pair:
        found["pair"] = {
            "domain": pair.domain,
            "peer": pair.peer,
            "vlan": pair.vlan,
            "address": pair.address,
            "lag": pair.bundle,
            "members": list(pair.members),
        }
    return found


def _devices(views: FabricViews) -> Iterable[tuple[str, ...]]:
    for one in views.switches:
        model = platform(one.platform)
        yield one.name, one.role.value, model.vendor, model.model, views.name, "planned"
    for host in views.hosts:
        yield host.name, "host", "", "", views.name, "planned"


def _interfaces(views: FabricViews) -> Iterable[tuple[str | int, ...]]:
    for one in views.switches:
        for port in one.ports:
            yield one.name, port.name, "other", port.ip_mtu_bytes, "true"
    for host in views.hosts:
        for nic in host.nics:
            yield host.name, nic.netdev, "other", nic.ip_mtu_bytes, "true"
        for bond in host.bonds:
            yield host.name, bond.name, "lag", bond.ip_mtu_bytes, "true"


def _cables(views: FabricViews) -> Iterable[tuple[str | int, ...]]:
    kind = "dcim.interface"
    for link in views.links:
        ends = (link.upper.device, kind, link.upper.port, link.lower.device, kind, link.lower.port)
        yield (*ends, "planned", link.length_m, "m")


def _addresses(views: FabricViews) -> Iterable[tuple[str, ...]]:
    for one in views.switches:
        yield one.loopback, "reserved", "", "", one.name
        for port in one.ports:
            for address in filter(None, (port.address, port.second_address)):
                yield address, "reserved", one.name, port.name, ""
    for host in views.hosts:
        yield from _host_addresses(host)


def _host_addresses(host: HostView) -> Iterable[tuple[str, ...]]:
    for nic in host.nics:
        for one in nic.addresses:
            yield one.address, "reserved", host.name, nic.netdev, ""
    for bond in host.bonds:
        for one in bond.addresses:
            yield one.address, "reserved", host.name, bond.name, ""


def _asns(views: FabricViews) -> Iterable[tuple[str | int, ...]]:
    names: dict[int, list[str]] = {}
    for one in views.switches:
        names.setdefault(one.asn, []).append(one.name)
    for asn, members in sorted(names.items()):
        yield asn, "RFC 6996", ", ".join(members)

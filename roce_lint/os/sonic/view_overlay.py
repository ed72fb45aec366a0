"""SONiC: VLANs, VRFs and VXLAN tunnels of the tenants of a switch view, and VLANs that the leaf routes alone."""

from __future__ import annotations

from roce_lint.errors import PlatformError
from roce_lint.intent.view import SwitchView, TenantView
from roce_lint.os.sonic.view_lags import lag_name
from roce_lint.os.sonic.view_ports import Table

VTEP, NVO = "vtep", "nvo"

VRF = "Vrf"
MAXIMUM_VRF_NAME = 15
"""A VRF is a Linux interface, whose name has at most 15 characters."""


def vrf_name(tenant: TenantView) -> str:
    """Return the VRF of a tenant, which begins with `Vrf` (sonic-vrf YANG). Raises PlatformError for a long name."""
    name = tenant.name if tenant.name.startswith(VRF) else f"{VRF}{tenant.name}"
    if len(name) > MAXIMUM_VRF_NAME:
        most = MAXIMUM_VRF_NAME - len(VRF)
        raise PlatformError(f"tenant {tenant.name}: SONiC takes names of at most {most} characters for a tenant")
    return name


def overlay_tables(view: SwitchView) -> dict[str, Table]:
    """Return the tables of the overlay, none without tenants.

    Source: sonic-vlan, sonic-vrf, sonic-vxlan and sonic-static-anycast-gateway YANG.
    """
    if not view.tenants:
        return _leaf_vlan_tables(view)
    vlans = {segment.vlan: segment for tenant in view.tenants for segment in tenant.vlans}
    numbers = {segment.vlan: segment.vni for segment in vlans.values()}
    interfaces: Table = {}
    for tenant in view.tenants:
        numbers[tenant.l3_vlan] = tenant.l3_vni
        interfaces[f"Vlan{tenant.l3_vlan}"] = {"vrf_name": vrf_name(tenant)}
        for segment in tenant.vlans:
            anycast = {"static_anycast_gateway": "true"} if segment.gateway else {}
            interfaces[f"Vlan{segment.vlan}"] = {"vrf_name": vrf_name(tenant)} | anycast
            if segment.gateway:
                interfaces[f"Vlan{segment.vlan}|{segment.gateway}"] = {}
    leaf = _leaf_vlan_tables(view)
    return {
        "VLAN": leaf["VLAN"] | {f"Vlan{number}": {"vlanid": str(number)} for number in numbers},
        "VLAN_MEMBER": leaf["VLAN_MEMBER"],
        "VLAN_INTERFACE": leaf["VLAN_INTERFACE"] | interfaces,
        "SAG": {"GLOBAL": {"gateway_mac": view.gateway_mac}},
        "VRF": {vrf_name(tenant): {"vni": str(tenant.l3_vni)} for tenant in view.tenants},
        "VXLAN_TUNNEL": {VTEP: {"src_ip": view.vtep_loopback.partition("/")[0]}},
        "VXLAN_EVPN_NVO": {NVO: {"source_vtep": VTEP}},
        "VXLAN_TUNNEL_MAP": {
            f"{VTEP}|map_{vni}_Vlan{vlan}": {"vlan": f"Vlan{vlan}", "vni": str(vni)} for vlan, vni in numbers.items()
        },
    }


def _leaf_vlan_tables(view: SwitchView) -> dict[str, Table]:
    """Return the VLANs that the leaf routes, and the members of all VLANs."""
    interfaces: Table = {}
    for one in view.leaf_vlans:
        interfaces |= {f"Vlan{one.vlan}": {}, f"Vlan{one.vlan}|{one.gateway}": {}}
    alone = [(port.vlan, port.name) for port in view.ports if port.vlan and not port.bundle]
    members = [*alone, *((one.vlan, lag_name(one.number)) for one in view.bundles)]
    return {
        "VLAN": {f"Vlan{one.vlan}": {"vlanid": str(one.vlan)} for one in view.leaf_vlans},
        "VLAN_MEMBER": {f"Vlan{vlan}|{name}": {"tagging_mode": "untagged"} for vlan, name in members},
        "VLAN_INTERFACE": interfaces,
    }

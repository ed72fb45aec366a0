"""Management addresses of switches, and what their templates print of the management section."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence

from roce_lint.intent.faults import IntentFaults
from roce_lint.intent.model import Intent
from roce_lint.intent.model_management import Management
from roce_lint.intent.plan import DevicePlan
from roce_lint.intent.view import ManagementView, UserView


def management_views(
    intent: Intent, devices: Sequence[DevicePlan], faults: IntentFaults
) -> dict[str, tuple[ManagementView, ...]]:
    """Return the management of each switch by name; none without the section.

    Given addresses come first; the others take what is left of the subnet in the order of the plan.
    """
    wish = intent.management
    if wish is None:
        for name in (name for name, device in intent.devices.items() if device.management is not None):
            message = "the address is not used: it needs the subnet and the VRF of a `management` section"
            faults.warn(("devices", name, "management"), message)
        return {}
    network = ipaddress.IPv4Network(wish.addresses)
    gateway = ipaddress.IPv4Address(wish.gateway) if wish.gateway else network.network_address + 1
    if gateway not in network:
        faults.refuse(("management", "gateway"), f"{gateway} is not in {network}, where the management ports are")
    given = _given(intent, network, gateway, faults)
    free = (str(one) for one in network.hosts() if one != gateway and str(one) not in given.values())
    found: dict[str, tuple[ManagementView, ...]] = {}
    for device in devices:
        address = given.get(device.name) or next(free, "")
        if not address:
            message = (
                f"{network} has no address left for {device.name}; {len(devices)} switches and a gateway need more"
            )
            faults.refuse(("management", "addresses"), message)
            return {}
        found[device.name] = (_view(wish, f"{address}/{network.prefixlen}", str(gateway)),)
    return found


def _given(
    intent: Intent, network: ipaddress.IPv4Network, gateway: ipaddress.IPv4Address, faults: IntentFaults
) -> dict[str, str]:
    given: dict[str, str] = {}
    for name, device in intent.devices.items():
        if device.management is None:
            continue
        at = ("devices", name, "management")
        if ipaddress.IPv4Address(device.management) not in network:
            faults.refuse(at, f"{device.management} is not in {network}, where the management ports are")
        elif device.management in (*given.values(), str(gateway)):
            faults.refuse(at, f"{device.management} is taken already")
        given[name] = device.management
    return given


def _view(wish: Management, address: str, gateway: str) -> ManagementView:
    snmp, gnmi, tacacs = wish.snmp, wish.gnmi, wish.tacacs
    return ManagementView(
        address=address,
        gateway=gateway,
        vrf=wish.vrf,
        domain=wish.domain or "",
        dns=wish.dns,
        ntp=wish.ntp,
        syslog=wish.syslog,
        users=tuple(UserView(one.name, _marker(one.secret)) for one in wish.users),
        tacacs=tacacs.servers if tacacs else (),
        tacacs_key=_marker(tacacs.secret) if tacacs else "",
        snmp_user=snmp.user if snmp else "",
        snmp_auth_key=_marker(snmp.auth_secret) if snmp else "",
        snmp_priv_key=_marker(snmp.priv_secret) if snmp else "",
        snmp_traps=snmp.traps if snmp else (),
        gnmi_profile=gnmi.profile if gnmi else "",
        gnmi_certificate=gnmi.certificate if gnmi else "",
        gnmi_key=gnmi.key if gnmi else "",
        ssh=wish.ssh,
        banner=tuple(wish.banner.splitlines()),
    )


def _marker(secret: str) -> str:
    """Return what stands for a secret until the files are deployed."""
    return f"${{{secret}}}"

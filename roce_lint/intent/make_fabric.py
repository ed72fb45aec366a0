"""Make the view of the whole fabric: the cabling plan and a lab of containers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from roce_lint.intent.lab_names import has_lab_type, lab_image, lab_interface, lab_kind, lab_type, reads_startup
from roce_lint.intent.make_view import FabricViews
from roce_lint.intent.plan import LinkEndPlan
from roce_lint.intent.view import SwitchView
from roce_lint.intent.view_fabric import CablingRow, FabricView, LabLink, LabNode
from roce_lint.intent.view_host import BondView, HostView, NicView
from roce_lint.model.terms import Role
from roce_lint.os.registry import HOST

BOND_WORDS = "mode 802.3ad lacp_rate fast miimon 100 xmit_hash_policy layer3+4"
"""How a bond is made with ip-link(8): by LACP, with flows spread by their UDP ports."""
BACKUP_WORDS = "mode active-backup miimon 100"
"""How one is made with one port in use."""


def make_fabric_view(views: FabricViews, startup_configs: dict[str, str]) -> FabricView:
    """Return the cabling plan and the lab, which is empty where containerlab does not know a chassis.

    `startup_configs` gives the path of each switch's configuration, beside the topology file.
    """
    systems = {view.name: view.os for view in views.switches} | dict.fromkeys((host.name for host in views.hosts), HOST)
    numbers = {(host.name, nic.netdev): index for host in views.hosts for index, nic in enumerate(host.nics, 1)}
    numbers |= {(view.name, port.name): index for view in views.switches for index, port in enumerate(view.ports, 1)}
    rails = {(host.name, nic.netdev): nic.rail for host in views.hosts for nic in host.nics}
    cables = []
    links = []
    for link in views.links:
        upper, lower = link.upper, link.lower
        rail = rails.get((lower.device, lower.port), -1)
        cables.append(
            CablingRow(
                upper.device,
                upper.port,
                lower.device,
                lower.port,
                link.length_m,
                link.speed_gbps,
                rail,
                _joined(upper),
                _joined(lower),
            )
        )
        ends = [
            (end.device, lab_interface(systems[end.device], end.port, numbers[end.device, end.port]))
            for end in (upper, lower)
        ]
        links.append(LabLink(*ends[0], *ends[1]))
    nodes: list[LabNode] = []
    if all(has_lab_type(view.os, view.platform) for view in views.switches):
        nodes += [_switch(view, startup_configs[view.name]) for view in views.switches]
        nodes += [_host(host) for host in views.hosts]
    return FabricView(views.name, tuple(cables), tuple(nodes), tuple(links))


def _joined(end: LinkEndPlan) -> str:
    """Return the addresses of an end, with a blank between those of IPv4 and IPv6."""
    return " ".join(one for one in (end.address, end.second_address) if one)


def _switch(view: SwitchView, startup_config: str) -> LabNode:
    return LabNode(
        name=view.name,
        kind=lab_kind(view.os),
        type=lab_type(view.os, view.platform),
        image=lab_image(view.os, view.release),
        role=view.role.value,
        startup_config=startup_config if reads_startup(view.os) else "",
        commands=(),
    )


def _host(host: HostView) -> LabNode:
    interfaces = {nic.netdev: lab_interface(HOST, "", index) for index, nic in enumerate(host.nics, 1)}
    commands = [
        command for nic in host.nics if not nic.bond for command in _address_commands(nic, interfaces[nic.netdev])
    ]
    for bond in host.bonds:
        commands += _bond_commands(bond, [interfaces[member] for member in bond.members])
        commands += _address_commands(bond, bond.name)
    return LabNode(host.name, lab_kind(HOST), "", lab_image(HOST, ""), Role.HOST.value, "", tuple(commands))


def _bond_commands(bond: BondView, interfaces: Sequence[str]) -> Iterator[str]:
    yield f"ip link add {bond.name} type bond {BOND_WORDS if bond.is_lag else BACKUP_WORDS}"
    for interface in interfaces:
        yield f"ip link set dev {interface} down"
        yield f"ip link set dev {interface} master {bond.name}"
    yield f"ip link set dev {bond.name} up"


def _address_commands(nic: NicView | BondView, interface: str) -> Iterator[str]:
    """Yield what gives a NIC or a bond in the lab the addresses, the routes and the rules of the real one."""
    yield f"ip link set dev {interface} mtu {nic.ip_mtu_bytes}"
    for one in nic.addresses:
        ip = "ip -6" if one.family == "ipv6" else "ip"
        yield f"{ip} address add {one.address} dev {interface}"
        for route in one.routes:
            words = [f"{ip} route add", route.to, *(("via", route.via) if route.via else ()), "dev", interface]
            words += ["table", str(route.table)] if route.table else []
            words += ["metric", str(route.metric)] if route.metric else []
            yield " ".join(words)
        yield f"{ip} rule add from {one.source} table {one.table} priority {one.table}"

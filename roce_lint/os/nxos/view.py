"""What an NX-OS template prints beyond the switch view: NX-OS names, units, order and limits."""

from __future__ import annotations

from roce_lint.errors import PlatformError
from roce_lint.intent.view import PortPurpose, SwitchView
from roce_lint.model.terms import PathChoice
from roce_lint.os.contract import Printer
from roce_lint.os.nxos.dialect import NxosDialect
from roce_lint.os.nxos.releases import balances_dynamically
from roce_lint.os.nxos.view_ports import (
    NxosBreakout,
    NxosBundle,
    NxosPort,
    NxosSvi,
    breakouts,
    bundles,
    own_policies,
    ports,
    svis,
)
from roce_lint.os.nxos.view_qos import (
    NxosClass,
    NxosEgressPolicy,
    NxosIngressPolicy,
    NxosNetworkClass,
    classes,
    egress_policies,
    ingress_policies,
    network_classes,
    system_egress,
)
from roce_lint.os.nxos.view_routing import NxosRouting, routing
from roce_lint.os.nxos.view_watchdog import watchdog_lines, watchdog_port_line
from roce_lint.platforms.platform import Platform, SwitchPlatform
from roce_lint.values import dataclass

ANYCAST_GATEWAY_MAC = "0200.0000.0099"
"""Gateway address of all leaves of a fabric: any unicast MAC will do; this one is locally administered (IEEE 802)."""


@dataclass(frozen=True, slots=True)
class NxosView:
    """Final values for the templates in `templates/nxos`.

    `version` is empty where no release is given. `watchdog` holds global lines, `watchdog_on_port` the line of each
    port, empty without a watchdog. `system_egress` is the name of the queuing policy of most ports.
    """

    version: str
    features: tuple[str, ...]
    anycast_gateway_mac: str
    network_classes: tuple[NxosNetworkClass, ...]
    classes: tuple[NxosClass, ...]
    default_group: int
    egress_policies: tuple[NxosEgressPolicy, ...]
    ingress_policies: tuple[NxosIngressPolicy, ...]
    system_egress: str
    pfc_mode: str
    watchdog: tuple[str, ...]
    watchdog_on_port: str
    breakouts: tuple[NxosBreakout, ...]
    vlan_ids: str
    dlb_interfaces: str
    unnumbered: bool
    bundles: tuple[NxosBundle, ...]
    ports: tuple[NxosPort, ...]
    svis: tuple[NxosSvi, ...]
    routing: NxosRouting


def nxos_view(view: SwitchView, platform: Platform) -> NxosView:
    """Return the printable values of a Nexus 9000.

    Raises PlatformError when the platform is no NX-OS switch, or does not accept what the view asks of it.
    """
    if not isinstance(platform, SwitchPlatform) or not isinstance(platform.dialect, NxosDialect):
        raise PlatformError(f"{platform.id} does not run NX-OS; a Nexus 9000 is wanted for {view.name}")
    dialect = platform.dialect
    egress = egress_policies(view, platform)
    own = own_policies(view, platform, dialect, egress)
    watched = view.lossless_profile and view.watchdog.enabled
    return NxosView(
        version=view.release,
        features=_features(view),
        anycast_gateway_mac=ANYCAST_GATEWAY_MAC if any(svi.is_gateway for svi in svis(view)) else "",
        network_classes=network_classes(view, platform, dialect),
        classes=classes(view),
        default_group=next((entry.priority for entry in view.classes if not entry.dscps), 0),
        egress_policies=egress,
        ingress_policies=ingress_policies(view, platform, dialect),
        system_egress=system_egress(view, egress),
        pfc_mode="on" if view.lossless_profile else "off",
        watchdog=watchdog_lines(view.watchdog, platform, dialect) if watched else (),
        watchdog_on_port=watchdog_port_line(view.watchdog, platform) if watched else "",
        breakouts=breakouts(view),
        vlan_ids=",".join(str(number) for number in _vlan_ids(view)),
        unnumbered=any(port.unnumbered for port in view.ports),
        dlb_interfaces=_dlb_interfaces(view, platform),
        bundles=bundles(view, own),
        ports=ports(view, platform, own),
        svis=svis(view),
        routing=routing(view),
    )


def _features(view: SwitchView) -> tuple[str, ...]:
    """Return the `feature` words in the order in which the device prints them."""
    vlans = ("interface-vlan",) if view.tenants or view.leaf_vlans or view.pair else ()
    overlay = (*vlans, "vn-segment-vlan-based") if view.tenants else vlans
    tunnels = ("nv overlay",) if view.overlay_peers else ()
    bfd = ("bfd",) if view.bgp_guard.bfd_interval_ms else ()
    standby = ("hsrp",) if any(one.address for one in view.leaf_vlans) else ()
    lacp = ("lacp",) if view.bundles or view.pair else ()
    pair = ("vpc",) if view.pair else ()
    return ("bgp", *overlay, *standby, *lacp, *pair, "lldp", *bfd, *tunnels)


def _dlb_interfaces(view: SwitchView, platform: SwitchPlatform) -> str:
    """Return the ports between switches among which flowlets are moved; empty for a switch that cannot, or need not.

    It takes a reload, so that it has to be asked for.
    """
    if view.path_choice is not PathChoice.DYNAMIC or not balances_dynamically(platform, view.release):
        return ""
    names = (port.name for port in view.ports if port.purpose is PortPurpose.FABRIC)
    return ",".join(name.replace("Ethernet", "Eth") for name in names)


def _vlan_ids(view: SwitchView) -> tuple[int, ...]:
    numbers = {segment.vlan for tenant in view.tenants for segment in tenant.vlans}
    numbers |= {tenant.l3_vlan for tenant in view.tenants}
    numbers |= {port.vlan for port in view.ports if port.vlan}
    numbers |= {one.vlan for one in view.pair}
    return tuple(sorted(numbers | {1})) if numbers else ()


def render(printer: Printer, view: SwitchView, platform: SwitchPlatform, form: str) -> tuple[tuple[str, str], ...]:
    """Return path and text of the start-up configuration; there is one form."""
    values = {"view": view, "nxos": nxos_view(view, platform)}
    return ((f"configs/{view.name}.cfg", printer("nxos/device.j2", values)),)

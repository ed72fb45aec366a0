"""What is rendered for a host: settings of its adapters by their drivers, of applications, and its addresses."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from roce_lint.hosts.broadcom.view import bnxt_view
from roce_lint.hosts.mlx5.view import mlx5_view
from roce_lint.intent.view_host import HostView, NicView
from roce_lint.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class NcclView:
    """What NCCL uses: the RDMA devices of the first set of NICs, and the family of their addresses."""

    rdma_devices: str
    address_family: str


@dataclass(frozen=True, slots=True)
class ServiceView:
    """The unit that runs a script whenever its interfaces appear; `device_units` are systemd's names of them."""

    script: str
    device_units: str


@dataclass(frozen=True, slots=True)
class HostTemplate:
    """One file of a host: its name, its template with the values that it prints, and whether it is to be run."""

    name: str
    template: str
    values: Mapping[str, object]
    executable: bool = False


@dataclass(frozen=True, slots=True)
class _Driver:
    """What is rendered for a driver: how its script is called, the values of its templates, and its other files."""

    script: str
    view: Callable[[HostView], object]
    more: Mapping[str, str]


_DRIVERS = {
    "mlx5": _Driver("roce-nics", mlx5_view, {"nic-configuration-template.yaml": "mlx5/nic_configuration_template.j2"}),
    "bnxt": _Driver("roce-nics-bnxt", bnxt_view, {}),
}


def host_templates(view: HostView) -> tuple[HostTemplate, ...]:
    """Return the files of a host: those of its adapters with RoCE, and those of the tool that sets its addresses.

    Raises PlatformError for adapters that cannot be rendered.
    """
    with_roce = [nic for nic in view.nics if nic.roce]
    files: list[HostTemplate] = []
    for driver in dict.fromkeys(nic.driver for nic in with_roce):
        files += _of_driver(view, driver, tuple(nic for nic in with_roce if nic.driver == driver))
    if with_roce:
        files.append(HostTemplate("nccl.conf", "linux/nccl.j2", {"view": view, "nccl": nccl_view(view)}))
    return (*files, *_network(view))


def _of_driver(view: HostView, driver: str, nics: tuple[NicView, ...]) -> Iterator[HostTemplate]:
    """Yield the files of the NICs of one driver, which see no others."""
    rendered = _DRIVERS[driver]
    own = replace(view, nics=nics, nic_platforms=tuple(dict.fromkeys(nic.platform for nic in nics)))
    service = ServiceView(rendered.script, " ".join(device_unit(nic.netdev) for nic in nics))
    values = {"view": own, driver: rendered.view(own), "service": service}
    yield HostTemplate(rendered.script, f"{driver}/device.j2", values, executable=True)
    yield HostTemplate(f"{rendered.script}.service", "linux/service.j2", values)
    for name, template in rendered.more.items():
        yield HostTemplate(name, template, values)


def nccl_view(view: HostView) -> NcclView:
    """Return what NCCL uses."""
    devices = dict.fromkeys(nic.rdma_device for nic in view.nics if nic.roce and nic.nic_set == 0)
    return NcclView(
        rdma_devices=",".join(devices),
        address_family="AF_INET6" if view.roce_family == "ipv6" else "AF_INET",
    )


def device_unit(netdev: str) -> str:
    """Return the systemd device unit of a network interface (systemd.unit: escaping of names)."""
    escaped = re.sub(r"[^A-Za-z0-9:_.]", lambda found: f"\\x{ord(found.group()):02x}", netdev)
    return f"sys-subsystem-net-devices-{escaped}.device"


def _network(view: HostView) -> Iterator[HostTemplate]:
    values = {"view": view}
    match view.network:
        case "netplan":
            yield HostTemplate("60-roce-netplan.yaml", "linux/netplan.j2", values)
        case "networkd":
            for nic in view.nics:
                yield HostTemplate(f"60-roce-{nic.netdev}.network", "linux/networkd.j2", {**values, "nic": nic})
            for bond in view.bonds:
                yield HostTemplate(f"60-roce-{bond.name}.netdev", "linux/networkd_netdev.j2", values)
                yield HostTemplate(f"60-roce-{bond.name}.network", "linux/networkd_bond.j2", values)
        case "network-manager":
            yield HostTemplate("roce-addresses", "linux/network_manager.j2", values, executable=True)
        case "script":
            yield HostTemplate("roce-addresses", "linux/ip_commands.j2", values, executable=True)
        case _:
            return
    yield HostTemplate("60-roce-sysctl.conf", "linux/sysctl.j2", values)

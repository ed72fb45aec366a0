"""What is rendered for a host: settings of its adapters, by the driver that rendered hosts have, and its addresses."""

from __future__ import annotations

from collections.abc import Iterator

from roce_lint.hosts.mlx5.view import Mlx5View, mlx5_view
from roce_lint.intent.view_host import HostView, NicView
from roce_lint.values import dataclass

VALUES = "mlx5"
"""The name under which templates find the values of `host_view`."""


@dataclass(frozen=True, slots=True)
class HostTemplate:
    """One file of a host: its name, its template, whether it is to be run, and the NICs that `nic` names in it.

    A template without NICs prints all of them.
    """

    name: str
    template: str
    executable: bool = False
    nics: tuple[NicView, ...] = ()


_ADAPTERS = (
    HostTemplate("roce-nics", "mlx5/device.j2", executable=True),
    HostTemplate("roce-nics.service", "mlx5/service.j2"),
    HostTemplate("nccl.conf", "mlx5/nccl.j2"),
    HostTemplate("nic-configuration-template.yaml", "mlx5/nic_configuration_template.j2"),
)


def host_templates(view: HostView) -> tuple[HostTemplate, ...]:
    """Return the files of a host: those of its adapters with RoCE, and those of the tool that sets its addresses."""
    return (*(_ADAPTERS if any(nic.roce for nic in view.nics) else ()), *_network(view))


def _network(view: HostView) -> tuple[HostTemplate, ...]:
    sysctl = HostTemplate("60-roce-sysctl.conf", "linux/sysctl.j2")
    match view.network:
        case "netplan":
            return HostTemplate("60-roce-netplan.yaml", "linux/netplan.j2"), sysctl
        case "networkd":
            files = (
                HostTemplate(f"60-roce-{nic.netdev}.network", "linux/networkd.j2", nics=(nic,)) for nic in view.nics
            )
            return (*files, *_networkd_bonds(view), sysctl)
        case "network-manager":
            return HostTemplate("roce-addresses", "linux/network_manager.j2", executable=True), sysctl
        case "script":
            return HostTemplate("roce-addresses", "linux/ip_commands.j2", executable=True), sysctl
        case _:
            return ()


def _networkd_bonds(view: HostView) -> Iterator[HostTemplate]:
    for bond in view.bonds:
        yield HostTemplate(f"60-roce-{bond.name}.netdev", "linux/networkd_netdev.j2")
        yield HostTemplate(f"60-roce-{bond.name}.network", "linux/networkd_bond.j2")


def host_view(view: HostView) -> Mlx5View:
    """Return the printable values of a host. Raises PlatformError for adapters of another driver."""
    return mlx5_view(view)

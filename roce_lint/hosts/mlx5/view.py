"""What the templates of mlx5 hosts print besides the view: lists in the form that the tools take."""

from __future__ import annotations

from collections.abc import Mapping

from roce_lint.errors import PlatformError
from roce_lint.hosts.mlx5.dcqcn_names import DCQCN_NAMES, DcqcnName
from roce_lint.intent.view import ClassPurpose
from roce_lint.intent.view_host import DcqcnView, HostView
from roce_lint.values import dataclass

NIC_TYPES: Mapping[str, str] = {
    "connectx-5": "1017",
    "connectx-6": "101b",
    "connectx-6-dx": "101d",
    "connectx-6-lx": "101f",
    "connectx-7": "1021",
    "connectx-8": "1023",
    "bluefield-2": "a2d6",
    "bluefield-3": "a2dc",
}
"""PCI device ids of vendor 15b3 (pci.ids), by which the operator selects NICs, by the models of the catalogue."""


_SUPER_NICS = ("bluefield-3", "connectx-8")
_OF_PORTS = (("LINK_TYPE", 2), ("ROCE_RTT_RESP_DSCP", 48), ("ROCE_RTT_RESP_DSCP_MODE", 1))
_OF_DEVICE = (
    ("ROCE_ADAPTIVE_ROUTING_EN", 1),
    ("USER_PROGRAMMABLE_CC", 1),
    ("TX_SCHEDULER_LOCALITY_MODE", 2),
    ("ROCE_CC_STEERING_EXT", 2),
    ("MULTIPATH_DSCP", 0),
)
_OF_BLUEFIELD = (("INTERNAL_CPU_MODEL", 1), ("INTERNAL_CPU_OFFLOAD_ENGINE", 1))
"""Settings of a NIC of Spectrum-X with one plane (RA2.1, RA2.2).

Source: Mellanox/nic-configuration-operator 597a544, bindata/spectrum-x.
"""


@dataclass(frozen=True, slots=True)
class DscpGroup:
    """The DSCPs of one priority, separated by blanks."""

    priority: int
    dscps: str


@dataclass(frozen=True, slots=True)
class DcqcnSetting:
    """One parameter: its file below `ecn/` in sysfs, its file below `cc_params/` in debugfs, and its value."""

    sysfs: str
    debugfs: str
    value: int


@dataclass(frozen=True, slots=True)
class FirmwareSetting:
    """One parameter of mlxconfig, without the port (`_P1`), and its value."""

    name: str
    value: int


@dataclass(frozen=True, slots=True)
class Mlx5View:
    """Printable values of one host.

    `pfc`, `priority_to_class`, `algorithms` and `bandwidths` are eight values separated by commas, as `mlnx_qos` takes
    them. The script compares the NIC with `pfc_state`, eight 0 or 1 in a row, and with `class_state`,
    `class:algorithm:percent:priorities` for each class.
    `forces_traffic_class`: there is one RoCE class only, so that all QPs of a device may be forced into it.
    `dcqcn_switches` has eight 0 or 1: where DCQCN is on. `longest_cable_m` is over all NICs. `nic_types` are the PCI
    device ids.
    """

    pfc: str
    pfc_state: str
    dscp_groups: tuple[DscpGroup, ...]
    priority_to_class: str
    algorithms: str
    bandwidths: str
    class_state: str
    forces_traffic_class: bool
    dcqcn_switches: tuple[int, ...]
    dcqcn_settings: tuple[DcqcnSetting, ...]
    firmware_settings: tuple[FirmwareSetting, ...]
    device_settings: tuple[FirmwareSetting, ...]
    longest_cable_m: int
    nic_types: tuple[str, ...]


def mlx5_view(view: HostView) -> Mlx5View:
    """Return the printable values of a host.

    Raises PlatformError for a NIC whose PCI device id is not known.
    """
    for platform in view.nic_platforms:
        if platform not in NIC_TYPES:
            raise PlatformError(f"{platform} is not a known mlx5 NIC; known are {', '.join(sorted(NIC_TYPES))}")
        if view.spectrum_x and platform not in _SUPER_NICS:
            known = ", ".join(_SUPER_NICS)
            raise PlatformError(f"{view.name}: no source shows settings of {platform} for Spectrum-X; use {known}")
    roce = [one for one in view.classes if one.purpose is ClassPurpose.ROCE]
    switches = tuple(int(view.dcqcn.enabled and any(one.priority == n for one in roce)) for n in range(8))
    parameters = _parameters(view)
    mask = sum(1 << priority for priority in range(8) if switches[priority])
    algorithms = [_algorithm(view, index) for index in range(8)]
    bandwidths = [_bandwidth(view, index) for index in range(8)]
    state = [
        f"{index}:{algorithms[index]}:{bandwidths[index] if algorithms[index] == 'ets' else ''}:{index}"
        for index in range(8)
    ]
    return Mlx5View(
        pfc=",".join(str(bit) for bit in view.pfc_priorities),
        pfc_state="".join(str(bit) for bit in view.pfc_priorities),
        dscp_groups=_dscp_groups(view),
        priority_to_class=",".join(str(index) for index in range(8)),
        algorithms=",".join(algorithms),
        bandwidths=",".join(str(percent) for percent in bandwidths),
        class_state=" ".join(state),
        forces_traffic_class=len(roce) == 1,
        dcqcn_switches=switches,
        dcqcn_settings=tuple(DcqcnSetting(name.sysfs, name.debugfs, value) for name, value in parameters),
        firmware_settings=(
            *(FirmwareSetting(name.firmware, value) for name, value in parameters),
            FirmwareSetting("ROCE_CC_PRIO_MASK", mask),
            *(FirmwareSetting(name, value) for name, value in _OF_PORTS if view.spectrum_x),
        ),
        device_settings=tuple(FirmwareSetting(name, value) for name, value in _settings_of_device(view)),
        longest_cable_m=max((nic.cable_length_m for nic in view.nics), default=0),
        nic_types=tuple(NIC_TYPES[platform] for platform in view.nic_platforms),
    )


def _settings_of_device(view: HostView) -> tuple[tuple[str, int], ...]:
    if not view.spectrum_x:
        return ()
    return (*_OF_DEVICE, *(_OF_BLUEFIELD if "bluefield-3" in view.nic_platforms else ()))


def _dscp_groups(view: HostView) -> tuple[DscpGroup, ...]:
    """Return all 64 DSCPs by priority; those of no class belong to best effort, priority 0."""
    of_dscp = {dscp: one.priority for one in view.classes for dscp in one.dscps}
    groups = []
    for priority in range(8):
        dscps = [str(dscp) for dscp in range(64) if of_dscp.get(dscp, 0) == priority]
        if dscps:
            groups.append(DscpGroup(priority, " ".join(dscps)))
    return tuple(groups)


def _algorithm(view: HostView, index: int) -> str:
    """Return `ets` for a weighted class; strict ones, and those that no packet can reach, take no share."""
    return "ets" if any(one.priority == index and not one.strict for one in view.classes) else "strict"


def _bandwidth(view: HostView, index: int) -> int:
    return next((one.bandwidth_percent for one in view.classes if one.priority == index and not one.strict), 0)


def _parameters(view: HostView) -> list[tuple[DcqcnName, int]]:
    """Return each parameter that the view has a value for, in the order of the table."""
    values = {"cnp_dscp": view.cnp_dscp, "cnp_priority": view.cnp_priority} | _dcqcn_values(view.dcqcn)
    return [(name, values[name.fact]) for name in DCQCN_NAMES if name.fact in values]


def _dcqcn_values(dcqcn: DcqcnView) -> dict[str, int]:
    return {
        "min_time_between_cnps_us": dcqcn.min_time_between_cnps_us,
        "alpha_update_period_us": dcqcn.alpha_update_period_us,
        "alpha_weight_of_1024": dcqcn.alpha_weight_of_1024,
        "rate_reduce_period_us": dcqcn.rate_reduce_period_us,
        "increase_timer_us": dcqcn.increase_timer_us,
        "increase_byte_counter_bytes": dcqcn.increase_byte_counter_bytes,
        "fast_recovery_stages": dcqcn.fast_recovery_stages,
        "additive_increase_mbps": dcqcn.additive_increase_mbps,
        "hyper_increase_mbps": dcqcn.hyper_increase_mbps,
        "min_rate_mbps": dcqcn.min_rate_mbps,
    }

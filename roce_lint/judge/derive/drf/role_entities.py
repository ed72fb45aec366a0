"""What only a comparison of switches tells: uplinks against paths, ports against the others of their role."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from roce_lint.fabric.design import Design
from roce_lint.judge.derive.device_derivation import DeviceDerivation
from roce_lint.judge.derive.drf.role_outliers import OddSetting, RolePort, judge_outliers, odd_settings, role_rows
from roce_lint.judge.derive.rtg.uplinks import Tiers, uplink_state
from roce_lint.model.device import Device, PortRef, is_host
from roce_lint.model.judged import Judged, Variables


def judge_roles(
    derivations: Mapping[str, DeviceDerivation],
    tiers: Tiers,
    faces: Callable[[PortRef], str],
    common: Mapping[str, Variables],
    design: Design,
    found: dict[str, list[Judged]],
) -> None:
    """Add the scopes `uplinks` and `outlier`; `common` has the variables of each device."""
    devices = [derivation.device for derivation in derivations.values()]
    ports = {
        device.name: role_ports(device, derivations[device.name].inside, faces, tiers)
        for device in devices
        if not is_host(device) and derivations[device.name].inside
    }
    odd = odd_settings({name: role_rows(own, design) for name, own in ports.items()}, tiers.may_be_twins)
    judge_roles_of([derivations[name].device for name in ports], ports, tiers, common, design, odd, found)


def role_ports(device: Device, inside: frozenset[str], faces: Callable[[PortRef], str], tiers: Tiers) -> list[RolePort]:
    """Return the RoCE ports of a switch with their roles; without known cables they have none."""
    tier = tiers.distance.get(device.name, -1)
    cabled = tiers.cabled.get(device.name, set())
    found: list[RolePort] = []
    for port in device.ports:
        if port.name in inside and cabled:
            role = faces(PortRef(device.name, port.name)) if port.name in cabled else "edge"
            found.append(RolePort(device, port, role, tier))
    return found


def judge_roles_of(
    devices: Sequence[Device],
    ports: Mapping[str, Sequence[RolePort]],
    tiers: Tiers,
    common: Mapping[str, Variables],
    design: Design,
    odd: Iterable[OddSetting],
    found: dict[str, list[Judged]],
) -> None:
    """Add the scopes `uplinks` and `outlier` of some switches; `odd` are the settings of single switches of all."""
    for device in devices:
        variables = {**common[device.name], "uplinks": uplink_state(device, tiers.uplinks(device))}
        found["uplinks"].append(Judged(device.name, "", device.source, variables))
    members = [(device, ports[device.name]) for device in devices]
    found["outlier"] += judge_outliers(members, design, lambda device: common[device.name], odd)

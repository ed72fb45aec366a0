"""What only a comparison of switches tells: uplinks against paths, ports against the others of their role."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from roce_lint.facts.derive.device_derivation import DeviceDerivation
from roce_lint.facts.derive.judged import Judged, Variables
from roce_lint.facts.derive.port_state import is_host
from roce_lint.facts.derive.role_outliers import RolePort, judge_outliers
from roce_lint.facts.derive.uplinks import Tiers, uplink_state
from roce_lint.facts.design import Design
from roce_lint.facts.model import Link, PortRef


def judge_roles(
    derivations: Mapping[str, DeviceDerivation],
    peers: Mapping[PortRef, Link],
    faces: Callable[[PortRef], str],
    common: Mapping[str, Variables],
    design: Design,
    found: dict[str, list[Judged]],
) -> None:
    """Add the scopes `uplinks` and `outlier`; `common` has the variables of each device."""
    devices = tuple(derivation.device for derivation in derivations.values())
    inside = {name: derivation.inside for name, derivation in derivations.items()}
    tiers = Tiers(devices, peers, inside)
    ports: list[RolePort] = []
    for device in devices:
        if is_host(device) or not inside[device.name]:
            continue
        variables = {**common[device.name], "uplinks": uplink_state(device, tiers.uplinks(device))}
        found["uplinks"].append(Judged(device.name, "", device.source, variables))
        tier = tiers.distance.get(device.name, -1)
        ports += [
            RolePort(device, port, faces(PortRef(device.name, port.name)), tier)
            for port in device.ports
            if port.name in inside[device.name]
        ]
    found["outlier"] += judge_outliers(ports, design, lambda device: common[device.name])

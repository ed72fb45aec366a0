"""Ports of RoCE that are where only management belongs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from roce_lint.model.device import Port, RefusedSetting, SettingFault
from roce_lint.model.fact import Stated, known
from roce_lint.model.terms import PfcMode, PortKind

_PHYSICAL = (PortKind.ETHERNET, PortKind.LAG)


def management_ports(ports: Sequence[Port]) -> Iterator[RefusedSetting]:
    """Yield ports with PFC that are in the VRF of the management port, from where RoCE goes nowhere."""
    vrfs = {known(port.values.vrf, "") for port in ports if port.kind is PortKind.MANAGEMENT} - {"", "default"}
    for port in ports if vrfs else ():
        vrf, mode = port.vrf, port.values.qos.pfc_mode
        pauses = isinstance(mode, Stated) and mode.value is PfcMode.ON
        if port.kind in _PHYSICAL and pauses and isinstance(vrf, Stated) and vrf.value in vrfs:
            because = "it is the VRF of the management port, which no other port with RoCE is in"
            setting = f"vrf {vrf.value} ({port.name})"
            yield RefusedSetting(setting, because, vrf.source, runs=True, fault=SettingFault.DOUBTFUL)

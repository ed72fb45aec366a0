"""The tests of ANTA (Arista Network Test Automation) that say whether switches do what their configuration asks.

One catalogue for all switches: each test is for the device that its tag names; ANTA tags every device with its name.
Source: anta 1.10, `anta.tests`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TypeAlias

import yaml

from roce_lint.intent.view import PortPurpose, SwitchView
from roce_lint.os.eos.view import EosView, eos_view
from roce_lint.platforms.catalog import switch
from roce_lint.text.json_value import Json

Test: TypeAlias = "tuple[str, str, dict[str, Json]]"
"""Module below `anta.tests`, name, inputs."""

_PREFACE = """\
# Run it with `anta nrfu --inventory inventory.yml --catalog FILE table`; devices are called as in the configurations.
"""


def anta_catalog(views: Sequence[SwitchView]) -> str:
    """Return the catalogue of these switches as YAML. Equal views give equal text."""
    catalog: dict[str, list[Json]] = {}
    for view in views:
        for module, name, inputs in _tests(view, eos_view(view, switch(view.platform))):
            tagged: dict[str, Json] = {"filters": {"tags": [view.name]}, **inputs}
            catalog.setdefault(f"anta.tests.{module}", []).append({name: tagged})
    return _PREFACE + yaml.safe_dump(catalog, sort_keys=True, width=120)


def _tests(view: SwitchView, eos: EosView) -> Iterator[Test]:
    """Yield what is to be tested at one switch."""
    names: list[Json] = [port.name for port in view.ports]
    neighbors: list[Json] = [
        {"port": port.name, "neighbor_device": port.peer_device, "neighbor_port": port.peer_port}
        for port in view.ports
        if port.purpose in (PortPurpose.FABRIC, PortPurpose.PEER)
    ]
    if neighbors:
        yield "connectivity", "VerifyLLDPNeighbors", {"neighbors": neighbors}
    if names:
        yield "interfaces", "VerifyInterfacesStatus", {"interfaces": [{"name": n, "status": "up"} for n in names]}
        yield "interfaces", "VerifyInterfaceErrDisabled", {}
    yield from _mtu(view)
    lossless: list[Json] = [f"TC{number}" for number in eos.no_drop_priorities]
    if lossless and names:
        unicast: dict[str, Json] = {"interfaces": names, "traffic_classes": lossless, "queue_types": ["unicast"]}
        yield "interfaces", "VerifyInterfacesEgressQueueDrops", unicast
    peers: list[Json] = [
        {"peer_address": port.peer_address, "vrf": "default"}
        for port in view.ports
        if port.peer_asn and port.peer_address
    ]
    peers += [{"peer_address": pair.peer_address, "vrf": "default"} for pair in view.pair]
    if peers:
        yield "routing.bgp", "VerifyBGPPeerSession", {"bgp_peers": peers}
    lines: list[Json] = [f"^qos profile {profile.name}$" for profile in eos.profiles]
    lines += [f"^   priority-flow-control priority {number} no-drop$" for number in eos.no_drop_priorities]
    lines += [f"^qos map dscp {line.dscps} to traffic-class {line.traffic_class}$" for line in eos.dscp_maps]
    if lines:
        yield "configuration", "VerifyRunningConfigLines", {"regex_patterns": lines}


def _mtu(view: SwitchView) -> Iterator[Test]:
    """Yield the test of the MTU of routed ports: the usual one, and those that differ."""
    routed = {port.name: port.ip_mtu_bytes for port in view.ports if port.address}
    if routed:
        usual = Counter(routed.values()).most_common(1)[0][0]
        others: list[Json] = [{name: mtu} for name, mtu in routed.items() if mtu != usual]
        specific: dict[str, Json] = {"specific_mtu": others} if others else {}
        yield "interfaces", "VerifyL3MTU", {"mtu": usual, **specific}

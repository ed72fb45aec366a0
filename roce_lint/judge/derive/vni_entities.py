"""VXLAN network identifiers that only one switch uses for a VLAN or VRF for which the others use another."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from roce_lint.fabric.design import Design
from roce_lint.model.bridging import VniBinding
from roce_lint.model.device import Device
from roce_lint.model.fact import Default, Fact, Stated
from roce_lint.model.judged import Judged
from roce_lint.values import dataclass

_FEWEST_AGREEING = 2


@dataclass(frozen=True, slots=True)
class VniState:
    """A VLAN or VRF and its VXLAN network identifier on one switch; a fabric without a fault is one healthy entity."""

    what: str
    """The VLAN or VRF, in words."""
    vni: int
    """The identifier that this switch alone uses."""
    usual_vni: int
    """The identifier that the other switches use."""
    meets_others: Fact[bool]
    """The identifier is that of the other switches; placed at the line that binds it."""


def judge_vnis(switches: Sequence[Device], design: Design, found: dict[str, list[Judged]]) -> None:
    """Add the scope `vni`; fabrics without tunnels have nothing to judge."""
    held = [(device, one) for device in switches for endpoint in device.routing.tunnels for one in endpoint.bindings]
    if not held:
        return
    made = [
        Judged(device.name, "", one.source, {"vni": state, "design": design}) for device, one, state in _lonely(held)
    ]
    if not made:
        device, one = held[0]
        healthy = VniState("", 0, 0, Default(True, one.source, "no switch is alone with an identifier"))
        made.append(Judged(device.name, "", device.source, {"vni": healthy, "design": design}))
    found["vni"] += made


def _lonely(held: Sequence[tuple[Device, VniBinding]]) -> Iterator[tuple[Device, VniBinding, VniState]]:
    """Yield the bindings whose identifier is on one switch, where all others agree on another for the same thing."""
    users: dict[int, set[str]] = defaultdict(set)
    things: dict[str, list[tuple[Device, VniBinding]]] = defaultdict(list)
    for device, one in held:
        users[one.vni].add(device.name)
        name = f"VLAN {one.vlan}" if one.vlan else f"VRF {one.vrf}" if one.vrf else ""
        if name:
            things[name].append((device, one))
    for name, several in sorted(things.items()):
        for device, one in several:
            others = {other.vni for peer, other in several if peer.name != device.name}
            count = len({peer.name for peer, _ in several}) - 1
            if len(others) == 1 and count >= _FEWEST_AGREEING and one.vni not in others and len(users[one.vni]) == 1:
                yield device, one, VniState(name, one.vni, next(iter(others)), Stated(False, one.source))

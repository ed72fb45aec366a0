"""Two ends of one cable that an IGP should run over, and that a mistyped address has put into two subnets."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from roce_lint.fabric.fabric import Fabric
from roce_lint.judge.derive.rtg.address_state import AddressHolder, SplitSubnetState
from roce_lint.model.addresses import Interface, Subnet
from roce_lint.model.device import Device, Port, PortRef
from roce_lint.model.fact import Default, Stated
from roce_lint.model.interface_names import canonical_interface
from roce_lint.model.judged import Judged
from roce_lint.model.logic import is_false, is_true

_POINT_TO_POINT = 4
"""The most addresses of a subnet between two routers."""
_OCTETS = tuple(range(0, 32, 8))
_PAIR = 2


def judge_split_subnet(fabric: Fabric, switches: Sequence[Device]) -> Judged:
    """Return what is known of the only two ends in the fabric that no neighbor answers.

    They are the two ends of one cable where their devices have no cable yet, and where the one would be the
    neighbor of the other but for one octet of its address. With more such ends, files may be missing, and nothing is
    inferred.
    """
    ends = _unanswered_ends(fabric, switches)
    first = switches[0]
    if len(ends) != _PAIR or not _would_meet(fabric, *ends):
        good = Default(True, first.source, "no two interfaces of an IGP are apart by one octet")
        healthy = SplitSubnetState("", "", "", "", good, good)
        return Judged(first.name, "", first.source, {"pair": healthy, "design": fabric.design})
    here, there = sorted(ends, key=_likeness)
    ours, theirs = here.fact, there.fact
    places = Stated(False, ours.source), Stated(False, theirs.source)
    state = SplitSubnetState(here.name, there.name, ours.value, theirs.value, *places)
    return Judged(here.device.name, here.port.name, ours.source, {"pair": state, "design": fabric.design})


def _unanswered_ends(fabric: Fabric, switches: Sequence[Device]) -> tuple[AddressHolder, ...]:
    """Return interfaces on which an IGP asks for neighbors, alone in their subnets and without a known cable."""
    peers = fabric.peers()
    holders: dict[Subnet, list[AddressHolder]] = defaultdict(list)
    for device in fabric.devices:
        for port in device.ports:
            if not port.values.addresses or is_false(port.values.enabled):
                continue
            for one in _point_to_point(port):
                holders[one.subnet].append(AddressHolder(device, port, one))
    routed = {device.name: _asking(device) for device in switches if device.routing.igp}
    return tuple(
        several[0]
        for several in holders.values()
        if len(several) == 1
        and len(several[0].port.interfaces) == 1
        and canonical_interface(several[0].port.name).lower() in routed.get(several[0].device.name, ())
        and PortRef(several[0].device.name, several[0].port.name) not in peers
    )


def _point_to_point(port: Port) -> list[Interface]:
    """Return the addresses of a port that are in subnets for two."""
    return [one for one in port.interfaces if one.subnet.version == 4 and 1 < one.subnet.size <= _POINT_TO_POINT]


def _asking(device: Device) -> frozenset[str]:
    """Return the interfaces on which an IGP looks for neighbors."""
    every = (one for process in device.routing.igp for one in process.interfaces)
    return frozenset(canonical_interface(one.interface).lower() for one in every if not is_true(one.passive))


def _would_meet(fabric: Fabric, one: AddressHolder, other: AddressHolder) -> bool:
    """Say whether two ends have addresses of one subnet but for one octet, and no cable joins their devices."""
    names = {one.device.name, other.device.name}
    if len(names) < _PAIR or any({link.a.device, link.b.device} == names for link in fabric.links):
        return False
    subnet, theirs = one.interface.subnet, other.interface
    if subnet.length != theirs.subnet.length:
        return False
    # Of /31 both addresses are hosts', of /30 the two in the middle.
    peer = subnet.number + subnet.size - 1 - (one.interface.address.number - subnet.number)
    apart = peer ^ theirs.address.number
    return not apart & (subnet.size - 1) and sum(bool(apart >> shift & 0xFF) for shift in _OCTETS) == 1


def _likeness(end: AddressHolder) -> float:
    """Return how many octets an address shares with an other point-to-point one of its device on average.

    It is all of them where the device has no other.
    """
    own = end.interface.address.number
    others = [
        one.address.number
        for port in end.device.ports
        for one in (_point_to_point(port) if port is not end.port else ())
    ]
    shared = sum(not (other ^ own) >> shift & 0xFF for other in others for shift in _OCTETS)
    return shared / len(others) if others else len(_OCTETS)

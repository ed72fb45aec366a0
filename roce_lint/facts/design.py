"""What the operator of the fabric intends, given or inferred: profile, lossless priorities, RoCE and CNP marking."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from roce_lint.facts.fact import NOWHERE, Default, Fact, Source, Stated, Unknown, known
from roce_lint.facts.logic import is_true
from roce_lint.facts.model import Device, Port
from roce_lint.facts.terms import Os, PfcMode, PortKind

USUAL_ROCE_DSCPS = (26, 24)
"""Data marking by convention: 26 (NVIDIA, Juniper, Broadcom), 24 (Arista, Huawei and some Cisco guides)."""
LARGEST_DSCP_LIST = 4
"""More code points in one lossless class are a block of the map, not a list of markings in use."""
USUAL_CNP_DSCP = 48
"""Firmware default of NVIDIA ConnectX (mlxconfig CNP_DSCP)."""
CONTROL_DSCPS = frozenset({48, 56})
"""Network control: CS6, which routing protocols send (RFC 4594), and CS7."""
NO_ROCE = "none"
_RDMA = re.compile(r"(?i)roce|rdma|(?<![a-z])(?:gpu|rail|mlx5|nccl)(?![a-z])")


@dataclass(frozen=True, slots=True)
class GivenDesign:
    """What an intent, the settings or the command line say of the design; empty where they say nothing."""

    profile: str
    profile_source: Source
    roce_dscps: frozenset[int]
    cnp_dscps: frozenset[int]
    lossless_priorities: frozenset[int]
    maximum_incast: int
    source: Source


NOTHING_GIVEN = GivenDesign("", NOWHERE, frozenset(), frozenset(), frozenset(), 0, NOWHERE)


@dataclass(frozen=True, slots=True)
class Design:
    """The design in force. `profile` is an id of the design profiles, or `none` where nothing speaks of RoCE.

    `roce_dscps`, `cnp_dscps` (0 to 63), `lossless_priorities` (0 to 7; empty in a lossy design).
    `maximum_incast`: senders that may converge on one port at once. `os_count`: operating systems of the switches.
    """

    profile: Fact[str]
    roce_dscps: Fact[frozenset[int]]
    cnp_dscps: Fact[frozenset[int]]
    lossless_priorities: Fact[frozenset[int]]
    maximum_incast: Fact[int]
    os_count: int


def infer_design(devices: tuple[Device, ...], given: GivenDesign) -> Design:
    """Return the design: what is given, and what the majority of ports says for the rest."""
    switches = tuple(device for device in devices if device.os is not Os.MLX5)
    lossless = _lossless_priorities(devices, given)
    return Design(
        profile=_profile(devices, given),
        roce_dscps=_roce_dscps(devices, given),
        cnp_dscps=_cnp_dscps(devices, given),
        lossless_priorities=lossless,
        maximum_incast=Stated(given.maximum_incast, given.source)
        if given.maximum_incast
        else Unknown("the largest incast is not stated in an intent", NOWHERE),
        os_count=len({device.os for device in switches}),
    )


def serves_storage_only(device: Device) -> bool:
    """Say whether a switch is lossless for FCoE alone: nothing marks ECN or maps a DSCP to a lossless class."""
    return device.carries_fcoe and not any(map(_marks_ecn, device.ports)) and not _explicit_roce_dscps(device)


def _ethernet_ports(devices: Iterable[Device]) -> Iterable[Port]:
    """Yield the ports that can take part in PFC for RoCE."""
    for device in devices:
        if serves_storage_only(device):
            continue
        for port in device.ports:
            if port.kind in (PortKind.ETHERNET, PortKind.LAG):
                yield port


def _takes_part_in_pfc(port: Port) -> bool:
    mode = port.qos.pfc_mode
    return not isinstance(mode, Unknown) and (
        mode.value is PfcMode.ON or (mode.value is PfcMode.AUTO and isinstance(mode, Stated))
    )


def _no_drop_priorities(port: Port) -> frozenset[int]:
    return frozenset(priority.number for priority in port.qos.priorities if is_true(priority.generates_pause))


def _marks_ecn(port: Port) -> bool:
    return any(is_true(queue.ecn_enabled) for queue in port.qos.queues)


def _profile(devices: tuple[Device, ...], given: GivenDesign) -> Fact[str]:
    if given.profile:
        return Stated(given.profile, given.profile_source)
    ports = tuple(_ethernet_ports(devices))
    switch_ports = tuple(_ethernet_ports(device for device in devices if device.os is not Os.MLX5))
    pausing = sum(1 for port in ports if _takes_part_in_pfc(port) and _no_drop_priorities(port))
    # An orphaned no-drop priority (PFC itself off) and PFC without a no-drop priority are both signs of a lossless
    # design with a fault in it.
    half = sum(1 for port in ports if isinstance(port.qos.pfc_mode, Stated) and _takes_part_in_pfc(port))
    half += sum(1 for port in ports if _no_drop_priorities(port))
    marking = sum(1 for port in switch_ports if _marks_ecn(port))
    if pausing or half:
        sized = frozenset().union(*(_no_drop_priorities(port) for port in ports)) if ports else frozenset()
        if marking == 0 and _reaction_is_off_everywhere(devices):
            return Default("pfc-only", NOWHERE, f"{pausing} ports pause, none marks ECN, DCQCN is off on every host")
        why = f"{pausing} of {len(ports)} ports pause for priority {', '.join(map(str, sorted(sized))) or '-'}"
        return Default("lossless", NOWHERE, f"{why}, {marking} mark ECN")
    if marking and _roce_is_evident(devices):
        return Default("lossy-roce", NOWHERE, f"no port pauses, {marking} of {len(ports)} ports mark ECN")
    if any(device.nics for device in devices):
        return Default("lossless", NOWHERE, "hosts use RoCE and nothing states another design")
    if marking:
        return Default(NO_ROCE, NOWHERE, "no port pauses; ports mark ECN, and nothing says that it is for RoCE")
    return Default(NO_ROCE, NOWHERE, "no port pauses or marks ECN for RoCE")


def _roce_is_evident(devices: tuple[Device, ...]) -> bool:
    """Say whether ECN without PFC is for RoCE and not for TCP (DCTCP, L4S), which marks just alike.

    It is where a host has RoCE settings, a port's description or a class names RDMA, or a short list of code points
    with RoCE's conventional one is mapped to a class that marks.
    """
    for device in devices:
        mapped = _explicit_roce_dscps(device)
        if device.nics or (len(mapped) <= LARGEST_DSCP_LIST and mapped & set(USUAL_ROCE_DSCPS)):
            return True
        for port in device.ports:
            names = [item.name for item in port.qos.classes]
            names += [port.description.value] if isinstance(port.description, Stated) else []
            if any(_RDMA.search(name) for name in names):
                return True
    return False


def _reaction_is_off_everywhere(devices: tuple[Device, ...]) -> bool:
    """Say whether every NIC states that it neither reacts to CNPs nor sends them."""
    states = [fact for device in devices for nic in device.nics for fact in nic.reaction_enabled]
    return bool(states) and all(isinstance(fact, Stated) and not fact.value for fact in states)


def _lossless_priorities(devices: tuple[Device, ...], given: GivenDesign) -> Fact[frozenset[int]]:
    if given.lossless_priorities:
        return Stated(given.lossless_priorities, given.source)
    if given.profile in ("lossy-roce", "lossy-trimming", "zero-touch"):
        return Stated(frozenset(), given.profile_source)
    counts = Counter(
        priorities
        for port in _ethernet_ports(devices)
        if _takes_part_in_pfc(port) and (priorities := _no_drop_priorities(port))
    )
    if not counts:
        counts = Counter(found for port in _ethernet_ports(devices) if (found := _no_drop_priorities(port)))
    if not counts:
        return Default(frozenset(), NOWHERE, "no port has a no-drop priority")
    # Where as many ports say one thing as another, the fewer priorities are meant: a no-drop line too many is commoner.
    usual, number = min(counts.items(), key=lambda item: (-item[1], len(item[0]), sorted(item[0])))
    total = sum(counts.values())
    names = ", ".join(map(str, sorted(usual)))
    return Default(usual, NOWHERE, f"{number} of {total} ports with PFC pause for priority {names}")


def _roce_dscps(devices: tuple[Device, ...], given: GivenDesign) -> Fact[frozenset[int]]:
    if given.roce_dscps:
        return Stated(given.roce_dscps, given.source)
    from_hosts = _dscps_of_hosts(devices)
    cnp = known(_cnp_dscps(devices, given), frozenset())
    votes: Counter[int] = Counter()
    for device in devices:
        mapped = _explicit_roce_dscps(device)
        # CNPs or network control in the class of RoCE data are a fault of the map and make them no data.
        votes.update(mapped - cnp - CONTROL_DSCPS or mapped)
    if from_hosts:
        usual = frozenset(dscp for dscp, number in from_hosts.items() if number * 2 > sum(from_hosts.values()))
        if usual and (not votes or votes[min(usual)] * 2 >= max(votes.values())):
            return Default(usual, NOWHERE, "most hosts mark RoCE with it")
    if votes:
        most = max(votes.values())
        usual = _used_together(frozenset(dscp for dscp, number in votes.items() if number * 2 > most), votes, devices)
        if len(usual) > LARGEST_DSCP_LIST:
            return Default(_one_of_block(usual, votes), NOWHERE, "of the block that most switches map to RoCE")
        return Default(usual, NOWHERE, "most switches map it to their RoCE class")
    return _conventional_roce_dscp(devices)


def _used_together(usual: frozenset[int], votes: Counter[int], devices: tuple[Device, ...]) -> frozenset[int]:
    """Return the code points that some switch maps beside the most usual one.

    One that only other switches map is another opinion of the same marking, not a second marking.
    """
    first = min(usual, key=lambda dscp: (-votes[dscp], dscp not in USUAL_ROCE_DSCPS, -dscp))
    beside: set[int] = {first}
    for device in devices:
        mapped = _explicit_roce_dscps(device)
        beside |= mapped if first in mapped else frozenset()
    return usual & beside


def _one_of_block(block: frozenset[int], votes: Counter[int]) -> frozenset[int]:
    """Return the code points of a block that most switches agree on; the conventional one where they cannot tell.

    Maps such as DSCP 24-31 name a class of code points, of which RoCE uses one.
    """
    most = max(votes[dscp] for dscp in block)
    agreed = frozenset(dscp for dscp in block if votes[dscp] == most)
    if len(agreed) <= LARGEST_DSCP_LIST:
        return agreed
    return frozenset(next(([dscp] for dscp in USUAL_ROCE_DSCPS if dscp in agreed), agreed))


def _conventional_roce_dscp(devices: tuple[Device, ...]) -> Fact[frozenset[int]]:
    """Return the conventional marking that some port puts in a RoCE class, or unknown."""
    for dscp in USUAL_ROCE_DSCPS:
        for device in devices:
            for port in device.ports:
                name = port.qos.classification.traffic_class_by_dscp[dscp]
                if not isinstance(name, Unknown) and name.value in _roce_classes(port):
                    return Default(frozenset({dscp}), NOWHERE, "conventional marking that a RoCE class takes")
    return Unknown("no input says which DSCP RoCE uses", NOWHERE)


def _roce_classes(port: Port) -> frozenset[str]:
    """Return the classes that pause; where none does, those whose queue marks ECN (a lossy design)."""
    lossless = frozenset(
        traffic_class.name
        for traffic_class in port.qos.classes
        if not isinstance(traffic_class.pause_priorities, Unknown) and traffic_class.pause_priorities.value
    )
    if lossless:
        return lossless
    marking = frozenset(queue.index for queue in port.qos.queues if is_true(queue.ecn_enabled))
    return frozenset(
        traffic_class.name
        for traffic_class in port.qos.classes
        if not isinstance(traffic_class.queue, Unknown) and traffic_class.queue.value in marking
    )


def _explicit_roce_dscps(device: Device) -> frozenset[int]:
    """Return the DSCPs that the device's config maps explicitly to a class that RoCE can be in."""
    found: set[int] = set()
    seen: set[tuple[int, int]] = set()
    for port in device.ports:
        key = (id(port.qos.classification), id(port.qos.classes))
        if key in seen:
            continue
        seen.add(key)
        wanted = _roce_classes(port)
        for dscp, name in enumerate(port.qos.classification.traffic_class_by_dscp):
            if isinstance(name, Stated) and name.value in wanted:
                found.add(dscp)
    return frozenset(found)


def _dscps_of_hosts(devices: tuple[Device, ...]) -> Counter[int]:
    votes: Counter[int] = Counter()
    for device in devices:
        for nic in device.nics:
            for tos in (nic.application_tos, nic.device_tos, nic.rdma_cm_tos):
                if isinstance(tos, Stated) and tos.value > 0:
                    votes[tos.value >> 2] += 1
                    break
    return votes


def _cnp_dscps(devices: tuple[Device, ...], given: GivenDesign) -> Fact[frozenset[int]]:
    if given.cnp_dscps:
        return Stated(given.cnp_dscps, given.source)
    votes = Counter(nic.cnp_dscp.value for device in devices for nic in device.nics if isinstance(nic.cnp_dscp, Stated))
    if votes:
        usual, _ = min(votes.items(), key=lambda item: (-item[1], item[0] != USUAL_CNP_DSCP, item[0]))
        return Default(frozenset({usual}), NOWHERE, "most hosts send CNPs with it")
    return Default(frozenset({USUAL_CNP_DSCP}), NOWHERE, "firmware default of NVIDIA ConnectX (CNP_DSCP 48)")

"""Which code points RoCE data and CNPs use, as given, as hosts mark them, or as most switches map them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from roce_lint.fabric.design_priorities import no_drop_priorities
from roce_lint.model.device import AnyPort, Device, PortValues, is_host
from roce_lint.model.fact import NOWHERE, Default, Fact, Stated, Unknown, known
from roce_lint.model.logic import is_false, is_true
from roce_lint.model.qos import BEST_EFFORT_OR_CONTROL
from roce_lint.model.terms import Scheduling, Trust

USUAL_ROCE_DSCPS = (26, 24)
"""Data marking by convention: 26 (NVIDIA, Juniper, Broadcom), 24 (Arista, Huawei and some Cisco guides)."""
LARGEST_DSCP_LIST = 4
"""More code points in one lossless class are a block of the map, not a list of markings in use."""
_BLOCK = 8
"""Code points that vendors' tables give one class: those with the same upper three bits."""
USUAL_CNP_DSCP = 48
"""Firmware default of NVIDIA ConnectX (mlxconfig CNP_DSCP)."""
CONTROL_DSCPS = frozenset({48, 56})
"""Network control: CS6, which routing protocols send (RFC 4594), and CS7."""
_NEVER_DATA = CONTROL_DSCPS | {0}
_VOICE = frozenset({40, 44, 46})
"""Signalling, admitted voice and voice (CS5, VA, EF: RFC 4594, RFC 5865), which also go first."""


def infer_roce_dscps(
    devices: Sequence[Device], explicit: Sequence[frozenset[int]], cnp: frozenset[int]
) -> Fact[frozenset[int]]:
    """Return the code points (0 to 63) of RoCE data, as hosts mark it or switches map it; `cnp` are those of CNPs.

    `explicit` has for each switch or host those that it maps to a RoCE class: see `explicit_roce_dscps`.
    """
    from_hosts = _dscps_of_hosts(devices)
    votes: Counter[int] = Counter()
    for mapped in explicit:
        # CNPs or network control in the class of RoCE data are a fault of the map and make them no data.
        votes.update(mapped - cnp - CONTROL_DSCPS)
    if not votes and sum(map(bool, explicit)) * 2 > sum(not is_host(device) for device in devices):
        if not from_hosts and (by_table := _brought_by_tables(devices)):
            text = "most switches bring it to RoCE's class by their vendor's table, and map only control there"
            return Default(by_table, NOWHERE, text)
        votes.update(dscp for mapped in explicit for dscp in mapped)
    if from_hosts:
        usual = frozenset(dscp for dscp, number in from_hosts.items() if number * 2 > sum(from_hosts.values()))
        if usual and (not votes or votes[min(usual)] * 2 >= max(votes.values())):
            return Default(usual, NOWHERE, "most hosts mark RoCE with it")
    if votes and (by_table := _most_leave_to_tables(devices, explicit)):
        return Default(
            by_table, NOWHERE, "most switches leave it to their vendor's table, which maps it to RoCE's class"
        )
    if votes:
        most = max(votes.values())
        usual = _used_together(frozenset(dscp for dscp, number in votes.items() if number * 2 > most), votes, explicit)
        if len(usual) > LARGEST_DSCP_LIST:
            return Default(_one_of_block(usual, votes), NOWHERE, "of the block that most switches map to RoCE")
        return Default(usual, NOWHERE, "most switches map it to their RoCE class")
    return _conventional_roce_dscp(devices)


def _used_together(usual: frozenset[int], votes: Counter[int], explicit: Sequence[frozenset[int]]) -> frozenset[int]:
    """Return the code points that some switch maps beside the most usual one.

    One that only other switches map is another opinion of the same marking, not a second marking.
    """
    first = min(usual, key=lambda dscp: (-votes[dscp], dscp not in USUAL_ROCE_DSCPS, -dscp))
    beside: set[int] = {first}
    for mapped in explicit:
        beside |= mapped if first in mapped else frozenset()
    return usual & beside


def _most_leave_to_tables(devices: Sequence[Device], explicit: Sequence[frozenset[int]]) -> frozenset[int]:
    """Return the conventional marking that a table brings to the lossless class of most switches, where few map any."""
    silent = [device for device, mapped in zip(devices, explicit, strict=True) if not mapped]
    speaking = len(explicit) - len(silent)
    if len(silent) <= 2 * speaking:
        return frozenset()
    for dscp in USUAL_ROCE_DSCPS:
        if sum(any(_serves_alone(dscp, frozenset(), *table) for table in _lossless_tables(one)) for one in silent) > (
            2 * speaking
        ):
            return frozenset({dscp})
    return frozenset()


def left_to_tables(mapped: frozenset[int], devices: Sequence[Device]) -> frozenset[int]:
    """Return the conventional marking that a vendor's table brings to a lossless class for which no line has another.

    It counts where most switches with such classes have it so: a class too many on one switch is a fault of its own.
    """
    lossless = [tables for device in devices if (tables := tuple(_lossless_tables(device)))]
    for dscp in USUAL_ROCE_DSCPS:
        agreeing = sum(any(_serves_alone(dscp, mapped, *table) for table in tables) for tables in lossless)
        if dscp not in mapped and agreeing * 2 > len(lossless):
            return frozenset({dscp})
    return frozenset()


def _brought_by_tables(devices: Sequence[Device]) -> frozenset[int]:
    """Return the conventional marking that a vendor's table brings to a lossless class on most switches with one."""
    lossless = [tables for device in devices if (tables := tuple(_lossless_tables(device)))]
    for dscp in USUAL_ROCE_DSCPS:
        agreeing = sum(any(known(table[dscp], "") in names for table, names in tables) for tables in lossless)
        if agreeing * 2 > len(lossless):
            return frozenset({dscp})
    return frozenset()


_Table: TypeAlias = tuple[tuple[Fact[str], ...], frozenset[str]]


def _differently_classified(device: Device) -> Iterator[PortValues]:
    """Yield one port for each classification and list of classes of the device."""
    seen: set[tuple[int, int, Trust | None]] = set()
    for port in [one.values for one in device.ports]:
        key = (id(port.qos.classification), id(port.qos.classes), known(port.qos.trust, None))
        if key not in seen:
            seen.add(key)
            yield port


def _lossless_tables(device: Device) -> Iterator[_Table]:
    """Yield each distinct classification by DSCP of the device, with the classes that pause for a data priority."""
    for port in _differently_classified(device):
        names = frozenset(
            one.name
            for one in port.qos.classes
            if not isinstance(one.pause_priorities, Unknown) and one.pause_priorities.value - BEST_EFFORT_OR_CONTROL
        )
        if names:
            yield port.qos.classification.traffic_class_by_dscp, names


def _serves_alone(dscp: int, mapped: frozenset[int], table: tuple[Fact[str], ...], lossless: frozenset[str]) -> bool:
    """Say whether a default gives the code point a lossless class that none of the mapped ones gets."""
    name = table[dscp]
    others = {other.value for one in mapped if not isinstance(other := table[one], Unknown)}
    return isinstance(name, Default) and name.value in lossless - others


def _one_of_block(block: frozenset[int], votes: Counter[int]) -> frozenset[int]:
    """Return the code points of a block that most switches agree on; the conventional one where they cannot tell.

    Maps such as DSCP 24-31 name a class of code points, of which RoCE uses one. A switch that takes a single one of
    them out tells nothing against it: that may be the fault.
    """
    most = max(votes[dscp] for dscp in block)
    agreed = frozenset(dscp for dscp in block if votes[dscp] == most)
    if len(agreed) <= LARGEST_DSCP_LIST:
        return agreed
    return frozenset(next(([dscp] for dscp in USUAL_ROCE_DSCPS if dscp in block), agreed))


def _taken_for_roce(device: Device, dscp: int) -> Fact[str] | None:
    """Return the class of a code point at the first port that takes it for RoCE."""
    for port in _open_ports(device):
        name = port.qos.classification.traffic_class_by_dscp[dscp]
        if _is_for_roce(port, name) and not isinstance(name, Unknown):
            return name
    return None


def _conventional_roce_dscp(devices: Sequence[Device]) -> Fact[frozenset[int]]:
    """Return the conventional marking that some port puts in a RoCE class, or unknown."""
    spoken_of = _moved_by_itself(devices)
    taking = {dscp: [fact for one in devices if (fact := _taken_for_roce(one, dscp))] for dscp in USUAL_ROCE_DSCPS}
    pausing = sum(any(_roce_classes(port) for port in _open_ports(one)) for one in devices)
    # One switch that pauses for another class than all others is rather a fault.
    usual = [dscp for dscp in USUAL_ROCE_DSCPS if taking[dscp] and len(taking[dscp]) * 2 >= pausing]
    if usual:
        return _conventional(usual[0], taking[usual[0]], spoken_of)
    marked = Counter(dscp for device in devices for dscp in _explicitly_in(device, _marking_classes) - _NEVER_DATA)
    if marked:
        first = min(marked, key=lambda dscp: (-marked[dscp], dscp not in USUAL_ROCE_DSCPS, dscp))
        return Default(
            frozenset({first}), NOWHERE, "its queue marks ECN, and no code point is mapped to a class that pauses"
        )
    named = {
        dscp
        for device in devices
        for port in _open_ports(device)
        for dscp in USUAL_ROCE_DSCPS
        if _roce_classes(port) and isinstance(port.qos.classification.traffic_class_by_dscp[dscp], Stated)
    }
    for dscp in USUAL_ROCE_DSCPS:
        if named == {dscp}:
            return Default(frozenset(named), NOWHERE, "the conventional marking that a map names")
    if by_table := _block_of_lossless_class(devices):
        return Default(by_table, NOWHERE, "what most switches give the class that pauses, by their vendor's table")
    taken = [dscp for dscp in USUAL_ROCE_DSCPS if taking[dscp]]
    if not taken and any(device.names_roce for device in devices):
        conventional = frozenset(USUAL_ROCE_DSCPS[:1])
        return Default(conventional, NOWHERE, "the conventional marking, which a line of the switches for RoCE means")
    if not taken:
        return Unknown("no input says which DSCP RoCE uses", NOWHERE)
    return _conventional(taken[0], taking[taken[0]], spoken_of)


def _conventional(dscp: int, classes: Sequence[Fact[str]], spoken_of: frozenset[int]) -> Fact[frozenset[int]]:
    """Return the conventional marking of RoCE, which switches give these classes."""
    if isinstance(classes[0], Default) and spoken_of - {dscp}:
        return Default(spoken_of, NOWHERE, "the conventional marking that a line of the map speaks of")
    return Default(frozenset({dscp}), NOWHERE, "conventional marking that a RoCE class takes")


def _block_of_lossless_class(devices: Sequence[Device]) -> frozenset[int]:
    """Return the code points that most switches bring to the one class that pauses, where they look at the DSCP.

    RoCE uses some of them; all are treated alike. More than a block of eight names no class of RoCE.
    """
    votes: Counter[int] = Counter()
    for device in devices:
        if is_host(device):
            continue
        trusting = [port for port in _differently_classified(device) if _trusts_dscp(port)]
        votes.update({dscp for port in trusting for dscp in _paused_dscps(port)} - _NEVER_DATA)
    most = max(votes.values(), default=0)
    block = frozenset(dscp for dscp, number in votes.items() if number == most)
    return block if len(block) <= _BLOCK else frozenset()


def _trusts_dscp(port: PortValues) -> bool:
    return known(port.qos.trust, Trust.NONE) in (Trust.DSCP, Trust.DSCP_AND_PCP)


def _paused_dscps(port: PortValues) -> Iterator[int]:
    """Yield the code points that get the one class of the port which pauses for a data priority; none with several."""
    pausing = {
        one.name
        for one in port.qos.classes
        if not isinstance(one.pause_priorities, Unknown) and one.pause_priorities.value - BEST_EFFORT_OR_CONTROL
    }
    if len(pausing) == 1:
        for dscp, name in enumerate(port.qos.classification.traffic_class_by_dscp):
            if not isinstance(name, Unknown) and name.value in pausing:
                yield dscp


def _open_ports(device: Device) -> Sequence[PortValues]:
    """Return what the ports of a device say that are not shut down; all ports where every one is."""
    every = [port.values for port in device.ports]
    return [port for port in every if not is_false(port.enabled)] or every


def _is_for_roce(port: PortValues, name: Fact[str]) -> bool:
    """Say whether a class that a code point gets is one of RoCE, which the port selects by the code point.

    What a line maps counts whatever the port looks at. A default does where the port trusts the DSCP; the class of
    best effort is none of RoCE only because its queue marks ECN.
    """
    if isinstance(name, Unknown) or name.value not in _roce_classes(port):
        return False
    if isinstance(name, Stated):
        return True
    table = port.qos.classification
    best_effort = {
        other.value
        for other in (table.traffic_class_otherwise, table.traffic_class_by_dscp[0])
        if not isinstance(other, Unknown)
    }
    pauses = bool(_pausing_classes(port))
    return _looks_at_dscp(port) and (pauses or name.value not in best_effort)


def _looks_at_dscp(port: PortValues) -> bool:
    """Say whether the port trusts the DSCP, or may; one that trusts nothing at all has lost it."""
    trust = port.qos.trust
    return isinstance(trust, Unknown) or trust.value is not Trust.PCP


def _moved_by_itself(devices: Sequence[Device]) -> frozenset[int]:
    """Return the conventional marking to which a line of its own gives a class other than RoCE's, if there is one."""
    for dscp in USUAL_ROCE_DSCPS:
        for device in devices:
            for port in _open_ports(device):
                table = port.qos.classification.traffic_class_by_dscp
                name = table[dscp]
                if not isinstance(name, Stated) or name.value in _roce_classes(port):
                    continue
                if sum(other.source == name.source for other in table) <= LARGEST_DSCP_LIST:
                    return frozenset({dscp})
    return frozenset()


def _roce_classes(port: AnyPort) -> frozenset[str]:
    """Return the classes that pause; where none does, those whose queue marks ECN (a lossy design).

    A class whose queue marks ECN and has the number of a no-drop priority is one of RoCE too, though it does not pause
    itself: what RoCE is does not follow from the line that takes its pause away.
    """
    pausing, marking = _pausing_classes(port), _marking_classes(port)
    if not pausing or not marking:
        return pausing or marking
    no_drop = no_drop_priorities(port)
    meant = {one.name for one in port.qos.classes if known(one.queue, -1) in no_drop}
    return pausing | (marking & meant)


def _pausing_classes(port: AnyPort) -> frozenset[str]:
    return frozenset(
        traffic_class.name
        for traffic_class in port.qos.classes
        if not isinstance(traffic_class.pause_priorities, Unknown) and traffic_class.pause_priorities.value
    )


def _marking_classes(port: AnyPort) -> frozenset[str]:
    marking = frozenset(queue.index for queue in port.qos.queues if is_true(queue.ecn_enabled))
    return frozenset(
        traffic_class.name
        for traffic_class in port.qos.classes
        if not isinstance(traffic_class.queue, Unknown) and traffic_class.queue.value in marking
    )


def explicit_roce_dscps(device: Device) -> frozenset[int]:
    """Return the DSCPs that the device's config maps explicitly to a class that RoCE can be in."""
    return _explicitly_in(device, _roce_classes)


def _explicitly_in(device: Device, classes: Callable[[AnyPort], frozenset[str]]) -> frozenset[int]:
    found: set[int] = set()
    for port in _differently_classified(device):
        wanted = classes(port)
        if wanted:
            for dscp, name in enumerate(port.qos.classification.traffic_class_by_dscp):
                if isinstance(name, Stated) and name.value in wanted:
                    found.add(dscp)
    return frozenset(found)


def _dscps_of_hosts(devices: Sequence[Device]) -> Counter[int]:
    votes: Counter[int] = Counter()
    for device in devices:
        for nic in device.nics:
            for tos in (nic.application_tos, nic.device_tos, nic.rdma_cm_tos):
                if isinstance(tos, Stated) and tos.value > 0:
                    votes[tos.value >> 2] += 1
                    break
    return votes


def strict_dscps(device: Device) -> frozenset[int]:
    """Return the DSCPs that lines of a device map to a class that does not pause and whose queue a line puts first."""
    return _explicitly_in(device, _strict_classes)


def _strict_classes(port: AnyPort) -> frozenset[str]:
    first = frozenset(
        queue.index
        for queue in port.qos.queues
        if isinstance(queue.scheduling, Stated) and queue.scheduling.value is Scheduling.STRICT
    )
    return frozenset(
        one.name
        for one in port.qos.classes
        if known(one.queue, -1) in first and not known(one.pause_priorities, frozenset({0}))
    )


def infer_cnp_dscps(devices: Sequence[Device], strict: Sequence[frozenset[int]]) -> Fact[frozenset[int]]:
    """Return the code point (0 to 63) of CNPs: as hosts send them, switches serve them, or firmware has it.

    `strict` has for each device what `strict_dscps` says. Where no line maps the firmware's default there, and most
    switches serve just one other marking so, that one is for CNPs; voice (EF and its kin) and network control are not.
    """
    votes = Counter(nic.cnp_dscp.value for device in devices for nic in device.nics if isinstance(nic.cnp_dscp, Stated))
    if votes:
        usual, _ = min(votes.items(), key=lambda item: (-item[1], item[0] != USUAL_CNP_DSCP, item[0]))
        return Default(frozenset({usual}), NOWHERE, "most hosts send CNPs with it")
    served = Counter(dscp for mapped in strict for dscp in mapped)
    half = max(1, sum(not is_host(device) for device in devices) / 2)
    most = frozenset(dscp for dscp, number in served.items() if number > half) - CONTROL_DSCPS - _VOICE
    if USUAL_CNP_DSCP not in served and len(most) == 1:
        return Default(most, NOWHERE, "the one marking that most switches map to a queue that goes first")
    return Default(frozenset({USUAL_CNP_DSCP}), NOWHERE, "firmware default of NVIDIA ConnectX (CNP_DSCP 48)")

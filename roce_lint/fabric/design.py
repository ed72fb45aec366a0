"""What the operator of the fabric intends, given or inferred: profile, lossless priorities, RoCE and CNP marking.

Lossless classes that some links of a switch have on purpose, beside those that all of its links have.

Where one of two ToR switches hands packets on to the other through the fabric, it marks them anew, and only the links
between ToR and leaf switches give these markings lossless classes of their own: a packet that crosses a link twice
must not wait for itself. Ports that lack such a class lack its markings as well, so that nothing is missing there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from roce_lint.fabric.design_marking import (
    LARGEST_DSCP_LIST,
    USUAL_ROCE_DSCPS,
    explicit_roce_dscps,
    infer_cnp_dscps,
    infer_roce_dscps,
    left_to_tables,
    strict_dscps,
)
from roce_lint.fabric.design_priorities import (
    Moves,
    PriorityVotes,
    SetsOfPriorities,
    moved_pauses,
    no_drop_priorities,
    priorities_in_use,
    usual_priorities,
)
from roce_lint.model.device import AnyPort, Device, Port, PortValues, is_host
from roce_lint.model.fact import NOWHERE, Default, Fact, Stated, Unknown, known
from roce_lint.model.given_design import GivenDesign
from roce_lint.model.logic import is_true, map_fact
from roce_lint.model.terms import PfcMode, PortKind, Trust
from roce_lint.os.registry import behaviour_of
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass

_SEVERAL = 2
"""One port that differs from all others is rather a fault."""
_NONE: Fact[frozenset[int]] = Unknown("the class is described nowhere", NOWHERE)


@dataclass(frozen=True, slots=True)
class SomeLinks:
    """The priorities (0 to 7) of lossless classes of some links, and the code points (0 to 63) that get them."""

    priorities: frozenset[int]
    dscps: frozenset[int]


NO_LINKS = SomeLinks(frozenset(), frozenset())


def classes_of_some_links(device: Device, no_drop: Iterable[frozenset[int]]) -> SomeLinks:
    """Return the classes that several ports of a device have, and several others lack along with their markings.

    `no_drop` has the sets of no-drop priorities of its ports that take part in PFC.
    """
    sets = frozenset(no_drop)
    common = frozenset[int].intersection(*sets) if sets else frozenset[int]()
    found = NO_LINKS
    for number in sorted(frozenset[int]().union(*sets) - common) if common else ():
        dscps = _own_dscps(device.ports, number, common)
        if dscps:
            found = SomeLinks(found.priorities | {number}, found.dscps | dscps)
    return found


def _own_dscps(ports: Sequence[Port], number: int, common: frozenset[int]) -> frozenset[int]:
    """Return the code points that get the class of a priority where a port has it, and a lossy class where not."""
    having: list[PortValues] = []
    lacking: list[PortValues] = []
    for values in [port.values for port in ports if port.kind is PortKind.ETHERNET]:
        pauses = frozenset(one.number for one in values.qos.priorities if is_true(one.generates_pause))
        if common <= pauses:
            (having if number in pauses else lacking).append(values)
    if min(len(having), len(lacking)) < _SEVERAL or not all(map(_trusts_dscp, (*having, *lacking))):
        return frozenset()
    reached = [
        frozenset(dscp for dscp, name in enumerate(_table(one)) if number in _priorities(one, name))
        for one in _distinct(having)
    ]
    own, here = frozenset[int]().union(*reached), _table(having[0])
    names = [(one, _table(one)[dscp], here[dscp]) for one in _distinct(lacking) for dscp in own]
    is_meant = all(reached) and all(_is_another_lossy_class(port, name, usual) for port, name, usual in names)
    return own if is_meant else frozenset()


def _is_another_lossy_class(port: PortValues, name: Fact[str], usual: Fact[str]) -> bool:
    return isinstance(name, Stated) and name.value != known(usual, "") and not _priorities(port, name)


def _distinct(ports: Iterable[PortValues]) -> list[PortValues]:
    """Return one of the ports that share their maps and classes."""
    return list({(id(one.qos.classification), id(one.qos.classes)): one for one in ports}.values())


def _table(port: PortValues) -> tuple[Fact[str], ...]:
    return port.qos.classification.traffic_class_by_dscp


def _trusts_dscp(port: PortValues) -> bool:
    return known(port.qos.trust, Trust.NONE) in (Trust.DSCP, Trust.DSCP_AND_PCP)


def _priorities(port: PortValues, name: Fact[str]) -> frozenset[int]:
    """Return the priorities that the class of a stated entry of a map pauses."""
    pausing = (one.pause_priorities for one in port.qos.classes if isinstance(name, Stated) and one.name == name.value)
    return known(next(pausing, _NONE), frozenset())


NO_ROCE = "none"
_RDMA = lazy_pattern(r"(?i)roce|rdma|(?<![a-z])(?:gpu|rail|mlx5|nccl)(?![a-z])")


@dataclass(frozen=True, slots=True)
class Design:
    """The design in force: what the operator intends, from the intent or inferred from what most ports do."""

    profile: Fact[str]
    """The id of the design profile; `none` if nothing indicates RoCE."""
    roce_dscps: Fact[frozenset[int]]
    """The code points of RoCE data, 0 to 63."""
    cnp_dscps: Fact[frozenset[int]]
    """The code points of congestion notification packets, 0 to 63."""
    lossless_priorities: Fact[frozenset[int]]
    """The priorities that are meant to be lossless, 0 to 7; empty in a lossy design."""
    priorities_of_some_links: frozenset[int]
    """The priorities that are intentionally lossless only on some links, with separate code points, 0 to 7."""
    maximum_incast: Fact[int]
    """The number of senders that may converge on one port at once; unknown without an intent."""
    os_count: int
    """The number of operating systems that the switches run."""
    marked_apart: frozenset[str] = frozenset()
    """Ports, as device and name, whose marking intentionally differs from that of other ports."""


@dataclass(frozen=True, slots=True)
class DesignVotes:
    """What one device says of the design.

    `ports`: those that can take part in PFC; of them `pausing` certainly pause, `without` certainly do not, `half` are
    signs of a lossless design with a fault in it, and `marking` mark ECN. `speaks_of_roce`: what marks ECN is for RoCE.
    `reaction`: for each NIC whether it states that it neither reacts to CNPs nor sends them. `roce_dscps`,
    `strict_dscps`: see `explicit_roce_dscps` and the function of that name; `some_links`: what only some links have on
    purpose, which stands neither in `priorities` nor in `roce_dscps`. `trims`: some queue trims packets. `is_named`: a
    line of the system itself is for RoCE. `is_of_spectrum_x`: it has adaptive routing for NICs of NVIDIA Spectrum-X.
    """

    os: str
    is_host: bool
    has_nics: bool
    ports: int
    pausing: int
    without: int
    half: int
    marking: int
    priorities: PriorityVotes
    sized: frozenset[int]
    speaks_of_roce: bool
    reaction: tuple[bool, ...]
    roce_dscps: frozenset[int]
    strict_dscps: frozenset[int]
    some_links: SomeLinks
    trims: bool
    is_named: bool
    is_of_spectrum_x: bool


def infer_design(devices: tuple[Device, ...], given: GivenDesign) -> Design:
    """Return the design: what is given, and what the majority of ports says for the rest."""
    return settle_design(devices, [design_votes(device) for device in devices], given)


def settle_design(devices: Sequence[Device], votes: Sequence[DesignVotes], given: GivenDesign) -> Design:
    """Return the design by the votes of all devices.

    `devices` are asked what votes do not tell: how hosts mark, and what is usual where no switch maps RoCE explicitly.
    """
    cnp: Fact[frozenset[int]] = (
        Stated(given.cnp_dscps, given.source)
        if given.cnp_dscps
        else infer_cnp_dscps(devices, [vote.strict_dscps for vote in votes])
    )
    lossless = _lossless_priorities(votes, given)
    return Design(
        profile=_profile(votes, given),
        roce_dscps=_roce_dscps(devices, votes, given, known(cnp, frozenset()), known(lossless, frozenset())),
        cnp_dscps=cnp,
        lossless_priorities=lossless,
        priorities_of_some_links=frozenset[int]().union(*(vote.some_links.priorities for vote in votes))
        - known(lossless, frozenset()),
        maximum_incast=Stated(given.maximum_incast, given.source)
        if given.maximum_incast
        else Unknown("the largest incast is not stated in an intent", NOWHERE),
        os_count=len({vote.os for vote in votes if not vote.is_host}),
        marked_apart=given.marked_apart,
    )


def design_votes(device: Device) -> DesignVotes:
    """Return what one device says of the design."""
    votes = _port_votes(device)
    some_links = classes_of_some_links(device, (vote.no_drop for vote in votes if vote.takes_part and vote.no_drop))
    mapped = explicit_roce_dscps(device) - some_links.dscps
    # An orphaned no-drop priority (PFC itself off), PFC without a no-drop priority, a PFC watchdog without PFC, and a
    # definition with PFC that is bound nowhere are all signs of a lossless design with a fault in it.
    half = sum(number for vote, number in votes.items() if (vote.takes_part and vote.is_stated) or vote.is_watched)
    half += sum(number for vote, number in votes.items() if vote.no_drop) + _idle_pauses(device)
    marking = 0 if is_host(device) else sum(number for vote, number in votes.items() if vote.marks)
    trims = device.trimming is not None and bool(device.trimming.queues) and is_true(device.trimming.is_on)
    return DesignVotes(
        os=device.os,
        is_host=is_host(device),
        has_nics=bool(device.nics),
        ports=votes.total(),
        pausing=sum(number for vote, number in votes.items() if vote.takes_part and vote.no_drop),
        without=sum(number for vote, number in votes.items() if vote.is_known and not vote.takes_part),
        half=half,
        marking=marking,
        priorities=PriorityVotes(
            is_host(device),
            _no_drop_votes(votes, some_links.priorities, sure=True),
            _no_drop_votes(votes, some_links.priorities, sure=False),
            priorities_in_use(device) if is_host(device) else frozenset(),
            frozenset() if is_host(device) else _moves(device),
        ),
        sized=frozenset[int]().union(*(vote.no_drop for vote in votes)),
        speaks_of_roce=_roce_is_evident(device, mapped),
        reaction=tuple(
            isinstance(fact, Stated) and not fact.value for nic in device.nics for fact in nic.reaction_enabled
        ),
        roce_dscps=mapped,
        strict_dscps=strict_dscps(device),
        some_links=some_links,
        trims=trims,
        is_named=device.names_roce or trims,
        is_of_spectrum_x=device.adaptive_routing is not None and behaviour_of(device.os).is_of_spectrum_x,
    )


def _moves(device: Device) -> Moves:
    """Return what `moved_pauses` says of all ports of a device, of which many share their maps and classes."""
    distinct = _distinct(port.values for port in _ethernet_ports(device))
    return frozenset[tuple[int, int]]().union(*map(moved_pauses, distinct))


def _idle_pauses(device: Device) -> int:
    """Return how many definitions would make ports lossless and are bound nowhere, unless others of their kind are."""
    if device.idle_pfc_definitions:
        return 1
    return sum(one.pauses and not one.others_are_bound for one in device.idle_policies)


class _PortVote(NamedTuple):
    """What a port says of the design: whether it takes part in PFC, and tells or states how; whether it marks ECN.

    `is_watched`: a line turns on its PFC watchdog.
    """

    takes_part: bool
    is_known: bool
    is_stated: bool
    no_drop: frozenset[int]
    marks: bool
    is_watched: bool


def _port_votes(device: Device) -> Counter[_PortVote]:
    """Return what the ports of a device say, in their order; many of them have the same priorities and queues."""
    no_drop: dict[int, frozenset[int]] = {}
    marks: dict[int, bool] = {}
    votes: Counter[_PortVote] = Counter()
    for port in [one.values for one in _ethernet_ports(device)]:
        qos = port.qos
        priorities, queues = id(qos.priorities), id(qos.queues)
        if priorities not in no_drop:
            no_drop[priorities] = no_drop_priorities(port)
        if queues not in marks:
            marks[queues] = _marks_ecn(port)
        result, stated = not isinstance(qos.pfc_mode, Unknown), isinstance(qos.pfc_mode, Stated)
        watched = isinstance(qos.watchdog.enabled, Stated) and qos.watchdog.enabled.value
        votes[_PortVote(_takes_part_in_pfc(port), result, stated, no_drop[priorities], marks[queues], watched)] += 1
    return votes


def _roce_dscps(
    devices: Sequence[Device],
    votes: Sequence[DesignVotes],
    given: GivenDesign,
    cnp: frozenset[int],
    lossless: frozenset[int],
) -> Fact[frozenset[int]]:
    """Return the marking of RoCE; with several lossless priorities also the one that a vendor's table brings to one."""
    if given.roce_dscps:
        return Stated(given.roce_dscps, given.source)
    found = infer_roce_dscps(devices, [vote.roce_dscps for vote in votes], cnp)
    if isinstance(found, Unknown) or len(lossless) < 2 or len(found.value) >= len(lossless):
        return found
    return map_fact(lambda mapped: mapped | left_to_tables(mapped, devices), found)


def serves_storage_only(device: Device) -> bool:
    """Say whether a switch is lossless for FCoE alone: nothing marks ECN or maps a DSCP to a lossless class."""
    return device.carries_fcoe and not any(map(_marks_ecn, device.ports)) and not explicit_roce_dscps(device)


def _ethernet_ports(device: Device) -> Iterable[Port]:
    """Return the ports that can take part in PFC for RoCE."""
    if serves_storage_only(device):
        return ()
    return (port for port in device.ports if port.kind in (PortKind.ETHERNET, PortKind.LAG))


def _takes_part_in_pfc(port: AnyPort) -> bool:
    mode = port.qos.pfc_mode
    return not isinstance(mode, Unknown) and (
        mode.value is PfcMode.ON or (mode.value is PfcMode.AUTO and isinstance(mode, Stated))
    )


def _marks_ecn(port: AnyPort) -> bool:
    return any(is_true(queue.ecn_enabled) for queue in port.qos.queues)


def _profile(votes: Sequence[DesignVotes], given: GivenDesign) -> Fact[str]:
    if given.profile:
        return Stated(given.profile, given.profile_source)
    ports, pausing = sum(vote.ports for vote in votes), sum(vote.pausing for vote in votes)
    marking = sum(vote.marking for vote in votes)
    if (pausing or any(vote.half for vote in votes)) and not _only_few_nics_pause(votes):
        sized = frozenset[int]().union(*(vote.sized for vote in votes))
        if marking == 0 and _reaction_is_off_everywhere(votes):
            return Default("pfc-only", NOWHERE, f"{pausing} ports pause, none marks ECN, DCQCN is off on every host")
        why = f"{pausing} of {ports} ports pause for priority {', '.join(map(str, sorted(sized))) or '-'}"
        switches = [vote for vote in votes if not vote.is_host]
        adaptive = sum(vote.is_of_spectrum_x for vote in switches)
        if adaptive * 2 > len(switches):
            return Default("spectrum-x", NOWHERE, f"{why}, and {adaptive} of {len(switches)} switches route adaptively")
        return Default("lossless", NOWHERE, f"{why}, {marking} mark ECN")
    if any(vote.is_named for vote in votes) or (marking and any(vote.speaks_of_roce for vote in votes)):
        who = f"no port but {pausing} of a few hosts pauses" if pausing else "no port pauses"
        why = f"{who}, {marking} of {ports} ports mark ECN"
        if any(vote.trims for vote in votes):
            return Default("lossy-trimming", NOWHERE, f"{why}, and queues trim packets")
        return Default("lossy-roce", NOWHERE, why)
    if any(vote.has_nics for vote in votes):
        return Default("lossless", NOWHERE, "hosts use RoCE and nothing states another design")
    if marking:
        return Default(NO_ROCE, NOWHERE, "no port pauses; ports mark ECN, and nothing says that it is for RoCE")
    return Default(NO_ROCE, NOWHERE, "no port pauses or marks ECN for RoCE")


def _only_few_nics_pause(votes: Sequence[DesignVotes]) -> bool:
    """Say whether every switch is without PFC and marks ECN, and at most half of the NICs pause all the same."""
    nics = [vote for vote in votes if vote.has_nics]
    switches = [vote for vote in votes if not vote.has_nics]
    if any(vote.pausing or vote.half for vote in switches) or not any(vote.marking for vote in switches):
        return False
    return sum(vote.pausing for vote in nics) <= sum(vote.without for vote in nics)


def _roce_is_evident(device: Device, mapped: frozenset[int]) -> bool:
    """Say whether ECN without PFC is for RoCE and not for TCP (DCTCP, L4S), which marks just alike.

    It is where a host has RoCE settings, the system has a line for RoCE, a port's description or a class names RDMA, or
    a short list of code points with RoCE's conventional one is mapped to a class that marks; `mapped` are those.
    """
    if device.nics or device.names_roce or (len(mapped) <= LARGEST_DSCP_LIST and mapped & set(USUAL_ROCE_DSCPS)):
        return True
    for port in device.ports:
        # Without the places of the QoS, which take long to find.
        names = [item.name for item in port.values.qos.classes]
        names += [port.description.value] if isinstance(port.description, Stated) else []
        if any(_RDMA.search(name) for name in names):
            return True
    return False


def _reaction_is_off_everywhere(votes: Sequence[DesignVotes]) -> bool:
    """Say whether every NIC states that it neither reacts to CNPs nor sends them."""
    states = [is_off for vote in votes for is_off in vote.reaction]
    return bool(states) and all(states)


def _lossless_priorities(votes: Sequence[DesignVotes], given: GivenDesign) -> Fact[frozenset[int]]:
    if given.lossless_priorities:
        return Stated(given.lossless_priorities, given.source)
    if given.profile in ("lossy-roce", "lossy-trimming", "zero-touch", "multipath"):
        return Stated(frozenset(), given.profile_source)
    if not given.profile and _only_few_nics_pause(votes):
        return Default(frozenset(), NOWHERE, "no switch and at most half of the NICs have a no-drop priority")
    return usual_priorities([vote.priorities for vote in votes])


def _no_drop_votes(votes: Counter[_PortVote], left_out: frozenset[int], *, sure: bool) -> SetsOfPriorities:
    """Return the sets of no-drop priorities of ports, those that take part in PFC for `sure`, with numbers of ports."""
    found: Counter[frozenset[int]] = Counter()
    for vote, number in votes.items():
        if vote.no_drop and (vote.takes_part or not sure):
            found[vote.no_drop - left_out] += number
    return tuple(found.items())

"""Load on a fabric: the patterns that people know, or flows from a file, between its NICs."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from typing import TypeAlias

from roce_lint.errors import UsageError
from roce_lint.simulate.plant import UNLIMITED, FailedLink, Plant, PlantFlow, StuckNic
from roce_lint.simulate.resolved import ResolvedNetwork, SimulatedNic
from roce_lint.suggest import did_you_mean
from roce_lint.values import dataclass

MOST_FLOWS = 20_000
FAULT_SHARE = 0.1
"""A pattern with a fault has it after this share of the time."""
_PATTERN = re.compile(r"([a-z-]+)(?::([1-9][0-9]{0,4}))?")
NicPair: TypeAlias = tuple[SimulatedNic, SimulatedNic]


class PatternName(Enum):
    """Who sends to whom."""

    INCAST = "incast"
    ALL_TO_ALL = "all-to-all"
    RING = "ring"
    RAIL_ALL_TO_ALL = "rail-all-to-all"
    PERMUTATION = "permutation"
    VICTIM = "victim"
    STUCK_NIC = "stuck-nic"
    FAILED_LINK = "failed-link"


@dataclass(frozen=True, slots=True)
class Load:
    """What is sent: a pattern with its number (`incast:16`), to whom, how much, for how long."""

    pattern: str
    to: str = ""
    size_bytes: float = UNLIMITED
    duration_ns: float = 10e6
    seed: int = 1
    payload_bytes: int = 4096


def loaded(network: ResolvedNetwork, load: Load) -> Plant:
    """Return the plant of a network under a load. Raises UsageError for what cannot be sent."""
    name, number = parsed_pattern(load.pattern)
    chance = random.Random(load.seed)
    target = nic_named(network.nics, load.to) if load.to else network.nics[0]
    pairs = _PAIRS[name](network.nics, target, number, chance)
    if not pairs:
        raise UsageError(f"--pattern {load.pattern} has no flows among {len(network.nics)} NICs; name another pattern")
    if len(pairs) > MOST_FLOWS:
        raise UsageError(
            f"--pattern {load.pattern} has {len(pairs)} flows, more than {MOST_FLOWS}; give a number of NICs, as in "
            f"{name.value}:64"
        )
    flows = tuple(plant_flow(network, pair, load.size_bytes) for pair in pairs)
    return Plant(
        devices=network.devices,
        ports=network.ports,
        flows=flows,
        faults=tuple(_faults(name, network, target, flows, load)),
        duration_ns=load.duration_ns,
        seed=load.seed,
        payload_bytes=load.payload_bytes,
        assumed=network.assumed,
    )


def parsed_pattern(pattern: str) -> tuple[PatternName, int]:
    """Return the name and the number of a pattern; 0 for none. Raises UsageError for one that there is not."""
    found = _PATTERN.fullmatch(pattern)
    names = [one.value for one in PatternName]
    if found is None or found[1] not in names:
        hint = did_you_mean(found[1] if found else pattern, names)
        raise UsageError(f"--pattern {pattern}: there is no such pattern{hint or '; known are ' + ', '.join(names)}")
    return PatternName(found[1]), int(found[2] or 0)


def nic_named(nics: Sequence[SimulatedNic], name: str) -> SimulatedNic:
    """Return the NIC of that name, or the first one of the host of that name. Raises UsageError where there is none."""
    for nic in nics:
        if name in (nic.name, nic.host):
            return nic
    names = list(dict.fromkeys([*(nic.host for nic in nics), *(nic.name for nic in nics)]))
    raise UsageError(f"{name} is no host of this fabric{did_you_mean(name, names)}")


def _incast(nics: Sequence[SimulatedNic], target: SimulatedNic, number: int, _: random.Random) -> list[NicPair]:
    senders = [nic for nic in nics if nic.host != target.host and nic.rail == target.rail]
    if len(senders) < number:
        senders = [nic for nic in nics if nic.host != target.host]
    if number > len(senders):
        needed = f"--pattern incast:{number} needs {number} senders beside {target.host}"
        raise UsageError(f"{needed}; there are {len(senders)}; give fewer")
    return [(sender, target) for sender in _spread(senders, number or min(16, len(senders)))]


def _spread(nics: Sequence[SimulatedNic], number: int) -> list[SimulatedNic]:
    """Return some NICs, evenly over all of them."""
    return [nics[index * len(nics) // number] for index in range(number)]


def _chosen(nics: Sequence[SimulatedNic], number: int) -> list[SimulatedNic]:
    if number > len(nics):
        raise UsageError(f"the pattern names {number} NICs; the fabric has {len(nics)}")
    return _spread(nics, number) if number else list(nics)


def _all_to_all(nics: Sequence[SimulatedNic], _: SimulatedNic, number: int, __: random.Random) -> list[NicPair]:
    chosen = _chosen(nics, number)
    if len(chosen) * (len(chosen) - 1) > MOST_FLOWS:
        raise UsageError(f"all-to-all of {len(chosen)} NICs has too many flows; give a number, as in all-to-all:64")
    return [(one, other) for one in chosen for other in chosen if one.host != other.host]


def _ring(nics: Sequence[SimulatedNic], _: SimulatedNic, number: int, __: random.Random) -> list[NicPair]:
    chosen = _chosen(nics, number)
    return [(one, chosen[(n + 1) % len(chosen)]) for n, one in enumerate(chosen) if len(chosen) > 1]


def _rails(nics: Sequence[SimulatedNic], _: SimulatedNic, number: int, __: random.Random) -> list[NicPair]:
    rails: dict[int, list[SimulatedNic]] = defaultdict(list)
    for nic in nics:
        rails[nic.rail].append(nic)
    chosen = {rail: members[: number or len(members)] for rail, members in rails.items()}
    if sum(len(members) ** 2 for members in chosen.values()) > MOST_FLOWS:
        raise UsageError("this has too many flows; give a number of hosts, as in rail-all-to-all:32")
    return [(a, b) for members in chosen.values() for a in members for b in members if a.host != b.host]


def _permutation(nics: Sequence[SimulatedNic], _: SimulatedNic, number: int, chance: random.Random) -> list[NicPair]:
    chosen = _chosen(nics, number)
    order = list(range(len(chosen)))
    chance.shuffle(order)
    # Each sends to the next of a random order, and so nobody to itself.
    return [(chosen[a], chosen[b]) for a, b in zip(order, order[1:] + order[:1], strict=True) if a != b]


def _victim(nics: Sequence[SimulatedNic], target: SimulatedNic, number: int, chance: random.Random) -> list[NicPair]:
    """Return an incast, and a flow from beside its first sender to beside its target."""
    pairs = _incast(nics, target, number, chance)
    busy = {nic.name for pair in pairs for nic in pair}
    free = [nic for nic in nics if nic.name not in busy]
    first = pairs[0][0]
    order = sorted(free, key=lambda nic: (nic.host == first.host, abs(nics.index(nic) - nics.index(first))))
    ends = sorted(free, key=lambda nic: abs(nics.index(nic) - nics.index(target)))
    if len(free) < 2:
        raise UsageError("--pattern victim needs two NICs beside the incast; give fewer senders, as in victim:4")
    return [*pairs, next((a, b) for a in order for b in ends if a.host != b.host and a is not b)]


_Maker: TypeAlias = Callable[[Sequence[SimulatedNic], SimulatedNic, int, random.Random], list[NicPair]]
_PAIRS: Mapping[PatternName, _Maker] = {
    PatternName.INCAST: _incast,
    PatternName.ALL_TO_ALL: _all_to_all,
    PatternName.RING: _ring,
    PatternName.RAIL_ALL_TO_ALL: _rails,
    PatternName.PERMUTATION: _permutation,
    PatternName.VICTIM: _victim,
    PatternName.STUCK_NIC: _permutation,
    PatternName.FAILED_LINK: _permutation,
}


def plant_flow(network: ResolvedNetwork, ends: NicPair, size_bytes: float) -> PlantFlow:
    """Return a flow between two NICs, marked as its sender marks. Raises UsageError where no path joins them."""
    source, destination = ends
    paths, back = network.paths(source, destination), network.paths(destination, source)
    if not paths or not back:
        raise UsageError(
            f"no path leads from {source.name} to {destination.name}: the cables that were read do not join them; name "
            "other hosts or another pattern, or list the cables"
        )
    return PlantFlow(
        name=f"{source.name}->{destination.name}",
        source=source.device,
        destination=destination.device,
        size_bytes=size_bytes,
        start_ns=0.0,
        priority=source.priority,
        dscp=source.dscp,
        paths=paths,
        paths_back=back,
        dcqcn=source.dcqcn and destination.dcqcn,
    )


def _faults(
    name: PatternName, network: ResolvedNetwork, target: SimulatedNic, flows: Sequence[PlantFlow], load: Load
) -> Iterator[StuckNic | FailedLink]:
    at = FAULT_SHARE * load.duration_ns
    if name is PatternName.STUCK_NIC:
        yield StuckNic(target.device, at)
    if name is PatternName.FAILED_LINK:
        used = [port for flow in flows for path in flow.paths if len(flow.paths) > 1 for port in path[1:-1]]
        if not used:
            raise UsageError("--pattern failed-link: no flow has a second path; name another pattern")
        yield FailedLink(max(sorted(set(used)), key=used.count), at, 0.05 * load.duration_ns)

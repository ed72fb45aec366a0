"""BGP sessions whose ends disagree about an AS number, and which is wrong as far as the rest of the fabric tells."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence, Set
from typing import TypeAlias

from roce_lint.model.addresses import Address, Subnet, address_of, subnet_of
from roce_lint.model.device import Port
from roce_lint.model.fact import Source, Stated, Unknown
from roce_lint.model.interface_names import base_interface, same_interface
from roce_lint.model.logic import is_false, is_true
from roce_lint.model.routing import AnyAsn, BgpNeighbor, ListenRange
from roce_lint.model.terms import PortKind
from roce_lint.paths.bgp_sessions import expects
from roce_lint.paths.pause.topology import SwitchIndex
from roce_lint.paths.switch_graph import SwitchGraph
from roce_lint.values import dataclass

_Statement: TypeAlias = BgpNeighbor | ListenRange
_ON_CABLES = (PortKind.ETHERNET, PortKind.LAG, PortKind.SUBINTERFACE)
_FEWEST_AGREEING = 2


@dataclass(frozen=True, slots=True)
class _MismatchedAsn:
    """Switch `at` states an AS number at `place` that does not fit what `other_place` states.

    `because`: in words. `is_settled`: the rest of the fabric says that `place` is the wrong one of the two.
    """

    at: SwitchIndex
    place: Source
    other_place: Source
    because: str
    is_settled: bool


@dataclass(frozen=True, slots=True)
class _Expectation:
    """What one statement of `node` says of the AS number of another switch; `fits`: it is the number."""

    node: SwitchIndex
    statement: _Statement
    fits: bool

    @property
    def wanted(self) -> str:
        """Return the number that is expected, in words."""
        remote = self.statement.remote_asn
        match None if isinstance(remote, Unknown) else remote.value:
            case int(number):
                return f"AS {number}"
            case AnyAsn.EXTERNAL:
                return "another AS than its own"
            case AnyAsn.INTERNAL:
                return "its own AS"
            case _:
                return "an AS of its ranges"


class SessionNumbers:
    """Compares what the ends of sessions say of each other; `among` are the switches that matter.

    A session counts where both ends have a statement for it that is not shut down: by the addresses of one subnet, by
    the interface of an unnumbered one, by a listen range, or between other addresses of the two switches.
    """

    def __init__(self, graph: SwitchGraph, among: Set[SwitchIndex]) -> None:
        """Read off the numbers; nothing is compared yet."""
        self._graph = graph
        self._nodes = [node for node in sorted(among) if graph.devices[node].routing.bgp]
        self._numbers = {node: _own_numbers(self._statements(node)) for node in self._nodes}
        self._without_bfd: dict[SwitchIndex, bool] = {}
        self._listening = {
            node for node in self._nodes if any(one.listen_ranges for one in graph.devices[node].routing.bgp)
        }

    def wrong(self) -> list[_MismatchedAsn]:
        """Return what does not fit, in order of switch and place, once for each place."""
        doubtful = {other for node in self._nodes for other in self._doubtful(node)}
        if not doubtful:
            return []
        held: dict[tuple[SwitchIndex, Stated[int]], list[_Expectation]] = defaultdict(list)
        for node in self._nodes:
            for of, number, one in self._expectations(node, doubtful):
                held[of, number].append(one)
        found: dict[tuple[SwitchIndex, Source], list[_MismatchedAsn]] = defaultdict(list)
        for (of, number), expected in sorted(held.items(), key=lambda item: (item[0][0], item[0][1].source)):
            for result in self._result(of, number, expected):
                found[result.at, result.place].append(result)
        return [_joined(several) for _, several in sorted(found.items(), key=lambda item: item[0])]

    def watched_at_one_end(self) -> list[tuple[SwitchIndex, Source, Source, str]]:
        """Return the switches without BFD for a session that the other end watches, once for each place.

        With each: that place, that of the other end, and the difference in words.
        """
        settings = {id(one.settings): one.settings for node in self._nodes for one in self._statements(node)}
        if {one.bfd.value for one in settings.values() if not isinstance(one.bfd, Unknown)} != {True, False}:
            return []
        found: dict[tuple[SwitchIndex, Source], list[tuple[Source, str]]] = defaultdict(list)
        for node in self._nodes:
            for process in self._graph.devices[node].routing.bgp:
                for mine in process.neighbors:
                    if not is_true(mine.settings.bfd) or (other := self._other(node, mine)) is None:
                        continue
                    for one in self._unwatched(node, mine, other):
                        names = self._graph.names
                        peer = one.peer if isinstance(one, BgpNeighbor) else one.prefix
                        because = f"{names[node]} watches it, and {names[other]} does not ({peer})"
                        found[other, one.settings.bfd.source].append((mine.settings.bfd.source, because))
        return [(*key, *_first_of(several)) for key, several in sorted(found.items(), key=lambda item: item[0])]

    def _unwatched(self, node: SwitchIndex, mine: BgpNeighbor, other: SwitchIndex) -> Sequence[_Statement]:
        """Return what the other end says of a session where that has no BFD."""
        if other not in self._without_bfd:
            statements = self._statements(other)
            self._without_bfd[other] = any(is_false(one.settings.bfd) for one in statements)
        port = self._port(node, mine, other) if self._without_bfd[other] else None
        answers = self._answers(node, mine, other, port) if port is not None else ()
        enabled = [one for one in answers if not is_false(one.settings.enabled)]
        return enabled if enabled and all(is_false(one.settings.bfd) for one in enabled) else ()

    def _statements(self, node: SwitchIndex) -> list[_Statement]:
        found: list[_Statement] = []
        for process in self._graph.devices[node].routing.bgp:
            found += process.neighbors
            found += process.listen_ranges
        return found

    def _doubtful(self, node: SwitchIndex) -> Iterator[SwitchIndex]:
        """Yield the switches whose number is perhaps not what is expected; most are seen to be at a glance."""
        for process in self._graph.devices[node].routing.bgp:
            for one in process.neighbors:
                other = self._other(node, one)
                if other is None:
                    continue
                if isinstance(one.remote_asn, Unknown) or self._numbers[other] != {one.remote_asn.value}:
                    yield other
                if other in self._listening:
                    yield node

    def _expectations(
        self, node: SwitchIndex, of: Set[SwitchIndex]
    ) -> Iterator[tuple[SwitchIndex, Stated[int], _Expectation]]:
        """Yield what a switch expects of some others, and what those that only listen to it expect of it."""
        for process in self._graph.devices[node].routing.bgp:
            for mine in process.neighbors:
                other = self._other(node, mine)
                port = self._port(node, mine, other) if other is not None and (other in of or node in of) else None
                if other is None or port is None:
                    continue
                theirs = [one for one in self._answers(node, mine, other, port) if not is_false(one.settings.enabled)]
                if other in of:
                    yield from _expected(node, [mine], other, theirs)
                if node in of and all(isinstance(one, ListenRange) for one in theirs):
                    yield from _expected(other, theirs, node, [mine])

    def _other(self, node: SwitchIndex, one: BgpNeighbor) -> SwitchIndex | None:
        """Return the switch that a neighbour is, where it is one that matters."""
        if is_false(one.settings.enabled):
            return None
        if one.is_interface:
            strand = self._strand(node, one)
            return None if strand is None else strand[0]
        other = self._graph.owner(one.peer.partition("%")[0])
        return other if other != node and other in self._numbers else None

    def _strand(self, node: SwitchIndex, one: BgpNeighbor) -> tuple[SwitchIndex, Port] | None:
        """Return the switch and its port at the other end of the cable of an unnumbered session."""
        wanted = base_interface(one.peer)
        for other, strands in self._graph.leaving.get(node, ()):
            for strand in strands:
                if other in self._numbers and base_interface(strand.near.name) == wanted:
                    return other, strand.far
        return None

    def _port(self, node: SwitchIndex, one: BgpNeighbor, other: SwitchIndex) -> Port | None:
        """Return the port of the other switch that a neighbour is; None where no cable in use leads there."""
        if one.is_interface:
            strand = self._strand(node, one)
            return None if strand is None else strand[1]
        called = _address(one)
        ports = self._graph.devices[other].ports
        port = next((port for port in ports if any(own.address == called for own in port.interfaces)), None)
        if port is None or port.kind not in _ON_CABLES:
            return port
        ends = [strand.far for strand in self._graph.strands.get((node, other), ())]
        return port if any(same_interface(end, port.name) or same_interface(port, end.name) for end in ends) else None

    def _answers(self, node: SwitchIndex, mine: BgpNeighbor, other: SwitchIndex, port: Port) -> Sequence[_Statement]:
        """Return what the other end says of the session: of this end of it, else whatever may mean this switch."""
        statements = self._statements(other)
        neighbors = [one for one in statements if isinstance(one, BgpNeighbor)]
        if mine.is_interface:
            return [
                one for one in neighbors if one.is_interface and base_interface(one.peer) == base_interface(port.name)
            ]
        naming = [one for one in neighbors if not one.is_interface and self._graph.owner(one.peer) == node]
        called = _address(mine)
        subnet = next((own.subnet for own in port.interfaces if own.address == called), None)
        close = [one for one in naming if subnet is not None and (to := _address(one)) and subnet.holds(to)]
        if close:
            return close
        ranges = [one for one in statements if isinstance(one, ListenRange)]
        fitting = [one for one in ranges if subnet is not None and _overlaps(one.prefix, subnet)]
        return [*naming, *(fitting or ranges)]

    def _result(
        self, of: SwitchIndex, number: Stated[int], expected: Sequence[_Expectation]
    ) -> Iterator[_MismatchedAsn]:
        """Yield who is wrong: those who expect another number than the rest, or the one of whom all expect another."""
        names = self._graph.names
        wrong = [one for one in expected if not one.fits]
        is_usual = len(wrong) < len(expected)
        others = sorted({names[one.node] for one in wrong})
        if not is_usual and len(others) >= _FEWEST_AGREEING and len({one.wanted for one in wrong}) == 1:
            because = f"{names[of]} has AS {number.value}, and {_listed(others)} expect {wrong[0].wanted}"
            yield _MismatchedAsn(of, number.source, wrong[0].statement.remote_asn.source, because, is_settled=True)
            return
        for one in wrong:
            peer = one.statement.peer if isinstance(one.statement, BgpNeighbor) else one.statement.prefix
            because = f"{names[one.node]} expects {one.wanted} of {peer}, and {names[of]} has AS {number.value}"
            place = one.statement.remote_asn.source
            yield _MismatchedAsn(one.node, place, number.source, because, is_settled=is_usual)


def _first_of(several: Sequence[tuple[Source, str]]) -> tuple[Source, str]:
    """Return the first difference for all of one place."""
    place, because = several[0]
    more = len(several) - 1
    return place, f"{because}; so for {more} more session{'s' if more > 1 else ''}" if more else because


def _expected(
    node: SwitchIndex, mine: Sequence[_Statement], other: SwitchIndex, theirs: Sequence[_Statement]
) -> Iterator[tuple[SwitchIndex, Stated[int], _Expectation]]:
    """Yield what `node` expects of `other`, where the other has a statement for the session and a number is known."""
    number = theirs[0].settings.local_asn if theirs and mine else None
    if isinstance(number, Stated):
        fits = any(
            expects(one.remote_asn, reply.settings.local_asn, one.settings.local_asn)
            for one in mine
            for reply in theirs
        )
        yield other, number, _Expectation(node, mine[0], fits)


def _own_numbers(statements: Iterable[_Statement]) -> frozenset[int | None]:
    """Return the AS numbers that a switch has in its sessions, None for one that is not known."""
    settings = {id(one.settings): one.settings.local_asn for one in statements}
    return frozenset(None if isinstance(number, Unknown) else number.value for number in settings.values())


def _address(one: BgpNeighbor) -> Address | None:
    return None if one.is_interface else address_of(one.peer.partition("%")[0])


def _overlaps(prefix: str, subnet: Subnet) -> bool:
    listening = subnet_of(prefix)
    return listening is not None and (listening.covers(subnet) or subnet.covers(listening))


def _listed(names: Sequence[str]) -> str:
    """Return `a and b`, `a, b and 3 more`."""
    if len(names) <= 3:
        return " and ".join((", ".join(names[:-1]), names[-1])) if len(names) > 1 else names[0]
    return f"{names[0]}, {names[1]} and {len(names) - 2} more"


def _joined(several: Sequence[_MismatchedAsn]) -> _MismatchedAsn:
    """Return one for all that one line gets wrong."""
    first, more = several[0], len(several) - 1
    if not more:
        return first
    because = f"{first.because}; so for {more} more session{'s' if more > 1 else ''} of this line"
    settled = all(one.is_settled for one in several)
    return _MismatchedAsn(first.at, first.place, first.other_place, because, is_settled=settled)

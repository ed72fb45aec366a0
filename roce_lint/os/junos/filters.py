"""Firewall filters: those that choose the forwarding class of a packet outweigh every classifier, others drop it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from roce_lint.model.fact import Fact, Source, Stated, Unknown
from roce_lint.model.packet_filter import FilterEntry, FilterUse, Hit, PacketFilter
from roce_lint.model.qos import Policer
from roce_lint.model.qos_tables import QosMap
from roce_lint.os.junos.forwarding_classes import ForwardingClasses
from roce_lint.text.tree import Node
from roce_lint.values import dataclass

FAMILIES = ("inet", "inet6", "ethernet-switching", "any")
_DSCP_WORDS = {
    "ef": 46,
    "be": 0,
    **{f"cs{number}": 8 * number for number in range(8)},
    **{f"af{group}{drop}": 8 * group + 2 * drop for group in range(1, 5) for drop in range(1, 4)},
}
_VERSIONS = {"inet": 4, "inet6": 6}
_UDP = frozenset(("udp", "17"))
_ROCE_PORT = 4791
_OF_ROCE = {
    "protocol": _UDP, "ip-protocol": _UDP, "next-header": _UDP, "payload-protocol": _UDP,
    "ether-type": frozenset(("ipv4", "ipv6", "0x0800", "0x800", "0x86dd", "2048", "34525")),
    "ip-version": frozenset(("ipv4", "ipv6")),
}  # fmt: skip
"""Conditions that every RoCE packet meets with one of these values, and with no other."""


@dataclass(frozen=True, slots=True)
class FilterTerm:
    """What one term does to packets of RoCE.

    `dscps` and `pcps` are those that it matches, None for all; `doubt` says why nobody knows whether it matches.
    `forwarding_class` is None for a term that leaves the class as it is; `ends` where no later term is asked.
    `policer` is the line of a policer that drops. `origin` and `target` are the addresses that it asks for, as in
    `FilterEntry`; `is_narrow` where it asks for more. `permits` is None for one that leaves the decision to the next.
    `writes` is the DSCP that it puts into packets. `asks_for_port`: it matches the UDP port of RoCE alone.
    """

    source: Source
    dscps: frozenset[int] | None
    pcps: frozenset[int] | None
    doubt: str
    forwarding_class: Fact[str] | None
    ends: bool
    policer: Source | None
    name: str
    origin: str | None
    target: str | None
    is_narrow: bool
    permits: bool | None
    writes: Stated[int] | None
    asks_for_port: bool


@dataclass(frozen=True, slots=True)
class BoundFilter:
    """A filter that a unit applies to what arrives, or to what leaves."""

    family: str
    name: str
    source: Source
    incoming: bool


class FilterReader:
    """The filters of a file."""

    def __init__(self, root: Node, classes: ForwardingClasses) -> None:
        """Take the tree of a configuration."""
        self._classes = classes
        firewall = root.at("firewall")
        self.blocks: dict[tuple[str, str], Node] = {
            (family, entry.key): entry
            for family in FAMILIES
            for entry in firewall.at("family").at(family).entries("filter")
        }
        for entry in firewall.entries("filter"):
            self.blocks.setdefault(("inet", entry.key), entry)
        self._dropping = {
            one.key for one in firewall.entries("policer") if one.at("then").has("discard") or not one.has("then")
        }
        self._terms = {key: self._read(block) for key, block in self.blocks.items()}

    def is_defined(self, name: str) -> bool:
        """Say whether a filter of any family has this name."""
        return any(one == name for _, one in self.blocks)

    def classifies(self, family: str, name: str) -> bool:
        """Say whether a filter sets the class of any packet of RoCE."""
        return any(one.forwarding_class is not None for one in self._terms.get((family, name), ()))

    def over(self, family: str, names: Sequence[str], under: QosMap[int, str], *, is_dscp: bool) -> QosMap[int, str]:
        """Return the map of DSCPs or PCPs that filters leave of the one that classifiers have made."""
        size = 64 if is_dscp else 8
        terms = [term for name in names for term in self._terms.get((family, name), ())]
        found = {number: _class_of(terms, number, under, is_dscp=is_dscp) for number in range(size)}
        source = terms[0].source if terms else under.source
        return QosMap(f"filter {' '.join(names)}", source, found)

    def policers(self, family: str, names: Iterable[str]) -> tuple[Policer, ...]:
        """Return what filters limit in rate and drop beyond it, of terms that packets of RoCE match for certain."""
        terms = [term for name in names for term in self._terms.get((family, name), ())]
        every = frozenset(range(64))
        return tuple(
            Policer(every if one.dscps is None else one.dscps, one.policer)
            for one in terms
            if one.policer is not None and not one.doubt and one.pcps is None
        )

    def policers_of(self, unit: Node) -> Iterator[Policer]:
        """Yield the policers that a unit applies to all that arrives in a family, without a filter."""
        for block in (*unit.at("family").children.values(), unit):
            leaf = block.at("policer").take("input")
            if leaf.value in self._dropping:
                yield Policer(frozenset(range(64)), leaf.first_line)

    def written(self, family: str, name: str) -> Iterator[tuple[str, frozenset[int], Stated[int]]]:
        """Yield the terms that put a DSCP into packets that they match for certain, with the DSCPs that they match."""
        for one in self._terms.get((family, name), ()):
            if one.writes is not None and not one.doubt:
                yield one.name, frozenset(range(64)) if one.dscps is None else one.dscps, one.writes

    def packet_filters(self, uses: Iterable[tuple[BoundFilter, str]]) -> tuple[PacketFilter, ...]:
        """Return what filters do with packets of RoCE, with the ports that apply each; the rest is discarded."""
        bound: dict[tuple[str, str], list[FilterUse]] = {}
        for one, port in uses:
            if (one.family, one.name) in self._terms:
                use = FilterUse(port, one.incoming, one.source)
                bound.setdefault((one.family, one.name), []).append(use)
        return tuple(
            PacketFilter(
                key[1],
                _VERSIONS.get(key[0], 0),
                tuple(_entry(term) for term in self._terms[key] if term.permits is not None),
                True,
                tuple(several),
                self.blocks[key].first_line,
            )
            for key, several in bound.items()
        )

    def _read(self, block: Node) -> tuple[FilterTerm, ...]:
        terms = [self._term(one) for one in block.entries("term")]
        return tuple(one for one in terms if one is not None)

    def _term(self, block: Node) -> FilterTerm | None:
        """Return a term; None for one that no packet of RoCE matches."""
        conditions, actions = block.at("from"), block.at("then")
        leaf = actions.take("forwarding-class")
        named = self._classes.resolve(leaf.value, leaf) if leaf.line else None
        actions.take("loss-priority")
        dscps: frozenset[int] | None = None
        pcps: frozenset[int] | None = None
        doubt = ""
        is_narrow = False
        ends: dict[str, str | None] = {"source": "", "destination": ""}
        for name, node in conditions.children.items():
            word = str(name)
            values = node.values if node.is_leaf else tuple(one.key for one in node.children.values())
            if word in ("dscp", "traffic-class"):
                node.accounted = True
                dscps, doubt = _numbers(values, _DSCP_WORDS, 63, doubt)
            elif word in ("user-vlan-1p-priority", "learn-vlan-1p-priority"):
                node.accounted = True
                pcps, doubt = _numbers(values, {}, 7, doubt)
            elif word in _OF_ROCE:
                node.accounted = True
                if not _OF_ROCE[word] & {one.lower() for one in values}:
                    return None
            elif word == "destination-port":
                node.accounted = True
                if not any(_has_port(one) for one in values):
                    return None
            else:
                side, _, kind = word.partition("-")
                if side in ends and kind in ("address", "prefix-list"):
                    node.pass_over()
                    ends[side] = values[0] if ends[side] == "" and kind == "address" and _is_one(node) else None
                else:
                    is_narrow = True
                doubt = doubt or f"term {block.key} asks for {word}, which packets of RoCE may have or not"
        policer = actions.take("policer")
        dropped_at = policer.first_line if policer.value in self._dropping else None
        goes_on = actions.has("next") or actions.has("next-term")
        drops = next((found for word in ("discard", "reject") if (found := actions.get(word)) is not None), None)
        if drops is not None:
            _account(drops)
        return FilterTerm(
            drops.first_line if drops is not None else block.first_line,
            dscps,
            pcps,
            doubt,
            named,
            not goes_on,
            dropped_at,
            block.key,
            ends["source"],
            ends["destination"],
            is_narrow or pcps is not None,
            None if goes_on else drops is None,
            _written_dscp(actions),
            conditions.has("destination-port"),
        )


def _written_dscp(actions: Node) -> Stated[int] | None:
    for name in ("dscp", "traffic-class"):
        leaf = actions.take(name)
        numbers, _ = _numbers(leaf.values, _DSCP_WORDS, 63, "")
        if numbers and len(numbers) == 1:
            return Stated(next(iter(numbers)), leaf.first_line)
    return None


def bound_filters(unit: Node) -> Iterator[BoundFilter]:
    """Yield the filters that a unit of an interface applies; those of the unit itself are of family any."""
    holders = [(str(name), family.at("filter")) for name, family in unit.at("family").children.items()]
    for family, block in (*holders, ("any", unit.at("filter"))):
        for leaf in ("input", "input-list", "output", "output-list"):
            node = block.get(leaf)
            if node is not None:
                _account(node)
            inner = node if node is None or node.is_leaf else node.get("filter-name")
            named = [(value, inner.first_line) for value in inner.values] if inner is not None else []
            if node is not None and inner is None:
                named = [(one.key, one.first_line) for one in node.children.values()]
            for value, place in named:
                yield BoundFilter(family, value, place, leaf.startswith("input"))


def _account(node: Node) -> None:
    node.accounted = True
    node.pass_over()


def _entry(term: FilterTerm) -> FilterEntry:
    hit = Hit.PERHAPS if term.is_narrow else Hit.ALWAYS
    text = f"term {term.name} then {'accept' if term.permits else 'discard'}"
    return FilterEntry(bool(term.permits), hit, term.origin, term.target, term.dscps, text, term.source)


def _is_one(node: Node) -> bool:
    """Say whether an address is asked for alone, and not but for others."""
    entries = [] if node.is_leaf else list(node.children.values())
    return (len(entries) == 1 and not entries[0].has("except")) or len(node.values) == 1


def _numbers(
    values: Iterable[str], words: Mapping[str, int], largest: int, doubt: str
) -> tuple[frozenset[int] | None, str]:
    found: set[int] = set()
    for text in values:
        low, _, high = text.partition("-")
        bounds = [words.get(one, int(one) if one.isdecimal() and len(one) < 4 else -1) for one in (low, high or low)]
        if text in words:
            bounds = [words[text]] * 2
        elif len(text) == 6 and not set(text) - {"0", "1"}:
            bounds = [int(text, 2)] * 2
        if min(bounds) < 0 or max(bounds) > largest:
            return None, doubt or f"{text!r} is no code point that is known"
        found.update(range(bounds[0], bounds[1] + 1))
    return frozenset(found), doubt


def _has_port(text: str) -> bool:
    low, _, high = text.partition("-")
    if low.isdecimal() and (high or low).isdecimal() and len(low) < 6 and len(high) < 6:
        return int(low) <= _ROCE_PORT <= int(high or low)
    return False


def _may_mark_roce(number: int, table: QosMap[int, str]) -> bool:
    """Say whether packets of RoCE have a marking: one that a classifier lists, any but 0 where none lists some."""
    listed = {marking for marking, fact in table.entries.items() if isinstance(fact, Stated)}
    return number in listed if listed else number != 0


def _class_of(terms: Sequence[FilterTerm], number: int, under: QosMap[int, str], *, is_dscp: bool) -> Fact[str]:
    """Return the class of one marking: the last that a term sets before one ends the filter."""
    found = under.at(number, "code point")
    for term in terms:
        if term.asks_for_port and term.dscps is None and term.pcps is None and not _may_mark_roce(number, under):
            continue
        own, other = (term.dscps, term.pcps) if is_dscp else (term.pcps, term.dscps)
        if own is not None and number not in own:
            continue
        if other is not None and own is None:
            # The packet's other marking decides; it is judged by the map of that one.
            continue
        doubt = term.doubt or ("the term asks for a DSCP and for a priority" if other is not None else "")
        if doubt:
            if term.forwarding_class is not None and _differs(term.forwarding_class, found):
                return Unknown(doubt, term.source)
            continue
        if term.forwarding_class is not None:
            found = term.forwarding_class
        if term.ends:
            break
    return found


def _differs(one: Fact[str], other: Fact[str]) -> bool:
    return isinstance(one, Unknown) or isinstance(other, Unknown) or one.value != other.value

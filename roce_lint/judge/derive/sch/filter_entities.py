"""What rules evaluate of access lists: whether RoCE gets through, decided by flows that are known to cross the port."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Set
from itertools import islice

from roce_lint.fabric.design import Design
from roce_lint.judge.derive.sch.filter_state import FilterState
from roce_lint.model.addresses import Subnet, subnet_of
from roce_lint.model.device import Device, Port
from roce_lint.model.fact import Default, Fact, Stated, Unknown, known
from roce_lint.model.logic import is_false
from roce_lint.model.packet_filter import FilterEntry, FilterUse, Hit, PacketFilter
from roce_lint.model.terms import PortKind
from roce_lint.values import dataclass

_MOST_OTHERS = 4
_PASSES = "every entry that drops RoCE is for other packets"


@dataclass(frozen=True, slots=True)
class _Flow:
    """Subnets between which RoCE packets go, None for one that is not known; `dscp` is -1 where it is not known."""

    origin: Subnet | None
    target: Subnet | None
    dscp: int


class _SwitchPorts:
    """The RoCE ports of one switch, found once for all interfaces that lists are bound to."""

    def __init__(self, device: Device, inside: Set[str], faces: Callable[[str], str]) -> None:
        self._faces = faces
        self._ports = [port for port in device.ports if port.name in inside]
        self._under: defaultdict[str | int, set[str]] = defaultdict(set)
        for port in self._ports:
            self._under[port.name].add(port.name)
            self._under[known(port.values.lag, "")].add(port.name)
            for vlan in known(port.values.vlans, frozenset()):
                self._under[vlan].add(port.name)
        self._to_hosts: dict[int, list[tuple[str, Subnet]]] = {}

    def under(self, interface: Port) -> Set[str]:
        """Return the RoCE ports whose packets an interface sees: itself, of a LAG, of a VLAN, or of a subinterface."""
        if interface.kind is PortKind.VLAN:
            number = "".join(filter(str.isdecimal, interface.name))
            return self._under.get(int(number) if number and len(number) < 5 else -1, frozenset())
        return self._under.get(interface.name.partition(".")[0], frozenset())

    def to_fabric(self, interface: Port) -> bool:
        """Return whether another switch is behind one of the ports whose packets an interface sees."""
        return any(self._faces(name) == "fabric" for name in self.under(interface))

    def others(self, interface: Port, version: int) -> list[Subnet]:
        """Return some subnets of the other ports that do not lead to a switch, for one version of IP."""
        if version not in self._to_hosts:
            self._to_hosts[version] = [
                (port.name, subnet)
                for port in self._ports
                if self._faces(port.name) != "fabric"
                for subnet in _subnets(port, version)
            ]
        others = (subnet for name, subnet in self._to_hosts[version] if name != interface.name)
        return list(islice(others, _MOST_OTHERS))


@dataclass(frozen=True, slots=True)
class FilterVerdict:
    """What one list does to RoCE in one direction, at the interface where it is worst.

    `passes`: it lets RoCE pass; `entry` drops it. `uses` are all interfaces with RoCE to which it is applied.
    """

    passes: Fact[bool]
    entry: str
    worst: FilterUse
    uses: tuple[FilterUse, ...]
    filter: PacketFilter

    def state(self) -> FilterState:
        """Return it as rules see it."""
        names = ", ".join(use.interface for use in self.uses[:3]) + (" and more" if len(self.uses) > 3 else "")
        label = f"{'into' if self.worst.incoming else 'out of'} {names}"
        return FilterState(self.filter.name, label, self.entry, self.passes, Stated(True, self.worst.source))


def filter_verdicts(
    device: Device, inside: Set[str], faces: Callable[[str], str], design: Design
) -> Iterator[FilterVerdict]:
    """Yield one verdict for each list and direction; `inside` are the RoCE ports, `faces` tells what is behind one."""
    by_name = {port.name: port for port in device.ports}
    ports = _SwitchPorts(device, inside, faces)
    for one in device.packet_filters:
        groups: dict[bool, list[FilterUse]] = defaultdict(list)
        for use in one.uses:
            if use.interface in by_name and ports.under(by_name[use.interface]):
                groups[use.incoming].append(use)
        for incoming, uses in groups.items():
            verdicts = [_verdict(device, one, by_name[use.interface], ports, incoming, design) for use in uses]
            (passes, entry), worst = min(zip(verdicts, uses, strict=True), key=lambda pair: _rank(pair[0][0]))
            every = one.uses if len(uses) == len(one.uses) else tuple(uses)
            yield FilterVerdict(passes, entry, worst, every, one)


def _rank(fact: Fact[bool]) -> int:
    """Return what is reported first: a drop, then a doubt."""
    return 1 if isinstance(fact, Unknown) else 2 if fact.value else 0


def _verdict(
    device: Device,
    one: PacketFilter,
    interface: Port,
    ports: _SwitchPorts,
    incoming: bool,
    design: Design,
) -> tuple[Fact[bool], str]:
    """Return whether RoCE passes at one interface, and the entry that drops it."""
    versions = {subnet.version for subnet in interface.subnets}
    if one.version and versions and one.version not in versions:
        return Default(True, one.source, "the interface has no address of that version"), ""
    near: list[Subnet | None] = [None]
    far: list[Subnet | None] = [None]
    to_fabric = ports.to_fabric(interface)
    if to_fabric and not is_false(device.overlay.terminates_tunnels):
        return Unknown("RoCE packets may be inside tunnels here", one.source), ""
    if _depends_on_flow(one):
        near = near if to_fabric else [*_subnets(interface, one.version)] or near
        far += ports.others(interface, one.version)
    dscps = sorted(known(design.roce_dscps, frozenset())) or [-1]
    doubt: Fact[bool] | None = None
    for here in near:
        for there in far:
            for dscp in dscps:
                flow = _Flow(here, there, dscp) if incoming else _Flow(there, here, dscp)
                fact, entry = _of_flow(one, flow)
                if not isinstance(fact, Unknown) and not fact.value:
                    if one.version == 6 and versions != {6}:
                        return Unknown("whether RoCE uses IPv6 here is not known", fact.source), entry
                    return fact, entry
                doubt = doubt or (fact if isinstance(fact, Unknown) else None)
    return doubt or Default(True, one.source, _PASSES), ""


def _depends_on_flow(one: PacketFilter) -> bool:
    """Say whether an entry for some addresses or code points comes before one for all packets of RoCE."""
    for entry in one.entries:
        if entry.origin != "" or entry.target != "" or entry.dscps is not None:
            return True
        if entry.hit is Hit.ALWAYS:
            return False
    return False


def _subnets(port: Port, version: int) -> list[Subnet]:
    return [subnet for subnet in port.subnets if subnet.version == (version or 4)]


def _of_flow(one: PacketFilter, flow: _Flow) -> tuple[Fact[bool], str]:
    """Return whether the packets of a flow pass: the first entry that matches decides."""
    doubts: dict[bool, FilterEntry] = {}
    for entry in one.entries:
        hit = _hit(entry, flow)
        if hit is Hit.NEVER:
            continue
        if hit is Hit.ALWAYS:
            contrary = doubts.get(not entry.permits)
            if contrary is not None:
                return _doubtful(contrary), ""
            return Stated(entry.permits, entry.source), entry.text
        doubts.setdefault(entry.permits, entry)
    if doubts:
        return _doubtful(next(iter(doubts.values()))), ""
    if one.drops_rest:
        return Stated(False, one.source), "no entry permits it, and unmatched packets are dropped"
    if one.drops_rest is False:
        return Default(True, one.source, "no entry matches RoCE, and unmatched packets are forwarded"), ""
    return _nothing(one), ""


def _doubtful(entry: FilterEntry) -> Unknown:
    return Unknown(f"whether `{entry.text}` matches RoCE cannot be determined", entry.source)


def _nothing(one: PacketFilter) -> Unknown:
    return Unknown("no entry matches RoCE, and the default action is not documented", one.source)


def _hit(entry: FilterEntry, flow: _Flow) -> Hit:
    hits = [entry.hit, _within(entry.origin, flow.origin), _within(entry.target, flow.target)]
    if entry.dscps is not None:
        hits.append(Hit.PERHAPS if flow.dscp < 0 else Hit.ALWAYS if flow.dscp in entry.dscps else Hit.NEVER)
    if Hit.NEVER in hits:
        return Hit.NEVER
    return Hit.PERHAPS if Hit.PERHAPS in hits else Hit.ALWAYS


def _within(prefix: str | None, subnet: Subnet | None) -> Hit:
    """Say whether addresses of a subnet are in a prefix."""
    if prefix == "":
        return Hit.ALWAYS
    wanted = None if prefix is None else subnet_of(prefix)
    if wanted is None or subnet is None:
        return Hit.ALWAYS if wanted is not None and wanted.length == 0 else Hit.PERHAPS
    if wanted.covers(subnet):
        return Hit.ALWAYS
    return Hit.PERHAPS if subnet.covers(wanted) else Hit.NEVER

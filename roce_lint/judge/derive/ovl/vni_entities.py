"""VXLAN network identifiers and route targets by which the switches of one VLAN or VRF do not meet."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from roce_lint.fabric.design import Design
from roce_lint.model.addresses import Subnet, plain_mac
from roce_lint.model.bridging import BridgeDomain, RouteTargets, VniBinding
from roce_lint.model.device import Device, Port
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown, known
from roce_lint.model.judged import Judged
from roce_lint.model.logic import is_false
from roce_lint.model.terms import PortKind
from roce_lint.values import dataclass, replace

_FEWEST_AGREEING = 2


@dataclass(frozen=True, slots=True)
class VniState:
    """A VLAN or VRF and its VXLAN network identifier on one switch; a fabric without a fault is one healthy entity."""

    what: str
    """The VLAN or VRF, in words."""
    vni: int
    """The identifier that this switch uses."""
    usual_vni: int
    """The identifier that the other switches use."""
    others: str
    """Which other switches, in words."""
    meets_others: Fact[bool]
    """The identifier matches the other switches; placed at the line that binds it."""
    other_place: Fact[bool]
    """True, at the line of one of the other switches."""
    targets: str
    """The route targets that this switch exports and imports, in words."""
    other_targets: str
    """The route targets that the other switches export and import, in words."""
    gateway_mac: str
    """The MAC address of the anycast gateway of the VLAN on this switch."""
    usual_gateway_mac: str
    """The MAC address that the gateway has on the other switches."""
    gateway_mac_agrees: Fact[bool]
    """The gateway has the MAC address that it has on the other switches; placed where it is set."""
    gateway: str
    """What the anycast gateway of the VLAN is on this switch, in words (`has address 10.0.0.2`)."""
    usual_gateway: str
    """What it is on the other switches."""
    gateway_agrees: Fact[bool]
    """The gateway is the same as on the other switches: its address, that it is an anycast one, and that it is on."""
    targets_meet: Fact[bool]
    """The others import what this switch exports, and vice versa; for a VRF one direction is enough. Placed at the
    route target that no other switch has.
    """


class _Held(NamedTuple):
    device: Device
    binding: VniBinding

    @property
    def name(self) -> str:
        """Return what the identifier is for; empty if that is not known."""
        one = self.binding
        return f"VLAN {one.vlan}" if one.vlan else f"VRF {one.vrf}" if one.vrf else ""


class _Gateway(NamedTuple):
    """The anycast gateway of a VLAN on one switch."""

    device: str
    vlan: str
    mac: str
    source: Source


def judge_vnis(switches: Sequence[Device], design: Design, found: dict[str, list[Judged]]) -> None:
    """Add the scope `vni`; fabrics without tunnels have nothing to evaluate."""
    held = [
        _Held(device, one) for device in switches for endpoint in device.routing.tunnels for one in endpoint.bindings
    ]
    if not held:
        return
    apart = list(_without_others(held))
    meant = {(device, state.vni): state.usual_vni for device, _, state in apart}
    faults = [*apart, *_without_common_targets(held, meant), *_with_other_gateway_mac(switches)]
    faults += _with_other_gateway(switches)
    made = [Judged(name, "", place, {"vni": state, "design": design}) for name, place, state in faults]
    if not made:
        first = held[0]
        state = _healthy(first)
        made.append(Judged(first.device.name, "", first.device.source, {"vni": state, "design": design}))
    found["vni"] += made


def _healthy(one: _Held) -> VniState:
    what, vni = one.name or f"VNI {one.binding.vni}", one.binding.vni
    met = Default(True, one.binding.source, "no contradiction between the switches is known")
    return _sound(what, vni, met)


def _sound(what: str, vni: int, met: Fact[bool]) -> VniState:
    return VniState(
        what=what,
        vni=vni,
        usual_vni=vni,
        others="",
        meets_others=met,
        other_place=met,
        targets="",
        other_targets="",
        gateway_mac="",
        usual_gateway_mac="",
        gateway_mac_agrees=met,
        gateway="",
        usual_gateway="",
        gateway_agrees=met,
        targets_meet=met,
    )


def _with_other_gateway_mac(switches: Sequence[Device]) -> Iterator[tuple[str, Source, VniState]]:
    """Yield the anycast gateways whose MAC address is not that of most switches in the VLAN, the first in a tie."""
    by_vni: dict[int, list[_Gateway]] = defaultdict(list)
    for device in switches:
        for domain in device.routing.bridge_domains:
            if not isinstance(domain.vni, Unknown) and not isinstance(domain.gateway_mac, Unknown):
                mac, vlan = domain.gateway_mac, domain.vlan
                name = f"VLAN {vlan}" if vlan else domain.name
                by_vni[domain.vni.value].append(_Gateway(device.name, name, plain_mac(mac.value), mac.source))
    for vni, several in sorted(by_vni.items()):
        counted = Counter(one.mac for one in several)
        usual = max(several, key=lambda one: counted[one.mac])
        others = [one.device for one in several if one.mac == usual.mac]
        for one in several:
            if one.mac != usual.mac:
                met = Default(True, one.source, "no contradiction between the switches is known")
                yield one.device, one.source, replace(
                    _sound(one.vlan, vni, met), others=_listed(others), other_place=Stated(True, usual.source),
                    gateway_mac=one.mac, usual_gateway_mac=usual.mac, gateway_mac_agrees=Stated(False, one.source),
                )  # fmt: skip


def _with_other_gateway(switches: Sequence[Device]) -> Iterator[tuple[str, Source, VniState]]:
    """Yield the gateways of a VLAN that are not what they are on most switches with an anycast gateway there."""
    by_vni: dict[int, list[tuple[Device, BridgeDomain, Port]]] = defaultdict(list)
    for device in switches:
        ports = {port.name: port for port in device.ports if port.kind is PortKind.VLAN}
        for domain in device.routing.bridge_domains:
            if domain.gateway in ports and not isinstance(domain.vni, Unknown):
                by_vni[domain.vni.value].append((device, domain, ports[domain.gateway]))
    for vni, several in sorted(by_vni.items()):
        anycast = [one for one in several if not isinstance(one[1].gateway_mac, Unknown) and _gateway_addresses(one)]
        if not anycast:
            continue
        on = [one for one in anycast if not is_false(one[2].values.enabled)] or anycast
        held = [_gateway_addresses(one) for one in on]
        usual = max(on, key=lambda one: sum(bool(_gateway_addresses(one) & other) for other in held))
        expected = _gateway_addresses(usual)
        others = [device.name for device, *_ in anycast if device is not usual[0]]
        for one in several:
            device, domain, port = one
            own = _gateway_addresses(one)
            place = next((fact.source for fact in port.addresses if isinstance(fact, Stated)), port.source)
            words = f"has address {_in_words(expected)}"
            if one is usual or not own:
                continue
            if is_false(port.values.enabled) and not is_false(usual[2].values.enabled):
                found, words = "is shut down", "is not"
            elif not own & expected:
                found = f"has address {_in_words(own)}"
            elif isinstance(domain.gateway_mac, Unknown) and device.os == usual[0].os:
                found, words = "is not an anycast gateway", "is one"
            else:
                continue
            met = Default(True, place, "no contradiction between the switches is known")
            name = f"VLAN {domain.vlan}" if domain.vlan else domain.name
            yield device.name, place, replace(
                _sound(name, vni, met), others=_listed([one for one in (usual[0].name, *others) if one != device.name]),
                other_place=Stated(True, usual[2].source), gateway=found, usual_gateway=words,
                gateway_agrees=Stated(False, place),
            )  # fmt: skip


def _gateway_addresses(one: tuple[Device, BridgeDomain, Port]) -> frozenset[str]:
    """Return the addresses of a gateway, those that it shares with other routers included."""
    device, _, port = one
    shared = [each.address for each in device.routing.virtual_addresses if each.interface == port.name]
    texts = [*port.stated_addresses, *(fact.value for fact in shared if isinstance(fact, Stated))]
    return frozenset(text.partition("/")[0].lower() for text in texts)


def _in_words(addresses: frozenset[str]) -> str:
    return ", ".join(sorted(addresses))


def _without_others(held: Sequence[_Held]) -> Iterator[tuple[str, Source, VniState]]:
    """Yield the bindings whose identifier is used by fewer switches than another one for the same thing.

    One switch is alone where all others, two at least, agree. Otherwise a number of a VLAN may mean one thing here and
    another there: two groups count where their route targets meet, or their gateways are of one subnet.
    """
    users: dict[int, set[str]] = defaultdict(set)
    things: dict[str, list[_Held]] = defaultdict(list)
    for one in held:
        users[one.binding.vni].add(one.name)
        if one.name:
            things[one.name].append(one)
    for name, several in sorted(things.items()):
        groups: dict[int, list[_Held]] = defaultdict(list)
        for one in several:
            groups[one.binding.vni].append(one)
        if len(groups) != 2:
            continue
        fewer, more = sorted(groups.values(), key=lambda group: (len(group), -several.index(group[0])))
        if users[fewer[0].binding.vni] != {name}:
            continue
        is_alone = len(fewer) == 1 and len(more) >= _FEWEST_AGREEING
        if is_alone or _are_one_network(fewer[0], more[0]):
            for one in fewer:
                yield one.device.name, one.binding.source, replace(
                    _healthy(one), usual_vni=more[0].binding.vni, others=_names(more),
                    meets_others=Stated(False, one.binding.source), other_place=Stated(True, more[0].binding.source),
                )  # fmt: skip


def _are_one_network(one: _Held, other: _Held) -> bool:
    """Say whether two switches mean one network, whatever its identifier."""
    forth, back = _meeting(one.binding.targets, other.binding.targets)
    return (forth and back) or bool(_subnets(one) & _subnets(other))


def _subnets(one: _Held) -> frozenset[Subnet]:
    """Return the subnets of the gateway of a VLAN."""
    domains = [each for each in one.device.routing.bridge_domains if each.vlan == one.binding.vlan and each.gateway]
    gateways = {each.gateway for each in domains} if one.binding.vlan else set()
    ports = [port for port in one.device.ports if port.name in gateways]
    return frozenset(interface.subnet for port in ports for interface in port.interfaces)


def _meeting(one: RouteTargets, other: RouteTargets) -> tuple[bool, bool]:
    """Say whether the second takes what the first announces, and the other way round; false if it is not known."""
    nothing = frozenset[str]()
    forth = known(one.exports, nothing) & known(other.imports, nothing)
    return bool(forth), bool(known(other.exports, nothing) & known(one.imports, nothing))


def _without_common_targets(
    held: Sequence[_Held], meant: Mapping[tuple[str, int], int]
) -> Iterator[tuple[str, Source, VniState]]:
    """Yield the bindings of an identifier whose route targets do not meet those of most switches that have it.

    `meant`: the identifier that a switch is meant to have instead of its own, which is a fault of its own.
    """
    by_vni: dict[int, list[_Held]] = defaultdict(list)
    for one in held:
        targets = one.binding.targets
        if not isinstance(targets.imports, Unknown) and not isinstance(targets.exports, Unknown):
            by_vni[meant.get((one.device.name, one.binding.vni), one.binding.vni)].append(one)
    for _, several in sorted(by_vni.items()):
        groups: dict[tuple[frozenset[str], frozenset[str]], list[_Held]] = defaultdict(list)
        for one in several:
            targets = one.binding.targets
            groups[known(targets.imports, frozenset()), known(targets.exports, frozenset())].append(one)
        usual = max(groups.values(), key=lambda group: (len(group), -several.index(group[0])))
        for group in groups.values():
            others = usual if group is not usual else usual[1:]
            for one in group if others else ():
                place = _lost(one, others[0])
                if place is not None:
                    yield one.device.name, place, replace(
                        _healthy(one), others=_names(others), targets=_words(one), other_targets=_words(others[0]),
                        targets_meet=Stated(False, place),
                        other_place=Stated(True, others[0].binding.targets.imports.source),
                    )  # fmt: skip


def _lost(one: _Held, other: _Held) -> Source | None:
    """Return the line of a route target by which two switches do not meet; None where they do."""
    forth, back = _meeting(one.binding.targets, other.binding.targets)
    if (forth and back) or (one.binding.vrf and (forth or back)):
        return None
    return one.binding.targets.imports.source if forth else one.binding.targets.exports.source


def _words(one: _Held) -> str:
    targets = one.binding.targets
    exports, imports = (sorted(known(fact, frozenset())) for fact in (targets.exports, targets.imports))
    return f"exports {', '.join(exports)} and imports {', '.join(imports)}"


def _names(others: Sequence[_Held]) -> str:
    return _listed([one.device.name for one in others])


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names) if len(names) <= 2 else f"{names[0]} and {len(names) - 1} more"

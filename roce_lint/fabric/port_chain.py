"""Whether a port's lossless chain is whole: some marking reaches it, and the members of a bundle agree."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence

from roce_lint.fabric.design_marking import USUAL_ROCE_DSCPS
from roce_lint.model.device import Device, Port
from roce_lint.model.fact import NOWHERE, Default, Fact, Source, Stated, Unknown, known
from roce_lint.model.logic import is_true
from roce_lint.model.masked_digits import masked_digits
from roce_lint.model.qos import PortQos
from roce_lint.model.terms import PfcMode, PortKind, QosPart, Trust
from roce_lint.os.registry import behaviour_of
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass

_ELSEWHERE = lazy_pattern(
    r"(?i)(?<![a-z])(mgmt|management|oob|ipmi|bmc|wan|internet|isp|backup|firewall|fw\d*|span|tap|"
    r"console|terminal server|out-of-band|packet broker|mirror|pdu)(?![a-z])"
)
_MOST_LOOKS = 10_000
_PLAIN_MTU_BYTES = 1500
_ANY = -1
_BLOCK = 8
_NO_PRIORITY: Fact[frozenset[int]] = Default(frozenset(), NOWHERE, "the class is described nowhere")
_ALL_AGREE = "all members of the LAG have the same QoS"


class Purposes:
    """Says whether texts have a word of a pattern that takes any digit for any other; such texts are asked once."""

    def __init__(self, words: re.Pattern[str]) -> None:
        """Remember nothing yet."""
        self._words = words
        self._known: dict[bytes, bool] = {}

    def named_in(self, text: str) -> bool:
        """Say whether a text has such a word."""
        masked = masked_digits(text)
        named = self._known.get(masked)
        if named is None:
            named = bool(self._words.search(text))
            if len(self._known) < _MOST_LOOKS:
                self._known[masked] = named
        return named


_OTHER_PURPOSES = Purposes(_ELSEWHERE)


def leads_elsewhere(port: Port) -> bool:
    """Say whether the description names a purpose that no RoCE fabric has."""
    description = port.stated_description
    return description is not None and _OTHER_PURPOSES.named_in(description)


def declines_roce(port: Port) -> bool:
    """Say whether the port is meant for something else than RoCE.

    It switches PFC off and takes no packet that RoCE fills; or all that it says of QoS is that it trusts no marking.
    """
    qos = port.qos
    if isinstance(qos.pfc_mode, Stated) and qos.pfc_mode.value is PfcMode.OFF:
        return known(port.ip_mtu_bytes, _PLAIN_MTU_BYTES + 1) <= _PLAIN_MTU_BYTES
    trusts_none = isinstance(qos.trust, Stated) and qos.trust.value is Trust.NONE
    only_that = not isinstance(qos.bound, Stated) or qos.bound.source == qos.trust.source
    off = not isinstance(qos.pfc_mode, Unknown) and qos.pfc_mode.value is PfcMode.OFF
    return trusts_none and only_that and off


def declines_unset_nic(port: Port) -> bool:
    """Say whether the port declines RoCE where no line sets up the NIC behind it.

    PFC off is then all it has to say, unless its classification makes differences between markings.
    """
    qos = port.qos
    off = isinstance(qos.pfc_mode, Stated) and qos.pfc_mode.value is PfcMode.OFF
    return declines_roce(port) or (off and (not isinstance(qos.bound, Stated) or _has_one_class(qos)))


def _has_one_class(qos: PortQos) -> bool:
    """Say whether every packet gets one class, whatever its DSCP."""
    by_dscp = qos.classification.traffic_class_by_dscp
    names = {fact.value for fact in by_dscp if not isinstance(fact, Unknown)}
    return len(names) == 1 and not any(isinstance(fact, Unknown) for fact in by_dscp)


class LosslessReach:
    """Answers whether any marking that a port looks at gets a class that pauses; once per distinct QoS.

    The answer is yes where no priority is no-drop.
    """

    def __init__(self) -> None:
        self._known: dict[tuple[int, bool, int], Fact[bool]] = {}

    def of(self, port: Port, number: int = _ANY) -> Fact[bool]:
        """Return the answer, for one priority or for all; where it is no, its place is what leaves the class unused."""
        key = (id(port.qos), is_true(port.routed), number)
        if key not in self._known:
            self._known[key] = _reaches(port.qos, number, untagged=key[1])
        return self._known[key]


def _reaches(qos: PortQos, number: int, *, untagged: bool) -> Fact[bool]:
    """Return the answer for one QoS; `untagged` packets have no PCP."""
    wanted = qos.priorities if number == _ANY else qos.priorities[number : number + 1]
    no_drop = [fact.source for one in wanted if is_true(fact := one.generates_pause)]
    trust = qos.trust
    if not no_drop:
        return Default(True, trust.source, "no priority is no-drop")
    if isinstance(trust, Unknown):
        return trust
    looks_at_dscp = trust.value in (Trust.DSCP, Trust.DSCP_AND_PCP)
    looks_at_pcp = trust.value in (Trust.PCP, Trust.DSCP_AND_PCP) and not untagged
    table = qos.classification
    seen: list[Fact[str]] = [table.traffic_class_otherwise]
    seen += table.traffic_class_by_dscp if looks_at_dscp else ()
    seen += table.traffic_class_by_pcp if looks_at_pcp else ()
    pausing = {one.name: one.pause_priorities for one in qos.classes}
    unknown: Unknown | None = None
    for name in seen:
        if isinstance(name, Unknown):
            unknown = unknown or name
            continue
        found = pausing.get(name.value, Unknown("this traffic class is described nowhere", name.source))
        if isinstance(found, Unknown):
            unknown = unknown or found
        elif found.value if number == _ANY else number in found.value:
            return Default(True, found.source, f"class {name.value} pauses")
    if unknown:
        return unknown
    place = _odd_place(seen[1:], no_drop[0]) if looks_at_dscp or looks_at_pcp else trust.source
    if looks_at_dscp:
        numbers = [one.number for one in wanted if is_true(one.generates_pause)]
        odd = _other_group(qos, pausing, numbers) or _taken_away(table.traffic_class_by_dscp, pausing, number)
        place = odd or place
    return Default(False, place, "no marking that the port looks at gets a class that pauses")


def _other_group(qos: PortQos, pausing: Mapping[str, Fact[frozenset[int]]], numbers: Collection[int]) -> Source | None:
    """Return where the class of a conventional marking of RoCE, which has the number of a no-drop priority, is lossy.

    The marking has the class that was meant, and the class goes to another priority.
    """
    for dscp in USUAL_ROCE_DSCPS:
        name = known(qos.classification.traffic_class_by_dscp[dscp], "")
        found = pausing.get(name, _NO_PRIORITY)
        if name in {str(number) for number in numbers} and not known(found, frozenset({0})) and found.source.line:
            return found.source
    return None


def _taken_away(table: Sequence[Fact[str]], pausing: Mapping[str, Fact[frozenset[int]]], number: int) -> Source | None:
    """Return the line that gives a conventional marking of RoCE a lossy class.

    Where one priority is asked for, rather the line that gives such a marking, whose upper bits are that priority, the
    class of another one. Of two such lines it is the one that names fewer markings.
    """
    named = Counter(fact.source for fact in table if isinstance(fact, Stated))
    lossy: list[Source] = []
    moved: list[Source] = []
    for dscp in USUAL_ROCE_DSCPS:
        fact = table[dscp]
        if isinstance(fact, Stated):
            priorities = known(pausing.get(fact.value, _NO_PRIORITY), frozenset({0}))
            if not priorities:
                lossy.append(fact.source)
            elif number not in priorities and dscp // _BLOCK == number:
                moved.append(fact.source)
    return min(moved or lossy, key=lambda line: named[line], default=None)


def _odd_place(seen: Sequence[Fact[str]], otherwise: Source) -> Source:
    """Return the place that only few of the default entries have: it speaks of them, the others are the rest.

    Where all defaults have one place, nothing was meant to select the class but what makes it no-drop.
    """
    places = Counter(fact.source for fact in seen if isinstance(fact, Default))
    return min(places, key=lambda place: (places[place], place)) if len(places) > 1 else otherwise


@dataclass(frozen=True, slots=True)
class MemberAgreement:
    """Whether the QoS of a member is that of the others of its bundle, placed at what differs first; `parts` differ."""

    agrees: Fact[bool]
    parts: frozenset[QosPart] = frozenset()


def bundle_agreement(device: Device) -> Mapping[str, MemberAgreement]:
    """Return for each member of a bundle whether its QoS is that of the others; the odd one's place is what differs."""
    bundles: dict[str, list[Port]] = defaultdict(list)
    for port in device.ports:
        # Most ports are in none, and equal ports are asked as one.
        model = port.values
        if model.kind is PortKind.ETHERNET and isinstance(model.lag, Stated) and model.lag.value:
            bundles[model.lag.value].append(port)
    by_name = {port.name: port for port in device.ports} if bundles else {}
    shares = behaviour_of(device.os).bundle_shares_pfc_with_members
    modes = (by_name[name].qos.pfc_mode for name in bundles if shares and name in by_name)
    stated = {mode.value for mode in modes if isinstance(mode, Stated)}
    usual_of_bundles = stated.pop() if len(stated) == 1 else None
    found: dict[str, MemberAgreement] = {}
    for name, members in bundles.items():
        for member in members:
            found[member.name] = MemberAgreement(Default(True, member.source, _ALL_AGREE))
        if len({id(member.qos) for member in members}) > 1:
            found.update(_odd_members(members, by_name.get(name)))
        if shares and name in by_name:
            found.update(_contradicted(members, by_name[name]))
            if usual_of_bundles is not None and isinstance(by_name[name].qos.pfc_mode, Default):
                found.update(_contradicted(members, by_name[name], usual_of_bundles))
    return found


def _contradicted(
    members: Sequence[Port], bundle: Port, usual: PfcMode | None = None
) -> Iterator[tuple[str, MemberAgreement]]:
    """Yield all members where the bundle contradicts each of them about PFC or the watchdog, at the bundle's line.

    The system has one setting for both, so that one of the two lines is not what runs. `usual`: what other bundles of
    the device say of PFC, where this one says nothing and its members say the same.
    """
    if usual is not None:
        modes = [member.qos.pfc_mode for member in members]
        if all(isinstance(one, Stated) and one.value is usual for one in modes):
            silent = MemberAgreement(Stated(False, bundle.source), frozenset({QosPart.PAUSE}))
            yield from ((member.name, silent) for member in members)
        return
    modes = [member.qos.pfc_mode for member in members]
    watched = [member.qos.watchdog.enabled for member in members]
    pairs = (
        (bundle.qos.pfc_mode, modes, QosPart.PAUSE),
        (bundle.qos.watchdog.enabled, watched, QosPart.WATCHDOG),
    )
    for said, own, part in pairs:
        if isinstance(said, Stated) and all(isinstance(one, Stated) and one.value != said.value for one in own):
            contradicted = MemberAgreement(Stated(False, said.source), frozenset({part}))
            yield from ((member.name, contradicted) for member in members)


def _odd_members(members: Sequence[Port], bundle: Port | None) -> dict[str, MemberAgreement]:
    """Return the members that differ; of two that are even, what is stated is meant, or what the bundle itself says."""
    odd: dict[str, MemberAgreement] = {}
    aspects = [tuple(_aspects(member.qos)) for member in members]
    # A bundle without queues of its own says nothing of them.
    of_bundle = tuple(_aspects(bundle.qos)) if bundle else ()
    wanted = of_bundle if len(of_bundle) == len(aspects[0]) else (*of_bundle, *aspects[0][len(of_bundle) :])
    for number in range(min(map(len, aspects))):
        part = aspects[0][number][0]
        values = [_value(one[number][1]) for one in aspects]
        votes = Counter(value for value in values if value is not None)
        if len(votes) < 2:
            continue
        stated = {_value(one[number][1]) for one in aspects if isinstance(one[number][1], Stated)}
        usual = max(votes, key=lambda value: (votes[value], value in stated, value == _value(wanted[number][1])))
        for member, one, value in zip(members, aspects, values, strict=True):
            if value not in (None, usual):
                before = odd.get(member.name)
                agrees = before.agrees if before else Stated(False, one[number][1].source)
                odd[member.name] = MemberAgreement(agrees, (before.parts if before else frozenset()) | {part})
    return odd


def _aspects(qos: PortQos) -> Iterator[tuple[QosPart, Fact[object]]]:
    """Yield what the members of a bundle have to have in common, in one order for all ports of a device."""
    yield QosPart.PAUSE, qos.pfc_mode
    yield QosPart.CLASSIFICATION, qos.trust
    for priority in qos.priorities:
        yield QosPart.PAUSE, priority.generates_pause
        group = priority.group
        yield from ((QosPart.BUFFER, one) for one in (group.headroom_bytes, group.xoff_threshold_bytes, group.alpha))
    yield from ((QosPart.CLASSIFICATION, one) for one in qos.classification.traffic_class_by_dscp)
    for queue in qos.queues:
        curve = (queue.ecn_enabled, queue.ecn_kmin_bytes, queue.ecn_kmax_bytes, queue.ecn_pmax_percent)
        yield from ((QosPart.ECN, one) for one in curve)
        yield from ((QosPart.ECN, one) for one in (queue.ecn_kmin_percent, queue.ecn_kmax_percent))


def _value(fact: Fact[object]) -> object:
    return None if isinstance(fact, Unknown) else fact.value

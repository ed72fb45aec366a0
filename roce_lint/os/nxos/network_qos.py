"""What each qos-group may carry and whether it is lossless: the type network-qos policy of the switch.

Predefined class c-8q-nqN (8-queue model) or c-nqN (4-queue model) is qos-group N, `-default` is qos-group 0.
Source: NX-OS checkpoint files (class definitions); Cisco-NX-OS-device YANG 10.3 (mtu 576 to 9216, default 1500).
"""

from __future__ import annotations

import re

from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.os.industry_cli.line_diagnostics import LineDiagnostics
from roce_lint.os.industry_cli.number_list import number_list
from roce_lint.os.nxos import defaults
from roce_lint.os.nxos.policies import NETWORK_QOS, NxosPolicies, PolicyClass, PolicyMap, is_system_policy
from roce_lint.text.lines import Line
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass

_PREDEFINED = lazy_pattern(r"c-(?:8q-)?nq(?:(?P<number>[1-7])|-default)|class-default")
_MATCH_GROUP = lazy_pattern(r"match qos-group (.+)")
_MTU = lazy_pattern(r"mtu (\d{1,6})")
_PAUSE = lazy_pattern(r"pause pfc-cos (?P<list>[\d,\s-]+?)(?P<receive> receive)?")
_OTHER_PAUSE = "a no-drop class of a Nexus 9000 is made by pause pfc-cos LIST; this form is refused"
_MTU_RANGE = range(576, 9217)


@dataclass(frozen=True, slots=True)
class NetworkClass:
    """What one qos-group carries. `sent` and `honoured`: the priorities of its pause frames in each direction."""

    mtu_bytes: Fact[int]
    sent: Fact[frozenset[int]]
    honoured: Fact[frozenset[int]]


@dataclass(frozen=True, slots=True)
class NetworkQos:
    """The network-qos policy in force: eight classes by qos-group, and the block that decides.

    `queue_count`: 4 or 8 where its predefined classes are those of one model, else 0.
    """

    classes: tuple[NetworkClass, ...]
    source: Source
    queue_count: int = 0

    def missing_pause(self, priority: int) -> Default[bool]:
        """Return that nothing pauses for a priority, at the place that would have to say so.

        That is a refused `pause` line if there is one, else the class whose qos-group has the priority's number, or its
        `pause` line for another priority, else the only `pause` line, else the policy. Where no class pauses, the only
        one that is not for best effort.
        """
        for one in self.classes:
            if isinstance(one.sent, Default) and one.sent.because.startswith(defaults.REFUSED):
                return Default(False, one.sent.source, one.sent.because)
        place = self.classes[priority].sent.source
        pausing = {one.sent.source for one in self.classes if isinstance(one.sent, Stated) and one.sent.value}
        if place == self.source and len(pausing) == 1:
            place = pausing.pop()
        if priority == 0 and not pausing and place != self.source:
            meant = {one.sent.source for one in self.classes[1:]} - {self.source, self.classes[0].sent.source}
            place = meant.pop() if len(meant) == 1 else place
        return Default(False, place, defaults.CLASS_DROPS.reason)


def read_network_qos(policies: NxosPolicies, diagnostics: LineDiagnostics) -> NetworkQos:
    """Compose the network-qos policy that system qos puts into service, or the default one."""
    system = diagnostics.block(policies.system_block) if policies.system_block else diagnostics.whole_file
    attachment = policies.system.get((NETWORK_QOS, ""))
    if attachment is None:
        return NetworkQos((_dropping(system),) * defaults.QUEUES_8, system)
    policy = policies.policy_maps.get((NETWORK_QOS, attachment.name))
    if policy is None:
        if not is_system_policy(attachment.name):
            diagnostics.undefined_at("policy-map type network-qos", attachment.name, attachment.line)
        source = diagnostics.at(attachment.line)
        return NetworkQos((_dropping(source),) * defaults.QUEUES_8, source)
    return _compose(policy, policies, diagnostics)


def account_for_other_policies(policies: NxosPolicies, diagnostics: LineDiagnostics) -> None:
    """Read the network-qos policies that are not in service, so that what is odd in them is reported too."""
    attachment = policies.system.get((NETWORK_QOS, ""))
    for of_type, name in policies.policy_maps:
        if of_type == NETWORK_QOS and (attachment is None or attachment.name != name):
            _compose(policies.policy_maps[of_type, name], policies, diagnostics)


def _compose(policy: PolicyMap, policies: NxosPolicies, diagnostics: LineDiagnostics) -> NetworkQos:
    block = diagnostics.block(policy.header)
    found: dict[int, NetworkClass] = {}
    owners: dict[int, str] = {}
    for policy_class in policy.classes:
        _refuse_pause_of_other_series(policy_class, diagnostics)
        network_class = _read_class(policy_class, diagnostics)
        _account_for_priorities(policy_class, network_class, owners, diagnostics)
        for group in sorted(_groups_of(policy_class, policies, diagnostics)):
            found.setdefault(group, network_class)
    absent = _dropping(block)
    names = [one.name for one in policy.classes if one.name.startswith("c-") and _PREDEFINED.fullmatch(one.name)]
    models = {defaults.QUEUES_8 if "-8q-" in name else defaults.QUEUES_4 for name in names}
    count = models.pop() if len(models) == 1 else 0
    if len(models) > 1:
        _refuse_other_model(policy, diagnostics)
    return NetworkQos(tuple(found.get(group, absent) for group in range(defaults.QUEUES_8)), block, count)


def _refuse_pause_of_other_series(policy_class: PolicyClass, diagnostics: LineDiagnostics) -> None:
    """Refuse `pause` lines in forms of other Nexus series, in classes that only a Nexus 9000 has: they drop, unseen."""
    for line in policy_class.actions if policy_class.name.startswith("c-8q-") else ():
        if line.text.startswith("pause") and not _PAUSE.fullmatch(line.text):
            diagnostics.line_refused(line, _OTHER_PAUSE)


def _refuse_other_model(policy: PolicyMap, diagnostics: LineDiagnostics) -> None:
    """Refuse the predefined classes of the queue model that the policy has fewer of, or those of four queues."""
    predefined = [one for one in policy.classes if one.name.startswith("c-") and _PREDEFINED.fullmatch(one.name)]
    eight = [one for one in predefined if "-8q-" in one.name]
    four = [one for one in predefined if "-8q-" not in one.name]
    for odd in min(four, eight, key=len):
        diagnostics.line_refused(
            odd.header, "a policy has classes of one queue model: c-8q-nqN, or c-nqN with four queues"
        )


def _account_for_priorities(
    policy_class: PolicyClass, network_class: NetworkClass, owners: dict[int, str], diagnostics: LineDiagnostics
) -> None:
    """Hand back a `pause` line for a priority that another class has: each belongs to one class (reported)."""
    sent = network_class.sent
    for number in sorted(sent.value) if isinstance(sent, Stated) else ():
        owner = owners.setdefault(number, policy_class.name)
        if owner != policy_class.name:
            line = next(line for line in reversed(policy_class.actions) if line.text.startswith("pause "))
            diagnostics.line_not_understood(
                line, f"priority {number} is that of class {owner} already, and belongs to one class"
            )


def _groups_of(policy_class: PolicyClass, policies: NxosPolicies, diagnostics: LineDiagnostics) -> frozenset[int]:
    """Return the qos-groups of a class; none for a class that does not exist, which the device refuses."""
    class_map = policies.class_maps.get((NETWORK_QOS, policy_class.name))
    if class_map:
        groups: set[int] = set()
        for line in class_map.matches:
            matched = _MATCH_GROUP.fullmatch(line.text)
            numbers = number_list(matched[1], 0, 7) if matched else frozenset()
            if not numbers:
                diagnostics.line_not_understood(line, "a network-qos class matches qos-group 0 to 7")
            groups |= numbers
        return frozenset(groups)
    predefined = _PREDEFINED.fullmatch(policy_class.name)
    if predefined:
        return frozenset({int(predefined["number"] or 0)})
    diagnostics.undefined_at("class-map type network-qos", policy_class.name, policy_class.header)
    return frozenset()


def _read_class(policy_class: PolicyClass, diagnostics: LineDiagnostics) -> NetworkClass:
    block = diagnostics.block(policy_class.header)
    lossy = _dropping(block)
    mtu, sent, honoured = lossy.mtu_bytes, lossy.sent, lossy.honoured
    for line in policy_class.actions:
        if line.text.startswith("mtu "):
            mtu = _mtu(line, diagnostics)
        elif line.text.startswith("no mtu"):
            mtu = lossy.mtu_bytes
        elif line.text.startswith("pause "):
            sent, honoured = _pause(line, sent, honoured, diagnostics)
        elif line.text.startswith("no pause"):
            sent = honoured = defaults.CLASS_DROPS.at(diagnostics.at(line))
        elif not re.match(r"(no )?(congestion-control|description)\b", line.text):
            diagnostics.block_not_understood(line, "not an action of a network-qos policy")
    return NetworkClass(mtu, sent, honoured)


def _mtu(line: Line, diagnostics: LineDiagnostics) -> Fact[int]:
    found = _MTU.fullmatch(line.text)
    if found and int(found[1]) in _MTU_RANGE:
        return Stated(int(found[1]), diagnostics.at(line))
    diagnostics.line_refused(line, "mtu of a network-qos class takes 576 to 9216")
    return Unknown("the mtu is not a number from 576 to 9216", diagnostics.at(line))


def _pause(
    line: Line, sent: Fact[frozenset[int]], honoured: Fact[frozenset[int]], diagnostics: LineDiagnostics
) -> tuple[Fact[frozenset[int]], Fact[frozenset[int]]]:
    """Return the priorities that are sent and honoured after a `pause` line; other forms than pfc-cos are refused."""
    found = _PAUSE.fullmatch(line.text)
    source = diagnostics.at(line)
    if not found:
        diagnostics.line_not_understood(line, _OTHER_PAUSE)
        if isinstance(sent, Stated):
            return sent, honoured
        refused = Default(frozenset[int](), source, f"{defaults.REFUSED}; {defaults.CLASS_DROPS.reason}")
        return refused, refused
    priorities = number_list(found["list"], 0, 7)
    if not priorities:
        diagnostics.line_refused(line, "pause pfc-cos takes priorities 0 to 7")
        unknown = Unknown("the priorities of pause pfc-cos are not numbers from 0 to 7", source)
        return unknown, unknown
    if found["receive"]:
        return Stated(frozenset(), source), Stated(priorities, source)
    return Stated(priorities, source), Stated(priorities, source)


def _dropping(source: Source) -> NetworkClass:
    nothing: Fact[frozenset[int]] = defaults.CLASS_DROPS.at(source)
    return NetworkClass(defaults.CLASS_MTU.at(source), nothing, nothing)

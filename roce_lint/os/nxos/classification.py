"""Which qos-group an arriving packet gets: type qos class maps and policy maps, composed.

Classes are tried in order and the first that matches wins; class-default is last, configured or not. The map by
DSCP is for a packet without an 802.1Q tag, the map by PCP for a tagged one whose DSCP no class names.
Source: Nexus 9000 QoS configuration guide (classification); Cisco-NX-OS-device YANG 10.3 (match types, ranges).

What the classes of a type qos policy do with a packet: the qos-group they set and the DSCP they write.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from roce_lint.model.fact import NOWHERE, Default, Fact, Source, Stated, Unknown, known
from roce_lint.model.qos import DSCP_COUNT, PRIORITY_COUNT, Classification, DscpRewrite, Policer
from roce_lint.model.terms import Trust
from roce_lint.os.industry_cli.command import NOT_STATED, NotStated, Setting, stated_or
from roce_lint.os.industry_cli.line_diagnostics import LineDiagnostics
from roce_lint.os.industry_cli.line_table import CommandRow, LineTable
from roce_lint.os.nxos import defaults
from roce_lint.os.nxos.code_points import dscp_list, precedence_list
from roce_lint.os.nxos.match import ClassMatch, MatchAnswer, MatchKey, criteria_of
from roce_lint.os.nxos.policies import QOS, Attachment, NxosPolicies, PolicyClass, PolicyMap, is_system_policy
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass

_EXCESS_PASSES = lazy_pattern(r"\bviolate (transmit|set-\S+)")


@dataclass(slots=True)
class Marking:
    """What one class does; `drops_excess`: it drops what exceeds a rate, where it has one."""

    group: Setting[str] = NOT_STATED
    dscp: Setting[int] = NOT_STATED
    drops_excess: Setting[bool] = NOT_STATED

    @property
    def policer(self) -> Source | None:
        """Return the line by which the class drops what exceeds a rate; None where nothing does."""
        said = self.drops_excess
        return said.source if isinstance(said, Stated) and said.value else None


def read_marking(policy_class: PolicyClass, diagnostics: LineDiagnostics) -> Marking:
    """Return what a class does; actions that are not understood are left unread."""
    marking = Marking()
    for line in policy_class.actions:
        if not _ACTIONS.account(line, marking, diagnostics):
            diagnostics.block_not_understood(line, "not an action of a type qos policy")
    return marking


def rewrite_of(
    markings: Mapping[str, Marking], groups: Mapping[str, Fact[str]], block: Source
) -> tuple[Fact[bool], tuple[DscpRewrite, ...]]:
    """Return whether any class writes a DSCP, and the DSCP per qos-group; both mappings are by class, in order.

    Two classes of one qos-group that write different code points leave it Unknown: facts are kept per traffic class.
    """
    found: dict[str, Fact[int]] = {}
    written = {name: one.dscp for name, one in markings.items() if not isinstance(one.dscp, NotStated)}
    for name, dscp in written.items():
        group = groups[name]
        if not isinstance(group, Unknown):
            found[group.value] = _agreed(found.get(group.value), dscp, group.value)
    if not written:
        return defaults.NO_REWRITE.at(block), ()
    first = next(iter(written.values())).source
    return Stated(True, first), tuple(DscpRewrite(group, found[group]) for group in sorted(found))


def _agreed(before: Fact[int] | None, now: Fact[int], group: str) -> Fact[int]:
    if before is None:
        return now
    if isinstance(before, Stated) and isinstance(now, Stated) and before.value == now.value:
        return before
    return Unknown(f"several classes write different code points in qos-group {group}", now.source)


def _code_point(text: str) -> int:
    """Return a DSCP; raise ValueError unless the text names one."""
    (code_point,) = dscp_list(text)
    return code_point


def _code_point_of_precedence(text: str) -> int:
    (precedence,) = precedence_list(text)
    return 8 * precedence


def _drops_excess(text: str | None) -> bool:
    """Return whether a policer drops: without a `violate` action the excess is dropped.

    Source: Nexus 9000 QoS configuration guide, configuring policing.
    """
    return not _EXCESS_PASSES.search(text or "")


_ACTIONS = LineTable(
    CommandRow("set qos-group <0-7>", "group", value=str, near_miss="set qos-group takes 0 to 7", by_device=True),
    CommandRow("set [ip] dscp [tunnel] <code-point>", "dscp", value=_code_point),
    CommandRow("set [ip] precedence [tunnel] <precedence>", "dscp", value=_code_point_of_precedence),
    CommandRow("set [ip] dscp|precedence ...", "dscp", refused="set dscp takes one code point"),
    CommandRow("set cos <value>"),
    CommandRow("set discard-class <value>"),
    CommandRow("police ...", "drops_excess", value=_drops_excess),
    CommandRow("description ..."),
    has_default=False,
)


T = TypeVar("T")
_CLASS_DEFAULT = "class-default"
_SYSTEM_CLASSES = frozenset({_CLASS_DEFAULT, "class-fcoe", "class-ip-multicast", "class-all-flood"})
"""Classes that exist without a class map; FCoE, multicast and flooding on Nexus 5000 and 6000 (QoS guide 7.x)."""


@dataclass(frozen=True, slots=True)
class Classifying:
    """What one type qos policy does: the maps, what it looks at, and which DSCP it writes per class."""

    trust: Fact[Trust]
    classification: Classification
    rewrite_enabled: Fact[bool]
    rewrites: tuple[DscpRewrite, ...]


@dataclass(frozen=True, slots=True)
class _Selection:
    """One class of a policy with an effect: what it matches and the qos-group it sets."""

    match: ClassMatch
    group: Fact[str]


class NxosClassifier:
    """Composes the type qos policies of one device; each is composed once and shared by its ports."""

    def __init__(self, policies: NxosPolicies, diagnostics: LineDiagnostics) -> None:
        self._policies = policies
        self._diagnostics = diagnostics
        self._composed: dict[tuple[str, int, bool], Classifying] = {}
        self._by_policy: dict[tuple[str, bool], Classifying] = {}

    def account_for_all(self) -> None:
        """Compose the policies and read the class maps that no port uses, so that what is odd in them is reported."""
        composed = {name for name, _ in self._by_policy}
        for of_type, name in self._policies.policy_maps:
            if of_type == QOS and name not in composed:
                self._maps(self._policies.policy_maps[of_type, name], may_be_tagged=False)
        for of_type, name in self._policies.class_maps:
            if of_type == QOS:
                self._match(name)

    def attached(self, attachment: Attachment, *, may_be_tagged: bool) -> Classifying:
        """Return what the attached policy does on a port; `may_be_tagged` is false on a routed one."""
        key = (attachment.name, attachment.line.number, may_be_tagged)
        if key not in self._composed:
            self._composed[key] = self._compose(attachment, may_be_tagged=may_be_tagged)
        return self._composed[key]

    def _compose(self, attachment: Attachment, *, may_be_tagged: bool) -> Classifying:
        """Return the policy's maps with the attachment as the source of what is trusted."""
        source = self._diagnostics.at(attachment.line)
        policy = self._policies.policy_maps.get((QOS, attachment.name))
        if policy is None:
            if is_system_policy(attachment.name):
                return nothing_classified(source)
            self._diagnostics.undefined_at("policy-map type qos", attachment.name, attachment.line)
            return nothing_classified(source, f"{attachment.name} is not defined; {defaults.NO_CLASSIFICATION.reason}")
        shared = self._by_policy.get((policy.name, may_be_tagged))
        if shared is None:
            shared = self._by_policy[(policy.name, may_be_tagged)] = self._maps(policy, may_be_tagged=may_be_tagged)
        trust = _at(shared.trust, source)
        return Classifying(trust, shared.classification, shared.rewrite_enabled, shared.rewrites)

    def _maps(self, policy: PolicyMap, *, may_be_tagged: bool) -> Classifying:
        block = self._diagnostics.block(policy.header)
        effective = [one for one in policy.classes if self._is_defined(one)]
        markings = {one.name: read_marking(one, self._diagnostics) for one in effective}
        groups = {
            one.name: stated_or(markings[one.name].group, defaults.NO_QOS_GROUP.at(self._diagnostics.block(one.header)))
            for one in effective
        }
        otherwise = groups.get(_CLASS_DEFAULT, defaults.CLASS_DEFAULT.at(block))
        selections = tuple(
            _Selection(self._match(one.name), groups[one.name]) for one in effective if one.name != _CLASS_DEFAULT
        )

        self._tell_classes_without_packets(selections, effective)

        def of_dscp(dscp: int) -> Fact[str]:
            return _first(
                selections, MatchKey.DSCP, dscp, otherwise, self._diagnostics, other_key_may_fit=may_be_tagged
            )

        def of_pcp(pcp: int) -> Fact[str]:
            return _first(selections, MatchKey.PCP, pcp, otherwise, self._diagnostics, other_key_may_fit=True)

        by_dscp = _of_each(of_dscp, selections, MatchKey.DSCP, DSCP_COUNT)
        by_pcp = _of_each(of_pcp, selections, MatchKey.PCP, PRIORITY_COUNT)
        rewrite_enabled, rewrites = rewrite_of(markings, groups, block)
        trust = _trust(selections, block)
        policers = tuple(
            Policer(_taken(name, selections), one.policer) for name, one in markings.items() if one.policer
        )

        def selecting(dscp: int) -> Source:
            return _selecting_line(selections, dscp, self._diagnostics)

        selected_at = _of_each(selecting, selections, MatchKey.DSCP, DSCP_COUNT)
        classification = Classification(by_dscp, by_pcp, otherwise, policers, selected_at)
        return Classifying(trust, classification, rewrite_enabled, rewrites)

    def _tell_classes_without_packets(self, selections: tuple[_Selection, ...], classes: list[PolicyClass]) -> None:
        """Refuse the classes of which classes above take every packet, and put some into another group."""
        headers = {one.name: one.header for one in classes}
        taken: dict[tuple[MatchKey, int], str] = {}
        for one in selections:
            if any(criterion.key not in (MatchKey.DSCP, MatchKey.PCP) for criterion in one.match.criteria):
                return
            count = {MatchKey.DSCP: DSCP_COUNT, MatchKey.PCP: PRIORITY_COUNT}
            answers = {
                (key, value): one.match.takes(key, value, other_key_may_fit=True)
                for key in {criterion.key for criterion in one.match.criteria}
                for value in range(count[key])
            }
            keys = [key for key, answer in answers.items() if answer is not MatchAnswer.NO]
            group = known(one.group, "")
            if keys and all(key in taken for key in keys) and any(taken[key] != group for key in keys):
                self._diagnostics.line_refused(
                    headers[one.match.name], "classes above it take every packet that it matches"
                )
            for key in keys:
                if answers[key] is MatchAnswer.YES:
                    taken.setdefault(key, group)

    def _is_defined(self, policy_class: PolicyClass) -> bool:
        """Say whether the class has a class map; one without has no effect."""
        if policy_class.name in _SYSTEM_CLASSES or (QOS, policy_class.name) in self._policies.class_maps:
            return True
        self._diagnostics.undefined_at("class-map type qos", policy_class.name, policy_class.header)
        return False

    def _match(self, name: str) -> ClassMatch:
        class_map = self._policies.class_maps[(QOS, name)]
        access_lists = self._policies.access_lists
        criteria = criteria_of(class_map.matches, access_lists, self._diagnostics, match_all=class_map.match_all)
        return ClassMatch(name, class_map.match_all, criteria, class_map.header)


def _of_each(
    answer: Callable[[int], T], selections: tuple[_Selection, ...], key: MatchKey, count: int
) -> tuple[T, ...]:
    """Return the answer for each code point; those that no class names have the same."""
    criteria = [criterion for one in selections for criterion in one.match.criteria if criterion.key is key]
    named = frozenset[int]().union(*(criterion.values for criterion in criteria))
    others = [value for value in range(count) if value not in named]
    same = {value: answered for answered in map(answer, others[:1]) for value in others}
    return tuple(same[value] if value in same else answer(value) for value in range(count))


def _first(
    selections: tuple[_Selection, ...],
    key: MatchKey,
    value: int,
    otherwise: Fact[str],
    diagnostics: LineDiagnostics,
    *,
    other_key_may_fit: bool,
) -> Fact[str]:
    """Return the qos-group of the first class that takes the packet."""
    for one in selections:
        answer = one.match.takes(key, value, other_key_may_fit=other_key_may_fit)
        if answer is MatchAnswer.NO:
            continue
        source = diagnostics.at(one.match.deciding_line(key, value))
        if answer is MatchAnswer.MAYBE:
            return Unknown(f"class {one.match.name} also matches on something else than {key.value}", source)
        return one.group
    return _missed(selections, key, value, otherwise, diagnostics, only_untagged=not other_key_may_fit)


def _selecting_line(selections: tuple[_Selection, ...], dscp: int, diagnostics: LineDiagnostics) -> Source:
    """Return the `match` line that selects a code point; line 0 where no class does."""
    for one in selections:
        if one.match.takes(MatchKey.DSCP, dscp, other_key_may_fit=False) is not MatchAnswer.NO:
            return diagnostics.at(one.match.deciding_line(MatchKey.DSCP, dscp))
    return NOWHERE


def _taken(name: str, selections: tuple[_Selection, ...]) -> frozenset[int]:
    """Return the code points that may end in the class `name`; what no class takes ends in class-default."""
    found: set[int] = set()
    for dscp in range(DSCP_COUNT):
        answers = (
            (one.match.name, one.match.takes(MatchKey.DSCP, dscp, other_key_may_fit=False)) for one in selections
        )
        winner = next((taker for taker, answer in answers if answer is not MatchAnswer.NO), _CLASS_DEFAULT)
        if winner == name:
            found.add(dscp)
    return frozenset(found)


def _missed(
    selections: tuple[_Selection, ...],
    key: MatchKey,
    value: int,
    otherwise: Fact[str],
    diagnostics: LineDiagnostics,
    *,
    only_untagged: bool,
) -> Fact[str]:
    """Return the class of what no class takes, at the class that was meant to take it where one shows.

    That is one without `match` lines, one that wants a tag on a port without tags, or one that is match-all, names the
    code point and wants more.
    """
    if isinstance(otherwise, Unknown):
        return otherwise
    for one in selections:
        if key is MatchKey.DSCP and only_untagged and one.match.wants_tag and not isinstance(one.group, Unknown):
            because = f"class {one.match.name} matches CoS, and a routed port sees no tag; {_reason(otherwise)}"
            return Default(otherwise.value, diagnostics.at(one.match.criteria[0].line), because)
        if one.match.is_empty:
            because = f"class {one.match.name} matches nothing; {_reason(otherwise)}"
            return Default(otherwise.value, diagnostics.block(one.match.header), because)
        line = one.match.naming_line(key, value)
        if one.match.match_all and line is not None:
            because = f"class {one.match.name} is match-all, and its other match lines do not fit"
            return Default(otherwise.value, diagnostics.at(line), because)
    return otherwise


def _reason(fact: Fact[str]) -> str:
    return fact.because if isinstance(fact, Default) else defaults.CLASS_DEFAULT.reason


def _trust(selections: tuple[_Selection, ...], source: Source) -> Fact[Trust]:
    """Return which markings the classes look at."""
    keys = {criterion.key for one in selections for criterion in one.match.criteria}
    if {MatchKey.DSCP, MatchKey.PCP} <= keys:
        return Stated(Trust.DSCP_AND_PCP, source)
    if MatchKey.DSCP in keys:
        return Stated(Trust.DSCP, source)
    if MatchKey.PCP in keys:
        return Stated(Trust.PCP, source)
    if MatchKey.OPAQUE in keys:
        return Unknown("the classes match on something else than DSCP or CoS", source)
    return Stated(Trust.NONE, source)


def _at(fact: Fact[Trust], source: Source) -> Fact[Trust]:
    """Return the fact as stated by the line that attaches the policy."""
    return Unknown(fact.because, source) if isinstance(fact, Unknown) else Stated(fact.value, source)


def nothing_classified(source: Source, because: str = defaults.NO_CLASSIFICATION.reason) -> Classifying:
    """Return what holds without a type qos policy: everything is in qos-group 0."""
    group = Default("0", source, because)
    return Classifying(
        trust=Default(Trust.NONE, source, because),
        classification=Classification((group,) * DSCP_COUNT, (group,) * PRIORITY_COUNT, group),
        rewrite_enabled=Default(False, source, because),
        rewrites=(),
    )


def unknown_classification(source: Source, because: str) -> Classifying:
    """Return the classification of a port whose policy depends on something that the file does not settle."""
    unknown = Unknown(because, source)
    return Classifying(
        trust=unknown,
        classification=Classification((unknown,) * DSCP_COUNT, (unknown,) * PRIORITY_COUNT, unknown),
        rewrite_enabled=unknown,
        rewrites=(),
    )

"""Which traffic class an arriving packet gets: what a port trusts, the global maps, and the policy that it applies."""

from __future__ import annotations

from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.model.qos import Classification
from roce_lint.model.terms import Trust
from roce_lint.os.eos import defaults
from roce_lint.os.eos.maps import EosMaps
from roce_lint.os.eos.policies import EosPolicies
from roce_lint.os.eos.port_lines import QosLines
from roce_lint.os.industry_cli.command import NotStated, Setting


class EosClassifier:
    """Classifies for the ports of one device; ports that say the same share the answer."""

    def __init__(self, maps: EosMaps, policies: EosPolicies, file: str) -> None:
        self._policies = policies
        self._file = file
        self._classifications: dict[
            tuple[Fact[Trust], Setting[int], Setting[int], Setting[str]], tuple[Fact[Trust], Classification]
        ] = {}
        self._plain: dict[Fact[str], Classification] = {}
        """Classifications of ports without a policy, by the class of packets without a trusted marking."""
        self._by_dscp = _as_names(maps.class_by_dscp)
        self._by_cos = _as_names(maps.class_by_cos)

    def classify(
        self, lines: QosLines, routed: Fact[bool], default_place: Source
    ) -> tuple[Fact[Trust], Classification]:
        """Return what a port trusts and how it classifies; `default_place` is the block that would state more of it."""
        trust: Fact[Trust]
        if not isinstance(lines.trust, NotStated):
            trust = lines.trust
        elif isinstance(routed, Unknown):
            trust = routed
        elif routed.value:
            trust = defaults.TRUST_ROUTED.at(default_place)
        else:
            trust = defaults.TRUST_SWITCHED.at(default_place)
        key = (trust, lines.default_cos, lines.default_dscp, lines.policy)
        if key not in self._classifications:
            otherwise = self._otherwise(trust, lines)
            plain = self._plain.setdefault(otherwise, Classification(self._by_dscp, self._by_cos, otherwise))
            made = (trust, plain)
            if isinstance(lines.policy, Stated):
                made = self._with_policy(lines.policy, *made)
            self._classifications[key] = made
        return self._classifications[key]

    def _with_policy(
        self, policy: Stated[str], trust: Fact[Trust], base: Classification
    ) -> tuple[Fact[Trust], Classification]:
        if policy.value not in self._policies.policy_maps:
            return trust, base
        return self._policies.apply(policy.value, trust, base, self._file)

    def _otherwise(self, trust: Fact[Trust], lines: QosLines) -> Fact[str]:
        """Return the class of packets without a trusted marking: that of the port's default CoS or DSCP."""
        by_dscp = _of_default(self._by_dscp, lines.default_dscp)
        by_cos = _of_default(self._by_cos, lines.default_cos)
        if isinstance(trust, Unknown):
            return trust
        if trust.value is Trust.NONE:
            return _agreed(by_dscp, by_cos)
        return by_dscp if trust.value is Trust.DSCP else by_cos


def _agreed(by_dscp: Fact[str], by_cos: Fact[str]) -> Fact[str]:
    if isinstance(by_dscp, Unknown) or isinstance(by_cos, Unknown):
        return by_dscp if isinstance(by_dscp, Unknown) else by_cos
    if by_dscp.value == by_cos.value:
        return by_cos if isinstance(by_cos, Stated) else by_dscp
    return Unknown(
        "default CoS and default DSCP select different classes; which one counts depends on the platform",
        by_dscp.source,
    )


def _of_default(table: tuple[Fact[str], ...], said: Setting[int]) -> Fact[str]:
    if isinstance(said, Unknown):
        return said
    if isinstance(said, NotStated):
        return table[0]
    chosen = table[said.value]
    return chosen if isinstance(chosen, Unknown) else Stated(chosen.value, said.source)


def _as_names(table: list[Fact[int]]) -> tuple[Fact[str], ...]:
    """Return the same facts with traffic classes as names; equal facts stay one object."""
    made: dict[int, Fact[str]] = {}
    for fact in table:
        if id(fact) in made:
            continue
        match fact:
            case Stated(value, source):
                made[id(fact)] = Stated(str(value), source)
            case Default(value, source, because):
                made[id(fact)] = Default(str(value), source, because)
            case Unknown():
                made[id(fact)] = fact
    return tuple(made[id(fact)] for fact in table)

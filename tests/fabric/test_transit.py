"""Policies are followed as the devices follow them, and what cannot be decided is not guessed."""

from __future__ import annotations

import pytest

from roce_lint.fabric.transit import Passage, PolicyEvaluator, learned_route
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.model.route_match import Route
from roce_lint.model.route_policy import (
    AsPathEntry,
    AsPathForm,
    CommunityChange,
    CommunityEntry,
    MatchAsPath,
    MatchCommunities,
    MatchNotDecided,
    MatchOrigin,
    MatchPrefixes,
    PolicyAction,
    PolicyChain,
    PolicyTerm,
    PrefixRange,
    RouteCondition,
    RoutePolicy,
)
from roce_lint.model.routing import RouteOrigin

PERMIT, DENY, NEXT = PolicyAction.PERMIT, PolicyAction.DENY, PolicyAction.NEXT_POLICY
TAGGED = frozenset({"65000:1"})


def at(line: int) -> Source:
    return Source("a.cfg", line, line)


def term(line: int, action: PolicyAction, *conditions: RouteCondition) -> PolicyTerm:
    return PolicyTerm(action, conditions, CommunityChange.NONE, frozenset(), at(line))


def paths(form: AsPathForm, asn: int = 0, *, permits: bool = True) -> MatchAsPath:
    return MatchAsPath((AsPathEntry(form, asn, permits, form.value),))


HOSTS = MatchPrefixes((PrefixRange("10.9.0.0/16", 24, 24, True),))
EVERY = MatchPrefixes((PrefixRange("0.0.0.0/0", 0, 32, True),))
CONTAINS_7 = paths(AsPathForm.CONTAINS, 7)
ODD = MatchNotDecided("`match metric 5` is not evaluated", at(9))
OWN = Route("10.9.1.0/24", RouteOrigin.CONNECTED)
LEARNED = learned_route("10.9.1.0/24", 65001)
ANY_LEARNED = learned_route("", 65001)
DEFAULT_DENIES: Fact[bool] = Default(False, at(1), "no entry of P decides it")


@pytest.mark.parametrize(
    ("route", "terms", "permitted"),
    [
        (OWN, (term(2, PERMIT, paths(AsPathForm.EMPTY)),), Stated(True, at(2))),
        (LEARNED, (term(2, PERMIT, paths(AsPathForm.EMPTY)),), DEFAULT_DENIES),
        (LEARNED, (term(2, PERMIT, HOSTS),), Stated(True, at(2))),
        (ANY_LEARNED, (term(2, PERMIT, HOSTS),), Unknown("it depends on the prefix", at(2))),
        (ANY_LEARNED, (term(2, DENY, HOSTS),), DEFAULT_DENIES),
        (ANY_LEARNED, (term(2, PERMIT, EVERY),), Stated(True, at(2))),
        (LEARNED, (term(2, PERMIT, MatchOrigin(frozenset({"connected"}))),), DEFAULT_DENIES),
        (LEARNED, (term(2, DENY, paths(AsPathForm.STARTS_WITH, 65001)), term(3, PERMIT)), Stated(False, at(2))),
        (LEARNED, (term(2, DENY, CONTAINS_7), term(3, PERMIT)), Unknown("it depends on the AS path", at(2))),
        (LEARNED, (term(2, DENY, ODD), term(3, PERMIT)), Unknown("`match metric 5` is not evaluated", at(9))),
        (LEARNED, (term(2, DENY, ODD), term(3, DENY)), Stated(False, at(3))),
        (LEARNED, (), DEFAULT_DENIES),
    ],
    ids=[
        "own route has an empty path",
        "learned route has none",
        "listed prefix",
        "prefix not stated",
        "denied either way",
        "every prefix",
        "redistributed only",
        "denied by first AS",
        "rest of the path not stated",
        "condition not evaluated",
        "not evaluated and of no effect",
        "implicit deny",
    ],
)  # fmt: skip
def test_a_policy_decides_by_its_first_match(
    route: Route, terms: tuple[PolicyTerm, ...], permitted: Fact[bool]
) -> None:
    evaluator = PolicyEvaluator([RoutePolicy("P", terms, DENY, at(1))])
    chain: Fact[PolicyChain] = Stated(PolicyChain(("P",), DENY), at(5))
    assert evaluator.judge((chain,), route) == Passage(permitted, route)


def test_a_community_set_on_import_keeps_routes_from_export() -> None:
    mark = PolicyTerm(PERMIT, (), CommunityChange.ADD, TAGGED, at(2))
    from_spine = MatchCommunities((CommunityEntry(TAGGED, True),))
    out = (term(4, DENY, from_spine), term(5, PERMIT))
    evaluator = PolicyEvaluator([RoutePolicy("IN", (mark,), DENY, at(1)), RoutePolicy("OUT", out, DENY, at(3))])
    imported = evaluator.judge((Stated(PolicyChain(("IN",), DENY), at(6)),), ANY_LEARNED)
    exported = evaluator.judge((Stated(PolicyChain(("OUT",), DENY), at(7)),), imported.route)
    assert (imported.route.communities, exported.permitted) == (TAGGED, Stated(False, at(4)))


@pytest.mark.parametrize(
    ("otherwise", "permitted"),
    [(NEXT, Stated(True, at(4))), (DENY, Default(False, at(1), "no entry of A decides it"))],
    ids=["falls through to the next policy", "ends at its default action"],
)
def test_a_chain_goes_on_until_a_policy_decides(otherwise: PolicyAction, permitted: Fact[bool]) -> None:
    policies = [RoutePolicy("A", (), otherwise, at(1)), RoutePolicy("B", (term(4, PERMIT),), NEXT, at(3))]
    chain: Fact[PolicyChain] = Stated(PolicyChain(("A", "B"), DENY), at(5))
    assert PolicyEvaluator(policies).judge((chain,), LEARNED).permitted == permitted


def test_an_undefined_policy_is_unknown() -> None:
    chain: Fact[PolicyChain] = Stated(PolicyChain(("X",), DENY), at(5))
    assert PolicyEvaluator([]).judge((chain,), LEARNED).permitted == Unknown("the policy X is not defined", at(5))

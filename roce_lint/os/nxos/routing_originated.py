"""What BGP and the IGPs of NX-OS announce of their own, and how many paths BGP installs."""

from __future__ import annotations

from roce_lint.model.fact import Default, Fact, Stated
from roce_lint.model.route_policy import PolicyAction, PolicyChain
from roce_lint.model.routing import AddressFamily, Multipath, Origination, RouteOrigin
from roce_lint.os.industry_cli.bgp_statements import Statement, number_fact
from roce_lint.os.industry_cli.route_lists import prefix_of
from roce_lint.os.nxos import defaults
from roce_lint.os.nxos.bgp_lines import BgpLines

_ORIGINS = {
    "direct": RouteOrigin.CONNECTED,
    "static": RouteOrigin.STATIC,
    "ospf": RouteOrigin.OSPF,
    "ospfv3": RouteOrigin.OSPF,
    "isis": RouteOrigin.ISIS,
    "bgp": RouteOrigin.BGP,
}


def multipath_of(lines: BgpLines, above: BgpLines) -> tuple[Multipath, ...]:
    """Return the equal-cost paths of each unicast family that the process has."""
    relaxed: Fact[bool] = Default(False, lines.source, defaults.NO_RELAX)
    said = lines.relaxed or above.relaxed
    if said:
        relaxed = Stated(not said.negated, said.source)
    found = []
    for family, statements in lines.families.items():
        if family is AddressFamily.EVPN:
            continue
        ebgp: Fact[int] = Default(1, lines.source, defaults.ONE_PATH)
        ibgp = ebgp
        for statement in statements:
            match statement.words:
                case ("maximum-paths", "ibgp", _):
                    ibgp = _paths(statement, lines)
                case ("maximum-paths", "eibgp", _):
                    ebgp = ibgp = _paths(statement, lines)
                case ("maximum-paths", _):
                    ebgp = _paths(statement, lines)
        found.append(Multipath(family, ebgp, ibgp, relaxed))
    return tuple(found)


def _paths(said: Statement, lines: BgpLines) -> Fact[int]:
    return Default(1, lines.source, defaults.ONE_PATH) if said.negated else number_fact(said)


def originations_of(lines: BgpLines, used_policies: set[str]) -> tuple[Origination, ...]:
    """Return the `network`, `aggregate-address` and `redistribute` lines of the unicast families."""
    found: list[Origination] = []
    for family, statements in lines.families.items():
        kept: dict[tuple[str, ...], Origination] = {}
        for said in statements:
            words = said.words
            if words[0] not in ("network", "aggregate-address", "redistribute") or len(words) < 2:
                continue
            size = 3 if words[0] == "redistribute" and words[2:3] != ("route-map",) else 2
            if words[0] == "network" and words[2:3] == ("mask",) and len(words) > 3:
                words = (words[0], f"{words[1]}/{words[3]}", *words[4:])
            if said.negated:
                kept.pop(words[:size], None)
            else:
                kept[words[:size]] = origination_of(Statement(words, said.source), family, used_policies)
        found.extend(kept.values())
    return tuple(found)


def origination_of(said: Statement, family: AddressFamily, used_policies: set[str]) -> Origination:
    """Return one line as a fact."""
    words = said.words
    policy: Fact[PolicyChain] = Default(PolicyChain((), PolicyAction.PERMIT), said.source, defaults.NO_ROUTE_MAP)
    if "route-map" in words[:-1]:
        name = words[words.index("route-map") + 1]
        used_policies.add(name)
        policy = Stated(PolicyChain((name,), PolicyAction.DENY), said.source)
    if words[0] == "redistribute":
        return Origination(family, _ORIGINS.get(words[1], RouteOrigin.OTHER), "", policy, said.source)
    origin = RouteOrigin.AGGREGATE if words[0] == "aggregate-address" else RouteOrigin.OTHER
    return Origination(family, origin, prefix_of(words[1]), policy, said.source)

"""Routes that a protocol announces of its own: `network`, `aggregate-address` and `redistribute`."""

from __future__ import annotations

from collections.abc import Iterator

from roce_lint.model.fact import Fact, Stated, Unknown
from roce_lint.model.route_policy import PolicyAction, PolicyChain
from roce_lint.model.routing import AddressFamily, Origination, RouteOrigin
from roce_lint.model.vendor_default import VendorDefault
from roce_lint.os.industry_cli.route_lists import prefix_of
from roce_lint.os.industry_cli.statements import Statement
from roce_lint.values import dataclass, field

_KEYWORDS = ("network", "aggregate-address", "redistribute")
_POLICY_WORDS = ("route-map", "rcf")
_ORIGINS = {
    "connected": RouteOrigin.CONNECTED,
    "direct": RouteOrigin.CONNECTED,
    "static": RouteOrigin.STATIC,
    "ospf": RouteOrigin.OSPF,
    "ospf3": RouteOrigin.OSPF,
    "ospfv3": RouteOrigin.OSPF,
    "isis": RouteOrigin.ISIS,
    "bgp": RouteOrigin.BGP,
}
_Key = tuple[AddressFamily | None, tuple[str, ...]]


@dataclass(slots=True)
class Originations:
    """The lines of one process by family and by what they announce; a later line about the same replaces the first."""

    lines: dict[_Key, Statement] = field(default_factory=dict)

    def read(self, statement: Statement, family: AddressFamily | None = None) -> bool:
        """Take a line, and say whether it is one of these; `no` and `default` take away what they name."""
        words = statement.words
        if words[0] not in _KEYWORDS or len(words) < 2:
            return False
        if words[0] == "network" and words[2:3] == ("mask",) and len(words) > 3:
            words = (words[0], f"{words[1]}/{words[3]}", *words[4:])
        size = 3 if words[0] == "redistribute" and words[2:3] and words[2] not in _POLICY_WORDS else 2
        if statement.is_stated:
            self.lines[family, words[:size]] = Statement(words, statement.source)
        else:
            self.lines = {
                (of, key): line for (of, key), line in self.lines.items() if of != family or key[:size] != words[:size]
            }
        return True

    def __iter__(self) -> Iterator[tuple[AddressFamily | None, Statement]]:
        """Yield the lines that are left, with the address family that each is in."""
        return iter([(family, statement) for (family, _), statement in self.lines.items()])


def prefix_originated(statement: Statement) -> str:
    """Return the prefix of a `network` or `aggregate-address` line, empty for `redistribute`."""
    return "" if statement.words[0] == "redistribute" else prefix_of(statement.words[1])


def origination_of(
    statement: Statement, family: AddressFamily, unfiltered: VendorDefault[PolicyChain], used_policies: set[str]
) -> Origination:
    """Return one line as a fact; the name of its policy is added to `used_policies`."""
    words, source = statement.words, statement.source
    policy: Fact[PolicyChain] = unfiltered.at(source)
    if "rcf" in words:
        policy = Unknown("a routing control function is not evaluated", source)
    elif name := statement.after("route-map"):
        used_policies.add(name)
        policy = Stated(PolicyChain((name,), PolicyAction.DENY), source)
    origin = RouteOrigin.AGGREGATE if words[0] == "aggregate-address" else RouteOrigin.OTHER
    if words[0] == "redistribute":
        origin = _ORIGINS.get(words[1], RouteOrigin.OTHER)
    return Origination(family, origin, prefix_originated(statement), policy, source)

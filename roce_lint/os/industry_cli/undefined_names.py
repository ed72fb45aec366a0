"""Names of other things than QoS that lines refer to and the file does not define.

Policy-based routing, access lists of route maps, tracked objects, VRFs of BGP and of static routes: few files have any.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from roce_lint.model.device import Port, UndefinedReference
from roce_lint.model.fact import Source
from roce_lint.model.routing import Routing
from roce_lint.os.references import StructureKind, missing
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class NameUse:
    """Lines that refer to a `kind` of thing: each has `guard`, and `use` and `definition` give the name as group 1.

    `other`: what begins with the guard and refers to something else; empty where nothing does.
    """

    kind: str
    guard: str
    use: re.Pattern[str]
    definition: re.Pattern[str]
    other: str = ""


_WHOLE = lazy_pattern(r"^(?:end|line vty)[ \t\r]*$", re.MULTILINE)
_VRF = lazy_pattern(r"^(?:vrf (?:instance|definition|context)|ip vrf) (\S+)", re.MULTILINE)
VRF = StructureKind("VRF", built_in=frozenset(("default", "management")), may_be_elsewhere=True)
_INTERFACE = StructureKind("interface", may_be_elsewhere=True)


def undefined_names(text: str, file: str, uses: Iterable[NameUse]) -> tuple[UndefinedReference, ...]:
    """Return what lines refer to and nothing defines, in order of place.

    A file that defines nothing of a kind is taken for an excerpt, unless it has the lines that end a whole one.
    """
    found: list[UndefinedReference] = []
    for one in uses:
        if one.guard not in text or (one.other and text.count(one.guard) == text.count(one.other)):
            continue
        lines = [(use[1], text.count("\n", 0, use.start()) + 1) for use in one.use.finditer(text)]
        defined = {name[1] for name in one.definition.finditer(text)} if lines else set()
        if defined or (lines and _WHOLE.search(text)):
            used = [(name, Source(file, line, line)) for name, line in lines]
            found += missing(StructureKind(one.kind), used, defined)
    return tuple(sorted(found, key=lambda one: (one.source, one.kind, one.name)))


def undefined_vrfs(text: str, routing: Routing) -> tuple[UndefinedReference, ...]:
    """Return the VRFs of BGP and static routes that nothing defines, where the file defines any."""
    used = {process.vrf: process.source for process in reversed(routing.bgp)}
    used |= {route.vrf: route.source for route in routing.static_routes}
    defined = {name[1] for name in _VRF.finditer(text)} if used.keys() - VRF.built_in else set()
    return tuple(sorted(missing(VRF, used.items(), defined), key=lambda one: one.source))


def undefined_sources(named: Iterable[tuple[str, Source]], ports: Sequence[Port]) -> Iterator[UndefinedReference]:
    """Yield the interfaces from which sessions start and that the file does not have; an excerpt may have none."""
    return missing(_INTERFACE, named, {port.name for port in ports})

"""An intent as facts: the links and the design that configurations are evaluated against."""

from __future__ import annotations

from roce_lint.errors import Problem
from roce_lint.intent.classes import LOSSLESS_PROFILES, class_views
from roce_lint.intent.expand import expand
from roce_lint.intent.model import Intent
from roce_lint.intent.view import ClassPurpose
from roce_lint.model.device import Link, PortRef
from roce_lint.model.fact import Source, Stated
from roce_lint.model.given_design import GivenDesign
from roce_lint.model.terms import LinkOrigin
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class IntentFacts:
    """What an intent says that a linter can use. `warnings` are what is odd about the intent itself."""

    links: tuple[Link, ...]
    given: GivenDesign
    devices: frozenset[str]
    warnings: tuple[Problem, ...]


def intent_facts(intent: Intent) -> IntentFacts:
    """Return the links and the design of an intent.

    Raises IntentError when the intent contradicts itself.
    """
    plan, warnings = expand(intent)
    place = _place(intent.problem((), ""))
    links = tuple(
        Link(
            PortRef(link.lower.device, link.lower.port),
            PortRef(link.upper.device, link.upper.port),
            Stated(link.length_m, _place(intent.problem(("topology",), ""))),
            LinkOrigin.INTENT,
            _place(intent.problem(("topology",), "")),
        )
        for link in plan.links
    )
    classes = class_views(intent)
    roce = tuple(one for one in classes if one.purpose is ClassPurpose.ROCE)
    lossless = intent.design in LOSSLESS_PROFILES
    given = GivenDesign(
        profile=intent.design.value,
        profile_source=_place(intent.problem(("profile",), "")),
        roce_dscps=frozenset(dscp for one in roce for dscp in one.dscps),
        cnp_dscps=frozenset(dscp for one in classes if one.purpose is ClassPurpose.CNP for dscp in one.dscps),
        lossless_priorities=frozenset(one.priority for one in roce) if lossless else frozenset(),
        maximum_incast=intent.roce.maximum_incast or 0,
        source=place,
        marked_apart=frozenset(
            f"{end.device} {end.port}"
            for link in plan.links
            if link.marking is not None
            for end in (link.lower, link.upper)
        ),
    )
    names = frozenset(device.name for device in plan.devices) | frozenset(host.name for host in plan.hosts)
    return IntentFacts(links, given, names, warnings)


def _place(problem: Problem) -> Source:
    return Source(problem.path, problem.line, problem.line)

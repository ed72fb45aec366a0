"""Policer templates of subinterfaces: what is dropped on its way in beyond a rate."""

from __future__ import annotations

from roce_lint.model.fact import Source
from roce_lint.text.tree import Node
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class DroppingPolicer:
    """One policer that drops; `classes` are the forwarding classes that it concerns, empty for all traffic.

    The others recolour what exceeds the rate, which is their default (srl_nokia-acl-policers YANG 25.3.1).
    """

    classes: frozenset[str]
    source: Source


def read_policer_templates(qos: Node) -> dict[str, tuple[DroppingPolicer, ...]]:
    """Return the dropping policers of each template by name."""
    templates = qos.select("policer-templates/policer-template")
    for template in templates:
        template.pass_over()
    return {
        template.key: tuple(
            DroppingPolicer(frozenset(one.key for one in policer.entries("forwarding-class")), policer.first_line)
            for policer in template.entries("policer")
            if policer.at("violate-action").has("drop")
        )
        for template in templates
    }

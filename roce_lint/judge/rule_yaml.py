"""The YAML of rules, waivers and profiles: one document, whose scalars stay text.

Anchors, aliases and tags are refused: such a file has no use for them, and each can hide a fault.
"""

from __future__ import annotations

from roce_lint.errors import Problem, RuleError
from roce_lint.text.yaml_format import Aliases, Fault, YamlFormat
from roce_lint.text.yaml_parser import parse_yaml
from roce_lint.text.yaml_tree import YamlNode

_RULE_YAML = YamlFormat(
    maximum_characters=200_000,
    maximum_depth=10,
    maximum_values=200_000,
    aliases=Aliases.REFUSED,
    messages={
        Fault.TOO_LONG: "{count} characters are too many for a rule file",
        Fault.TOO_DEEP: "this is nested too deeply",
    },
)
"""Rule files have four levels and a few hundred lines."""


def parse_rule_yaml(text: str, path: str) -> YamlNode:
    """Return the single document of `text`. Raises RuleError with every fault of what is not one document of YAML."""
    parsed = parse_yaml(text, path, _RULE_YAML)
    if parsed.problems:
        raise RuleError(*parsed.problems)
    if len(parsed.documents) != 1:
        raise RuleError(Problem(path, 0, 0, f"one YAML document is needed, this file has {len(parsed.documents)}"))
    return parsed.documents[0]

"""The YAML of hosts and Kubernetes: several documents, tags and aliases as their own readers take them."""

from __future__ import annotations

from collections.abc import Sequence

from roce_lint.errors import Problem
from roce_lint.hosts.settings import SettingsLog
from roce_lint.text.yaml_tree import YamlNode


def yaml_documents(text: str) -> tuple[Sequence[YamlNode], Sequence[Problem]]:
    """Return the documents of a YAML text and its faults; broken syntax ends the list."""
    # Scripts need no YAML.
    from roce_lint.text.yaml_format import Aliases, Fault, YamlFormat
    from roce_lint.text.yaml_parser import parse_yaml

    unread = "this YAML cannot be read: {problem}"
    no_anchor = "this YAML cannot be read: found undefined alias {anchor!r}"
    form = YamlFormat(
        maximum_characters=100_000_000,
        maximum_depth=100,
        maximum_values=2_000_000,
        aliases=Aliases.PLACED_AT_ANCHOR,
        allows_tags=True,
        parsed_in_c=False,  # cloud-init reads with this parser too, and what it refuses has no effect
        messages={Fault.SYNTAX: unread, Fault.CHARACTER: unread, Fault.NO_ANCHOR: no_anchor},
    )
    parsed = parse_yaml(text, "", form)
    return parsed.documents, parsed.problems


def read_documents(log: SettingsLog, text: str) -> Sequence[YamlNode]:
    """Return the documents of a YAML text; what is wrong with it is not understood."""
    documents, problems = yaml_documents(text)
    for problem in problems:
        log.not_understood(log.place(problem.line), problem.message)
    return documents

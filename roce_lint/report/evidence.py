"""What a fault costs, as it was simulated: the lines that `explain` prints of a rule."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from roce_lint.judge.rule import Rule
from roce_lint.text.json_value import Json

MEASURED = "evidence.json"
"""What `ci/docs/evidence.py` has measured, in the folder of rules."""


def evidence_lines(rule: Rule, rules: Path) -> tuple[str, ...]:
    """Return what shows that the fault of a rule costs something, or why nothing is simulated.

    `rules` is the folder with what was measured. Rules of a site have no evidence.
    """
    evidence = rule.evidence
    if evidence.not_traffic:
        return (f"Not a matter of traffic: {evidence.not_traffic}.",)
    if evidence.not_simulated:
        return (f"Not simulated: {evidence.not_simulated}.",)
    file = rules / MEASURED
    if not evidence.pattern or not file.is_file():
        return ()
    known = _mapping(_mapping(json.loads(file.read_text(encoding="utf-8")))["rules"])
    return tuple(_measured(_mapping(known[rule.id]))) if rule.id in known else ()


def _measured(found: dict[str, Json]) -> Iterator[str]:
    yield f"Simulated with the ports set as in the examples: {found['load']}."
    systems: dict[str, list[str]] = {}
    for system, one in _mapping(found["systems"]).items():
        shown = _mapping(one)["difference"]
        text = ". ".join(f"{text[:1].upper()}{text[1:]}" for text in map(str, shown)) if isinstance(shown, list) else ""
        systems.setdefault(text or "No difference", []).append(system)
    for text, names in systems.items():
        yield f"{text} ({', '.join(names)})."


def _mapping(value: Json) -> dict[str, Json]:
    return value if isinstance(value, dict) else {}

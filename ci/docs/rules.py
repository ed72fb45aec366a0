"""The catalogue of all rules as one page: `python -m ci.docs.rules > docs/rule-catalogue.md`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from roce_lint.judge.check import load_all_rules
from roce_lint.judge.rule import Rule
from roce_lint.report.manual import FAMILIES, NO_WAIVER, escaped_markdown, threshold_text

_PREFACE = """\
# Rules

What `roce-lint` evaluates. A finding names the rule, the lines that break it, and what to type; `roce-lint explain
RULE` shows one rule with the configurations that it was tested on. Each rule has a code of its own. Some
rules once shared a code; it still names all of them in settings, waivers and tokens. This page is generated from the
files in `rules/`.

Severity: an *error* loses traffic or can stop it, a *warning* degrades it or breaks under load, *info* is worth
knowing. Confidence: *must* follows from a standard, from arithmetic or from a proof; *should* is the documented
experience of operators or vendors; *heuristic* is a rule of thumb.
"""


def manual(rules: Sequence[Rule]) -> str:
    """Return the catalogue of `rules` as one Markdown page, by family in the order of FAMILIES, then by code."""
    ordered = sorted(rules, key=lambda rule: (_family_order(rule.family), rule.code, rule.id))
    parts = [_PREFACE, _overview(ordered)]
    for family, members in groupby(ordered, key=lambda rule: rule.family):
        parts.append(f"## {FAMILIES.get(family, family)}\n")
        parts += [_entry(rule) for rule in members]
    return "\n".join(parts)


def _family_order(family: str) -> tuple[int, str]:
    known = list(FAMILIES)
    return (known.index(family) if family in known else len(known), family)


def _overview(rules: Sequence[Rule]) -> str:
    """Return the table of all rules."""
    rows = [
        f"| {rule.code} | [{rule.id}](#{rule.id}) | {escaped_markdown(rule.title)} | {rule.severity.value} | "
        f"{rule.confidence.value} |"
        for rule in rules
    ]
    return "\n".join(["| Code | Rule | Checks that | Severity | Confidence |", "|---|---|---|---|---|", *rows, ""])


def _entry(rule: Rule) -> str:
    """Return one rule as Markdown."""
    lines = [
        f"### {rule.id}\n",
        f"{rule.code}, {rule.severity.value}, {rule.confidence.value}{NO_WAIVER[rule.waivable]}. "
        f"{escaped_markdown(rule.title)}.\n",
        f"> {escaped_markdown(rule.message.general)}\n",
        f"**Why.** {escaped_markdown(rule.why)}\n",
        f"**Fix.** {escaped_markdown(rule.fix.general)}\n",
    ]
    for os, wording in rule.fix_by_os:
        lines.append(f"On `{os}`:\n\n```text\n{wording.general}\n```\n")
    if rule.thresholds:
        named = ", ".join(f"`{threshold_text(one)}`" for one in rule.thresholds)
        lines.append(f"**Thresholds.** {named}\n")
    lines.append("**Sources.** " + "; ".join(escaped_markdown(source) for source in rule.sources) + "\n")
    return "\n".join(lines)


if __name__ == "__main__":
    print(manual(load_all_rules()), end="")

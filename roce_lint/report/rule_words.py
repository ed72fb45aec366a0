"""A rule in the words that other tools show: its title, and its help as Markdown."""

from __future__ import annotations

from collections.abc import Iterator

from roce_lint.files.program_folders import rules_dir
from roce_lint.judge.rule import Example, Rule
from roce_lint.report.manual import escaped_markdown

_WORDS = """
asn bgp cnp cos cpu dcbx dcqcn dscp ecn ets evpn fcoe gid gpu icrc ip lag lldp mlag mtu nak nccl nic ovl pcp pfc pg qos
rdma rtt sl sm sr tc tos ttl vl vlan voq vpc vrf vxlan wred
"""
_ABBREVIATIONS = frozenset(_WORDS.split())


def rule_title(rule_id: str) -> str:
    """Return a rule's id as words: `PFC link ends differ`."""
    words = [word.upper() if word in _ABBREVIATIONS else word for word in rule_id.replace("roce", "RoCE").split("-")]
    title = " ".join(words)
    return title[:1].upper() + title[1:]


def rule_markdown(rule: Rule) -> str:
    """Return what a rule requires, why, how to fix it, its sources and one broken and one healthy example."""
    return "\n\n".join(_paragraphs(rule)) + "\n"


def fenced(text: str, language: str = "text") -> str:
    """Return text as a Markdown code block that nothing in the text can close."""
    fence = "`" * max(3, _longest_run(text) + 1)
    return f"{fence}{language}\n{text}\n{fence}"


def _longest_run(text: str) -> int:
    longest = run = 0
    for letter in text:
        run = run + 1 if letter == "`" else 0
        longest = max(longest, run)
    return longest


def _paragraphs(rule: Rule) -> Iterator[str]:
    yield f"**{rule.code} {rule.id}** ({rule.severity.value}, {rule.confidence.value})"
    yield f"> {escaped_markdown(' '.join(rule.message.general.split()))}"
    yield f"**Why.** {escaped_markdown(rule.why)}"
    yield f"**Fix.** {escaped_markdown(rule.fix.general)}"
    for os, wording in rule.fix_by_os:
        yield f"On `{os}`:\n\n{fenced(wording.general)}"
    for example in _one_of_each(rule.examples):
        yield f"Example, `{example.vendor}`, {example.verdict.value}:\n\n{fenced(example.config.rstrip())}"
    if rule.sources:
        yield "**Sources.** " + "; ".join(escaped_markdown(source) for source in rule.sources)


def _one_of_each(examples: tuple[Example, ...]) -> Iterator[Example]:
    """Yield the first example of each verdict."""
    first: dict[str, Example] = {}
    for example in examples:
        first.setdefault(example.verdict.value, example)
    yield from first.values()


def rule_page(rule: Rule, docs_url: str) -> str:
    """Return the address of a rule's page, or nothing without a site and for site rules, which have no page there."""
    if not docs_url or not _is_built_in(rule):
        return ""
    return f"{docs_url}rules/{rule.id}/"


def _is_built_in(rule: Rule) -> bool:
    """Return whether the rule ships with the program, as a file or as part of the code."""
    return not rule.file.endswith((".yaml", ".yml")) or (rules_dir() / rule.family / f"{rule.id}.yaml").is_file()

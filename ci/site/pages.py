"""Pages of the documentation site that are not files of docs/: the front page, and one page for each rule.

MkDocs calls the functions `on_files` and `on_page_markdown` (see `hooks` in mkdocs.yml).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from roce_lint import load_rules
from roce_lint.judge.rule import Rule
from roce_lint.report.manual import FAMILIES, escaped_markdown
from roce_lint.report.rule_words import rule_markdown

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files

ROOT = Path(__file__).resolve().parents[2]
OUTSIDE = {
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security-policy.md",
}
"""Files beside docs/ that are pages of the site, and the names of these pages."""

_LINK_TO_DOCS = re.compile(r"\]\(docs/")
_LINK_TO_CODE = re.compile(r"\[([^\]]+)\]\((?:\.\./)*examples/[^)]*\)")
_LINK_TO_RULE = re.compile(r"\]\(((?:\.\./)*)rule-catalogue\.md(?:#([\w-]+))?\)")
_LINK_UPWARDS = re.compile(r"\]\((?:\.\./)+(\w+\.md)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the generated pages."""
    from mkdocs.structure.files import File

    pages = {page: _LINK_TO_DOCS.sub("](", _text(name)) for name, page in OUTSIDE.items()}
    pages |= rule_pages(load_rules())
    for name, content in pages.items():
        files.append(File.generated(config, name, content=content))
    return files


def on_page_markdown(markdown: str, **_: object) -> str:
    """Return a page whose links lead to pages of the site: each rule has one, and so have files beside docs/."""
    without_code = _LINK_TO_CODE.sub(r"`\1`", markdown)
    return _LINK_UPWARDS.sub(_page_of_link, _LINK_TO_RULE.sub(_page_of_rule, without_code))


def rule_pages(rules: Sequence[Rule]) -> dict[str, str]:
    """Return the page of each rule, `rules/ID.md`, and the list of them, `rules/index.md`."""
    pages = {f"rules/{rule.id}.md": _rule_page(rule) for rule in rules}
    ordered = sorted(rules, key=lambda rule: (list(FAMILIES).index(rule.family), rule.code, rule.id))
    parts = ["# Rules\n", "[How to write a rule](../rules.md) · `roce-lint explain RULE` shows the same text.\n"]
    for family, members in groupby(ordered, key=lambda rule: rule.family):
        parts += [f"## {FAMILIES[family]}\n", "| Code | Rule | Checks that | Severity |", "|---|---|---|---|"]
        parts += [
            f"| {rule.code} | [{rule.id}]({rule.id}.md) | {escaped_markdown(rule.headline)} | {rule.severity.value} |"
            for rule in members
        ]
        parts.append("")
    return pages | {"rules/index.md": "\n".join(parts)}


def _rule_page(rule: Rule) -> str:
    """Return the page of one rule; pages of rules are found by search and from the list, not in the navigation."""
    front = f"---\ntitle: {rule.code} {rule.id}\n---\n\n# {rule.code} {escaped_markdown(rule.headline)}\n\n"
    return front + rule_markdown(rule)


def _page_of_rule(link: re.Match[str]) -> str:
    upwards, anchor = link.groups()
    if anchor in _rule_ids():
        return f"]({upwards}rules/{anchor}.md)"
    return f"]({upwards}rules/index.md{f'#{anchor}' if anchor else ''})"


@cache
def _rule_ids() -> frozenset[str]:
    return frozenset(rule.id for rule in load_rules())


def _page_of_link(link: re.Match[str]) -> str:
    page = OUTSIDE.get(link[1])
    return f"]({page}" if page else link[0]


def _text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")

"""The page of a rule on the documentation site, whose address the setting `docs-url` gives."""

from __future__ import annotations

from roce_lint.files.program_folders import rules_dir
from roce_lint.judge.rule import Rule


def rule_page(rule: Rule, docs_url: str) -> str:
    """Return the address of a rule's page, or nothing without a site and for site rules, which have no page there."""
    if not docs_url or not _is_built_in(rule):
        return ""
    return f"{docs_url}rules/{rule.id}/"


def _is_built_in(rule: Rule) -> bool:
    """Return whether the rule ships with the program, as a file or as part of the code."""
    return not rule.file.endswith((".yaml", ".yml")) or (rules_dir() / rule.family / f"{rule.id}.yaml").is_file()

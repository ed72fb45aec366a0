"""`roce-lint explain`: one rule on one screen, or the rules of a family."""

from __future__ import annotations

from pathlib import Path

from roce_lint.cli.inputs import load_settings
from roce_lint.cli.options import Argument, Option, PlainCommand
from roce_lint.cli.printing import say
from roce_lint.cli.run_options import NOTHING_SAID, open_store
from roce_lint.engine.cache_keys import program_key
from roce_lint.engine.rules import CachedRules
from roce_lint.errors import UsageError
from roce_lint.files.program_folders import rules_dir
from roce_lint.judge.set_thresholds import set_thresholds
from roce_lint.report.evidence import evidence_lines
from roce_lint.report.manual import explain, rule_list
from roce_lint.report.rule_words import rule_page
from roce_lint.suggest import did_you_mean


def explain_rule(rule: str, folders: tuple[str, ...], examples: bool) -> None:
    """Explain RULE, an id or a code: why it matters, how to fix it, sources.

    The rules of a family, such as ECN, are listed.
    """
    settings = load_settings()
    store = open_store(NOTHING_SAID.completed_by(settings))
    if not folders:
        settings.refuse_missing("rules")
    site = [Path(folder) for folder in (folders or settings.rules)]
    known = CachedRules(store, program_key() if store else b"", site)
    names = known.names()
    wanted = [one[0] for one in names if rule == one[0] or rule.upper() == one[1]]
    wanted = wanted or [one[0] for one in names if rule.upper() == one[1].partition("-")[0]]
    if not wanted:
        hint = did_you_mean(rule, {name for one in names for name in one}, where="'roce-lint rules' lists them")
        raise UsageError(f"there is no rule {rule!r}{hint}")
    found = set_thresholds(known.whole(wanted), settings, some=True)
    if len(found) == 1 or examples:
        pages = (
            explain(
                one,
                rule_page(one, settings.docs_url),
                examples=examples,
                evidence=evidence_lines(one, rules_dir()),
            )
            for one in found
        )
        say("\n".join(pages), line_end=False)
    else:
        say(f"{rule_list(found)}\n{len(found)} rules; explain one of them by its id, or all with --examples.")


command = PlainCommand(
    "explain",
    explain_rule,
    Argument("rule"),
    (
        Option(("--rules",), "Folder of site rules; may be given several times.", "folders", many=True),
        Option(("--examples",), "Print the examples that the rule was tested on.", flag=True),
    ),
)

"""`roce-lint explain`: one rule in full."""

from __future__ import annotations

from pathlib import Path

from roce_lint.cache.keys import program_key
from roce_lint.cli.inputs import load_settings
from roce_lint.cli.means import NOTHING_SAID, open_store
from roce_lint.cli.options import Argument, Option, PlainCommand
from roce_lint.cli.say import say
from roce_lint.errors import UsageError
from roce_lint.report.manual import explain
from roce_lint.run.rules import kept_rules
from roce_lint.suggest import did_you_mean


def explain_rule(rule: str, folders: tuple[str, ...]) -> None:
    """Explain RULE, an id or a code: why it matters, how to fix it, examples, sources."""
    settings = load_settings()
    store = open_store(NOTHING_SAID.completed_by(settings))
    site = [Path(folder) for folder in (folders or settings.rules)]
    known = kept_rules(store, program_key() if store else b"", site)
    found = [one for one in known if rule in (one.id, one.code) or rule.upper() == one.code]
    if not found:
        names = [one.id for one in known] + [one.code for one in known]
        raise UsageError(f"there is no rule {rule!r}{did_you_mean(rule, names)}")
    say("\n".join(explain(one) for one in found), line_end=False)


command = PlainCommand(
    "explain",
    explain_rule,
    Argument("rule"),
    (Option(("--rules",), "Folder of site rules; may be given several times.", "folders", many=True),),
)

"""`roce-lint explain`: one rule in full."""

from __future__ import annotations

from pathlib import Path

from roce_lint.cli.inputs import load_settings
from roce_lint.cli.options import Argument, Option, PlainCommand
from roce_lint.cli.printing import say
from roce_lint.cli.run_options import NOTHING_SAID, open_store
from roce_lint.engine.cache_keys import program_key
from roce_lint.engine.rules import CachedRules
from roce_lint.errors import UsageError
from roce_lint.report.manual import explain
from roce_lint.suggest import did_you_mean


def explain_rule(rule: str, folders: tuple[str, ...]) -> None:
    """Explain RULE, an id or a code: why it matters, how to fix it, examples, sources."""
    settings = load_settings()
    store = open_store(NOTHING_SAID.completed_by(settings))
    if not folders:
        settings.refuse_missing("rules")
    site = [Path(folder) for folder in (folders or settings.rules)]
    known = CachedRules(store, program_key() if store else b"", site)
    names = known.names()
    wanted = [id for id, code in names if rule in (id, code) or rule.upper() == code]
    if not wanted:
        hint = did_you_mean(rule, {name for both in names for name in both}, where="'roce-lint rules' lists them")
        raise UsageError(f"there is no rule {rule!r}{hint}")
    say("\n".join(explain(one) for one in known.whole(wanted)), line_end=False)


command = PlainCommand(
    "explain",
    explain_rule,
    Argument("rule"),
    (Option(("--rules",), "Folder of site rules; may be given several times.", "folders", many=True),),
)

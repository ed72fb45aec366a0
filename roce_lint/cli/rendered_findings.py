"""What a check would report of files that were rendered, in lines for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from roce_lint.cli.inputs import load_settings
from roce_lint.cli.run_options import NOTHING_SAID, open_store
from roce_lint.engine.cache_keys import program_key
from roce_lint.engine.rules import CachedRules
from roce_lint.judge.finding import Finding
from roce_lint.judge.rule import Rule
from roce_lint.judge.select import select_rules
from roce_lint.judge.set_thresholds import set_thresholds
from roce_lint.report.printable import printable


def rules_in_force() -> tuple[Rule, ...]:
    """Return the rules that a check of the same folder would evaluate by."""
    settings = load_settings()
    settings.refuse_missing("rules")
    store = open_store(NOTHING_SAID.completed_by(settings))
    site = [Path(folder) for folder in settings.rules]
    known = CachedRules(store, program_key() if store else b"", site).brief()
    known = set_thresholds(known, settings)
    return select_rules(known, settings.select, settings.ignore, settings.named_rules())


def finding_lines(findings: Iterable[Finding], path: str) -> Iterator[str]:
    """Yield a line for each finding in what the intent at `path` renders."""
    for finding in findings:
        place = finding.place
        more = f" ({len(finding.places) - 1} more like it)" if len(finding.places) > 1 else ""
        where = f"{place.path}:{place.line}" if place.line else place.path
        said = f"{finding.severity.value} {finding.code} {finding.rule}: {finding.message}{more}"
        yield f"{path}: renders {where}: {printable(said)}"

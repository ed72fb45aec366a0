"""A check with a cache, processes or a cluster: the report is that of the last run where nothing has changed since."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from roce_lint.engine.cache_keys import combined_key, folders_key, value_key
from roce_lint.engine.cache_store import Store
from roce_lint.engine.packed import Unpackable, pack, unpack
from roce_lint.engine.run_context import RunContext
from roce_lint.fabric.line_matches import NOTHING_SEARCHED
from roce_lint.judge.finding import Report
from roce_lint.judge.given import Given
from roce_lint.judge.rule import Rule
from roce_lint.read.files import Texts
from roce_lint.read.gather import Gathered
from roce_lint.values import replace

if TYPE_CHECKING:
    from roce_lint.fabric.fabric import Fabric

T = TypeVar("T")
CACHED_FORMS = frozenset({"text", "json", "sarif", "code-scanning", "github", "gitlab", "junit"})
"""Forms that show nothing of the fabric but the devices and cables of findings."""
_FABRIC = b"fabric"
_MOST_DEVICES = 200
"""With findings on more devices and their neighbours, a report is not cached: it would be as large as the fabric."""


def check_with(
    run: RunContext,
    gathered: Gathered,
    rules: Sequence[Rule],
    given: Given,
    site: Sequence[Path] = (),
    forms: frozenset[str] = CACHED_FORMS,
) -> tuple[Report, Fabric | None]:
    """Return the report and the fabric: of this only what findings show where all `forms` do with that, or nothing.

    `site` are the folders of rules besides ours.
    """
    store = run.store
    contents = {document.path: document.content for document in gathered.documents} if store else {}
    context = _context(run.program, gathered, rules, given, site) if store else b""
    key = _key(b"report", context, contents, contents.values())
    if store and key and forms <= CACHED_FORMS:
        report = _cached(store, key, Report)
        if report is not None and not report.findings:
            return report, None
        if report is not None and (fabric := _cached_fabric(store, key)) is not None:
            return report, fabric
    # Readers and derivations are needed only when something has changed.
    from roce_lint.gate.intent_demands import intent_demands
    from roce_lint.judge.check import check_in_full

    report, whole = check_in_full(gathered, rules, given, run.read_all, run.concurrently, intent_demands)
    if report.open_findings:
        from roce_lint.fix.drafts import with_computed_fixes

        report = with_computed_fixes(report, whole, Texts(gathered.documents))
    if store and key and report.inputs.devices and not (report.inputs.died or report.inputs.changed):
        shown = _shown(report, whole, rules)
        if len(shown.devices) <= _MOST_DEVICES:
            store.put({key: pack(report), key + _FABRIC: pack(shown)})
    return report, whole


def _cached(store: Store, key: bytes, kind: type[T]) -> T | None:
    packed = store.get([key]).get(key)
    try:
        return unpack(packed, kind) if packed is not None else None
    except Unpackable:
        # Worked out again, and cached again.
        return None


def _cached_fabric(store: Store, key: bytes) -> Fabric | None:
    # A report without findings shows nothing of the fabric.
    from roce_lint.fabric.fabric import Fabric

    return _cached(store, key + _FABRIC, Fabric)


def _context(program: bytes, gathered: Gathered, rules: Sequence[Rule], given: Given, site: Sequence[Path]) -> bytes:
    """Return a hash of all that a report depends on beside the files; nothing where a folder of rules is unreadable."""
    rest = replace(gathered, documents=())
    try:
        folders = folders_key(site)
    except OSError:
        return b""
    return combined_key(program, folders, value_key((rest, tuple(rules), given)))


def _key(kind: bytes, context: bytes, paths: Iterable[str], contents: Iterable[bytes] = ()) -> bytes:
    named = [path.encode("utf-8", "surrogatepass") for path in paths]
    return combined_key(kind, context, *named, *contents) if context else b""


def _shown(report: Report, fabric: Fabric, rules: Sequence[Rule]) -> Fabric:
    """Return the devices and cables of findings at cables: other forms show the other end of these and nothing else."""
    at_cables = {rule.id for rule in rules if rule.scope.startswith("link")}
    named = {place.device for finding in report.findings if finding.rule in at_cables for place in finding.places}
    links = tuple(link for link in fabric.links if link.a.device in named or link.b.device in named)
    ends = named | {end.device for link in links for end in (link.a, link.b)}
    devices = tuple(device for device in fabric.devices if device.name in ends)
    return replace(
        fabric,
        devices=devices,
        links=links,
        unread=(),
        infiniband=(),
        remarks=(),
        listed=(),
        line_matches=NOTHING_SEARCHED,
    )

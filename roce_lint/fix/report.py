"""Remedies for people and for programs: what is wrong, what to type, how to take it back, and the diff."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterator

from roce_lint.fix.files import Applied
from roce_lint.fix.plan import Plan, Remedy
from roce_lint.fix.prove import Bench
from roce_lint.judge.finding import FindingPlace
from roce_lint.report.printable import printable
from roce_lint.text.counting import counted
from roce_lint.text.json_value import Json
from roce_lint.version import version

SCHEMA_VERSION = 1
_PLACES_SHOWN = 4


def remedies_text(plan: Plan, bench: Bench, applied: Applied | None) -> str:
    """Return every remedy, the diff of the safe ones, and a line that sums it up."""
    lines = [line for remedy in plan.remedies for line in _remedy(remedy)]
    if applied is None:
        lines += [printable(line) for line in differences(plan, bench)]
    else:
        lines += [printable(f"written: {path}") for path in applied.written]
        lines += [printable(f"refused: {problem}") for problem in applied.refused]
    lines += [printable(f"cannot be read: {problem}") for problem in plan.unreadable]
    return "".join(f"{line}\n" for line in (*lines, summary(plan, applied)))


def summary(plan: Plan, applied: Applied | None) -> str:
    """Return what there is to do, in one sentence."""
    safe, shown = len(plan.safe), len(plan.remedies) - len(plan.safe)
    files = len(plan.contents) if applied is None else len(applied.written)
    verb = "would be applied to" if applied is None else "applied to"
    hint = "; --apply writes them" if applied is None and safe else ""
    if applied is not None and applied.refused:
        files, verb = len(plan.contents), "for"
        hint = f", of which {len(applied.written)} written and {len(applied.refused)} refused"
    hint_without = " (check lists them, explain RULE says what to do)" if plan.without else ""
    return (
        f"{counted(safe, 'safe fix', 'safe fixes')} {verb} {counted(files, 'file', 'files')}{hint}; "
        f"{shown} need a decision; "
        f"{counted(len(plan.without), 'finding', 'findings')} without a fix{hint_without}"
    )


def differences(plan: Plan, bench: Bench) -> Iterator[str]:
    """Yield a unified diff for each file that the safe remedies change."""
    for path, content in sorted(plan.contents.items()):
        old, new = (_lines(raw) for raw in (bench.octets[path], content))
        yield from difflib.unified_diff(old, new, f"a/{path}", f"b/{path}", lineterm="")


def _lines(raw: bytes) -> list[str]:
    return raw.decode("utf-8", "replace").replace("\r\n", "\n").split("\n")


def _remedy(remedy: Remedy) -> Iterator[str]:
    line = remedy.edits[0].line if remedy.edits else 0
    verdict = "safe" if not remedy.unsafe else "not applied"
    yield printable(f"{remedy.path}:{line}: {remedy.code} {remedy.rule}: {verdict}")
    yield printable(f"  {_names(remedy.places)}: {remedy.message}")
    yield printable(f"  {remedy.title}{f' ({remedy.origin})' if remedy.origin else ''}")
    if remedy.unsafe:
        yield printable(f"  because {remedy.unsafe}")
    yield "  fix:"
    yield from (printable(f"    {command}") for command in remedy.commands)
    yield "  rollback:"
    yield from (printable(f"    {command}") for command in remedy.rollback)
    yield ""


def _names(places: tuple[FindingPlace, ...]) -> str:
    names = [" ".join(part for part in (place.device, place.object) if part) for place in places[:_PLACES_SHOWN]]
    more = f" and {len(places) - _PLACES_SHOWN} more" if len(places) > _PLACES_SHOWN else ""
    return ", ".join(names) + more


def remedies_json(plan: Plan, bench: Bench, applied: Applied | None) -> str:
    """Return the remedies as indented JSON."""
    document: dict[str, Json] = {
        "schema": SCHEMA_VERSION,
        "tool": {"name": "roce-lint", "version": version()},
        "applied": applied is not None,
        "remedies": [_document(remedy) for remedy in plan.remedies],
        "diff": [*differences(plan, bench)],
        "written": [*applied.written] if applied else [],
        "refused": [{"path": one.path, "message": one.message} for one in applied.refused] if applied else [],
        "without": [{"rule": one.rule, "code": one.code, "fingerprint": one.fingerprint} for one in plan.without],
        "unreadable": [{"path": one.path, "line": one.line, "message": one.message} for one in plan.unreadable],
    }
    return json.dumps(document, indent=2) + "\n"


def _document(remedy: Remedy) -> dict[str, Json]:
    return {
        "rule": remedy.rule,
        "code": remedy.code,
        "path": remedy.path,
        "title": remedy.title,
        "origin": remedy.origin,
        "safe": not remedy.unsafe,
        "because": remedy.unsafe,
        "message": remedy.message,
        "places": [
            {"device": one.device, "object": one.object, "path": one.path, "line": one.line} for one in remedy.places
        ],
        "edits": [
            {"line": edit.line, "old": edit.old, "new": edit.new, "added": [*edit.added]} for edit in remedy.edits
        ],
        "commands": [*remedy.commands],
        "rollback": [*remedy.rollback],
    }

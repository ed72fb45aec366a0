"""Drift from an intent, for people and for programs."""

from __future__ import annotations

import json
from collections.abc import Iterator

from roce_lint.gate.as_json import SCHEMA_VERSION, change_document, problem_documents
from roce_lint.gate.drift import Drift
from roce_lint.gate.meaning.change import Change
from roce_lint.gate.schema import change_schema
from roce_lint.gate.text import change_text, source_text
from roce_lint.report.markdown import code, plain
from roce_lint.report.printable import printable, printable_line
from roce_lint.report.schema import COUNT, TEXT, listed, problem_schema, with_properties
from roce_lint.text.counting import counted
from roce_lint.text.json_value import Json
from roce_lint.values import replace

_SIGNS = {"passed": "🟢", "failed": "🔴", "incomplete": "🔴"}
_NOT_FOUND_SHOWN = 20
_NAMES_SHOWN = 10


def drift_text(drift: Drift) -> str:
    """Return the drift as plain text with a newline at its end."""
    return "".join(f"{printable_line(line)}\n" for line in _lines(drift))


def _lines(drift: Drift) -> Iterator[str]:
    for change in drift.differing:
        for part in _by_line(change):
            yield printable(f"{source_text(part.spots[0].new)}: {change_text(part)}")
    if drift.not_found:
        yield f"Not found in any file ({counted(len(drift.not_found), 'demand')}):"
        for change in drift.not_found[:_NOT_FOUND_SHOWN]:
            yield printable(f"  ? {change_text(change)}")
        if len(drift.not_found) > _NOT_FOUND_SHOWN:
            yield f"  and {len(drift.not_found) - _NOT_FOUND_SHOWN} more"
    for problem in drift.unreadable:
        yield printable(f"cannot be read: {problem}")
    for problem in drift.notes:
        yield printable(f"note: {problem}")
    yield printable(summary(drift))


def _by_line(change: Change) -> list[Change]:
    """Return a difference once for each line that causes it."""
    lines = dict.fromkeys(spot.new for spot in change.spots)
    return [replace(change, spots=tuple(spot for spot in change.spots if spot.new == line)) for line in lines]


def summary(drift: Drift) -> str:
    """Return the outcome in one sentence."""
    whole = not drift.not_found and not drift.without_files
    passed = "NO DRIFT" if whole else "NOTHING DIFFERS IN WHAT WAS FOUND, BUT NOT ALL WAS FOUND"
    words = {"passed": passed, "failed": "DRIFT", "incomplete": "INCOMPLETE: a file cannot be read"}
    result = f"{counted(drift.compared, 'fact')} compared on {counted(drift.devices, 'device')}"
    rest = f", {counted(len(drift.not_found), 'demand')} not found in any file" if drift.not_found else ""
    rest += (
        f", no file of {counted(len(drift.without_files), 'device')} ({_named(drift)})" if drift.without_files else ""
    )
    count = counted(len(drift.differing), "difference")
    return f"{words[drift.outcome]}: {drift.intent} -> {drift.state}: {count}; {result}{rest}"


def _named(drift: Drift) -> str:
    """Return the first devices without files by name."""
    more = len(drift.without_files) - _NAMES_SHOWN
    return ", ".join(drift.without_files[:_NAMES_SHOWN]) + (f" and {more} more" if more > 0 else "")


def drift_markdown(drift: Drift) -> str:
    """Return the drift as Markdown."""
    lines = [f"## roce-lint drift {_SIGNS[drift.outcome]}\n\n**{plain(summary(drift))}**\n"]
    lines += [f"\n🔴 **Cannot be read:** {code(one.path)} {plain(one.message)}\n" for one in drift.unreadable]
    lines += [f"\nNote: {plain(str(one))}\n" for one in drift.notes]
    lines += ["\n"] if drift.differing else []
    parts = [part for change in drift.differing for part in _by_line(change)]
    lines += [f"- {code(source_text(one.spots[0].new))} {plain(change_text(one))}\n" for one in parts]
    return "".join(lines)


def drift_json(drift: Drift) -> str:
    """Return the drift as indented JSON; `drift_schema()` has its shape."""
    return json.dumps(_document(drift), indent=2) + "\n"


def _document(drift: Drift) -> dict[str, Json]:
    return {
        "schema": SCHEMA_VERSION,
        "tool": {"name": "roce-lint", "version": drift.version},
        "outcome": drift.outcome,
        "intent": drift.intent,
        "state": {"label": drift.state, "commit": drift.commit},
        "summary": {"devices": drift.devices, "compared": drift.compared, "differing": len(drift.differing)},
        "differing": _changes(drift.differing),
        "not_found": _changes(drift.not_found),
        "without_files": list(drift.without_files),
        "unreadable": problem_documents(drift.unreadable),
        "notes": problem_documents(drift.notes),
    }


def _changes(changes: tuple[Change, ...]) -> list[Json]:
    return [change_document(change) for change in changes]


def drift_schema() -> dict[str, Json]:
    """Return the JSON schema (draft 2020-12) of what `gate --intent --format json` writes.

    In a difference `before` is what the intent demands and `after` what was read; `base` is the intent's place.
    """
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "roce-lint drift from an intent",
        **with_properties(
            schema={"const": SCHEMA_VERSION},
            tool=with_properties(name={"const": "roce-lint"}, version=TEXT),
            outcome={"enum": ["passed", "failed", "incomplete"]},
            intent=TEXT,
            state=with_properties(label=TEXT, commit=TEXT),
            summary=with_properties(**dict.fromkeys(("devices", "compared", "differing"), COUNT)),
            **dict.fromkeys(("differing", "not_found"), listed(change_schema())),
            without_files=listed(TEXT),
            **dict.fromkeys(("unreadable", "notes"), listed(problem_schema())),
        ),
    }

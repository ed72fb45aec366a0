"""The baseline as a file: JSON with one entry on each line, sorted, so that two branches merge and diffs are short."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

from roce_lint.errors import Problem, UsageError
from roce_lint.judge.baseline_entries import Baseline, BaselineEntry

SCHEMA_VERSION = 1
LARGEST_CHARACTERS = 64 * 1024 * 1024
_TEXTS = ("rule", "device", "object", "message", "fingerprint")
_KEYS = frozenset((*_TEXTS, "count"))
_FINGERPRINT = re.compile(r"[0-9a-f]{32}")
_AGAIN = "write it again with --write-baseline"


def baseline_text(entries: Sequence[BaselineEntry]) -> str:
    """Return the text of a baseline file; the same entries give the same bytes."""
    rows = [
        json.dumps(
            {
                "rule": entry.rule,
                "device": entry.device,
                "object": entry.object,
                "message": entry.message,
                "fingerprint": entry.fingerprint,
                "count": entry.count,
            }
        )
        for entry in sorted(entries)
    ]
    body = ",\n".join(rows)
    return f'{{"tool": "roce-lint", "schema": {SCHEMA_VERSION}, "entries": [\n{body}{chr(10) if rows else ""}]}}\n'


def parse_baseline(text: str, path: str) -> Baseline:
    """Return the baseline that a file holds.

    Raises UsageError, with its place, for a text that is not a baseline of a known version.
    """
    if len(text) > LARGEST_CHARACTERS:
        raise _problem(path, 0, "larger than 64 MiB; no baseline is")
    try:
        document: object = json.loads(text, object_pairs_hook=_once)
    except json.JSONDecodeError as error:
        raise UsageError(
            Problem(path, error.lineno, error.colno, f"this is not JSON: {error.msg}; {_AGAIN}")
        ) from error
    except RecursionError as error:
        raise _problem(path, 0, f"this is nested too deeply for a baseline; {_AGAIN}") from error
    except _KeyTwice as error:
        raise _problem(path, 0, f"the key {error} appears twice in one object; {_AGAIN}") from error
    except ValueError as error:
        raise _problem(path, 0, f"a number in it is too long for a baseline; {_AGAIN}") from error
    if not isinstance(document, dict) or document.get("tool") != "roce-lint":
        raise _problem(path, 1, f"this is no baseline of roce-lint; {_AGAIN}")
    if document.get("schema") != SCHEMA_VERSION or isinstance(document.get("schema"), bool):
        version = document.get("schema")
        raise _problem(path, 1, f"its version is {version!r} and this program knows {SCHEMA_VERSION}; {_AGAIN}")
    rows = document.get("entries")
    if not isinstance(rows, list) or set(document) != {"tool", "schema", "entries"}:
        raise _problem(path, 1, f"a baseline has the keys tool, schema and entries; {_AGAIN}")
    return Baseline(tuple(_entries(rows, text, path)), path)


class _KeyTwice(Exception):
    """A key that an object has twice."""


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise _KeyTwice(repr(key))
        found[key] = value
    return found


def _entries(rows: Sequence[object], text: str, path: str) -> Iterator[BaselineEntry]:
    """Yield the entries; raises UsageError for the first that is none."""
    starts = [number for number, line in enumerate(text.splitlines(), 1) if line.lstrip().startswith('{"rule"')]
    seen: set[str] = set()
    for index, row in enumerate(rows):
        # Who writes one entry on each line gets lines; another layout is read all the same.
        line = starts[index] if len(starts) == len(rows) else 0
        fault = _fault(row)
        if fault or not isinstance(row, dict):
            raise _problem(path, line, f"entry {index + 1} {fault}; {_AGAIN}")
        rule, device, name, message, fingerprint = (str(row[key]) for key in _TEXTS)
        entry = BaselineEntry(rule, device, name, message, fingerprint, int(row["count"]), line)
        if entry.fingerprint in seen:
            raise _problem(path, line, f"entry {index + 1} appears twice; {_AGAIN}")
        seen.add(entry.fingerprint)
        yield entry


def _fault(row: object) -> str:
    """Return what is wrong with an entry; empty where nothing is."""
    if not isinstance(row, dict) or set(row) != _KEYS:
        return f"has not the keys {', '.join(sorted(_KEYS))}"
    wrong = [key for key in _TEXTS if not isinstance(row[key], str)]
    if wrong:
        return f"has a {wrong[0]} that is no text"
    if not _FINGERPRINT.fullmatch(row["fingerprint"]):
        return "has a damaged fingerprint"
    count = row["count"]
    if not isinstance(count, int) or isinstance(count, bool) or not 1 <= count <= 10**9:
        return f"has the count {count!r:.40}; it must be a number from 1"
    return ""


def _problem(path: str, line: int, message: str) -> UsageError:
    return UsageError(Problem(path, line, 0, message))

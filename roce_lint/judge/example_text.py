"""The examples of a rule file, as written."""

from __future__ import annotations

from collections.abc import Mapping

from roce_lint.errors import Problem
from roce_lint.judge.keys import Keys
from roce_lint.judge.rule import Example, ExampleLine, Verdict
from roce_lint.model.terms import FILE_KINDS
from roce_lint.os.registry import system_names
from roce_lint.suggest import did_you_mean
from roce_lint.text.yaml_tree import YamlScalar

EXAMPLE_KEYS = {
    "vendor": True,
    "verdict": True,
    "lines": False,
    "profile": False,
    "intent": False,
    "config": True,
    "files": False,
}
"""The keys of an example in their order; True where none may be left out."""

MAXIMUM_LINES = 40
"""An example shows one thing; ten lines are usual."""


def parse_examples(keys: Keys, path: str, problems: list[Problem]) -> tuple[Example, ...]:
    """Return the examples; at least one violated and one satisfied, at most one of each verdict per vendor."""
    examples: list[Example] = []
    seen: dict[tuple[str, Verdict], int] = {}
    for node in keys.nodes("examples"):
        parts = Keys(node, EXAMPLE_KEYS, "example", path, problems)
        example = _parse_example(parts)
        kind = (example.vendor, example.verdict)
        if kind in seen:
            parts.complain(
                node.place,
                f"{example.vendor} has another {example.verdict.value} example in line {seen[kind]}; keep one",
            )
        seen.setdefault(kind, node.place.line)
        examples.append(example)
    shown = {example.verdict for example in examples}
    for verdict in (Verdict.VIOLATED, Verdict.SATISFIED):
        if keys.has("examples") and verdict not in shown:
            keys.complain(keys.node("examples").place, f"a rule has at least one {verdict.value} example")
    return tuple(examples)


def _parse_example(keys: Keys) -> Example:
    """Return one example."""
    vendor = keys.scalar("vendor")
    known = [*system_names(), *FILE_KINDS]
    if vendor.text and vendor.text not in known:
        keys.complain(vendor.place, f"there is no vendor {vendor.text!r}{did_you_mean(vendor.text, known)}")
    verdict = keys.choice("verdict", Verdict, Verdict.VIOLATED)
    lines = _parse_lines(keys)
    if verdict is Verdict.VIOLATED and not lines:
        keys.complain(keys.place, "a violated example has 'lines': first the line of the finding, then its evidence")
    if lines and verdict in (Verdict.SATISFIED, Verdict.NOT_APPLICABLE):
        keys.complain(keys.node("lines").place, f"a {verdict.value} example has no finding and so no lines")
    files = keys.texts_by_key("files")
    config = keys.node("config")
    for scalar in (*((config,) if isinstance(config, YamlScalar) else ()), *(text for _, text in files)):
        count = scalar.text.count("\n")
        if count > MAXIMUM_LINES:
            keys.complain(scalar.place, f"{count} lines are too many for an example; show one thing in {MAXIMUM_LINES}")
    return Example(
        vendor=vendor.text,
        verdict=verdict,
        lines=lines,
        config=_verbatim(keys, "config"),
        files=tuple((name.text, text.text) for name, text in files),
        intent=_verbatim(keys, "intent"),
        profile=keys.text("profile"),
        line=keys.place.line,
    )


def _verbatim(keys: Keys, key: str) -> str:
    """Return a text exactly as written, indentation included."""
    keys.scalar(key)
    node = keys.node(key)
    return node.text if isinstance(node, YamlScalar) else ""


def _parse_lines(keys: Keys) -> tuple[ExampleLine, ...]:
    """Return the lines of the finding: `4`, `leaf2.cfg:4` in another of the example's files, or what a line says."""
    lines: list[ExampleLine] = []
    texts = {"": _verbatim(keys, "config"), **{name.text: text.text for name, text in keys.texts_by_key("files")}}
    for scalar in keys.scalars("lines"):
        path, _, number = scalar.text.rpartition(":")
        if number.isascii() and number.isdigit() and len(number) < 7 and int(number) > 0:
            lines.append(ExampleLine(path, int(number)))
            continue
        found = _lines_that_say(scalar.text, texts)
        if len(found) == 1:
            lines.append(found[0])
        else:
            fault = f"{len(found)} lines of the example say so" if found else "no line of the example says so"
            keys.complain(
                scalar.place, f"{scalar.text!r}: {fault}; write one line's text, its number or name.cfg:number"
            )
    return tuple(lines)


def _lines_that_say(wanted: str, texts: Mapping[str, str]) -> list[ExampleLine]:
    """Return the lines whose text, without indentation, is the one that is wanted."""
    return [
        ExampleLine(path, number)
        for path, text in texts.items()
        for number, line in enumerate(text.splitlines(), 1)
        if line.strip() == wanted.strip()
    ]

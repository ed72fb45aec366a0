"""The examples of a rule file, as written.

An example written as a difference: what a violated example changes to, in the form of a unified diff.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from roce_lint.errors import Problem
from roce_lint.judge.keys import Keys
from roce_lint.judge.rule import Example, ExampleLine, Verdict
from roce_lint.model.terms import FILE_KINDS
from roce_lint.os.registry import system_names
from roce_lint.suggest import did_you_mean
from roce_lint.text.yaml_tree import YamlPosition, YamlScalar
from roce_lint.values import dataclass

HUNK = "@@"
FILE = "+++ "


class DiffFault(ValueError):
    """A difference that does not fit the texts that it is applied to; `line` counts from 1 within the difference."""

    def __init__(self, line: int, message: str) -> None:
        """Keep where it is and what is wrong."""
        super().__init__(message)
        self.line = line
        self.message = message


@dataclass(frozen=True, slots=True)
class _Hunk:
    """One run of lines that is replaced: `old` must be in the file exactly once."""

    path: str
    line: int
    old: tuple[str, ...]
    new: tuple[str, ...]


def apply_diff(texts: Mapping[str, str], diff: str) -> dict[str, str]:
    """Return `texts` (by file name, empty for the main config) with the difference applied.

    A line begins with `-` (removed), `+` (added) or a blank (kept). `@@` begins another place, `+++ leaf2.cfg` another
    file. The removed and kept lines of each place must be in its file exactly once. Raises DiffFault.
    """
    changed = dict(texts)
    for hunk in _hunks(diff):
        if hunk.path not in texts:
            raise DiffFault(hunk.line, f"the violated example has no file {hunk.path!r}")
        changed[hunk.path] = _apply(changed[hunk.path], hunk)
    return changed


def _hunks(diff: str) -> list[_Hunk]:
    """Return the places that a difference changes."""
    hunks: list[_Hunk] = []
    path, begin = "", 1
    old: list[str] = []
    new: list[str] = []

    def close() -> None:
        if old or new:
            hunks.append(_Hunk(path, begin, tuple(old), tuple(new)))
        old.clear()
        new.clear()

    for number, line in enumerate(diff.splitlines(), 1):
        sign, rest = line[:1], line[1:]
        if line.startswith(FILE) or line.rstrip() == HUNK:
            close()
            path = line[len(FILE) :].strip() if line.startswith(FILE) else path
            begin = number + 1
        elif sign in ("-", " ", "+", ""):
            if sign != "+":
                old.append(rest)
            if sign != "-":
                new.append(rest)
        else:
            raise DiffFault(number, f"{line!r} begins with neither '-', '+', a blank, '@@' nor '+++ FILE'")
    close()
    if not hunks:
        raise DiffFault(1, "it changes nothing")
    return hunks


def _apply(text: str, hunk: _Hunk) -> str:
    """Return the text with one place changed."""
    lines = text.splitlines()
    if not hunk.old:
        raise DiffFault(hunk.line, "lines are added, but where? Begin with the line above them, after a blank")
    places = _occurrences(lines, hunk.old)
    if len(places) != 1:
        found = f"these lines are there {len(places)} times; add a line above them" if places else _missing(lines, hunk)
        raise DiffFault(hunk.line, found)
    if hunk.old == hunk.new:
        raise DiffFault(hunk.line, "it changes nothing")
    (place,) = places
    lines[place : place + len(hunk.old)] = hunk.new
    return "\n".join(lines) + "\n"


def _occurrences(lines: Sequence[str], wanted: Sequence[str]) -> list[int]:
    """Return the indices at which `lines` has `wanted` as a run."""
    first, length = wanted[0], len(wanted)
    return [
        index
        for index, line in enumerate(lines)
        if line == first and list(lines[index : index + length]) == list(wanted)
    ]


def _missing(lines: Sequence[str], hunk: _Hunk) -> str:
    """Return what is wrong with lines that are not there."""
    for line in hunk.old:
        if line not in lines:
            return f"the violated example has no line {line!r}"
    return "the violated example has these lines, but not one below the other"


EXAMPLE_KEYS = {
    "vendor": True,
    "verdict": True,
    "lines": False,
    "profile": False,
    "diff": False,
    "intent": False,
    "config": False,
    "files": False,
    "shared": False,
}
"""The keys of an example in their order; True where none may be left out. It has either `config` or `diff`."""

MAXIMUM_LINES = 40
"""An example shows one thing; ten lines are usual."""


def parse_examples(keys: Keys, path: str, problems: list[Problem], shared: Mapping[str, str]) -> tuple[Example, ...]:
    """Return the examples; at least one violated and one satisfied, at most one of each verdict per vendor.

    `shared` are the documents, by name, that the examples of several rules use.
    """
    examples: list[Example] = []
    seen: dict[tuple[str, Verdict], int] = {}
    nodes = [Keys(node, EXAMPLE_KEYS, "example", path, problems) for node in keys.nodes("examples")]
    whole = {id(parts): _whole_example(parts, shared) for parts in nodes if not parts.has("diff")}
    violated = {example.vendor: example for example in whole.values() if example.verdict is Verdict.VIOLATED}
    for parts in nodes:
        example = whole.get(id(parts)) or _changed_example(parts, violated)
        kind = (example.vendor, example.verdict)
        if kind in seen:
            parts.complain(
                parts.place,
                f"{example.vendor} has another {example.verdict.value} example in line {seen[kind]}; keep one",
            )
        seen.setdefault(kind, parts.place.line)
        examples.append(example)
    shown = {example.verdict for example in examples}
    for verdict in (Verdict.VIOLATED, Verdict.SATISFIED):
        if keys.has("examples") and verdict not in shown:
            keys.complain(keys.node("examples").place, f"a rule has at least one {verdict.value} example")
    return tuple(examples)


def _whole_example(keys: Keys, shared: Mapping[str, str]) -> Example:
    """Return an example that is written out."""
    if not keys.has("config"):
        keys.complain(keys.place, "an example has a 'config', or a 'diff' from the violated example of its vendor")
    files = keys.texts_by_key("files")
    config = keys.node("config")
    for scalar in (*((config,) if isinstance(config, YamlScalar) else ()), *(text for _, text in files)):
        count = scalar.text.count("\n")
        if count > MAXIMUM_LINES:
            keys.complain(scalar.place, f"{count} lines are too many for an example; show one thing in {MAXIMUM_LINES}")
    texts = {"": _verbatim(keys, "config"), **{name.text: text.text for name, text in files}}
    for name in keys.scalars("shared"):
        if name.text in texts:
            keys.complain(name.place, f"the example has its own file {name.text!r}; rename one of the two")
        elif name.text not in shared:
            hint = did_you_mean(name.text, shared, where="the folder 'shared' of the rules holds them")
            keys.complain(name.place, f"there is no shared document {name.text!r}{hint}")
        else:
            texts[name.text] = shared[name.text]
    return _example(keys, texts, _verbatim(keys, "intent"), keys.text("profile"))


def _changed_example(keys: Keys, violated: Mapping[str, Example]) -> Example:
    """Return an example that is written as a difference from the violated one of its vendor."""
    for key in ("profile", "intent", "config", "files", "shared"):
        if keys.has(key):
            keys.complain(keys.node(key).place, f"an example with a 'diff' takes its {key} from the violated example")
    diff = keys.node("diff")
    original = violated.get(keys.scalar("vendor").text)
    if original is None:
        keys.complain(diff.place, "there is no violated example of this vendor that it could differ from")
        return _example(keys, {"": ""}, "", "")
    texts = {"": original.config, **dict(original.files)}
    if isinstance(diff, YamlScalar):
        try:
            texts = apply_diff(texts, diff.text)
        except DiffFault as fault:
            keys.complain(YamlPosition(diff.text_line + fault.line - 1, diff.place.column), fault.message)
    else:
        keys.scalar("diff")
    return _example(keys, texts, original.intent, original.profile)


def _example(keys: Keys, texts: Mapping[str, str], intent: str, profile: str) -> Example:
    """Return the example of these texts, by file name, empty for the main config."""
    vendor = keys.scalar("vendor")
    known = [*system_names(), *FILE_KINDS]
    if vendor.text and vendor.text not in known:
        keys.complain(vendor.place, f"there is no vendor {vendor.text!r}{did_you_mean(vendor.text, known)}")
    verdict = keys.choice("verdict", Verdict, Verdict.VIOLATED)
    lines = _parse_lines(keys, texts)
    if verdict is Verdict.VIOLATED and not lines:
        keys.complain(keys.place, "a violated example has 'lines': first the line of the finding, then its evidence")
    if lines and verdict in (Verdict.SATISFIED, Verdict.NOT_APPLICABLE):
        keys.complain(keys.node("lines").place, f"a {verdict.value} example has no finding and so no lines")
    return Example(
        vendor=vendor.text,
        verdict=verdict,
        lines=lines,
        config=texts[""],
        files=tuple((name, text) for name, text in texts.items() if name),
        intent=intent,
        profile=profile,
        line=keys.place.line,
    )


def _verbatim(keys: Keys, key: str) -> str:
    """Return a text exactly as written, indentation included."""
    keys.scalar(key)
    node = keys.node(key)
    return node.text if isinstance(node, YamlScalar) else ""


def _parse_lines(keys: Keys, texts: Mapping[str, str]) -> tuple[ExampleLine, ...]:
    """Return the lines of the finding: `4`, `leaf2.cfg:4` in another of the example's files, or what a line says."""
    lines: list[ExampleLine] = []
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

"""No text that people read holds a word that the glossary refuses."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from roce_lint.judge.check import load_all_rules

ROOT = Path(__file__).parents[1]
CODE = re.compile(r"```.*?```|`[^`]*`|^    .*$|\]\([^)]*\)", re.DOTALL | re.MULTILINE)
"""What documents print as code, and where links lead."""


def refused_words() -> tuple[str, ...]:
    """Return the left column of the last table of the glossary."""
    table = (ROOT / "docs/glossary.md").read_text().partition("## Words that are not used")[2]
    cells = re.findall(r"^\| ([^|]+) \|", table, re.MULTILINE)
    return tuple(word.strip() for cell in cells[1:] for word in cell.split(","))


REFUSED = re.compile(rf"\b(?:{'|'.join(map(re.escape, refused_words()))})\b(?! for)", re.IGNORECASE)


def documents() -> Iterator[tuple[str, str]]:
    for path in (ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))):
        if path.name != "glossary.md":
            yield path.relative_to(ROOT).as_posix(), CODE.sub("", path.read_text())


def texts_of_rules() -> Iterator[tuple[str, str]]:
    for rule in load_all_rules(examples=False):
        words = (rule.id, rule.title, rule.message.text, rule.why, rule.fix.text)
        yield rule.id, "\n".join((*words, *(fix.text for _, fix in rule.fix_by_os)))


def texts_of_code() -> Iterator[tuple[str, str]]:
    """Yield docstrings, messages and texts of options: all strings of several words."""
    for path in sorted((ROOT / "roce_lint").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
                yield f"{path.relative_to(ROOT)}:{node.lineno}", re.sub(r"`[^`]*`", "", node.value)


def test_the_glossary_refuses_words() -> None:
    assert {"told", "pause point", "circle", "mend"} <= set(refused_words())
    assert REFUSED.search("a fault is Told here")
    assert not REFUSED.search("it stands in for another")


@pytest.mark.parametrize("texts", [documents, texts_of_rules, texts_of_code], ids=["documents", "rules", "code"])
def test_texts_hold_no_refused_word(texts: object) -> None:
    assert callable(texts)
    found = [f"{place}: {match[0]}" for place, text in texts() for match in REFUSED.finditer(text)]
    assert found == []

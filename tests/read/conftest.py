"""A short form of routing facts, so that a table of snippets can state them whole."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from enum import Enum

import pytest

from roce_lint.facts.fact import Default, Source, Stated, Unknown


def told(value: object) -> str:
    """Return facts as text: `value@line` stated, `value~` by default, `?line` unknown; a frozen dataclass by fields."""
    match value:
        case Stated(inner, source):
            return f"{told(inner)}@{source.line}"
        case Default(inner, _):
            return f"{told(inner)}~"
        case Unknown(_, source):
            return f"?{source.line}"
        case Source(_, line, end_line):
            return f"{line}-{end_line}"
        case Enum():
            return value.name
        case frozenset():
            return "{" + ", ".join(sorted(told(one) for one in value)) + "}"
        case tuple():
            return "[" + ", ".join(told(one) for one in value) + "]"
        case _ if dataclasses.is_dataclass(value):
            fields = [told(getattr(value, field.name)) for field in dataclasses.fields(value)]
            return f"{type(value).__name__}({', '.join(fields)})"
        case str():
            return value or "-"
    return str(value)


@pytest.fixture(name="told")
def told_fixture() -> Callable[[object], str]:
    """The short form of a fact or of a whole entity."""
    return told

"""What every part of an intent has in common: closed, unchangeable, and strict about words and counts."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, StrictBool, WithJsonSchema
from pydantic.fields import FieldInfo

from roce_lint.os.registry import switch_names

_SYSTEMS = switch_names()
_FIELD = re.compile(r"\{([^{}]*)\}")
_NUMBER = re.compile(r"([a-z]*)(\+[1-9][0-9]{0,4}|-1)?(:0[1-9]d)?")
"""A field: the name of a number, what is added to it, and its width with leading zeros."""
_NAME_FIELDS = ("n", "pod", "rack", "rail", "nic")


class IntentPart(BaseModel):
    """The common parent of all parts of an intent."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=False)


def _whole_number(value: object) -> object:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(f"is {_shown(value)}; write a whole number")
    return value


def _words(value: object) -> object:
    if not isinstance(value, str):
        raise ValueError(f"is {_shown(value)}; write text (in quotes if it looks like a number)")
    return value


def one_or_many(value: object) -> object:
    """Return a list as it is, and anything else as the only member of one."""
    return value if isinstance(value, list | tuple) else (value,)


def has_field(pattern: str, *names: str) -> bool:
    """Say whether a pattern of names has one of these fields, with leading zeros or without."""
    return any(found[1] in names for field in _FIELD.findall(pattern) if (found := _NUMBER.match(field)))


def _shown(value: object) -> str:
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    if value is None:
        return "empty"
    if isinstance(value, bool):
        return str(value).lower()
    return repr(value)[:40]


def _known_fields(pattern: str) -> str:
    for field in _FIELD.findall(pattern):
        name = re.split("[^a-z]", field, maxsplit=1)[0]
        if name not in _NAME_FIELDS:
            known = ", ".join(f"{{{one}}}" for one in _NAME_FIELDS)
            raise ValueError(f"is {pattern!r}; it may contain {known}, not {{{name}}}")
        if not _NUMBER.fullmatch(field):
            forms = f"a field with leading zeros is written as {{{name}:02d}}, one that begins later as {{{name}+100}}"
            raise ValueError(f"is {pattern!r}; {forms}")
    return pattern


def whole(minimum: int, maximum: int) -> tuple[FieldInfo, BeforeValidator]:
    """Return what makes a value a whole number from `minimum` to `maximum`."""
    return Field(ge=minimum, le=maximum), BeforeValidator(_whole_number)


def worded(pattern: str, wanted: str, *examples: str) -> tuple[BeforeValidator, AfterValidator, WithJsonSchema]:
    """Return what makes a text match `pattern` from end to end; `wanted` tells a person what that means."""
    compiled = re.compile(pattern)
    quoted = wanted if "in quotes" in wanted else f"{wanted} (in quotes if it looks like a number)"

    def words(value: object) -> object:
        if not isinstance(value, str):
            raise ValueError(f"is {_shown(value)}; write {quoted}")
        return value

    def matching(text: str) -> str:
        if not compiled.fullmatch(text):
            raise ValueError(f"is {_shown(text)}; write {wanted}")
        return text

    schema = WithJsonSchema({"type": "string", "pattern": f"^{pattern}$", "examples": list(examples)})
    return BeforeValidator(words), AfterValidator(matching), schema


Text = Annotated[str, BeforeValidator(_words)]
Flag = StrictBool
Count = Annotated[int, *whole(1, 4096)]
PriorityNumber = Annotated[int, *whole(0, 7)]
Dscp = Annotated[int, *whole(0, 63)]
AsNumber = Annotated[int, *whole(1, 4294967294)]
Name = Annotated[
    str,
    *worded(
        r"[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?",
        "a name of letters, digits, '.', '_' and '-' that begins and ends with a letter or digit",
        "ai-pod-1",
    ),
]
ClassName = Annotated[
    str, *worded("[a-z][a-z0-9-]{0,23}", "up to 24 lower-case letters, digits and '-', a letter first", "roce")
]
TenantName = Annotated[
    str, *worded("[A-Za-z][A-Za-z0-9_-]{0,30}", "up to 31 letters, digits, '_' and '-', a letter first", "blue")
]
NamePattern = Annotated[
    str,
    *worded(
        r"[A-Za-z0-9{][A-Za-z0-9._{}:+-]{0,61}", "letters, digits, '.', '_', '-' and fields such as {n}", "leaf-{n}"
    ),
    AfterValidator(_known_fields),
]
PlatformName = Annotated[
    str, *worded("[A-Za-z0-9][A-Za-z0-9 ._/+-]{0,63}", "the name of a model such as 7280CR3-32P4", "7280CR3-32P4")
]
SystemName = Annotated[
    str, *worded("[a-z][a-z0-9-]{0,31}", f"the name of a system, such as {' or '.join(_SYSTEMS)}", _SYSTEMS[-1])
]
Release = Annotated[
    str, *worded("[A-Za-z0-9][A-Za-z0-9._()-]{0,31}", "a release as the vendor prints it, in quotes", "4.32.1F")
]


def number_pattern(pattern: str, **numbers: int) -> str:
    """Return `pattern` with `{n}` and its like replaced by the numbers.

    `{n:02d}` has leading zeros, `{n+100}` is 101 for the first and `{n-1}` is 0.
    """

    def number(found: re.Match[str]) -> str:
        field = _NUMBER.fullmatch(found[1])
        if field is None or field[1] not in numbers:
            return found[0]
        return format(numbers[field[1]] + int(field[2] or 0), (field[3] or ":d")[1:])

    return _FIELD.sub(number, pattern)

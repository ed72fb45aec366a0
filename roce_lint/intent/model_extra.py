"""What an intent says about lines of the user's own."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from pydantic import AfterValidator, Field

from roce_lint.intent.model_types import IntentPart, Text, worded
from roce_lint.os.registry import switch_names


class ExtraRole(Enum):
    """Tiers that lines can be for."""

    LEAF = "leaf"
    SPINE = "spine"
    SUPER_SPINE = "super-spine"


def _plain_lines(text: str) -> str:
    for letter in text:
        if letter != "\n" and not letter.isprintable():
            raise ValueError(f"has the character {letter!r}; write lines of printable characters, indented by blanks")
    if not text.strip():
        raise ValueError("has no line; leave the entry out")
    return text


Glob = Annotated[
    str, *worded(r"[A-Za-z0-9*?][A-Za-z0-9._/*?:-]{0,62}", "a name, with * and ? for any part", "leaf-*", "Ethernet1/*")
]
_LintedSystem = Annotated[str, *worded("[a-z][a-z0-9-]{0,30}", "the name of a system", switch_names()[0])]


class Extra(IntentPart):
    """Lines that are added to configurations; they are read back and evaluated like all others."""

    lines: Annotated[Text, Field(max_length=100_000), AfterValidator(_plain_lines)] = Field(
        description="The lines, as the system takes them; below a port without `interface`. `{name}`, `{port}` and"
        " `{number}` stand for the switch, the port and its number in the tier."
    )
    devices: tuple[Glob, ...] = Field(default=(), description="Switches by name; all if omitted.")
    roles: tuple[ExtraRole, ...] = Field(default=(), description="Tiers; all if omitted.")
    systems: tuple[_LintedSystem, ...] = Field(default=(), description="Systems; all if omitted.")
    ports: tuple[Glob, ...] = Field(
        default=(), description="Ports that each get the lines; the lines are for the switch as a whole if omitted."
    )

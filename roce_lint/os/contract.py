"""What a network operating system brings along: the one value that its folder registers.

`docs/adding-a-system.md` walks through a complete system. Everything outside `os/` and `hosts/` asks this value, or
the behaviour in it, and names no system.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from roce_lint.model.reading import Reading
from roce_lint.os.behaviour import Behaviour
from roce_lint.text.document import Document
from roce_lint.values import dataclass

Reader: TypeAlias = Callable[[Document], Reading]
"""Turns the text of one file into what the device says. It never raises for a text, whatever stands in it."""


@dataclass(frozen=True, slots=True)
class SwitchOs:
    """One system of switches. Every field is required: a system that leaves one out cannot be made.

    `name` stands in rules, reports and options (`eos`), `label` in texts for people (`Arista EOS`). Functions import
    what they need when they are called, so that a program which asks for the behaviour alone starts fast.
    """

    name: str
    label: str
    behaviour: Behaviour
    read: Reader
    remarks_stand_in_descriptions: bool
    """Descriptions of ports are searched for suppressions after reading; else `read/remarks.py` finds them in lines."""

"""Short ways to read a snippet and to look at one fact."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import dedent

import pytest

from roce_lint.model.device import Device
from roce_lint.model.fact import Default, Fact, Stated
from roce_lint.model.reading import Reading
from roce_lint.os.eos.reader import read_eos
from roce_lint.text.document import Document


def read(text: str) -> Reading:
    """Read a snippet with the file name `x.cfg`."""
    return read_eos(Document("x.cfg", dedent(text)))


def seen(fact: Fact[object]) -> object:
    """Return `(value, line)` of a stated fact, `(value, "default")`, or the word `unknown`."""
    match fact:
        case Stated(value, source):
            return (value, source.line)
        case Default(value):
            return (value, "default")
    return "unknown"


@pytest.fixture(name="read")
def read_fixture() -> Callable[[str], Reading]:
    """The reader."""
    return read


@pytest.fixture(name="device_of")
def device_fixture() -> Callable[[str], Device]:
    """The reader, for snippets that leave nothing unread."""

    def device_of(text: str) -> Device:
        reading = read(text)
        assert reading.unread == ()
        return reading.devices[0]

    return device_of


@pytest.fixture(name="seen")
def seen_fixture() -> Callable[[Fact[object]], object]:
    """The view of one fact."""
    return seen

"""Tables of lines: what rows set, clear, doubt and refuse, in the notation of command references."""

from __future__ import annotations

import pytest

from roce_lint.model.device import RefusedSetting, UnreadLine
from roce_lint.model.fact import Source, Stated, Unknown
from roce_lint.os.industry_cli.command import NOT_STATED, Setting
from roce_lint.os.industry_cli.line_diagnostics import LineDiagnostics
from roce_lint.os.industry_cli.line_form import LineForm
from roce_lint.os.industry_cli.line_table import ChangedValue, CommandRow, LineTable, ValueNotGiven
from roce_lint.text.lines import Line
from roce_lint.values import dataclass, field

HERE = Source("a.cfg", 1, 1)


@dataclass(slots=True)
class Draft:
    """What the tables of this test set."""

    mtu: Setting[int] = NOT_STATED
    speed: Setting[str] = NOT_STATED
    total: Setting[int] = NOT_STATED
    enabled: Setting[bool] = NOT_STATED
    drops: dict[int, Setting[bool]] = field(default_factory=dict)
    queues: dict[int | str, Setting[int]] = field(default_factory=dict)


def _speed(word: str) -> str | ValueNotGiven:
    if word == "slow":
        raise ValueError(word)
    return ValueNotGiven("negotiated") if word == "auto" else word


def _added(number: int) -> ChangedValue:
    def of(before: Setting[object]) -> object:
        return number + (before.value if isinstance(before, Stated) and isinstance(before.value, int) else 0)

    return ChangedValue(of)


def _members(text: str) -> frozenset[int]:
    return frozenset(map(int, text.split("+")))


TABLE = LineTable(
    CommandRow("mtu <68-9214>", "mtu", near_miss="`{text}` is no MTU"),
    CommandRow("speed <speed>", "speed", value=_speed, near_miss="`{last}` is no speed"),
    CommandRow("total add <0-99>", "total", value=_added),
    CommandRow("total auto", "total", value=ValueNotGiven("counted elsewhere")),
    CommandRow("shutdown", "enabled", value=False, no=True, cleared="shutdown", echoed=("no shutdown",)),
    CommandRow("class <0-7> drop|keep [weight <0-15>]", "drops[]", lambda word, weight: word == "drop", no=False),
    CommandRow("old mtu <0-9999>", "mtu", refused="`old mtu` is an old spelling"),
    CommandRow("old ...", "mtu", value=1, refused="`{text}` is old", if_unstated=True),
    CommandRow("banner ..."),
    CommandRow("limit <1-9>", "mtu"),
    CommandRow("limit ...", refused="limit takes 1 to 9", by_device=True),
    CommandRow("map <0-7>... to queue <0-7>", "queues[]", cleared="map [<0-7>...]", near_miss="a class is 0 to 7"),
    CommandRow(
        "join <members> <0-7>", "queues[]", value=lambda members, queue: queue, key=lambda members, _: _members(members)
    ),
)


def _read(*texts: str, prints_defaults: bool = False) -> tuple[Draft, list[str | None]]:
    draft = Draft()
    return draft, [TABLE.read(Line(1, 0, text), draft, HERE, prints_defaults=prints_defaults) for text in texts]


@pytest.mark.parametrize(
    ("texts", "draft", "answers"),
    [
        (["mtu 9000"], Draft(mtu=Stated(9000, HERE)), [""]),
        (["mtu 9000", "no mtu"], Draft(), ["", ""]),
        (["mtu 9000", "default mtu 1"], Draft(), ["", ""]),
        (["mtu 67"], Draft(mtu=Unknown("`mtu 67` is no MTU", HERE)), ["`mtu 67` is no MTU"]),
        (["mtu  big"], Draft(mtu=Unknown("`mtu big` is no MTU", HERE)), ["`mtu big` is no MTU"]),
        (["mtus 9000", "no mtus"], Draft(), [None, None]),
        (["speed auto"], Draft(speed=Unknown("negotiated", HERE)), [""]),
        (["speed slow"], Draft(speed=Unknown("`slow` is no speed", HERE)), ["`slow` is no speed"]),
        (["total add 3", "total add 4"], Draft(total=Stated(7, HERE)), ["", ""]),
        (["total add 100"], Draft(), [None]),
        (["total auto", "total add 4"], Draft(total=Unknown("counted elsewhere", HERE)), ["", ""]),
        (["shutdown", "no shutdown"], Draft(enabled=Stated(True, HERE)), ["", ""]),
        (["no shutdown", "default shutdown"], Draft(), ["", ""]),
        (["no shutdown now"], Draft(), [None]),
        (
            ["class 3 drop", "class 4 keep weight 5", "no class 3 drop"],
            Draft(drops={3: Stated(False, HERE), 4: Stated(False, HERE)}),
            ["", "", ""],
        ),
        (["class 3 drop", "default class 3 drop"], Draft(), ["", ""]),
        (["class 8 drop", "class 3 drop weight 16", "no class"], Draft(), [None, None, None]),
        (["old mtu 5"], Draft(mtu=Unknown("`old mtu` is an old spelling", HERE)), ["`old mtu` is an old spelling"]),
        (["no old mtu 5"], Draft(), ["`old mtu` is an old spelling"]),
        (["old x"], Draft(mtu=Stated(1, HERE)), ["`old x` is old"]),
        (["mtu 100", "old x"], Draft(mtu=Stated(100, HERE)), ["", "`old x` is old"]),
        (["banner", "banner a b", "no banner"], Draft(), ["", "", ""]),
        (
            ["map 1 2 3 to queue 5", "no map 2"],
            Draft(queues={1: Stated(5, HERE), 3: Stated(5, HERE)}),
            ["", ""],
        ),
        (["map 1 2 to queue 5", "no map"], Draft(), ["", ""]),
        (["map 1 8 to queue 5"], Draft(), ["a class is 0 to 7"]),
        (["join 1+2 6", "no join 1 6"], Draft(queues={2: Stated(6, HERE)}), ["", ""]),
        (["join x 6", "no join x 6"], Draft(), [None, None]),
    ],
    ids=lambda value: " / ".join(value) if isinstance(value, list) and all(value) else "",
)
def test_a_line_does_what_its_row_says(texts: list[str], draft: Draft, answers: list[str | None]) -> None:
    assert _read(*texts) == (draft, answers)


def test_a_default_that_is_printed_states_nothing() -> None:
    assert _read("no shutdown", prints_defaults=True) == (Draft(), [""])
    assert _read("shutdown", prints_defaults=True) == (Draft(enabled=Stated(False, HERE)), [""])


def test_a_system_without_the_word_default_knows_no_such_line() -> None:
    assert (
        LineTable(CommandRow("mtu <68-9214>", "mtu"), has_default=False).read(Line(1, 0, "default mtu"), Draft(), HERE)
        is None
    )


def test_every_line_is_accounted_for() -> None:
    """Report what is not understood and what the device refuses, and leave lines without a row to the caller."""
    lines = [Line(number, 0, text) for number, text in enumerate(["mtu 67", "limit 10", "limit 3", "mtus 1"], start=1)]
    draft, diagnostics = Draft(), LineDiagnostics("a.cfg", "leaf1")
    taken = [TABLE.account(line, draft, diagnostics) for line in lines]
    assert (taken, draft.mtu) == ([True, True, True, False], Stated(3, Source("a.cfg", 3, 3)))
    assert diagnostics.unread_lines() == (UnreadLine("leaf1", HERE, "mtu 67", "`mtu 67` is no MTU"),)
    assert diagnostics.refused_settings() == (RefusedSetting("limit 10", "limit takes 1 to 9", Source("a.cfg", 2, 2)),)


@pytest.mark.parametrize(
    ("form", "text", "parts"),
    [
        ("a <1-10> b|c", "a 7 c", (7, "c")),
        ("a <1-10> b|c", "a 11 c", None),
        ("a [b <1-3>] [c]", "a", (None,)),
        ("a [b <1-3>] [c]", "a b 2 c", (2,)),
        ("a ...", "a", (None,)),
        ("a ...", "a b c", ("b c",)),
        ("a <word>", "a", None),
        ("a <words>...", "a", None),
        ("a <words>...", "a b c", ("b c",)),
        ("a <0-9>... b", "a 1 2 b", ((1, 2),)),
        ("a <0-9>... b", "a 1 10 b", None),
        ("a b?", "a b", ("b",)),
        ("a b?", "a", (None,)),
        ("...", "whatever it is", ("whatever it is",)),
        ("a.b", "axb", None),
    ],
)
def test_a_form_returns_the_parts_of_a_line(form: str, text: str, parts: tuple[object, ...] | None) -> None:
    assert LineForm(form).parts(text) == parts

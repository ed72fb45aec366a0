"""Edits of JSON keep every byte that they are not about, in whatever layout the file has."""

from __future__ import annotations

import json

import pytest

from roce_lint.fix.edit import edited
from roce_lint.fix.json_patch import patch, patches
from roce_lint.fix.json_text import JsonText

DATA = {
    "PORT": {"Ethernet0": {"lanes": "1,2", "mtu": "9100"}, "Ethernet16": {"lanes": "3,4", "mtu": "9100"}},
    "QUEUE": {"Ethernet0|3": {"scheduler": 'a "quoted" {one}'}},
    "PFC_WD": {},
    "LIST": ["a", {"b": "c"}],
}
LAYOUTS = {
    "as config save writes it": json.dumps(DATA, indent=4) + "\n",
    "one column a level": json.dumps(DATA, indent=1),
    "tabs": json.dumps(DATA, indent="\t") + "\n",
    "line ends of Windows": json.dumps(DATA, indent=2).replace("\n", "\r\n"),
    "one line": json.dumps(DATA),
    "no blanks": json.dumps(DATA, separators=(",", ":")),
    "blank lines": json.dumps(DATA, indent=2).replace("},\n", "},\n\n"),
}
every_layout = pytest.mark.parametrize("text", LAYOUTS.values(), ids=LAYOUTS)


@every_layout
def test_a_value_is_exchanged_and_nothing_else(text: str) -> None:
    edit = JsonText("a.json", text).replaced(("PORT", "Ethernet16", "mtu"), "9216")
    assert edit is not None
    after = edited(text.encode(), [edit]).decode()
    at = text.rindex("9100")
    assert after == text[:at] + "9216" + text[at + 4 :]


@every_layout
@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("PORT", "Ethernet8"), {"lanes": "5,6", "mtu": "9100"}),
        (("PORT", "Ethernet32"), {"lanes": "7,8"}),
        (("PORT", "Ethernet0", "alias"), "etp1"),
        (("QUEUE", "Ethernet0|3", "wred_profile"), "AZURE"),
        (("QUEUE", "Ethernet0|4"), {"scheduler": "b"}),
    ],
)
def test_a_member_is_added_and_all_other_text_stays(text: str, path: tuple[str, ...], value: object) -> None:
    source = JsonText("a.json", text)
    edit = source.added(path, value)  # type: ignore[arg-type]  # the table holds texts and rows
    assert edit is not None
    after = edited(text.encode(), [edit]).decode()
    wanted = json.loads(text)
    inner = wanted
    for name in path[:-1]:
        inner = inner[name]
    inner[path[-1]] = value
    assert json.loads(after) == wanted
    rest = after
    for piece in text.splitlines() if "\n" in text else ():
        assert piece in rest, piece
        rest = rest[rest.index(piece) + len(piece) :]
    assert after.count("\r\n") == after.count("\n") * ("\r" in text)


def test_rows_are_laid_out_as_their_neighbours() -> None:
    text = LAYOUTS["as config save writes it"]
    edit = JsonText("a.json", text).added(("PORT", "Ethernet8"), {"lanes": "5,6"})
    assert edit is not None
    assert (edit.line, edit.old, edit.added) == (
        6,
        "        },",
        ('        "Ethernet8": {', '            "lanes": "5,6"', "        },"),
    )


@every_layout
def test_a_member_gets_a_name_that_none_of_its_object_has(text: str) -> None:
    source = JsonText("a.json", text)
    edit = source.renamed(("PORT", "Ethernet16"), "Ethernet8")
    assert edit is not None
    assert edited(text.encode(), [edit]).decode() == text.replace("Ethernet16", "Ethernet8")
    assert source.renamed(("PORT", "Ethernet16"), "Ethernet0") is None
    assert source.renamed(("PORT", "Ethernet4"), "Ethernet8") is None


@every_layout
def test_what_is_absent_or_there_already_gives_no_edit(text: str) -> None:
    source = JsonText("a.json", text)
    assert source.replaced(("PORT", "Ethernet99", "mtu"), "1") is None
    assert source.added(("PORT", "Ethernet0"), {"mtu": "1"}) is None
    assert source.added(("ABSENT", "Ethernet0"), {"mtu": "1"}) is None
    assert source.added(("PFC_WD", "Ethernet0"), {"action": "drop"}) is None


@pytest.mark.parametrize("text", ["", "[1]", "{", "interface Ethernet1\n", '{"a": 1} x'])
def test_a_text_that_is_no_object_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        JsonText("a.json", text)


def test_the_patch_has_pointers_of_rfc_6901_and_a_way_back() -> None:
    old = {"INTERFACE": {"Ethernet0|10.0.0.0/31": {}}, "PORT": {"a~b": {"mtu": "1"}}, "GONE": {"x": "y"}}
    new = {"INTERFACE": {}, "PORT": {"a~b": {"mtu": "2", "fec": "rs"}}, "NEW": {"x": "y"}}
    assert patch(old, new) == (
        "[",
        '  {"op": "remove", "path": "/GONE"},',
        '  {"op": "remove", "path": "/INTERFACE/Ethernet0|10.0.0.0~131"},',
        '  {"op": "replace", "path": "/PORT/a~0b/mtu", "value": "2"},',
        '  {"op": "add", "path": "/PORT/a~0b/fec", "value": "rs"},',
        '  {"op": "add", "path": "/NEW", "value": {"x": "y"}}',
        "]",
    )
    assert applied(applied(old, patch(old, new)), patch(new, old)) == old


def test_edits_become_the_patch_that_makes_them() -> None:
    text = LAYOUTS["as config save writes it"]
    edit = JsonText("a.json", text).replaced(("PORT", "Ethernet0", "mtu"), "9216")
    assert edit is not None
    forth, back = patches(tuple(text.split("\n")), (edit,))
    assert forth == ("[", '  {"op": "replace", "path": "/PORT/Ethernet0/mtu", "value": "9216"}', "]")
    assert back == ("[", '  {"op": "replace", "path": "/PORT/Ethernet0/mtu", "value": "9100"}', "]")


def applied(value: object, lines: tuple[str, ...]) -> object:
    """Return a value after a patch, by the words of RFC 6902."""
    result = json.loads(json.dumps(value))
    for operation in json.loads("\n".join(lines)):
        names = [name.replace("~1", "/").replace("~0", "~") for name in operation["path"].split("/")[1:]]
        inner = result
        for name in names[:-1]:
            inner = inner[name]
        if operation["op"] == "remove":
            del inner[names[-1]]
        else:
            assert (names[-1] in inner) == (operation["op"] == "replace")
            inner[names[-1]] = operation["value"]
    return result

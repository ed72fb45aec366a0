"""Tables of rows in JSON, with the lines of rows and fields."""

from __future__ import annotations

from roce_lint.text.json_places import numbered, parse_json
from roce_lint.text.json_rows import Field, MisplacedPiece, RowReader, Tables
from roce_lint.text.source import Source

TEXT = """\
{
  "PORT": {
    "Ethernet0": {
      "lanes": ["1", "2"],
      "mtu": 9100
    },
    "Ethernet4": "no row"
  },
  "VERSION": "no table"
}
"""


def tables(text: str, inner: str = "") -> Tables:
    placed, found = parse_json(text), Tables("a.json")
    assert isinstance(placed.value, tuple)
    reader = RowReader("a.json", placed, inner)
    for name, value, at in numbered(placed.value, placed.first_step):
        reader.table(found, name, value, at)
    return found


def at(line: int, end_line: int = 0) -> Source:
    return Source("a.json", line, end_line or line)


def test_rows_and_fields_have_their_lines() -> None:
    found = tables(TEXT)
    row = found.row("PORT", "Ethernet0")
    assert row is not None
    assert (row.source, row.first_line, row.keys) == (at(3, 6), at(3), ["Ethernet0"])
    assert row.fields == {"lanes": Field("1,2", at(4), is_list=True), "mtu": Field("9100", at(5))}
    assert found.misplaced == [
        MisplacedPiece('"Ethernet4"', "PORT|Ethernet4 is no row: a row holds fields", at(7)),
        MisplacedPiece('"VERSION"', "'VERSION' is no table: a table holds rows", at(9)),
    ]


def test_fields_may_be_inside_of_one_member() -> None:
    (row,) = tables('{"PORT": {"Ethernet0": {"ttl": 1, "value": {"mtu": "9100"}}}}', "value").rows("PORT")
    assert {name: field.value for name, field in row.fields.items()} == {"mtu": "9100"}


def test_a_row_that_is_stated_twice_is_reported() -> None:
    found = tables('{"PORT": {"Ethernet0": {"mtu": "1"}, "Ethernet0": {"mtu": "2"}}}')
    assert [row.get("mtu") for row in found.rows("PORT")] == ["2"]
    assert [one.because for one in found.misplaced] == ["the row PORT|Ethernet0 is stated twice; the last one counts"]


def test_files_of_the_same_tables_are_merged_unless_they_differ() -> None:
    one = tables('{"PORT": {"Ethernet0": {"mtu": "1"}}}')
    assert not one.merge(tables('{"PORT": {"Ethernet0": {"speed": "5"}}, "VLAN": {"Vlan1": {}}}'))
    assert [
        (row.key, {name: field.value for name, field in row.fields.items()}) for row in one.rows("PORT", "VLAN")
    ] == [
        ("Ethernet0", {"mtu": "1", "speed": "5"}),
        ("Vlan1", {}),
    ]
    assert one.merge(tables('{"PORT": {"Ethernet0": {"mtu": "2"}}}'))

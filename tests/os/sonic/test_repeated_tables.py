"""Of a table that a file states twice the last one counts, as for the parser that SONiC loads it with."""

from __future__ import annotations

from roce_lint.os.sonic.database import HOST, parse_database


def test_the_last_of_two_tables_counts_and_is_reported() -> None:
    first, last = '"BUFFER_PG": {"Ethernet0|3-4": {"profile": "a"}}', '"BUFFER_PG": {"Ethernet4|3-4": {"profile": "b"}}'
    parsed = parse_database("config_db.json", f"{{{first},\n{last},\n{last.replace('BUFFER_PG', 'QUEUE')}}}")
    database = parsed.databases[HOST]
    assert {name: [*rows] for name, rows in database.tables.items()} == {
        "BUFFER_PG": ["Ethernet4|3-4"],
        "QUEUE": ["Ethernet4|3-4"],
    }
    assert [(one.text, one.because, one.source.line) for one in database.misplaced] == [
        ('"BUFFER_PG"', "the table BUFFER_PG is stated twice; the last one counts", 2)
    ]


def test_the_last_of_two_databases_counts_and_is_reported() -> None:
    one = '"localhost": {"PORT": {"Ethernet0": {"lanes": "1"}}}'
    parsed = parse_database("x.json", f"{{{one}, {one.replace('Ethernet0', 'Ethernet4')}}}")
    database = parsed.databases["localhost"]
    assert [*database.tables["PORT"]] == ["Ethernet4"]
    assert [piece.because for piece in database.misplaced] == [
        "the database localhost is stated twice; the last one counts"
    ]

"""The names of a database of SONiC, for those who follow them from where they are used."""

from __future__ import annotations

from roce_lint.model.fact import Source
from roce_lint.os.references import NamesOfFile, Structure, StructureUse
from roce_lint.os.sonic.database import parse_database
from roce_lint.os.sonic.references import REFERENCES, References
from roce_lint.text.document import Document


def names_of_file(document: Document) -> NamesOfFile:
    """Return which rows a file has that fields of others name, and those fields; a file of FRRouting has none."""
    definitions: dict[Structure, Source] = {}
    uses: list[StructureUse] = []
    targets = {table for fields in REFERENCES.values() for table in fields.values()}
    for database in parse_database(document.path, document.text).databases.values():
        for row in database.rows(*targets):
            definitions.setdefault((row.table, row.key), Source(document.path, row.source.line, row.source.line))
        for row in database.rows(*REFERENCES):
            for name, table in REFERENCES[row.table].items():
                field = row.fields.get(name)
                if field is not None and field.value:
                    uses.append(StructureUse(table, References.plain(field.value), field.source))
    return NamesOfFile(definitions, tuple(uses))

"""Find out whether a document is a table of cables or LLDP output, and read it."""

from __future__ import annotations

from roce_lint.fabric.cabling.lldp import read_lldp
from roce_lint.fabric.cabling.table import read_table
from roce_lint.model.reading import Reading
from roce_lint.text.document import Document


def read_cabling(document: Document) -> Reading:
    """Read the links that a cabling plan (CSV) or LLDP neighbours (JSON) state.

    Port names are kept as they are written; `canonical_interface` says which of them are the same. Rows and
    neighbours that do not name both ends are handed to `unread`. Never raises.
    """
    if document.text.lstrip("\ufeff \t\r\n").startswith(("{", "[")):
        return read_lldp(document)
    return read_table(document)

"""The names of an NX-OS configuration, for those who follow them from where they are used."""

from __future__ import annotations

from roce_lint.os.industry_cli.structures import ROUTING_STRUCTURES, line_names
from roce_lint.os.nxos.stanzas import read_stanzas
from roce_lint.os.nxos.structures import STRUCTURES
from roce_lint.os.references import NamesOfFile
from roce_lint.text.document import Document


def names_of_file(document: Document) -> NamesOfFile:
    """Return what a file defines and uses."""
    return line_names(read_stanzas(document.text), (*STRUCTURES, *ROUTING_STRUCTURES), document.path)

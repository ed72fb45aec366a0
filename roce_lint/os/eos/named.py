"""The names of an EOS configuration, for those who follow them from where they are used."""

from __future__ import annotations

from roce_lint.os.eos.raw_text import blank_raw_text
from roce_lint.os.eos.structures import STRUCTURES
from roce_lint.os.eos.unindented import indented, is_unindented
from roce_lint.os.industry_cli.structures import ROUTING_STRUCTURES, line_names
from roce_lint.os.references import NamesOfFile
from roce_lint.text.document import Document
from roce_lint.text.lines import parse_lines


def names_of_file(document: Document) -> NamesOfFile:
    """Return what a file defines and uses."""
    text = blank_raw_text(document.text).text
    root = parse_lines(text)
    if is_unindented(root):
        root = parse_lines(indented(text, root))
    return line_names(root, (*STRUCTURES, *ROUTING_STRUCTURES), document.path)

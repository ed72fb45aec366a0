"""The lines of an EOS configuration, one by one."""

from __future__ import annotations

from roce_lint.os.eos.raw_text import without_raw_text
from roce_lint.os.eos.unindented import indented, is_unindented
from roce_lint.os.industry_cli.config_lines import lines_in
from roce_lint.text.config_lines import ConfigLine
from roce_lint.text.document import Document
from roce_lint.text.lines import parse_lines


def config_lines(document: Document) -> tuple[ConfigLine, ...]:
    """Return the lines with their blocks, also of a configuration whose indentation is lost."""
    bare = without_raw_text(document.text)
    root = parse_lines(bare)
    if is_unindented(root):
        root = parse_lines(indented(bare, root))
    return lines_in(root, document.text, bare)

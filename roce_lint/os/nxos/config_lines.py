"""The lines of an NX-OS configuration, one by one."""

from __future__ import annotations

from roce_lint.os.industry_cli.config_lines import lines_in
from roce_lint.os.nxos.command_words import NXOS_WORDS
from roce_lint.os.nxos.stanzas import read_stanzas, without_banners
from roce_lint.text.config_lines import ConfigLine
from roce_lint.text.document import Document


def config_lines(document: Document) -> tuple[ConfigLine, ...]:
    """Return the lines with their blocks, also of a configuration whose indentation is lost."""
    full, _ = NXOS_WORDS.spelt_out(document.text)
    return lines_in(read_stanzas(full), document.text, without_banners(document.text))

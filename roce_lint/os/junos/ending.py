"""Where a configuration of Junos ends."""

from __future__ import annotations

from roce_lint.errors import Problem
from roce_lint.os.contract import Ending
from roce_lint.os.junos.json_form import json_entries
from roce_lint.os.junos.statements import JunosStatement, command_lines, curly_statements, is_session
from roce_lint.os.junos.xml_form import xml_entries
from roce_lint.text.document import Document

_REMEDY = "fetch the file again"


def ending(document: Document) -> Problem | Ending:
    """Return a fault for braces, JSON or XML that do not end; lines of `set` have no end that could be missing."""
    text = document.text
    beginning = text.lstrip("\ufeff \t\r\n")[:1]
    if beginning in ("{", "<") and not is_session(text):
        _, fault, line = json_entries(text) if beginning == "{" else xml_entries(text)
        return Problem(document.path, line, 0, f"{fault}; {_REMEDY}") if fault else Ending.WHOLE
    if command_lines(text).is_script:
        return Ending.OPEN
    depth = line = 0
    for one in curly_statements(text):
        line = max(line, one.line)
        if isinstance(one, JunosStatement):
            depth += one.opens - one.closes
        elif one.is_last:
            return Problem(document.path, one.line, 0, f"{one.because}; {_REMEDY}")
    return Problem(document.path, line, 0, f"{depth} braces are not closed; {_REMEDY}") if depth > 0 else Ending.WHOLE


def another_device(document: Document) -> Problem | None:
    """Return where a second configuration begins, None where there is one."""
    lines = command_lines(document.text)
    if not lines.is_script:
        return None
    named = [one for one in lines.commands if one.command == "set" and one.words[:2] == ("system", "host-name")]
    first = named[0].words[2:] if named else ()
    other = next((one for one in named if one.words[2:] != first), None)
    if other is None:
        return None
    because = f"a second device begins here ({' '.join(other.words[2:])}); give each a file of its own"
    return Problem(document.path, other.line, 0, because)

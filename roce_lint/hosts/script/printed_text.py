"""What `echo` and `printf` print, for what is written to a file."""

from __future__ import annotations

import re

from roce_lint.hosts.script.known_commands import WRAPPERS, without_wrapper
from roce_lint.hosts.script.parameters import ScriptText

_ONE_VALUE = frozenset({"%s", "%s\\n", "%d", "%d\\n", "%sn", "%dn"})
"""Formats of `printf` that print one argument as it is, with and without the quotes that keep the backslash."""


def printed_by(words: list[ScriptText]) -> ScriptText:
    """Return what a command prints; that of another command than `echo` and `printf` is known only to the host."""
    while words and words[0].text.rpartition("/")[2] in WRAPPERS:
        words = without_wrapper(words)
    if not words or words[0].text not in ("echo", "printf"):
        return ScriptText(f"the output of {words[0].text if words else 'nothing'}", False)
    arguments = [word for word in words[1:] if not re.fullmatch(r"-[neE]+", word.text)]
    if words[0].text == "printf" and len(arguments) == 2 and arguments[0].text in _ONE_VALUE:
        return arguments[1]
    lines = [word.line for word in arguments if word.line]
    printed = " ".join(word.text.replace("\\n", "") for word in arguments)
    return ScriptText(printed, all(word.resolved for word in arguments), lines[-1] if lines else 0)

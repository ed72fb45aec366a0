"""What `ssh` runs where. Source: ssh(1)."""

from __future__ import annotations

from collections.abc import Sequence

from roce_lint.hosts.script.parameters import ScriptText

_WITH_VALUE = frozenset("BbcDEeFIiJLlmOopQRSWw")
"""Options that take the next word."""


def remote_command(arguments: Sequence[ScriptText]) -> tuple[str | None, ScriptText]:
    """Return the host, None where only the script's run tells it, and the command as the shell there gets it."""
    rest = list(arguments)
    while rest and rest[0].text.startswith("-") and len(rest[0].text) > 1:
        option = rest.pop(0).text
        if len(option) == 2 and option[1] in _WITH_VALUE and rest:
            rest.pop(0)
    if not rest:
        return None, ScriptText("", True)
    host, *words = rest
    name = host.text.removeprefix("ssh://").rpartition("@")[2].partition(":")[0]
    text = ScriptText(" ".join(word.text for word in words), all(word.resolved for word in words))
    return (name if host.resolved and name else None), text

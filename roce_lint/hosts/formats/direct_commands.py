"""Commands that a daemon runs by itself, as systemd and udev do: no shell reads them."""

from __future__ import annotations

from roce_lint.hosts.script.interpreter import ShellScript
from roce_lint.hosts.script.known_commands import is_relevant
from roce_lint.hosts.script.words import Lexer
from roce_lint.hosts.settings import SettingsLog

_OF_A_SHELL = frozenset({">", ">>", ">|", "<", "|", "|&", "&&", "||", "&", "&>", "2>", "2>&", "1>"})
_PRINTING = frozenset({"echo", "printf", "cat"})


def joined_lines(text: str) -> list[tuple[int, str]]:
    """Return the lines of a text with their numbers, those that a backslash continues as one."""
    joined: list[tuple[int, str]] = []
    continues = False
    for number, line in enumerate(text.split("\n"), 1):
        if continues:
            joined[-1] = (joined[-1][0], f"{joined[-1][1]} {line.strip()}")
        else:
            joined.append((number, line))
        continues = line.endswith("\\")
        joined[-1] = (joined[-1][0], joined[-1][1].removesuffix("\\"))
    return joined


def read_direct(log: SettingsLog, script: ShellScript, command: str, line: int, daemon: str) -> set[str]:
    """Read a command that `daemon` runs, and return the interfaces that it names.

    An operator of a shell is an argument there: a value that is to go into a file goes nowhere; the line is refused.
    """
    tokens = list(Lexer(command, line).tokens())
    foreign = [token.operator for token in tokens if token.operator in _OF_A_SHELL]
    first = next((token.raw.rpartition("/")[2] for token in tokens if not token.operator), "")
    if foreign and first in _PRINTING and is_relevant(command):
        because = f"{daemon} runs no shell: `{foreign[0]}` is an argument of {first}, and nothing is written"
        log.refuse(log.place(line, command), because)
        return set()
    log.open_frame()
    script.read(command, line)
    return set(log.close_frame())

"""Text of Junos as statements: words between braces, or lines of `set` and other commands, each with its lines."""

from __future__ import annotations

import re
from collections.abc import Iterator

from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass

_WORD = r"[^\s{};\"\[\]]++(?:\[[^\s\[\]{};\"]*+\][^\s{};\"\[\]]*+)*+"
_GROUPED = r"\((?:[^;{}\n\"()]++|\((?:[^;{}\n\"()]++|\([^;{}\n\"()]*+\))*+\))*+\)"
_TOKEN = lazy_pattern(
    rf"[^\S\n]*+(?:(\n)|(\"(?:[^\"\\]++|\\.)*+\")|({_GROUPED})|([{{}};\[\]])|({_WORD})|(.))", re.DOTALL
)
_TAGS = ("inactive:", "protect:", "replace:", "delete:", "active:")
_HEADER = re.compile(r"[A-Z][\w ./-]{0,60}(?::| \[)")
"""How lines of `show version` begin, which stand above a configuration."""
_BANNER = re.compile(r"(?:\{[\w:-]+\})?\s*(?:\[edit[^\]]*\])?")
_PROMPT = re.compile(r"^(?:\{[\w:-]*\}\s*)?([\w.@-]+[#>%])\s+(?=\S)")
COMMANDS = frozenset(
    [
        "set",
        "delete",
        "deactivate",
        "activate",
        "insert",
        "rename",
        "copy",
        "edit",
        "up",
        "top",
        "exit",
        "annotate",
        "protect",
        "unprotect",
        "replace",
        "wildcard",
    ]
)
_SESSION = re.compile(r"\s*(?:\{\w+(?::\w+)*\}|\[edit)")
_OF_SESSION = frozenset(["configure", "commit", "rollback", "load", "save", "show", "run", "status", "quit", "update"])


@dataclass(frozen=True, slots=True)
class JunosStatement:
    """Words up to a semicolon or brace. `opens` is set for what a brace follows; a closing brace has no words.

    `tags` are those in front of the statement, such as `inactive:`.
    """

    words: tuple[str, ...]
    tags: frozenset[str]
    line: int
    end_line: int
    opens: bool = False
    closes: bool = False


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a text that is no statement; `is_last` for one that the end of the text cuts off."""

    line: int
    text: str
    because: str
    is_last: bool = False


def unquoted(token: str) -> str:
    """Return a word without its quotation marks."""
    if token[:1] != '"' or len(token) < 2:
        return token
    return token[1:-1].replace('\\"', '"').replace("\\\\", "\\") if "\\" in token else token[1:-1]


def curly_statements(text: str) -> Iterator[JunosStatement | Piece]:
    """Yield the statements of a text with braces in their order. Never raises."""
    match = _TOKEN.match
    position, line, end = 0, 1, len(text)
    words: list[str] = []
    first = 1
    while position < end:
        found = match(text, position)
        if found is None:
            break
        token = found[found.lastindex or 0]
        start, position = found.start(found.lastindex or 0), found.end()
        if token == "\n":
            line += 1
        elif token in ("{", ";", "}"):
            yield from _statement(words, token, first, line)
            words = []
        elif token[0] == "#" and (not words or token.startswith("##")):
            position = _after(text, "\n", start) - 1
        elif token.startswith("/*"):
            position = _after(text, "*/", start)
            line += text.count("\n", start, position)
        else:
            first = first if words else line
            line += token.count("\n")
            words.append(token if token[0] != '"' else unquoted(token) if len(token) > 1 else "")
    if words:
        yield Piece(first, " ".join(words), "the text ends in the middle of a statement", is_last=True)


def _after(text: str, sign: str, start: int) -> int:
    found = text.find(sign, start + 2 if sign == "*/" else start)
    return len(text) + (1 if sign == "\n" else 0) if found < 0 else found + len(sign)


def _statement(words: list[str], sign: str, first: int, line: int) -> Iterator[JunosStatement | Piece]:
    count = 0
    while count < len(words) and words[count] in _TAGS:
        count += 1
    tags, rest = frozenset(words[:count]), tuple(words[count:])
    if sign == "}":
        if rest:
            yield Piece(first, " ".join(rest), "a statement ends with a semicolon")
        yield JunosStatement((), frozenset(), line, line, closes=True)
    elif sign == "{" or rest:
        yield JunosStatement(rest, tags, first if words else line, line, opens=sign == "{")


@dataclass(frozen=True, slots=True)
class CommandLine:
    """A line of `set` or another command of the CLI; `command` is its first word."""

    command: str
    words: tuple[str, ...]
    line: int
    end_line: int


@dataclass(frozen=True, slots=True)
class CommandLines:
    """The lines of commands of a text, other lines of it, and the name that a prompt shows."""

    commands: tuple[CommandLine, ...]
    others: tuple[Piece, ...]
    prompt: str
    is_script: bool


def is_session(text: str) -> bool:
    """Say whether a text begins as a session of the CLI does: with the role of the device, or the place of an edit."""
    return _SESSION.match(text) is not None


def command_lines(text: str) -> CommandLines:
    """Return the lines of commands; `is_script` says whether the text is made of them."""
    commands: list[CommandLine] = []
    others: list[Piece] = []
    prompt, number, in_comment = "", 0, False
    lines = text.split("\n")
    while number < len(lines):
        raw = lines[number].strip()
        number += 1
        if in_comment or raw.startswith("/*"):
            in_comment = "*/" not in raw[0 if in_comment else 2 :]
            continue
        found = _PROMPT.match(raw) if raw[:1] not in "#" else None
        if found:
            prompt = prompt or found[1].rstrip("#>%").rpartition("@")[2]
            raw = raw[found.end() :]
        if not raw or raw[0] == "#" or _BANNER.fullmatch(raw):
            continue
        start = number
        while raw.count('"') - raw.count('\\"') & 1 and number < len(lines) and not _begins_command(lines[number]):
            raw += "\n" + lines[number]
            number += 1
        words = words_of(raw)
        command = words[0] if words else ""
        if command in COMMANDS:
            commands.append(CommandLine(command, words[1:], start, number))
        elif command not in _OF_SESSION and not (_HEADER.match(raw) and not commands):
            others.append(Piece(start, raw, "no command of the CLI"))
    return CommandLines(tuple(commands), tuple(others), prompt, len(commands) > len(others))


def _begins_command(line: str) -> bool:
    return line.split(" ", 1)[0] in ("set", "delete", "deactivate", "activate")


def words_of(line: str) -> tuple[str, ...]:
    """Return the words of one line."""
    found = (one[one.lastindex or 0] for one in _TOKEN.finditer(line))
    return tuple(unquoted(one) for one in found if one not in ("\n", ";") and not one.isspace())

"""Lines of `nv set` and `nv unset` as words: scripts, captures with prompts, values in quotes over several lines."""

from __future__ import annotations

from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass

_IS_SCRIPT = lazy_pattern(r"^(?:[^\n\w]*[\w.-]+@[\w.-]+[^\n]*?[$#] *|- +|sudo +)?nv +(?:set|unset|config) ", 8)
_PROMPT = lazy_pattern(r"\s*(?:(?P<user>[\w.-]+)@(?P<name>[\w.-]+)[^\n]*?[$#]\s*)?(?:-\s+)?(?:sudo\s+)?(?=nv\s)")
_PROMPT_NAME = lazy_pattern(r"^[\w.-]+@([\w.-]+):[^\n]*?[$#]", 8)
_OTHER_VERBS = ("show", "list-commands", "--help")
_NO_CHANGE = lazy_pattern(
    r"config (?:(?:save|show|diff|history|find)\b.*|apply(?: -\S+| *$)*)|action (?:show|list)\b.*"
)
"""Commands beside `set` and `unset` that leave the configuration as it is, or apply what was set."""
_NO_COMMANDS = lazy_pattern(r"\s*(?:#|//|!|exit\b|applied\b|saved\b|set -\w|echo\b|Warning|Password|$)")
_MOST_LINES = 400
"""A value between quotes has at most so many lines: a quote that is never closed ends at its own."""


@dataclass(frozen=True, slots=True)
class NvLine:
    """One command: its words behind `nv set` or `nv unset`, and the lines that it takes up."""

    number: int
    end_number: int
    sets: bool
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OtherLine:
    """A line that is no command of NVUE, or one whose effect on the configuration is not known."""

    number: int
    text: str
    because: str = "no line of NVUE"


@dataclass(frozen=True, slots=True)
class NvText:
    """The commands of a text. `is_script`: it has some; `prompt` is the host name in a prompt."""

    is_script: bool
    commands: tuple[NvLine, ...]
    others: tuple[OtherLine, ...]
    prompt: str


def nv_lines(text: str) -> NvText:
    """Return the commands of a text, in order."""
    if not _IS_SCRIPT.search(text):
        return NvText(False, (), (), "")
    lines = text.replace("\r\n", "\n").split("\n")
    commands: list[NvLine] = []
    others: list[OtherLine] = []
    number = 0
    while number < len(lines):
        raw = lines[number]
        start = _PROMPT.match(raw)
        if start is None:
            if not _NO_COMMANDS.match(raw) and not _PROMPT_NAME.match(raw):
                others.append(OtherLine(number + 1, raw.strip()[:200]))
            number += 1
            continue
        taken, words = _words(lines, number, start.end())
        command = NvLine(number + 1, number + taken, words[1:2] == ["set"], tuple(words[2:]))
        if words[1:2] in (["set"], ["unset"]):
            commands.append(command)
        elif words[1:2] in (["config"], ["action"]):
            if not _NO_CHANGE.fullmatch(" ".join(words[1:])):
                because = "what it does to the configuration is not evaluated"
                others.append(OtherLine(number + 1, raw.strip()[:200], because))
        elif not words[1:2] or words[1] not in _OTHER_VERBS:
            others.append(OtherLine(number + 1, raw.strip()[:200]))
        number += taken
    prompt = _PROMPT_NAME.search(text)
    return NvText(True, tuple(commands), tuple(others), prompt[1] if prompt else "")


def _words(lines: list[str], first: int, start: int) -> tuple[int, list[str]]:
    """Return how many lines a command has, and its words as a shell takes them apart."""
    words: list[str] = []
    word: list[str] | None = None
    quote, number, position = "", first, start
    while True:
        line = lines[number]
        while position < len(line):
            sign = line[position]
            position += 1
            if quote:
                if sign == quote:
                    quote = ""
                elif sign == "\\" and quote == '"' and position < len(line) and line[position] in '"\\$`':
                    word = [*(word or ()), line[position]]
                    position += 1
                else:
                    word = word if word is not None else []
                    word.append(sign)
            elif sign in "'\"":
                quote, word = sign, word if word is not None else []
            elif sign == "\\" and position < len(line):
                word = [*(word or ()), line[position]]
                position += 1
            elif sign in " \t":
                if word is not None:
                    words.append("".join(word))
                word = None
            elif sign == "#" and word is None:
                position = len(line)
            elif sign == "\\":
                break
            else:
                word = word if word is not None else []
                word.append(sign)
        continues = quote or line.endswith("\\")
        if not continues or number + 1 >= len(lines) or number - first > _MOST_LINES:
            break
        if quote and word is not None:
            word.append("\n")
        number, position = number + 1, 0
    if quote:
        # It is never closed: the words of the first line alone.
        return 1, lines[first][start:].replace("'", " ").replace('"', " ").split()
    if word is not None:
        words.append("".join(word))
    return number - first + 1, words

"""Shell text as words and operators, with quotes, expansions, comments, continuations and here-documents."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from enum import Enum

from roce_lint.text.remembered import Remembered
from roce_lint.values import dataclass


class PartKind(Enum):
    """What a piece of a word is."""

    LITERAL = "literal"
    PARAMETER = "parameter"
    COMMAND = "command"
    ARITHMETIC = "arithmetic"


@dataclass(frozen=True, slots=True)
class WordPart:
    """A piece of a word: literal text, or what stands between the braces of an expansion."""

    kind: PartKind
    text: str
    quoted: bool


@dataclass(frozen=True, slots=True)
class Token:
    """A word (`parts`, no `operator`), or an operator such as `;`, `&&`, `>`, or a line end (`\\n`).

    `raw` is the word as it is written. `heredoc` is the text of a here-document, for the operator `<<`;
    its first line is `heredoc_line`.
    """

    line: int
    operator: str
    parts: tuple[WordPart, ...] = ()
    raw: str = ""
    heredoc: str = ""
    heredoc_line: int = 0


_OPERATOR = re.compile(r"\d*(?:&>>|&>|<<<|<<-|<<|>>|>&|<&|<>|>\||>|<)|;;&|;;|;&|&&|\|\||\|&|[;&|()]")
_BLANK = re.compile(r"[ \t\r]+|\\\r?\n")
_OPERATORS = frozenset(";&|()<>")
_EXPANDED = r"\$(?:[A-Za-z_]\w*|[0-9@*#?!-])"
_USUAL = re.compile(
    rf"(?:[^\s'\"\\$`;&|()<>]++|{_EXPANDED}|\"(?:[^\"\\$`]++|{_EXPANDED})*+\"|'[^']*+')++(?=[ \t\r\n;&|()<>]|\Z)"
)
"""A word of plain text, plain variables and quotes around them, to its end."""
_PLAIN = re.compile(r"[^\s'\"\\$`;&|()<>]+")
_IN_DOUBLE = re.compile(r"[^\"\\$`]+")
_NAME = re.compile(r"[A-Za-z_]\w*|[0-9@*#?$!-]")
_ARRAY = re.compile(r"[A-Za-z_]\w*\+?=\(")


@functools.lru_cache(maxsize=4096)
def tokens_of(text: str) -> tuple[Token, ...]:
    """Return the tokens of a text inside an expansion; functions and loops expand the same ones again and again."""
    return tuple(Lexer(text).tokens())


class Lexer:
    """Splits one text; `line` is the number of its first line."""

    def __init__(self, text: str, line: int = 1) -> None:
        """Start at the beginning of `text`."""
        self._text = text
        self._at = 0
        self._line = line
        self._pending: list[tuple[str, bool]] = []

    def tokens(self) -> Iterator[Token]:
        """Yield every token; unbalanced quotes and brackets reach to the end of the text. Never raises."""
        held: list[Token] = []
        expects_tag = ""
        while self._at < len(self._text):
            token = self._next()
            if token is None:
                continue
            if expects_tag and not token.operator:
                self._pending.append((re.sub(r"['\"\\]", "", token.raw), expects_tag.endswith("-")))
                expects_tag = ""
                held.append(token)
            elif token.operator.lstrip("0123456789") in ("<<", "<<-"):
                expects_tag = token.operator
                held.append(token)
            elif token.operator == "\n" and self._pending:
                yield from self._with_heredocs(held)
                held = []
                yield token
            elif self._pending or expects_tag:
                held.append(token)
            else:
                yield token
        yield from self._with_heredocs(held)

    def _with_heredocs(self, held: list[Token]) -> Iterator[Token]:
        bodies = [self._heredoc(tag, strip_tabs) for tag, strip_tabs in self._pending]
        self._pending = []
        for token in held:
            if token.operator.lstrip("0123456789") in ("<<", "<<-") and bodies:
                line, body = bodies.pop(0)
                yield Token(token.line, "<<", heredoc=body, heredoc_line=line)
            else:
                yield token

    def _heredoc(self, tag: str, strip_tabs: bool) -> tuple[int, str]:
        first, lines = self._line, []
        while self._at < len(self._text):
            end = self._text.find("\n", self._at)
            end = len(self._text) if end < 0 else end
            line = self._text[self._at : end].rstrip("\r")
            self._at, self._line = min(end + 1, len(self._text)), self._line + 1
            if (line.lstrip("\t") if strip_tabs else line) == tag:
                break
            lines.append(line)
        return first, "\n".join(lines)

    def _next(self) -> Token | None:
        text, line, at = self._text, self._line, self._at
        char = text[at]
        if char in " \t\r\\" and (blank := _BLANK.match(text, at)):
            self._advance(blank.end())
            return None
        if char == "#":
            end = text.find("\n", at)
            self._at = len(text) if end < 0 else end
            return None
        if char == "\n":
            self._at, self._line = at + 1, line + 1
            return Token(line, "\n")
        if (char in _OPERATORS or char.isdecimal()) and (operator := _OPERATOR.match(text, at)):
            self._at = operator.end()
            return Token(line, operator.group())
        usual = _USUAL.match(text, at)
        if usual and not (text[usual.end() - 1] == "=" and text.startswith("(", usual.end())):
            raw = usual.group()
            self._advance(usual.end())
            return Token(line, "", _PARTS[raw], raw)
        parts = tuple(self.word())
        return Token(line, "", parts, text[at : self._at])

    def _advance(self, end: int) -> None:
        self._line += self._text.count("\n", self._at, end)
        self._at = end

    def word(self) -> Iterator[WordPart]:
        """Yield the parts of the word that begins here."""
        text = self._text
        array = _ARRAY.match(text, self._at)
        if array:
            end = closing(text, array.end(), "(", ")")
            yield WordPart(PartKind.LITERAL, text[self._at : end + 1], False)
            self._advance(min(end + 1, len(text)))
            return
        while self._at < len(text) and text[self._at] not in " \t\r\n;&|()<>":
            char = text[self._at]
            if char == "'":
                yield self._until("'", 1)
            elif char == '"':
                yield from self._double_quoted()
            elif char == "\\":
                yield self._escaped()
            elif char in "$`":
                yield self._expansion(False)
            else:
                plain = _PLAIN.match(text, self._at)
                end = plain.end() if plain else self._at + 1
                yield WordPart(PartKind.LITERAL, text[self._at : end], False)
                self._advance(end)

    def _until(self, quote: str, skip: int) -> WordPart:
        start = self._at + skip
        end = self._text.find(quote, start)
        end = len(self._text) if end < 0 else end
        self._advance(min(end + 1, len(self._text)))
        return WordPart(PartKind.LITERAL, self._text[start:end], True)

    def _escaped(self) -> WordPart:
        taken = self._text[self._at + 1 : self._at + 2]
        self._advance(min(self._at + 2, len(self._text)))
        return WordPart(PartKind.LITERAL, "" if taken == "\n" else taken, True)

    def _double_quoted(self) -> Iterator[WordPart]:
        text = self._text
        self._advance(self._at + 1)
        yield WordPart(PartKind.LITERAL, "", True)
        while self._at < len(text) and text[self._at] != '"':
            char = text[self._at]
            if char == "\\" and text[self._at + 1 : self._at + 2] in ("$", "`", '"', "\\", "\n"):
                yield self._escaped()
            elif char in "$`":
                yield self._expansion(True)
            else:
                plain = _IN_DOUBLE.match(text, self._at)
                end = plain.end() if plain else self._at + 1
                yield WordPart(PartKind.LITERAL, text[self._at : end], True)
                self._advance(end)
        self._advance(min(self._at + 1, len(text)))

    def _expansion(self, quoted: bool) -> WordPart:
        text, start = self._text, self._at
        if text[start] == "`":
            return WordPart(PartKind.COMMAND, self._until("`", 1).text, quoted)
        for opening, kind, brackets in (
            ("$((", PartKind.ARITHMETIC, "()"),
            ("$(", PartKind.COMMAND, "()"),
            ("${", PartKind.PARAMETER, "{}"),
        ):
            if text.startswith(opening, start):
                end = closing(text, start + 2, brackets[0], brackets[1])
                self._advance(min(end + 1, len(text)))
                inner = text[start + 2 : end]
                return WordPart(kind, inner[1:-1] if kind is PartKind.ARITHMETIC else inner, quoted)
        if text.startswith("$'", start):
            return self._until("'", 2)
        name = _NAME.match(text, start + 1)
        end = name.end() if name else start + 1
        self._advance(end)
        return WordPart(PartKind.PARAMETER, name.group(), quoted) if name else WordPart(PartKind.LITERAL, "$", quoted)


def parts_of(raw: str) -> tuple[WordPart, ...]:
    """Return the parts of a word as it is written."""
    return tuple(Lexer(raw).word())


_PARTS: Remembered[tuple[WordPart, ...]] = Remembered(parts_of)
_BRACKET_STEP = re.compile(r"\\.|'[^']*'|\"(?:\\.|[^\"\\])*\"|[(){}]", re.DOTALL)


def closing(text: str, start: int, opening: str, shutting: str) -> int:
    """Return where the bracket that was opened before `start` is closed, or the text's length."""
    depth = 1
    for step in _BRACKET_STEP.finditer(text, start):
        if step.group() == opening:
            depth += 1
        elif step.group() == shutting:
            depth -= 1
            if depth == 0:
                return step.start()
    return len(text)

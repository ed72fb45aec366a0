"""Shell words as statements: commands, conditions, loops and functions."""

from __future__ import annotations

import re
from collections.abc import Iterable

from roce_lint.hosts.script.words import Lexer, Token
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass, replace

_DEPTH = 40
_ENDS = frozenset({"then", "do", "done", "fi", "elif", "else", "esac", "}"})
_ERREXIT = re.compile(r"-[a-zA-Z]*e[a-zA-Z]*|errexit")
_LEAVING = frozenset({"exit", "return", "break", "continue"})
_LEAVING_A_LOOP = frozenset({"exit", "return", "break", "exec", "kill"})
_RUNS_NOTHING = lazy_pattern(r"#![ \t]*(?:/\S*/)?(?:env[ \t]+)?(?:false|true|cat|echo|nologin)(?=\s|$)")


@dataclass(frozen=True, slots=True)
class Redirect:
    """Where output goes or input comes from; `target` has no parts where the input is a here-document."""

    operator: str
    target: Token


@dataclass(frozen=True, slots=True)
class Simple:
    """One command with its redirections; `piped_from` is the command before a `|`."""

    words: tuple[Token, ...]
    redirects: tuple[Redirect, ...]
    line: int
    end_line: int
    piped_from: Simple | None = None


@dataclass(frozen=True, slots=True)
class Arms:
    """Alternatives of which the host takes one: `if`, `case`, and what follows `&&` or `||`.

    `one_is_taken`: there is an `else`, so that one of them is taken for sure.
    """

    arms: tuple[tuple[ShellStatement, ...], ...]
    one_is_taken: bool


@dataclass(frozen=True, slots=True)
class Loop:
    """A `for` loop over words; a loop without words (`while`, `until`) has an empty name.

    `never_ends`: its condition always holds, and nothing in it leaves it.
    """

    name: str
    words: tuple[Token, ...]
    body: tuple[ShellStatement, ...]
    never_ends: bool = False


@dataclass(frozen=True, slots=True)
class Function:
    """A definition from `line` to `end_line`; `words` are those of the body as written, with its here-documents."""

    name: str
    body: tuple[ShellStatement, ...]
    words: str
    line: int
    end_line: int


@dataclass(frozen=True, slots=True)
class UnreachedCode:
    """What stands behind an `exit`, `return`, `break`, `continue` or `exec` in line `left` that always leaves.

    `by_condition`: or what stands under a condition in that line that never holds, such as `false`.
    """

    statements: tuple[ShellStatement, ...]
    left: int
    by_condition: bool = False


ShellStatement = Simple | Arms | Loop | Function | UnreachedCode


def parse_shell(text: str, line: int = 1) -> tuple[ShellStatement, ...]:
    """Return the statements of a script whose first line has the number `line`.

    Lenient: a keyword without its partner is skipped, nesting beyond 40 levels is read flat. Never raises.
    """
    statements = _Parser(Lexer(text, line).tokens()).script()
    if statements and _RUNS_NOTHING.match(text):
        return (UnreachedCode(statements, line, by_condition=True),)
    return statements


class _Parser:
    def __init__(self, tokens: Iterable[Token]) -> None:
        self._tokens = list(tokens)
        self._at = 0
        self._depth = 0
        self._stops_at_errors = False

    def script(self) -> tuple[ShellStatement, ...]:
        statements: list[ShellStatement] = []
        while self._at < len(self._tokens):
            before = self._at
            statements += self._list()
            if self._at == before:
                self._at += 1
        return tuple(statements)

    def _peek(self, ahead: int = 0) -> Token:
        at = self._at + ahead
        return self._tokens[at] if at < len(self._tokens) else Token(0, "end")

    def _word(self, ahead: int = 0) -> str:
        token = self._peek(ahead)
        return "" if token.operator else token.raw

    def _take(self, *words: str) -> bool:
        token = self._peek()
        if token.operator in words or (not token.operator and token.raw in words):
            self._at += 1
            return True
        return False

    def _list(self, *ends: str) -> list[ShellStatement]:
        """Read statements until a closing word, which stays."""
        statements: list[ShellStatement] = []
        reached, left = statements, 0
        self._depth += 1
        while self._at < len(self._tokens):
            token = self._peek()
            if token.operator in (";;", ";&", ";;&", ")") or self._word() in _ENDS:
                break
            if token.operator in ("\n", ";", "&", "|", "|&"):
                self._at += 1
            elif token.operator in ("&&", "||"):
                self._at += 1
                self._skip_line_ends()
                decided = _decided(statements[-1:])
                alternative = tuple(self._statement())
                if decided is (token.operator == "||"):
                    statements.append(UnreachedCode(alternative, token.line, by_condition=True))
                elif alternative:
                    statements.append(Arms((alternative,), False))
            else:
                before = self._at
                found = self._statement()
                statements += found
                if self._at == before:
                    self._at += 1
                self._stops_at_errors = self._stops_at_errors or _stops_at_errors(found)
                fails = self._stops_at_errors and _decided(found) is False
                fails = fails and self._peek().operator not in ("&&", "||")
                is_elsewhere = token.operator == "(" or self._peek().operator == "&"
                if not left and not is_elsewhere and (fails or _leaves(found)):
                    statements, left = [], token.line
        self._depth -= 1
        if left and statements:
            reached.append(UnreachedCode(tuple(statements), left))
        return reached

    def _skip_line_ends(self) -> None:
        while self._peek().operator in ("\n", ";"):
            self._at += 1

    def _statement(self) -> list[ShellStatement]:
        word, deep = self._word(), self._depth > _DEPTH
        if deep:
            return self._simple()
        if word in ("!", "time", "coproc"):
            self._at += 1
            return self._statement()
        if word == "if":
            return self._if()
        if word in ("for", "select"):
            return self._for()
        if word in ("while", "until"):
            self._at += 1
            line = self._peek().line
            condition = self._list()
            start = self._at
            body = tuple(self._body())
            decided = _decided(condition)
            if decided is (word == "until"):
                return [*condition, UnreachedCode(body, line, by_condition=True)]
            never_ends = decided is not None and not any(
                token.raw in _LEAVING_A_LOOP for token in self._tokens[start : self._at]
            )
            return [*condition, Loop("", (), body, never_ends)]
        if word == "case":
            return self._case()
        if word == "{" or self._peek().operator == "(":
            self._at += 1
            inside = self._list()
            self._take("}", ")")
            return [*inside, *self._simple()]
        if word == "function" or (self._peek(1).operator == "(" and self._peek(2).operator == ")"):
            return self._function()
        return self._simple()

    def _if(self) -> list[ShellStatement]:
        arms: list[tuple[ShellStatement, ...]] = []
        conditions: list[ShellStatement] = []
        while self._take("if", "elif"):
            line = self._peek().line
            condition = self._list()
            conditions += condition
            self._take("then")
            arm = tuple(self._list())
            decided = _decided(condition)
            if decided is False:
                conditions.append(UnreachedCode(arm, line, by_condition=True))
            elif decided and not arms:
                return [*conditions, *arm, *self._never_taken()]
            else:
                arms.append(arm)
        one_is_taken = self._take("else")
        if one_is_taken:
            arms.append(tuple(self._list()))
        self._take("fi")
        return [*conditions, Arms(tuple(arms), one_is_taken), *self._simple()]

    def _never_taken(self) -> list[ShellStatement]:
        """Read the other arms of an `if` whose first arm is always taken."""
        line = self._peek().line
        others: list[ShellStatement] = []
        while self._take("elif", "else", "then"):
            others += self._list()
        self._take("fi")
        return [*([UnreachedCode(tuple(others), line, by_condition=True)] if others else []), *self._simple()]

    def _for(self) -> list[ShellStatement]:
        self._at += 1
        name = self._word()
        self._at += 1
        words: list[Token] = []
        self._skip_line_ends()
        if self._take("in"):
            while not self._peek().operator:
                words.append(self._peek())
                self._at += 1
        return [Loop(name, tuple(words), tuple(self._body())), *self._simple()]

    def _body(self) -> list[ShellStatement]:
        while self._at < len(self._tokens) and self._peek().operator in ("\n", ";"):
            self._at += 1
        self._take("do", "{")
        body = self._list()
        self._take("done", "}")
        return body

    def _case(self) -> list[ShellStatement]:
        self._at += 2
        self._skip_line_ends()
        self._take("in")
        arms: list[tuple[ShellStatement, ...]] = []
        one_is_taken = False
        while self._at < len(self._tokens) and not self._take("esac"):
            before = self._at
            while self._peek().operator in ("\n", "(", "|") or (not self._peek().operator and self._word() != "esac"):
                one_is_taken = one_is_taken or self._word() == "*"
                self._at += 1
            if self._take(")"):
                arms.append(tuple(self._list()))
                self._take(";;", ";&", ";;&")
            if self._at == before:
                self._at += 1
        return [Arms(tuple(arms), one_is_taken), *self._simple()]

    def _function(self) -> list[ShellStatement]:
        line = self._peek().line
        self._take("function")
        name = self._word()
        self._at += 1
        self._take("(")
        self._take(")")
        self._skip_line_ends()
        start = self._at
        body = self._statement()
        tokens = self._tokens[start : self._at]
        words = "\n".join([f"{token.raw} {token.heredoc}" for token in tokens])
        last = max((max(token.line + token.raw.count("\n"), token.heredoc_line) for token in tokens), default=line)
        return [Function(name, tuple(body), words, line, last)]

    def _simple(self) -> list[ShellStatement]:
        """Read one command, or a pipeline of commands, up to the end of the line or an operator."""
        words: list[Token] = []
        redirects: list[Redirect] = []
        line = self._peek().line
        piped_from: Simple | None = None
        end_line = line
        while self._at < len(self._tokens):
            token = self._peek()
            if token.operator == "<<":
                redirects.append(Redirect("<<", token))
                self._at += 2 if self._word(1) else 1
            elif token.operator.lstrip("0123456789&").startswith((">", "<")):
                target = self._peek(1)
                self._at += 1
                if not target.operator:
                    redirects.append(Redirect(token.operator, target))
                    self._at += 1
            elif token.operator in ("|", "|&") and words and self._starts_command(1):
                piped_from = Simple(tuple(words), tuple(redirects), line, end_line, piped_from)
                words, redirects = [], []
                self._at += 1
                self._skip_line_ends()
            elif token.operator or (not words and token.raw in _ENDS):
                break
            else:
                words.append(token)
                self._at += 1
            end_line = max(end_line, token.line + token.raw.count("\n"))
        if not words and not redirects:
            return []
        return [Simple(tuple(words), tuple(redirects), line, end_line, piped_from)]

    def _starts_command(self, ahead: int) -> bool:
        while self._peek(ahead).operator == "\n":
            ahead += 1
        token = self._peek(ahead)
        return not token.operator and token.raw not in ("while", "until", "for", "if", "case", "{")


def _decided(condition: list[ShellStatement]) -> bool | None:
    """Return what a condition always says; None where that depends on anything."""
    match condition:
        case [Simple(words=(Token(raw=raw),), redirects=(), piped_from=None)]:
            return {"false": False, "/bin/false": False, "true": True, ":": True}.get(raw)
        case _:
            return None


def all_on_line(statements: tuple[ShellStatement, ...], line: int) -> tuple[ShellStatement, ...]:
    """Return statements as if all of them stood in one line, which is where a script is that was encoded."""
    return tuple(_on_line(one, line) for one in statements)


def _on_line(statement: ShellStatement, line: int) -> ShellStatement:
    match statement:
        case Simple():
            return _simple_on_line(statement, line)
        case Arms():
            return replace(statement, arms=tuple(all_on_line(arm, line) for arm in statement.arms))
        case Loop():
            return replace(statement, body=all_on_line(statement.body, line))
        case Function():
            return replace(statement, body=all_on_line(statement.body, line), line=line, end_line=line)
        case UnreachedCode():
            return replace(statement, statements=all_on_line(statement.statements, line), left=line)


def _simple_on_line(statement: Simple, line: int) -> Simple:
    source = statement.piped_from
    piped = _simple_on_line(source, line) if source is not None else None
    return replace(statement, line=line, end_line=line, piped_from=piped)


def _leaves(found: list[ShellStatement]) -> bool:
    """Return whether one of some statements is a command behind which nothing of the list is run."""
    return any(one.never_ends if isinstance(one, Loop) else _leaves_alone(one) for one in found)


def _leaves_alone(statement: ShellStatement) -> bool:
    if not isinstance(statement, Simple) or not statement.words or statement.piped_from is not None:
        return False
    name, *arguments = [word.raw for word in statement.words]
    return (
        name in _LEAVING
        or (name == "exec" and bool(arguments))
        or (name == "kill" and arguments[-1:] in (["$$"], ['"$$"']))
        or (name == "sleep" and arguments in (["infinity"], ["inf"]))
        or (name == "set" and ("-n" in arguments or "noexec" in arguments))
    )


def _stops_at_errors(found: list[ShellStatement]) -> bool:
    """Return whether a statement is `set -e`."""
    match found:
        case [Simple(words=(Token(raw="set"), *options))]:
            return any(_ERREXIT.fullmatch(one.raw) for one in options)
        case _:
            return False

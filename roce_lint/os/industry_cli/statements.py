"""Lines of routing protocols as statements: a phrase that says what is set, and its arguments."""

from __future__ import annotations

from collections.abc import Mapping

from roce_lint.model.fact import Fact, Source, Stated, Unknown
from roce_lint.os.industry_cli.as_path import asn_of
from roce_lint.os.industry_cli.command import Negation, negation_and_words
from roce_lint.text.lines import Line
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class Statement:
    """The words of a line without `no` or `default`, or those of them that follow the phrase it was found by."""

    words: tuple[str, ...]
    source: Source
    negation: Negation = Negation.PLAIN

    @property
    def is_stated(self) -> bool:
        """Return whether the line sets something, with neither `no` nor `default`."""
        return self.negation is Negation.PLAIN

    @property
    def is_negated(self) -> bool:
        """Return whether the line begins with `no`."""
        return self.negation is Negation.NO

    def with_words(self, words: tuple[str, ...]) -> Statement:
        """Return the statement with other words, such as those after its phrase."""
        return Statement(words, self.source, self.negation)

    def after(self, keyword: str) -> str:
        """Return the word that follows `keyword`, empty where there is none."""
        return self.words[self.words.index(keyword) + 1] if keyword in self.words[:-1] else ""


def statement_of(line: Line, file: str) -> Statement:
    """Return what a line states."""
    negation, words = negation_and_words(line.text)
    return Statement(words, line.source(file), negation)


class Phrases:
    """Names of settings by the words that introduce them; the longest phrase that a statement begins with counts."""

    def __init__(self, names: Mapping[str, str]) -> None:
        """Take the name of the setting for each phrase, as in `{"bgp router-id": "router-id"}`."""
        self._by_first_word: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        for phrase in sorted(names, key=len, reverse=True):
            words = tuple(phrase.split())
            self._by_first_word.setdefault(words[0], []).append((words, names[phrase]))

    def find(self, statement: Statement) -> tuple[str, Statement] | None:
        """Return the name of what is set and the statement with its arguments alone."""
        words = statement.words
        for phrase, name in self._by_first_word.get(words[0], ()) if words else ():
            if words[: len(phrase)] == phrase:
                return name, statement.with_words(words[len(phrase) :])
        return None


def put(settings: dict[str, Statement], name: str, statement: Statement) -> None:
    """Write a statement down as the last one about `name`; `default` takes away what was stated before."""
    settings.pop(name, None)
    if statement.negation is not Negation.DEFAULT:
        settings[name] = statement


def stated(settings: Mapping[str, Statement], name: str) -> Statement | None:
    """Return the statement that gives `name` a value, None where there is none or it is negated."""
    found = settings.get(name)
    return found if found is not None and found.is_stated else None


def asn_fact(statement: Statement) -> Fact[int]:
    """Return the AS number that is the first argument."""
    number = asn_of(statement.words[0]) if statement.words else -1
    return Stated(number, statement.source) if number > 0 else Unknown("this is no AS number", statement.source)


def number_fact(statement: Statement, place: int = 0) -> Fact[int]:
    """Return the number that is the argument at `place`, counted from 0."""
    if place >= len(statement.words):
        return Unknown("the number is missing", statement.source)
    text = statement.words[place]
    if text.isdecimal() and text.isascii() and len(text) < 11:
        return Stated(int(text), statement.source)
    return Unknown(f"{text!r} is no number", statement.source)

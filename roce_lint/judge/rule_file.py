"""One rule file: text in, a checked rule or every problem out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import PurePath
from types import MappingProxyType
from typing import TypeVar

from roce_lint.errors import Problem, RuleError
from roce_lint.judge.condition import Condition
from roce_lint.judge.example_text import parse_examples
from roce_lint.judge.keys import Keys
from roce_lint.judge.operand import MAXIMUM_NUMBER
from roce_lint.judge.parse_condition import parse_condition
from roce_lint.judge.rule import NO_EVIDENCE, Confidence, Rule, RuleEvidence, Severity
from roce_lint.judge.rule_yaml import parse_rule_yaml
from roce_lint.judge.threshold import NAME_PATTERN, RuleThreshold
from roce_lint.judge.vocabulary import FactPath, UnknownName, Vocabulary
from roce_lint.judge.wording import Wording, parse_wording
from roce_lint.os.registry import system_names
from roce_lint.suggest import did_you_mean
from roce_lint.text.yaml_tree import YamlScalar
from roce_lint.text.yaml_values import scalar_value
from roce_lint.values import replace

RULE_KEYS = {
    "id": True,
    "code": True,
    "title": False,
    "severity": True,
    "confidence": True,
    "must_know": False,
    "waivable": False,
    "for": True,
    "thresholds": False,
    "when": True,
    "require": True,
    "place": False,
    "related": False,
    "suppressed_by": False,
    "message": True,
    "why": True,
    "fix": True,
    "fix_by_os": False,
    "sources": True,
    "evidence": False,
    "examples": False,
}
"""The keys of a rule in their order; True where none may be left out."""

EVIDENCE_KEYS = ("pattern", "not_traffic", "not_simulated")
_EXAMPLES = "examples"
ID_PATTERN = "[a-z][a-z0-9]*(-[a-z0-9]+)+"
CODE_PATTERN = "[A-Z]{2,5}-[0-9]{3}"
_ID, _CODE, _THRESHOLD = re.compile(ID_PATTERN), re.compile(CODE_PATTERN), re.compile(NAME_PATTERN)
T = TypeVar("T")


def parse_rule(
    text: str,
    path: str,
    family: str,
    vocabulary: Vocabulary,
    *,
    examples: bool = True,
    shared: Mapping[str, str] = MappingProxyType({}),
) -> Rule:
    """Return the rule that a file states; without `examples` these are neither looked at nor in the result.

    `shared` are the documents, by name, that the examples of several rules use.
    `path` names the file in messages; its stem must equal the rule's id. Raises RuleError with all problems.
    """
    problems: list[Problem] = []
    keys = Keys(parse_rule_yaml(text if examples else _without_examples(text), path), RULE_KEYS, "rule", path, problems)
    parser = _RuleParser(keys, vocabulary)
    rule = Rule(
        id=parser.identifier(PurePath(path).stem),
        code=parser.code(),
        family=family,
        severity=keys.choice("severity", Severity, Severity.ERROR),
        confidence=keys.choice("confidence", Confidence, Confidence.HEURISTIC),
        must_know=keys.flag("must_know"),
        scope=parser.scope,
        when=tuple(parser.conditions("when")),
        require=parser.requirement(),
        place=tuple(parser.facts((keys.scalar("place"),))),
        related=tuple(parser.facts(keys.scalars("related"))),
        suppressed_by=tuple(scalar.text for scalar in keys.scalars("suppressed_by")),
        message=parser.wording(keys.scalar("message")),
        why=keys.text("why"),
        fix=parser.wording(keys.scalar("fix")),
        fix_by_os=tuple(parser.fixes()),
        sources=parser.sources(),
        examples=parse_examples(keys, path, problems, shared) if examples else (),
        file=path,
        waivable=keys.flag("waivable") or not keys.has("waivable"),
        title=keys.text("title") if keys.has("title") else "",
        thresholds=parser.thresholds,
        evidence=parser.evidence(),
    )
    if problems:
        raise RuleError(*sorted(problems, key=lambda problem: (problem.line, problem.column, problem.message)))
    return rule


def _without_examples(text: str) -> str:
    """Return a rule's text up to its last key, which is two thirds of it."""
    return text.partition(f"\n{_EXAMPLES}:\n")[0] + "\n"


class _RuleParser:
    """Turns the values of a rule's keys into conditions, facts and wordings of its scope."""

    def __init__(self, keys: Keys, vocabulary: Vocabulary) -> None:
        self._keys = keys
        self._vocabulary = vocabulary
        self.scope = self._known_scope()
        self.thresholds = tuple(self._named_numbers())

    def _known_scope(self) -> str:
        scalar = self._keys.scalar("for")
        if scalar.text and scalar.text not in self._vocabulary.scopes:
            hint = did_you_mean(scalar.text, self._vocabulary.scopes)
            self._keys.complain(scalar.place, f"there is no scope {scalar.text!r}{hint}")
            return ""
        return scalar.text

    def _named_numbers(self) -> Iterator[RuleThreshold]:
        """Yield the thresholds of the rule."""
        for name, written in self._keys.texts_by_key("thresholds"):
            value = scalar_value(written)
            if not _THRESHOLD.fullmatch(name.text):
                self._keys.complain(name.place, f"{name.text!r} is no name; write words_like_these, the unit last")
            elif isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= MAXIMUM_NUMBER:
                self._keys.complain(written.place, f"{name.text} is {written.text!r}; it must be a number, 0 or more")
            else:
                yield RuleThreshold(name.text, value, value)

    def identifier(self, stem: str) -> str:
        """Return the id, which is the file's name and never holds the severity."""
        scalar = self._keys.scalar("id")
        if scalar.text and not _ID.fullmatch(scalar.text):
            self._keys.complain(scalar.place, f"{scalar.text!r} is no id; write words-like-these that name the fault")
        elif scalar.text and scalar.text != stem:
            self._keys.complain(
                scalar.place, f"the id is {scalar.text!r} and the file's name {stem!r}; they must agree"
            )
        severities = {severity.value for severity in Severity} & set(scalar.text.split("-"))
        if severities:
            self._keys.complain(scalar.place, f"an id never holds the severity: drop {sorted(severities)[0]!r}")
        return scalar.text

    def code(self) -> str:
        """Return the code."""
        scalar = self._keys.scalar("code")
        if scalar.text and not _CODE.fullmatch(scalar.text):
            self._keys.complain(
                scalar.place, f"{scalar.text!r} is no code; write two to five capitals and three digits: PFC-001"
            )
        return scalar.text

    def conditions(self, key: str) -> list[Condition]:
        """Return the checked conditions of a list."""
        return [
            condition
            for scalar in self._keys.scalars(key)
            for condition in self._checked(
                scalar, lambda text: parse_condition(text, self.scope, self._vocabulary, self.thresholds)
            )
        ]

    def requirement(self) -> Condition:
        """Return the checked `require`."""
        scalar = self._keys.scalar("require")
        found = self._checked(scalar, lambda text: parse_condition(text, self.scope, self._vocabulary, self.thresholds))
        return found[0] if found else Condition.impossible()

    def wording(self, scalar: YamlScalar) -> Wording:
        """Return a text with its facts resolved; line breaks become blanks."""
        found = self._checked(
            scalar, lambda text: parse_wording(" ".join(text.split()), self.scope, self._vocabulary, self.thresholds)
        )
        return found[0] if found else Wording("", ())

    def fixes(self) -> list[tuple[str, Wording]]:
        """Return the remedies by OS; their line breaks are kept, since they are commands."""
        known = system_names()
        fixes: list[tuple[str, Wording]] = []
        for os, text in self._keys.texts_by_key("fix_by_os"):
            if os.text not in known:
                self._keys.complain(os.place, f"there is no OS {os.text!r}{did_you_mean(os.text, known)}")
            stripped = replace(text, text=text.text.rstrip())
            found = self._checked(
                stripped, lambda words: parse_wording(words, self.scope, self._vocabulary, self.thresholds)
            )
            fixes.extend((os.text, wording) for wording in found)
        return fixes

    def facts(self, scalars: tuple[YamlScalar, ...]) -> list[FactPath]:
        """Return dotted facts."""
        found: list[FactPath] = []
        for scalar in scalars:
            if not scalar.text or not self.scope:
                continue
            try:
                found.append(self._vocabulary.resolve(self.scope, scalar.text))
            except UnknownName as error:
                self._keys.complain(scalar.place, str(error))
        return found

    def sources(self) -> tuple[str, ...]:
        """Return what backs the rule; at least one entry."""
        sources = tuple(scalar.text for scalar in self._keys.scalars("sources"))
        if self._keys.has("sources") and not sources:
            self._keys.complain(
                self._keys.node("sources").place, "a rule has at least one source that can be looked up"
            )
        return sources

    def evidence(self) -> RuleEvidence:
        """Return what shows that the fault costs something, of which a rule states one kind."""
        stated = self._keys.texts_by_key("evidence")
        for key, _ in stated:
            if key.text not in EVIDENCE_KEYS:
                self._keys.complain(
                    key.place, f"evidence has no key {key.text!r}{did_you_mean(key.text, EVIDENCE_KEYS)}"
                )
                return NO_EVIDENCE
        if len(stated) > 1:
            self._keys.complain(stated[1][0].place, "a rule has one kind of evidence; keep one")
        return RuleEvidence(**{key.text: " ".join(text.text.split()) for key, text in stated[:1]})

    def _checked(self, scalar: YamlScalar, parse: Callable[[str], T]) -> list[T]:
        """Return what `parse` makes of a text, nothing where it objects; its columns become the file's."""
        if not scalar.text or not self.scope:
            return []
        try:
            return [parse(scalar.text)]
        except RuleError as error:
            for problem in error.problems:
                offset = problem.column - 1 if scalar.is_verbatim else 0
                self._keys.complain(scalar.place, problem.message, offset)
            return []

"""The words of one statement as steps along the grammar: which of them are names, keys and values."""

from __future__ import annotations

from collections.abc import Sequence

from roce_lint.os.junos.grammar import (
    JunosRule,
    RuleKind,
    is_wildcard,
    spelt_out,
    takes_bare,
    value_fault,
    wants_no_value,
)
from roce_lint.os.junos.value_faults import fault_of_value
from roce_lint.suggest import did_you_mean
from roce_lint.values import dataclass

_SLIP, _SHORTEST, _LONGEST = 0.8, 4, 100
"""How alike a misspelt word is at least; the length of words from which longer ones are slips; how much is compared."""
_MOST_LISTED = 12
_END = 2
"""How many letters a word lacks that is taken for whole, such as `interface` for `interfaces`."""
_OPPOSITES = ("enable", "enabled", "disabled")
"""Words that people write where a statement alone turns something on, and `disable` turns it off."""
APPLY = ("apply-groups", "apply-groups-except")


class StatementError(Exception):
    """A statement is not taken: `is_refused` if a device refuses it, not if the models may lack a word of it."""

    def __init__(self, because: str, *, is_refused: bool) -> None:
        super().__init__(because)
        self.because = because
        self.is_refused = is_refused


@dataclass(frozen=True, slots=True)
class StatementStep:
    """One step: `keys` are those of an entry (several entries for a list in brackets), `values` those of a leaf.

    `end` is the number of words up to the end of the step, for one below which others may stand.
    """

    name: str
    rule: JunosRule
    keys: tuple[tuple[str, ...], ...] = ()
    values: tuple[str, ...] = ()
    end: int = 0

    @property
    def enters(self) -> bool:
        """Say whether later steps stand below this one."""
        return self.rule.kind in (RuleKind.CONTAINER, RuleKind.LIST, RuleKind.CUT) and len(self.keys) < 2


@dataclass(frozen=True, slots=True)
class StatementSteps:
    """The steps of a statement. `pending` is a list that is opened without a key: `schedulers {`."""

    steps: tuple[StatementStep, ...]
    pending: StatementStep | None = None


def unknown_word(rule: JunosRule, word: str, path: Sequence[str]) -> str:
    """Return in words that the models lack a word, with the nearest that they have."""
    known = [name for name in rule.names if name not in rule.keys]
    near = did_you_mean(word, known, where="see the command reference" if len(known) > _MOST_LISTED else "")
    return f"the models of Junos have no {word[:80]!r} at {' '.join(path) or 'the top'}{near}"


def is_misspelt(rule: JunosRule, word: str) -> bool:
    """Say whether a word that the models lack is one of theirs with a slip, and not one that they do not know.

    A word that begins one of theirs is none, unless it lacks no more than its end: the CLI completes it.
    """
    begun = [name for name in rule.names if name.startswith(word)]
    if begun:
        return len(word) > _SHORTEST and min(map(len, begun)) - len(word) <= _END
    if word in _OPPOSITES and "disable" in rule.names:
        return True
    # Most configurations have no slip.
    import difflib

    known = [name for name in rule.names if name not in rule.keys]
    longer = any(len(name) > _SHORTEST and word.startswith(name) for name in known)
    return longer or bool(difflib.get_close_matches(word[:_LONGEST], known, n=1, cutoff=_SLIP))


APPLIED = JunosRule((), {"k": "L"})


def steps_of(
    rule: JunosRule, words: Sequence[str], path: tuple[str, ...], pending: str = "", *, removes: bool = False
) -> StatementSteps:
    """Return the steps of words below `rule`, to which `path` leads.

    `pending` is the list of which the first word is an entry; `removes` allows that the value of a leaf is left out.
    Raises StatementError.
    """
    return _Walk(words, path, removes=removes).walk(rule, pending)


class _Walk:
    """Takes the words of one statement in their order."""

    def __init__(self, words: Sequence[str], path: tuple[str, ...], *, removes: bool) -> None:
        self._words = words
        self._path = path
        self._at = 0
        self._removes = removes
        self._steps: list[StatementStep] = []

    def walk(self, rule: JunosRule, pending: str) -> StatementSteps:
        words = self._words
        while self._at < len(words):
            word = words[self._at]
            if pending:
                below = rule.member(pending)
                assert below is not None
                found, pending = (pending, below), ""
            elif word in APPLY:
                self._at += 1
                self._steps.append(StatementStep(word, APPLIED, values=self._values(word)))
                continue
            elif word == "apply-macro":
                self._at = len(words)
                continue
            else:
                found = self._named(rule, word)
            name, below = found
            if below.kind is RuleKind.CUT:
                self._steps.append(StatementStep(name, below))
                self._at = len(words)
                break
            if below.kind is RuleKind.LIST and self._at >= len(words):
                return StatementSteps(tuple(self._steps), StatementStep(name, below))
            step = self._step(name, below)
            self._steps.append(step)
            if step.end:
                rule = below
                self._path = (*self._path, name, *(key for keys in step.keys for key in keys if key))
        return StatementSteps(tuple(self._steps))

    def _named(self, rule: JunosRule, word: str) -> tuple[str, JunosRule]:
        """Return what a word names; it is passed unless it is a key or value that stands without a name."""
        name = rule.spelt(word)
        below = rule.member(name) if name and name not in rule.keys else None
        if below is not None:
            self._at += 1
            return name, below
        found = takes_bare(rule, word, len(self._words) - self._at)
        if found is None:
            self._refuse_unknown(rule, word)
        assert found is not None
        return found

    def _refuse_unknown(self, rule: JunosRule, word: str) -> None:
        raise StatementError(
            unknown_word(rule, word, self._path), is_refused=is_misspelt(rule, word) or self._path[-1:] == ("family",)
        )

    def _step(self, name: str, rule: JunosRule) -> StatementStep:
        if rule.kind is RuleKind.LIST:
            keys = self._keys(name, rule)
            return StatementStep(name, rule, keys=keys, end=self._at if len(keys) < 2 else 0)
        if rule.kind is RuleKind.LEAF_LIST:
            values = self._values(name)
            for value in values:
                self._check(name, rule, value)
            return StatementStep(name, rule, values=values)
        if rule.kind is RuleKind.LEAF:
            if self._at >= len(self._words):
                return StatementStep(name, rule, values=self._none(name))
            value = self._words[self._at]
            if value == "[":
                raise StatementError(f"{name} takes one value, not a list", is_refused=True)
            self._at += 1
            self._check(name, rule, value)
            return StatementStep(name, rule, values=(value,))
        return StatementStep(name, rule, end=self._at if rule.kind is RuleKind.CONTAINER else 0)

    def _none(self, name: str) -> tuple[str, ...]:
        if not self._removes:
            raise StatementError(f"a value of {name} is missing", is_refused=True)
        return ()

    def _check(self, name: str, rule: JunosRule, value: str) -> None:
        because = value_fault(rule, value) or fault_of_value((*self._path, name), value)
        if because:
            raise StatementError(f"{name}: {because}", is_refused=True)

    def _values(self, name: str) -> tuple[str, ...]:
        """Return one value, or those in brackets."""
        words = self._words
        if self._at >= len(words):
            return self._none(name)
        if words[self._at] != "[":
            self._at += 1
            return (words[self._at - 1],)
        return self._in_brackets()

    def _in_brackets(self) -> tuple[str, ...]:
        words, start = self._words, self._at + 1
        end = start
        while end < len(words) and words[end] != "]":
            end += 1
        self._at = end + 1
        return tuple(words[start:end])

    def _keys(self, name: str, rule: JunosRule) -> tuple[tuple[str, ...], ...]:
        if self._words[self._at] == "[":
            rest = ("",) * (len(rule.keys) - 1)
            found = tuple((one, *rest) for one in self._in_brackets())
        else:
            found = (self._entry(name, rule),)
        found = tuple(self._spelt_out(rule, keys) for keys in found)
        for keys in found:
            self._check_keys(name, rule, keys)
        return found

    @staticmethod
    def _spelt_out(rule: JunosRule, keys: tuple[str, ...]) -> tuple[str, ...]:
        leaves = (rule.member(key) for key in rule.keys)
        return tuple(
            spelt_out(leaf, key) if leaf is not None and "/" in key else key
            for leaf, key in zip(leaves, keys, strict=True)
        )

    def _check_keys(self, name: str, rule: JunosRule, keys: tuple[str, ...]) -> None:
        for key, value in zip(rule.keys, keys, strict=True):
            leaf = rule.member(key)
            because = value_fault(leaf, value) if leaf is not None and value and leaf.kind is RuleKind.LEAF else ""
            because = because or ("" if key != rule.keys[0] else fault_of_value((*self._path, name), value))
            if because:
                raise StatementError(f"{name}: {because}", is_refused=True)

    def _entry(self, name: str, rule: JunosRule) -> tuple[str, ...]:
        """Return the keys of one entry; the names of keys stand before them where a list has several."""
        words, found = self._words, dict[str, str]()
        if "choice-ident" in rule.keys:
            return self._route_filter(name, rule)
        pending = list(rule.keys)
        while pending and self._at < len(words):
            key = pending[0]
            word = words[self._at]
            leaf = rule.member(key)
            is_bare = leaf is None or leaf.is_bare
            if word in pending and not is_bare and (len(rule.keys) > 1 or key != "name"):
                key = word
                self._at += 1
                if self._at >= len(words):
                    raise StatementError(f"a value of {key} is missing", is_refused=True)
            elif found and not is_bare:
                break
            found[key] = words[self._at]
            pending.remove(key)
            self._at += 1
        if not found:
            raise StatementError(f"a name of {name} is missing", is_refused=True)
        return tuple(found.get(key, "") for key in rule.keys)

    def _route_filter(self, name: str, rule: JunosRule) -> tuple[str, ...]:
        words, found = self._words, dict[str, str]()
        for key in rule.keys:
            if self._at >= len(words) or wants_no_value(rule.keys, found, key):
                continue
            leaf = rule.member(key)
            word = words[self._at]
            word = spelt_out(leaf, word) if leaf is not None else word
            because = value_fault(leaf, word) if leaf is not None and not is_wildcard(word) else ""
            if because:
                raise StatementError(f"{name}: {because}", is_refused=True)
            found[key] = word
            self._at += 1
        return tuple(found.get(key, "") for key in rule.keys)

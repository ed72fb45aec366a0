"""Calls of a function for one NIC after the other: evaluated once, for placeholders of the names, then repeated.

What a call does depends on its arguments, the functions of the script, and what it reads of earlier variables and
settings. Names of NICs are passed on and put together with other text, seldom inspected; where a function does
inspect one, or something in it is not understood, each call is evaluated by itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TypeVar

from roce_lint.hosts.command import nic_named
from roce_lint.hosts.layers import Layers, ValuesRead
from roce_lint.hosts.script.parameters import PLACEHOLDER, ScriptText, VariableValue
from roce_lint.hosts.settings import NicId, NicKind, NicSetting, SettingPlace, SettingsLog
from roce_lint.model.fact import Fact, Source, Stated, Unknown
from roce_lint.text.document import Document
from roce_lint.values import dataclass, replace

_PLACEHOLDERS = tuple(f"{PLACEHOLDER}{number}{PLACEHOLDER[::-1]}" for number in range(4))
_LINE_OF_CALL = 10**9
"""Stands for the line of a call, which is that of the values that it passes."""
_NAME = re.compile(r"(?:eth|en[opsx]|ib|mlx5_|rail|rdma|roce[op])[a-z0-9_]*[0-9]")
"""Names that no reader takes for anything but an interface or a device, whatever stands beside them."""

T = TypeVar("T")
K = TypeVar("K")


@dataclass(frozen=True, slots=True)
class Call:
    """A call with placeholders for the names of NICs among its arguments; `names` are theirs in the same order."""

    function: str
    arguments: tuple[ScriptText, ...]
    names: tuple[str, ...]


def call_for_any_names(function: str, arguments: tuple[ScriptText, ...]) -> Call | None:
    """Return a call with placeholders; None where it passes no name of a NIC, too many, or doubtful ones."""
    names: list[str] = []
    arguments_of_call: list[ScriptText] = []
    for one in arguments:
        if one.line or PLACEHOLDER in one.text:
            return None
        if one.resolved and _NAME.fullmatch(one.text) and nic_named(one) == NicId(NicKind.NETDEV, one.text):
            if one.text not in names:
                names.append(one.text)
            if len(names) > len(_PLACEHOLDERS):
                return None
            one = ScriptText(_PLACEHOLDERS[names.index(one.text)], True)
        arguments_of_call.append(ScriptText(one.text, one.resolved, _LINE_OF_CALL))
    overlap = any(one in other for one in names for other in names if one is not other)
    return Call(function, tuple(arguments_of_call), tuple(names)) if names and not overlap else None


class CallEffects:
    """What a call with placeholders reads and writes: settings, variables and the environment."""

    def __init__(
        self,
        log: SettingsLog,
        variables: Layers[str, VariableValue],
        environment: Layers[str, tuple[ScriptText, SettingPlace]],
    ) -> None:
        """Begin to record; the script is to be evaluated with the log, variables and environment of this object."""
        self.log = SettingsLog(Document(log.path, ""), log.device)
        self.log.numbers, self._known_numbers, self._numbers = log.numbers.observed()
        self.log.words, self._known_words, self._words = log.words.observed()
        self.variables, self._known_variables, self._variables = variables.observed()
        self.environment, self._known_environment, self._environment = environment.observed()
        self.commands = 0

    def can_be_repeated(self) -> bool:
        """Return whether the call did nothing in which the names of NICs may matter: report a line, name a variable.

        Nothing is recorded from now on.
        """
        for earlier in (self._known_numbers, self._known_words, self._known_variables, self._known_environment):
            earlier.release()
        named = (*self._variables, *self._known_variables.absent, *self._environment, *self._known_environment.absent)
        return (
            not self.log.diagnostics.any_reported()
            and not self.log.lost
            and not any(PLACEHOLDER in name for name in named)
        )

    @property
    def exports(self) -> bool:
        """Return whether the call sets variables for applications, whose lines are quoted."""
        return bool(self._environment)

    def repeat(
        self,
        names: tuple[str, ...],
        line: int,
        log: SettingsLog,
        variables: Layers[str, VariableValue],
        environment: Layers[str, tuple[ScriptText, SettingPlace]],
    ) -> bool:
        """Repeat the call for NICs of these names, called in `line`; return False where it might do something else."""
        real = _ActualNames(names, line, self.log.path, log.path)
        texts = [text for value in self._known_variables.values() for _, text in value.elements]
        texts += [text for text, _ in self._known_environment.values()]
        if any(text.line or any(name in text.text for name in names) for text in texts):
            return False
        if not (
            _is_unchanged(self._known_variables, variables, _same)
            and _is_unchanged(self._known_environment, environment, _same)
            and _is_unchanged(self._known_numbers, log.numbers, real.setting)
            and _is_unchanged(self._known_words, log.words, real.setting)
        ):
            return False
        log.numbers.put_all({real.setting(key): real.fact(fact) for key, fact in self._numbers.items()})
        log.words.put_all({real.setting(key): real.word(fact) for key, fact in self._words.items()})
        variables.put_all({name: real.value(value) for name, value in self._variables.items()})
        environment.put_all({name: (real.text(text), place) for name, (text, place) in self._environment.items()})
        for netdev, rdma, source in self.log.netdev_rdma_pairs:
            log.same_nic(real.spelled(netdev), real.spelled(rdma), real.source(source))
        for profile, nic in self.log.profiles.items():
            log.profiles[real.spelled(profile)] = real.nic(nic)
        for nic in self.log.mentioned():
            log.mention(real.nic(nic))
        return True


_MOST_CACHED = 64
_CACHED: dict[tuple[object, ...], CallEffects] = {}


def cached_effects(key: tuple[object, ...], evaluate: Callable[[], CallEffects | None]) -> CallEffects | None:
    """Return the effects found in another script of the fleet, or those that `evaluate` finds.

    `key` has all that decides on it but what the call reads of earlier variables and settings: the functions with
    their lines, the call, and whether every command is expanded.
    """
    found = _CACHED.get(key)
    if found is None:
        found = evaluate()
        if found is not None and not found.exports:
            if len(_CACHED) >= _MOST_CACHED:
                _CACHED.clear()
            _CACHED[key] = found
    return found


def _same(key: str) -> str:
    return key


def _is_unchanged(earlier: ValuesRead[K, T], now: Layers[K, T], real: Callable[[K], K]) -> bool:
    """Return whether what was read is the same for the real names."""
    if any(now.has(real(key)) for key in earlier.absent):
        return False
    return all(now.has(real(key)) and now.known(real(key)) == value for key, value in earlier.items())


class _ActualNames:
    """Puts names, the line of a call, and the path of a file in the place of what stands in for them."""

    def __init__(self, names: tuple[str, ...], line: int, there: str, here: str) -> None:
        self._names: Mapping[str, str] = dict(zip(_PLACEHOLDERS, names, strict=False))
        self._line = line
        self._here = here
        self._moves = there != here
        self._nics: dict[NicId, NicId] = {}
        self._sources: dict[Source, Source] = {}

    def spelled(self, text: str) -> str:
        if PLACEHOLDER in text:
            for placeholder, name in self._names.items():
                text = text.replace(placeholder, name)
        return text

    def nic(self, nic: NicId) -> NicId:
        found = self._nics.get(nic)
        if found is None:
            found = self._nics[nic] = NicId(nic.kind, self.spelled(nic.name))
        return found

    def setting(self, setting: NicSetting) -> NicSetting:
        return NicSetting(setting.evidence, self.nic(setting.nic), setting.key, setting.index)

    def source(self, source: Source) -> Source:
        if not self._moves and source.line != _LINE_OF_CALL:
            return source
        found = self._sources.get(source)
        if found is None:
            called = source.line == _LINE_OF_CALL
            lines = (self._line, self._line) if called else (source.line, source.end_line)
            found = self._sources[source] = Source(self._here, *lines)
        return found

    def fact(self, fact: Fact[T]) -> Fact[T]:
        source = self.source(fact.source)
        if source is fact.source:
            return fact
        return Stated(fact.value, source) if isinstance(fact, Stated) else replace(fact, source=source)

    def word(self, fact: Fact[str]) -> Fact[str]:
        found = self.fact(fact)
        if isinstance(found, Unknown) or PLACEHOLDER not in found.value:
            return found
        return replace(found, value=self.spelled(found.value))

    def text(self, text: ScriptText) -> ScriptText:
        if text.line != _LINE_OF_CALL and PLACEHOLDER not in text.text:
            return text
        return ScriptText(
            self.spelled(text.text), text.resolved, self._line if text.line == _LINE_OF_CALL else text.line
        )

    def value(self, value: VariableValue) -> VariableValue:
        return VariableValue(tuple((key, self.text(text)) for key, text in value.elements))

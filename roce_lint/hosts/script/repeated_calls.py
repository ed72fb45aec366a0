"""Calls of a function that set up one NIC after the other: followed once, for stand-ins of the names, then done again.

What a call does depends on its arguments, the functions of the script, and what it reads of earlier variables and
settings. Names of NICs are handed on and put together with other text, hardly ever looked into; where a function does
look into one, or something of it is not understood, each call is followed by itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TypeVar

from roce_lint.hosts.command import nic_named
from roce_lint.hosts.layers import Earlier, Layers
from roce_lint.hosts.script.parameters import STAND_IN, Text, Value
from roce_lint.hosts.settings import NicId, NicKind, Place, Setting, SettingsLog
from roce_lint.model.fact import Fact, Source, Stated, Unknown
from roce_lint.text.document import Document
from roce_lint.values import dataclass, replace

_STAND_INS = tuple(f"{STAND_IN}{number}{STAND_IN[::-1]}" for number in range(4))
_THIS_LINE = 10**9
"""Stands in for the line of a call, which is that of the values that it hands over."""
_NAME = re.compile(r"(?:eth|en[opsx]|ib|mlx5_|rail|rdma|roce[op])[a-z0-9_]*[0-9]")
"""Names that no reader takes for anything but an interface or a device, whatever stands beside them."""

T = TypeVar("T")
K = TypeVar("K")


@dataclass(frozen=True, slots=True)
class Call:
    """A call with stand-ins for the names of NICs among its arguments; `names` are theirs in the same order."""

    function: str
    arguments: tuple[Text, ...]
    names: tuple[str, ...]


def call_of(function: str, arguments: tuple[Text, ...]) -> Call | None:
    """Return a call with stand-ins, or None where no name of a NIC, or too many, or doubtful ones are handed over."""
    names: list[str] = []
    handed: list[Text] = []
    for one in arguments:
        if one.line or STAND_IN in one.text:
            return None
        if one.resolved and _NAME.fullmatch(one.text) and nic_named(one) == NicId(NicKind.NETDEV, one.text):
            if one.text not in names:
                names.append(one.text)
            if len(names) > len(_STAND_INS):
                return None
            one = Text(_STAND_INS[names.index(one.text)], True)
        handed.append(Text(one.text, one.resolved, _THIS_LINE))
    overlap = any(one in other for one in names for other in names if one is not other)
    return Call(function, tuple(handed), tuple(names)) if names and not overlap else None


class Followed:
    """What one call reads and writes while it is followed for stand-ins: of settings, variables and the environment."""

    def __init__(
        self, log: SettingsLog, variables: Layers[str, Value], environment: Layers[str, tuple[Text, Place]]
    ) -> None:
        """Begin to note; the script is to be followed with the log, variables and environment of this object."""
        self.log = SettingsLog(Document(log.path, ""), log.device)
        self.log.numbers, self._known_numbers, self._numbers = log.numbers.watched()
        self.log.words, self._known_words, self._words = log.words.watched()
        self.variables, self._known_variables, self._variables = variables.watched()
        self.environment, self._known_environment, self._environment = environment.watched()
        self.commands = 0

    def can_be_repeated(self) -> bool:
        """Return whether the call did nothing in which the names of NICs may matter: complain, name variables.

        Nothing is noted from now on.
        """
        for earlier in (self._known_numbers, self._known_words, self._known_variables, self._known_environment):
            earlier.let_go()
        named = (*self._variables, *self._known_variables.absent, *self._environment, *self._known_environment.absent)
        return (
            not self.log.diagnostics.any_reported()
            and not self.log.lost
            and not any(STAND_IN in name for name in named)
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
        variables: Layers[str, Value],
        environment: Layers[str, tuple[Text, Place]],
    ) -> bool:
        """Do what the call does for NICs of these names, called in `line`; return False where it may do otherwise."""
        real = _Real(names, line, self.log.path, log.path)
        texts = [text for value in self._known_variables.values() for _, text in value.elements]
        texts += [text for text, _ in self._known_environment.values()]
        if any(text.line or any(name in text.text for name in names) for text in texts):
            return False
        if not (
            _as_it_was(self._known_variables, variables, _same)
            and _as_it_was(self._known_environment, environment, _same)
            and _as_it_was(self._known_numbers, log.numbers, real.setting)
            and _as_it_was(self._known_words, log.words, real.setting)
        ):
            return False
        log.numbers.put_all({real.setting(key): real.fact(fact) for key, fact in self._numbers.items()})
        log.words.put_all({real.setting(key): real.word(fact) for key, fact in self._words.items()})
        variables.put_all({name: real.value(value) for name, value in self._variables.items()})
        environment.put_all({name: (real.text(text), place) for name, (text, place) in self._environment.items()})
        for netdev, rdma, source in self.log.netdev_rdma_pairs:
            log.same_nic(real.spelled(netdev), real.spelled(rdma), real.source(source))
        for nic in self.log.mentioned():
            log.mention(real.nic(nic))
        return True


_MOST_KEPT = 64
_KEPT: dict[tuple[object, ...], Followed] = {}


def kept(key: tuple[object, ...], follow: Callable[[], Followed | None]) -> Followed | None:
    """Return what was followed in another script of the fleet, or what `follow` finds now.

    `key` has all that decides on it but what the call reads of earlier variables and settings: the functions with
    their lines, the call, and how closely the script is looked at.
    """
    found = _KEPT.get(key)
    if found is None:
        found = follow()
        if found is not None and not found.exports:
            if len(_KEPT) >= _MOST_KEPT:
                _KEPT.clear()
            _KEPT[key] = found
    return found


def _same(key: str) -> str:
    return key


def _as_it_was(earlier: Earlier[K, T], now: Layers[K, T], real: Callable[[K], K]) -> bool:
    """Return whether what was read is the same for the real names."""
    if any(now.has(real(key)) for key in earlier.absent):
        return False
    return all(now.has(real(key)) and now.known(real(key)) == value for key, value in earlier.items())


class _Real:
    """Puts names, the line of a call, and the path of a file in the place of what stands in for them."""

    def __init__(self, names: tuple[str, ...], line: int, there: str, here: str) -> None:
        self._names: Mapping[str, str] = dict(zip(_STAND_INS, names, strict=False))
        self._line = line
        self._here = here
        self._moves = there != here
        self._nics: dict[NicId, NicId] = {}
        self._sources: dict[Source, Source] = {}

    def spelled(self, text: str) -> str:
        if STAND_IN in text:
            for stand_in, name in self._names.items():
                text = text.replace(stand_in, name)
        return text

    def nic(self, nic: NicId) -> NicId:
        found = self._nics.get(nic)
        if found is None:
            found = self._nics[nic] = NicId(nic.kind, self.spelled(nic.name))
        return found

    def setting(self, setting: Setting) -> Setting:
        return Setting(setting.evidence, self.nic(setting.nic), setting.key, setting.index)

    def source(self, source: Source) -> Source:
        if not self._moves and source.line != _THIS_LINE:
            return source
        found = self._sources.get(source)
        if found is None:
            called = source.line == _THIS_LINE
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
        if isinstance(found, Unknown) or STAND_IN not in found.value:
            return found
        return replace(found, value=self.spelled(found.value))

    def text(self, text: Text) -> Text:
        if text.line != _THIS_LINE and STAND_IN not in text.text:
            return text
        return Text(self.spelled(text.text), text.resolved, self._line if text.line == _THIS_LINE else text.line)

    def value(self, value: Value) -> Value:
        return Value(tuple((key, self.text(text)) for key, text in value.elements))

"""udev rules: the commands that a rule runs when an interface appears.

Source: udev(7).
"""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Iterator

from roce_lint.hosts.formats.direct_commands import joined_lines, read_direct
from roce_lint.hosts.script.interpreter import ShellScript
from roce_lint.hosts.script.known_commands import is_relevant
from roce_lint.hosts.settings import SettingsLog
from roce_lint.text.document import Document
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass

_PAIR = lazy_pattern(
    r"\s*,?\s*(?P<key>[A-Z_]+(?:\{[^}]*\})?)\s*(?P<sign>==|!=|\+=|-=|:=|=)\s*[ei]?\"(?P<value>(?:[^\"\\]|\\.)*)\"\s*,?"
)
_APPEARING = ("add", "change", "bind", "move", "online")
_SUBSYSTEMS = (
    *("net", "infiniband", "infiniband_verbs", "infiniband_mad", "infiniband_cm", "pci", "auxiliary", "module"),
    *("drivers", "platform", "ptp", "mem"),
)
_CHOOSING = (
    "KERNEL",
    "KERNELS",
    "ATTR",
    "ATTRS",
    "DRIVER",
    "DRIVERS",
    "ENV",
    "PROGRAM",
    "DEVPATH",
    "ID",
    "TAG",
    "TAGS",
)


@dataclass(frozen=True, slots=True)
class _Pair:
    """One `KEY=="value"` of a rule; `key` stands without what is in its braces."""

    key: str
    sign: str
    value: str


def is_udev_rules(text: str) -> bool:
    """Return whether a text is a file of udev rules."""
    return re.search(r'^[ \t]*+(?:ACTION|SUBSYSTEM|KERNEL|DRIVERS?)\s*==\s*"', text, re.MULTILINE) is not None


def read_udev_rules(log: SettingsLog, script: ShellScript, document: Document) -> None:
    """Read the commands of rules for devices that appear; `%k` and `$name`, the interface, only the host knows.

    A rule for devices that go away sets nothing. Refused are `RUN=`, which throws away what rules for the same device
    added, a command without its whole path, and `NAME=` where one device was to be chosen.
    """
    added: dict[tuple[str, ...], int] = {}
    for number, line in joined_lines(document.text):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        pairs, rest = _pairs(line)
        if rest and is_relevant(line):
            _not_understood(log, number, line, f'{rest[:40]!r} is not a pair of the form KEY=="value"')
            continue
        if not any(pair.key == "RUN" for pair in pairs):
            continue
        if not _runs(log, pairs, number, line):
            continue
        matches = tuple(sorted(f"{pair.key}{pair.sign}{pair.value}" for pair in pairs if pair.sign in ("==", "!=")))
        _run(log, script, pairs, number, line, added.get(matches, 0))
        added.setdefault(matches, number)


def _pairs(line: str) -> tuple[list[_Pair], str]:
    """Return the pairs of a rule, and what stands behind the last of them that is none."""
    pairs: list[_Pair] = []
    at = 0
    while found := _PAIR.match(line, at):
        pairs.append(_Pair(found["key"].partition("{")[0], found["sign"], found["value"]))
        at = found.end()
    return pairs, line[at:].strip()


def _runs(log: SettingsLog, pairs: list[_Pair], number: int, line: str) -> bool:
    """Return whether the commands of a rule are run for a NIC that appears; report what looks misspelt."""
    for pair in pairs:
        if pair.key == "ACTION" and pair.sign == "==" and not _fits_any(pair.value, _APPEARING):
            return False
        if pair.key == "SUBSYSTEM" and pair.sign == "==" and not _fits_any(pair.value, _SUBSYSTEMS):
            _not_understood(log, number, line, f"SUBSYSTEM {pair.value!r} is none that a NIC belongs to")
            return False
    return True


def _fits_any(patterns: str, words: tuple[str, ...]) -> bool:
    return any(fnmatch.fnmatchcase(word, pattern) for pattern in patterns.split("|") for word in words)


def _commands(pairs: list[_Pair]) -> Iterator[tuple[str, str]]:
    for pair in pairs:
        if pair.key == "RUN":
            yield pair.sign, re.sub(r"%k|\$name|%E\{INTERFACE\}", "${name}", pair.value)


def _run(log: SettingsLog, script: ShellScript, pairs: list[_Pair], number: int, line: str, earlier: int) -> None:
    named: set[str] = set()
    for sign, command in _commands(pairs):
        if not is_relevant(command) and "/ip " not in command and "ethtool" not in command:
            continue
        if sign in ("=", ":=") and earlier:
            because = f"RUN= throws away the commands that line {earlier} added for the same device; RUN+= adds"
            log.refuse(log.place(number, line), because)
        if not command.startswith(("/", "$", "%")):
            because = f"udev looks for {command.split()[0]} in /usr/lib/udev: the command needs its whole path"
            log.refuse(log.place(number, line), because)
            continue
        named |= read_direct(log, script, command, number, "udev")
    _check_name(log, pairs, number, line, named)


def _check_name(log: SettingsLog, pairs: list[_Pair], number: int, line: str, named: set[str]) -> None:
    """Report a rule that is for one interface and sets another, or is for every interface."""
    if not named:
        return
    chosen = [pair.value for pair in pairs if pair.key == "NAME" and pair.sign == "=="]
    if chosen and not any(_fits_any(chosen[0], (name,)) or "$" in name for name in named):
        _not_understood(
            log, number, line, f"the rule is for {chosen[0]}, and its command sets {', '.join(sorted(named))}"
        )
    given = [pair.value for pair in pairs if pair.key == "NAME" and pair.sign in ("=", ":=")]
    if given and not any(pair.key in _CHOOSING for pair in pairs):
        because = f'NAME="{given[0]}" names every interface so; NAME== chooses one'
        log.refuse(log.place(number, line), because)


def _not_understood(log: SettingsLog, number: int, line: str, because: str) -> None:
    log.not_understood(log.place(number, line), because)

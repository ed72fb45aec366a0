"""One command as a handler sees it: its arguments, and what only the host knows of them."""

from __future__ import annotations

import functools
import re

from roce_lint.hosts.script.parameters import ScriptText
from roce_lint.hosts.settings import EVERY_NIC, WORD_KEYS, NicId, NicKind, SettingKey, SettingPlace, SettingsLog
from roce_lint.model.fact import Source, Stated, Unknown
from roce_lint.values import dataclass

_SYMBOL = re.compile(r"\{(?P<kind>pci|rdma|netdev|device) of (?P<name>[^}]+)\}")
_PCI = re.compile(r"(?:[0-9a-fA-F]{4}:)?[0-9a-fA-F]{2}:[0-9a-fA-F]{2}\.[0-7]|/dev/mst/.+|mt\d+_pci.*")
_EVERY = re.compile(r"\*|(?:mlx5_|roce|rocep|mlx5)\*|mlx5_\[0-9\]\*?|\?+")


@dataclass(frozen=True, slots=True)
class ShellCommand:
    """A command (`name` without folders) with its expanded arguments."""

    name: str
    arguments: tuple[ScriptText, ...]
    place: SettingPlace

    def option(self, *names: str) -> ScriptText | None:
        """Return the argument that follows one of the options, or is joined to it by `=`."""
        for position, argument in enumerate(self.arguments):
            if argument.text in names:
                return self.arguments[position + 1] if position + 1 < len(self.arguments) else ScriptText("", True)
            for name in names:
                if name.startswith("--") and argument.text.startswith(f"{name}="):
                    return ScriptText(argument.text.partition("=")[2], argument.resolved)
        return None


@dataclass(frozen=True, slots=True)
class FileValue:
    """A value at a path; the place's evidence tells a dump (observed) from a script that writes (configured)."""

    path: ScriptText
    value: ScriptText
    place: SettingPlace


def nic_named(text: ScriptText) -> NicId:
    """Return the NIC port that a name stands for: a netdev, an RDMA device, a PCI address, or every port (`*`).

    A name that only the host can resolve names a port by the text in the file (`$IF`).
    """
    return _nic_named(text.text)


@functools.lru_cache(maxsize=4096)
def _nic_named(text: str) -> NicId:
    symbol = _SYMBOL.fullmatch(text)
    if symbol:
        return NicId(NicKind.RDMA if symbol["kind"] in ("netdev", "device") else NicKind.NETDEV, symbol["name"])
    name = text.strip()
    if _EVERY.fullmatch(name):
        return NicId(NicKind.NETDEV, EVERY_NIC)
    if _PCI.fullmatch(name):
        return NicId(NicKind.PCI, name.removeprefix("/dev/mst/").lower())
    return NicId(NicKind.NETDEV, name)


def rdma_named(text: ScriptText) -> NicId:
    """Return the NIC port that an RDMA device's name stands for."""
    nic = nic_named(text)
    plain = nic.kind is NicKind.NETDEV and nic.name == text.text.strip() and nic.name != EVERY_NIC
    return NicId(NicKind.RDMA, nic.name) if plain else nic


def note_number(
    log: SettingsLog,
    place: SettingPlace,
    nic: NicId,
    key: SettingKey,
    text: ScriptText,
    limits: tuple[int, int],
    index: int = -1,
) -> None:
    """Note an integer (decimal, or hexadecimal with 0x) within `limits`, both ends included.

    A value that only the host knows, or one out of the limits, makes the setting unknown and the line unread. Inside a
    function the place is the call that hands the value over: that is where it is written.
    """
    if text.line:
        place = SettingPlace(Source(place.source.file, text.line, text.line), place.text, place.evidence)
    number = integer(text.text) if text.resolved else None
    if number is not None and limits[0] <= number <= limits[1]:
        log.number_fact(place.evidence, nic, key, Stated(number, place.source), index)
        return
    if not text.resolved:
        because = f"{key.value}: {text.text} is known only to the host"
        note_unknown(log, place, nic, key, because, index)
        return
    because = f"{key.value}: {text.text.strip()!r} is not a number from {limits[0]} to {limits[1]}"
    fact = Unknown(because, place.source)
    log.number_fact(place.evidence, nic, key, fact, index)
    log.refuse(place, because)


def note_unknown(
    log: SettingsLog, place: SettingPlace, nic: NicId, key: SettingKey, because: str, index: int = -1
) -> None:
    """Note that a setting is made and that its value is unknown; the line is unread for the same reason."""
    if key in WORD_KEYS:
        log.word_fact(place.evidence, nic, key, Unknown(because, place.source), index)
    else:
        log.number_fact(place.evidence, nic, key, Unknown(because, place.source), index)
    log.not_understood(place, because)


def integer(text: str) -> int | None:
    """Return the integer that a text is, None for anything else."""
    stripped = text.strip()
    if re.fullmatch(r"-?[0-9]{1,12}", stripped):
        return int(stripped)
    return int(stripped, 16) if re.fullmatch(r"0[xX][0-9a-fA-F]{1,12}", stripped) else None

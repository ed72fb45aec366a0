"""What the switches of a checked fabric say of their cables, as text that is searched: addresses and descriptions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from roce_lint.model.addresses import interface_of
from roce_lint.model.device import Device, Port
from roce_lint.values import dataclass

_BEFORE_OWNER, _AFTER_OWNER = "\x01", "\x02"
_NOT_IN_WORDS = {ord(_BEFORE_OWNER): " ", ord(_AFTER_OWNER): " "}
_MOST_SEARCHED = 24
"""More addresses than this are looked up in a table, which takes as long to make."""
LARGEST_CABLE_SUBNET = 4
"""Addresses of the subnets that are cables: see `links.py`."""


@dataclass(frozen=True, slots=True)
class KeptWords:
    """Each text has the number of a switch between two marks, then its words line by line.

    `addresses` are those of all interfaces, without their lengths, IPv6 as one number; `descriptions` are in lower
    case.
    """

    addresses: str
    descriptions: str

    def owners(self, addresses: Iterable[str]) -> set[int]:
        """Return the numbers of the switches that have one of the addresses: see `cable_words_of`."""
        wanted = set(addresses)
        if len(wanted) <= _MOST_SEARCHED:
            return {owner for one in wanted for owner in _found(self.addresses, f"\n{one}\n")}
        table: dict[str, list[int]] = defaultdict(list)
        for part in self.addresses.split(_BEFORE_OWNER)[1:]:
            number, _, words = part.partition(_AFTER_OWNER)
            for word in words.split():
                table[word].append(int(number))
        return {owner for one in wanted for owner in table.get(one, ())}

    def speaking_of(self, name: str) -> set[int]:
        """Return the numbers of the switches of which some description has the name, perhaps within a longer one."""
        return _found(self.descriptions, name.lower())


def _found(text: str, words: str) -> set[int]:
    owners: set[int] = set()
    place = text.find(words)
    while place >= 0:
        start = text.rfind(_BEFORE_OWNER, 0, place + 1) + 1
        owners.add(int(text[start : text.find(_AFTER_OWNER, start)]))
        following = text.find(_BEFORE_OWNER, place)
        place = text.find(words, following) if following >= 0 else -1
    return owners


def kept_words(devices: Sequence[Device]) -> KeptWords:
    """Return the words of switches, which are numbered in their order."""
    addresses: list[str] = []
    descriptions: list[str] = []
    for number, device in enumerate(devices):
        owner = f"{_BEFORE_OWNER}{number}{_AFTER_OWNER}\n"
        addresses += [owner, *[f"{word}\n" for port in device.ports for word in _words_of(port)]]
        told = [text for port in device.ports if (text := port.stated_description) is not None]
        descriptions += [owner, "\n".join(told).translate(_NOT_IN_WORDS).lower()]
    # A word has a line end on both sides; two that follow each other share none.
    return KeptWords("".join(addresses).replace("\n", "\n\n"), "".join(descriptions))


def _words_of(port: Port) -> Iterable[str]:
    for text in port.stated_addresses:
        if ":" not in text:
            yield text.partition("/")[0]
        elif (found := interface_of(text)) is not None:
            yield _word(found.address.version, found.address.number)


def cable_words_of(text: str) -> set[str]:
    """Return all addresses of the subnet of an interface address, where that is a cable; else the address alone."""
    found = interface_of(text)
    if found is None:
        return set()
    subnet = found.subnet
    if subnet.size > LARGEST_CABLE_SUBNET:
        return {_word(subnet.version, found.address.number)}
    return {_word(subnet.version, subnet.number + place) for place in range(subnet.size)}


def _word(version: int, number: int) -> str:
    if version == 4:
        return ".".join(map(str, number.to_bytes(4, "big")))
    return f"{number:x}:"

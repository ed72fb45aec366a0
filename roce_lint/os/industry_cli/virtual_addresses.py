"""Addresses that interfaces of several routers share: VRRP, HSRP, and the virtual router of EOS (VARP)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from roce_lint.model.addresses import interface_of
from roce_lint.model.bridging import VirtualAddress
from roce_lint.model.fact import Fact, Stated, Unknown
from roce_lint.text.lines import Line
from roce_lint.text.patterns import lazy_pattern

OF_VIRTUAL_ADDRESSES = ("ip virtual-router ", "ipv6 virtual-router ", "vrrp ", "vrrpv3 ", "hsrp ", "glbp ")
"""How the lines of an interface begin that give it such addresses, themselves or by the lines below them."""
_GROUP = lazy_pattern(r"\w+ \d+(?: ipv6| address-family \S+)?$", re.ASCII)


class VirtualAddresses:
    """Collects the shared addresses of one file."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._found: list[VirtualAddress] = []

    def read(self, names: Sequence[str], line: Line) -> None:
        """Take a line of interfaces; a group that states no address has one all the same."""
        facts: list[Fact[str]] = [
            Stated(word, each.source(self._file))
            for each in (line, *line.walk())
            for word in each.text.split()
            if _is_address(word)
        ]
        if not facts and _GROUP.match(line.text):
            facts.append(Unknown("the virtual address of a group is not stated", line.source(self._file)))
        self._found += [VirtualAddress(name, fact) for name in names for fact in facts]

    def facts(self) -> tuple[VirtualAddress, ...]:
        """Return what was found."""
        return tuple(self._found)


def _is_address(word: str) -> bool:
    return ("." in word or ":" in word) and interface_of(word) is not None

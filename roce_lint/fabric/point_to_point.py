"""Subnets that have room for two ends only: a cable between two routed ports has one of its own."""

from __future__ import annotations

import ipaddress

_POINT_TO_POINT = {4: (30, 31), 6: (126, 127)}
_UNUSUAL = "?"


class PointToPoint:
    """Finds the subnets that have room for two ends only."""

    def __init__(self) -> None:
        """Remember nothing yet."""
        self._heads: dict[str, bool] = {}
        self._tails: dict[str, str] = {}

    def of(self, address: str) -> str:
        """Return the subnet of an interface address if it has room for two ends only, else nothing."""
        head, _, last = address.rpartition(".")
        tail = self._tails.get(last)
        if tail is None:
            tail = self._tails[last] = _subnet_tail(last)
        # Most addresses are of this form, and `ipaddress` takes thirty times as long for one.
        if tail is _UNUSUAL or not self._is_plain(head):
            return _point_to_point(address)
        return head + tail if tail else ""

    def _is_plain(self, head: str) -> bool:
        """Say whether three octets are those of an address that is not link-local."""
        known = self._heads.get(head)
        if known is None:
            octets = head.split(".")
            plain = len(octets) == 3 and all(_is_number(octet, 255) for octet in octets)
            known = self._heads[head] = plain and octets[:2] != ["169", "254"]
        return known


def _subnet_tail(tail: str) -> str:
    """Return for how a plain address ends (`5/31`) how its subnet ends (`.4/31`), empty for a larger one."""
    octet, _, length = tail.partition("/")
    if not (_is_number(octet, 255) and _is_number(length, 32)):
        return _UNUSUAL
    size = 1 << (32 - int(length))
    return f".{int(octet) // size * size}/{length}" if int(length) in _POINT_TO_POINT[4] else ""


def _is_number(text: str, largest: int) -> bool:
    """Say whether a text is a number up to some, written as usual."""
    return text.isascii() and text.isdecimal() and len(text) <= 3 and str(int(text)) == text and int(text) <= largest


def _point_to_point(address: str) -> str:
    try:
        interface = ipaddress.ip_interface(address)
    except ValueError:
        return ""
    if interface.network.prefixlen not in _POINT_TO_POINT[interface.version] or interface.ip.is_link_local:
        return ""
    return str(interface.network)

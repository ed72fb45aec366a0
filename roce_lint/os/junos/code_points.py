"""Code points as Junos writes them: strings of bits, or aliases for them."""

from __future__ import annotations

from collections.abc import Mapping

from roce_lint.model.fact import Source
from roce_lint.os.tree.leaf_diagnostics import LeafDiagnostics
from roce_lint.text.tree import Node

BITS = {"dscp": 6, "dscp-ipv6": 6, "ieee-802.1": 3, "inet-precedence": 3}
"""Bits of a code point of each kind."""
_DSCP = {
    "be": 0, "ef": 46, "nc1": 48, "nc2": 56,
    **{f"cs{number}": 8 * number for number in range(1, 8)},
    **{f"af{group}{drop}": 8 * group + 2 * drop for group in range(1, 5) for drop in range(1, 4)},
}  # fmt: skip
_PCP = {"be": 0, "be1": 1, "ef": 2, "ef1": 3, "af11": 4, "af12": 5, "nc1": 6, "nc2": 7}
_PRECEDENCE = {"be": 0, "af11": 1, "af21": 2, "af31": 3, "af41": 4, "ef": 5, "cs6": 6, "nc1": 6, "cs7": 7, "nc2": 7}
_BUILT_IN: Mapping[str, Mapping[str, int]] = {
    "dscp": _DSCP, "dscp-ipv6": _DSCP, "ieee-802.1": _PCP, "inet-precedence": _PRECEDENCE,
}  # fmt: skip
"""Source: Juniper, Understanding Default CoS Settings (QFX Series), default code-point aliases."""


class CodePoints:
    """The code points that a file can write: bits, the aliases of the system, and its own."""

    def __init__(self, cos: Node, diagnostics: LeafDiagnostics) -> None:
        """Take what stands below `class-of-service`."""
        self._diagnostics = diagnostics
        self._aliases = {kind: dict(names) for kind, names in _BUILT_IN.items()}
        aliases = cos.at("code-point-aliases")
        for kind in BITS:
            for entry in aliases.entries(kind):
                bits = entry.take("bits")
                number = self._number(kind, bits.value)
                if number is None:
                    self._refuse(kind, bits.value or entry.key, entry.first_line)
                else:
                    self._aliases[kind][entry.key] = number
        aliases.pass_over()

    def number(self, kind: str, text: str, at: Source) -> int | None:
        """Return the number of a code point; None for what is none, which is reported as refused at its line."""
        found = self._aliases[kind].get(text)
        number = self._number(kind, text) if found is None else found
        if number is None:
            self._refuse(kind, text, at)
        return number

    @staticmethod
    def _number(kind: str, text: str) -> int | None:
        return int(text, 2) if len(text) == BITS[kind] and not set(text) - {"0", "1"} else None

    def _refuse(self, kind: str, text: str, at: Source) -> None:
        if text and not text[0].isdigit():
            self._diagnostics.undefined(f"{kind} alias", text, at)
            return
        size = BITS[kind]
        because = f"a code point of {kind} is {size} bits or an alias, such as {bits(kind, 26 if size == 6 else 3)}"
        self._diagnostics.refused(f"{kind} code point {text}", because, at)


def bits(kind: str, number: int) -> str:
    """Return the bits of a code point: `011010` for DSCP 26."""
    return f"{number:0{BITS[kind]}b}"

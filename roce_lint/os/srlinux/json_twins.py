"""What an entry of a list says in JSON, apart from what it says for itself: its name, descriptions and addresses."""

from __future__ import annotations

from typing import TypeAlias

from roce_lint.os.srlinux.twin_blocks import Shape
from roce_lint.text.patterns import late_pattern

Plain: TypeAlias = "str | bool | list[Plain] | Members | None"
"""A value without its line: a number as its text, an object as pairs."""
Members: TypeAlias = "tuple[tuple[str, Plain], ...]"
INTERFACES, BOUND = ("interface",), ("qos", "interfaces", "interface")
_PORT = late_pattern(r"ethernet-\d{1,4}/\d{1,4}(?:/\d{1,4})?")
_KEY = late_pattern(rf"{_PORT.pattern}(?:\.\d{{1,5}})?")
_OWN = late_pattern(r"(\('(?:description|ip-prefix)', ')([^']+)(?=')")
_ALONE = late_pattern(r"[':](?:aggregate-id|qos|acl)'")
"""What keeps an interface from having twins: members of a LAG are as the LAG is, and old releases bind here."""


def set_apart(path: tuple[str, ...], members: Members) -> tuple[str, Shape, tuple[str, ...]] | None:
    """Return the key of an entry, what it says, and what it says for itself; None for one that is unusual."""
    if len(members) < 2 or not isinstance(members[0][1], str):
        return None
    key = members[0][1]
    if path == INTERFACES:
        said = repr(members[1:])
        usual = members[0][0] == "name" and _PORT.fullmatch(key) and not _is_odd(said) and not _ALONE.search(said)
        return (key, *_own_of(said)) if usual else None
    reference = members[1][1]
    if members[0][0] != "interface-id" or members[1][0] != "interface-ref" or not isinstance(reference, tuple):
        return None
    port = reference[0][1] if reference and reference[0][0] == "interface" else None
    said = repr((reference[1:], members[2:]))
    if not isinstance(port, str) or not _PORT.fullmatch(port) or not _KEY.fullmatch(key) or "interface-ref" in said:
        return None
    return key, (BOUND, said), (port,)


def _is_odd(said: str) -> bool:
    """Return whether a string may not stand in single quotes as it is."""
    return '"' in said or "\\" in said


def _own_of(said: str) -> tuple[Shape, tuple[str, ...]]:
    """Return what is said, with all but values of its own, and these."""
    pieces = _OWN.split(said)
    own = tuple(pieces[2::3])
    del pieces[2::3]
    if len(own) > 1 and len(set(own)) < len(own):
        pieces += [str(own.index(one)) for one in own]
    return (INTERFACES, *pieces), own

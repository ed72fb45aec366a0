"""Flags of definitions and of groups, taken by prefix as OpenSM takes them.

Source: parse_group_flag, partition_add_flag and verify_val in opensm/osm_prtn_config.c of OpenSM 3.3.23.
"""

from __future__ import annotations

from collections.abc import Callable

from roce_lint.infiniband.opensm.c_text import is_prefix, printable, unsigned
from roce_lint.infiniband.partition import DEFAULT_GROUP_FLAGS, GroupFlags, Membership, ParserAction, TextFault
from roce_lint.values import dataclass, field

NoteFault = Callable[[ParserAction, TextFault, bytes, str], None]

_GROUP_FLAGS = (b"mtu", b"rate", b"scope", b"Q_Key", b"TClass", b"sl", b"FlowLabel")
"""In the order in which OpenSM tries them: the first of which the text is a prefix wins."""
_NUMBER_32 = 0xFFFF_FFFF
_SPACES = b" \t\n\v\f\r"


@dataclass(slots=True)
class FlagsInForce:
    """The group flags that have been read so far."""

    mtu: int = DEFAULT_GROUP_FLAGS.mtu_code
    rate: int = DEFAULT_GROUP_FLAGS.rate_code
    sl: int = 0
    scopes: frozenset[int] = frozenset()
    q_key: int = 0
    tclass: int = 0
    flow_label: int = 0
    stated: set[str] = field(default_factory=set)

    def inherited(self) -> FlagsInForce:
        """Return what an mgid line starts from: everything but the traffic class."""
        return FlagsInForce(self.mtu, self.rate, self.sl, self.scopes, self.q_key, 0, self.flow_label)

    def frozen(self) -> GroupFlags:
        """Return the flags as facts."""
        return GroupFlags(
            self.mtu, self.rate, self.sl, self.scopes, self.q_key, self.tclass, self.flow_label, frozenset(self.stated)
        )

    def take(self, flag: bytes, value: bytes | None, note_fault: NoteFault) -> bool:
        """Take a group flag; false if the text is none."""
        word = next((word for word in _GROUP_FLAGS if is_prefix(flag, word)), b"")
        if not word:
            return False
        name = word.decode()
        if flag != word and (flag or value is not None):
            text = f"OpenSM takes it for {name}, of which it is the beginning"
            note_fault(ParserAction.READ_OTHERWISE, TextFault.FLAG_BY_PREFIX, flag, text)
        if not flag and value is None:
            return True
        _TAKERS[word](self, name, value, note_fault)
        self.stated.add(name)
        return True


def _takes_number(attribute: str, bits: int) -> Callable[[FlagsInForce, str, bytes | None, NoteFault], None]:
    """Return a taker of a plain number: what is no number counts as 0, what stands behind one is ignored."""

    def take(flags: FlagsInForce, name: str, value: bytes | None, note_fault: NoteFault) -> None:
        if value is None:
            note_fault(
                ParserAction.IGNORED, TextFault.BAD_FLAG_VALUE, name.encode(), f"{name} has no value; it is skipped"
            )
            return
        number, end = unsigned(value)
        number &= _NUMBER_32
        if end != len(value) or not number:
            because = f"{name} is no plain number above 0; OpenSM sets it to {number & ((1 << bits) - 1)}"
            note_fault(ParserAction.READ_OTHERWISE, TextFault.BAD_FLAG_VALUE, name.encode() + b"=" + value, because)
        setattr(flags, attribute, number & ((1 << bits) - 1))

    return take


def _take_scope(flags: FlagsInForce, name: str, value: bytes | None, note_fault: NoteFault) -> None:
    number = unsigned(value)[0] & _NUMBER_32 if value is not None else 0
    if not 0 < number <= 15:
        shown = name.encode() + b"=" + (value or b"")
        note_fault(
            ParserAction.IGNORED, TextFault.BAD_FLAG_VALUE, shown, "a scope is a number from 1 to 15; it is skipped"
        )
        return
    flags.scopes |= {number}


def _takes_bounded(attribute: str, highest: int) -> Callable[[FlagsInForce, str, bytes | None, NoteFault], None]:
    """Return a taker of a number up to `highest`; anything else is skipped."""

    def take(flags: FlagsInForce, name: str, value: bytes | None, note_fault: NoteFault) -> None:
        number, end = unsigned(value or b"")
        number &= _NUMBER_32
        rest = (value or b"")[end : end + 1]
        if not value or number > highest or (rest and rest not in _SPACES):
            shown = name.encode() + b"=" + (value or b"")
            because = f"{name} is a number from 0 to {highest}; it is skipped"
            note_fault(ParserAction.IGNORED, TextFault.BAD_FLAG_VALUE, shown, because)
            return
        setattr(flags, attribute, number)

    return take


_TAKERS: dict[bytes, Callable[[FlagsInForce, str, bytes | None, NoteFault], None]] = {
    b"mtu": _takes_number("mtu", 32),
    b"rate": _takes_number("rate", 32),
    b"scope": _take_scope,
    b"Q_Key": _takes_number("q_key", 32),
    b"TClass": _takes_number("tclass", 8),
    b"sl": _takes_bounded("sl", 15),
    b"FlowLabel": _takes_bounded("flow_label", 0xFFFFF),
}


@dataclass(slots=True)
class HeaderFlags:
    """The flags of one definition."""

    group: FlagsInForce = field(default_factory=FlagsInForce)
    is_ipoib: bool = False
    at_index_0: bool = False
    membership: Membership = Membership.LIMITED

    def take(self, flag: bytes, value: bytes | None, note_fault: NoteFault) -> None:
        """Take one flag of a header."""
        if self.group.take(flag, value, note_fault):
            return
        if is_prefix(flag, b"ipoib"):
            self._note_prefix(flag, b"ipoib", note_fault)
            self.is_ipoib = True
        elif is_prefix(flag, b"defmember"):
            self._note_prefix(flag, b"defmember", note_fault)
            self._take_membership(value, note_fault)
        elif flag == b"indx0":
            self.at_index_0 = True
        else:
            shown = flag if value is None else flag + b"=" + value
            note_fault(
                ParserAction.IGNORED, TextFault.UNKNOWN_FLAG, shown, f"{printable(flag)} is no flag; OpenSM ignores it"
            )

    @staticmethod
    def _note_prefix(flag: bytes, word: bytes, note_fault: NoteFault) -> None:
        if flag != word:
            text = f"OpenSM takes it for {word.decode()}, of which it is the beginning"
            note_fault(ParserAction.READ_OTHERWISE, TextFault.FLAG_BY_PREFIX, flag, text)

    def _take_membership(self, value: bytes | None, note_fault: NoteFault) -> None:
        found = None if value is None else membership_of(value)
        if found is None:
            because = f"defmember is full, limited or both; it is skipped and {self.membership.value} stays"
            note_fault(ParserAction.IGNORED, TextFault.UNKNOWN_MEMBERSHIP, b"defmember=" + (value or b""), because)
            return
        if not value:
            because = "an empty membership is full, not limited"
            note_fault(ParserAction.READ_OTHERWISE, TextFault.EMPTY_MEMBERSHIP, b"defmember=", because)
        elif value.decode() != found.value:
            because = f"OpenSM takes it for {found.value}, of which it is the beginning"
            note_fault(ParserAction.READ_OTHERWISE, TextFault.MEMBERSHIP_BY_PREFIX, b"defmember=" + value, because)
        self.membership = found


def membership_of(word: bytes) -> Membership | None:
    """Return the membership that a word names by prefix, the empty word full; None for any other."""
    for membership in (Membership.FULL, Membership.BOTH, Membership.LIMITED):
        if is_prefix(word, membership.value.encode()):
            return membership
    return None

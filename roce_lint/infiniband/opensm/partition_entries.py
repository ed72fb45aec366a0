"""Entries of a definition: whom they name, with which membership, and what is odd about them.

Source: partition_add_port in opensm/osm_prtn_config.c of OpenSM 3.3.23.
"""

from __future__ import annotations

import re

from roce_lint.infiniband.opensm.c_text import is_prefix, printable, unsigned
from roce_lint.infiniband.opensm.partition_flags import membership_of
from roce_lint.infiniband.partition import Membership, ParserAction, TextFault, Who
from roce_lint.values import dataclass

_KEYWORDS = (
    (b"ALL", Who.ALL),
    (b"ALL_CAS", Who.CHANNEL_ADAPTERS),
    (b"ALL_SWITCHES", Who.SWITCHES),
    (b"ALL_ROUTERS", Who.ROUTERS),
    (b"SELF", Who.SELF),
)
"""In the order in which OpenSM tries them, after NONE."""
_PLAIN_GUID = re.compile(rb"0[xX][0-9a-fA-F]{1,16}")
_COLON_GUID = re.compile(rb"(?:0x)?[0-9a-fA-F]{2,4}(?::[0-9a-fA-F]{2,4}){3,7}")
_NUMBER = re.compile(rb"0[xX][0-9a-fA-F]{1,4}|[0-9]{1,5}")
"""What stands behind the name of a header, and never behind that of a member."""
_NO_COMMENT = re.compile(rb"//|--|!|\\|\[|include\b|#include\b", re.IGNORECASE)
FOREIGN = re.compile(rb"[\x00-\x08\x0b-\x1f\x7f-\xff]")
"""Bytes that have no place in a partition file; OpenSM trims blanks, tabs and newlines only."""


@dataclass(frozen=True, slots=True)
class PartitionRemark:
    """What is odd about an entry."""

    action: ParserAction
    fault: TextFault
    because: str


UNCLOSED = PartitionRemark(
    ParserAction.FATAL,
    TextFault.NOT_CLOSED,
    "the definition before is not closed by a semicolon: this header is read as one of its entries, "
    "and it is no port GUID",
)


@dataclass(frozen=True, slots=True)
class PartitionEntry:
    """An entry as OpenSM takes it; `who` is None where it names nobody. A fatal remark refuses the file."""

    who: Who | None
    guid: int
    membership: Membership | None
    remarks: tuple[PartitionRemark, ...]

    @property
    def is_fatal(self) -> bool:
        """Say whether the file is refused because of it."""
        return any(remark.action is ParserAction.FATAL for remark in self.remarks)


def entry_of(name: bytes, word: bytes | None) -> PartitionEntry:
    """Return what an entry means; `word` is what stands behind its `=`, None without one."""
    if is_prefix(name, b"NONE"):
        remarks: tuple[PartitionRemark, ...] = () if name in (b"", b"NONE") else (_by_prefix(b"NONE"),)
        return PartitionEntry(None, 0, None, remarks)
    membership, result = _membership(name, word)
    for keyword, who in _KEYWORDS:
        if is_prefix(name, keyword):
            remarks = result if name == keyword else (_by_prefix(keyword), *result)
            return PartitionEntry(who, 0, membership, remarks)
    guid, end = unsigned(name)
    if not guid or end != len(name):
        return PartitionEntry(None, 0, membership, (_bad_guid(name, word),))
    return PartitionEntry(Who.PORT, guid, membership, (*_odd_number(name, guid), *result))


def _by_prefix(keyword: bytes) -> PartitionRemark:
    text = f"OpenSM takes it for {keyword.decode()}, of which it is the beginning"
    return PartitionRemark(ParserAction.READ_OTHERWISE, TextFault.KEYWORD_BY_PREFIX, text)


def _membership(name: bytes, word: bytes | None) -> tuple[Membership | None, tuple[PartitionRemark, ...]]:
    """Return the membership of an entry, None where the definition's holds, and what is odd about it."""
    if word is None:
        return None, ()
    found = membership_of(word)
    if not word:
        because = "an empty membership is full, not limited"
        return Membership.FULL, (PartitionRemark(ParserAction.READ_OTHERWISE, TextFault.EMPTY_MEMBERSHIP, because),)
    if found is None:
        return Membership.LIMITED, (_unknown_membership(name, word),)
    if word.decode() != found.value:
        because = f"OpenSM takes it for {found.value}, of which it is the beginning"
        return found, (PartitionRemark(ParserAction.READ_OTHERWISE, TextFault.MEMBERSHIP_BY_PREFIX, because),)
    return found, ()


def _unknown_membership(name: bytes, word: bytes) -> PartitionRemark:
    if FOREIGN.search(word):
        because = f"{_foreign(word)} belongs to the word for OpenSM, so the member is limited"
        return PartitionRemark(ParserAction.READ_OTHERWISE, TextFault.FOREIGN_BYTE, because)
    if b":" in word or _NUMBER.fullmatch(word):
        because = (
            "the definition before is not closed by a semicolon: this header is read as one of its entries, "
            f"and {printable(name)} becomes a limited member of it"
        )
        return PartitionRemark(ParserAction.READ_OTHERWISE, TextFault.NOT_CLOSED, because)
    if b" " in word or b"\t" in word:
        because = "a comma is missing: the first member is limited, and what follows on the line is lost"
        return PartitionRemark(ParserAction.READ_OTHERWISE, TextFault.MISSING_COMMA, because)
    because = f"{printable(word, 40)} is no membership; the member is limited"
    return PartitionRemark(ParserAction.READ_OTHERWISE, TextFault.UNKNOWN_MEMBERSHIP, because)


def _foreign(text: bytes) -> str:
    """Return the first byte that is out of place, in words."""
    names = {b"\r": "the carriage return of a DOS line end", b"\x0c": "a form feed", b"\x00": "a NUL"}
    found = FOREIGN.search(text)
    byte = found[0] if found else b""
    if text.startswith(b"\xef\xbb\xbf"):
        return "the byte order mark"
    if text.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "the byte order mark of UTF-16"
    if b"\xc2\xa0" in text:
        return "a no-break space"
    return names.get(byte, f"the byte 0x{byte.hex()}")


def _bad_guid(name: bytes, word: bytes | None) -> PartitionRemark:
    whole = name if word is None else name + b"=" + word
    if _COLON_GUID.fullmatch(name):
        return PartitionRemark(
            ParserAction.FATAL, TextFault.BAD_GUID, "a GUID is written as 0x and 16 hexadecimal digits, without colons"
        )
    if b":" in whole or (word is not None and _NUMBER.fullmatch(word)):
        return UNCLOSED
    if FOREIGN.search(name):
        return PartitionRemark(
            ParserAction.FATAL, TextFault.FOREIGN_BYTE, f"{_foreign(name)} is text to OpenSM and no port GUID"
        )
    if _NO_COMMENT.match(name) or name.endswith(b"\\"):
        because = "it is read as an entry: only # begins a comment, and nothing is included or continued"
        return PartitionRemark(ParserAction.FATAL, TextFault.NOT_A_COMMENT, because)
    if re.search(rb"[ \t]", name):
        because = "a comma is missing: OpenSM reads one entry, which is no port GUID"
        return PartitionRemark(ParserAction.FATAL, TextFault.MISSING_COMMA, because)
    hexadecimal = re.fullmatch(rb"[0-9a-fA-F]{16}", name)
    hint = "; a GUID is written with 0x" if hexadecimal else ""
    return PartitionRemark(ParserAction.FATAL, TextFault.BAD_GUID, f"it is no port GUID and no keyword{hint}")


def _odd_number(name: bytes, guid: int) -> tuple[PartitionRemark, ...]:
    if _PLAIN_GUID.fullmatch(name):
        return ()
    if name[:2] in (b"0x", b"0X"):
        because = "it has more digits than a GUID; OpenSM finds no such port and drops the member"
        return (PartitionRemark(ParserAction.IGNORED, TextFault.GUID_TOO_LONG, because),)
    because = f"it is not written in hexadecimal with 0x; OpenSM reads it as 0x{guid:016x}"
    return (PartitionRemark(ParserAction.READ_OTHERWISE, TextFault.GUID_NOT_HEXADECIMAL, because),)


def statement_remark(text: bytes) -> PartitionRemark:
    """Return why a statement that should begin a definition is refused."""
    if FOREIGN.search(text):
        return PartitionRemark(
            ParserAction.FATAL,
            TextFault.FOREIGN_BYTE,
            f"{_foreign(text)} makes it text, where a definition should begin",
        )
    if _NO_COMMENT.match(text) or text.endswith(b"\\"):
        because = "it is read as a definition: only # begins a comment, and nothing is included or continued"
        return PartitionRemark(ParserAction.FATAL, TextFault.NOT_A_COMMENT, because)
    because = "a definition begins with name=key and flags up to a colon, all on one line; there is no colon"
    return PartitionRemark(ParserAction.FATAL, TextFault.HEADER_WITHOUT_COLON, because)

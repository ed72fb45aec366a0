"""partitions.conf as the parser of OpenSM reads it, left-over bytes of its line buffer included.

The steps are those of osm_prtn_config_parse_file and parse_part_conf in opensm/osm_prtn_config.c of OpenSM 3.3.23:
lines are read into one buffer, separators are overwritten by NULs, and the parser moves on by the lengths of what it
took. What a short line does not overwrite is still there when the parser runs past its end.

Multicast groups of a definition: the IPoIB broadcast group and those of mgid lines.

Source: partition_create and mgroup_create in opensm/osm_prtn_config.c of OpenSM 3.3.23.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator
from typing import NoReturn

from roce_lint.infiniband.opensm.c_text import printable
from roce_lint.infiniband.opensm.line_buffer import PIECE_BYTES, LineBuffer
from roce_lint.infiniband.opensm.partition_entries import (
    UNCLOSED,
    PartitionEntry,
    PartitionRemark,
    entry_of,
    statement_remark,
)
from roce_lint.infiniband.opensm.partition_flags import FlagsInForce
from roce_lint.infiniband.opensm.partition_header import (
    PartitionDraft,
    TextFaultLog,
    lost_group_flags,
    partitions_of,
    take_header,
)
from roce_lint.infiniband.opensm.partition_keys import PartitionKeys
from roce_lint.infiniband.partition import (
    FULL_BIT,
    ParserAction,
    PartitionConfiguration,
    PartitionGroup,
    TextFault,
    Who,
)
from roce_lint.model.fact import Source
from roce_lint.model.reading import Reading
from roce_lint.text.document import Document
from roce_lint.values import replace

_IP_SIGNATURES = (b"\x40\x1b", b"\x60\x1b")
_BROADCAST = bytes.fromhex("ff12401bffff000000000000ffffffff")
_IPOIB_QUEUE_KEY = 0xB1B


def multicast_address(text: bytes) -> bytes | None:
    """Return the 16 bytes of a multicast GID; None where the text is none."""
    try:
        address = socket.inet_pton(socket.AF_INET6, text.decode("ascii"))
    except (OSError, ValueError):
        return None
    return address if address[0] == 0xFF else None


def is_ip_group(address: bytes) -> bool:
    """Say whether a group is one of IPv4 or IPv6 over InfiniBand (RFC 4391)."""
    return address[2:4] in _IP_SIGNATURES


def clash_of(address: bytes, key: int, flags: FlagsInForce, partition: FlagsInForce) -> str:
    """Return why OpenSM refuses an IP group; empty if it agrees with its partition."""
    group_key = int.from_bytes(address[4:6], "big")
    if address != _BROADCAST and group_key not in (0, key | FULL_BIT):
        return f"its P_Key 0x{group_key:04x} is not 0x{key | FULL_BIT:04x} of the partition"
    if flags.rate != partition.rate:
        return f"its rate {flags.rate} is not the partition's {partition.rate}"
    if flags.mtu != partition.mtu:
        return f"its mtu {flags.mtu} is not the partition's {partition.mtu}"
    return ""


def group_with_key(address: bytes, key: int) -> str:
    """Return an IP group with the partition's key in it, as 32 digits."""
    return (address[:4] + (key | FULL_BIT).to_bytes(2, "big") + address[6:]).hex()


def ip_flags(flags: FlagsInForce) -> FlagsInForce:
    """Return the flags of an IP group: Q_Key 0xb1b where none is given."""
    flags.q_key = flags.q_key or _IPOIB_QUEUE_KEY
    return flags


def broadcast_group(key: int, partition: FlagsInForce) -> tuple[str, FlagsInForce]:
    """Return the IPoIB broadcast group of a partition; a scope of the partition does not move it."""
    flags = FlagsInForce(
        partition.mtu,
        partition.rate,
        partition.sl,
        frozenset(),
        partition.q_key,
        partition.tclass,
        partition.flow_label,
    )
    flags.stated = set(partition.stated)
    return group_with_key(_BROADCAST, key), ip_flags(flags)


def read_partitions(document: Document) -> Reading:
    """Return what a partitions.conf says to OpenSM; any bytes at all are read."""
    return Reading((), (), (), (parse_partitions(document.octets, document.path),))


def parse_partitions(octets: bytes, path: str) -> PartitionConfiguration:
    """Return the definitions that OpenSM takes, in order, and the action of everything else."""
    found = _Parser(path).parse(octets)
    if not found.is_refused:
        return found
    corrected = _Parser(path, reads_on=True).parse(octets)
    return found if corrected.is_refused else replace(found, as_corrected=corrected)


def _pieces(octets: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield what `fgets` returns, with the number of the line in the file."""
    line, at = 1, 0
    while at < len(octets):
        newline = octets.find(b"\n", at, at + PIECE_BYTES)
        stop = newline + 1 if newline >= 0 else min(at + PIECE_BYTES, len(octets))
        yield line, octets[at:stop]
        line += newline >= 0
        at = stop


class _Refused(Exception):
    """OpenSM gives the file up; the reason is in the log."""


class _HeaderAmongEntries(Exception):
    """What was read as an entry is the header of the next definition, which begins at `at`."""

    def __init__(self, at: int) -> None:
        super().__init__()
        self.at = at


class _Parser:
    """Reads as OpenSM does; or, where it `reads_on`, as OpenSM will once what it refuses is corrected.

    Then an unclosed definition ends before the next header, an entry that is no port counts as one nobody knows, and a
    statement whose header says nothing is left out.
    """

    def __init__(self, path: str, reads_on: bool = False) -> None:
        self.reads_on = reads_on
        self.buffer = LineBuffer()
        self.keys = PartitionKeys()
        self.log = TextFaultLog(path)
        self.drafts: list[PartitionDraft] = []
        self.open: PartitionDraft | None = None
        self.is_foreseeable = True
        self.skips_on = False
        self.said: set[tuple[int, PartitionRemark]] = set()
        """What is refused in each definition already: a list of names instead of GUIDs is one fault."""
        self.entries: dict[tuple[bytes, bytes | None], PartitionEntry] = {}

    def parse(self, octets: bytes) -> PartitionConfiguration:
        is_refused = False
        long_line = 0
        statements = 0
        try:
            for line, piece in _pieces(octets):
                self.log.line = line
                if len(piece) == PIECE_BYTES and not piece.endswith(b"\n") and line != long_line:
                    long_line = line
                    self._note_long_line(piece)
                statements += self._read_piece(piece)
        except _Refused:
            is_refused = True
        if not statements and not is_refused:
            is_refused = True
            self.log.line = 1
            because = "nothing is defined in it, which OpenSM treats as an error"
            self.log.add(ParserAction.FATAL, TextFault.NO_DEFINITION, b"", because)
        path = self.log.file
        definitions = tuple(draft.finished(path) for draft in self.drafts if draft.is_made)
        partitions = partitions_of(definitions, self.keys)
        if not is_refused:
            for partition in partitions:
                self.log.entries += lost_group_flags(partition)
        return PartitionConfiguration(
            source=Source(path, 0, 0),
            is_refused=is_refused,
            is_foreseeable=self.is_foreseeable and self.buffer.is_foreseeable,
            definitions=definitions,
            partitions=partitions,
            doubtful_texts=tuple(self.log.entries),
        )

    def _note_long_line(self, piece: bytes) -> None:
        because = f"OpenSM reads {PIECE_BYTES} bytes at once: the rest is read as a line of its own, comment or not"
        self.log.add(ParserAction.READ_OTHERWISE, TextFault.LINE_TOO_LONG, piece[:60], because)

    def _read_piece(self, piece: bytes) -> int:
        """Read the statements of a piece and return how many there were."""
        buffer = self.buffer
        buffer.load(piece)
        self._note_unseen(piece)
        at = statements = 0
        if self.skips_on:
            at = self._end_of_skipped(piece[: buffer.visible_end])
            if at < 0:
                return statements
        while True:
            at = buffer.skip_blanks(at)
            if buffer.octets[at] == 0:
                return statements
            if self.open is None:
                self.open = PartitionDraft(first_line=self.log.line)
                self.drafts.append(self.open)
            semicolon = buffer.find(at, b";")
            if semicolon >= 0:
                buffer.cut(semicolon)
            self.open.last_line = self.log.line
            try:
                at = self._read_statement(self.open, at)
            except _HeaderAmongEntries as header:
                buffer.restore(piece, header.at)
                self.open, at = None, header.at
                continue
            except _Refused:
                if not self.reads_on:
                    raise
                if not self.open.is_made:
                    self.drafts.remove(self.open)
                    self.skips_on, self.open = semicolon < 0, None
                at = semicolon + 1
            statements += 1
            if semicolon < 0:
                return statements
            self.open = None

    def _end_of_skipped(self, shown: bytes) -> int:
        """Return where a definition whose header says nothing is over, -1 where it goes on behind the piece."""
        semicolon = shown.find(b";")
        if semicolon < 0 and b":" not in shown:
            return -1
        self.skips_on = False
        return semicolon + 1 if b":" not in shown[: semicolon + 1] and semicolon >= 0 else 0

    def _note_unseen(self, piece: bytes) -> None:
        """Note text behind a NUL."""
        shown, nul, unseen = piece.partition(b"\0")
        if nul and b"#" not in shown and unseen.strip(b"\0 \t\r\n"):
            self.log.add(ParserAction.IGNORED, TextFault.FOREIGN_BYTE, unseen, "OpenSM ignores what follows a NUL")

    def _read_statement(self, draft: PartitionDraft, at: int) -> int:
        """Read one statement and return where the parser goes on."""
        buffer = self.buffer
        if buffer.octets[at] == 0:
            at += 1
            left = bytes(buffer.octets[at : buffer.end(at)])
            because = "a semicolon with nothing before it: OpenSM reads on in what its buffer holds behind it"
            action = ParserAction.READ_OTHERWISE if left.strip(b" \t\n") else ParserAction.FRAGILE
            self.log.add(action, TextFault.LONE_SEMICOLON, b";" + left, because)
        if not draft.is_made:
            at = self._read_header(draft, at)
        return self._read_body(draft, at)

    def _read_header(self, draft: PartitionDraft, at: int) -> int:
        """Read name, key and flags and return where the entries begin."""
        buffer = self.buffer
        colon = buffer.find(at, b":")
        if colon < 0:
            text = bytes(buffer.octets[at : buffer.end(at)]).strip(b" \t\n")
            self._refuse(statement_remark(text), text, at)
        buffer.cut(colon)
        size, name, key, is_last = self._next_token(at)
        at += size
        while not is_last:
            size, flag, value, is_last = self._next_token(at)
            at += size
            draft.flags.take(flag, value, self.log.add)
        if at != colon + 1 or not take_header(draft, name, key, self.keys, self.log):
            raise _Refused
        if draft.flags.is_ipoib:
            mgid, flags = broadcast_group(draft.key, draft.flags.group)
            draft.groups.append(PartitionGroup(mgid, flags.frozen(), True, "", self.log.place))
        return at

    def _next_token(self, at: int) -> tuple[int, bytes, bytes | None, bool]:
        """Return the text up to the next comma as its length, name and value, and whether it was the last."""
        comma = self.buffer.find(at, b",")
        if comma >= 0:
            self.buffer.cut(comma)
        size, name, value = self.buffer.token(at)
        return size, name, value, comma < 0

    def _read_body(self, draft: PartitionDraft, at: int) -> int:
        """Read entries and return where the parser goes on."""
        entries = self.entries
        while True:
            size, name, word, is_last = self._next_token(at)
            if name == b"mgid":
                return self._read_group(draft, at + size, word, is_last)
            entry = entries.get((name, word))
            if entry is None:
                entry = entries[name, word] = entry_of(name, word)
            written = name if word is None else name + b"=" + word
            if at > self.buffer.visible_end and name:
                because = "left over in OpenSM's buffer from an earlier line or a comment, and read as an entry"
                self.log.add(ParserAction.READ_OTHERWISE, TextFault.LEFT_OVER_BYTES, written, because)
            for remark in entry.remarks:
                if remark.action is ParserAction.FATAL:
                    begins_next = remark.fault is TextFault.BAD_GUID and self._colon_follows(at + size)
                    self._refuse_entry(UNCLOSED if begins_next else remark, written, at, draft)
                    entry = replace(entry, who=Who.PORT)
                else:
                    self._note(remark, written, draft)
            draft.add_member(entry, written, self.log.place)
            at += size
            if is_last:
                return at

    def _colon_follows(self, at: int) -> bool:
        """Say whether the rest of the line has the colon of a header before any semicolon."""
        rest = bytes(self.buffer.octets[at : max(self.buffer.visible_end, at)])
        return b":" in rest.partition(b"\0")[0]

    def _note(self, remark: PartitionRemark, text: bytes, draft: PartitionDraft | None) -> None:
        because = remark.because
        if remark.fault is TextFault.NOT_CLOSED and draft is not None:
            because = f"{because} (it begins at line {draft.first_line})"
        self.log.add(remark.action, remark.fault, text, because)

    def _refuse(self, remark: PartitionRemark, text: bytes, at: int, draft: PartitionDraft | None = None) -> NoReturn:
        if at > self.buffer.visible_end and text:
            because = f"left over in OpenSM's buffer from an earlier line; {remark.because}"
            remark = PartitionRemark(ParserAction.FATAL, TextFault.LEFT_OVER_BYTES, because)
        self._note(remark, text, draft)
        raise _Refused

    def _refuse_entry(self, remark: PartitionRemark, text: bytes, at: int, draft: PartitionDraft) -> None:
        """Refuse the file for an entry, or note it where the parser reads on."""
        is_seen = at <= self.buffer.visible_end
        if not self.reads_on or not is_seen:
            self._refuse(remark, text, at, draft)
        if (draft.first_line, remark) not in self.said:
            self._note(remark, text, draft)
            self.said.add((draft.first_line, remark))
        if remark is UNCLOSED:
            raise _HeaderAmongEntries(at)

    def _read_group(self, draft: PartitionDraft, at: int, text: bytes | None, is_last: bool) -> int:
        """Read the flags of an mgid line and return where the parser goes on."""
        log = self.log
        if text is None:
            because = "OpenSM reads the address of the group from nowhere and ends with a segmentation fault"
            self.is_foreseeable = False
            self._refuse(PartitionRemark(ParserAction.FATAL, TextFault.MGID_WITHOUT_ADDRESS, because), b"mgid", 0)
        address = multicast_address(text)
        if address is None:
            log.add(
                ParserAction.IGNORED,
                TextFault.MGID_NOT_MULTICAST,
                text,
                "it is no multicast GID; the group is not made",
            )
            return at
        flags = draft.flags.group.inherited()
        if is_last:
            self._note_flags_behind(at, text)
        while True:
            size, flag, value, ends = self._next_token(at)
            at += size
            if not flags.take(flag, value, log.add):
                self._note_no_flag(flag, value)
            if ends:
                break
        mgid, refused = address.hex(), ""
        if is_ip_group(address):
            refused = clash_of(address, draft.key, flags, draft.flags.group)
            mgid, flags = group_with_key(address, draft.key), ip_flags(flags)
            if refused:
                log.add(ParserAction.IGNORED, TextFault.IP_GROUP_DIFFERS, text, f"the group is not made: {refused}")
        draft.groups.append(PartitionGroup(mgid, flags.frozen(), False, refused, log.place))
        return at

    def _note_flags_behind(self, at: int, text: bytes) -> None:
        """Note what an mgid line without a flag reads behind its end."""
        behind = bytes(self.buffer.octets[at : self.buffer.end(at)]).strip(b" \t\n")
        if behind:
            because = (
                f"without a flag OpenSM reads what its buffer holds behind the line as flags: {printable(behind, 40)}"
            )
            self.log.add(ParserAction.READ_OTHERWISE, TextFault.MGID_WITHOUT_FLAG, b"mgid=" + text, because)

    def _note_no_flag(self, flag: bytes, value: bytes | None) -> None:
        shown = flag if value is None else flag + b"=" + value
        if entry_of(flag, value).is_fatal:
            self.log.add(
                ParserAction.IGNORED,
                TextFault.UNKNOWN_FLAG,
                shown,
                f"{printable(flag)} is no flag of a group; it is ignored",
            )
            return
        because = "what follows a group on its line is read as its flags; this member is lost"
        self.log.add(ParserAction.IGNORED, TextFault.ENTRIES_AFTER_MGID, shown, because)

"""Partitions as OpenSM understands them from partitions.conf, and what becomes of everything that is written there.

Source of every statement about OpenSM: opensm/osm_prtn_config.c and osm_prtn.c of OpenSM 3.3.23, and runs of it.
"""

from __future__ import annotations

from enum import Enum

from roce_lint.model.fact import Source
from roce_lint.values import dataclass

DEFAULT_KEY = 0x7FFF
FULL_BIT = 0x8000


def byte_swapped(key: int) -> int:
    """Return the number by which OpenSM sorts keys: their two bytes exchanged (0x0100 comes before 0x0001)."""
    return (key & 0xFF) << 8 | key >> 8


class Membership(Enum):
    """What a member may do: two limited members of a partition never talk to each other."""

    LIMITED = "limited"
    FULL = "full"
    BOTH = "both"


class Who(Enum):
    """Whom an entry names: one port by its port GUID, or a group of ports that the subnet manager knows."""

    PORT = "port"
    SELF = "SELF"
    ALL = "ALL"
    CHANNEL_ADAPTERS = "ALL_CAS"
    SWITCHES = "ALL_SWITCHES"
    ROUTERS = "ALL_ROUTERS"


@dataclass(frozen=True, slots=True)
class PartitionMember:
    """One entry of a definition that OpenSM acts on, in the order of the file.

    `port_guid` is 0 unless `who` is PORT; it need not exist in the fabric. `membership` is the one that OpenSM takes,
    which may differ from the word that was meant. `written` is the entry as it is in the file.
    """

    who: Who
    port_guid: int
    membership: Membership
    is_stated: bool
    """Whether the entry has a membership of its own; otherwise it takes the definition's."""
    written: str
    source: Source

    @property
    def is_unreadable(self) -> bool:
        """Say whether it is meant to be a port that nobody can tell from the text."""
        return self.who is Who.PORT and not self.port_guid


@dataclass(frozen=True, slots=True)
class GroupFlags:
    """Parameters of multicast groups, in codes of the InfiniBand Architecture (mtu 4 = 2048 bytes, rate 3 = 10 Gb/s).

    `stated` holds the names of those that the file states, in the words of the file: mtu rate sl scope Q_Key TClass
    FlowLabel. `sl` is what the file asks; OpenSM uses 0 unless `qos TRUE`.
    """

    mtu_code: int
    rate_code: int
    sl: int
    scopes: frozenset[int]
    q_key: int
    tclass: int
    flow_label: int
    stated: frozenset[str]


DEFAULT_GROUP_FLAGS = GroupFlags(4, 3, 0, frozenset(), 0, 0, 0, frozenset())
"""What holds where a definition is silent: 2048 bytes, 10 Gb/s, SL 0 (osm_base.h)."""


@dataclass(frozen=True, slots=True)
class PartitionGroup:
    """A group of an `mgid=` line or the IPoIB broadcast group of a definition.

    `mgid`: 32 hexadecimal digits as OpenSM holds them before the scope is put in. `refused_because` is empty if
    the parser hands the group on (an unknown mtu or rate code still keeps it from being made).
    """

    mgid: str
    flags: GroupFlags
    is_broadcast: bool
    refused_because: str
    source: Source


class KeyOrigin(Enum):
    """Where the key of a definition comes from."""

    STATED = "stated"
    NAME_IS_KEY = "the name begins with a digit and is read as the key"
    NAME_KNOWN = "the name of a partition that exists"
    AUTOMATIC = "the smallest key that is free at that point of the file"


@dataclass(frozen=True, slots=True)
class PartitionDefinition:
    """One definition, from its header to its semicolon.

    `name` as OpenSM stores it (31 bytes at most; Latin-1), `written_name` in full. `key`: 15 bits, in force.
    `written_key` is the text behind `=` or empty. `at_index_0`: the flag `indx0` is in the header.
    `default_membership` holds for entries without a word.
    """

    name: str
    written_name: str
    key: int
    written_key: str
    key_origin: KeyOrigin
    at_index_0: bool
    is_ipoib: bool
    default_membership: Membership
    flags: GroupFlags
    members: tuple[PartitionMember, ...]
    groups: tuple[PartitionGroup, ...]
    source: Source


@dataclass(frozen=True, slots=True)
class Partition:
    """All definitions of one key, in the order of the file. `name` is that of the first; Default always exists."""

    key: int
    name: str
    definitions: tuple[PartitionDefinition, ...]

    @property
    def is_default(self) -> bool:
        """Say whether this is the partition of every port, 0x7fff."""
        return self.key == DEFAULT_KEY


class ParserAction(Enum):
    """What OpenSM does with a piece of text that is not plainly accepted."""

    READ_OTHERWISE = "read otherwise"
    """Accepted, but as something else than it looks."""
    FRAGILE = "fragile"
    """Harmless as the file stands, and read otherwise as soon as an earlier line changes."""
    IGNORED = "ignored"
    """Dropped without a word at the default log level."""
    FATAL = "fatal"
    """The whole file is refused and OpenSM opens the fabric: every port a full member of 0x7fff."""


class TextFault(Enum):
    """Kinds of text that OpenSM refuses, ignores or reads otherwise; the value is a stable name."""

    NO_DEFINITION = "no-definition"
    """Nothing at all is defined: empty, blank or comments only."""
    HEADER_WITHOUT_COLON = "header-without-colon"
    BAD_KEY = "bad-key"
    NO_KEY_LEFT = "no-key-left"
    BAD_GUID = "bad-guid"
    NOT_CLOSED = "not-closed"
    """The next header is read as an entry, because the semicolon before it is missing."""
    NOT_A_COMMENT = "not-a-comment"
    """`//`, `--`, `include` or a backslash at a line's end."""
    FOREIGN_BYTE = "foreign-byte"
    """CR, form feed, no-break space, byte order mark, UTF-16, NUL: text to OpenSM."""
    LONE_SEMICOLON = "lone-semicolon"
    """A semicolon that ends nothing: alone on its line, or the second of two."""
    LEFT_OVER_BYTES = "left-over-bytes"
    """OpenSM reads what an earlier, longer line left in its buffer."""
    LINE_TOO_LONG = "line-too-long"
    """Longer than 4094 bytes: cut, each part read as a line of its own."""
    KEYWORD_BY_PREFIX = "keyword-by-prefix"
    EMPTY_MEMBERSHIP = "empty-membership"
    UNKNOWN_MEMBERSHIP = "unknown-membership"
    MEMBERSHIP_BY_PREFIX = "membership-by-prefix"
    MISSING_COMMA = "missing-comma"
    UNKNOWN_FLAG = "unknown-flag"
    FLAG_BY_PREFIX = "flag-by-prefix"
    BAD_FLAG_VALUE = "bad-flag-value"
    ENTRIES_AFTER_MGID = "entries-after-mgid"
    MGID_WITHOUT_FLAG = "mgid-without-flag"
    MGID_WITHOUT_ADDRESS = "mgid-without-address"
    """`mgid` with nothing behind it ends the OpenSM process (a null address is read)."""
    MGID_NOT_MULTICAST = "mgid-not-multicast"
    IP_GROUP_DIFFERS = "ip-group-differs"
    NAME_TOO_LONG = "name-too-long"
    NAME_IS_KEY = "name-is-key"
    NAME_LIKE_DEFAULT = "name-like-default"
    KEY_CUT = "key-cut"
    """The key written is not the key in force."""
    KEY_ZERO = "key-zero"
    GUID_NOT_HEXADECIMAL = "guid-not-hexadecimal"
    GUID_TOO_LONG = "guid-too-long"
    FLAGS_OF_LATER_DEFINITION = "flags-of-later-definition"


@dataclass(frozen=True, slots=True)
class DoubtfulText:
    """One piece of partitions.conf that is not plainly accepted.

    `text` is the piece (printable, cut at 80 characters), `because` one sentence on what OpenSM does with it.
    """

    action: ParserAction
    fault: TextFault
    text: str
    because: str
    source: Source


@dataclass(frozen=True, slots=True)
class PartitionConfiguration:
    """One partitions.conf.

    `definitions` in the order of the file; of a refused file those before the refusal, whose `indx0` still has an
    effect. `doubtful_texts` in the order of the file; a refused file has exactly one FATAL among them, its last.
    `is_foreseeable` is false if the outcome depends on memory that OpenSM never wrote, or OpenSM would end.
    """

    source: Source
    is_refused: bool
    is_foreseeable: bool
    definitions: tuple[PartitionDefinition, ...]
    partitions: tuple[Partition, ...]
    doubtful_texts: tuple[DoubtfulText, ...]
    as_corrected: PartitionConfiguration | None = None
    """What a refused file says once all that is refused is corrected, as far as it can be understood: its FATAL texts
    are all of those in the file, and a member that cannot be read has the GUID 0."""

    @property
    def hides_a_header(self) -> bool:
        """Say whether a text that is refused may be the header of a definition that nobody can read."""
        of_entries = TextFault.NOT_CLOSED, TextFault.BAD_GUID
        return any(one.action is ParserAction.FATAL and one.fault not in of_entries for one in self.doubtful_texts)

    @property
    def meant(self) -> PartitionConfiguration:
        """Return what the file is meant to say: rules speak of all of it, so that no fault hides another."""
        return self.as_corrected or self

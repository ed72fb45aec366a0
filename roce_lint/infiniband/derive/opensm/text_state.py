"""What is in partitions.conf and is not taken as it stands, as rules see it."""

from __future__ import annotations

from collections.abc import Mapping

from roce_lint.infiniband.partition import DoubtfulText, ParserAction, TextFault
from roce_lint.model.fact import Fact, Source, Stated
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class PartitionTextState:
    """A piece of a partition file that OpenSM does not accept as written: one fact is false, all others are true.

    A file without such a piece is one healthy entity, `everything`.
    """

    text: str
    """The piece as written."""
    because: str
    """What OpenSM makes of the piece, in a sentence."""
    outcome: str
    """What happens to the file, in words."""
    file_is_refused: bool
    """OpenSM refuses the whole file because of it."""
    defines_something: Fact[bool]
    """The file defines a partition."""
    reads_as_definition: Fact[bool]
    """OpenSM can read the piece as a definition."""
    definition_is_closed: Fact[bool]
    """The definition ends with a semicolon."""
    semicolons_end_something: Fact[bool]
    """Every semicolon ends a definition."""
    bytes_are_plain: Fact[bool]
    """All bytes are printable ASCII."""
    line_is_short_enough: Fact[bool]
    """The line fits OpenSM's buffer."""
    words_are_whole: Fact[bool]
    """No white space or line end cuts a word."""
    membership_is_not_empty: Fact[bool]
    """A membership is written after `=`."""
    membership_is_known: Fact[bool]
    """The membership is `full`, `limited` or `both`."""
    flag_is_known: Fact[bool]
    """OpenSM knows the flag."""
    flag_value_is_sound: Fact[bool]
    """The value of the flag is valid in OpenSM."""
    group_stands_alone: Fact[bool]
    """A multicast group is not mixed with members."""
    group_has_a_flag: Fact[bool]
    """A multicast group has a flag that creates it."""
    entries_are_separated: Fact[bool]
    """Entries are separated by commas."""
    is_no_foreign_comment: Fact[bool]
    """It is not a comment in another format."""
    name_is_as_written: Fact[bool]
    """OpenSM reads the name of the partition as written."""
    key_is_as_written: Fact[bool]
    """OpenSM reads the key as written."""
    guid_is_as_written: Fact[bool]
    """OpenSM reads the GUID as written."""
    group_is_made: Fact[bool]
    """OpenSM creates the multicast group."""
    flags_of_definition_count: Fact[bool]
    """The flags of the definition take effect; no earlier definition of the same key overrides them."""


_FACTS: Mapping[TextFault, str] = {
    TextFault.NO_DEFINITION: "defines_something",
    TextFault.HEADER_WITHOUT_COLON: "reads_as_definition",
    TextFault.BAD_KEY: "reads_as_definition",
    TextFault.NO_KEY_LEFT: "reads_as_definition",
    TextFault.BAD_GUID: "reads_as_definition",
    TextFault.MGID_WITHOUT_ADDRESS: "reads_as_definition",
    TextFault.NOT_CLOSED: "definition_is_closed",
    TextFault.LONE_SEMICOLON: "semicolons_end_something",
    TextFault.LEFT_OVER_BYTES: "semicolons_end_something",
    TextFault.FOREIGN_BYTE: "bytes_are_plain",
    TextFault.LINE_TOO_LONG: "line_is_short_enough",
    TextFault.KEYWORD_BY_PREFIX: "words_are_whole",
    TextFault.MEMBERSHIP_BY_PREFIX: "words_are_whole",
    TextFault.FLAG_BY_PREFIX: "words_are_whole",
    TextFault.EMPTY_MEMBERSHIP: "membership_is_not_empty",
    TextFault.UNKNOWN_MEMBERSHIP: "membership_is_known",
    TextFault.UNKNOWN_FLAG: "flag_is_known",
    TextFault.BAD_FLAG_VALUE: "flag_value_is_sound",
    TextFault.ENTRIES_AFTER_MGID: "group_stands_alone",
    TextFault.MGID_WITHOUT_FLAG: "group_has_a_flag",
    TextFault.MISSING_COMMA: "entries_are_separated",
    TextFault.NOT_A_COMMENT: "is_no_foreign_comment",
    TextFault.NAME_TOO_LONG: "name_is_as_written",
    TextFault.NAME_IS_KEY: "name_is_as_written",
    TextFault.NAME_LIKE_DEFAULT: "name_is_as_written",
    TextFault.KEY_CUT: "key_is_as_written",
    TextFault.KEY_ZERO: "key_is_as_written",
    TextFault.GUID_NOT_HEXADECIMAL: "guid_is_as_written",
    TextFault.GUID_TOO_LONG: "guid_is_as_written",
    TextFault.MGID_NOT_MULTICAST: "group_is_made",
    TextFault.IP_GROUP_DIFFERS: "group_is_made",
    TextFault.FLAGS_OF_LATER_DEFINITION: "flags_of_definition_count",
}
"""Which fact each fault makes false; every fault has one."""

_REFUSED = "; OpenSM rejects the whole file and makes every port a full member of 0x7fff"
_OUTCOMES = {
    ParserAction.FATAL: _REFUSED,
    ParserAction.FRAGILE: "; it is harmless only while the lines above stay unchanged",
}


def text_state(doubtful: DoubtfulText) -> PartitionTextState:
    """Return a piece of text as rules see it."""
    return _state(
        doubtful.text, doubtful.because, _OUTCOMES.get(doubtful.action, ""), doubtful.source, _FACTS[doubtful.fault]
    )


def healthy_text(source: Source) -> PartitionTextState:
    """Return a file that OpenSM takes as it stands."""
    return _state("everything", "", "", source, "")


def _state(text: str, because: str, outcome: str, source: Source, wrong: str) -> PartitionTextState:
    facts: dict[str, Fact[bool]] = {name: Stated(name != wrong, source) for name in set(_FACTS.values())}
    return PartitionTextState(text, because, outcome, outcome == _REFUSED, **facts)

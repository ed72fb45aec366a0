"""Whether a text is a file of OpenSM: by what is in it, or by its name where it is too broken to tell."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from roce_lint.infiniband.opensm.command_line import is_command_line
from roce_lint.infiniband.opensm.file_names import is_options_file_name, is_partition_file_name
from roce_lint.infiniband.opensm.option_table import EVERY_OPTION
from roce_lint.text.patterns import lazy_pattern

_HEAD_CHARACTERS = 200_000
_BEGINNING_CHARACTERS = 4_000
_STATEMENTS = 50
_OPTION_LINES = 200
_TOP_COMMENTS = lazy_pattern(r"\ufeff?(?:[ \t\r\n]++|#[^\n]*+\n)*+")
_COMMENT = lazy_pattern(r"#[^\n]*")
_HEADER = lazy_pattern(r"([^=,:;]{0,200})(=\s*(?:0[xX][0-9a-fA-F]+|\d+)\s*)?((?:,[^,:;]*)*)")
_MEMBER = lazy_pattern(r"\s*(?:0[xX][0-9a-fA-F]{1,16}|ALL(?:_\w+)?|SELF|NONE|mgid\s*=[^,\n]+)\s*(?:=\s*\w*\s*)?")
_FLAG = lazy_pattern(r",\s*(?:ipoib|indx0|defmember\s*=|mtu\s*=|rate\s*=|sl\s*=|scope\s*=)")
_POLICY_SECTION = lazy_pattern(
    r"^[ \t]*+(qos-ulps|port-groups|qos-setup|qos-levels|qos-match-rules)[ \t]*+(?:#[^\n]*+)?$", re.MULTILINE
)
_POLICY_NAME = lazy_pattern(r"(?:^|[/\\])[^/\\]*qos-policy[^/\\]*\.conf$", re.I)
_EVERYDAY = frozenset({"guid", "console", "console_port", "qos", "daemon", "log_file", "log_prefix", "lmc", "perfmgr"})
"""Options whose names other programs use as well."""


def is_partitions(path: str, text: str) -> bool:
    """Say whether a text is a partitions.conf."""
    if is_partition_file_name(path):
        return not _looks_like_options(text)
    if not any(_is_definition(one) for one in _statements(_beginning(text), 2)):
        return False
    judged = [_is_definition(one) for one in _statements(text[:_HEAD_CHARACTERS], _STATEMENTS)]
    return judged.count(True) > judged.count(False)


def _beginning(text: str) -> str:
    """Return the text behind the comments at its top: enough to see what begins there, and cheap to look at."""
    found = _TOP_COMMENTS.match(text, 0, _HEAD_CHARACTERS)
    start = found.end() if found else 0
    return text[start : min(start + _BEGINNING_CHARACTERS, _HEAD_CHARACTERS)]


def _statements(text: str, most: int) -> Iterator[str]:
    parts = _COMMENT.sub("", text).split(";", most)
    return islice((one for one in parts if one.strip()), most)


def _is_definition(statement: str) -> bool:
    """Say whether a statement has the header and the members of a partition; a name and a colon are not enough."""
    header, colon, body = statement.partition(":")
    found = _HEADER.fullmatch(header.strip())
    if not colon or not found or "\n" in header.strip():
        return False
    says_partition = bool(found[2]) or bool(_FLAG.search(found[3])) or found[1].strip() == "Default"
    entries = [entry for entry in re.split(r"[,\n]", body) if entry.strip()]
    if not entries:
        return says_partition
    others = 0
    for entry in entries:
        others += not _MEMBER.fullmatch(entry)
        if others * 2 >= len(entries):
            return False
    return says_partition or len(entries) - others >= 2


def is_opensm_conf(path: str, text: str) -> bool:
    """Say whether a text is an opensm.conf, or gives OpenSM options as flags."""
    return is_command_line(path, text) or _looks_like_options(text) or is_options_file_name(path)


def is_qos_policy(path: str, text: str) -> bool:
    """Say whether a text is a QoS policy file of OpenSM: it opens a section, and closes it or is called so."""
    opened = _POLICY_SECTION.search(text)
    return opened is not None and (f"end-{opened[1]}" in text or bool(_POLICY_NAME.search(path)))


def _looks_like_options(text: str) -> bool:
    known: set[str] = set()
    lines = hits = 0
    for line in _beginning_lines(text):
        words = line.partition("#")[0].split(maxsplit=1)
        if not words:
            continue
        lines += 1
        if words[0] in EVERY_OPTION:
            hits += 1
            known.add(words[0])
        elif (lines == _OPTION_LINES // 10 and not known) or lines - 2 * hits >= _OPTION_LINES - lines:
            # Even if every line that is still looked at were an option, too few would be.
            return False
        if lines == _OPTION_LINES:
            break
    return hits * 2 > lines and bool(known - _EVERYDAY)


def _beginning_lines(text: str) -> Iterator[str]:
    """Yield the lines of a text one by one, so that whoever has seen enough need not split all of it."""
    at, end = 0, min(len(text), _HEAD_CHARACTERS)
    while at < end:
        stop = text.find("\n", at, end)
        stop = end if stop < 0 else stop
        yield text[at:stop]
        at = stop + 1

"""By what a text is known to be a configuration of NVUE."""

from __future__ import annotations

from roce_lint.os.contract import FoundMarks
from roce_lint.os.cumulus.linux_files import is_linux_file
from roce_lint.text.patterns import lazy_pattern

SIGNS = ("nv set ", "nv unset ", "nvue-api-version", "- set:", "set:")
_COMMAND = lazy_pattern(r"^(?:[^\n\w]*[\w.-]+@[\w.-]+[^\n]*?[$#] *|- +|sudo +)?nv +(?:set|unset) [a-z]", 8)
_HEADER = lazy_pattern(r"^ *(?:- )?nvue-api-version:|^ *version: +Cumulus Linux", 8)
_TREE = lazy_pattern(r"^(?:- )?set:[ \t]*\r?\n", 8)
_SECTION = lazy_pattern(r"^ {2,8}(?:interface|qos|bridge|router|vrf|system|nve|evpn|mlag):[ \t]*\r?$", 8)
_BARE = lazy_pattern(r"^(?:interface|qos|bridge|router|vrf|system|nve|evpn|mlag):[ \t]*\r?$", 8)
_JSON = lazy_pattern(
    r'"nvue-api-version"|"(?:swp|peerlink|bond)\d*[\ds,-]*"\s*:\s*\{|"roce"\s*:\s*\{\s*"(?:enable|state|mode)"'
)
_PORT = lazy_pattern(r"^ +(?:\? )?swp\d", 8)
_DPU = lazy_pattern(r'^\s*"?(?:pf\d+(?:hpf|vf\d+|dpu\d+)_if|p[01]_if|p[01]_sf(?:_r)?)\b', 8)
_BEGINNING_CHARACTERS = 20_000


def at_a_glance(head: str) -> bool:
    """Say whether a text is plainly of NVUE."""
    beginning = head[:_BEGINNING_CHARACTERS]
    if is_linux_file(head):
        return True
    if "nv " in beginning and _COMMAND.search(beginning):
        return True
    if "set:" in beginning and _TREE.search(beginning) and _SECTION.search(head):
        return True
    return "nvue" in beginning and bool(_HEADER.search(beginning))


def by_marks(head: str, found: FoundMarks) -> bool:
    """Say whether commands stand somewhere in a text, or a tree of NVUE stands alone."""
    if not found.signs.isdisjoint(SIGNS[:2]) and _COMMAND.search(head):
        return True
    return len(set(_BARE.findall(head))) >= 1 and bool(_PORT.search(head))


def in_json(head: str) -> bool:
    """Say whether a JSON text is of NVUE."""
    return bool(_JSON.search(head))


def is_of_dpu(text: str) -> bool:
    """Say whether a configuration is of HBN, which runs on BlueField: its ports are functions of the host."""
    return bool(_DPU.search(text[:400_000]))

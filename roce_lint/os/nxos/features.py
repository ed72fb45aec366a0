"""Lines that NX-OS refuses because the feature they belong to is not enabled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set

from roce_lint.model.device import RefusedSetting
from roce_lint.model.fact import Source
from roce_lint.text.lines import Line
from roce_lint.text.patterns import lazy_pattern

# Cisco Nexus 9000 configuration guides: each begins with the feature that has to be enabled.
_SECTIONS = (
    ("router bgp ", "bgp"),
    ("router ospf ", "ospf"),
    ("router ospfv3 ", "ospfv3"),
    ("router isis ", "isis"),
    ("vpc domain ", "vpc"),
    ("interface nve", "nv overlay"),
)
_BEGINNINGS = tuple(beginning for beginning, _ in _SECTIONS)
_OF_INTERFACES = (
    ("ip router ospf ", "ospf"),
    ("ip router isis ", "isis"),
)
_WORDS_OF_INTERFACES = ("channel-group ", "ip router ", "send-tlv")
_GATEWAY = lazy_pattern(r"interface [Vv]lan ?(\d+)")
_BFD_OF_SESSIONS = ("neighbor ", "template peer")
_LACP = lazy_pattern(r"channel-group \d+ (?:force )?mode (?:active|passive)")
_FEWEST = 2


def refused_without_feature(
    sections: Sequence[Line], enabled: Set[str], file: str, *, is_whole: bool
) -> Iterator[RefusedSetting]:
    """Yield the first line of each feature that is used and is not among those `enabled`, in order of place.

    `is_whole`: the file is a running-config. Other files are asked only where they enable several features themselves:
    else they are excerpts. VLAN 1 has an interface from the start.
    """
    if not enabled or (not is_whole and len(enabled) < _FEWEST):
        return
    result: set[str] = set()
    for line in sections:
        for used, feature in _used(line):
            if feature not in enabled and feature not in result:
                result.add(feature)
                place = Source(file, used.number, used.number)
                yield RefusedSetting(used.text, f"`feature {feature}` is not enabled", place)


def _used(section: Line) -> Iterator[tuple[Line, str]]:
    """Yield the lines of a section that belong to a feature, with its name."""
    text = section.text
    if text.startswith(_BEGINNINGS):
        yield section, next(feature for beginning, feature in _SECTIONS if text.startswith(beginning))
    if text.startswith("router bgp "):
        yield from _of_sessions(section)
    if text[:9].lower() != "interface":
        return
    gateway = _GATEWAY.fullmatch(text) if "lan" in text else None
    if gateway and gateway[1] != "1":
        yield section, "interface-vlan"
    # Most interfaces are never taken apart.
    if not any(map(section.may_say, _WORDS_OF_INTERFACES)):
        return
    for line in section.children:
        if line.text.startswith("priority-flow-control mode ") and line.text.endswith(" send-tlv"):
            yield line, "lldp"
        if _LACP.fullmatch(line.text):
            yield line, "lacp"
        for beginning, feature in _OF_INTERFACES:
            if line.text.startswith(beginning):
                yield line, feature


def _of_sessions(section: Line) -> Iterator[tuple[Line, str]]:
    """Yield the first line by which BGP sessions use BFD: only `feature bfd` knows the word."""
    if not section.may_say("bfd"):
        return
    for neighbor in section.walk():
        if neighbor.text.startswith(_BFD_OF_SESSIONS):
            for line in neighbor.children:
                if line.text == "bfd":
                    yield line, "bfd"
                    return

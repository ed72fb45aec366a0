"""Which lines of a configuration a device takes: not what it refuses or never reads, nor what a later line takes back.

Sources: Arista EOS User Manual, Command-Line Interface (`end` leaves configuration, `default interface` resets an
interface, `no interface` resets or removes it, event handlers run their actions later) and Configure Session (nothing
of a session is in force before `commit`); Cisco Nexus 9000 Fundamentals and System Management Configuration Guides
(`end`, `default interface`, Embedded Event Manager, Scheduler, Session Manager, Graceful Insertion and Removal).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass

_ODD = lazy_pattern(r"[^\S \t\r\n]|(?![0-9])\d")
"""Blanks that a device does not split words at, and digits of other scripts."""
_FREE_TEXT = lazy_pattern(
    r"[ \t]*(?:[!#]|(?:\S+[ \t]+){0,3}?(?:description|remark|alias|banner|location|contact|name|comment|message)\b)"
)
_END = lazy_pattern(r"^[ \t]*end[ \t\r]*$", re.MULTILINE | re.IGNORECASE)
_ON_ALL = lazy_pattern(
    r"^[ \t]*(?:(?:\S+[#>][ \t]*)?(?:abort|rollback|conf(?:ig|igure)?[ \t]+(?:replace|checkpoint[ \t]+restore"
    r")"
    r"|copy[ \t]+(?!run)\S+[ \t]+running-config|(?:write[ \t]+)?erase\b|reload|switchto[ \t]+vdc"
    r"|clear[ \t]+qos[ \t]+policies|(?:no|default)[ \t]+system[ \t]+qos))(?=\s|$)[^\n]*",
    re.MULTILINE | re.IGNORECASE,
)
_PROFILE = lazy_pattern(
    r"^conf(?:ig|igure)?[ \t]+maintenance[ \t]+profile[^\n]*"
    r"(?=(?:\n(?:[ \t!][^\n]*+)?+)++(?!conf|end\b|no[ \t]+conf)[a-z])",
    re.MULTILINE,
)
"""A profile of maintenance mode that no `configure terminal` ends before the next block."""
_PUTS_OFF = lazy_pattern(
    r"^(?:\S+[#>][ \t]*)?(?:(?P<session>conf(?:ig|igure)?[ \t]+session\b)|scheduler[ \t]+job[ \t]+name[ \t])",
    re.MULTILINE,
)
_COMMITS = lazy_pattern(r"[ \t]*(?:\S+[#>][ \t]*)?(?P<word>commit|abort|end-job|end)\b[^\n]*")
_AGAIN = lazy_pattern(r"[ \t]*(?:\S+[#>][ \t]*)?(?:conf(?:igure|ig)?[ \t]+t(?:erminal)?|configure)[ \t\r]*")
_CONFIGURES = lazy_pattern(
    r"(?:interface|qos|class-map|policy-map|priority-flow-control|router|vlan|system|queue|hardware|platform|ip|ipv6|mac"
    r"|traffic-policies|no|default|hostname|switchname|errdisable|lldp|congestion-control|vrf)[ \t]\S"
)
_TAKES_BACK = lazy_pattern(
    r"^(?:no|default)[ \t]+int(?:erface|erfac|erfa|erf|er|e)?[ \t]+(?!breakout\b)(\S[^\n]*?)[ \t\r]*$", re.MULTILINE
)
_BEGINS = lazy_pattern(r"interface[ \t]+(\S.*?)[ \t\r]*")
_LATER = lazy_pattern(
    r"^(?:event-handler|event manager applet|scheduler job name|schedule)[ \t]+[^\n]*"
    r"(?:\n(?!!|interface |end-job)[^\n]*)*",
    re.MULTILINE,
)
_ENTERS = lazy_pattern(
    r"\b(?:FastCli|Cli|conf(?:ig|igure)?[ \t]+t|configure|copy (?!run)\S+ +running-config|clear qos|rollback)\b"
)
_MAY_ACT = lazy_pattern(r"^(?:event|schedule)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class NotTaken:
    """A line, numbered from 1, that the device does not take, or takes at another time, and why."""

    number: int
    text: str
    because: str


@dataclass(frozen=True, slots=True)
class LinesInForce:
    """A text in which lines that are not in force are blank, so that numbers stay, and what is to be said of them."""

    text: str
    not_taken: tuple[NotTaken, ...]


def lines_in_force(text: str, names: Callable[[str], Sequence[str]]) -> LinesInForce:
    """Return the lines that the device takes; `names` expands a name or a range of interfaces, empty for neither.

    Nearly every text comes back as it is. Linear in its length.
    """
    reports: list[NotTaken] = []
    if not text.isascii() or _ODD.search(text):
        text = _without_refused(text, reports)
    if _PUTS_OFF.search(text):
        text = _without_put_off(text, reports)
    if _END.search(text):
        text = _up_to_the_end(text, reports)
    if _TAKES_BACK.search(text):
        text = _without_taken_back(text, names, reports)
    return LinesInForce(text, tuple(reports))


def _without_refused(text: str, reports: list[NotTaken]) -> str:
    lines = text.split("\n")
    for number, line in enumerate(lines):
        odd = _ODD.search(line.rstrip("\r"))
        if odd and not _FREE_TEXT.match(line):
            because = f"the device refuses it: U+{ord(odd[0]):04X} is neither a blank nor a digit to it"
            reports.append(NotTaken(number + 1, line.strip(), because))
            lines[number] = ""
    return "\n".join(lines)


def _without_put_off(text: str, reports: list[NotTaken]) -> str:
    """Blank the lines of sessions that nothing commits, and of jobs of the scheduler up to `end-job`."""
    lines = text.split("\n")
    first, session, own = -1, False, list[NotTaken]()
    for number, line in enumerate(lines):
        ends = _COMMITS.fullmatch(line) if first >= 0 else None
        if ends and (ends["word"] == "end-job") != session:
            if ends["word"] != "commit":
                lines[first : number + 1] = [""] * (number + 1 - first)
                reports += own
            first = -1
            continue
        found = _PUTS_OFF.match(line) if first < 0 else None
        if found:
            first, session, own = number, found["session"] is not None, []
        elif first >= 0 and session and _CONFIGURES.match(line.lstrip(" \t")):
            because = "it belongs to a configuration session that nothing commits, and is not in force"
            own.append(NotTaken(number + 1, line.strip(), because))
    if first >= 0 and session:
        lines[first:] = [""] * (len(lines) - first)
        reports += own
    return "\n".join(lines)


def _up_to_the_end(text: str, reports: list[NotTaken]) -> str:
    """Blank what follows `end`, up to a line that enters configuration again."""
    lines = text.split("\n")
    ended = False
    for number, line in enumerate(lines):
        if ended:
            if _AGAIN.fullmatch(line):
                ended = False
            elif _CONFIGURES.match(line.lstrip(" \t")):
                because = "it follows `end`, where the device stops reading"
                reports.append(NotTaken(number + 1, line.strip(), because))
            lines[number] = ""
        elif line.strip(" \t\r").lower() == "end":
            ended = True
    return "\n".join(lines)


def _without_taken_back(text: str, names: Callable[[str], Sequence[str]], reports: list[NotTaken]) -> str:
    """Blank the blocks of interfaces that a later `default interface` or `no interface` resets."""
    lines = text.split("\n")
    blocks: dict[str, list[tuple[int, int, frozenset[str]]]] = {}
    for first, last, header in _interface_blocks(lines):
        found = _TAKES_BACK.fullmatch(header)
        if found is None:
            begins = _BEGINS.fullmatch(header)
            own = _listed(begins[1], names) if begins else frozenset[str]()
            for name in own:
                blocks.setdefault(name, []).append((first, last, own))
            continue
        reset = _listed(found[1], names)
        if not reset:
            reports.append(NotTaken(first + 1, header, "which interfaces it resets is not known"))
        lines[first] = ""
        for block in {block for name in reset for block in blocks.pop(name, ())}:
            if block[2] <= reset:
                lines[block[0] : block[1]] = [""] * (block[1] - block[0])
            else:
                because = (
                    f"it resets a part of the interfaces that line {block[0] + 1} configures, which is not evaluated"
                )
                reports.append(NotTaken(first + 1, header, because))
    return "\n".join(lines)


def _listed(text: str, names: Callable[[str], Sequence[str]]) -> frozenset[str]:
    """Return the interfaces of a range, or of a list of whole names; empty where one is no name."""
    if found := names(text):
        return frozenset(found)
    parts = [names(part.strip()) for part in text.split(",")]
    return frozenset(name for part in parts for name in part) if all(parts) else frozenset()


def _interface_blocks(lines: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """Yield first line, line after the last, and header of every block that begins or resets interfaces."""
    first, header = -1, ""
    for number, line in enumerate(lines):
        if not line or line[0] in " \t\r!":
            continue
        if header:
            yield first, number, header
        is_one = line.startswith(("interface", "default", "no"))
        first, header = number, line.rstrip(" \t\r") if is_one else ""
    if header:
        yield first, len(lines), header


def actions_run_later(text: str) -> tuple[NotTaken, ...]:
    """Return event handlers, applets and jobs that enter configuration, and commands that replace or drop all of it."""
    acts = _MAY_ACT.search(text) or _ON_ALL.search(text) or "maintenance" in text
    return tuple(_later(text)) if acts else ()


def _later(text: str) -> Iterator[NotTaken]:
    for found in _ON_ALL.finditer(text):
        because = "it acts on the configuration as a whole, and is not evaluated"
        yield NotTaken(text.count("\n", 0, found.start()) + 1, found[0].strip(), because)
    for found in _PROFILE.finditer(text):
        because = "which of the lines behind it belong to the profile is not known, and they are not evaluated as such"
        yield NotTaken(text.count("\n", 0, found.start()) + 1, found[0].strip(), because)
    because = "its actions enter configuration when they run, and are not evaluated"
    for found in _LATER.finditer(text):
        if _ENTERS.search(found[0]):
            number = text.count("\n", 0, found.start()) + 1
            yield NotTaken(number, found[0].partition("\n")[0].strip(), because)

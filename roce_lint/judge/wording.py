"""The words of a rule with facts filled in: `priority {queue.priority} is lossless`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from typing import TypeAlias

from roce_lint.errors import Problem, RuleError
from roce_lint.judge.deciding import find_evidence
from roce_lint.judge.threshold import THRESHOLD, RuleThreshold, shown_number
from roce_lint.judge.vocabulary import FactPath, UnknownName, Vocabulary
from roce_lint.model.fact import Unknown
from roce_lint.model.judged import Variables
from roce_lint.values import dataclass

_WordingPart: TypeAlias = str | FactPath | RuleThreshold


@dataclass(frozen=True, slots=True)
class Wording:
    """A text whose parts are words, facts and thresholds."""

    text: str
    parts: tuple[_WordingPart, ...]

    def filled(self, variables: Variables) -> str:
        """Return the text with the value of every fact in it; an unknown fact reads `unknown`."""
        return "".join(_filled(part, variables) for part in self.parts)

    @property
    def general(self) -> str:
        """Return the text as it is for any object, with what a fact would say in angle brackets: `<traffic class>`."""
        return "".join(_general(part) for part in self.parts)


_SPELLED = {"asn": "AS number", "cnps": "CNPs", "dscps": "DSCPs", "kmax": "Kmax", "kmin": "Kmin", "pmax": "Pmax"}
_ACRONYMS = frozenset(
    ("bfd", "cnp", "dscp", "ecn", "fec", "gid", "ip", "mac", "mtu", "nic", "pcp", "pfc", "tos", "vlan", "vni", "vrf")
)
_UNNAMED = frozenset(("index", "name", "number", "text"))
"""Last words of facts that say which thing it is, and not what of it."""
_UNITS = frozenset(("bytes", "gbps", "m", "ms", "ns", "percent", "us"))


def _general(part: _WordingPart) -> str:
    match part:
        case str():
            return part
        case RuleThreshold(value=value):
            return shown_number(value)
        case _:
            variable, _, name = part.name.rpartition(".")
            words = (variable if name in _UNNAMED else name.removesuffix("_as_stated")).split("_")
            words = words[:-1] if words[-1] in _UNITS and len(words) > 1 else words
            return f"<{' '.join(_SPELLED.get(one, one.upper() if one in _ACRONYMS else one) for one in words)}>"


def _filled(part: _WordingPart, variables: Variables) -> str:
    match part:
        case str():
            return part
        case RuleThreshold(value=value):
            return shown_number(value)
        case _:
            return printed(find_evidence(part, variables).value)


def parse_wording(text: str, scope: str, vocabulary: Vocabulary, thresholds: Sequence[RuleThreshold] = ()) -> Wording:
    """Return the wording with its `{dotted.names}` resolved in `scope`; `{{` and `}}` are plain braces.

    Raises RuleError for an unknown name, a format or a conversion; the column counts from 1 in `text`.
    """
    # Kept rules are worded already.
    import string

    parts: list[_WordingPart] = []
    try:
        fields = list(string.Formatter().parse(text))
    except ValueError as error:
        raise RuleError(Problem("", 0, 1, f"{error}; write {{{{ and }}}} for plain braces")) from error
    for words, name, specification, conversion in fields:
        if words:
            parts.append(words)
        if name is None:
            continue
        column = text.find("{" + name) + 2
        if specification or conversion:
            raise RuleError(
                Problem("", 0, column, f"{{{name}}} takes no format and no conversion; write the name only")
            )
        known = next((one for one in thresholds if name == f"{THRESHOLD}.{one.name}"), None)
        if known is not None:
            parts.append(known)
            continue
        try:
            parts.append(vocabulary.resolve(scope, name))
        except UnknownName as error:
            raise RuleError(Problem("", 0, column, str(error))) from error
    return Wording(text, tuple(parts))


def printed(value: object) -> str:
    """Return a fact's value for people: yes and no, Enum values, sorted sets, numbers without needless digits."""
    match value:
        case Unknown():
            return "unknown"
        case bool():
            return "yes" if value else "no"
        case Enum():
            return str(value.value)
        case float():
            return str(int(value)) if value.is_integer() else f"{value:.4g}"
        case frozenset() | tuple():
            return _printed_members(value)
        case _:
            return str(value)


def _printed_members(members: Iterable[object]) -> str:
    """Return the members in order, numbers by size."""
    ordered = sorted(
        members, key=lambda member: (0, member, "") if isinstance(member, (int, float)) else (1, 0, str(member))
    )
    return ", ".join(printed(member) for member in ordered) or "none"

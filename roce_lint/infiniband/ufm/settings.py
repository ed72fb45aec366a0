"""`gv.cfg`, UFM's settings in INI form: the sections that concern partitions and keys."""

from __future__ import annotations

import re

from roce_lint.infiniband.managed import UfmSettings
from roce_lint.infiniband.partition import Membership
from roce_lint.model.device import UnreadLine
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.model.reading import Reading
from roce_lint.text.device_names import device_name_from_path
from roce_lint.text.document import Document

_SECTION = re.compile(r"\s*\[(?P<name>[^\]]+)\]\s*")
_OPTION = re.compile(r"\s*(?P<name>[\w.-]+)\s*[=:]\s*(?P<value>.*?)\s*")
_START = re.compile(r"^[ \t]*+\[(?:MngNetwork|SubnetManager)\]", re.MULTILINE)
_WORDS = {"true": True, "yes": True, "1": True, "on": True, "false": False, "no": False, "0": False, "off": False}
_NOT_IN_FILE = "gv.cfg does not carry it; UFM's answer to app/smconf does"


def is_gv_cfg(text: str) -> bool:
    """Return whether a text has one of the sections that are read."""
    return _START.search(text) is not None


def read_gv_cfg(document: Document) -> Reading:
    """Read the membership of the default partition and the options for keys; other options are left alone."""
    values: dict[tuple[str, str], tuple[str, Source]] = {}
    sections: dict[str, Source] = {}
    unread: list[UnreadLine] = []
    section = ""
    for number, line in enumerate(document.text.splitlines(), 1):
        source = Source(document.path, number, number)
        text = line.strip()
        if not text or text.startswith(("#", ";")):
            continue
        if found := _SECTION.fullmatch(line):
            section = found["name"]
            sections.setdefault(section, source)
        elif found := _OPTION.fullmatch(line):
            values[section, found["name"]] = (found["value"], source)
        elif section in ("MngNetwork", "SubnetManager"):
            unread.append(UnreadLine("", source, text[:200], "no section and no option of an INI file"))
    whole = Source(document.path, 1, 1)

    def unsaid(section: str) -> Source:
        return sections.get(section, whole)

    membership = _membership(values, unsaid("MngNetwork"), unread)
    facts = UfmSettings(
        device=device_name_from_path(document.path) or "UFM",
        default_membership=membership,
        m_key_per_port=_flag(values, "m_key_per_port", unsaid("SubnetManager"), unread),
        randomize_sa_key=_flag(values, "randomize_sa_key", unsaid("SubnetManager"), unread),
        m_key=Unknown(_NOT_IN_FILE, whole),
        sm_key=Unknown(_NOT_IN_FILE, whole),
        sa_key=Unknown(_NOT_IN_FILE, whole),
        subnet_prefix=Unknown(_NOT_IN_FILE, whole),
        source=whole,
    )
    return Reading((), (), tuple(unread), (facts,))


_Values = dict[tuple[str, str], tuple[str, Source]]


def _membership(values: _Values, place: Source, unread: list[UnreadLine]) -> Fact[Membership]:
    text, source = values.get(("MngNetwork", "default_membership"), ("", place))
    words = {"full": Membership.FULL, "limited": Membership.LIMITED}
    if text.lower() in words:
        return Stated(words[text.lower()], source)
    if text:
        unread.append(UnreadLine("", source, f"default_membership = {text}", "known values are full and limited"))
        return Unknown(f"{text[:40]!r} is neither full nor limited", source)
    return Default(Membership.FULL, source, "UFM's default for default_membership is full")


def _flag(values: _Values, name: str, place: Source, unread: list[UnreadLine]) -> Fact[bool]:
    text, source = values.get(("SubnetManager", name), ("", place))
    if text.lower() in _WORDS:
        return Stated(_WORDS[text.lower()], source)
    if text:
        unread.append(UnreadLine("", source, f"{name} = {text}", "known values are true and false"))
        return Unknown(f"{text[:40]!r} is neither true nor false", source)
    return Default(False, source, f"{name} is off where gv.cfg does not state it")

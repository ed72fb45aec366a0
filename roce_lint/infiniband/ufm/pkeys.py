"""UFM's REST: the list of P_Keys, one P_Key, the body of a request that makes one, and the keys of its manager."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from roce_lint.infiniband.ib_records import NOT_SAID
from roce_lint.infiniband.managed import (
    Authority,
    ManagedMember,
    ManagedPartition,
    ManagedPartitions,
    UfmSettings,
)
from roce_lint.infiniband.partition import Membership
from roce_lint.model.device import UnreadLine
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.model.reading import Reading
from roce_lint.text.device_names import device_name_from_path
from roce_lint.text.document import Document

_KEY = re.compile(r"0[xX][0-9a-fA-F]{1,4}")
_GUID = re.compile(r"(?:0[xX])?[0-9a-fA-F]{16}")
_MEMBERSHIPS = {"full": Membership.FULL, "limited": Membership.LIMITED, "both": Membership.BOTH}
_KILOBYTE = 1024
_REQUEST_DEFAULTS = "UFM's default for a request that does not state it"
_MARKS = ('"ip_over_ib"', '"guids"', '"membership"', '"qos_conf"')


def is_ufm_json(text: str) -> bool:
    """Return whether a text is JSON of one of these forms, by its keys."""
    if not text.lstrip().startswith("{"):
        return False
    if '"subnet_prefix"' in text and '"sm_key"' in text:
        return True
    if not any(mark in text for mark in _MARKS):
        return False
    try:
        return bool(_partition_objects(json.loads(text)))
    except (ValueError, RecursionError):
        return '"partition"' in text or '"pkey"' in text


def read_ufm_json(document: Document) -> Reading:
    """Read the answer or the request; what is not understood in it is unread."""
    try:
        tree: object = json.loads(document.text)
    except (ValueError, RecursionError) as fault:
        line = fault.lineno if isinstance(fault, json.JSONDecodeError) else 1
        place = Source(document.path, line, line)
        return Reading((), (), (UnreadLine("", place, "", f"this is not JSON: {fault}"),))
    reader = _Reader(document)
    if isinstance(tree, dict) and "subnet_prefix" in tree and "sm_key" in tree:
        return Reading((), (), (), (reader.settings(tree),))
    partitions = tuple(reader.partition(key, one) for key, one in _partition_objects(tree))
    is_request = isinstance(tree, dict) and "pkey" in tree
    authority = Authority.UFM_REQUEST if is_request else Authority.UFM
    facts = ManagedPartitions(authority, reader.device, partitions, Source(document.path, 1, 1))
    return Reading((), (), tuple(reader.unread), (facts,))


def _partition_objects(tree: object) -> list[tuple[str, Mapping[str, object]]]:
    """Return partitions with their keys: of a list by key, of a request, or of one answer that leaves the key out."""
    if not isinstance(tree, dict):
        return []
    if "guids" in tree and ("pkey" in tree or "partition" in tree or "ip_over_ib" in tree):
        return [(str(tree.get("pkey", "")), tree)]
    found: list[tuple[str, Mapping[str, object]]] = []
    for key, value in tree.items():
        if isinstance(value, dict) and _KEY.fullmatch(str(key)) and {"partition", "guids", "ip_over_ib"} & value.keys():
            found.append((str(key), value))
    return found


class _Reader:
    """Reads partitions and finds the line of each value, searching forwards in the text."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.device = device_name_from_path(document.path) or "UFM"
        self.unread: list[UnreadLine] = []
        self._position = 0
        self._counted = 0
        self._line = 1

    def _place(self, word: str) -> Source:
        """Return the line of the next occurrence of a word; the last line found where it does not come again."""
        found = self.document.text.find(word, self._position)
        if found >= 0:
            self._line += self.document.text.count("\n", self._counted, found)
            self._position, self._counted = found, found
        return Source(self.document.path, self._line, self._line)

    def partition(self, key: str, one: Mapping[str, object]) -> ManagedPartition:
        """Return one partition."""
        source = self._place(f'"{key}"' if key else "{")
        is_request = "pkey" in one
        default: Fact[Membership] = self._membership(one.get("membership"), source, is_request)
        at_index_0 = self._flag(one.get("index0"), source, False, is_request)
        qos = one.get("qos_conf")
        limits = qos if isinstance(qos, dict) else {}
        return ManagedPartition(
            name=str(one.get("partition", "")),
            key=Stated(int(key, 16), source) if _KEY.fullmatch(key) else Unknown("the answer names no key", source),
            is_ipoib=self._flag(one.get("ip_over_ib"), source, True, is_request),
            default_membership=default,
            at_index_0=at_index_0,
            mtu_bytes=self._kilobytes(limits.get("mtu_limit"), source),
            rate_gbps=self._number(limits.get("rate_limit"), source),
            members=self._members(one, default, at_index_0),
            source=source,
        )

    def _members(
        self, one: Mapping[str, object], default: Fact[Membership], index_0: Fact[bool]
    ) -> tuple[ManagedMember, ...]:
        rows = one.get("guids")
        words = one.get("memberships")
        found = []
        for number, row in enumerate(rows if isinstance(rows, list) else []):
            text = row.get("guid") if isinstance(row, dict) else row
            place = self._place(f'"{text}"')
            if not isinstance(text, str) or not _GUID.fullmatch(text):
                self.unread.append(UnreadLine(self.device, place, str(row)[:200], "no GUID of 16 digits"))
                continue
            membership, index = default, index_0
            if isinstance(row, dict):
                membership = self._membership(row["membership"], place, False) if "membership" in row else default
                index = self._flag(row.get("index0"), place, False, False) if "index0" in row else index_0
            elif isinstance(words, list) and number < len(words):
                membership = self._membership(words[number], place, False)
            found.append(ManagedMember(int(text, 16), membership, index, place))
        return tuple(found)

    def _membership(self, value: object, source: Source, is_request: bool) -> Fact[Membership]:
        if value is None:
            return Default(Membership.FULL, source, _REQUEST_DEFAULTS) if is_request else NOT_SAID
        word = str(value).lower()
        if word in _MEMBERSHIPS:
            return Stated(_MEMBERSHIPS[word], source)
        self.unread.append(UnreadLine(self.device, source, str(value)[:200], "known memberships: full, limited, both"))
        return Unknown(f"{word[:40]!r} is no membership", source)

    def _flag(self, value: object, source: Source, default: bool, is_request: bool) -> Fact[bool]:
        if isinstance(value, bool):
            return Stated(value, source)
        return Default(default, source, _REQUEST_DEFAULTS) if is_request and value is None else NOT_SAID

    def _kilobytes(self, value: object, source: Source) -> Fact[int]:
        if isinstance(value, int | float) and not isinstance(value, bool):
            return Stated(int(value * _KILOBYTE), source)
        return NOT_SAID

    def _number(self, value: object, source: Source) -> Fact[float]:
        if isinstance(value, int | float) and not isinstance(value, bool):
            return Stated(float(value), source)
        return NOT_SAID

    def settings(self, tree: Mapping[str, object]) -> UfmSettings:
        """Return the keys of the subnet manager from the answer to app/smconf."""
        whole = Source(self.document.path, 1, 1)
        places = {name: self._line_of(name) for name in ("subnet_prefix", "m_key", "sm_key", "sa_key")}
        numbers = {name: _number_of(tree.get(name), place) for name, place in places.items()}
        per_port = tree.get("m_key_per_port")
        word = str(per_port).lower()
        place = self._line_of("m_key_per_port")
        return UfmSettings(
            device=self.device,
            default_membership=Unknown("app/smconf does not carry it; gv.cfg does", whole),
            m_key_per_port=Stated(word in ("true", "1"), place) if word in ("true", "false", "0", "1") else NOT_SAID,
            randomize_sa_key=NOT_SAID,
            m_key=numbers["m_key"],
            sm_key=numbers["sm_key"],
            sa_key=numbers["sa_key"],
            subnet_prefix=numbers["subnet_prefix"],
            source=whole,
        )

    def _line_of(self, name: str) -> Source:
        found = self.document.text.find(f'"{name}"')
        line = self.document.text.count("\n", 0, max(found, 0)) + 1
        return Source(self.document.path, line, line)


def _number_of(value: object, source: Source) -> Fact[int]:
    """Return a key that UFM prints as a number or as a text with 0x."""
    if isinstance(value, int) and not isinstance(value, bool):
        return Stated(value, source)
    if isinstance(value, str) and re.fullmatch(r"0[xX][0-9a-fA-F]{1,16}|\d{1,20}", value):
        return Stated(int(value, 0) if value[:2].lower() == "0x" else int(value), source)
    return Unknown("the answer does not carry it as a number", source)

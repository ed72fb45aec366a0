"""`ib partition`, `ib sm` and `ib smnode` lines, and the answer to `show ib partition`.

Source of the commands: MLNX-OS user manual, InfiniBand chapters "Partition Keys" and "Subnet Manager".
"""

from __future__ import annotations

import re

from roce_lint.infiniband.ib_records import NOT_SAID
from roce_lint.infiniband.managed import (
    Authority,
    ManagedMember,
    ManagedPartition,
    ManagedPartitions,
    SwitchManager,
)
from roce_lint.infiniband.partition import DEFAULT_KEY, Membership
from roce_lint.model.device import UnreadLine
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.model.reading import Reading
from roce_lint.text.device_names import device_name_from_path
from roce_lint.text.document import Document
from roce_lint.values import dataclass, field

_START = re.compile(r"^[ \t]*+(?:no )?ib (?:partition|sm|smnode)\b", re.MULTILINE)
_SHOW_START = re.compile(r"^  \S[^\n]*\n\s+PKey\s*=\s*0x[0-9a-fA-F]+", re.MULTILINE)
_HOSTNAME = re.compile(r"^[ \t]*hostname (\S+)", re.MULTILINE)
_NAME = r'(?P<name>"[^"]+"|\S+)'
_PARTITION = re.compile(rf"ib partition {_NAME}(?P<rest>(?: .*)?)")
_MEMBER = re.compile(
    r"member (?P<who>ALL|SELF|(?:[0-9a-fA-F]{2}:){7}[0-9a-fA-F]{2})(?: type (?P<type>full|limited|both))?"
)
_SMNODE = re.compile(
    r"ib smnode (?P<name>\S+) (?:(?P<enable>enable|disable)|sm-priority (?P<priority>1[0-5]|\d)|create)"
)
_SHOW_KEY = re.compile(r"\s+PKey\s*=\s*(?P<key>0x[0-9a-fA-F]{1,4})\s*")
_SHOW_FLAG = re.compile(r"\s+(?P<name>ipoib|defmember|mtu|rate|sl|scope)\s*=\s*(?P<value>.*?)\s*", re.IGNORECASE)
_SHOW_GUID = re.compile(
    r"\s+GUID\s*=?\s*(?P<guid>ALL|SELF|\S{16,23})\s+(?:member\s*=\s*)?(?P<type>full|limited|both)\s*"
)
_WORDS = {one.value: one for one in Membership}
_MTU = {"256": 256, "512": 512, "1K": 1024, "2K": 2048, "4K": 4096}


def is_quantum(text: str) -> bool:
    """Return whether a text has commands of partitions or of the subnet manager, or the list of partitions."""
    return _START.search(text) is not None or _SHOW_START.search(text) is not None


@dataclass(slots=True)
class _Draft:
    name: str
    source: Source
    key: Fact[int] = NOT_SAID
    is_ipoib: Fact[bool] = NOT_SAID
    default_membership: Fact[Membership] = NOT_SAID
    mtu_bytes: Fact[int] = NOT_SAID
    members: dict[int, ManagedMember] = field(default_factory=dict)

    def partition(self) -> ManagedPartition:
        """Return the partition, with what the manual says holds where it is silent."""
        key = self.key
        if isinstance(key, Unknown) and self.name == "Default":
            key = Default(DEFAULT_KEY, self.source, "the partition Default has key 0x7fff")
        return ManagedPartition(
            self.name,
            key,
            self.is_ipoib,
            self.default_membership,
            NOT_SAID,
            self.mtu_bytes,
            NOT_SAID,
            tuple(self.members.values()),
            self.source,
        )


def read_quantum(document: Document) -> Reading:
    """Read commands or the answer; other commands of the switch are left alone, odd `ib` lines are unread."""
    named = _HOSTNAME.search(document.text)
    reader = _Reader(document, named[1] if named else device_name_from_path(document.path) or "switch")
    for number, line in enumerate(document.text.splitlines(), 1):
        reader.take(number, line)
    return Reading((), (), tuple(reader.unread), reader.facts())


class _Reader:
    """Collects partitions by name and what is said of the subnet manager."""

    def __init__(self, document: Document, device: str) -> None:
        self.document = document
        self.device = device
        self.unread: list[UnreadLine] = []
        self.drafts: dict[str, _Draft] = {}
        self.sm_enabled: Fact[bool] = NOT_SAID
        self.nodes: dict[str, tuple[Fact[bool], Fact[int]]] = {}
        self.allow_both: Fact[bool] = NOT_SAID
        self._shown: _Draft | None = None

    def take(self, number: int, line: str) -> None:
        """Read one line."""
        source = Source(self.document.path, number, number)
        words = " ".join(line.split())
        if re.match(r"(?:no )?ib (?:partition|sm|smnode)\b", words):
            if not self._command(words, source):
                because = "not understood as a command of partitions or of the subnet manager"
                self.unread.append(UnreadLine(self.device, source, words[:200], because))
        elif self._shown is not None or re.fullmatch(r"  \S.*", line):
            self._answer(line, source)

    def _command(self, words: str, source: Source) -> bool:
        off = words.startswith("no ")
        command = words.removeprefix("no ")
        if command in ("ib sm", "ib sm enable"):
            self.sm_enabled = Stated(not off, source)
        elif command == "ib sm allow-both-pkeys":
            self.allow_both = Stated(not off, source)
        elif found := _SMNODE.fullmatch(command):
            enabled, priority = self.nodes.get(found["name"], (NOT_SAID, NOT_SAID))
            if found["enable"]:
                enabled = Stated((found["enable"] == "enable") is not off, source)
            elif found["priority"]:
                priority = Stated(int(found["priority"]), source)
            self.nodes[found["name"]] = (enabled, priority)
        elif command.startswith("ib sm "):
            return True
        elif found := _PARTITION.fullmatch(command):
            return self._partition(found["name"].strip('"'), found["rest"].strip(), off, source)
        else:
            return False
        return True

    def _partition(self, name: str, rest: str, off: bool, source: Source) -> bool:
        if off and not rest:
            self.drafts.pop(name, None)
            return True
        draft = self.drafts.setdefault(name, _Draft(name, source))
        if found := re.fullmatch(r"pkey (0x[0-9a-fA-F]{1,4}|\d{1,5})(?: force)?", rest):
            draft.key = Stated(int(found[1], 0), source)
        elif found := re.fullmatch(r"defmember (full|limited|both)(?: force)?", rest):
            draft.default_membership = Stated(_WORDS[found[1]], source)
        elif re.fullmatch(r"ipoib(?: force)?", rest):
            draft.is_ipoib = Stated(not off, source)
        elif found := re.fullmatch(r"mtu (256|512|1K|2K|4K)(?: force)?", rest):
            draft.mtu_bytes = Stated(_MTU[found[1]], source)
        elif found := _MEMBER.fullmatch(rest.removesuffix(" force")):
            self._member(draft, found["who"], found["type"], off, source)
        else:
            return not rest or re.fullmatch(r"(?:rate|sl|scope) \S+(?: force)?", rest) is not None
        return True

    def _member(self, draft: _Draft, who: str, word: str | None, off: bool, source: Source) -> None:
        guid = 0 if who == "ALL" else -1 if who == "SELF" else int(who.replace(":", ""), 16)
        if off:
            draft.members.pop(guid, None)
            return
        membership: Fact[Membership] = Stated(_WORDS[word], source) if word else draft.default_membership
        draft.members[guid] = ManagedMember(guid, membership, NOT_SAID, source)

    def _answer(self, line: str, source: Source) -> None:
        """Read a line of `show ib partition`."""
        draft = self._shown
        if re.fullmatch(r"  \S.*", line):
            name = line.strip()
            self._shown = self.drafts.setdefault(name, _Draft(name, source))
        elif draft is None:
            return
        elif found := _SHOW_KEY.fullmatch(line):
            draft.key = Stated(int(found["key"], 16), source)
        elif found := _SHOW_GUID.fullmatch(line):
            who = found["guid"].removeprefix("0x").replace(":", "")
            if who not in ("ALL", "SELF") and not re.fullmatch(r"[0-9a-fA-F]{16}", who):
                self.unread.append(UnreadLine(self.device, source, line.strip()[:200], "no GUID of 16 digits"))
                return
            guid = {"ALL": 0, "SELF": -1}.get(who)
            number = int(who, 16) if guid is None else guid
            draft.members[number] = ManagedMember(number, Stated(_WORDS[found["type"]], source), NOT_SAID, source)
        elif found := _SHOW_FLAG.fullmatch(line):
            value = found["value"].lower()
            if found["name"].lower() == "ipoib" and value in ("yes", "no", "true", "false"):
                draft.is_ipoib = Stated(value in ("yes", "true"), source)
            elif found["name"].lower() == "defmember" and value in _WORDS:
                draft.default_membership = Stated(_WORDS[value], source)
        elif line.strip() and line.strip().lower() not in ("members", "members:"):
            self.unread.append(UnreadLine(self.device, source, line.strip()[:200], "no line of show ib partition"))

    def facts(self) -> tuple[ManagedPartitions | SwitchManager, ...]:
        """Return what the file says."""
        whole = Source(self.document.path, 1, 1)
        found: list[ManagedPartitions | SwitchManager] = []
        partitions = tuple(
            draft.partition()
            for draft in self.drafts.values()
            if not isinstance(draft.key, Unknown) or draft.name == "Default" or draft.members
        )
        if partitions:
            found.append(ManagedPartitions(Authority.SWITCH, self.device, partitions, whole))
        if not isinstance(self.sm_enabled, Unknown) or self.nodes:
            enabled, priority = self.nodes.get(self.device) or next(iter(self.nodes.values()), (NOT_SAID, NOT_SAID))
            on = self.sm_enabled if isinstance(enabled, Unknown) else enabled
            found.append(SwitchManager(self.device, on, priority, self.allow_both, whole))
        return tuple(found)

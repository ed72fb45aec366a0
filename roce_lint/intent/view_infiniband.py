"""An InfiniBand subnet as its templates print it: ports instead of names, codes instead of bytes and Gb/s."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from roce_lint.intent.model_infiniband import Infiniband, InfinibandRate, Ipoib
from roce_lint.intent.yaml_positions import YamlPath
from roce_lint.suggest import did_you_mean
from roce_lint.values import dataclass

_MTU_CODES = {256: 1, 512: 2, 1024: 3, 2048: 4, 4096: 5}
_RATE_CODES: dict[InfinibandRate, int] = {
    "2.5G": 2,
    "10G": 3,
    "30G": 4,
    "5G": 5,
    "20G": 6,
    "40G": 7,
    "60G": 8,
    "80G": 9,
    "120G": 10,
    "14G": 11,
    "56G": 12,
    "112G": 13,
    "168G": 14,
    "25G": 15,
    "100G": 16,
    "200G": 17,
    "300G": 18,
    "28G": 19,
    "50G": 20,
    "400G": 21,
    "600G": 22,
}
"""IBA 1.7, MCMemberRecord: codes of MTU and rate."""
_HIGHEST_PRIORITY = 14
_MOST_HINTS = 100
"""To look for the node that was meant takes milliseconds; more wrong names are another mistake."""
_Refuse = Callable[[YamlPath, str], None]


@dataclass(frozen=True, slots=True)
class IbMemberView:
    """One port in a partition; `bare_guid` without 0x, `node` is empty for a port that is given by its GUID."""

    guid: str
    bare_guid: str
    node: str
    membership: str


@dataclass(frozen=True, slots=True)
class IbPartitionView:
    """One partition with its group's codes (0 without a group) and the same in bytes and Gb/s for UFM."""

    name: str
    key: str
    has_ipoib: bool
    mtu_code: int
    rate_code: int
    service_level: int
    at_index_0: bool
    members: tuple[IbMemberView, ...]


@dataclass(frozen=True, slots=True)
class SubnetManagerView:
    """One opensm.conf; `folder` is where its files go, `guid` empty where the intent names no subnet manager."""

    folder: str
    guid: str
    priority: int


@dataclass(frozen=True, slots=True)
class InfinibandView:
    """A whole subnet. Keys and prefix are hexadecimal text, empty where the intent does not give them."""

    name: str
    default: IbPartitionView
    partitions: tuple[IbPartitionView, ...]
    managers: tuple[SubnetManagerView, ...]
    has_standby: bool
    qos: bool
    subnet_prefix: str
    routing_engine: str
    m_key: str
    sm_key: str
    sa_key: str


def infiniband_view(name: str, wish: Infiniband, refuse: _Refuse) -> InfinibandView:
    """Return what templates print; `refuse` gets every contradiction with its place below `infiniband`."""
    return _Maker(wish, refuse).view(name)


def shown_guid(guid: int) -> str:
    """Return a GUID as files print it."""
    return f"0x{guid:016x}"


class _Maker:
    def __init__(self, wish: Infiniband, refuse: _Refuse) -> None:
        self.wish = wish
        self.refuse = refuse
        self.ports: dict[str, tuple[int, ...]] = {}
        self.owners: dict[int, str] = {}
        self._unknown_nodes = 0
        self._read_nodes()

    def _read_nodes(self) -> None:
        for index, node in enumerate(self.wish.nodes):
            if node.name in self.ports:
                self.refuse(("nodes", index, "name"), f"there are two nodes called {node.name!r}")
            self.ports[node.name] = node.ports
            for number, guid in enumerate(node.ports):
                if guid in self.owners:
                    text = f"{shown_guid(guid)} is a port of {self.owners[guid]} already"
                    self.refuse(("nodes", index, "ports", number), text)
                self.owners[guid] = node.name

    def view(self, name: str) -> InfinibandView:
        """Return the whole subnet."""
        wish = self.wish
        self._check_partitions()
        managers = self._managers()
        keys = wish.keys
        return InfinibandView(
            name=name,
            default=self._default(),
            partitions=tuple(self._partition(index) for index in range(len(wish.partitions))),
            managers=managers,
            has_standby=len(managers) > 1,
            qos=any(partition.service_level for partition in wish.partitions),
            subnet_prefix=_hexadecimal(wish.subnet_prefix),
            routing_engine=",".join(wish.routing),
            m_key=_hexadecimal(keys.m_key),
            sm_key=_hexadecimal(keys.sm_key),
            sa_key=_hexadecimal(keys.sa_key),
        )

    def _check_partitions(self) -> None:
        names: dict[str, int] = {}
        keys: dict[int, str] = {}
        for index, partition in enumerate(self.wish.partitions):
            at: YamlPath = ("partitions", index)
            if partition.name in names:
                self.refuse((*at, "name"), f"there are two partitions called {partition.name!r}")
            if partition.name.lower() == "default":
                self.refuse((*at, "name"), "the default partition has a section of its own; choose another name")
            if partition.key in keys:
                self.refuse((*at, "key"), f"0x{partition.key:04x} is the key of {keys[partition.key]} already")
            if not partition.full:
                self.refuse(at, f"{partition.name} has no full member, so no two of its ports can communicate")
            names[partition.name] = index
            keys[partition.key] = partition.name

    def _default(self) -> IbPartitionView:
        default = self.wish.default_partition
        members = self._members(("default_partition", "full"), default.full, "full")
        mtu, rate = _codes(default.ipoib)
        return IbPartitionView("Default", "0x7fff", default.ipoib is not None, mtu, rate, 0, False, members)

    def _partition(self, index: int) -> IbPartitionView:
        wish = self.wish.partitions[index]
        at: YamlPath = ("partitions", index)
        full = self._members((*at, "full"), wish.full, "full")
        limited = self._members((*at, "limited"), wish.limited, "limited")
        both = {member.guid for member in full} & {member.guid for member in limited}
        for guid in sorted(both):
            self.refuse((*at, "limited"), f"{guid} is a full member already; a port is one or the other")
        if wish.index_0:
            self._check_first_key(index)
            self._check_index_0(index, {member.guid for member in (*full, *limited)})
        mtu, rate = _codes(wish.ipoib)
        key, has_ipoib = f"0x{wish.key:04x}", wish.ipoib is not None
        return IbPartitionView(
            wish.name, key, has_ipoib, mtu, rate, wish.service_level, wish.index_0, (*full, *limited)
        )

    def _check_first_key(self, index: int) -> None:
        """Complain where IP is wanted for all hosts and the key that their ib0 takes, at index 0, has no group."""
        partition = self.wish.partitions[index]
        if partition.ipoib is None and self.wish.default_partition.ipoib is not None:
            text = (
                f"ib0 takes the key at index 0, and {partition.name} has no ipoib, so it would not come up there; "
                "give the partition ipoib, or none to default_partition (ipoib: null)"
            )
            self.refuse(("partitions", index, "index_0"), text)

    def _check_index_0(self, index: int, guids: set[str]) -> None:
        """Complain about a port whose index 0 another partition asks for as well."""
        for earlier in self.wish.partitions[:index]:
            if not earlier.index_0:
                continue
            taken = {shown_guid(guid) for word in (*earlier.full, *earlier.limited) for guid in self._resolve(word)}
            for guid in sorted(taken & guids):
                text = f"{earlier.name} takes index 0 of {guid} already; a table has one"
                self.refuse(("partitions", index, "index_0"), text)

    def _members(self, at: YamlPath, words: Sequence[str], membership: str) -> tuple[IbMemberView, ...]:
        found: dict[int, IbMemberView] = {}
        for index, word in enumerate(words):
            guids = self._resolve(word)
            if not guids:
                self.refuse((*at, index), self._unknown(word))
            for guid in guids:
                if guid in found:
                    self.refuse((*at, index), f"{word} is listed twice")
                shown = shown_guid(guid)
                found[guid] = IbMemberView(shown, shown[2:], self.owners.get(guid, ""), membership)
        return tuple(found.values())

    def _resolve(self, word: str) -> tuple[int, ...]:
        """Return the ports that a word names: all of a node, one of it, or a GUID; none for an unknown one."""
        if word.lower().startswith("0x"):
            try:
                return (int(word, 16),)
            except ValueError:
                return ()
        name, slash, number = word.partition("/")
        ports = self.ports.get(name, ())
        if not slash:
            return ports
        return ports[int(number) - 1 : int(number)] if int(number) else ()

    def _unknown(self, word: str) -> str:
        name, slash, _ = word.partition("/")
        if slash and name in self.ports:
            return f"{name} has {len(self.ports[name])} ports; {word} is none of them"
        self._unknown_nodes += 1
        hint = did_you_mean(name, self.ports) if self._unknown_nodes <= _MOST_HINTS else ""
        return f"there is no node {name!r} in infiniband.nodes{hint}"

    def _managers(self) -> tuple[SubnetManagerView, ...]:
        found = []
        priorities: dict[int, str] = {}
        places: dict[int, str] = {}
        for index, wish in enumerate(self.wish.subnet_managers):
            at: YamlPath = ("subnet_managers", index)
            guids = self._resolve(wish.node)
            if not guids:
                self.refuse((*at, "node"), self._unknown(wish.node))
                continue
            if guids[0] in places:
                self.refuse((*at, "node"), f"{places[guids[0]]} runs on {shown_guid(guids[0])} already; take another")
            places.setdefault(guids[0], wish.node)
            priority = max(_HIGHEST_PRIORITY - index, 0) if wish.priority is None else wish.priority
            if priority in priorities:
                text = f"priority {priority} is that of {priorities[priority]} already; the GUID would decide"
                self.refuse((*at, "priority"), text)
            priorities[priority] = wish.node
            folder = wish.node.replace("/", "-port-")
            found.append(SubnetManagerView(folder, shown_guid(guids[0]), priority))
        return tuple(found) or (SubnetManagerView("", "", _HIGHEST_PRIORITY),)


def _codes(ipoib: Ipoib | None) -> tuple[int, int]:
    return (0, 0) if ipoib is None else (_MTU_CODES[ipoib.mtu], _RATE_CODES[ipoib.rate])


def _hexadecimal(number: int | None) -> str:
    return "" if number is None else shown_guid(number)

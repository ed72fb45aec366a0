"""What the documents of a host say, setting by setting, before ports and NICs are made of it."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple, TypeVar

from roce_lint.hosts.layers import Layers
from roce_lint.model.device import UnreadLine
from roce_lint.model.diagnostics import Diagnostics
from roce_lint.model.fact import Fact, Source, Unknown
from roce_lint.model.nic import Evidence
from roce_lint.model.reading import SettingConflict
from roce_lint.text.document import Document
from roce_lint.values import dataclass

EVERY_NIC = "*"
"""The name of a port that stands for every NIC of its host."""

T = TypeVar("T")

PARTS_OF_ALPHA = 1024
"""The whole of which drivers state alpha of DCQCN and its weight; facts are from 0 to 1."""


class SettingKey(Enum):
    """One setting of a NIC port; a key that exists once per DSCP, priority or traffic class takes an index.

    The DCQCN parameters have the names of `roce_lint.hosts.mlx5.dcqcn_names`.
    """

    TRUST = "trust"
    DSCP_PRIORITY = "priority of a DSCP"
    PFC = "PFC of a priority"
    PRIORITY_TC = "traffic class of a priority"
    TC_ALGORITHM = "transmission selection of a traffic class"
    TC_BANDWIDTH_PERCENT = "bandwidth of a traffic class"
    TC_RATE_LIMIT_GBPS = "rate limit of a traffic class"
    CABLE_LENGTH_M = "cable length"
    BUFFER_OF_PRIORITY = "receive buffer of a priority"
    BUFFER_SIZE_BYTES = "size of a receive buffer"
    DCBX_BY_FIRMWARE = "DCBX owner"
    STALL_PREVENTION_MS = "PFC stall prevention"
    PAUSE_RECEIVED = "link pause received"
    PAUSE_SENT = "link pause sent"
    ENABLED = "administrative state"
    MTU_BYTES = "MTU"
    SPEED_GBPS = "speed"
    ADDRESS = "address"
    ROUTE = "route"
    RDMA_CM_TOS = "ToS of RDMA-CM"
    RDMA_CM_MODE = "RoCE version of RDMA-CM"
    DEVICE_TOS = "forced traffic class"
    NOTIFICATION = "DCQCN notification of a priority"
    REACTION = "DCQCN reaction of a priority"
    CNP_DSCP = "cnp_dscp"
    CNP_PRIORITY = "cnp_priority"
    CNP_TAKES_DATA_MARKING = "marking of CNPs taken from the data"
    MIN_TIME_BETWEEN_CNPS = "min_time_between_cnps_us"
    ALPHA_UPDATE_PERIOD = "alpha_update_period_us"
    ALPHA_WEIGHT = "alpha_weight_of_1024"
    INITIAL_ALPHA = "initial_alpha_of_1024"
    RATE_REDUCE_PERIOD = "rate_reduce_period_us"
    INCREASE_TIMER = "increase_timer_us"
    INCREASE_BYTE_COUNTER = "increase_byte_counter_bytes"
    FAST_RECOVERY_STAGES = "fast_recovery_stages"
    ADDITIVE_INCREASE = "additive_increase_mbps"
    HYPER_INCREASE = "hyper_increase_mbps"
    MIN_RATE = "min_rate_mbps"
    MIN_DECREASE = "min_decrease_percent"
    OTHER_DCQCN = "another DCQCN parameter"
    ADAPTIVE_ROUTING = "adaptive routing"
    APPLICATION_TOS = "ToS of the application"
    DEVICE_INITIATED_TOS = "ToS of device-initiated transfers"
    CONTROL_TOS = "ToS of control messages"
    SERVICE_LEVEL = "service level"
    GID_INDEX = "GID index"
    PKEY_INDEX = "index of the P_Key"
    PKEY = "P_Key"
    ROCE_VERSION = "RoCE version"
    ACK_TIMEOUT = "acknowledge timeout"
    RETRY_COUNT = "retry count"
    QPS_PER_CONNECTION = "QPs per connection"
    NCCL_USED = "NCCL uses RoCE"
    NCCL_VOID = "NCCL settings without effect"
    DRIVER = "driver of the NIC"
    BOND = "bond that the port is in"
    BOND_MODE = "mode of the bond"
    CC_APPLIED = "congestion control applied"
    FIRMWARE = "firmware version"
    PROGRAMMABLE_CC = "programmable congestion control"
    RTT_TIMESTAMP_FORMAT = "format of the timestamps of RTT probes"

    # Settings are looked up by the hundred thousand, and an enumeration hashes its name in Python.
    __hash__ = object.__hash__


WORD_KEYS = frozenset(
    {
        SettingKey.TRUST,
        SettingKey.TC_ALGORITHM,
        SettingKey.ADDRESS,
        SettingKey.ROUTE,
        SettingKey.DRIVER,
        SettingKey.BOND,
        SettingKey.BOND_MODE,
        SettingKey.FIRMWARE,
    }
)
"""The keys whose value is a word; all others are numbers (a switch is 0 or 1)."""


class NicKind(Enum):
    """By what a document names a NIC port."""

    NETDEV = "netdev"
    RDMA = "rdma"
    PCI = "pci"

    __hash__ = object.__hash__


class NicId(NamedTuple):
    """A NIC port as a document names it: network interface, RDMA device, or PCI address (or MST device)."""

    kind: NicKind
    name: str


class NicSetting(NamedTuple):
    """What one fact is about. `index` is -1 for a key without index. Tuples are the fastest keys."""

    evidence: Evidence
    nic: NicId
    key: SettingKey
    index: int  # type: ignore[assignment]  # hides a method of tuples that nobody calls


@dataclass(frozen=True, slots=True)
class SettingPlace:
    """Where a setting stands, the line as the file has it, and how the file knows the setting."""

    source: Source
    text: str
    evidence: Evidence = Evidence.CONFIGURED


class HostDiagnostics(Diagnostics):
    """Reports every reason why a line is not understood: a script may run it for several NICs."""

    def __init__(self, file: str, device: str) -> None:
        """Collect for `file`, which belongs to the host `device`."""
        super().__init__(file, device)
        self._reasons: dict[tuple[Source, str, str], UnreadLine] = {}

    def not_understood(self, text: str, because: str, place: Source, *, concerns_qos: bool = False) -> None:
        """Report that the text at a place was not understood, or only in part; the same reason counts once."""
        line = UnreadLine(self.device, place, text, because, concerns_qos)
        self._reasons.setdefault((place, text, because), line)

    def unread_lines(self) -> tuple[UnreadLine, ...]:
        """Return what was not understood and is not refused, in the order of the file."""
        return tuple(self._reasons[key] for key in sorted(self._reasons) if not self.is_refused(key[0]))

    def all_lines(self) -> tuple[UnreadLine, ...]:
        """Return what was not understood or is refused, for a file that says nothing of a NIC."""
        for one in self.refused_settings():
            self.not_understood(one.setting, one.because, one.source)
        return tuple(self._reasons[key] for key in sorted(self._reasons))

    def any_reported(self) -> bool:
        """Return whether there is a diagnostic."""
        return bool(self._reasons or self.refused_settings())


class SettingsLog:
    """Collects the settings of one document in the order of reading; the last one said holds.

    `numbers` and `words` hold facts; layers on top of them are the arms of a condition that is being read.
    `netdev_rdma_pairs` are the pairs of names that one loop round or call speaks of; `conflicts` what is stored and
    running otherwise. `lost` is the command after which nothing was set, and which ends what was set before.
    `profiles` are connections of NetworkManager by name, with the interface of each.
    """

    def __init__(self, document: Document, device: str) -> None:
        """Start an empty log for `document`, which speaks of the host `device`."""
        self.path = document.path
        self._document = document
        self._lines: list[str] | None = None
        self.device = device
        self.numbers: Layers[NicSetting, Fact[int]] = Layers()
        self.words: Layers[NicSetting, Fact[str]] = Layers()
        self.diagnostics = HostDiagnostics(document.path, device)
        self.conflicts: list[SettingConflict] = []
        self.lost: SettingPlace | None = None
        self.netdev_rdma_pairs: list[tuple[str, str, Source]] = []
        self.profiles: dict[str, NicId] = {}
        self._frames: list[tuple[dict[str, None], dict[str, None]]] = [({}, {})]

    def line(self, number: int) -> str:
        """Return a line of the document without the blanks around it, empty where it has none of this number."""
        if self._lines is None:
            self._lines = self._document.text.splitlines()
        return self._lines[number - 1].strip() if 0 < number <= len(self._lines) else ""

    def number_fact(self, evidence: Evidence, nic: NicId, key: SettingKey, fact: Fact[int], index: int = -1) -> None:
        """Note a numeric fact."""
        self.mention(nic)
        self.numbers.put(NicSetting(evidence, nic, key, index), fact)

    def word_fact(self, evidence: Evidence, nic: NicId, key: SettingKey, fact: Fact[str], index: int = -1) -> None:
        """Note a fact whose value is a word."""
        self.mention(nic)
        self.words.put(NicSetting(evidence, nic, key, index), fact)

    def place(self, number: int, text: str = "") -> SettingPlace:
        """Return a line of the document as a place; `text` is what stands there."""
        return SettingPlace(Source(self.path, number, number), text.strip())

    def not_understood(self, place: SettingPlace, because: str, *, concerns_qos: bool = False) -> None:
        """Report what stands at a place as not understood."""
        self.diagnostics.not_understood(place.text, because, place.source, concerns_qos=concerns_qos)

    def refuse(self, place: SettingPlace, because: str) -> None:
        """Report what the command, the driver or the library refuses or ignores."""
        self.diagnostics.refused(place.text, because, place.source)

    def mention(self, nic: NicId) -> None:
        """Note that the loop round or call being read speaks of `nic`."""
        self.lost = None
        if nic.name == EVERY_NIC:
            return
        # What surrounds the innermost round or call gets to know of it at its end.
        netdevs, rdmas = self._frames[-1]
        if nic.kind is NicKind.NETDEV:
            netdevs[nic.name] = None
        elif nic.kind is NicKind.RDMA:
            rdmas[nic.name] = None

    def mentioned(self) -> list[NicId]:
        """Return what the document speaks of by the names of interfaces and RDMA devices."""
        netdevs, rdmas = self._frames[0]
        return [*(NicId(NicKind.NETDEV, name) for name in netdevs), *(NicId(NicKind.RDMA, name) for name in rdmas)]

    def same_nic(self, netdev: str, rdma: str, source: Source) -> None:
        """Note that the two names belong to one port, as `source` says."""
        self.netdev_rdma_pairs.append((netdev, rdma, source))

    def open_frame(self) -> None:
        """Begin a loop round or a call."""
        self._frames.append(({}, {}))

    def close_frame(self) -> dict[str, None]:
        """End a loop round or a call: one interface and one RDMA device in it belong together.

        Returns the interfaces that it spoke of.
        """
        netdevs, rdmas = self._frames.pop()
        around = self._frames[-1]
        around[0].update(netdevs)
        around[1].update(rdmas)
        self._pair(netdevs, rdmas)
        return netdevs

    def close(self) -> None:
        """End the document: if all of it speaks of one interface and one RDMA device, they belong together."""
        self._pair(*self._frames[0])
        if self.lost:
            because = "it unloads the driver, and what is set above is lost; set it afterwards"
            self.refuse(self.lost, because)

    def _pair(self, netdevs: dict[str, None], rdmas: dict[str, None]) -> None:
        if len(netdevs) == 1 and len(rdmas) == 1:
            self.same_nic(next(iter(netdevs)), next(iter(rdmas)), Source(self.path, 0, 0))


def settle(setting: NicSetting, earlier: Fact[T], later: Fact[T]) -> Fact[T] | None:
    """Return Unknown for two arms of a condition that state different values, None where they agree."""
    if _value(earlier) == _value(later):
        return None
    return Unknown(f"{setting.key.value} depends on a condition that only the host can decide", later.source)


def _value(fact: Fact[T]) -> tuple[bool, T | None]:
    return (False, None) if isinstance(fact, Unknown) else (True, fact.value)

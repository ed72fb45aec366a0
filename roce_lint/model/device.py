"""Devices, ports and links: the vendor-neutral model that readers fill and rules evaluate."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from roce_lint.model.adaptive_routing import AdaptiveRouting
from roce_lint.model.fact import NOWHERE, Fact, Source, Stated, Unknown
from roce_lint.model.host_route import HostRoute
from roce_lint.model.link_retry import LinkRetry
from roce_lint.model.nic import Nic
from roce_lint.model.packet_filter import PacketFilter
from roce_lint.model.port import AnyPort as AnyPort
from roce_lint.model.port import Port as Port
from roce_lint.model.port import PortValues as PortValues
from roce_lint.model.qos import DscpRewrite
from roce_lint.model.reading import SettingConflict
from roce_lint.model.routing import NO_ROUTING, Routing
from roce_lint.model.terms import LinkOrigin, OuterDscp, QosPart, Role
from roce_lint.model.trimming import PacketTrimming
from roce_lint.values import dataclass

_BEHIND_TUNNEL = Unknown("what classifies packets behind a tunnel is not documented for this system", NOWHERE)
_NO_SPEED = Unknown("the speed of the cable is not known", NOWHERE)
_NOT_IN_PERCENT = Unknown("headroom is not reserved in percent on this system", NOWHERE)


@dataclass(frozen=True, slots=True)
class DeviceBuffer:
    """The packet buffer of a switch; shared buffer is what dynamic thresholds multiply.

    `headroom_reservation_percent`: share of the buffer (0 to 100) that is kept for the headroom of all lossless
    priorities together, on systems that state it so.
    """

    total_bytes: Fact[int]
    shared_bytes: Fact[int]
    headroom_pool_bytes: Fact[int]
    cell_bytes: Fact[int]
    is_virtual_output_queued: Fact[bool]
    headroom_reservation_percent: Fact[int] = _NOT_IN_PERCENT


@dataclass(frozen=True, slots=True)
class LoadBalancing:
    """How a device spreads flows over equal-cost paths."""

    hash_uses_l4_ports: Fact[bool]
    sprays_packets: Fact[bool]
    maximum_paths: Fact[int]


@dataclass(frozen=True, slots=True)
class Overlay:
    """VXLAN tunnel endpoint. `terminates_tunnels` false: the device is no endpoint and the rest does not matter.

    `outer_rewrites`: the outer code point of each class, where the configuration gives them. `inner_dscp_classifies`:
    behind the tunnel the DSCP of the packet inside selects the class.
    """

    terminates_tunnels: Fact[bool]
    outer_dscp: Fact[OuterDscp]
    ecn_copied_to_outer: Fact[bool]
    ecn_copied_to_inner: Fact[bool]
    outer_rewrites: tuple[DscpRewrite, ...] = ()
    inner_dscp_classifies: Fact[bool] = _BEHIND_TUNNEL


@dataclass(frozen=True, slots=True)
class UndefinedReference:
    """A name that the config uses and defines nowhere; `kind` in the vendor's words (`qos profile`).

    `brings`: the parts of QoS that the object would bring, and `ports` the names of those that would have it from
    there; both empty for what is not QoS (route maps, VRFs, source interfaces). `because`: why the device finds
    nothing by the name, where that is not that nothing has it.
    """

    kind: str
    name: str
    source: Source
    brings: frozenset[QosPart] = frozenset()
    ports: frozenset[str] = frozenset()
    because: str = ""


class SettingFault(Enum):
    """What is wrong with a setting."""

    REFUSED = "refused"
    """The device does not take it, or its schema does not."""
    UNRELEASED = "unreleased"
    """No release has the feature yet; it is read as its code in review does."""
    DOUBTFUL = "doubtful"
    """It runs, and another setting or the platform decides whether it has the effect that it states."""
    HARMFUL = "harmful"
    """It runs, and takes RoCE away."""
    KNOWN = "known fault"
    """It runs, and the vendor has published that this release or firmware does otherwise."""


@dataclass(frozen=True, slots=True)
class RefusedSetting:
    """A setting that the device refuses or ignores: `setting` as written, `because` in words.

    `runs`: it takes effect all the same, and only the system's schema refuses it, for tools that check by it.
    `fault` says what is wrong with a setting that runs.
    """

    setting: str
    because: str
    source: Source
    runs: bool = False
    fault: SettingFault = SettingFault.REFUSED


@dataclass(frozen=True, slots=True)
class IdleDefinition:
    """Something that the config defines and binds nowhere; `kind` in the vendor's words (`qos profile`).

    `pauses`: it would make a priority lossless. `others_are_bound`: the config binds another of its kind. `brings`: the
    parts of QoS that ports would have from it.
    """

    kind: str
    name: str
    source: Source
    pauses: bool = False
    others_are_bound: bool = False
    brings: frozenset[QosPart] = frozenset()


@dataclass(frozen=True, slots=True)
class AnnouncedPriority:
    """The priority (0 to 7) in which a port tells its peer by DCBX to send RoCE."""

    port: str
    priority: int
    source: Source


@dataclass(frozen=True, slots=True)
class Device:
    """One switch or host. `os` names its system; `source` is its file; `platform` an id of the catalogue.

    `idle_pfc_definitions`: definitions that would make ports lossless, and that no port uses.
    `idle_policies`: QoS policies of every kind that the config defines and binds nowhere.
    `refused_settings`: lines that the device does not take, so that the file does not say what runs.
    `carries_fcoe`: Fibre Channel over Ethernet is configured, which needs a lossless priority of its own.
    `packet_filters`: access lists that interfaces use. `announced_priorities`: what ports tell by DCBX.
    `setting_conflicts`: what one file of a host states twice and differently, stored and running.
    `host_routes`: the routes that the files of a host state; those of a switch are in `routing`.
    `trimming`, `adaptive_routing`: None where no line speaks of it. `link_retries`: of the ports that state it.
    `names_roce`: a line of the system itself says that what ports do is for RoCE.
    """

    name: str
    os: str
    source: Source
    platform: Fact[str]
    release: Fact[str]
    role: Fact[Role]
    asn: Fact[int]
    ports: tuple[Port, ...]
    nics: tuple[Nic, ...]
    buffer: DeviceBuffer
    load_balancing: LoadBalancing
    overlay: Overlay
    undefined_references: tuple[UndefinedReference, ...]
    carries_fcoe: bool = False
    refused_settings: tuple[RefusedSetting, ...] = ()
    idle_pfc_definitions: tuple[IdleDefinition, ...] = ()
    routing: Routing = NO_ROUTING
    setting_conflicts: tuple[SettingConflict, ...] = ()
    packet_filters: tuple[PacketFilter, ...] = ()
    announced_priorities: tuple[AnnouncedPriority, ...] = ()
    idle_policies: tuple[IdleDefinition, ...] = ()
    host_routes: tuple[HostRoute, ...] = ()
    trimming: PacketTrimming | None = None
    link_retries: tuple[LinkRetry, ...] = ()
    adaptive_routing: AdaptiveRouting | None = None
    names_roce: bool = False


def is_host(device: Device) -> bool:
    """Say whether the device is a host: the reader of hosts states that role, and no other reader states one."""
    return isinstance(device.role, Stated) and device.role.value is Role.HOST


class PortRef(NamedTuple):
    """A port by name. A tuple, because fabrics are looked up by it a million times."""

    device: str
    port: str

    def __str__(self) -> str:
        """Return `device port`."""
        return f"{self.device} {self.port}"


@dataclass(frozen=True, slots=True)
class Link:
    """A cable between two ports; `length_m` is its length in metres, `speed_gbps` what it is planned for."""

    a: PortRef
    b: PortRef
    length_m: Fact[int]
    origin: LinkOrigin
    source: Source
    speed_gbps: Fact[int] = _NO_SPEED

    def other_end(self, end: PortRef) -> PortRef:
        """Return the end that is not `end`, which is one of the two."""
        return self.b if self.a == end else self.a


@dataclass(frozen=True, slots=True)
class LinkContradiction:
    """Two inputs that disagree about what a port is connected to."""

    port: PortRef
    accepted: Link
    refused: Link


@dataclass(frozen=True, slots=True)
class UnreadLine:
    """A line that looks relevant and that no reader understood; `because` says what is odd about it.

    `concerns_qos`: it stands where a switch configures QoS, in no form that the system is known to take.
    """

    device: str
    source: Source
    text: str
    because: str
    concerns_qos: bool = False

"""What the catalogue holds for one model of a switch or of a network adapter."""

from __future__ import annotations

from enum import Enum
from fractions import Fraction

from roce_lint.platforms.datum import Certainty, Datum, NotKnown, Range, SourcedValue
from roce_lint.platforms.dialect import Dialect
from roce_lint.platforms.layout import CageGroup, Chassis
from roce_lint.platforms.pause_limits import PauseLimits
from roce_lint.values import dataclass


class Architecture(Enum):
    """Where packets wait: in one buffer that all ports share, or in virtual output queues at the ingress."""

    SHARED_BUFFER = "shared_buffer"
    VOQ = "voq"


class Feature(Enum):
    """A capability that templates and rules ask for."""

    QOS = "qos"
    PFC = "pfc"
    PFC_WATCHDOG = "pfc_watchdog"
    PFC_WATCHDOG_PER_PORT = "pfc_watchdog_per_port"
    STUCK_QUEUE_RECOVERY = "stuck_queue_recovery"
    ECN = "ecn"
    ECN_COUNTERS = "ecn_counters"
    ECN_GLOBAL_COUNTER_FEATURE = "ecn_global_counter_feature"
    ECN_LATENCY_UNITS = "ecn_latency_units"
    ECN_GLOBAL_BUFFER = "ecn_global_buffer"
    WRED_DROP = "wred_drop"
    DCBX = "dcbx"
    MMU_PROFILE = "mmu_profile"
    HEADROOM_POOL = "headroom_pool"
    HEADROOM_CONFIG = "headroom_config"
    VXLAN = "vxlan"
    EVPN = "evpn"
    VXLAN_OUTER_DSCP = "vxlan_outer_dscp"
    DYNAMIC_LOAD_BALANCING = "dynamic_load_balancing"
    CLUSTER_LOAD_BALANCING = "cluster_load_balancing"
    QUEUE_DEPTH_TELEMETRY = "queue_depth_telemetry"
    PROGRAMMABLE_CC = "programmable_cc"


@dataclass(frozen=True, slots=True)
class FeatureSupport:
    """Whether a platform has a feature; `note` names the releases or conditions, `any` when there are none."""

    feature: Feature
    supported: bool
    note: str
    source: str
    certainty: Certainty


@dataclass(frozen=True, slots=True)
class Timer:
    """The values a watchdog timer accepts, in microseconds, and the unit in which the device wants it typed."""

    minimum_us: int
    maximum_us: int
    step_us: int
    unit: str

    def accepts(self, duration_us: int) -> bool:
        """Return whether the device takes `duration_us` exactly."""
        return self.minimum_us <= duration_us <= self.maximum_us and duration_us % self.step_us == 0


@dataclass(frozen=True, slots=True)
class WatchdogLimits:
    """The PFC watchdog: time until a queue counts as stuck, time until it is restored, and how often it looks."""

    detect: Datum[Timer]
    detect_default_us: Datum[int]
    restore: Datum[Timer]
    restore_default_us: Datum[int]
    poll: Datum[Timer]
    poll_default_us: Datum[int]
    actions: Datum[tuple[str, ...]]
    action_default: Datum[str]


@dataclass(frozen=True, slots=True)
class MtuLimits:
    """Limits of the port MTU and of the IP MTU; `port_counts` says what the port number includes."""

    port_bytes: Datum[Range]
    port_default_bytes: Datum[int]
    port_counts: Datum[str]
    ip_bytes: Datum[Range]
    ip_default_bytes: Datum[int]


@dataclass(frozen=True, slots=True)
class EcnLimits:
    """What a marking threshold may be: `threshold` counts in the unit that is typed."""

    units: Datum[tuple[str, ...]]
    threshold: Datum[Range]
    probability_percent: Datum[Range]
    weight: Datum[Range]


@dataclass(frozen=True, slots=True)
class BufferFacts:
    """Packet memory of the forwarding chip and what it can hold lossless.

    `partitions` is into how many parts of equal size the memory is divided, each for ports of its own; `alphas` maps
    the word that the device takes to the factor of the dynamic threshold.
    """

    total_bytes: Datum[int]
    partitions: Datum[int]
    cell_bytes: Datum[int]
    max_lossless_classes: Datum[int]
    queue_count: Datum[int]
    alphas: Datum[tuple[tuple[str, Fraction], ...]]


@dataclass(frozen=True, slots=True)
class SwitchPlatform:
    """One model of a switch.

    `id` is the name of its data file, `model` what the device prints about itself.
    """

    id: str
    vendor: str
    os: str
    model: str
    family: str
    asic: Datum[str]
    architecture: Datum[Architecture]
    chassis: Chassis
    max_interfaces: Datum[int]
    cage_groups: tuple[CageGroup, ...]
    buffer: BufferFacts
    watchdog: WatchdogLimits
    mtu: MtuLimits
    ecn: EcnLimits
    features: tuple[FeatureSupport, ...]
    dialect: Dialect

    @property
    def pause_limits(self) -> PauseLimits:
        """Return what a configuration can state about pauses."""
        return self.dialect.pause_limits(self)

    def support(self, feature: Feature) -> Datum[bool]:
        """Return whether the platform has `feature`, with the source that says so."""
        return _support(self.id, self.features, feature)

    def supports(self, feature: Feature) -> bool:
        """Return whether the platform is known to have `feature`; a feature nobody vouches for is not there."""
        found = self.support(feature)
        return isinstance(found, SourcedValue) and found.value


@dataclass(frozen=True, slots=True)
class NicParameter:
    """A firmware parameter as `mlxconfig` names it (`_P1` or `_P2` is appended for a port).

    `limits` is not known for switches and enumerations; `choices` holds their words.
    """

    name: str
    unit: str
    limits: Datum[Range]
    choices: tuple[str, ...]
    default: Datum[int | str]
    per_port: bool
    meaning: str


@dataclass(frozen=True, slots=True)
class NicPlatform:
    """One model of a network adapter.

    `rdma_device` is the usual pattern of its RDMA devices. `rendered` says why where an intent cannot have it,
    and `roce_over_bond` where not in a bond; `roce_classes` and `dscps_of_class` are what its tools take.
    """

    id: str
    vendor: str
    os: str
    driver: str
    rdma_device: str
    rendered: Datum[bool]
    roce_classes: Datum[int]
    dscps_of_class: Datum[int]
    roce_over_bond: Datum[bool]
    model: str
    family: str
    asic: Datum[str]
    ports: Datum[Range]
    speeds_gbps: Datum[tuple[int, ...]]
    speed_total_gbps: Datum[int]
    priority_count: Datum[int]
    receive_buffer_bytes: Datum[int]
    cable_length_default_m: Datum[int]
    trust_default: Datum[str]
    parameters: tuple[NicParameter, ...]
    features: tuple[FeatureSupport, ...]

    def support(self, feature: Feature) -> Datum[bool]:
        """Return whether the adapter has `feature`, with the source that says so."""
        return _support(self.id, self.features, feature)

    def supports(self, feature: Feature) -> bool:
        """Return whether the adapter is known to have `feature`."""
        found = self.support(feature)
        return isinstance(found, SourcedValue) and found.value

    def parameter(self, name: str) -> NicParameter | NotKnown:
        """Return the parameter called `name`, with or without `_P1` or `_P2`, in upper or lower case."""
        wanted = name.upper()
        for suffix in ("", "_P1", "_P2"):
            if suffix and not wanted.endswith(suffix):
                continue
            for parameter in self.parameters:
                if parameter.name == wanted.removesuffix(suffix) and (parameter.per_port or not suffix):
                    return parameter
        return NotKnown(f"no parameter {name} is listed for {self.model}")


Platform = SwitchPlatform | NicPlatform


def _support(platform_id: str, features: tuple[FeatureSupport, ...], wanted: Feature) -> Datum[bool]:
    for entry in features:
        if entry.feature is wanted:
            return SourcedValue(entry.supported, entry.source, entry.certainty)
    return NotKnown(f"the catalogue has no source that says whether {platform_id} has {wanted.value}")

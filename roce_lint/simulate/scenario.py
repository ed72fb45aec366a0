"""A scenario: a network and its load as a person writes them, without any configuration."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from roce_lint.intent.model_types import Dscp, Flag, PriorityNumber, Text, one_or_many, whole, worded
from roce_lint.simulate.amount import AmountBytes, Metres, RateGbps, RatioNumber, Share, TimeNs
from roce_lint.simulate.plant import MarkingMoment

ScenarioName = Annotated[
    str, *worded(r"[A-Za-z0-9][A-Za-z0-9._/-]{0,62}", "a name of letters, digits and . _ - /", "leaf-1")
]
PortName = Annotated[
    str,
    *worded(
        r"[A-Za-z0-9][A-Za-z0-9._-]{0,62}(:[A-Za-z0-9][A-Za-z0-9._/-]{0,62})?",
        "a device, or a device and its port as in leaf-1:eth1",
        "leaf-1:eth1",
    ),
]


def _number_of(key: object) -> object:
    """Return the number that a key is; keys of YAML mappings are texts."""
    if isinstance(key, str) and key.isdecimal() and len(key) <= 2:
        return int(key)
    raise ValueError(f"is {key!r}; write a whole number")


PriorityKey = Annotated[int, BeforeValidator(_number_of), Field(ge=0, le=7)]
DscpKey = Annotated[int, BeforeValidator(_number_of), Field(ge=0, le=63)]


class ScenarioPart(BaseModel):
    """The common parent of all parts of a scenario."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class ResponseTime(Enum):
    """A response time that is not a number."""

    STANDARD = "standard"


class MarkingSettings(ScenarioPart):
    """RED marking of queues: nothing up to Kmin, Pmax at Kmax, everything beyond."""

    kmin: AmountBytes = Field(description="Depth of the queue above which packets are marked.")
    kmax: AmountBytes = Field(description="Depth from which on every packet is marked.")
    pmax: Share = Field(default=1.0, description="Share of packets that are marked just below Kmax.")
    queues: tuple[PriorityNumber, ...] | None = Field(
        default=None, description="Queues that mark; all of them if omitted."
    )


class SchedulerSettings(ScenarioPart):
    """Who sends first."""

    strict: tuple[PriorityNumber, ...] = Field(
        default=(6, 7), description="Queues that go before all others, the highest first."
    )
    weights: dict[PriorityKey, RatioNumber] = Field(
        default={}, description="Shares of the other queues by deficit round robin; 1 unless given."
    )
    shapers: dict[PriorityKey, RateGbps] = Field(default={}, description="Highest rates of queues.")


class GroupSettings(ScenarioPart):
    """When a lossless priority pauses its peer, and what it can still take then."""

    xoff: AmountBytes | None = Field(default=None, description="Static threshold: bytes at which a pause is sent.")
    alpha: RatioNumber | None = Field(
        default=None, description="Dynamic threshold: this times what is free of the shared buffer. 1/8 unless given."
    )
    xon: AmountBytes | None = Field(default=None, description="The pause ends at or below this many bytes.")
    xon_offset: AmountBytes | None = Field(
        default=None, description="The pause ends this far below the threshold; two frames unless given."
    )
    headroom: AmountBytes | None = Field(
        default=None,
        description="What is taken beyond the threshold; what the cable, the peer's response and frames need unless"
        " given.",
    )


class WatchdogSettings(ScenarioPart):
    """The PFC watchdog: a queue that is stopped for so long drops what it has and gets."""

    detect: TimeNs = Field(description="How long a queue with packets is stopped before the watchdog acts.")
    restore: TimeNs = Field(default=200e6, description="How long after the last pause it lets traffic through again.")


class PortSettings(GroupSettings):
    """What a port of a switch does. Thresholds hold for every lossless priority unless `groups` says otherwise."""

    pfc: tuple[PriorityNumber, ...] | None = Field(
        default=None, description="Priorities that are lossless: pauses are sent and obeyed; 3 unless given."
    )
    pfc_obeyed: tuple[PriorityNumber, ...] | None = Field(
        default=None, description="Priorities whose pauses are obeyed, where these are not those that are sent."
    )
    groups: dict[PriorityKey, GroupSettings] = Field(
        default={}, description="Thresholds of single priorities, each instead of those of the port."
    )
    dscp_to_priority: dict[DscpKey, PriorityNumber] | None = Field(
        default=None,
        description="What comes in with a DSCP gets this priority, and 0 with any other. Packets keep the priority of"
        " their flow if omitted.",
    )
    priority_to_queue: dict[PriorityKey, PriorityNumber] = Field(
        default={}, description="The queue of a priority; the one of the same number unless given."
    )
    ecn: Annotated[tuple[MarkingSettings, ...], BeforeValidator(one_or_many)] = Field(
        default=(), description="Marking curves, one or a list; nothing is marked if omitted."
    )
    scheduler: SchedulerSettings | None = Field(default=None, description="Order and shares of queues.")
    lossy_limit: AmountBytes | None = Field(
        default=None, description="Largest queue of packets that are not lossless; lossy_alpha holds if omitted."
    )
    lossless_limit: AmountBytes | None = Field(
        default=None, description="Largest queue of lossless packets, which drops what exceeds it; none unless given."
    )
    lossy_alpha: RatioNumber | None = Field(
        default=None, description="The same as a multiple of what is free of the shared buffer; 1 unless given."
    )
    watchdog: WatchdogSettings | None = Field(default=None, description="None if omitted.")
    pause_response: TimeNs | Literal["standard"] | None = Field(
        default=None,
        description="Time until a pause that came in is obeyed; standard: what IEEE 802.3 allows. 0 unless given.",
    )


class SwitchSettings(PortSettings):
    """A switch: what it shares, and what holds for its ports unless `ports` says otherwise."""

    buffer: AmountBytes | None = Field(
        default=None, description="All of the packet buffer; dedicated headroom is taken from it. 32 MB unless given."
    )
    shared: AmountBytes | None = Field(
        default=None, description="The shared buffer alone, in place of `buffer`: headroom lies beside it."
    )
    headroom_pool: AmountBytes | None = Field(
        default=None, description="Headroom of all ports together; each has its own if omitted."
    )
    slices: int = Field(
        default=1,
        ge=1,
        le=64,
        description="Equal parts of the buffer, each for ports of its own, in the order of the links.",
    )


class RateControlSettings(ScenarioPart):
    """DCQCN in the units of its paper."""

    gain: RatioNumber = Field(default=1 / 256, description="g, by which alpha follows the marks.")
    initial_alpha: RatioNumber = Field(default=1.0, description="alpha of a new flow.")
    cnp_interval: TimeNs = Field(default=50e3, description="The receiver sends at most one CNP a flow in this time.")
    cut_interval: TimeNs = Field(default=0.0, description="The sender cuts at most once in this time.")
    alpha_timer: TimeNs = Field(default=55e3, description="alpha decays each time this passes without a CNP.")
    increase_timer: TimeNs = Field(default=55e3, description="Time of one round of increase.")
    byte_counter: AmountBytes = Field(default=10e6, description="Bytes of one round of increase.")
    fast_recovery_rounds: Annotated[int, *whole(1, 100)] = Field(default=5, description="F, rounds before R_AI.")
    additive_increase: RateGbps = Field(default=0.04, description="R_AI.")
    hyper_increase: RateGbps = Field(default=0.4, description="R_HAI.")
    minimum_rate: RateGbps = Field(default=0.1, description="No cut goes below.")


class HostSettings(ScenarioPart):
    """The NIC of a host."""

    pfc: tuple[PriorityNumber, ...] | None = Field(
        default=None, description="Priorities whose pauses are obeyed; 3 unless given."
    )
    dcqcn: RateControlSettings | Literal["off", False] | None = Field(
        default=None, description="Rate control, or off (false); the constants of the paper if omitted."
    )
    cnp_priority: PriorityNumber | None = Field(default=None, description="Priority of CNPs; 6 unless given.")
    cnp_dscp: Dscp | None = Field(default=None, description="DSCP of CNPs; 48 unless given.")
    ack_every: Annotated[int, *whole(1, 10_000)] | None = Field(
        default=None, description="Packets for each acknowledgement; 16 unless given."
    )
    retransmission_timeout: TimeNs | None = Field(
        default=None, description="Time without progress after which the sender goes back; 67.1 ms unless given."
    )
    pause_response: TimeNs | Literal["standard"] | None = Field(
        default=None, description="Time until a pause is obeyed; standard: what IEEE 802.3 allows. 0 unless given."
    )
    scheduler: SchedulerSettings | None = Field(default=None, description="Order and shares of priorities.")


class ScenarioLink(ScenarioPart):
    """A cable. Ports that are not named are called after the device at the other end."""

    ends: tuple[PortName, PortName] = Field(description="Two devices, each with its port or without.")
    speed: RateGbps | None = Field(default=None, description="Rate of each direction; 100G unless given.")
    length: Metres | None = Field(default=None, description="Length; 5 m unless given.")
    delay: TimeNs | None = Field(default=None, description="Time from end to end instead of a length.")


class ScenarioDefaults(ScenarioPart):
    """What holds for every switch, host or cable that does not say otherwise."""

    switch: SwitchSettings = Field(default=SwitchSettings(), description="For every switch.")
    host: HostSettings = Field(default=HostSettings(), description="For every host.")
    speed: RateGbps = Field(default=100.0, description="Of every cable.")
    length: Metres = Field(default=5.0, description="Of every cable.")


class ScenarioFlow(ScenarioPart):
    """One or several messages between two hosts."""

    name: ScenarioName | None = Field(default=None, description="Called after its ends unless given.")
    source: ScenarioName = Field(alias="from", description="The host that sends.")
    destination: ScenarioName = Field(alias="to", description="The host that receives.")
    size: AmountBytes | None = Field(default=None, description="Payload; sends to the end if omitted.")
    count: Annotated[int, *whole(1, 10_000)] = Field(default=1, description="As many such flows at once.")
    start: TimeNs = Field(default=0.0, description="When it begins.")
    priority: PriorityNumber = Field(default=3, description="Priority, where no port classifies by DSCP.")
    dscp: Dscp = Field(default=26, description="DSCP, where ports classify by it.")
    rate: RateGbps | None = Field(default=None, description="Highest rate; that of the NIC if omitted.")
    dcqcn: Flag = Field(default=True, description="Whether the rate control of the NIC acts on it.")
    ecn_capable: Flag = Field(default=True, description="Whether its packets can be marked.")
    path: tuple[ScenarioName, ...] | None = Field(
        default=None, description="The devices on its way, both hosts included; one of the shortest if omitted."
    )


class ScenarioFault(ScenarioPart):
    """What breaks: one of `stuck_nic` and `failed_link`."""

    stuck_nic: ScenarioName | None = Field(default=None, description="A host that pauses its switch for ever.")
    failed_link: tuple[PortName, PortName] | None = Field(default=None, description="The ends of a cable that fails.")
    at: TimeNs = Field(default=0.0, description="When.")
    reroute: TimeNs = Field(default=0.0, description="How long until flows take other paths.")


class Scenario(ScenarioPart):
    """A network under load."""

    schema_version: Literal[1] = Field(alias="schema", description="Version of this format: 1.")
    name: Text = Field(default="", description="What it shows.")
    duration: TimeNs = Field(default=10e6, description="How long.")
    warm_up: TimeNs = Field(
        default=0.0, description="Throughput, queues and pauses count from this time on; counts of packets from 0."
    )
    seed: Annotated[int, *whole(0, 2**31)] = Field(default=1, description="Seed of marks and of the choice of paths.")
    payload: AmountBytes = Field(default=4096.0, description="Payload of a full packet.")
    header: AmountBytes = Field(
        default=62.0, description="Headers of a packet in a buffer: Ethernet, IPv4, UDP, BTH, ICRC and FCS are 62 B."
    )
    marking: MarkingMoment = Field(
        default=MarkingMoment.ENQUEUE, description="Whether a packet is marked as it comes into a queue or leaves it."
    )
    defaults: ScenarioDefaults = Field(default=ScenarioDefaults(), description="What holds unless said otherwise.")
    switches: dict[ScenarioName, SwitchSettings] = Field(default={}, description="The switches, by name.")
    hosts: dict[ScenarioName, HostSettings] = Field(
        default={}, description="Hosts with settings of their own; each other end of a cable is a host as well."
    )
    links: Annotated[tuple[ScenarioLink, ...], Field(min_length=1)] = Field(description="The cables.")
    ports: dict[PortName, PortSettings] = Field(
        default={}, description="What is different at single ports of switches, by device:port."
    )
    flows: Annotated[tuple[ScenarioFlow, ...], Field(min_length=1)] = Field(description="The load.")
    faults: tuple[ScenarioFault, ...] = Field(default=(), description="What breaks.")

"""What an intent says about thresholds and timers."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from roce_lint.intent.model_types import Dscp, Flag, IntentPart, PriorityNumber, whole
from roce_lint.intent.quantity import AUTO_THRESHOLD, DurationUs, Percent, QueueDepth, SizeBytes


class Ecn(IntentPart):
    """ECN marking from kmin, reaching pmax at kmax. Times are converted at the line rate of each port."""

    kmin: QueueDepth = Field(default=AUTO_THRESHOLD, description="Queue depth at which marking begins.")
    kmax: QueueDepth = Field(default=AUTO_THRESHOLD, description="Queue depth from which every packet is marked.")
    pmax: Literal["auto"] | Percent = Field(
        default="auto", description="Probability of a mark just below kmax; 1% to 100%."
    )


class WatchdogActionChoice(Enum):
    """What a watchdog does to a queue that stays paused; `auto` is what the platform offers without loss of links."""

    AUTO = "auto"
    DROP = "drop"
    NOTIFY_ONLY = "notify-only"
    ERRDISABLE = "errdisable"
    IGNORE_PAUSE = "ignore-pause"


class Watchdog(IntentPart):
    """PFC watchdog. Timers that are left out are adapted to what each platform accepts."""

    enabled: Flag = Field(default=True, description="Monitor the lossless queues of every port.")
    detection: DurationUs | None = Field(
        default=None, description="How long a queue stays paused before the watchdog acts; 200 ms if omitted."
    )
    recovery: DurationUs | None = Field(
        default=None,
        description="How long it then waits before it restores the queue; 400 ms or the system default if omitted.",
    )
    polling: DurationUs | None = Field(default=None, description="Polling interval; 100 ms if omitted.")
    action: WatchdogActionChoice = Field(
        default=WatchdogActionChoice.AUTO, description="Action for a queue that stays paused."
    )


class Trimming(IntentPart):
    """Packet trimming of the profile lossy-trimming; the defaults are those of NVIDIA's packet-trim-default."""

    size: Annotated[int, *whole(64, 4084)] = Field(
        default=256, description="Size of a trimmed packet, in bytes; 206 on Tomahawk 5, which supports no other size."
    )
    dscp: Dscp = Field(default=11, description="Code point of trimmed packets.")
    priority: PriorityNumber = Field(
        default=4, description="Traffic class and queue of trimmed packets, 0 to 7; not used by another class."
    )
    share: Percent | None = Field(default=None, description="Their share of the bandwidth; 10% if omitted.")


class Dcqcn(IntentPart):
    """DCQCN of the NICs; the defaults are those of ConnectX firmware."""

    enabled: Literal["auto"] | Flag = Field(default="auto", description="auto: on, except in the profile pfc-only.")
    min_time_between_cnps: DurationUs = Field(default=4, description="Shortest time between two CNPs of a flow.")
    alpha_update_period: DurationUs = Field(default=1, description="How often alpha is updated (DCE_TCP_RTT).")
    alpha_weight: Annotated[int, *whole(1, 1023)] = Field(
        default=1019, description="Weight of the old alpha, of 1024 (DCE_TCP_G)."
    )
    rate_reduce_period: DurationUs = Field(default=4, description="Shortest time between two cuts of the rate.")
    increase_timer: DurationUs = Field(default=300, description="Time between two raises of the rate (RPG_TIME_RESET).")
    increase_byte_counter: SizeBytes = Field(
        default=32767, description="Bytes between two raises of the rate (RPG_BYTE_RESET); 0 B is off."
    )
    fast_recovery_stages: Annotated[int, *whole(0, 31)] = Field(
        default=1, description="Raises before the additive phase (RPG_THRESHOLD)."
    )
    additive_increase_mbps: Annotated[int, *whole(1, 131_071)] = Field(
        default=5, description="Raise in the additive phase, Mb/s (RPG_AI_RATE)."
    )
    hyper_increase_mbps: Annotated[int, *whole(1, 131_071)] = Field(
        default=50, description="Raise in the hyper phase, Mb/s (RPG_HAI_RATE)."
    )
    min_rate_mbps: Annotated[int, *whole(1, 131_071)] = Field(
        default=1, description="Minimum rate of a flow, Mb/s (RPG_MIN_RATE)."
    )


def _path_mtu(value: object) -> object:
    if value not in ("auto", 256, 512, 1024, 2048, 4096) or isinstance(value, bool):
        raise ValueError(f"is {value!r}; a RoCE path MTU is auto, 256, 512, 1024, 2048 or 4096")
    return value


class Transport(IntentPart):
    """RoCE transport of the hosts."""

    path_mtu: Annotated[Literal["auto", 256, 512, 1024, 2048, 4096], BeforeValidator(_path_mtu)] = Field(
        default="auto",
        description="Payload of a RoCE packet in bytes; auto is the largest that fits the MTU of the hosts.",
    )
    ack_timeout_exponent: Annotated[int, *whole(1, 31)] = Field(
        default=20, description="A packet is retransmitted after 4.096 us * 2^n; NCCL's default is 20."
    )
    retry_count: Annotated[int, *whole(0, 7)] = Field(default=7, description="Repetitions before a connection fails.")
    qps_per_connection: Annotated[int, *whole(1, 128)] = Field(
        default=4, description="Queue pairs of a connection; more than one spreads it over equal-cost paths."
    )

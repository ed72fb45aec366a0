"""What an intent says about traffic classes and how they are protected."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from pydantic import BeforeValidator, Field, WithJsonSchema
from pydantic.config import JsonDict

from roce_lint.intent.model_tuning import Dcqcn, Ecn, Transport, Trimming, Watchdog
from roce_lint.intent.model_types import ClassName, Count, Dscp, IntentPart, PriorityNumber, one_or_many, worded
from roce_lint.intent.quantity import Percent


class Profile(Enum):
    """Designs of a RoCE fabric."""

    LOSSLESS = "lossless"
    TWO_LOSSLESS = "two-lossless"
    LOSSY_ROCE = "lossy-roce"
    PFC_ONLY = "pfc-only"
    LOSSY_TRIMMING = "lossy-trimming"
    ZERO_TOUCH = "zero-touch"
    ADAPTIVE_ROUTING = "adaptive-routing"
    EDGE_PFC = "edge-pfc"
    STAGED_ROLLOUT = "staged-rollout"
    BOUNCE_TAGGING = "bounce-tagging"
    DUAL_TOR_SHADOW = "dual-tor-shadow"
    LONG_HAUL = "long-haul"
    DUAL_PLANE = "dual-plane"
    L2_STORAGE = "l2-storage"
    MULTIPATH = "multipath"
    SPECTRUM_X = "spectrum-x"


RENDERED_PROFILES = (
    Profile.LOSSLESS,
    Profile.TWO_LOSSLESS,
    Profile.LOSSY_ROCE,
    Profile.PFC_ONLY,
    Profile.LOSSY_TRIMMING,
    Profile.SPECTRUM_X,
)
"""Profiles for which configurations can be made; the others can be linted only."""


_DSCP_SCHEMA: JsonDict = {"type": "integer", "minimum": 0, "maximum": 63}
DscpList = Annotated[
    tuple[Dscp, ...],
    BeforeValidator(one_or_many),
    Field(min_length=1, max_length=8),
    WithJsonSchema({"anyOf": [_DSCP_SCHEMA, {"type": "array", "items": _DSCP_SCHEMA, "minItems": 1, "maxItems": 8}]}),
]


Alpha = Annotated[
    str, *worded(r"[1-9]\d{0,2}(/[1-9]\d{0,2})?", "a number or a fraction such as 1/4, in quotes", "1/4", "2")
]


class RoceClass(IntentPart):
    """A traffic class for RoCE."""

    name: ClassName = Field(default="roce", description="Name of the class in configurations.")
    priority: PriorityNumber = Field(default=3, description="PFC priority, traffic class and queue, 0 to 7.")
    dscp: DscpList = Field(
        default=(26,),
        description="Code points that select the class; hosts mark the first.",
        json_schema_extra={"default": 26},
    )
    share: Percent | None = Field(
        default=None, description="Share of the bandwidth; an equal part of the remainder if omitted."
    )
    alpha: Alpha | None = Field(
        default=None,
        description="Share of the free shared buffer that this class may use at a port before it pauses, if"
        " not `roce.alpha`; EOS on Trident and Tomahawk.",
    )
    ecn: Ecn | None = Field(default=None, description="Marking of this class, if not that of `roce.ecn`.")


class Cnp(IntentPart):
    """The class of congestion notification packets; it is served before all others."""

    priority: PriorityNumber = Field(default=6, description="Traffic class and queue, 0 to 7; never a RoCE class.")
    dscp: Dscp = Field(default=48, description="Code point of CNPs.")


class OtherClass(IntentPart):
    """A class of traffic without RoCE that has its own share: neither paused nor marked."""

    name: ClassName = Field(examples=["storage-tcp"], description="Name of the class in configurations.")
    priority: PriorityNumber = Field(description="Traffic class and queue, 1 to 7; not used by another class.")
    dscp: DscpList = Field(description="Code points that select the class.")
    share: Percent = Field(description="Share of the bandwidth.")


class BestEffort(IntentPart):
    """All other traffic; priority 0."""

    share: Percent | None = Field(
        default=None, description="Share of the bandwidth; 20% or what the other classes leave if omitted."
    )


class Roce(IntentPart):
    """Traffic classes, marking, pausing and NIC behavior."""

    classes: tuple[RoceClass, ...] | None = Field(
        default=None,
        min_length=1,
        max_length=6,
        description="RoCE classes; `roce` (priority 3, DSCP 26) if omitted, and `roce-storage` (4, 34) in"
        " two-lossless.",
    )
    cnp: Cnp = Field(default=Cnp(), description="The class of congestion notification packets.")
    other_classes: tuple[OtherClass, ...] = Field(
        default=(), max_length=4, description="Lossy classes beside RoCE and best effort; none if omitted."
    )
    best_effort: BestEffort = Field(default=BestEffort(), description="All other traffic.")
    ecn: Ecn = Field(default=Ecn(), description="ECN marking of the RoCE queues.")
    alpha: Alpha | None = Field(
        default=None,
        description="Share of the free shared buffer that a lossless priority of a port may use before it"
        " pauses; computed if omitted and the switch supports it.",
    )
    watchdog: Watchdog = Field(default=Watchdog(), description="PFC watchdog of the switches.")
    trimming: Trimming = Field(
        default=Trimming(), description="How switches trim packets in the profile lossy-trimming."
    )
    dcqcn: Dcqcn = Field(default=Dcqcn(), description="Congestion control of the NICs.")
    transport: Transport = Field(default=Transport(), description="RoCE transport of the hosts.")
    maximum_incast: Count | None = Field(
        default=None, description="Senders that may converge on one port at once; not evaluated if omitted."
    )

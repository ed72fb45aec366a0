"""What comes out of a reader."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from roce_lint.model.fact import Source
from roce_lint.values import dataclass

TOKEN_MARKS = ("roce-lint:", "[rl:")
"""What a remark begins with: the long form anywhere in a comment, the short one in a description."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A comment or description that speaks to the linter; `source` is its line, `text` begins with its mark.

    `scope` is what it is attached to: the block that it is in, the line below it in formats without blocks, and
    NOWHERE for one that stands between blocks. `opens_file`: nothing but comments stands before it.
    `is_kept`: the device keeps it when the configuration is loaded and shown again. `block` is what the block is called
    with those around it, by which it is the same one after lines have moved; empty for the whole file.
    """

    source: Source
    scope: Source
    text: str
    opens_file: bool
    is_kept: bool
    block: str = ""


@dataclass(frozen=True, slots=True)
class SettingConflict:
    """Two files of one host that state different values; `setting` is the fact's name (`cnp_dscp`, `qos.trust`)."""

    device: str
    port: str
    setting: str
    accepted: str
    accepted_source: Source
    refused: str
    refused_source: Source


ALL_PRIORITIES = -1
"""The priority of a counter that a port has for all of them together."""


class CounterKind(Enum):
    """What a counter of a PFC priority counts. STORMS are counted by the queue that a watchdog watches."""

    PAUSES_RECEIVED = "pauses received"
    PAUSES_SENT = "pauses sent"
    DISCARDS = "discards"
    STORMS = "pause storms"


@dataclass(frozen=True, slots=True)
class PriorityCounter:
    """What a device has counted of one PFC priority of a port, as a capture shows it; it configures nothing.

    `priority` is the number of a queue for STORMS, and ALL_PRIORITIES where the port counts them together.
    """

    device: str
    port: str
    priority: int
    kind: CounterKind
    count: int
    source: Source


if TYPE_CHECKING:
    from roce_lint.infiniband.documents import InfinibandFacts
    from roce_lint.model.device import Device, Link, UnreadLine


@dataclass(frozen=True, slots=True)
class Reading:
    """What one document said: devices, links that it states, and the lines that nobody understood.

    `infiniband` is what it says about an InfiniBand subnet or its subnet manager.
    """

    devices: tuple[Device, ...]
    links: tuple[Link, ...]
    unread: tuple[UnreadLine, ...]
    infiniband: tuple[InfinibandFacts, ...] = ()
    counters: tuple[PriorityCounter, ...] = ()

"""The lossless chain of a port, as its rows and the maps that they name say it."""

from __future__ import annotations

from roce_lint.model.diagnostics import Diagnostics
from roce_lint.model.fact import Fact, Source, Unknown
from roce_lint.model.qos import Classification, PortQos, Priority, PriorityGroup, Queue, Watchdog
from roce_lint.model.terms import PortKind
from roce_lint.os.sonic import defaults
from roce_lint.os.sonic.database import Database


class PortQosMaker:
    """Makes what decides about RoCE at each port of a database."""

    def __init__(self, database: Database, diagnostics: Diagnostics) -> None:
        self._database = database
        self._diagnostics = diagnostics

    def of(self, name: str, kind: PortKind, speed_gbps: Fact[int], place: Source) -> PortQos:
        """Return the QoS of one port."""
        no = Unknown("QoS of SONiC is not read", place)
        group = PriorityGroup(no, no, no, no, no)
        off = defaults.NO_LINK_PAUSE.at(place)
        return PortQos(
            bound=no,
            trust=no,
            classification=Classification((no,) * 64, (no,) * 8, no),
            classes=(),
            pfc_mode=no,
            priorities=tuple(Priority(number, no, no, no, group) for number in range(8)),
            queues=tuple(Queue(n, no, no, no, no, no, no, no, no, no, no, no, no) for n in range(8)),
            watchdog=Watchdog(no, no, no, no, no, no, no),
            link_pause_received=off,
            link_pause_sent=off,
            rewrite_enabled=no,
            rewrites=(),
        )

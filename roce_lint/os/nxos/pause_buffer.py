"""The ingress side of PFC: which priorities pause, which queues they stop, and the buffer behind them.

The switch sends the priorities of a no-drop class when its ingress buffer reaches the pause threshold, and stops the
class's queue when it receives one of them. The buffer is carved by the system, or sized by an ingress queuing class:
`pause buffer-size B pause-threshold XOFF resume-threshold XON`, in bytes; what lies above XOFF is headroom.
"""

from __future__ import annotations

from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.model.qos import PRIORITY_COUNT, Priority, PriorityGroup
from roce_lint.os.industry_cli.command import NotStated
from roce_lint.os.industry_cli.line_diagnostics import LineDiagnostics
from roce_lint.os.nxos import defaults
from roce_lint.os.nxos.network_qos import NetworkQos
from roce_lint.os.nxos.policies import Attachment
from roce_lint.os.nxos.queue_lines import NxosQueueLines, PauseBuffer
from roce_lint.os.nxos.queues import tail_drop
from roce_lint.os.nxos.queuing import Queuing

_CARVED = "the system carves the ingress buffer of this class; its size is not in the configuration"
_LOSSY = "no class with this priority is no-drop"


class PauseBuffers:
    """Composes the eight priorities; ports with the same ingress queuing policy share them."""

    def __init__(self, network: NetworkQos, queuing: Queuing, diagnostics: LineDiagnostics) -> None:
        self._network = network
        self._queuing = queuing
        self._diagnostics = diagnostics
        self._composed: dict[str, tuple[Priority, ...]] = {}

    def priorities(self, ingress: Attachment | None) -> tuple[Priority, ...]:
        """Return the eight priorities of a port with this ingress queuing policy."""
        policy = self._queuing.policy(ingress) if ingress else None
        if ingress and policy and {side for side, _ in policy.classes} == {"out"}:
            self._diagnostics.line_refused(ingress.line, "a policy of c-out classes is attached with output")
        key = ingress.name if ingress else ""
        if key not in self._composed:
            classes = policy.classes if policy else {}
            ingress_classes = {queue: one for (side, queue), one in classes.items() if side == "in"}
            self._account_for_idle(ingress_classes)
            self._composed[key] = tuple(self._priority(number, ingress_classes) for number in range(PRIORITY_COUNT))
        return self._composed[key]

    def account_for_unattached(self) -> None:
        """Refuse what sizes the ingress buffer of classes that pause, where nothing is given any such policy."""
        pauses = any(isinstance(one.sent, Stated) and one.sent.value for one in self._network.classes)
        if not pauses or not self._composed or any(self._sizes(name) for name in self._composed if name):
            return
        for name, policy in self._queuing.all_policies():
            if self._sizes(name):
                attaching = f"service-policy type queuing input {name}"
                because = f"nothing attaches it ({attaching} in system qos or a port), and the system sizes the buffers"
                self._diagnostics.line_refused(policy.header, because)

    def _sizes(self, name: str) -> bool:
        """Say whether a policy gives an ingress class its pause buffer."""
        policy = self._queuing.named(name)
        return policy is not None and any(
            side == "in" and "pause" in one.held for (side, _), one in policy.classes.items()
        )

    def _account_for_idle(self, ingress_classes: dict[int, NxosQueueLines]) -> None:
        """Refuse pause buffers of classes that send no pause."""
        for queue, statements in ingress_classes.items():
            sent = self._network.classes[queue].sent
            line = statements.held.get("pause")
            if line and not isinstance(sent, Unknown) and not sent.value:
                because = f"qos-group {queue} has no pause pfc-cos under network-qos, so that nothing pauses from it"
                self._diagnostics.line_refused(line, because)

    def _priority(self, number: int, ingress_classes: dict[int, NxosQueueLines]) -> Priority:
        sending = [(group, one.sent) for group, one in enumerate(self._network.classes)]
        honouring = [(group, one.honoured) for group, one in enumerate(self._network.classes)]
        pausing = _groups(number, sending)
        return Priority(
            number=number,
            generates_pause=_any_class(number, sending, self._network.missing_pause(number)),
            honours_pause=_any_class(number, honouring, self._network.missing_pause(number)),
            paused_queues=_queues_stopped(number, honouring, self._network.source),
            group=self._group(pausing, ingress_classes),
        )

    def _group(self, pausing: list[int], ingress_classes: dict[int, NxosQueueLines]) -> PriorityGroup:
        """Return the ingress buffer of a priority that the classes `pausing` send."""
        if not pausing:
            return _nothing_known(_LOSSY, self._network.source)
        if len(pausing) > 1:
            return _nothing_known("several classes send this priority", self._network.source)
        statements = ingress_classes.get(pausing[0])
        if statements is None:
            return _nothing_known(_CARVED, self._network.source)
        if isinstance(statements.pause, Unknown):
            return _nothing_known("the pause buffer is not understood", statements.pause.source)
        if isinstance(statements.pause, Stated):
            return _static(statements.pause)
        carved = Unknown(_CARVED, self._diagnostics.block(statements.header))
        alpha = tail_drop(statements.queue_limit, carved.source, 0)[1]
        has_limit = not isinstance(statements.queue_limit, NotStated)
        return PriorityGroup(carved, carved, carved, carved, alpha if has_limit else carved)


def _static(pause: Stated[PauseBuffer]) -> PriorityGroup:
    buffer, source = pause.value, pause.source
    return PriorityGroup(
        headroom_bytes=Stated(max(0, buffer.size - buffer.xoff), source),
        reserved_bytes=Unknown("the configuration does not say what of the pause buffer is guaranteed", source),
        xoff_threshold_bytes=Stated(buffer.xoff, source),
        resume_offset_bytes=Stated(buffer.xoff - buffer.xon, source),
        alpha=Unknown("the pause threshold is static", source),
    )


def _groups(number: int, by_group: list[tuple[int, Fact[frozenset[int]]]]) -> list[int]:
    return [group for group, fact in by_group if not isinstance(fact, Unknown) and number in fact.value]


def _any_class(number: int, by_group: list[tuple[int, Fact[frozenset[int]]]], otherwise: Default[bool]) -> Fact[bool]:
    """Return whether some class has the priority; Unknown where a class's list was not understood."""
    for group in _groups(number, by_group):
        return Stated(True, by_group[group][1].source)
    for _, fact in by_group:
        if isinstance(fact, Unknown):
            return fact
    return otherwise


def _queues_stopped(
    number: int, by_group: list[tuple[int, Fact[frozenset[int]]]], source: Source
) -> Fact[frozenset[int]]:
    groups = _groups(number, by_group)
    if groups:
        return Stated(frozenset(groups), by_group[groups[0]][1].source)
    for _, fact in by_group:
        if isinstance(fact, Unknown):
            return fact
    return defaults.CLASS_DROPS.at(source)


def _nothing_known(because: str, source: Source) -> PriorityGroup:
    unknown = Unknown(because, source)
    return PriorityGroup(unknown, unknown, unknown, unknown, unknown)

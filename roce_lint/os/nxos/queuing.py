"""Egress queues of a port: the type queuing policy in force there, or the default one.

Queue N carries qos-group N: class c-out-8q-qN (8-queue model) or c-out-qN (4-queue model), `-default` is queue 0.
Source: NX-OS Command Reference 9.3(x) (syntax), Cisco-NX-OS-device YANG 10.3 (ranges).
"""

from __future__ import annotations

from roce_lint.model.fact import Default, Fact, Source, Unknown
from roce_lint.model.qos import Queue
from roce_lint.model.terms import Scheduling
from roce_lint.os.industry_cli.line_diagnostics import LineDiagnostics
from roce_lint.os.nxos import defaults
from roce_lint.os.nxos.congestion import early_detection, nothing_early, tail_drop
from roce_lint.os.nxos.policies import QUEUING, Attachment, Policies, PolicyClass, PolicyMap, is_system_policy
from roce_lint.os.nxos.scheduler import guaranteed_percent, scheduling, shape_percent, weight_percent
from roce_lint.text.lines import Line
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass, field, replace

_QUEUE = lazy_pattern(r"c-(?P<side>in|out)-(?P<eight>8q-)?q(?:(?P<number>[1-7])|-default)")
_ACTION = lazy_pattern(
    r"(?:no )?(?P<key>bandwidth remaining|bandwidth percent|bandwidth|random-detect non-ecn|random-detect|priority"
    r"|afd|queue-limit|shape|pause|dpp|burst-detect|description)\b"
)
PAUSE_BUFFER = lazy_pattern(r"pause buffer-size (\d{1,9}) pause-threshold (\d{1,9}) resume-threshold (\d{1,9})")
_BUFFER_BYTES = range(5000, 268435457)
"""Sizes of `pause buffer-size` in the newest data model; older releases stop at 12582913 bytes."""
_SYSTEM_4Q = "default-out-policy"
_OMITTED = "what a queue omitted from a user-defined queuing policy gets is not documented"


@dataclass(slots=True)
class QueueClass:
    """One class of a queuing policy while it is read: the line that holds for each kind of action."""

    header: Line
    actions: dict[str, Line] = field(default_factory=dict)


@dataclass(slots=True)
class QueuingPolicy:
    """One queuing policy: its classes by side (`in`, `out`) and queue, and how many queues its model has.

    `refused`: heads of classes that the switch does not take.
    """

    header: Line
    count: int
    classes: dict[tuple[str, int], QueueClass] = field(default_factory=dict)
    refused: list[Line] = field(default_factory=list)

    @property
    def lacking(self) -> Line:
        """Return what to change where a queue is left out: the only class that is refused, or else the policy."""
        return self.refused[0] if len(self.refused) == 1 else self.header

    @property
    def depends_on_speed(self) -> bool:
        """Return whether a percentage or a duration has to be converted with the port's speed."""
        return any(
            key == "shape" or (key == "queue-limit" and line.text.endswith(("ms", "us")))
            for one in self.classes.values()
            for key, line in one.actions.items()
        )


class Queuing:
    """Composes the queuing policies of one device; ports of equal policy and speed share their queues."""

    def __init__(self, policies: Policies, diagnostics: LineDiagnostics, network_queues: int = 0) -> None:
        """Compose beside a network-qos policy of `network_queues` queues (4 or 8); 0 where it fits both models."""
        self._network_queues = network_queues
        self._policies = policies
        self._diagnostics = diagnostics
        self._read: dict[str, QueuingPolicy] = {}
        self._queues: dict[tuple[str, Source | None, int], tuple[Queue, ...]] = {}

    def policy(self, attachment: Attachment) -> QueuingPolicy | None:
        """Return the policy that is attached; None for a system-defined or undefined one."""
        found = self._policies.policy_maps.get((QUEUING, attachment.name))
        if found is None:
            if not is_system_policy(attachment.name):
                self._diagnostics.undefined_at("policy-map type queuing", attachment.name, attachment.line)
            return None
        return self.named(attachment.name)

    def named(self, name: str) -> QueuingPolicy | None:
        """Return the policy of that name, attached or not; None for one that the file does not define."""
        found = self._policies.policy_maps.get((QUEUING, name))
        if found is not None and name not in self._read:
            self._read[name] = _read_policy(found, self._diagnostics)
        return self._read.get(name)

    def all_policies(self) -> tuple[tuple[str, QueuingPolicy], ...]:
        """Return every policy that the file defines, with its name."""
        names = [name for of_type, name in self._policies.policy_maps if of_type == QUEUING]
        return tuple((name, policy) for name in names if (policy := self.named(name)) is not None)

    def account_for_all(self) -> None:
        """Read the policies that no port uses, so that what is odd in them is reported too."""
        for of_type, name in self._policies.policy_maps:
            if of_type == QUEUING:
                header = self._policies.policy_maps[of_type, name].header
                self.queues(Attachment(name, header), 0)

    def queues(
        self, attachment: Attachment | None, speed_gbps: int, missing_at: Source | None = None
    ) -> tuple[Queue, ...]:
        """Return the egress queues; `speed_gbps` is 0 where it is not known.

        `missing_at`: the block that lacks an attachment, where it is not `system qos`.
        """
        policy = self.policy(attachment) if attachment else None
        name = attachment.name if attachment else ""
        key = (name, None if attachment else missing_at, speed_gbps if policy and policy.depends_on_speed else 0)
        if key not in self._queues:
            if policy and attachment:
                self._account_for_direction(attachment, policy)
            if attachment and self._is_of_other_model(attachment, policy):
                self._queues[key] = _refused_queues(self._network_queues, self._diagnostics.at(attachment.line))
            elif policy:
                self._queues[key] = _configured(policy, speed_gbps, self._diagnostics)
            else:
                self._queues[key] = self._default_queues(attachment, missing_at)
        return self._queues[key]

    def _account_for_direction(self, attachment: Attachment, policy: QueuingPolicy) -> None:
        """Refuse a policy of ingress classes alone that is attached to the egress."""
        sides = {side for side, _ in policy.classes}
        if sides == {"in"} and " output " in attachment.line.text:
            self._diagnostics.line_refused(attachment.line, "a policy of c-in classes is attached with input")

    def _is_of_other_model(self, attachment: Attachment, policy: QueuingPolicy | None) -> bool:
        """Say whether the switch refuses the policy, since the network-qos policy has another number of queues."""
        if policy is None:
            return self._network_queues == defaults.QUEUES_8 and attachment.name == _SYSTEM_4Q
        has_egress = any(side == "out" for side, _ in policy.classes)
        return has_egress and self._network_queues not in (0, policy.count)

    def _default_queues(self, attachment: Attachment | None, missing_at: Source | None) -> tuple[Queue, ...]:
        if attachment:
            source = self._diagnostics.at(attachment.line)
        elif missing_at:
            source = missing_at
        elif self._policies.system_block:
            source = self._diagnostics.block(self._policies.system_block)
        else:
            source = self._diagnostics.whole_file
        four = attachment is not None and attachment.name == _SYSTEM_4Q
        count = defaults.QUEUES_4 if four else defaults.QUEUES_8
        because = defaults.OUT_POLICY_4Q if four else defaults.OUT_POLICY_8Q
        return tuple(_default_queue(index, count, source, because) for index in range(count))


def _read_policy(policy: PolicyMap, diagnostics: LineDiagnostics) -> QueuingPolicy:
    names = [_QUEUE.fullmatch(one.name) for one in policy.classes]
    models = [bool(found["eight"]) for found in names if found and found["side"] == "out"]
    four = models.count(False) > models.count(True)
    read = QueuingPolicy(policy.header, defaults.QUEUES_4 if four else defaults.QUEUES_8, refused=list(policy.refused))
    for policy_class, found in zip(policy.classes, names, strict=True):
        if found and found["side"] == "out" and bool(found["eight"]) is four:
            diagnostics.block_not_understood(
                policy_class.header, "a class of the other queue model than the rest of the policy"
            )
            read.refused.append(policy_class.header)
            for line in policy_class.actions:
                diagnostics.block_not_understood(line, "below a class that this queue model does not have")
            continue
        if found is None:
            because = "queuing classes are fixed on Nexus 9000: c-out-8q-q1 to -q7 and -q-default, or the 4q names"
            diagnostics.line_not_understood(policy_class.header, because)
            read.refused.append(policy_class.header)
            for line in policy_class.actions:
                diagnostics.block_not_understood(line, "below a queuing class that does not exist")
            continue
        side, number = found["side"], int(found["number"] or 0)
        read.classes[side, number] = _read_class(policy_class, side, diagnostics)
    return read


def _read_class(policy_class: PolicyClass, side: str, diagnostics: LineDiagnostics) -> QueueClass:
    read = QueueClass(policy_class.header)
    for line in policy_class.actions:
        found = _ACTION.match(line.text)
        if not found or (found["key"] == "pause" and side == "out"):
            diagnostics.block_not_understood(line, "not an action of a queuing class of this direction")
            continue
        key = found["key"]
        for below in line.walk():
            diagnostics.line_not_understood(
                below, "a command of its own, and none of a queuing class; one action is one line"
            )
        if not line.text.startswith("no "):
            read.actions[key] = line
        for gone in [known for known in read.actions if line.text.startswith("no ") and known.startswith(key)]:
            del read.actions[gone]
    pause = read.actions.get("pause")
    if pause and not PAUSE_BUFFER.fullmatch(pause.text):
        diagnostics.line_refused(
            pause, "written pause buffer-size B pause-threshold XOFF resume-threshold XON, in bytes"
        )
    elif pause:
        _account_for_pause(pause, read, diagnostics)
    return read


def _account_for_pause(pause: Line, read: QueueClass, diagnostics: LineDiagnostics) -> None:
    """Refuse sizes out of range, and a share of the line beside the buffer.

    Source: Cisco-NX-OS-device YANG (range); PFC guidelines of the 9300-GX (no bandwidth or priority in the class).
    """
    found = PAUSE_BUFFER.fullmatch(pause.text)
    if found and int(found[1]) not in _BUFFER_BYTES:
        diagnostics.line_refused(
            pause, f"pause buffer-size takes {_BUFFER_BYTES.start} to {_BUFFER_BYTES.stop - 1} bytes"
        )
    for key in ("bandwidth remaining", "bandwidth percent", "bandwidth", "priority"):
        if key in read.actions:
            diagnostics.line_refused(read.actions[key], f"{key} and pause buffer-size exclude each other in one class")


def _configured(policy: QueuingPolicy, speed_gbps: int, diagnostics: LineDiagnostics) -> tuple[Queue, ...]:
    return tuple(
        _queue(index, policy.classes[("out", index)], speed_gbps, diagnostics)
        if ("out", index) in policy.classes
        else _omitted_queue(index, diagnostics.block(policy.lacking))
        for index in range(policy.count)
    )


def _queue(index: int, statements: QueueClass, speed_gbps: int, diagnostics: LineDiagnostics) -> Queue:
    """Return the facts of one queue that the policy lists."""
    block = diagnostics.block(statements.header)
    actions = statements.actions
    detection = early_detection(actions, block, diagnostics)
    limit_bytes, alpha = tail_drop(actions.get("queue-limit"), block, speed_gbps, diagnostics)
    return Queue(
        index=index,
        scheduling=scheduling(actions, block, diagnostics),
        weight_percent=weight_percent(actions, block, diagnostics),
        guaranteed_percent=guaranteed_percent(actions, block, diagnostics),
        shape_percent=shape_percent(actions.get("shape"), block, speed_gbps, diagnostics),
        ecn_enabled=detection.ecn_enabled,
        ecn_kmin_bytes=detection.kmin_bytes,
        ecn_kmax_bytes=detection.kmax_bytes,
        ecn_pmax_percent=detection.pmax_percent,
        ecn_averaging_weight=detection.averaging_weight,
        wred_drop_enabled=detection.wred_drop_enabled,
        limit_bytes=limit_bytes,
        alpha=alpha,
    )


def _refused_queues(count: int, source: Source) -> tuple[Queue, ...]:
    """Return what holds where the policy that is attached is refused: the default one of the other model."""
    because = (
        f"{defaults.MIXED_MODELS}; {defaults.OUT_POLICY_4Q if count == defaults.QUEUES_4 else defaults.OUT_POLICY_8Q}"
    )
    return tuple(_default_queue(index, count, source, because) for index in range(count))


def _omitted_queue(index: int, block: Source) -> Queue:
    """Return the facts of a queue that a user-defined policy leaves out."""
    unknown = Unknown(_OMITTED, block)
    return replace(_plain_queue(index, unknown, unknown, block), is_scheduled=False)


def _default_queue(index: int, count: int, source: Source, because: str) -> Queue:
    """Return the facts of a queue of a system-defined policy: the highest is strict, queue 0 has all the weight."""
    strict = index == count - 1
    weight = 100.0 if index == 0 else 0.0
    return _plain_queue(
        index,
        Default(Scheduling.STRICT if strict else Scheduling.WEIGHTED, source, because),
        Default(weight, source, defaults.STRICT_HAS_NO_WEIGHT.reason if strict else because),
        source,
    )


def _plain_queue(index: int, scheduled: Fact[Scheduling], weight: Fact[float], source: Source) -> Queue:
    """Return a queue without marking, shaper or limit of its own."""
    detection = nothing_early(source)
    limit_bytes, alpha = tail_drop(None, source, 0, None)
    return Queue(
        index=index,
        scheduling=scheduled,
        weight_percent=weight,
        guaranteed_percent=defaults.NO_GUARANTEE.at(source),
        shape_percent=defaults.NO_SHAPER.at(source),
        ecn_enabled=detection.ecn_enabled,
        ecn_kmin_bytes=detection.kmin_bytes,
        ecn_kmax_bytes=detection.kmax_bytes,
        ecn_pmax_percent=detection.pmax_percent,
        ecn_averaging_weight=detection.averaging_weight,
        wred_drop_enabled=detection.wred_drop_enabled,
        limit_bytes=limit_bytes,
        alpha=alpha,
    )

"""Egress queues of a port: the type queuing policy in force there, or the default one.

Queue N carries qos-group N: class c-out-8q-qN (8-queue model) or c-out-qN (4-queue model), `-default` is queue 0.
"""

from __future__ import annotations

from roce_lint.model.fact import Source, Stated
from roce_lint.model.qos import Queue
from roce_lint.os.industry_cli.line_diagnostics import LineDiagnostics
from roce_lint.os.nxos import defaults
from roce_lint.os.nxos.policies import QUEUING, Attachment, NxosPolicies, PolicyClass, PolicyMap, is_system_policy
from roce_lint.os.nxos.queue_lines import QUEUE_LINES, NxosQueueLines
from roce_lint.os.nxos.queues import default_queue, omitted_queue, queue_facts
from roce_lint.text.lines import Line
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass, field

_QUEUE = lazy_pattern(r"c-(?P<side>in|out)-(?P<eight>8q-)?q(?:(?P<number>[1-7])|-default)")
_SYSTEM_4Q = "default-out-policy"
_SHARES = ("bandwidth_remaining", "bandwidth_percent", "bandwidth", "priority")


@dataclass(slots=True)
class QueuingPolicy:
    """One queuing policy: its classes by side (`in`, `out`) and queue, and how many queues its model has.

    `refused`: heads of classes that the switch does not take.
    """

    header: Line
    count: int
    classes: dict[tuple[str, int], NxosQueueLines] = field(default_factory=dict)
    refused: list[Line] = field(default_factory=list)

    @property
    def lacking(self) -> Line:
        """Return what to change where a queue is left out: the only class that is refused, or else the policy."""
        return self.refused[0] if len(self.refused) == 1 else self.header

    @property
    def depends_on_speed(self) -> bool:
        """Return whether a percentage or a duration has to be converted with the port's speed."""
        return any(
            "shape_gbps" in one.held
            or (isinstance(one.queue_limit, Stated) and one.queue_limit.value.unit in ("ms", "us"))
            for one in self.classes.values()
        )


class Queuing:
    """Composes the queuing policies of one device; ports of equal policy and speed share their queues."""

    def __init__(self, policies: NxosPolicies, diagnostics: LineDiagnostics, network_queues: int = 0) -> None:
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
        return tuple(default_queue(index, count, source, because) for index in range(count))


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


def _read_class(policy_class: PolicyClass, side: str, diagnostics: LineDiagnostics) -> NxosQueueLines:
    """Read what a class says; of several lines for one thing the last holds, and `no` takes what begins like it."""
    read = NxosQueueLines(policy_class.header)
    for line in policy_class.actions:
        effect = QUEUE_LINES.effect(line.text)
        if effect is None or (effect.slot == "pause" and side == "out"):
            diagnostics.block_not_understood(line, "not an action of a queuing class of this direction")
            continue
        for below in line.walk():
            diagnostics.line_not_understood(
                below, "a command of its own, and none of a queuing class; one action is one line"
            )
        if not line.text.startswith("no "):
            read.held[effect.slot] = line
        elif effect.slot:
            read.held = {slot: held for slot, held in read.held.items() if not slot.startswith(effect.slot)}
    for line in read.held.values():
        QUEUE_LINES.account(line, read, diagnostics)
    _account_for_pause(read, diagnostics)
    return read


def _account_for_pause(read: NxosQueueLines, diagnostics: LineDiagnostics) -> None:
    """Refuse a share of the line beside the buffer.

    Source: PFC guidelines of the 9300-GX (no bandwidth or priority in the class).
    """
    for slot in _SHARES if isinstance(read.pause, Stated) else ():
        if slot in read.held:
            key = slot.replace("_", " ")
            because = f"{key} and pause buffer-size exclude each other in one class"
            diagnostics.line_refused(read.held[slot], because)


def _configured(policy: QueuingPolicy, speed_gbps: int, diagnostics: LineDiagnostics) -> tuple[Queue, ...]:
    classes = {index: said for (side, index), said in policy.classes.items() if side == "out"}
    return tuple(
        queue_facts(index, classes[index], diagnostics.block(classes[index].header), speed_gbps)
        if index in classes
        else omitted_queue(index, diagnostics.block(policy.lacking))
        for index in range(policy.count)
    )


def _refused_queues(count: int, source: Source) -> tuple[Queue, ...]:
    """Return what holds where the policy that is attached is refused: the default one of the other model."""
    because = (
        f"{defaults.MIXED_MODELS}; {defaults.OUT_POLICY_4Q if count == defaults.QUEUES_4 else defaults.OUT_POLICY_8Q}"
    )
    return tuple(default_queue(index, count, source, because) for index in range(count))

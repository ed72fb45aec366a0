"""From what the blocks say to the QoS facts of each port: inheritance, then one fact per attribute.

Members of a Port-Channel: marking and shaping live on the Port-Channel, PFC on the member.
"""

from __future__ import annotations

from typing import TypeAlias

from roce_lint.model.fact import Fact, Source, Stated, Unknown
from roce_lint.model.port import PARTS_OF_QOS
from roce_lint.model.qos import Classification, PfcWatchdog, PortQos, Priority, PriorityGroup, Queue, TrafficClass
from roce_lint.model.terms import PfcMode, PortKind, Trust
from roce_lint.os.eos import defaults
from roce_lint.os.eos.buffers import EosBuffers, lossy_group
from roce_lint.os.eos.classification import EosClassifier
from roce_lint.os.eos.interface_lines import PortDraft
from roce_lint.os.eos.maps import EosMaps
from roce_lint.os.eos.pfc import (
    EosGlobalPfc,
    WatchdogLines,
    class_facts,
    lossless_facts,
    pfc_mode,
    priority_facts,
    watchdog_facts,
)
from roce_lint.os.eos.policies import EosPolicies
from roce_lint.os.eos.port_lines import QosLines
from roce_lint.os.eos.queues import EosQueueLines, QueueContext, queue_facts
from roce_lint.os.industry_cli.command import NOT_STATED, NotStated, Setting, first_stated, joined, stated_or
from roce_lint.os.industry_cli.line_diagnostics import LineDiagnostics
from roce_lint.values import dataclass, field, replace


def lacks_pfc(own: QosLines, of_channel: QosLines) -> bool:
    """Say whether a profile of the Port-Channel has PFC, which members have to say, and the member says nothing."""
    return isinstance(of_channel.pfc_on, Stated) and own.pfc_on is NOT_STATED


def lines_of_member(own: QosLines, above: QosLines, channel: str, place: Source) -> QosLines:
    """Return what holds for a member, by its own lines and those of its Port-Channel `channel`.

    PFC of the Port-Channel is in doubt on the member, and `place` is where it would have to be said.
    """
    because = f"the profile of {channel} has PFC, and it is not documented whether that reaches its members"
    return replace(
        own,
        trust=first_stated(above.trust, own.trust),
        default_cos=first_stated(above.default_cos, own.default_cos),
        default_dscp=first_stated(above.default_dscp, own.default_dscp),
        policy=first_stated(above.policy, own.policy),
        shape=first_stated(above.shape, own.shape),
        queues=own.queues or above.queues,
        no_drop=own.no_drop or {number: _doubt(said, because, place) for number, said in above.no_drop.items()},
        pfc_on=own.pfc_on if not isinstance(own.pfc_on, NotStated) else _doubt(above.pfc_on, because, place),
    )


def _doubt(said: Setting[bool], because: str, place: Source) -> Setting[bool]:
    return Unknown(because, place) if isinstance(said, Stated) else said


@dataclass(frozen=True, slots=True)
class QosProfile:
    """A `qos profile` and its place."""

    lines: QosLines
    source: Source


@dataclass(slots=True)
class Globals:
    """Everything outside the interfaces that decides about their QoS."""

    maps: EosMaps
    policies: EosPolicies = field(default_factory=EosPolicies)
    profiles: dict[str, QosProfile] = field(default_factory=dict)
    pfc: EosGlobalPfc = field(default_factory=EosGlobalPfc)
    buffers: EosBuffers = field(default_factory=EosBuffers)


@dataclass(frozen=True, slots=True)
class _Chain:
    """The parts that ports with the same profile and speed share."""

    classes: tuple[TrafficClass, ...]
    priorities: tuple[Priority, ...]
    queues: tuple[Queue, ...]
    watchdog: PfcWatchdog
    pfc_mode: Fact[PfcMode]


_Key: TypeAlias = tuple[tuple[tuple[int, str], ...], int, int, int | str]
"""What decides about the QoS of a port: its own lines, the line of its profile, the length of its block, its speed."""


class EosPortQosMaker:
    """Makes the QoS facts of ports; equal parts of several ports are one object."""

    def __init__(
        self, network: Globals, diagnostics: LineDiagnostics, ports: dict[str, PortDraft], cell_bytes: Fact[int]
    ) -> None:
        self._network = network
        self._diagnostics = diagnostics
        self._ports = ports
        self._cell_bytes = cell_bytes
        self._chains: dict[_Key, _Chain] = {}
        self._classified: dict[tuple[_Key, bool | str], tuple[Fact[Trust], Classification]] = {}
        self._classifier = EosClassifier(network.maps, network.policies, diagnostics.file)
        self._queue_by_class = tuple(network.maps.queue_by_class)
        self._rewrites = network.maps.rewrites()

    def make(
        self, port: PortDraft, routed: Fact[bool], speed_gbps: Fact[int], has_queues: bool
    ) -> tuple[PortQos, tuple[str, ...]]:
        """Return the QoS facts of `port`, and the names of those with places in its block.

        A kind of interface without queues of its own gets none.
        """
        profile, channel = self._profile_of(port), self._channel_of(port)
        default_place = profile.source if profile else port.own_block
        is_of_profile = profile is not None and not port.qos_lines
        key: _Key | None = None
        if channel is None and port.kind is not PortKind.LAG and isinstance(port.buffer_doubt, NotStated):
            own = -1 if is_of_profile else port.source.end_line - port.source.line
            key = tuple(port.qos_lines), profile.source.line if profile else -1, own, _speed_key(speed_gbps)
        chain = self._chains.get(key) if key else None
        classified = self._classified.get((key, _routed_key(routed))) if key else None
        policy = port.qos.policy
        if chain is None or classified is None:
            lines = joined(port.qos, profile.lines) if profile else port.qos
            if channel:
                lines = self._under_channel(lines, channel, port)
            policy = lines.policy
            chain = chain or self._chain(lines, default_place, self._pfc_home(port, profile), speed_gbps, port)
            classified = self._classifier.classify(lines, routed, default_place)
            if key:
                self._chains[key] = chain
            if key and not isinstance(routed, Unknown):
                self._classified[key, _routed_key(routed)] = classified
        if isinstance(policy, Stated) and policy.value not in self._network.policies.policy_maps:
            self._diagnostics.undefined("policy-map", policy.value, port.in_file(policy.source))
        trust, classification = classified
        off = defaults.LINK_PAUSE_OFF.at(port.source)
        qos = PortQos(
            bound=self._bound(port, profile, channel),
            trust=trust,
            classification=classification,
            classes=chain.classes,
            pfc_mode=chain.pfc_mode,
            priorities=chain.priorities,
            queues=chain.queues if has_queues else (),
            watchdog=chain.watchdog,
            link_pause_received=stated_or(port.pause_received, off),
            link_pause_sent=stated_or(port.pause_sent, off),
            rewrite_enabled=self._network.maps.rewrite_enabled,
            rewrites=self._rewrites,
        )
        return qos, () if is_of_profile else PARTS_OF_QOS

    def _pfc_home(self, port: PortDraft, profile: QosProfile | None) -> Source:
        """Return the block that would state more of the PFC of a port."""
        if profile and (_is_silent(port) or isinstance(profile.lines.pfc_on, Stated) or profile.lines.no_drop):
            return profile.source
        return port.own_block

    def _profile_of(self, port: PortDraft) -> QosProfile | None:
        if not isinstance(port.profile, Stated):
            return None
        profile = self._network.profiles.get(port.profile.value)
        if profile is None:
            self._diagnostics.undefined("qos profile", port.profile.value, port.profile.source)
        return profile

    def _channel_of(self, port: PortDraft) -> PortDraft | None:
        return self._ports.get(port.channel.value) if isinstance(port.channel, Stated) else None

    def _under_channel(self, own: QosLines, channel: PortDraft, member: PortDraft) -> QosLines:
        """Return what holds for a member; where other members have PFC of their own, what lacks is the line of this."""
        profile = self._profile_of(channel)
        place = channel.source
        if profile and lacks_pfc(own, profile.lines) and isinstance(channel.profile, Stated):
            place = member.source if self._has_pfc_beside(member) else channel.profile.source
            self._diagnostics.refused(
                f"priority-flow-control on ({channel.name}, by service-profile {channel.profile.value})",
                "EOS takes PFC on the member interfaces, and this LAG has a member without it",
                place,
            )
        return lines_of_member(own, joined(channel.qos, profile.lines) if profile else channel.qos, channel.name, place)

    def _has_pfc_beside(self, member: PortDraft) -> bool:
        """Say whether a member of the bundle has PFC by its own lines or profile."""
        bundle = member.channel.value if isinstance(member.channel, Stated) else ""
        others = [
            one for one in self._ports.values() if isinstance(one.channel, Stated) and one.channel.value == bundle
        ]
        profiles = [self._network.profiles.get(one.profile.value) for one in others if isinstance(one.profile, Stated)]
        said = [*(one.qos.pfc_on for one in others), *(profile.lines.pfc_on for profile in profiles if profile)]
        return any(isinstance(one, Stated) and one.value for one in said)

    def _bound(self, port: PortDraft, profile: QosProfile | None, channel: PortDraft | None) -> Fact[bool]:
        if profile and isinstance(port.profile, Stated):
            return Stated(True, port.profile.source)
        if isinstance(port.qos.first_source, Stated):
            return Stated(True, port.in_file(port.qos.first_source.source))
        if isinstance(port.profile, Stated):
            return Stated(False, port.profile.source)
        if isinstance(port.profile, Unknown):
            return port.profile
        if channel and isinstance(above := self._bound(channel, self._profile_of(channel), None), Stated):
            return above
        return defaults.UNBOUND.at(port.source)

    def _chain(
        self, lines: QosLines, default_place: Source, pfc_default_place: Source, speed_gbps: Fact[int], port: PortDraft
    ) -> _Chain:
        """Return the QoS of a port.

        `default_place` and `pfc_default_place` are the blocks that would state more of it, and of PFC.
        """
        network = self._network
        no_drop = lossless_facts(lines.no_drop, pfc_default_place)
        groups = network.buffers.groups(self._cell_bytes, default_place)
        if isinstance(port.buffer_doubt, Unknown):
            groups = (PriorityGroup(*(port.buffer_doubt,) * 5),) * 8
        context = QueueContext(
            default_place=default_place,
            speed_gbps=speed_gbps,
            cell_bytes=self._cell_bytes,
            port_shape=lines.shape,
            global_buffer_ecn=network.maps.global_buffer_ecn,
            alphas=network.buffers.queue_alphas(default_place),
        )
        watchdog = WatchdogLines(lines.watchdog_on, lines.watchdog_timers, lines.watchdog_action)
        return _Chain(
            classes=class_facts(no_drop, self._queue_by_class, default_place),
            priorities=priority_facts(no_drop, self._queue_by_class, groups, lossy_group(default_place)),
            queues=tuple(queue_facts(index, _queue_lines(lines, index), context) for index in range(8)),
            watchdog=watchdog_facts(watchdog, network.pfc, no_drop, default_place),
            pfc_mode=pfc_mode(lines.pfc_on, network.pfc, pfc_default_place),
        )


def _is_silent(port: PortDraft) -> bool:
    """Return whether the blocks of a port say nothing about its QoS."""
    return not port.qos_lines or port.qos.empty


def _queue_lines(lines: QosLines, index: int) -> EosQueueLines:
    said = lines.queues.get(index, EosQueueLines())
    if isinstance(lines.all_queues, Unknown) and isinstance(said.ecn, NotStated):
        return replace(said, ecn=lines.all_queues)
    return said


def _speed_key(speed_gbps: Fact[int]) -> int | str:
    return speed_gbps.because if isinstance(speed_gbps, Unknown) else speed_gbps.value


def _routed_key(routed: Fact[bool]) -> bool | str:
    return routed.because if isinstance(routed, Unknown) else routed.value

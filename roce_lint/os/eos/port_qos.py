"""From what the blocks say to the QoS facts of each port: inheritance, then one fact per attribute."""

from __future__ import annotations

from roce_lint.model.fact import Fact, Source, Stated, Unknown
from roce_lint.model.qos import Classification, PortQos, Priority, PriorityGroup, Queue, TrafficClass, Watchdog
from roce_lint.model.terms import PfcMode, Trust
from roce_lint.os.eos import defaults
from roce_lint.os.eos.buffers import Buffers, lossy_group
from roce_lint.os.eos.bundles import lacks_pfc, lines_of_member
from roce_lint.os.eos.classification import Classifier
from roce_lint.os.eos.interface_lines import PortDraft
from roce_lint.os.eos.maps import Maps
from roce_lint.os.eos.pfc import (
    WatchdogLines,
    class_facts,
    lossless_facts,
    pfc_mode,
    priority_facts,
    watchdog_facts,
)
from roce_lint.os.eos.pfc_lines import GlobalPfc
from roce_lint.os.eos.policies import Policies
from roce_lint.os.eos.port_lines import QosLines, join
from roce_lint.os.eos.queue_lines import QueueLines
from roce_lint.os.eos.queues import QueueContext, queue_facts
from roce_lint.os.industry_cli.command import NOT_STATED, NotStated, Setting, stated_or
from roce_lint.os.industry_cli.line_diagnostics import LineDiagnostics
from roce_lint.values import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class QosProfile:
    """A `qos profile` and its place."""

    lines: QosLines
    source: Source


@dataclass(slots=True)
class Globals:
    """Everything outside the interfaces that decides about their QoS."""

    maps: Maps
    policies: Policies = field(default_factory=Policies)
    profiles: dict[str, QosProfile] = field(default_factory=dict)
    pfc: GlobalPfc = field(default_factory=GlobalPfc)
    buffers: Buffers = field(default_factory=Buffers)
    global_buffer_ecn: Setting[bool] = NOT_STATED


@dataclass(frozen=True, slots=True)
class _Chain:
    """The parts that ports with the same profile and speed share."""

    classes: tuple[TrafficClass, ...]
    priorities: tuple[Priority, ...]
    queues: tuple[Queue, ...]
    watchdog: Watchdog
    pfc_mode: Fact[PfcMode]


@dataclass(frozen=True, slots=True)
class _Made:
    """The parts that do not depend on where a port stands."""

    chain: _Chain
    trust: Fact[Trust]
    classification: Classification


class PortQosMaker:
    """Makes the QoS facts of ports; equal parts of several ports are one object."""

    def __init__(
        self, network: Globals, diagnostics: LineDiagnostics, ports: dict[str, PortDraft], cell_bytes: Fact[int]
    ) -> None:
        self._network = network
        self._diagnostics = diagnostics
        self._ports = ports
        self._cell_bytes = cell_bytes
        self._chains: dict[tuple[int, int | str], _Chain] = {}
        self._by_profile: dict[tuple[int, int | str, bool | str], _Made] = {}
        self._classifier = Classifier(network.maps, network.policies, diagnostics)
        self._queue_by_class = tuple(network.maps.queue_by_class)
        self._rewrites = network.maps.rewrites()

    def make(self, port: PortDraft, routed: Fact[bool], speed_gbps: Fact[int], has_queues: bool) -> PortQos:
        """Return the QoS facts of `port`; without queues for a kind of interface that has none."""
        profile = self._profile_of(port)
        channel = self._channel_of(port)
        if profile and self.is_of_profile(port):
            found = self._of_profile(profile, port, routed, speed_gbps)
        else:
            lines = join(port.qos, profile.lines) if profile else port.qos
            if channel:
                lines = self._under_channel(lines, channel, port)
            home = profile.source if profile else port.source
            speaks_of_pfc = profile and (isinstance(profile.lines.pfc_on, Stated) or profile.lines.no_drop)
            pfc_home = home if speaks_of_pfc or _is_silent(port) else port.source
            chain = self._chain(lines, home, pfc_home, speed_gbps, port)
            found = _Made(chain, *self._classifier.classify(lines, routed, home))
        chain = found.chain
        off = defaults.LINK_PAUSE_OFF.at(port.source)
        return PortQos(
            bound=self._bound(port, profile, channel),
            trust=found.trust,
            classification=found.classification,
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

    def is_of_profile(self, port: PortDraft) -> bool:
        """Return whether all of the port's QoS is that of a profile."""
        has_profile = isinstance(port.profile, Stated) and port.profile.value in self._network.profiles
        in_bundle = self._channel_of(port) is not None
        return has_profile and not in_bundle and _is_silent(port) and isinstance(port.buffer_doubt, NotStated)

    def _of_profile(self, profile: QosProfile, port: PortDraft, routed: Fact[bool], speed_gbps: Fact[int]) -> _Made:
        """Return what a port has that says nothing itself: the same for all such ports of one profile and speed."""
        home, lines = profile.source, profile.lines
        key = (home.line, _speed_key(speed_gbps), _routed_key(routed))
        found = self._by_profile.get(key)
        if found is None:
            chain = self._chains.get(key[:2])
            if chain is None:
                chain = self._chains[key[:2]] = self._chain(lines, home, home, speed_gbps, port)
            found = _Made(chain, *self._classifier.classify(lines, routed, home))
            if not isinstance(routed, Unknown):
                self._by_profile[key] = found
        return found

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
        return lines_of_member(own, join(channel.qos, profile.lines) if profile else channel.qos, channel.name, place)

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
            return Stated(True, port.qos.first_source.source)
        if isinstance(port.profile, Stated):
            return Stated(False, port.profile.source)
        if isinstance(port.profile, Unknown):
            return port.profile
        if channel and isinstance(above := self._bound(channel, self._profile_of(channel), None), Stated):
            return above
        return defaults.UNBOUND.at(port.source)

    def _chain(self, lines: QosLines, home: Source, pfc_home: Source, speed_gbps: Fact[int], port: PortDraft) -> _Chain:
        """Return the QoS of a port; `home` and `pfc_home` are the blocks that would state more of it, and of PFC."""
        network = self._network
        no_drop = lossless_facts(lines.no_drop, pfc_home)
        groups = network.buffers.groups(self._cell_bytes, home)
        if isinstance(port.buffer_doubt, Unknown):
            groups = (PriorityGroup(*(port.buffer_doubt,) * 5),) * 8
        context = QueueContext(
            home=home,
            speed_gbps=speed_gbps,
            cell_bytes=self._cell_bytes,
            port_shape=lines.shape,
            global_buffer_ecn=network.global_buffer_ecn,
            alphas=network.buffers.queue_alphas(home),
        )
        watchdog = WatchdogLines(lines.watchdog_on, lines.watchdog_timers, lines.watchdog_action)
        return _Chain(
            classes=class_facts(no_drop, self._queue_by_class, home),
            priorities=priority_facts(no_drop, self._queue_by_class, groups, lossy_group(home)),
            queues=tuple(queue_facts(index, _queue_lines(lines, index), context) for index in range(8)),
            watchdog=watchdog_facts(watchdog, network.pfc, no_drop, home),
            pfc_mode=pfc_mode(lines.pfc_on, network.pfc, pfc_home),
        )


def _is_silent(port: PortDraft) -> bool:
    """Return whether the blocks of a port say nothing about its QoS."""
    return not port.speaks_of_qos or port.qos.empty


def _queue_lines(lines: QosLines, index: int) -> QueueLines:
    said = lines.queues.get(index, QueueLines())
    if isinstance(lines.all_queues, Unknown) and isinstance(said.ecn, NotStated):
        return replace(said, ecn=lines.all_queues)
    return said


def _speed_key(speed_gbps: Fact[int]) -> int | str:
    return speed_gbps.because if isinstance(speed_gbps, Unknown) else speed_gbps.value


def _routed_key(routed: Fact[bool]) -> bool | str:
    return routed.because if isinstance(routed, Unknown) else routed.value

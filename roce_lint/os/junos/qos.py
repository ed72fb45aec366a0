"""Class-of-service as the switch resolves it: named tables, and what each port binds of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from roce_lint.model.device import IdleDefinition
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown, known
from roce_lint.model.packet_filter import PacketFilter
from roce_lint.model.qos import NO_PCP_REWRITTEN, PfcWatchdog, PortQos
from roce_lint.model.qos_tables import (
    Absence,
    ClassBinding,
    OptionalTable,
    PfcBinding,
    PortBinding,
    QosMap,
    QueueBinding,
    Rate,
)
from roce_lint.model.terms import PfcMode, PortKind, Trust
from roce_lint.os.compose.inheritance import inherited
from roce_lint.os.compose.ports import PortComposer
from roce_lint.os.junos import defaults
from roce_lint.os.junos.buffers import SharedBuffer
from roce_lint.os.junos.classifiers import ClassifierTables
from roce_lint.os.junos.code_points import CodePoints
from roce_lint.os.junos.cos_bindings import CosBindings, CosBound, Stanza, bound, bound_to_unit, is_wild
from roce_lint.os.junos.cos_references import FILTER, CosReferences
from roce_lint.os.junos.family import JunosFamily
from roce_lint.os.junos.filters import BoundFilter, FilterReader, bound_filters
from roce_lint.os.junos.forwarding_classes import ForwardingClasses
from roce_lint.os.junos.notification_profiles import (
    LARGEST_ROCE_PACKET_BYTES,
    NotificationProfile,
    NotificationProfiles,
)
from roce_lint.os.junos.pauses import Pauses
from roce_lint.os.junos.port_classes import PortClasses
from roce_lint.os.junos.rewrites import RewriteRules
from roce_lint.os.junos.schedulers import SchedulerTables, rate_of
from roce_lint.os.references import PORT, StructureUse
from roce_lint.os.tree.leaf_diagnostics import LeafDiagnostics
from roce_lint.text.tree import ABSENT, Node
from roce_lint.values import replace

T = TypeVar("T")
_QUEUES = range(8)
_PROFILE = "congestion-notification-profile"
_TRAFFIC = "output-traffic-control-profile"
_NOT_FOR_PAUSES = {0: "packets without a marking", 56: "routing protocols"}
_SHAPING = ("shaping-rate rate", "shaping-rate percent")


class CosReader:
    """Reads class-of-service of a file once, and what its ports bind of it."""

    def __init__(self, root: Node, family: JunosFamily, diagnostics: LeafDiagnostics) -> None:
        """Take the tree of the file."""
        cos, whole = root.at("class-of-service"), diagnostics.whole_file
        self._cos = cos
        self._diagnostics = diagnostics
        points = CodePoints(cos, diagnostics)
        self.classes = ForwardingClasses(cos, family, whole, diagnostics)
        classifiers = ClassifierTables(cos, self.classes, points, whole, diagnostics)
        self._profiles = NotificationProfiles(cos, points, diagnostics)
        self._dscp_maps = classifiers.dscp_maps
        self._schedulers = SchedulerTables(cos, classifiers, diagnostics)
        self._rewrites = RewriteRules(cos, self.classes, points, diagnostics)
        has_lossless = any(isinstance(one.is_lossless, Stated) for one in self.classes.stated.values())
        self.buffer = SharedBuffer(cos, family, diagnostics, has_lossless=has_lossless)
        self._filters = FilterReader(root, self.classes)
        self._port_classes = PortClasses(self.classes, classifiers, self._filters)
        self._pauses = Pauses(self.classes, self.buffer, diagnostics)
        self._bindings = CosBindings(root)
        self._references = CosReferences(cos, self.classes.known_names, self._bindings, diagnostics)
        self._composer = PortComposer(defaults.QOS)
        self._made: dict[tuple[object, ...], object] = {}
        self._account()

    @property
    def uses(self) -> list[StructureUse]:
        """Return where the structures of class-of-service are used, as far as ports have been read."""
        return self._references.uses

    def packet_filters(self, uses: Iterable[tuple[BoundFilter, str]]) -> tuple[PacketFilter, ...]:
        """Return what the filters of the file do with packets of RoCE; `uses` are filters with their ports."""
        return self._filters.packet_filters(uses)

    def report_unasked(self) -> None:
        """Report what rules of ports do not tell of what no port asks for, once every port has been read."""
        profiles = self._profiles.by_name.values()
        self._pauses.report_unasked(by_dscp=any(one.dscp for one in profiles) and not any(one.pcp for one in profiles))
        if not self._pauses.pauses_somewhere:
            self.buffer.report_unasked()
        for table in self._dscp_maps:
            for number, packets in _NOT_FOR_PAUSES.items():
                self._report_meant(table.entries.get(number), f"{number:06b}", packets)

    def _report_meant(self, named: Fact[str] | None, word: str, packets: str) -> None:
        """Report packets that get a class with a pfc-priority, where a fault of its own keeps it from pausing."""
        one = self.classes.stated.get(named.value) if isinstance(named, Stated) else None
        pauses = one is not None and self._pauses.pauses_somewhere and known(one.is_lossless, False)
        if named is not None and one is not None and one.pause_priority is not None and not pauses:
            because = f"{packets} get a class that is meant to pause"
            self._diagnostics.doubtful(f"code-points {word} of class {one.name}", because, named.source)

    def idle(self) -> tuple[IdleDefinition, ...]:
        """Return what class-of-service defines and nothing uses, once every port has been read."""
        return self._references.idle()

    def _account(self) -> None:
        """Account for what says nothing about RoCE."""
        for name in ("multi-destination", "traceoptions", "system-defaults", "host-outbound-traffic"):
            self._cos.at(name).pass_over()
        own = self._cos.at("host-outbound-traffic").get("forwarding-class")
        lossless = self.classes.stated.get(own.value) if own is not None else None
        if own is not None and self.classes.resolve(own.value, own) and lossless and known(lossless.is_lossless, False):
            because = "BGP, BFD and LACP of the switch itself then wait whenever the no-loss class is paused"
            self._diagnostics.doubtful(f"host-outbound-traffic forwarding-class {own.value}", because, own.first_line)
        for block in self._cos.entries("traffic-control-profiles"):
            for rate in ("guaranteed-rate", "shaping-rate"):
                block.at(rate).pass_over()

    def _shared(self, key: tuple[object, ...], made: T) -> T:
        """Return what was made first for a key, so that ports that bind the same share it."""
        return self._made.setdefault(key, made)  # type: ignore[return-value]  # a key is used for one type

    # A port

    def of(self, name: str, kind: PortKind, blocks: Iterable[Node], speed: Fact[int], place: Source) -> PortQos:
        """Return the QoS of a port; `blocks` are its entry below `interfaces` and then that of its bundle."""
        blocks = tuple(blocks)
        if kind not in (PortKind.ETHERNET, PortKind.LAG):
            return self._without_queues(place)
        own = self._bindings.of_port(name)
        bundle = self._bindings.of_port(blocks[1].key) if len(blocks) > 1 else ()
        if len(blocks) > 1:
            own = self._of_member(name, blocks[1].key, own)
        held = _over(bound(own), bound(bundle))
        carrier = blocks[-1] if blocks else None
        entries = carrier.entries("unit") if carrier is not None else []
        applied = [(one.key, tuple(bound_filters(one))) for one in entries] or [("0", ())]
        units = [
            (
                _over(bound_to_unit(bundle, key), bound_to_unit(own, key)),
                tuple(one for one in filters if one.incoming),
            )
            for key, filters in applied
        ]
        removed = [self._bindings.removed_at(one) for one in (name, *(block.key for block in blocks[1:]))]
        at = held.place or next((one for one in removed if one is not None), place)
        self._look_up_filters(name, [one for _, filters in applied for one in filters])
        self._references.use(name, [held, *(one for one, _ in units)])
        classified = self._port_classes.of(held, units, at)
        policers = [one for unit in entries for one in self._filters.policers_of(unit)]
        if policers:
            binding = replace(classified.binding, policers=(*classified.binding.policers, *policers))
            classified = replace(classified, binding=binding)
        self._report_written(one for _, filters in applied for one in filters)
        profile = self._profile(held)
        if isinstance(profile, NotificationProfile) and carrier is not None:
            self._report_receive_units(profile, carrier)
        pfc, mode = self._pfc(profile, held, classified.dscp, classified.pcp, held.removed_at(_PROFILE) or at)
        rewrite, rewrite_at = self._rewrite([held, *(one for one, _ in units)])
        return self._composer.compose(
            PortBinding(
                place=place,
                qos_place=at,
                bound=_bound(held, carrier, at),
                speed_gbps=speed,
                classifies=classified.binding,
                classes=self.classes.names,
                queue_of=self.classes.queue_of,
                group_of=None,
                pfc_mode=mode,
                pfc=pfc,
                queues=self._queues(held, held.removed_at("scheduler-map", _TRAFFIC) or at),
                watchdog=self._watchdog(profile, pfc, held.removed_at(_PROFILE) or at),
                trust=classified.trust,
                rewrite=rewrite,
                rewrite_at=rewrite_at,
                rewrites_pcp=_rewrites_pcp([held, *(one for one, _ in units)]),
                link_pause_received=_link_pause(blocks[0]) if blocks else None,
            )
        )

    def _of_member(self, name: str, bundle: str, stanzas: tuple[Stanza, ...]) -> tuple[Stanza, ...]:
        """Return the stanzas that reach a member by wildcards; one of its own has no effect (Junos CoS User Guide)."""
        for one in stanzas:
            if not is_wild(one.name):
                because = f"{name} is a member of {bundle}, and members have the class-of-service of their bundle"
                self._diagnostics.refused(f"class-of-service interfaces {one.name}", because, one.source)
        return tuple(one for one in stanzas if is_wild(one.name))

    def _look_up_filters(self, port: str, filters: Iterable[BoundFilter]) -> None:
        """Report filters that a port names and nobody defines."""
        for one in filters:
            self.uses.append(StructureUse(FILTER, one.name, one.source, (PORT, port)))
            if not self._filters.is_defined(one.name):
                self._diagnostics.undefined(FILTER, one.name, one.source)

    def _report_written(self, filters: Iterable[BoundFilter]) -> None:
        """Report filters that put the DSCP of a lossy class into packets that arrive with one of a lossless class."""
        for key in dict.fromkeys((one.family, one.name) for one in filters):
            if key in self._made:
                continue
            self._made[key] = key
            for term, dscps, written in self._filters.written(*key):
                lost = [
                    dscp
                    for table in self._dscp_maps
                    for dscp in sorted(dscps)
                    if self._is_lossless(table, dscp) and not self._is_lossless(table, written.value)
                ]
                if lost:
                    because = (
                        f"the classifiers give DSCP {lost[0]} a no-loss class, and DSCP {written.value},"
                        " which is written over it, none"
                    )
                    self._diagnostics.harmful(f"filter {key[1]} term {term} then dscp", because, written.source)

    def _is_lossless(self, table: QosMap[int, str], dscp: int) -> bool:
        named = self.classes.by_name.get(known(table.at(dscp, "code point"), ""))
        return named is not None and known(named.is_lossless, False)

    def _without_queues(self, place: Source) -> PortQos:
        """Return the QoS of an interface that has no queues, such as a loopback."""
        none = Unknown("interfaces of this kind have no buffers", place)
        pfc = self._shared(("no profile", place), self._pauses.without_profile(place))
        return self._composer.compose(
            PortBinding(
                place=place,
                qos_place=place,
                bound=defaults.NOT_BOUND.at(place),
                speed_gbps=none,
                classifies=ClassBinding(place, None, None),
                classes=self.classes.names,
                queue_of=self.classes.queue_of,
                group_of=None,
                pfc_mode=defaults.PFC_OFF.at(place),
                pfc=pfc,
                queues=tuple(QueueBinding(Absence(place), None, None, (none, none)) for _ in _QUEUES),
                watchdog=self._watchdog(None, pfc, place),
                trust=Default(Trust.NONE, place, "interfaces of this kind do not classify"),
            )
        )

    # PFC

    def _report_receive_units(self, profile: NotificationProfile, carrier: Node) -> None:
        """Report headroom that is computed for smaller frames than those of RoCE, which the port takes.

        Source: Juniper CLI reference, mru (Congestion Notification Profiles).
        """
        frame = carrier.get("mtu")
        for size in profile.mru:
            bound = min(LARGEST_ROCE_PACKET_BYTES, int(frame.value) if frame and frame.value.isdecimal() else 0)
            if size.value < bound:
                setting = f"congestion-notification-profile {profile.name} input mru {size.value}"
                because = f"headroom is computed for frames of {size.value} bytes, and RoCE has some of {bound}"
                self._diagnostics.doubtful(setting, because, size.source)

    def _profile(self, held: CosBound) -> NotificationProfile | Unknown | None:
        named = held.get(_PROFILE)
        if named is None or isinstance(named, Unknown):
            return named
        found = self._profiles.by_name.get(named.value)
        return found or Unknown(f"the {_PROFILE} {named.value} is not defined", named.source)

    def _pfc(
        self,
        profile: NotificationProfile | Unknown | None,
        held: CosBound,
        dscp: QosMap[int, str] | Unknown,
        pcp: QosMap[int, str] | Unknown,
        at: Source,
    ) -> tuple[PfcBinding, Fact[PfcMode]]:
        if profile is None:
            key: tuple[object, ...] = ("no profile", at)
            return self._shared(key, self._pauses.without_profile(at)), defaults.PFC_OFF.at(at)
        if isinstance(profile, Unknown):
            return self._shared(("profile", profile), self._pauses.unknown(profile)), profile
        key = ("pfc", profile.name, id(dscp), id(pcp))
        if key not in self._made:
            self._made[key] = self._pauses.by_profile(profile, dscp, pcp)
            # The key names them by identity.
            self._made[("kept", *key)] = (dscp, pcp)
        named = held.slots[_PROFILE]
        return self._made[key], Stated(PfcMode.ON, named.source)  # type: ignore[return-value]  # one type a key

    def _watchdog(self, profile: NotificationProfile | Unknown | None, pfc: PfcBinding, at: Source) -> PfcWatchdog:
        key = ("watchdog", profile.name if isinstance(profile, NotificationProfile) else profile, id(pfc), at)
        if key in self._made:
            return self._made[key]  # type: ignore[return-value]  # a key is used for one type
        if isinstance(profile, Unknown):
            made = PfcWatchdog(profile, profile, profile, profile, profile, profile, profile)
        elif profile is None:
            none = Unknown("no profile of the port has a watchdog", at)
            made = PfcWatchdog(defaults.WATCHDOG_OFF.at(at), none, none, none, none, none, none)
        else:
            one = profile.watchdog
            watched = frozenset(number for number, fact in enumerate(pfc.received) if known(fact, False))
            priorities: Fact[frozenset[int]] = Default(
                watched, profile.output_place, "the watchdog works on the flow-control queues of the profile"
            )
            recovers = defaults.WATCHDOG_RECOVERS.at(one.enabled.source)
            made = PfcWatchdog(
                one.enabled, priorities, one.detection_ms, one.recovery_ms, one.polling_ms, one.action, recovers
            )
        self._made[key] = made
        return made

    # Queues

    def _queues(self, held: CosBound, at: Source) -> tuple[QueueBinding, ...]:
        slots = tuple(held.get(slot) for slot in ("scheduler-map", _TRAFFIC, *_SHAPING))
        key = ("queues", *slots, tuple(held.class_sets.items()), at)
        if key not in self._made:
            self._made[key] = self._make_queues(held, at)
        return self._made[key]  # type: ignore[return-value]  # a key is used for one type

    def _make_queues(self, held: CosBound, at: Source) -> tuple[QueueBinding, ...]:
        none = Unknown("no limit of the queue is set: it follows from the shared buffer", at)
        doubt, served = self._served(held)
        shape = self._shape_of_port(held)
        bindings: list[QueueBinding] = []
        for queue in _QUEUES:
            names = self.classes.of_queues[queue]
            name = next((one for one in names if one in served), "")
            index_at = self.classes.by_name[name or names[0]].source if names else at
            if doubt is not None:
                bindings.append(QueueBinding(Absence(at), doubt, doubt, (none, none), index_at))
            elif not name:
                mapped = held.get("scheduler-map")
                gone = self._schedulers.left_out_at(mapped.value, names) if isinstance(mapped, Stated) else None
                bindings.append(QueueBinding(Absence(gone or at), None, None, (none, none), index_at))
            else:
                named = served[name]
                if isinstance(named, Unknown) or named.value not in self._schedulers.blocks:
                    gap = named if isinstance(named, Unknown) else None
                    missing = gap or Unknown(f"the scheduler of class {name} is not defined", named.source)
                    bindings.append(QueueBinding(Absence(at), missing, missing, (none, none), index_at))
                    continue
                if isinstance(self.classes.by_name[name].is_lossless, Stated):
                    self._schedulers.report_without_memory(named.value, name)
                others = [one.value for key, one in served.items() if key != name and not isinstance(one, Unknown)]
                rest = max(0.0, 100 - sum(self._schedulers.stated_percent(one) for one in others))
                scheduler, curve = self._schedulers.of(
                    named.value, name, Default(rest, named.source, "what the transmit rates of other classes leave")
                )
                if shape is not None and scheduler.shape is None:
                    scheduler = replace(scheduler, shape=shape)
                bindings.append(QueueBinding(Absence(named.source), scheduler, curve, (none, none), index_at))
        return tuple(bindings)

    def _shape_of_port(self, held: CosBound) -> Rate | None:
        """Return the rate to which the port is shaped, by its stanza or by its traffic-control profile."""
        by_rate, by_percent = (held.get(slot) for slot in _SHAPING)
        if by_percent is not None and not isinstance(by_percent, Unknown) and by_percent.value.isdecimal():
            return Rate(Stated(float(by_percent.value), by_percent.source), is_percent=True)
        if by_rate is not None:
            return Rate(by_rate) if isinstance(by_rate, Unknown) else rate_of(by_rate.value, by_rate.source)
        named = held.get(_TRAFFIC)
        if named is None or isinstance(named, Unknown):
            return None
        block = next((one for one in self._cos.entries("traffic-control-profiles") if one.key == named.value), None)
        leaf = block.at("shaping-rate").take("rate") if block is not None else ABSENT
        return rate_of(leaf.value, leaf.first_line) if leaf.line else None

    def _served(self, held: CosBound) -> tuple[Unknown | None, dict[str, Fact[str]]]:
        """Return the scheduler of each class, or why it is not known."""
        named = held.get("scheduler-map")
        if named is None and (traffic := held.get(_TRAFFIC)) is not None:
            named = self._map_of_traffic(traffic)
        if named is not None:
            return self._mapped(named)
        found: dict[str, Fact[str]] = {}
        for name, fact in held.class_sets.items():
            doubt, served = self._mapped(self._map_of_traffic(fact))
            if doubt is not None:
                return doubt, {}
            members = self._references.members(name)
            found |= {one: scheduler for one, scheduler in served.items() if one in members}
        return None, found

    def _mapped(self, named: Fact[str]) -> tuple[Unknown | None, dict[str, Fact[str]]]:
        if isinstance(named, Unknown):
            return named, {}
        if named.value not in self._schedulers.maps:
            return Unknown(f"the scheduler-map {named.value} is not defined", named.source), {}
        served: dict[str, Fact[str]] = dict(self._schedulers.mapped(named.value))
        queues = {self.classes.queue(name) for name in served}
        for one in self.classes.stated.values():
            is_left_out = known(one.queue, -1) not in queues and not one.is_multicast
            if served and is_left_out and not isinstance(one.is_lossless, Stated):
                self._schedulers.report_left_out(named.value, one.name)
        return None, served

    def _map_of_traffic(self, named: Fact[str]) -> Fact[str]:
        if isinstance(named, Unknown):
            return named
        block = next((one for one in self._cos.entries("traffic-control-profiles") if one.key == named.value), None)
        if block is None:
            return Unknown(f"the traffic-control-profile {named.value} is not defined", named.source)
        leaf = block.take("scheduler-map")
        if leaf.line:
            return Stated(leaf.value, leaf.first_line)
        return Unknown(f"the traffic-control-profile {named.value} names no scheduler-map", named.source)

    # Rewriting

    def _rewrite(self, bounds: Sequence[CosBound]) -> tuple[OptionalTable[QosMap[str, int]], Source | None]:
        found = [fact for one in bounds if (fact := one.get("rewrite-rules dscp")) is not None]
        if not found:
            return None, None
        first = found[0]
        if isinstance(first, Unknown):
            return first, first.source
        if any(isinstance(one, Unknown) or one.value != first.value for one in found):
            return Unknown("the units of the port rewrite differently", first.source), first.source
        table = self._rewrites.maps.get(("dscp", first.value))
        if table is None:
            because = f"what the rewrite rules {first.value} write is not known"
            return Unknown(because, first.source), first.source
        return table, first.source


def _over(first: CosBound, second: CosBound) -> CosBound:
    """Return what holds of two that are bound at once, as a member and its bundle."""
    return CosBound(
        first.place or second.place,
        inherited((first.slots, second.slots)),
        inherited((first.class_sets, second.class_sets)),
        is_own=first.is_own or second.is_own,
        removed={**second.removed, **first.removed},
    )


def _bound(held: CosBound, carrier: Node | None, port: Source) -> Fact[bool]:
    """Return whether a stanza reaches the port.

    What a wildcard binds, or anybody to a port that has no unit to forward, says nothing of what the port is for.
    """
    if held.place is None:
        return defaults.NOT_BOUND.at(port)
    units = carrier.entries("unit") if carrier is not None else []
    has_mtu = carrier is not None and carrier.has("mtu")
    if carrier is not None and not has_mtu and not any(_forwards(one) for one in units):
        return defaults.BOUND_TO_NOTHING.at(held.place)
    # A port whose address is refused still has the MTU of a port that is used.
    is_staged = has_mtu and not any(_forwards(one) for one in units)
    is_meant = held.is_own or is_staged or any(_is_unnumbered(one) for one in units)
    return Stated(True, held.place) if is_meant else defaults.BOUND_BY_WILDCARD.at(held.place)


def _rewrites_pcp(bounds: Sequence[CosBound]) -> Fact[bool]:
    """Return whether rewrite rules write the priority of the class into the VLAN tag."""
    found = next((fact for one in bounds if (fact := one.get("rewrite-rules ieee-802.1")) is not None), None)
    if found is None or isinstance(found, Unknown):
        return found or NO_PCP_REWRITTEN
    return Stated(True, found.source)


def _forwards(unit: Node) -> bool:
    """Say whether a unit has an address, or a family that forwards without one."""
    family = unit.at("family")
    return family.at("inet").has("address") or family.has("ethernet-switching") or _is_unnumbered(unit)


def _is_unnumbered(unit: Node) -> bool:
    family = unit.at("family")
    return family.has("inet6") or family.at("inet").has("unnumbered-address")


def _link_pause(block: Node) -> Fact[bool] | None:
    """Return whether the interface states IEEE 802.3x flow control."""
    for options in (block.at("ether-options"), block.at("gigether-options")):
        for name, value in (("flow-control", True), ("no-flow-control", False)):
            leaf = options.take(name)
            if leaf.line:
                return Stated(value, leaf.first_line)
        for name in ("rx-buffers", "tx-buffers"):
            leaf = options.at("configured-flow-control").take(name)
            if leaf.value == "on":
                return Stated(True, leaf.first_line)
    return None

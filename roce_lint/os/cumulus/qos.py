"""Profiles of QoS, and what each port binds of them: a profile of its own, else `default-global` and `qos roce`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import TypeVar

from roce_lint.model.device import IdleDefinition
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.model.logic import map_fact
from roce_lint.model.place import fact_at
from roce_lint.model.qos import PRIORITY_COUNT, PfcWatchdog, PortQos, PriorityGroup
from roce_lint.model.qos_tables import (
    Absence,
    ClassBinding,
    Curve,
    Depth,
    OptionalTable,
    PfcBinding,
    PortBinding,
    QosMap,
    QueueBinding,
    Rate,
    Scheduler,
)
from roce_lint.model.terms import PfcMode, PortKind, QosPart, Scheduling, Trust
from roce_lint.os.compose.ports import PortComposer
from roce_lint.os.cumulus import defaults
from roce_lint.os.cumulus.layers import GLOBAL, QosLayers
from roce_lint.os.cumulus.qos_conflicts import (
    report_early_drops,
    report_idle_settings,
    report_names_and_sums,
)
from roce_lint.os.cumulus.settings import child, entries, number, stated, switch
from roce_lint.os.references import StructureDefinition, StructureKind, StructureUse, unused
from roce_lint.os.tree.leaf_diagnostics import LeafDiagnostics
from roce_lint.text.tree import Node
from roce_lint.values import dataclass

T = TypeVar("T")
_NUMBERS = tuple(map(str, range(PRIORITY_COUNT)))
_TRUST = {"l2": Trust.PCP, "l3": Trust.DSCP, "both": Trust.DSCP_AND_PCP, "port": Trust.NONE}
_SERVED = {"strict": Scheduling.STRICT, "dwrr": Scheduling.WEIGHTED}
_FEATURES: Mapping[str, frozenset[QosPart]] = {
    "mapping": frozenset({QosPart.CLASSIFICATION}),
    "pfc": frozenset({QosPart.PAUSE, QosPart.BUFFER}),
    "congestion-control": frozenset({QosPart.ECN}),
    "egress-scheduler": frozenset({QosPart.SCHEDULING}),
    "egress-shaper": frozenset({QosPart.SCHEDULING}),
    "remark": frozenset({QosPart.CLASSIFICATION}),
    "link-pause": frozenset({QosPart.PAUSE}),
}
"""What interfaces bind profiles of, and what those bring."""
_OF_OTHERS = frozenset(("mapping", "pfc"))
_OF_QUEUES = ("congestion-control", "egress-scheduler")
HOST_GROUP, NETWORK_GROUP = "lossy-multi-tc-host-group", "lossy-multi-tc-network-group"
_OF_TRIMMING = frozenset((HOST_GROUP, NETWORK_GROUP))
"""Remark profiles that packet trimming brings. Source: CUG, Packet Trimming."""
KINDS = {
    f"qos {feature} profile": StructureKind(
        f"qos {feature} profile", brings, frozenset({GLOBAL}) | (_OF_TRIMMING if feature == "remark" else frozenset())
    )
    for feature, brings in _FEATURES.items()
}
_KBITS = 125
"""Bytes a second of 1 kbit/s."""
_ALPHAS = {
    "alpha_0": 0.0,
    **{f"alpha_{2**n}": float(2**n) for n in range(7)},
    **{f"alpha_1_{2**n}": 2.0**-n for n in range(1, 8)},
}


@dataclass(frozen=True, slots=True)
class Bound:
    """The profiles that hold for one port by feature, each with the line that binds it."""

    profiles: Mapping[str, Stated[str]]

    def name(self, feature: str) -> str:
        """Return the profile of a feature."""
        found = self.profiles.get(feature)
        return found.value if found else GLOBAL


class QosReader:
    """Reads the profiles of a file once, and what its ports bind of them."""

    def __init__(self, layers: QosLayers, diagnostics: LeafDiagnostics) -> None:
        """Take what holds below `qos`."""
        self.layers = layers
        self._diagnostics = diagnostics
        self.uses: list[StructureUse] = []
        self.bound: dict[str, Bound] = {}
        self._composer = PortComposer(defaults.QOS)
        self._made: dict[tuple[object, ...], object] = {}
        self._queue_of = self._queues_of_priorities()
        self._pool = self._lossless_pool()
        self._rewriting = self._rewriting_flag()
        report_names_and_sums(layers, diagnostics)

    def _shared(self, key: tuple[object, ...], made: T) -> T:
        """Return what was made first for a key, so that ports that bind the same share it."""
        return self._made.setdefault(key, made)  # type: ignore[return-value]  # a key is used for one type

    def of(self, name: str, kind: PortKind, blocks: Iterable[Node], speed: Fact[int], place: Source) -> PortQos:
        """Return the QoS of a port; `blocks` are its own and then that of its bond."""
        blocks = tuple(blocks)
        if kind not in (PortKind.ETHERNET, PortKind.LAG):
            return self._without_queues(blocks[0], kind, place)
        is_member = len(blocks) > 1
        bound = self.bound[name] = self._bound(name, blocks, is_member=is_member)
        pfc, mode = self._pfc(bound.profiles.get("pfc"), place)
        first = next(iter(bound.profiles.values()), None)
        holds: Fact[bool] = defaults.NOT_BOUND.at(self.layers.place_or(place))
        if first is not None:
            holds = Stated(True, first.source)
        elif self.layers.is_roce:
            holds = self._for_every_port(name, blocks[0], self.layers.place)
        elif self.layers.qos is not None and any(child(self.layers.qos, one, GLOBAL) for one in _FEATURES):
            holds = self._for_every_port(name, blocks[0], self.layers.qos.first_line)
        classifies, trust = self._classifies(bound.profiles.get("mapping"), place)
        declines = isinstance(trust, Stated) and trust.value is Trust.NONE and not bound.profiles.keys() - _OF_OTHERS
        if declines and not isinstance(mode, Unknown) and mode.value is PfcMode.OFF:
            # All that is bound says that no marking counts and nothing pauses.
            holds = Stated(True, trust.source)
        rewrite, rewrite_at = self._remark(bound)
        return self._composer.compose(
            PortBinding(
                place=place,
                qos_place=self._shared(("qos place",), self.layers.place),
                bound=holds,
                speed_gbps=speed,
                classifies=classifies,
                classes=_NUMBERS,
                queue_of=self._queue_of,
                group_of=None,
                pfc_mode=mode,
                pfc=pfc,
                queues=self._queues(bound, place),
                watchdog=self._watchdog(blocks[0], kind, pfc, place),
                trust=trust,
                rewrite=rewrite,
                rewrite_at=rewrite_at,
                link_pause_received=self._link_pause(bound),
            )
        )

    def _for_every_port(self, name: str, block: Node, place: Source) -> Fact[bool]:
        """Return that what holds for all ports holds for one: by default where nothing says what the port is for."""
        if name in self._sessions or _is_used(block) or not self._some_port_is_used:
            return Stated(True, place)
        return self._shared(("every port", place), Default(True, place, "it holds for every port of the switch"))

    @cached_property
    def _some_port_is_used(self) -> bool:
        """Say whether the file says of any port what it is for; a part of a configuration does not."""
        return bool(self._sessions) or any(map(_is_used, entries(self.layers.root, "interface")))

    @cached_property
    def _sessions(self) -> frozenset[str]:
        """Return the interfaces over which BGP has sessions."""
        vrfs = entries(self.layers.root, "vrf")
        return frozenset(one.name for vrf in vrfs for one in entries(vrf, "router", "bgp", "neighbor"))

    def _without_queues(self, block: Node, kind: PortKind, place: Source) -> PortQos:
        """Return the QoS of an interface that has no queues, such as a loopback."""
        off: Fact[bool] = defaults.NO_PAUSE.at(place)
        none = Unknown("interfaces of this kind have no buffers", place)
        pauses = dict.fromkeys(_NUMBERS, defaults.NO_PAUSE_CLASS.at(place))
        binding = PfcBinding((off,) * 8, (off,) * 8, self._stopped, None, dict.fromkeys(range(8), _group(none)), pauses)
        mode: Fact[PfcMode] = defaults.PFC_OFF.at(place)
        return self._composer.compose(
            PortBinding(
                place=place,
                qos_place=place,
                bound=defaults.NOT_BOUND.at(place),
                speed_gbps=none,
                classifies=ClassBinding(place, None, None),
                classes=_NUMBERS,
                queue_of=self._queue_of,
                group_of=None,
                pfc_mode=mode,
                pfc=binding,
                queues=tuple(QueueBinding(Absence(place), None, None, (none, none)) for _ in _NUMBERS),
                watchdog=self._watchdog(block, kind, binding, place),
            )
        )

    # What is bound

    def _bound(self, port: str, blocks: tuple[Node, ...], *, is_member: bool) -> Bound:
        found: dict[str, Stated[str]] = {}
        for position, block in enumerate(blocks):
            for feature in _FEATURES:
                named = stated(block, "qos", feature, "profile")
                if named is None:
                    continue
                if is_member and not position and not self.layers.of_files:
                    because = f"{port} is a member of {blocks[1].name}, on which its QoS is set"
                    self._diagnostics.refused(f"qos {feature} profile {named.value}", because, named.source)
                    continue
                found.setdefault(feature, named)
                if not position:
                    self.uses.append(StructureUse(f"qos {feature} profile", named.value, named.source, ("port", port)))
        if "pfc" in found and "link-pause" in found:
            because = "PFC and link pause exclude each other on a port"
            self._diagnostics.refused(
                f"qos link-pause profile {found['link-pause'].value}", because, found["link-pause"].source
            )
        for feature, named in found.items():
            kind = KINDS[f"qos {feature} profile"]
            if named.value not in kind.built_in and self.layers.profile(feature, named.value) is None:
                self._diagnostics.undefined(kind.word, named.value, named.source)
        return Bound(found)

    def idle(self) -> tuple[IdleDefinition, ...]:
        """Return profiles that no port binds."""
        found: list[IdleDefinition] = []
        for feature in _FEATURES:
            kind = KINDS[f"qos {feature} profile"]
            definitions = [
                StructureDefinition(
                    one.name, one.first_line, pauses=feature == "pfc" and child(one, "switch-priority") is not None
                )
                for one in entries(self.layers.qos, feature)
            ]
            used = {use.name for use in self.uses if use.kind == kind.word}
            fresh = tuple(unused(kind, definitions, used))
            for one in fresh:
                block = self.layers.profile(feature, one.name)
                if block is not None:
                    block.pass_over()
            found += fresh
            shared = self.layers.profile(feature, GLOBAL)
            if shared is not None and self.bound and all(one.name(feature) != GLOBAL for one in self.bound.values()):
                shared.pass_over()
        return tuple(found)

    def report_conflicts(self) -> None:
        """Report settings that do nothing beside others, once the profiles of all ports are known."""
        remarks = [bound.name("remark") for bound in self.bound.values()]
        by_trimming = child(self.layers.root, "system", "forwarding", "packet-trim", "remark") is not None
        marks = by_trimming or self._rewriting is not None
        report_idle_settings(self.layers, remarks, marks=marks, diagnostics=self._diagnostics)
        pausing: dict[str, set[int]] = {}
        for bound in self.bound.values():
            queues = [
                self._queue_of.entries.get(one) for one in self.layers.keys("pfc", bound.name("pfc"), "switch-priority")
            ]
            known_ones = {one.value for one in queues if one is not None and not isinstance(one, Unknown)}
            pausing.setdefault(bound.name("congestion-control"), set()).update(known_ones)
        for profile, classes in pausing.items():
            report_early_drops(self.layers, profile, classes, self._diagnostics)

    def _missing(self, feature: str, name: str, named: Stated[str] | None) -> Unknown | None:
        if name == GLOBAL or self.layers.profile(feature, name) is not None:
            return None
        if name in KINDS[f"qos {feature} profile"].built_in:
            return None
        return Unknown(f"the qos {feature} profile {name} is not defined", named.source if named else self.layers.place)

    # Classification

    def _classifies(self, named: Stated[str] | None, port: Source) -> tuple[ClassBinding, Fact[Trust]]:
        """Return how a port classifies; what no line says stands at the port."""
        name = named.value if named else GLOBAL
        if missing := self._missing("mapping", name, named):
            return ClassBinding(missing.source, missing, missing, missing), missing
        block = self.layers.profile("mapping", name)
        place = block.first_line if block is not None else self.layers.place_or(port)
        key = ("mapping", name, place)
        if key not in self._made:
            self._made[key] = self._make_classifies(name, place)
        return self._made[key]  # type: ignore[return-value]  # a key is used for one type

    def _make_classifies(self, name: str, place: Source) -> tuple[ClassBinding, Fact[Trust]]:
        trust, otherwise = (
            self.layers.fact("mapping", name, word) or self._base(word) for word in ("trust", "port-default-sp")
        )
        tables = [self._marking_map(name, kind, count, place) for kind, count in (("dscp", 64), ("pcp", 8))]
        binding = ClassBinding(place, tables[0], tables[1], self._placed(otherwise, place))
        return binding, self._placed(map_fact(lambda word: _TRUST[word], trust), place)

    def _placed(self, fact: Fact[T], place: Source) -> Fact[T]:
        """Return a fact of the system itself at the block that would state it."""
        return fact_at(fact, place) if fact.source is self.layers.whole else fact

    def _base(self, *path: str) -> Fact[str]:
        """Return what holds for a mapping that does not say it."""
        found = self.layers.layers[-1].fact(("mapping", GLOBAL, *path))
        assert found is not None
        return found

    def _marking_map(self, name: str, kind: str, count: int, place: Source) -> QosMap[int, str]:
        listed = list(entries(self.layers.profile("mapping", name), kind))
        found: dict[int, Fact[str]] = {}
        for key in range(count):
            fact = self.layers.fact("mapping", name, kind, str(key), "switch-priority")
            if fact is None and not listed:
                fact = self._base(kind, str(key), "switch-priority")
            if fact is not None:
                found[key] = self._placed(fact, place)
        return QosMap(f"qos mapping {name}", place, found, defaults.UNLISTED.at(place))

    def _queues_of_priorities(self) -> QosMap[str, int]:
        feature, found = "egress-queue-mapping", dict[str, Fact[int]]()
        for name in _NUMBERS:
            fact = self.layers.fact(feature, GLOBAL, "switch-priority", name, "traffic-class")
            if fact is not None:
                found[name] = map_fact(int, fact)
        return QosMap("qos egress-queue-mapping", self.layers.place_of(feature, GLOBAL), found)

    # PFC

    @property
    def _stopped(self) -> QosMap[int, frozenset[int]]:
        facts = {
            int(key): map_fact(lambda queue: frozenset({queue}), one) for key, one in self._queue_of.entries.items()
        }
        return self._shared(("stopped",), QosMap("qos egress-queue-mapping", self._queue_of.source, facts))

    def _pfc(self, named: Stated[str] | None, port: Source) -> tuple[PfcBinding, Fact[PfcMode]]:
        """Return what a port does about pauses; what no line says stands at the port."""
        name = named.value if named else GLOBAL
        if missing := self._missing("pfc", name, named):
            every = (missing,) * PRIORITY_COUNT
            groups = dict.fromkeys(range(8), _group(missing))
            return PfcBinding(every, every, self._stopped, None, groups, dict.fromkeys(_NUMBERS, missing)), missing
        listed = self.layers.keys("pfc", name, "switch-priority")
        block = self.layers.profile("pfc", name)
        place = block.first_line if block is not None else self.layers.place_or(port)
        key = ("pfc", name, place)
        if key not in self._made:
            self._made[key] = self._make_pfc(name, place, listed)
        mode: Fact[PfcMode] = defaults.PFC_OFF.at(place)
        if listed:
            mode = map_fact(lambda _: PfcMode.ON, named or next(iter(listed.values())))
        return self._made[key], mode  # type: ignore[return-value]  # a key is used for one type

    def _make_pfc(self, name: str, place: Source, listed: Mapping[str, Fact[bool]]) -> PfcBinding:
        layers = self.layers
        sends = _flag(layers.fact("pfc", name, "tx")) or defaults.TX_ON.at(place)
        obeys = _flag(layers.fact("pfc", name, "rx")) or defaults.RX_ON.at(place)
        off: Fact[bool] = defaults.NO_PAUSE.at(next(iter(listed.values())).source if listed else place)
        if not listed and place is layers.place and layers.roce is not None:
            off = Default(False, place, f"{layers.because} switches no PFC on")
        groups = {one: self._lossless_group(name, place) if str(one) in listed else _group(_LOSSY) for one in range(8)}
        each = [listed.get(one) for one in _NUMBERS]
        sent = tuple([_both(one, sends) if one else off for one in each])
        received = tuple([_both(one, obeys) if one else off for one in each])
        pauses = {str(one): map_fact(_set_of(one), fact) for one, fact in enumerate(sent)}
        return PfcBinding(sent, received, self._stopped, None, groups, pauses)

    def _lossless_group(self, name: str, place: Source) -> PriorityGroup:
        layers = self.layers
        size, xoff, xon = (
            map_fact(int, fact) if (fact := layers.fact("pfc", name, leaf)) else None
            for leaf in ("port-buffer", "xoff-threshold", "xon-threshold")
        )
        cable = layers.fact("pfc", name, "cable-length")
        length: Fact[int] = map_fact(int, cable) if cable else defaults.CABLE_M.at(place)
        because = "the switch sizes it by speed and cable-length; how many bytes that are is not published"
        headroom: Fact[int] = Unknown(because, length.source)
        if isinstance(size, Stated) and isinstance(xoff, Stated):
            headroom = Stated(max(size.value - xoff.value, 0), xoff.source if xoff.value >= size.value else size.source)
        empty = self._pool
        return PriorityGroup(
            headroom_bytes=empty or headroom,
            reserved_bytes=size or Unknown(because, length.source),
            xoff_threshold_bytes=xoff or Unknown("the xoff threshold follows from the shared alpha", length.source),
            resume_offset_bytes=xon or Unknown(because, length.source),
            alpha=Unknown("xoff-threshold is fixed", xoff.source) if xoff else self._alpha(place),
            sized_by=empty.because if empty else "",
            sized_for_cable_m=Unknown("the headroom is stated", size.source) if size else length,
        )

    def _alpha(self, place: Source) -> Fact[float]:
        path = ("ingress-lossless-buffer", "shared-alpha")
        found = self.layers.fact("advance-buffer-config", GLOBAL, *path)
        if found is None:
            return defaults.LOSSLESS_ALPHA.at(place)
        if isinstance(found, Unknown) or found.value not in _ALPHAS:
            because = "alpha_infinity lets one congested port take the whole buffer, so that all others pause at once"
            self._diagnostics.doubtful("ingress-lossless-buffer shared-alpha", because, found.source)
            return Unknown(because, found.source)
        return map_fact(lambda word: _ALPHAS[word], found)

    def _lossless_pool(self) -> Default[int] | None:
        """Return that the pool of lossless traffic has no memory, None where it has some."""
        pools = list(entries(self.layers.qos, "traffic-pool"))
        if self.layers.is_roce or (self.layers.of_files and not pools):
            # Without NVUE memory is divided in a file of its own, which may not be here.
            return None
        advanced = child(self.layers.qos, "advance-buffer-config", GLOBAL, "ingress-pool")
        if advanced is not None and not self.layers.of_files:
            return None
        if any(child(pool, "memory-percent") for pool in pools if "lossless" in pool.name):
            return None
        shares = [number(pool, "memory-percent") for pool in pools]
        listed = [child(one, "switch-priority") for one in entries(self.layers.qos, "pfc")]
        places = [
            *(share.source for share in shares if share is not None),
            *(one.first_line for one in listed if one is not None),
        ]
        return defaults.NO_LOSSLESS_POOL.at(places[0]) if any(listed) and places else None

    def _link_pause(self, bound: Bound) -> Fact[bool] | None:
        """Return whether the port pauses the whole link in a direction; None without a profile."""
        named = bound.profiles.get("link-pause")
        if named is None or (block := self.layers.profile("link-pause", named.value)) is None:
            return None
        received, sent = (switch(block, word) or Stated(True, named.source) for word in ("rx", "tx"))
        return received if received.value else sent

    # Queues

    def _queues(self, bound: Bound, port: Source) -> tuple[QueueBinding, ...]:
        names = tuple(bound.name(feature) for feature in ("congestion-control", "egress-scheduler", "egress-shaper"))
        missing = [self._missing(one, bound.name(one), bound.profiles.get(one)) for one in _OF_QUEUES]
        block = self.layers.profile("congestion-control", names[0])
        place = block.first_line if block is not None else self.layers.place_or(port)
        key = ("queues", names, place, *(one and one.source for one in missing))
        if key not in self._made:
            self._made[key] = tuple(self._queue(tc, bound, place, *missing) for tc in _NUMBERS)
        return self._made[key]  # type: ignore[return-value]  # a key is used for one type

    def _queue(
        self, tc: str, bound: Bound, place: Source, no_curve: Unknown | None, no_scheduler: Unknown | None
    ) -> QueueBinding:
        none = Unknown("no limit of the queue is set: it follows from the pools", place)
        curve = no_curve or self._curve(bound.name("congestion-control"), tc)
        scheduler = no_scheduler or self._scheduler(bound.name("egress-scheduler"), tc, bound)
        return QueueBinding(Absence(place), scheduler, curve, (none, none))

    def _curve(self, name: str, tc: str) -> OptionalTable[Curve]:
        feature = "congestion-control"

        def leaf(word: str) -> Fact[str] | None:
            return self.layers.fact(feature, name, "traffic-class", tc, word)

        block = child(self.layers.profile(feature, name), "traffic-class", tc)
        ecn, red = leaf("ecn"), leaf("red")
        if block is None and (ecn is None or isinstance(ecn, Unknown)):
            return ecn
        place = block.first_line if block is not None else ecn.source if ecn else self.layers.place
        enabled = _flag(ecn) or defaults.ECN_ON.at(place)
        unit = leaf("mode")
        reds = _flag(red) or defaults.RED_OFF.at(place)
        marks = not isinstance(enabled, Unknown) and enabled.value
        low, high, most = leaf("min-threshold"), leaf("max-threshold"), leaf("probability")
        low_share, high_share = leaf("min-threshold-percent"), leaf("max-threshold-percent")
        by_unit = unit is not None and not isinstance(unit, Unknown) and unit.value == "relative"
        relative = by_unit or low_share is not None or high_share is not None
        none = Unknown("`mode relative` without a percentage", place)
        # ECT packets are marked where both are on; RED then drops the others.
        drops = Default(False, reds.source, "ECN-capable packets are marked, not dropped") if marks else reds
        return Curve(
            enabled,
            Depth(map_fact(int, low_share) if low_share else none, is_percent=True)
            if relative
            else Depth(map_fact(int, low) if low else defaults.ECN_KMIN.at(place)),
            Depth(map_fact(int, high_share) if high_share else none, is_percent=True)
            if relative
            else Depth(map_fact(int, high) if high else defaults.ECN_KMAX.at(place)),
            map_fact(float, most) if most else defaults.ECN_PMAX.at(place),
            defaults.QOS.averaging_weight.at(place),
            drops,
        )

    def _scheduler(self, name: str, tc: str, bound: Bound) -> Scheduler | None:
        feature = "egress-scheduler"
        mode = self.layers.fact(feature, name, "traffic-class", tc, "mode")
        share = self.layers.fact(feature, name, "traffic-class", tc, "bw-percent")
        block = child(self.layers.profile(feature, name), "traffic-class", tc)
        guaranteed, shape = self._rates(bound.name("egress-shaper"), tc)
        if mode is None and share is None and block is None and shape is None:
            return None
        place = block.first_line if block is not None else (mode or share or Unknown("", self.layers.place)).source
        kind = map_fact(lambda word: _SERVED[word], mode) if mode else defaults.WEIGHTED.at(place)
        weight: Fact[float] = map_fact(float, share) if share else defaults.NO_WEIGHT.at(place)
        if not share and block is None:
            weight = Unknown("the scheduler does not list the traffic class", place)
        if not isinstance(kind, Unknown) and kind.value is Scheduling.STRICT:
            weight = Unknown("a strict traffic class has no weight", kind.source)
        return Scheduler(kind, weight, guaranteed, shape, is_percent=True)

    def _rates(self, name: str, tc: str) -> tuple[Rate | None, Rate | None]:
        block = self.layers.profile("egress-shaper", name)
        if block is None:
            return None, None
        mode = stated(block, "mode")
        found = {
            "min": number(block, "traffic-class", tc, "min-rate"),
            "max": number(block, "traffic-class", tc, "max-rate") or number(block, "port-max-rate"),
        }
        rates: dict[str, Rate] = {}
        for key, one in found.items():
            if one is not None and one.value:
                packets = mode is not None and mode.value == "pps"
                amount: Fact[float] = Stated(float(one.value * _KBITS), one.source)
                rates[key] = Rate(Unknown("the rate is in packets a second", one.source) if packets else amount)
        return rates.get("min"), rates.get("max")

    # Remark and watchdog

    def _rewriting_flag(self) -> Stated[str] | None:
        """Return the flag by which packets that come in are marked anew, of `default-global` or of some port."""
        interfaces = entries(self.layers.root, "interface")
        bound = [named.value for one in interfaces if (named := stated(one, "qos", "remark", "profile")) is not None]
        for name in dict.fromkeys((GLOBAL, *bound)):
            flag = stated(self.layers.profile("remark", name), "rewrite")
            if flag is not None and flag.value != "l2":
                return flag
        return None

    def _remark(self, bound: Bound) -> tuple[OptionalTable[QosMap[str, int]], Source | None]:
        """Return what a port writes into packets on their way out; the flag is read where they come in."""
        name, named, flag = bound.name("remark"), bound.profiles.get("remark"), self._rewriting
        if missing := self._missing("remark", name, named):
            return missing, None
        if flag is None:
            return None, None
        block = self.layers.profile("remark", name)
        place = block.first_line if block is not None else flag.source
        made: dict[str, Fact[int]] = {}
        for one in _NUMBERS:
            dscp = number(block, "switch-priority", one, "dscp")
            made[one] = dscp or Default(8 * int(one), place, "an unmapped switch priority is written as 8 times itself")
        table = self._shared(("remark", name), QosMap(f"qos remark {name}", place, made))
        return table, flag.source

    def _watchdog(self, block: Node, kind: PortKind, pfc: PfcBinding, place: Source) -> PfcWatchdog:
        node = child(block, "qos", "pfc-watchdog")
        general = child(self.layers.qos, "pfc-watchdog")
        removed = self.layers.unset_at("interface", block.name, "qos", "pfc-watchdog")
        enabled: Fact[bool] = defaults.WATCHDOG_OFF.at(removed or place)
        if node is not None:
            enabled = switch(node, "state") or Stated(True, node.first_line)
            if kind is not PortKind.ETHERNET:
                because = "the PFC watchdog works on physical ports: set it on the members of a bond"
                self._diagnostics.refused("qos pfc-watchdog", because, (child(node, "state") or node).first_line)
                enabled = Default(False, node.first_line, because)
        at = general.first_line if general is not None else enabled.source
        poll: Stated[int] | Default[int] = number(general, "polling-interval") or defaults.WATCHDOG_POLL_MS.at(at)
        times: Stated[int] | Default[int] = number(general, "robustness") or defaults.WATCHDOG_ROBUSTNESS.at(at)
        detection: Fact[int] = Default(poll.value * times.value, at, "polling-interval times robustness")
        if isinstance(times, Stated) or isinstance(poll, Stated):
            usual = poll.value == defaults.WATCHDOG_POLL_MS.value or not isinstance(poll, Stated)
            source = times.source if isinstance(times, Stated) and usual else poll.source
            detection = Stated(poll.value * times.value, source)
        listed = frozenset(index for index, one in enumerate(pfc.sent) if not isinstance(one, Unknown) and one.value)
        recovery = Unknown("PFC is restored once a polling interval passes without pauses", at)
        return self._shared(
            ("watchdog", place, enabled, listed),
            PfcWatchdog(
                enabled,
                Default(listed, enabled.source, "the watchdog watches every lossless priority"),
                detection,
                recovery,
                poll,
                defaults.WATCHDOG_DROPS.at(enabled.source),
                defaults.WATCHDOG_RECOVERS.at(enabled.source),
            ),
        )


def _is_used(block: Node) -> bool:
    """Say whether a port has more than its cable: an address, VLANs, a description, QoS of its own."""
    return block.name.startswith(("swp", "bond")) and not block.children.keys() <= {"link", "type"}


def _flag(fact: Fact[str] | None) -> Fact[bool] | None:
    return None if fact is None else map_fact(lambda word: word == "enable", fact)


def _both(listed: Fact[bool], direction: Fact[bool]) -> Fact[bool]:
    """Return whether a listed priority pauses in a direction; the direction decides where it is off."""
    return listed if not isinstance(direction, Unknown) and direction.value else direction


def _group(because: Unknown) -> PriorityGroup:
    return PriorityGroup(because, because, because, because, because)


def _set_of(priority: int) -> Callable[[bool], frozenset[int]]:
    return lambda pauses: frozenset({priority} if pauses else ())


_LOSSY = Unknown("the priority is lossy: PFC does not list it", Source("", 0, 0))

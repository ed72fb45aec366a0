"""The QoS of one port put together from everything that is bound to it."""

from __future__ import annotations

from roce_lint.model.fact import Fact, Source, Stated, Unknown
from roce_lint.model.qos import Classification, DscpRewrite, PortQos, Queue, TrafficClass
from roce_lint.model.terms import PfcMode, Trust
from roce_lint.os.srlinux import defaults
from roce_lint.os.srlinux.bindings import Bindings, PortUses, SubinterfaceUses
from roce_lint.os.srlinux.buffers import read_buffer_profiles
from roce_lint.os.srlinux.chassis import Family, Generation
from roce_lint.os.srlinux.classification import Classified, Classifiers, IpVersions
from roce_lint.os.srlinux.ecn import read_marking_profiles, read_marking_templates
from roce_lint.os.srlinux.egress import EgressObjects, EgressQueues, read_template_bursts
from roce_lint.os.srlinux.objects import QosObjects
from roce_lint.os.srlinux.pfc import read_mapping_profiles
from roce_lint.os.srlinux.port_pfc import PfcParts, PortPfc
from roce_lint.os.srlinux.rewrite import RewritePolicies
from roce_lint.os.srlinux.schedulers import read_scheduler_policies
from roce_lint.os.tree.leaf_diagnostics import LeafDiagnostics
from roce_lint.text.tree import Node
from roce_lint.values import dataclass, replace

_NOT_BOUND = SubinterfaceUses()
_RESERVED_CLASSES = tuple(f"fc{number}" for number in range(8))


@dataclass(frozen=True, slots=True)
class Lane:
    """What the QoS of one port depends on: its bindings, and what its frames look like."""

    uses: PortUses
    subinterfaces: tuple[SubinterfaceUses, ...]
    versions: IpVersions
    tagged: bool
    link_pause_received: Fact[bool]
    place: Source


class PortQosMaker:
    """Reads every QoS object of a device once, and makes the QoS of its ports from them."""

    def __init__(
        self, root: Node, bindings: Bindings, family: Family, generation: Generation, diagnostics: LeafDiagnostics
    ) -> None:
        qos = root.at("qos")
        place = qos.source if root.has("qos") else diagnostics.whole_file
        self._place = place
        self._diagnostics = diagnostics
        self._bindings = bindings
        self.objects = QosObjects(qos, generation, diagnostics)
        self._classifiers = Classifiers(root, self.objects, family, diagnostics)
        self._names = self._class_names()
        self.rewrites = RewritePolicies(qos, self.objects, self._names, diagnostics)
        buffers = read_buffer_profiles(qos, self.objects, family, diagnostics)
        profiles = read_mapping_profiles(qos, self.objects, generation.priorities_switched, diagnostics)
        marks = qos.get("explicit-congestion-notification")
        self._egress = EgressQueues(
            EgressObjects(
                family=family,
                place=place,
                buffers=buffers,
                marking=read_marking_profiles(qos, diagnostics),
                templates=read_marking_templates(qos, diagnostics),
                template_bursts=read_template_bursts(qos, diagnostics),
                schedulers=read_scheduler_policies(qos, self.objects, diagnostics),
                marking_block=marks.first_line if marks else Source("", 0, 0),
            ),
            self.objects,
            diagnostics,
        )
        self._pfc = PortPfc(profiles, buffers, self.objects, family, generation, place, diagnostics)
        self._no_pause_sent = defaults.NO_LINK_PAUSE_SENT.at(place)
        self._classes: dict[int, tuple[TrafficClass, ...]] = {}
        self._made: dict[tuple[object, ...], PortQos] = {}

    def of(self, lane: Lane) -> PortQos:
        """Return the QoS of a port; ports that do not differ share one object."""
        pfc = self._pfc.of(lane.uses, lane.tagged, self._names)
        queues = self._egress.of(lane.uses, lane.place)
        classified = self._placed(self._classified(lane), lane)
        rewrites = self._rewrites(lane)
        bound = self._bound(lane)
        mode = self._pfc.mode(lane.uses, lane.place)
        return self._shared(lane, bound, mode, pfc, queues, classified, rewrites)

    def _shared(
        self,
        lane: Lane,
        bound: Fact[bool],
        mode: Fact[PfcMode],
        pfc: PfcParts,
        queues: tuple[Queue, ...],
        classified: Classified,
        rewrites: tuple[Fact[bool], tuple[DscpRewrite, ...]],
    ) -> PortQos:
        received = _link_pause(lane, mode)
        parts = (pfc.priorities, queues, classified.classification, rewrites[1])
        same = map(id, (rewrites[0], *parts))  # these live on in what is kept below
        key = (*_key_of(bound), *_key_of(classified.trust), *_key_of(mode), *_key_of(received), *same)
        made = self._made.get(key)
        if made is None:
            made = self._made[key] = PortQos(
                bound=bound,
                trust=classified.trust,
                classification=classified.classification,
                classes=self._traffic_classes(pfc),
                pfc_mode=mode,
                priorities=pfc.priorities,
                queues=queues,
                watchdog=pfc.watchdog,
                link_pause_received=received,
                link_pause_sent=self._no_pause_sent,
                rewrite_enabled=rewrites[0],
                rewrites=rewrites[1],
            )
        return made

    def _class_names(self) -> tuple[str, ...]:
        """Return every class that a marking can select; without configured classes those of the system."""
        names = {*self.objects.classes, *self._classifiers.named_classes}
        return tuple(sorted(names or _RESERVED_CLASSES))

    def _traffic_classes(self, pfc: PfcParts) -> tuple[TrafficClass, ...]:
        paused = pfc.pause_by_class
        if id(paused) not in self._classes:
            unlimited = defaults.NO_CLASS_MTU.at(self._place)
            self._classes[id(paused)] = tuple(
                TrafficClass(name, self.objects.class_queue(name, self._place), paused[name], unlimited)
                for name in self._names
            )
        return self._classes[id(paused)]

    def _classified(self, lane: Lane) -> Classified:
        """Return the classification of the port; where its subinterfaces differ, what they differ in is Unknown."""
        if not lane.subinterfaces:
            return self._classifiers.of(_NOT_BOUND, lane.versions)
        each = [self._classifiers.of(uses, lane.versions) for uses in lane.subinterfaces]
        if len(each) == 1:
            return each[0]
        if all(one is each[0] for one in each):
            return each[0]
        return _merged(each, lane.place)

    def _placed(self, classified: Classified, lane: Lane) -> Classified:
        """Return the classification; where the port's entry in `qos interfaces` binds none, at that entry."""
        places = [*(uses.place for uses in lane.subinterfaces), lane.uses.place]
        place = next((one for one in places if one.line), None)
        if place is None or classified.trust.source != self._place:
            return classified
        return replace(classified, trust=defaults.DSCP_TRUSTED.at(place))

    def _rewrites(self, lane: Lane) -> tuple[Fact[bool], tuple[DscpRewrite, ...]]:
        each = [self.rewrites.of(uses) for uses in lane.subinterfaces or (_NOT_BOUND,)]
        if len(each) == 1:
            return each[0]
        if all(one[1] == each[0][1] for one in each):
            return each[0]
        return Unknown("the subinterfaces of the port rewrite differently", lane.place), ()

    def _bound(self, lane: Lane) -> Fact[bool]:
        places = [lane.uses.place, *[uses.place for uses in lane.subinterfaces]]
        for place in places:
            if place.line:
                return Stated(True, place)
        return defaults.NOT_BOUND.at(lane.place)


def _key_of(fact: Fact[object]) -> tuple[object, ...]:
    """Return what is equal for equal facts of one file; hashing a fact takes five times as long."""
    source = fact.source
    result = fact.because if isinstance(fact, Unknown) else fact.value
    return fact.__class__, result, source.line, source.end_line


def _link_pause(lane: Lane, mode: Fact[PfcMode]) -> Fact[bool]:
    """Return whether 802.3x pauses are obeyed; the model lets no port do that and PFC at once."""
    if isinstance(lane.link_pause_received, Unknown) and isinstance(mode, Stated) and mode.value is PfcMode.ON:
        return defaults.NO_LINK_PAUSE_BESIDE_PFC.at(lane.place)
    return lane.link_pause_received


def _merged(each: list[Classified], place: Source) -> Classified:
    differ = Unknown("the subinterfaces of the port classify differently", place)
    first = each[0].classification

    def agreed(facts: list[Fact[str]]) -> Fact[str]:
        return facts[0] if all(fact == facts[0] for fact in facts) else differ

    trust: Fact[Trust] = each[0].trust if all(one.trust == each[0].trust for one in each) else differ
    by_dscp = tuple(
        agreed([one.classification.traffic_class_by_dscp[n] for one in each])
        for n in range(len(first.traffic_class_by_dscp))
    )
    by_pcp = tuple(
        agreed([one.classification.traffic_class_by_pcp[n] for one in each])
        for n in range(len(first.traffic_class_by_pcp))
    )
    otherwise = agreed([one.classification.traffic_class_otherwise for one in each])
    policers = tuple(dict.fromkeys(policer for one in each for policer in one.classification.policers))
    return Classified(trust, Classification(by_dscp, by_pcp, otherwise, policers))

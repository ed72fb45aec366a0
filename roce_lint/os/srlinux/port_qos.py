"""What is bound to one port, and the tables that it names."""

from __future__ import annotations

from roce_lint.model.fact import Fact, Source, Stated, Unknown
from roce_lint.model.qos import DSCP_COUNT, PRIORITY_COUNT, PortQos
from roce_lint.model.qos_tables import ClassBinding, PortBinding, QosMap
from roce_lint.model.terms import PfcMode
from roce_lint.os.compose.classes import agreed
from roce_lint.os.compose.ports import PortComposer
from roce_lint.os.srlinux import defaults
from roce_lint.os.srlinux.bindings import Bindings, PortUses, SubinterfaceUses
from roce_lint.os.srlinux.buffers import read_buffer_profiles
from roce_lint.os.srlinux.chassis import Family, Generation
from roce_lint.os.srlinux.classification import Classified, Classifiers, IpVersions
from roce_lint.os.srlinux.ecn import read_marking_profiles, read_marking_templates
from roce_lint.os.srlinux.egress import EgressObjects, EgressQueues, read_template_bursts
from roce_lint.os.srlinux.objects import QosObjects
from roce_lint.os.srlinux.pfc import read_mapping_profiles
from roce_lint.os.srlinux.port_pfc import PortPfc
from roce_lint.os.srlinux.rewrite import RewritePolicies, Rewrites
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


class SrlinuxQosReader:
    """Reads every QoS object of a device once, and what its ports bind of them."""

    def __init__(
        self, root: Node, bindings: Bindings, family: Family, generation: Generation, diagnostics: LeafDiagnostics
    ) -> None:
        qos = root.at("qos")
        place = qos.source if root.has("qos") else diagnostics.whole_file
        self._place = place
        self.objects = QosObjects(qos, generation, diagnostics)
        self._classifiers = Classifiers(root, self.objects, family, diagnostics)
        self._names = tuple(sorted({*self.objects.classes, *self._classifiers.named_classes} or _RESERVED_CLASSES))
        """Every class that a marking can select; without configured classes those of the system."""
        self._class_queues = QosMap(
            "forwarding-classes", place, {name: self.objects.class_queue(name, place) for name in self._names}
        )
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
        self._pfc = PortPfc(profiles, buffers, self.objects, family, generation, place, diagnostics, self._names)
        self._merged: dict[tuple[tuple[ClassBinding, ...], Source], ClassBinding] = {}
        self._composer = PortComposer(defaults.QOS)

    def of(self, lane: Lane) -> PortQos:
        """Return the QoS of a port; ports that do not differ share one object."""
        pfc = self._pfc.of(lane.uses, lane.tagged)
        classified = self._placed(self._classified(lane), lane)
        rewrite, rewrite_at = self._rewrites(lane)
        mode = self._pfc.mode(lane.uses, lane.place)
        return self._composer.compose(
            PortBinding(
                place=self._place,
                qos_place=self._place,
                bound=_bound(lane),
                speed_gbps=_IN_PERCENT,
                trust=classified.trust,
                classifies=classified.binding,
                classes=self._names,
                queue_of=self._class_queues,
                group_of=None,
                rewrite=rewrite,
                rewrite_at=rewrite_at,
                pfc_mode=mode,
                pfc=pfc.binding,
                queues=self._egress.of(lane.uses, lane.place),
                watchdog=pfc.watchdog,
                link_pause_received=_link_pause(lane, mode),
            )
        )

    def _classified(self, lane: Lane) -> Classified:
        """Return the classification of the port; where its subinterfaces differ, what they differ in is Unknown."""
        each = [self._classifiers.of(uses, lane.versions) for uses in lane.subinterfaces or (_NOT_BOUND,)]
        first = each[0]
        if len(each) == 1 or all(one.binding is first.binding and one.trust == first.trust for one in each):
            return first
        # What differs is placed at the port.
        key = tuple(one.binding for one in each), lane.place
        if key not in self._merged:
            self._merged[key] = _merged(*key)
        differ = Unknown(_DIFFERENT_SUBINTERFACES, lane.place)
        trust = first.trust if all(one.trust == first.trust for one in each) else differ
        return Classified(trust, self._merged[key])

    def _placed(self, classified: Classified, lane: Lane) -> Classified:
        """Return the classification; where the port's entry in `qos interfaces` binds none, at that entry."""
        places = [*(uses.place for uses in lane.subinterfaces), lane.uses.place]
        place = next((one for one in places if one.line), None)
        if place is None or classified.trust.source != self._place:
            return classified
        return replace(classified, trust=defaults.DSCP_TRUSTED.at(place))

    def _rewrites(self, lane: Lane) -> Rewrites:
        each = [self.rewrites.of(uses) for uses in lane.subinterfaces or (_NOT_BOUND,)]
        if len(each) == 1 or all(table == each[0][0] for table, _ in each):
            return each[0]
        return Unknown("the subinterfaces of the port rewrite differently", lane.place), lane.place


_IN_PERCENT = Unknown("rates of SR Linux are percentages", Source("", 0, 0))
_DIFFERENT_SUBINTERFACES = "the subinterfaces of the port classify differently"


def _bound(lane: Lane) -> Fact[bool]:
    places = [lane.uses.place, *[uses.place for uses in lane.subinterfaces]]
    place = next((one for one in places if one.line), None)
    return Stated(True, place) if place else defaults.NOT_BOUND.at(lane.place)


def _link_pause(lane: Lane, mode: Fact[PfcMode]) -> Fact[bool]:
    """Return whether 802.3x pauses are obeyed; the model lets no port do that and PFC at once."""
    if isinstance(lane.link_pause_received, Unknown) and isinstance(mode, Stated) and mode.value is PfcMode.ON:
        return defaults.NO_LINK_PAUSE_BESIDE_PFC.at(lane.place)
    return lane.link_pause_received


def _merged(each: tuple[ClassBinding, ...], place: Source) -> ClassBinding:
    first = each[0]
    dscp, pcp = [one.dscp for one in each if one.dscp], [one.pcp for one in each if one.pcp]
    is_one = all(one.otherwise == first.otherwise for one in each)
    return ClassBinding(
        first.at,
        agreed(dscp, DSCP_COUNT, _DIFFERENT_SUBINTERFACES, place),
        agreed(pcp, PRIORITY_COUNT, _DIFFERENT_SUBINTERFACES, place),
        first.otherwise if is_one else Unknown(_DIFFERENT_SUBINTERFACES, place),
        tuple(dict.fromkeys(policer for one in each for policer in one.policers)),
    )

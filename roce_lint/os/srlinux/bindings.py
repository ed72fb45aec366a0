"""What is bound to which port: entries of `/qos/interfaces`, or `interface qos` in releases up to 23.10."""

from __future__ import annotations

from collections.abc import Sequence

from roce_lint.model.fact import NOWHERE, Source
from roce_lint.os.srlinux.access_lists import FilterName
from roce_lint.os.srlinux.port_filters import read_filter_bindings
from roce_lint.os.srlinux.referred_ports import Key, by_key
from roce_lint.os.tree.leaf_diagnostics import LeafDiagnostics
from roce_lint.text.tree import ABSENT, Node
from roce_lint.values import dataclass, field, replace

Blocks = Sequence[Node]


def _absent() -> Node:
    return ABSENT


@dataclass(frozen=True, slots=True)
class PortUses:
    """What is bound to a port as a whole: leaves that name profiles and policies, ABSENT for none.

    `queue_profiles` pair queues with queue-management-profiles, `queue_templates` with queue-templates (up to 23.10).
    `place` is the first entry, line 0 when there is none.
    """

    place: Source = NOWHERE
    mapping_profile: Node = field(default_factory=_absent)
    pfc_enable: Node = field(default_factory=_absent)
    pfc_buffer_profile: Node = field(default_factory=_absent)
    buffer_profile: Node = field(default_factory=_absent)
    scheduler_policy: Node = field(default_factory=_absent)
    queue_profiles: tuple[tuple[str, Node], ...] = ()
    queue_templates: tuple[tuple[str, Node], ...] = ()
    old_scheduling: tuple[Node, ...] = ()


@dataclass(frozen=True, slots=True)
class SubinterfaceUses:
    """What is bound to one subinterface. `by_ip` policies exist on 7250 for IPv4 and IPv6 apart.

    `filters_in` and `filters_out` are access lists at ingress and egress.
    """

    place: Source = NOWHERE
    dscp: Node = field(default_factory=_absent)
    ipv4_dscp: Node = field(default_factory=_absent)
    ipv6_dscp: Node = field(default_factory=_absent)
    dot1p: Node = field(default_factory=_absent)
    default_class: Node = field(default_factory=_absent)
    rewrite: Node = field(default_factory=_absent)
    ipv4_rewrite: Node = field(default_factory=_absent)
    ipv6_rewrite: Node = field(default_factory=_absent)
    policer_template: Node = field(default_factory=_absent)
    filters_in: tuple[FilterName, ...] = ()
    filters_out: tuple[FilterName, ...] = ()


_NO_PORT_USES = PortUses()
_NO_SUBINTERFACE_USES = SubinterfaceUses()


class Bindings:
    """Uses by interface name, and by interface name and subinterface index."""

    def __init__(self) -> None:
        self.ports: dict[str, PortUses] = {}
        self.subinterfaces: dict[tuple[str, str], SubinterfaceUses] = {}

    def port(self, name: str) -> PortUses:
        """Return what is bound to the port."""
        return self.ports.get(name, _NO_PORT_USES)

    def subinterface(self, name: str, index: str) -> SubinterfaceUses:
        """Return what is bound to the subinterface."""
        return self.subinterfaces.get((name, index), _NO_SUBINTERFACE_USES)

    def binds(self, key: Key) -> bool:
        """Return whether something is bound to a port or subinterface."""
        return key in self.ports or key in self.subinterfaces


def read_bindings(root: Node, diagnostics: LeafDiagnostics) -> Bindings:
    """Return all bindings; entries that bind nothing, or bind it where it has no effect, go to unread."""
    interfaces = {interface.key: interface for interface in root.entries("interface")}
    bindings = Bindings()
    for key, found in by_key(root.select("qos/interfaces/interface"), interfaces, diagnostics).items():
        if isinstance(key, tuple):
            bindings.subinterfaces[key] = _subinterface_uses(found, diagnostics)
        else:
            bindings.ports[key] = _port_uses(found, diagnostics)
    _add_old_bindings(root, bindings)
    for place, (filters_in, filters_out) in read_filter_bindings(root, interfaces, diagnostics).items():
        uses = bindings.subinterface(*place)
        bindings.subinterfaces[place] = replace(uses, filters_in=filters_in, filters_out=filters_out)
    return bindings


def _present(blocks: Blocks, name: str) -> Blocks:
    """Return the containers called `name` of those blocks that have it."""
    if not blocks:
        return blocks
    if len(blocks) == 1:
        found = blocks[0].get(name)
        return (found,) if found else ()
    return [block.children[name] for block in blocks if block.has(name)]


def _use(blocks: Blocks, name: str) -> Node:
    """Return the leaf of the first block that has it."""
    for block in blocks:
        leaf = block.get(name)
        if leaf is not None:
            leaf.accounted = True
            return leaf
    return ABSENT


def _port_uses(entries: list[Node], diagnostics: LeafDiagnostics) -> PortUses:
    incoming, outgoing, pfc = _present(entries, "input"), _present(entries, "output"), _present(entries, "pfc")
    if _present(incoming, "classifiers") or _present(outgoing, "rewrite-rules"):
        _refuse_of_subinterfaces(entries, diagnostics)
    queues = [queue for block in _present(outgoing, "queues") for queue in block.entries("queue")]
    profiles = [(queue.key, queue.take("queue-management-profile")) for queue in queues]
    return PortUses(
        place=entries[0].source,
        mapping_profile=_use(pfc, "pfc-mapping-profile"),
        pfc_enable=next((block.take("pfc-enable") for block in pfc if block.has("pfc-enable")), ABSENT),
        pfc_buffer_profile=_use(incoming, "pfc-buffer-allocation-profile"),
        buffer_profile=_use(outgoing, "buffer-allocation-profile"),
        scheduler_policy=_use(_present(outgoing, "scheduler"), "scheduler-policy"),
        queue_profiles=tuple((queue, use) for queue, use in profiles if use.value),
    )


def _refuse_of_subinterfaces(entries: list[Node], diagnostics: LeafDiagnostics) -> None:
    """Refuse what the entries of a port bind in vain."""
    for entry in entries:
        for direction, kind in (("input", "classifiers"), ("output", "rewrite-rules")):
            misplaced = entry.find(f"{direction}/{kind}")
            _refuse_misplaced(misplaced, f"{kind} take effect on the entry of a subinterface", diagnostics)


_ON_PORTS_ONLY = (
    ("pfc", "PFC takes effect on the entry of the port"),
    ("output/queues", "queue profiles take effect on the entry of the port"),
    ("output/scheduler", "a scheduler policy takes effect on the entry of the port"),
)


def _subinterface_uses(entries: list[Node], diagnostics: LeafDiagnostics) -> SubinterfaceUses:
    for entry in entries:
        _refuse_of_ports(entry, diagnostics)
    incoming, outgoing = _present(entries, "input"), _present(entries, "output")
    classifiers, rewrites = _present(incoming, "classifiers"), _present(outgoing, "rewrite-rules")
    default = _present(classifiers, "default")
    if default:
        for block in _present(_present(_present(entries[:1], "input"), "classifiers"), "default"):
            block.take("drop-probability")
    for block in rewrites:
        block.take("dot1p-policy")
    for block in (*rewrites, *classifiers):
        block.take("mpls-traffic-class-policy")
    return SubinterfaceUses(
        place=entries[0].source,
        dscp=_use(classifiers, "dscp-policy"),
        ipv4_dscp=_use(classifiers, "ipv4-dscp-policy"),
        ipv6_dscp=_use(classifiers, "ipv6-dscp-policy"),
        dot1p=_use(classifiers, "dot1p-policy"),
        default_class=_use(default, "forwarding-class"),
        rewrite=_use(rewrites, "dscp-policy"),
        ipv4_rewrite=_use(rewrites, "ipv4-dscp-policy"),
        ipv6_rewrite=_use(rewrites, "ipv6-dscp-policy"),
        policer_template=_use(_present(incoming, "policer-templates"), "policer-template"),
    )


def _refuse_of_ports(entry: Node, diagnostics: LeafDiagnostics) -> None:
    """Refuse what the entry of a subinterface binds in vain."""
    if entry.has("output") or entry.has("pfc"):
        for path, because in _ON_PORTS_ONLY:
            _refuse_misplaced(entry.find(path), because, diagnostics)
    directions = [block for block in (entry.find("input"), entry.find("output")) if block and block.children]
    for name in ("pfc-buffer-allocation-profile", "buffer-allocation-profile") if directions else ():
        for block in directions:
            found = block.take(name)
            if found.line:
                because = "a buffer profile takes effect on the entry of the port"
                diagnostics.refused(f"{name} {found.value}", because, found.source)


def _refuse_misplaced(block: Node | None, because: str, diagnostics: LeafDiagnostics) -> None:
    for leaf in block.leaves_below() if block else ():
        if not leaf.accounted:
            leaf.accounted = True
            diagnostics.refused(f"{leaf.name} {leaf.value}", because, leaf.source)


def _add_old_bindings(root: Node, bindings: Bindings) -> None:
    """Add what releases up to 23.10 bind below `/interface`; `/qos/interfaces` comes first where both are there."""
    for interface in root.entries("interface"):
        if interface.has("qos") and not bindings.binds(interface.key):
            bindings.ports[interface.key] = _old_port_uses(interface.at("qos"))
        for sub in interface.entries("subinterface"):
            if sub.has("qos") and not bindings.binds((interface.key, sub.key)):
                bindings.subinterfaces[interface.key, sub.key] = _old_subinterface_uses(sub.at("qos"))


def _old_port_uses(qos: Node) -> PortUses:
    output = qos.at("output")
    queues = output.entries("queue")
    templates = [(queue.key, _use([queue], "template")) for queue in queues]
    voq_templates = [(queue.key, _use([queue], "voq-template")) for queue in queues]
    return PortUses(
        place=qos.source,
        queue_templates=tuple((queue, use) for queue, use in [*voq_templates, *templates] if use.value),
        old_scheduling=tuple(queues) + tuple(output.select("scheduler/tier")),
    )


def _old_subinterface_uses(qos: Node) -> SubinterfaceUses:
    classifiers, rewrites = qos.at("input/classifiers"), qos.at("output/rewrite-rules")
    classifiers.take("default-drop-probability")
    for block in (classifiers, rewrites):
        block.take("mpls-traffic-class-policy")
    rewrites.take("dot1p-policy")
    return SubinterfaceUses(
        place=qos.source,
        dscp=_use([classifiers], "dscp-policy"),
        ipv4_dscp=_use([classifiers], "ipv4-dscp-policy"),
        ipv6_dscp=_use([classifiers], "ipv6-dscp-policy"),
        dot1p=_use([classifiers], "dot1p-policy"),
        default_class=_use([classifiers], "default-forwarding-class"),
        rewrite=_use([rewrites], "dscp-policy"),
        ipv4_rewrite=_use([rewrites], "ipv4-dscp-policy"),
        ipv6_rewrite=_use([rewrites], "ipv6-dscp-policy"),
    )

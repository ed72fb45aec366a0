"""What is bound to which port: entries of `/qos/interfaces`, or `interface qos` in releases up to 23.10."""

from __future__ import annotations

from roce_lint.facts.fact import NOWHERE, Source
from roce_lint.read.srlinux.ledger import Ledger, taken
from roce_lint.read.srlinux.tree import Block, Leaf
from roce_lint.values import dataclass, field


@dataclass(frozen=True, slots=True)
class Use:
    """The name of a profile or policy that is bound, and where; an empty name means that none is."""

    name: str
    source: Source


UNUSED = Use("", NOWHERE)


@dataclass(frozen=True, slots=True)
class PortUses:
    """What is bound to a port as a whole.

    `queue_profiles` are pairs of queue name and queue-management-profile, `queue_templates` of queue name and
    queue-template (up to 23.10). `place` is the first entry, line 0 when there is none.
    """

    place: Source = NOWHERE
    mapping_profile: Use = UNUSED
    pfc_enable: Leaf = field(default_factory=lambda: Leaf("", "", 0, ()))
    pfc_buffer_profile: Use = UNUSED
    buffer_profile: Use = UNUSED
    scheduler_policy: Use = UNUSED
    queue_profiles: tuple[tuple[str, Use], ...] = ()
    queue_templates: tuple[tuple[str, Use], ...] = ()
    old_scheduling: tuple[Block, ...] = ()


@dataclass(frozen=True, slots=True)
class SubinterfaceUses:
    """What is bound to one subinterface. `by_ip` policies exist on 7250 for IPv4 and IPv6 apart."""

    place: Source = NOWHERE
    dscp: Use = UNUSED
    ipv4_dscp: Use = UNUSED
    ipv6_dscp: Use = UNUSED
    dot1p: Use = UNUSED
    default_class: Use = UNUSED
    rewrite: Use = UNUSED
    ipv4_rewrite: Use = UNUSED
    ipv6_rewrite: Use = UNUSED
    policer_template: Use = UNUSED


@dataclass(frozen=True, slots=True)
class Bindings:
    """Uses by interface name, and by interface name and subinterface index."""

    ports: dict[str, PortUses]
    subinterfaces: dict[tuple[str, str], SubinterfaceUses]

    def port(self, name: str) -> PortUses:
        """Return what is bound to the port."""
        return self.ports.get(name, PortUses())

    def subinterface(self, name: str, index: str) -> SubinterfaceUses:
        """Return what is bound to the subinterface."""
        return self.subinterfaces.get((name, index), SubinterfaceUses())


def read_bindings(root: Block, ledger: Ledger) -> Bindings:
    """Return all bindings; entries that bind nothing, or bind it where it has no effect, go to unread."""
    interfaces = {interface.key: interface for interface in root.entries("interface")}
    by_port: dict[str, list[Block]] = {}
    by_subinterface: dict[tuple[str, str], list[Block]] = {}
    for entry in root.inside("qos", "interfaces").entries("interface"):
        taken(entry.inside("dcbx"), "admin-state")
        reference = entry.inside("interface-ref")
        port, index = taken(reference, "interface"), taken(reference, "subinterface")
        if not port.line:
            ledger.refuse(entry.source, "this entry has no interface-ref interface, so that it binds nothing")
            entry.pass_over()
            continue
        known = interfaces.get(port.value)
        if known is None:
            ledger.miss("interface", port.value, port.source)
        elif index.line and ("subinterface", index.value) not in known.blocks:
            ledger.miss("subinterface", f"{port.value}.{index.value}", index.source)
        if index.line:
            by_subinterface.setdefault((port.value, index.value), []).append(entry)
        else:
            by_port.setdefault(port.value, []).append(entry)
    ports = {name: _port_uses(entries, ledger) for name, entries in by_port.items()}
    subinterfaces = {key: _subinterface_uses(entries, ledger) for key, entries in by_subinterface.items()}
    _add_old_bindings(root, ports, subinterfaces)
    return Bindings(ports, subinterfaces)


def _use(entries: list[Block], *path: str) -> Use:
    """Return the leaf at `path` of the first entry that has it."""
    for entry in entries:
        holder = entry.present(*path[:-1])
        leaf = holder.leaves.get(path[-1]) if holder else None
        if leaf:
            leaf.understood = True
            if leaf.line:
                return Use(leaf.value, leaf.source)
    return UNUSED


def _port_uses(entries: list[Block], ledger: Ledger) -> PortUses:
    for entry in entries:
        for path in (("input", "classifiers"), ("output", "rewrite-rules")):
            _refuse_misplaced(entry.present(*path), f"{path[1]} take effect on the entry of a subinterface", ledger)
    switches = [entry for entry in entries if entry.inside("pfc").has("pfc-enable")] or entries[:1]
    queues = [queue for entry in entries for queue in entry.inside("output", "queues").entries("queue")]
    profiles = [(queue.key, _use([queue], "queue-management-profile")) for queue in queues]
    return PortUses(
        place=entries[0].source,
        mapping_profile=_use(entries, "pfc", "pfc-mapping-profile"),
        pfc_enable=taken(switches[0].inside("pfc"), "pfc-enable"),
        pfc_buffer_profile=_use(entries, "input", "pfc-buffer-allocation-profile"),
        buffer_profile=_use(entries, "output", "buffer-allocation-profile"),
        scheduler_policy=_use(entries, "output", "scheduler", "scheduler-policy"),
        queue_profiles=tuple((queue, use) for queue, use in profiles if use.name),
    )


_ON_PORTS_ONLY = (
    (("pfc",), "PFC takes effect on the entry of the port"),
    (("output", "queues"), "queue profiles take effect on the entry of the port"),
    (("output", "scheduler"), "a scheduler policy takes effect on the entry of the port"),
)


def _subinterface_uses(entries: list[Block], ledger: Ledger) -> SubinterfaceUses:
    for entry in entries:
        for path, because in _ON_PORTS_ONLY:
            _refuse_misplaced(entry.present(*path), because, ledger)
        for leaf in ("pfc-buffer-allocation-profile", "buffer-allocation-profile"):
            for direction in ("input", "output"):
                found = taken(entry.inside(direction), leaf)
                if found.line:
                    because = "a buffer profile takes effect on the entry of the port"
                    ledger.reject(found.source, f"{leaf} {found.value}", because)
    classifiers, rewrites = ("input", "classifiers"), ("output", "rewrite-rules")
    taken(entries[0].inside(*classifiers, "default"), "drop-probability")
    for entry in entries:
        taken(entry.inside(*rewrites), "dot1p-policy")
        taken(entry.inside(*rewrites), "mpls-traffic-class-policy")
        taken(entry.inside(*classifiers), "mpls-traffic-class-policy")
    return SubinterfaceUses(
        place=entries[0].source,
        dscp=_use(entries, *classifiers, "dscp-policy"),
        ipv4_dscp=_use(entries, *classifiers, "ipv4-dscp-policy"),
        ipv6_dscp=_use(entries, *classifiers, "ipv6-dscp-policy"),
        dot1p=_use(entries, *classifiers, "dot1p-policy"),
        default_class=_use(entries, *classifiers, "default", "forwarding-class"),
        rewrite=_use(entries, *rewrites, "dscp-policy"),
        ipv4_rewrite=_use(entries, *rewrites, "ipv4-dscp-policy"),
        ipv6_rewrite=_use(entries, *rewrites, "ipv6-dscp-policy"),
        policer_template=_use(entries, "input", "policer-templates", "policer-template"),
    )


def _refuse_misplaced(block: Block | None, because: str, ledger: Ledger) -> None:
    for leaf in block.walk_leaves() if block else ():
        if not leaf.understood:
            leaf.understood = True
            ledger.reject(leaf.source, f"{leaf.name} {leaf.value}", because)


def _add_old_bindings(
    root: Block, ports: dict[str, PortUses], subinterfaces: dict[tuple[str, str], SubinterfaceUses]
) -> None:
    """Add what releases up to 23.10 bind below `/interface`; `/qos/interfaces` comes first where both are there."""
    for interface in root.entries("interface"):
        if interface.has("qos"):
            ports.setdefault(interface.key, _old_port_uses(interface.inside("qos")))
        for sub in interface.entries("subinterface"):
            if sub.has("qos"):
                subinterfaces.setdefault((interface.key, sub.key), _old_subinterface_uses(sub.inside("qos")))


def _old_port_uses(qos: Block) -> PortUses:
    output = qos.inside("output")
    queues = output.entries("queue")
    templates = [(queue.key, _use([queue], "template")) for queue in queues]
    voq_templates = [(queue.key, _use([queue], "voq-template")) for queue in queues]
    return PortUses(
        place=qos.source,
        queue_templates=tuple((queue, use) for queue, use in [*voq_templates, *templates] if use.name),
        old_scheduling=tuple(queues) + tuple(output.inside("scheduler").entries("tier")),
    )


def _old_subinterface_uses(qos: Block) -> SubinterfaceUses:
    classifiers, rewrites = qos.inside("input", "classifiers"), qos.inside("output", "rewrite-rules")
    taken(classifiers, "default-drop-probability")
    for block in (classifiers, rewrites):
        taken(block, "mpls-traffic-class-policy")
    taken(rewrites, "dot1p-policy")
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

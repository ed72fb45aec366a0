"""Class-of-service of a rendered switch: it reads back as the intent means it, on either system."""

from __future__ import annotations

import pytest

from roce_lint.intent.load import parse_intent
from roce_lint.intent.make_view import make_views
from roce_lint.intent.view import SwitchView
from roce_lint.model.fact import Source, Stated, Unknown, known
from roce_lint.model.terms import PortKind, Scheduling
from roce_lint.os.junos.configuration import parse_configuration
from roce_lint.os.junos.family import JunosFamily
from roce_lint.os.junos.qos import CosReader
from roce_lint.os.junos.view_qos import qos_view
from roce_lint.os.tree.leaf_diagnostics import LeafDiagnostics
from roce_lint.platforms.catalog import switch
from roce_lint.platforms.platform import SwitchPlatform
from roce_lint.render.environment import make_environment, render_template
from roce_lint.text.tree import Node
from roce_lint.values import replace

INTENT = """\
schema: 1
name: back-end
topology:
  kind: clos
  leaves: {count: 2, platform: 7060DX5-64S, uplink_speed: 400G}
  spines: {count: 2, platform: 7060DX5-64S}
hosts:
  - {count: 4, nics: 1, nic_platform: ConnectX-7, nic_speed: 400G}
"""


@pytest.fixture(scope="module")
def leaf() -> SwitchView:
    """Return the view of a leaf."""
    views = make_views(parse_intent(INTENT, "intent.yaml"))
    return next(one for one in views.switches if one.name.startswith("leaf"))


def platform_of(view: SwitchView, family: str) -> SwitchPlatform:
    """Return a platform of a family; the rest of it does not matter for class-of-service."""
    return replace(switch(view.platform), family=family)


@pytest.mark.parametrize(
    ("family", "system", "total"),
    [("QFX5240", JunosFamily.EVOLVED, 76), ("QFX5120", JunosFamily.CLASSIC, 100)],
    ids=["evolved", "classic"],
)
def test_what_is_printed_reads_back(leaf: SwitchView, family: str, system: JunosFamily, total: int) -> None:
    qos = qos_view(leaf, platform_of(leaf, family))
    text = render_template(make_environment(), "junos/qos.j2", {"qos": qos})
    tree = parse_configuration("leaf-1.set", text)
    assert tree.faults == []
    diagnostics = LeafDiagnostics("leaf-1.set", "leaf-1", text)
    reader = CosReader(tree.root, system, diagnostics)
    port = next(one for one in leaf.ports if one.profile)
    profile = next(one for one in leaf.profiles if one.name == port.profile)
    at = Source("leaf-1.set", 1, 1)
    block = Node("interface", "leaf-1.set", 1, 1, (port.name,), (), {})
    read = reader.of(port.name, PortKind.ETHERNET, [block], Stated(port.speed_gbps, at), at)
    assert (diagnostics.refused_settings(), diagnostics.undefined_references()) == ((), ())
    assert sum(one.value for one in reader.buffer.egress.values()) == total
    names = {one.priority: one for one in leaf.classes}
    for one in leaf.classes:
        for dscp in one.dscps:
            found = read.classification.traffic_class_by_dscp[dscp]
            assert not isinstance(found, Unknown)
            held = next(each for each in read.classes if each.name == found.value)
            expected = frozenset({one.priority}) if one.lossless else frozenset()
            assert (known(held.queue, -1), known(held.pause_priorities, None)) == (one.priority, expected)
    for queue in profile.queues:
        if queue.index not in names:
            continue
        there = read.queues[queue.index]
        kind = Scheduling.STRICT if queue.strict else Scheduling.WEIGHTED
        assert known(there.scheduling, None) == kind
        if not queue.strict:
            assert known(there.weight_percent, None) == float(queue.bandwidth_percent)
        assert known(there.ecn_enabled, None) == queue.ecn_enabled
        if queue.ecn_enabled:
            ratio = there.ecn_kmin_over_kmax
            assert not isinstance(ratio, Unknown)
            assert ratio.value == pytest.approx(queue.ecn_kmin_bytes / queue.ecn_kmax_bytes, abs=0.01)
    assert known(read.watchdog.detection_ms, None) == leaf.watchdog.detection_ms
    assert known(read.watchdog.recovery_ms, None) == leaf.watchdog.recovery_ms


def test_best_effort_beside_queue_0_is_listed(leaf: SwitchView) -> None:
    moved = tuple(replace(one, priority=1) if one.name == "best-effort" else one for one in leaf.classes)
    qos = qos_view(replace(leaf, classes=moved), platform_of(leaf, "QFX5240"))
    listed = next(one.code_points for one in qos.classes if one.name == "best-effort")
    taken = {dscp for one in leaf.classes for dscp in one.dscps}
    assert listed.split()[1:-1] == [f"{dscp:06b}" for dscp in range(64) if dscp not in taken]

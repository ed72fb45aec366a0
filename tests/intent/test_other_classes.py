"""Classes of other traffic, and links with an MTU or marking of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

from roce_lint.errors import IntentError
from roce_lint.intent.load import load_intent, parse_intent
from roce_lint.intent.make_view import FabricViews, make_views

TEXT = """\
schema: 1
name: f
topology:
  kind: clos
  leaves: {count: 2, platform: 7060DX4-32, uplink_speed: 400G}
  spines: {count: 1, platform: 7060DX5-64S}
hosts:
  - {count: 2, nics: 1, nic_platform: ConnectX-7, nic_speed: 100G}
"""


@pytest.fixture(scope="module")
def views(root: Path) -> FabricViews:
    return make_views(load_intent(root / "fixtures" / "intents" / "other-classes.roce.yaml"))


def test_other_classes_have_their_queue_and_share_at_every_switch(views: FabricViews) -> None:
    queues = {
        (queue.class_name, queue.index, queue.bandwidth_percent, queue.lossless, queue.ecn_enabled)
        for switch in views.switches
        for profile in switch.profiles
        for queue in profile.queues
        if queue.class_name
    }
    assert queues == {
        ("roce", 3, 50, True, True),
        ("storage-tcp", 1, 25, False, False),
        ("control", 5, 5, False, False),
        ("cnp", 6, 0, False, False),
        ("best-effort", 0, 20, False, False),
    }


def test_a_link_may_have_an_mtu_and_marking_of_its_own(views: FabricViews) -> None:
    spine = next(one for one in views.switches if one.name == "spine-1")
    profiles = {one.name: one for one in spine.profiles}
    found = {
        port.peer_device: (port.ip_mtu_bytes, profiles[port.profile].queues[3].ecn_kmin_bytes) for port in spine.ports
    }
    assert found == {"leaf-1": (9214, 600_000)} | {f"leaf-{number}": (9000, 400_000) for number in (2, 3, 4, 5)}


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (
            "roce: {other_classes: [{name: tcp, priority: 3, dscp: 10, share: 10%}]}",
            "priority 3 is used by class roce already",
        ),
        (
            "roce: {other_classes: [{name: tcp, priority: 1, dscp: 26, share: 10%}]}",
            "DSCP 26 is used by class roce already",
        ),
        (
            "roce: {other_classes: [{name: tcp, priority: 1, dscp: 10, share: 0%}]}",
            "a class without a share is never served",
        ),
        (
            "roce: {other_classes: [{name: tcp, priority: 1, dscp: 10, share: 90%}], best_effort: {share: 20%}}",
            "the shares sum to 110%, not 100%: roce 0%, tcp 90%, best effort 20%",
        ),
        (
            "links: [{a: leaf-1, b: spine-1, mtu: 1500}]",
            "switches send packets of 9000 bytes over it; give it at least that MTU, or leave it out",
        ),
        (
            "links: [{a: host-1, b: leaf-1, mtu: 1500}]",
            "RoCE packets of 4096 bytes need 4192 with their headers",
        ),
    ],
    ids=["priority", "DSCP", "no share", "shares", "MTU between switches", "MTU of a NIC"],
)
def test_what_cannot_be_is_refused(more: str, message: str) -> None:
    with pytest.raises(IntentError) as caught:
        make_views(parse_intent(f"{TEXT}{more}\n", "f.yaml"))
    assert message in [one.message for one in caught.value.problems]

"""What protects switches and their ports to hosts, on every system that has a line for it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from roce_lint.errors import IntentError
from roce_lint.intent.load import load_intent, parse_intent
from roce_lint.intent.make_view import make_views
from roce_lint.render.render import render_views


@pytest.fixture(scope="module")
def switches(root: Path) -> Mapping[str, str]:
    views = make_views(load_intent(root / "fixtures" / "intents" / "hardened.roce.yaml"))
    files = render_views(views, devices=[one.name for one in views.switches])
    return {Path(one.path).stem: one.text for one in files}


def blocks(text: str, start: str) -> list[list[str]]:
    """Return the blocks whose first line begins so."""
    found: list[list[str]] = []
    for line in text.splitlines():
        if line.startswith(" "):
            found[-1].append(line.strip())
        elif line:
            found.append([line])
    return [block for block in found if block[0].startswith(start)]


def test_policies_of_a_channel_are_not_on_its_members_too(switches: Mapping[str, str]) -> None:
    members = [
        one for one in blocks(switches["leaf-3"], "interface Ethernet") if any("channel-group" in x for x in one)
    ]
    channels = blocks(switches["leaf-3"], "interface port-channel")
    assert len(members) > len(channels) > 0
    assert [line for one in members for line in one if line.startswith("service-policy")] == []
    assert all("service-policy type qos input PM-CLASSIFY" in one for one in channels)


@pytest.mark.parametrize(
    ("leaf", "port", "lines"),
    [
        ("leaf-1", "interface Port-Channel1", ["storm-control broadcast level 1", "spanning-tree portfast"]),
        ("leaf-3", "interface port-channel1", ["spanning-tree port type edge", "storm-control broadcast level 1.00"]),
    ],
)
def test_ports_to_hosts_are_edges_of_spanning_tree(
    switches: Mapping[str, str], leaf: str, port: str, lines: list[str]
) -> None:
    (block,) = [one for one in blocks(switches[leaf], "interface") if one[0] == port]
    assert {*lines, "spanning-tree bpduguard enable"} <= set(block)
    peers = [one for one in blocks(switches[leaf], "interface") if any("mode trunk" in line for line in one)]
    assert [line for one in peers for line in one if "bpduguard" in line or "storm" in line] == []
    assert "\nerrdisable recovery interval 600\n" in switches[leaf]


def test_a_leaf_with_a_long_start_waits_longer(switches: Mapping[str, str]) -> None:
    assert "   reload-delay mlag 900\n   reload-delay non-mlag 1020\n" in switches["leaf-1"]


def test_every_unused_cage_is_shut(switches: Mapping[str, str]) -> None:
    shut = [one[0] for one in blocks(switches["spine-1"], "interface Ethernet") if "shutdown" in one]
    assert len(shut) == 66 - 4
    assert "interface Ethernet1/1" not in shut


def test_samples_need_a_management_network(root: Path) -> None:
    text = (root / "fixtures" / "intents" / "hardened.roce.yaml").read_text(encoding="utf-8")
    without = "\n".join(line for line in text.splitlines() if not line.startswith("management"))
    without = without.replace(", peer_links: 2", "").replace(", bond: leaf-pair", "")
    with pytest.raises(IntentError) as caught:
        make_views(parse_intent(without, "f.yaml"))
    message = "samples leave over the management network; add a `management` section"
    assert message in [one.message for one in caught.value.problems]

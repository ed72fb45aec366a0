"""Routers outside the fabric: their ports, and what their sessions carry on every system."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from roce_lint.errors import IntentError
from roce_lint.fabric.transit import PolicyEvaluator, learned_route
from roce_lint.intent.load import load_intent, parse_intent
from roce_lint.intent.make_view import make_views
from roce_lint.model.device import Device
from roce_lint.model.fact import Fact, known
from roce_lint.model.route_policy import PolicyChain
from roce_lint.read.read_documents import read_documents
from roce_lint.render.render import render_views
from roce_lint.text.document import Document

TEXT = """\
schema: 1
name: f
topology:
  kind: clos
  leaves: {count: 2, platform: 7060DX4-32, uplink_speed: 400G}
  spines: {count: 1, platform: 7060DX5-64S}
hosts:
  - {count: 2, nics: 1, nic_platform: ConnectX-7, nic_speed: 100G}
external:
  - {name: core, device: leaf-1, speed: 400G, address: 203.0.113.0/31, neighbor: 203.0.113.1, asn: 64900}
"""


@pytest.fixture(scope="module")
def devices(root: Path) -> Mapping[str, Device]:
    views = make_views(load_intent(root / "fixtures" / "intents" / "external.roce.yaml"))
    files = render_views(views, devices=[one.name for one in views.switches])
    read = read_documents([Document(one.path, one.text) for one in files])
    return {one.name: one for one in read.devices}


@pytest.mark.parametrize("leaf", range(1, 7))
def test_every_system_takes_the_default_route_and_gives_the_routes_of_hosts(
    devices: Mapping[str, Device], leaf: int
) -> None:
    device = devices[f"leaf-{leaf}"]
    process = next(one for one in device.routing.bgp if one.vrf == "default")
    (session,) = [one for one in process.neighbors if one.peer == f"203.0.113.{2 * leaf - 1}"]
    assert known(session.remote_asn, 0) == 64900
    (family,) = [one for one in session.settings.families if known(one.activated, False)]
    evaluator = PolicyEvaluator(device.routing.policies)

    def passes(chains: tuple[Fact[PolicyChain], ...], prefix: str) -> bool:
        return known(evaluator.judge(chains, learned_route(prefix, 65099)).permitted, False)

    taken = [one for one in ("0.0.0.0/0", "10.0.0.0/31", "198.51.100.0/24") if passes(family.imports, one)]
    given = [one for one in ("10.0.0.0/31", "10.255.0.1/32", "0.0.0.0/0") if passes(family.exports, one)]
    assert (taken, given) == (["0.0.0.0/0"], ["10.0.0.0/31"])


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("device: leaf-1", "device: leef-1", "no switch is called 'leef-1'; they are called spine-1, leaf-1, leaf-2"),
        ("name: core", "name: spine-1", "spine-1 is the name of another device"),
        (
            "neighbor: 203.0.113.1",
            "neighbor: 203.0.113.2",
            "203.0.113.2 must be another address in 203.0.113.0/31, as the port has",
        ),
        ("203.0.113.", "10.0.0.", "10.0.0.0/31 overlaps with the pool addressing.hosts"),
        ("asn: 64900", "asn: 65001", "AS 65001 is that of leaf-1; sessions to neighbours outside are eBGP"),
    ],
    ids=["device", "name", "subnet", "pool", "AS number"],
)
def test_what_cannot_be_is_refused(old: str, new: str, message: str) -> None:
    with pytest.raises(IntentError) as caught:
        make_views(parse_intent(TEXT.replace(old, new), "f.yaml"))
    assert message in [one.message for one in caught.value.problems]


def test_a_filter_of_the_fabric_passes_what_is_taken_from_outside() -> None:
    views = make_views(parse_intent(f"{TEXT}bgp: {{prefix_filter: true}}\n", "f.yaml"))
    assert ("0.0.0.0/0", 0) in [(one.block, one.length) for one in views.switches[0].session_prefixes]

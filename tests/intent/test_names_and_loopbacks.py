"""Names with leading zeros, and loopbacks that are given."""

from __future__ import annotations

import pytest

from roce_lint.errors import IntentError
from roce_lint.intent.load import parse_intent
from roce_lint.intent.make_view import FabricViews, make_views

INTENT = """\
schema: 1
name: pod
topology:
  kind: clos
  leaves: {count: 2, platform: 7060X6-64PE, uplinks_per_spine: 1, uplink_speed: 400G, name: "%s"}
  spines: {count: 1, platform: 7060DX5-64S}
hosts:
  - {count: 2, nics: 2, nic_platform: ConnectX-7, nic_speed: 100G, name: "gpu{n:03d}", netdev: "rail{rail:02d}"}
%s"""


def views_of(name: str = "leaf{n:02d}", more: str = "") -> FabricViews:
    return make_views(parse_intent(INTENT % (name, more), "f.yaml"))


def test_numbers_in_names_have_leading_zeros_where_asked() -> None:
    views = views_of()
    assert [one.name for one in views.switches] == ["spine-1", "leaf01", "leaf02"]
    assert [one.name for one in views.hosts] == ["gpu001", "gpu002"]
    assert [nic.netdev for nic in views.hosts[0].nics] == ["rail01", "rail02"]


@pytest.mark.parametrize("name", ["leaf{n:2}", "leaf{n:x}", "leaf{n:}", "leaf{rack:02d}"])
def test_other_forms_are_refused(name: str) -> None:
    with pytest.raises(IntentError, match=r"leading zeros is written as|it may contain"):
        views_of(name)


def test_a_given_loopback_is_the_router_id() -> None:
    views = views_of(more="devices: {leaf02: {loopback: 172.16.0.7}}\n")
    assert [(one.loopback, one.router_id) for one in views.switches] == [
        ("10.255.0.1/32", "10.255.0.1"),
        ("10.255.0.2/32", "10.255.0.2"),
        ("172.16.0.7/32", "172.16.0.7"),
    ]


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("10.255.0.1", "f.yaml:9:30: 10.255.0.1 is the loopback of spine-1"),
        ("10.0.0.9", "f.yaml:9:30: 10.0.0.9 is in the pool addressing.hosts"),
    ],
    ids=["another's", "another pool's"],
)
def test_a_loopback_that_is_taken_is_refused(address: str, message: str) -> None:
    with pytest.raises(IntentError) as caught:
        views_of(more=f"devices: {{leaf02: {{loopback: {address}}}}}\n")
    assert [str(one) for one in caught.value.problems] == [message]

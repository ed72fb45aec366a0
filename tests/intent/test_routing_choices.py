"""Guards of BGP sessions and load balancing: rendered where a source shows the lines, else said or refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from roce_lint.errors import IntentError
from roce_lint.intent.load import parse_intent
from roce_lint.intent.make_view import FabricViews, make_views
from roce_lint.render.render import render_views

INTENT = """\
schema: 1
name: pod
topology:
  kind: clos
  leaves: {count: 3, platform: 7060X6-64PE, uplinks_per_spine: 1, uplink_speed: 400G}
  spines: {count: 1, platform: 7060DX5-64S}
hosts:
  - {count: 3, nics: 4, nic_platform: ConnectX-7, nic_speed: 100G}
devices:
  leaf-2: {platform: N9K-C9364D-GX2A}
  leaf-3: {platform: %s}
%s"""
H4 = "7220 IXR-H4"
CR3 = "7280CR3-32D4"


def views_of(leaf: str, more: str) -> FabricViews:
    return make_views(parse_intent(INTENT % (leaf, more), "f.yaml"))


def added_lines(name: str, leaf: str, more: str) -> list[str]:
    """Return the lines of a switch that `more` adds."""
    texts = []
    for one in ("", more):
        files = render_views(views_of(leaf, one), forms={"srlinux": "set"})
        texts.append(next(file.text for file in files if Path(file.path).stem == name).splitlines())
    return [line for line in texts[1] if line not in set(texts[0])]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        pytest.param(
            "leaf-1",
            [
                "   neighbor FABRIC password 7 ${BGP_KEY}",
                "   neighbor FABRIC maximum-routes 9000 warning-limit 80 percent warning-only",
            ],
            id="EOS",
        ),
        pytest.param("leaf-2", ["    password 3 ${BGP_KEY}", "      maximum-prefix 9000 warning-only"], id="NX-OS"),
        pytest.param(
            "leaf-3",
            [
                "set / network-instance default protocols bgp group fabric authentication keychain BGP_KEY",
                "set / network-instance default protocols bgp group fabric afi-safi ipv4-unicast ipv4-unicast"
                " prefix-limit-received max-received-routes 9000 warning-threshold-pct 80 prevent-teardown true",
                "set / system authentication keychain BGP_KEY admin-state enable type tcp-md5",
                "set / system authentication keychain BGP_KEY key 1 algorithm md5 authentication-key ${BGP_KEY}",
            ],
            id="SR Linux",
        ),
    ],
)
def test_sessions_have_a_key_and_a_limit_that_does_not_end_them(name: str, expected: list[str]) -> None:
    assert added_lines(name, H4, "bgp: {maximum_prefixes: 9000, password: BGP_KEY}\n") == expected


def test_ttl_security_is_on_every_switch() -> None:
    assert added_lines("leaf-1", CR3, "bgp: {ttl_security: true}\n") == ["   neighbor FABRIC ttl maximum-hops 1"]
    assert added_lines("leaf-2", CR3, "bgp: {ttl_security: true}\n") == ["    ttl-security hops 1"]


def test_ttl_security_is_refused_where_one_switch_does_not_have_it() -> None:
    with pytest.raises(IntentError) as caught:
        views_of(H4, "bgp: {ttl_security: true}\n")
    assert [str(one) for one in caught.value.problems] == [
        "f.yaml:11:22: SR Linux has no TTL security for BGP (model of 25.3.1), and every switch has to have it"
    ]


def test_a_password_is_a_name() -> None:
    with pytest.raises(IntentError, match="write the name of a secret in capitals"):
        views_of(H4, "bgp: {password: hunter2}\n")


def test_dynamic_load_balancing_is_rendered_where_a_source_shows_it() -> None:
    more = "load_balancing: dynamic\n"
    assert added_lines("leaf-1", CR3, more) == ["ip hardware fib load-balance distribution dynamic"]
    assert added_lines("leaf-2", CR3, more) == [
        "hardware profile dlb",
        "  mode flowlet",
        "  dlb-interface Eth1/64",
        "  mac-address 00:cc:cc:cc:cc:cc",
        "  flowlet-aging 500",
    ]
    assert added_lines("leaf-3", CR3, more) == []
    assert added_lines("leaf-3", H4, more) == []


def test_what_dynamic_load_balancing_costs_or_lacks_is_a_warning() -> None:
    more = "load_balancing: dynamic\n"
    said = {one.message for leaf in (H4, CR3) for one in views_of(leaf, more).warnings}
    assert said - {one.message for leaf in (H4, CR3) for one in views_of(leaf, "").warnings} == {
        "vEOS and cEOS refuse `ip hardware fib load-balance distribution dynamic`; a lab does not load it",
        "`hardware profile dlb` takes effect after `copy running-config startup-config` and reload; egress QoS policies"
        " do not apply to flows that it moves, and no source says whether queuing policies count among them",
        "SR Linux gets no dynamic load balancing: no model of 25.7 was read; flows are hashed",
        "DCS-7280CR3-32D4 has no dynamic load balancing by any source that could be read; flows are hashed",
    }

"""Guards of BGP sessions and load balancing: rendered where a source shows the lines, else said or refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from roce_lint.errors import IntentError, PlatformError
from roce_lint.intent.load import parse_intent
from roce_lint.intent.make_view import FabricViews, make_views
from roce_lint.os.registry import switch_os
from roce_lint.platforms.catalog import switch
from roce_lint.render.render import render_views
from roce_lint.values import replace

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
ANNOUNCE = "set / routing-policy policy announce statement"
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


def test_numbers_that_a_device_does_not_take_are_refused() -> None:
    slow = "bgp: {bfd: {interval: 2 s, multiplier: 40}}\n"
    with pytest.raises(IntentError) as caught:
        views_of("7220 IXR-D5", slow)
    assert [(one.line, one.message) for one in caught.value.problems] == [
        (10, "NX-OS takes a BFD interval of 50 to 999 ms, not 2000; change bgp.bfd"),
        (11, "SR Linux ends a session after at most 20 lost packets of BFD, not 40; change bgp.bfd"),
    ]
    with pytest.raises(IntentError, match="NX-OS keeps VLANs from 3968 on for itself, and leaf-2 would have 4000"):
        make_views(parse_intent((INTENT % (H4, "")).replace("100G}", "100G, leaf_vlan: 4000}"), "f.yaml"))


def test_ttl_security_is_refused_where_one_switch_does_not_have_it() -> None:
    with pytest.raises(IntentError) as caught:
        views_of(H4, "bgp: {ttl_security: true}\n")
    assert [str(one) for one in caught.value.problems] == [
        "f.yaml:11:22: SR Linux has no TTL security for BGP (model of 25.3.1), and every switch has to have it"
    ]


def test_a_password_is_a_name() -> None:
    with pytest.raises(IntentError, match="write the name of a secret in capitals"):
        views_of(H4, "bgp: {password: hunter2}\n")


DLB = [
    "! vEOS and cEOS refuse the next line, and no source says whether it waits for a reload",
    "ip hardware fib load-balance distribution dynamic",
]
FLOWLETS = [
    "hardware profile dlb",
    "  mode flowlet",
    "  dlb-interface Eth1/64",
    "  mac-address 00:cc:cc:cc:cc:cc",
    "  flowlet-aging 500",
]
NOKIA_DLB = [
    "set / system load-balancing dynamic mode flow-dynamic flowset-size 256 inactivity-timer 50"
    " link-quality-sampling-interval 5",
    "set / system load-balancing dynamic weighting-factor port-utilization 70 queue-utilization 20 itm-utilization 10",
    "set / network-instance default ip-load-balancing dynamic-load-balancing prefix 0.0.0.0/0",
    "set / network-instance default ip-load-balancing dynamic-load-balancing prefix ::/0",
]
QUEUE_PAIRS = [
    "load-balance policies",
    "   load-balance sand profile default",
    "      fields udp dst-port 4791",
    "         payload bytes 5-7",
]


def balancing_lines(choice: str, releases: str = "") -> dict[str, list[str]]:
    """Return the lines about paths of leaves of four makes, against the same fabric with `static`."""
    found: dict[str, list[str]] = {}
    for leaf in (H4, CR3):
        release = f", release: {releases.split()[leaf is CR3]}" if releases else ""
        texts = []
        for one in ("static", choice):
            views = views_of(f"{leaf}{release}", f"load_balancing: {one}\n")
            files = render_views(views, forms={"srlinux": "set"})
            texts.append({Path(file.path).stem: file.text.splitlines() for file in files})
        for name in ("leaf-1", "leaf-2", "leaf-3"):
            key = leaf if name == "leaf-3" else name
            found[key] = [line for line in texts[1][name] if line not in texts[0][name]]
    return found


def test_dynamic_load_balancing_is_rendered_where_a_source_shows_it() -> None:
    assert balancing_lines("dynamic") == {"leaf-1": DLB, "leaf-2": FLOWLETS, CR3: [], H4: []}
    assert balancing_lines("dynamic", '"25.7.1" "4.33.1F"')[H4] == NOKIA_DLB


def test_auto_balances_by_load_where_no_reload_is_known_to_be_needed() -> None:
    assert balancing_lines("auto") == {"leaf-1": DLB, "leaf-2": [], CR3: [], H4: []}
    newer = balancing_lines("auto", '"25.7.1" "4.33.1F"')
    assert (newer[H4], newer[CR3]) == (NOKIA_DLB, QUEUE_PAIRS)


def test_auto_hashes_flows_in_a_design_without_pfc() -> None:
    static, auto = (
        added_lines("leaf-1", CR3, f"profile: lossy-roce\nload_balancing: {one}\n") for one in ("static", "auto")
    )
    assert auto == static


def test_what_dynamic_load_balancing_costs_or_lacks_is_a_warning() -> None:
    more = "load_balancing: dynamic\n"
    said = {one.message for leaf in (H4, f'{H4}, release: "25.7.1"', CR3) for one in views_of(leaf, more).warnings}
    assert said - {one.message for leaf in (H4, CR3) for one in views_of(leaf, "").warnings} == {
        "vEOS and cEOS refuse `ip hardware fib load-balance distribution dynamic`; a lab does not load it",
        "`hardware profile dlb` takes effect after `copy running-config startup-config` and reload; egress QoS policies"
        " do not apply to flows that it moves, and no source says whether queuing policies count among them",
        "7220 IXR-H4 has no dynamic load balancing in this release; flows are hashed; name one from 25.7 on",
        "flows are balanced by load with the values of Nokia's designs, which show the prefix ::/0; that 0.0.0.0/0"
        " selects IPv4 routes is inferred, and no source says whether the lines need a reload",
        "DCS-7280CR3-32D4 has no dynamic load balancing by any source that could be read; flows are hashed",
    }


@pytest.mark.parametrize(
    ("leaf", "most"),
    [("7060X6-64PE", 600), ("N9K-C9364D-GX2A", 128), (H4, 128), (f"{H4}, system: sonic", 256)],
    ids=str,
)
def test_more_equal_cost_paths_than_a_system_takes_are_refused(leaf: str, most: int) -> None:
    view = next(one for one in views_of(leaf, "").switches if one.name == "leaf-3")
    system, platform = switch_os(view.os), switch(view.platform)
    system.doubts(replace(view, maximum_paths=most), platform)
    with pytest.raises(PlatformError, match=f"leaf-3 has {most + 1} equal-cost paths .* at most {most} are taken"):
        system.doubts(replace(view, maximum_paths=most + 1), platform)


UNNUMBERED = "addressing: {underlay: unnumbered}\n"


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (
            "bgp: {password: KEY}\n",
            "SR Linux has no password on unnumbered sessions by any source that could be read, and every switch has to"
            " have it",
        ),
        (
            "links: [{a: leaf-1, b: spine-1, a_address: 192.0.2.1/31, b_address: 192.0.2.0/31}]\n",
            "links to other switches have no IPv4 addresses (addressing.underlay)",
        ),
    ],
    ids=["password", "address"],
)
def test_what_unnumbered_links_cannot_have_is_refused(more: str, message: str) -> None:
    with pytest.raises(IntentError) as caught:
        views_of(H4, UNNUMBERED + more)
    assert [one.message for one in caught.value.problems] == [message]


def test_unnumbered_sessions_have_no_ttl_security_on_nxos() -> None:
    with pytest.raises(IntentError, match="NX-OS has no TTL security on unnumbered sessions"):
        views_of(CR3, UNNUMBERED + "bgp: {ttl_security: true}\n")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        pytest.param("leaf-1", ["maintenance", "   unit System", "      quiesce"], id="EOS"),
        pytest.param("leaf-2", ["  graceful-shutdown activate", "      send-community"], id="NX-OS"),
        pytest.param(
            "leaf-3",
            [
                f"{ANNOUNCE} {one} action bgp as-path prepend as-number auto repeat-n 3"
                for one in ("loopbacks", "hosts", "learned")
            ],
            id="SR Linux",
        ),
        pytest.param("spine-1", [" bgp graceful-shutdown"], id="SONiC"),
    ],
)
def test_a_switch_is_drained(name: str, expected: list[str]) -> None:
    text = INTENT % (H4, "  spine-1: {platform: 7220 IXR-H4, system: sonic%s}\n  leaf-1: {drained: %s}\n")
    found = []
    for drained in (False, True):
        more = text.replace("{platform: 7220 IXR-H4}", f"{{platform: 7220 IXR-H4, drained: {str(drained).lower()}}}")
        more = more.replace("N9K-C9364D-GX2A}", f"N9K-C9364D-GX2A, drained: {str(drained).lower()}}}")
        more %= (", drained: true" if drained else "", str(drained).lower())
        views = make_views(parse_intent(more, "f.yaml"))
        files = render_views(views, forms={"srlinux": "set"}, devices=[name])
        found.append([line for file in files if file.path.startswith("configs/") for line in file.text.splitlines()])
    assert sorted(set(found[1]) - set(found[0]), key=found[1].index) == expected
    reported = [one.message for one in views.warnings if "GRACEFUL_SHUTDOWN (RFC 8326)" in one.message]
    assert len(reported) == 2

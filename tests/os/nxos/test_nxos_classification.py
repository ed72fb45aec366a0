"""DSCP and CoS to qos-group, through type qos class maps and policies."""

from __future__ import annotations

import pytest

from roce_lint.model.terms import Trust

PORT = "interface Ethernet1/1\n  no switchport\n  service-policy type qos input P\n"


def _groups(port):
    """Return the qos-groups other than 0 by DSCP; an unknown one as `?`."""
    found = {}
    for dscp, fact in enumerate(port.qos.classification.traffic_class_by_dscp):
        group = getattr(fact, "value", "?")
        if group != "0":
            found[dscp] = group
    return found


def _policy(*classes: str) -> str:
    return "policy-map type qos P\n" + "".join(
        f"  class {name}\n    set qos-group {group}\n" for name, group in (one.split() for one in classes)
    )


@pytest.mark.parametrize(
    ("class_maps", "policy", "groups"),
    [
        pytest.param("class-map match-any A\n  match dscp 26\n", ("A 3",), {26: "3"}, id="one code point"),
        pytest.param(
            "class-map type qos match-any A\n  match dscp 24-26,30 \n",
            ("A 3",),
            {24: "3", 25: "3", 26: "3", 30: "3"},
            id="list and range",
        ),
        pytest.param(
            "class-map match-any A\n  match dscp af31,cs6,ef\n", ("A 3",), {26: "3", 48: "3", 46: "3"}, id="names"
        ),
        pytest.param(
            "class-map match-any A\n  match dscp 26\n  match dscp 24\n", ("A 3",), {24: "3", 26: "3"}, id="any of two"
        ),
        pytest.param("class-map A\n  match dscp 26\n  match dscp 24\n", ("A 3",), {}, id="all of two is none"),
        pytest.param(
            "class-map match-all A\n  match dscp 24-26\n  match dscp 26-28\n", ("A 3",), {26: "3"}, id="intersection"
        ),
        pytest.param(
            "class-map match-any A\n  match dscp 24-31\nclass-map match-any B\n  match dscp 26\n",
            ("A 3", "B 5"),
            dict.fromkeys(range(24, 32), "3"),
            id="first class wins",
        ),
        pytest.param(
            "class-map match-any A\n  match precedence 3\n",
            ("A 3",),
            dict.fromkeys(range(24, 32), "3"),
            id="precedence",
        ),
        pytest.param("class-map match-any A\n  match cos 3\n", ("A 3",), {}, id="cos says nothing of dscp"),
        pytest.param("class-map A\n  match cos 3\n  match dscp 26\n", ("A 3",), {}, id="cos never fits a routed port"),
        pytest.param("class-map match-any A\n", ("A 3",), {}, id="empty class"),
        pytest.param("class-map match-any A\n  match protocol arp\n", ("A 3",), {}, id="arp is not RoCE"),
        pytest.param("class-map match-any A\n  match not dscp 0-62\n", ("A 3",), {63: "3"}, id="negated"),
        pytest.param("class-map match-any A\n  match any\n", ("A 3",), dict.fromkeys(range(64), "3"), id="any"),
        pytest.param(
            "ip access-list X\n  10 permit ip any any\n"
            "class-map match-any B\n  match dscp 26\nclass-map match-any A\n  match access-group name X\n",
            ("B 3", "A 5"),
            {dscp: "3" if dscp == 26 else "?" for dscp in range(64)},
            id="access list decides the rest",
        ),
        pytest.param("", ("A 3",), {}, id="undefined class has no effect"),
        pytest.param("", ("class-default 4",), dict.fromkeys(range(64), "4"), id="class-default"),
    ],
)
def test_dscp_selects_the_group_of_the_first_class_that_matches(port, class_maps, policy, groups):
    assert _groups(port(class_maps + _policy(*policy) + PORT)) == groups


@pytest.mark.parametrize(
    ("matches", "trust"),
    [
        ("match dscp 26", Trust.DSCP),
        ("match cos 3", Trust.PCP),
        ("match cos 3\n  match dscp 26", Trust.DSCP_AND_PCP),
        ("match any", Trust.NONE),
        ("match access-group name X", "unknown"),
    ],
)
def test_trust_is_what_the_classes_look_at(port, value, matches, trust):
    text = f"ip access-list X\n  permit udp any any\nclass-map match-any A\n  {matches}\n{_policy('A 3')}{PORT}"
    assert value(port(text).qos.trust) == trust


def test_cos_selects_the_group_of_a_tagged_frame(port, value):
    text = "class-map match-any A\n  match cos 3\n" + _policy("A 3") + PORT
    by_pcp = [value(fact) for fact in port(text).qos.classification.traffic_class_by_pcp]
    nothing = ("default", "0")
    assert by_pcp == [nothing, nothing, nothing, "3", nothing, nothing, nothing, nothing]


def test_both_keys_on_a_switched_port_leave_the_group_open(port, value):
    text = "class-map A\n  match cos 3\n  match dscp 26\n" + _policy("A 3")
    text += "interface Ethernet1/1\n  service-policy type qos input P\n"
    classification = port(text).qos.classification
    assert value(classification.traffic_class_by_dscp[26]) == "unknown"
    assert value(classification.traffic_class_by_dscp[24]) == ("default", "0")
    assert value(classification.traffic_class_by_pcp[3]) == "unknown"


def test_a_match_all_class_of_one_key_leaves_the_other_map_alone(port, value):
    text = "class-map A\n  match cos 3\n" + _policy("A 3") + "interface Ethernet1/1\n  service-policy input P\n"
    qos = port(text).qos
    assert {value(fact) for fact in qos.classification.traffic_class_by_dscp} == {("default", "0")}
    assert value(qos.classification.traffic_class_by_pcp[3]) == "3"


def test_insert_before_moves_a_class_to_the_front(port):
    text = "class-map match-any A\n  match dscp 24-31\nclass-map match-any B\n  match dscp 26\n" + _policy("A 3")
    text += "policy-map type qos P\n  class B insert-before A\n    set qos-group 5\n"
    assert _groups(port(text + PORT)) == {dscp: "5" if dscp == 26 else "3" for dscp in range(24, 32)}


def test_later_stanzas_change_and_remove_classes(port):
    text = "class-map match-any A\n  match dscp 26\nclass-map match-any B\n  match dscp 48\n" + _policy("A 3", "B 7")
    text += "policy-map type qos P\n  no class B\n  class A\n    set qos-group 4\nclass-map match-any A\n"
    text += "  no match dscp 26\n  match dscp 24\n"
    assert _groups(port(text + PORT)) == {24: "4"}


@pytest.mark.parametrize(
    ("attached", "group"),
    [
        pytest.param("system qos\n  service-policy type qos input S\n", "1", id="system"),
        pytest.param(
            "system qos\n  service-policy type qos input S\nvlan configuration 7\n  service-policy type qos input V\n",
            "2",
            id="vlan over system",
        ),
        pytest.param(
            "system qos\n  service-policy type qos input S\nvlan 7\n  service-policy type qos input V\n"
            "interface Ethernet1/1\n  service-policy type qos input I no-stats\n",
            "3",
            id="interface over vlan",
        ),
        pytest.param(
            "interface Ethernet1/1\n  service-policy input I\n  no service-policy input I\n",
            ("default", "0"),
            id="removed",
        ),
    ],
)
def test_the_nearest_attachment_wins(port, value, attached, group):
    text = "".join(
        f"policy-map type qos {name}\n  class class-default\n    set qos-group {number}\n"
        for name, number in (("S", 1), ("V", 2), ("I", 3))
    )
    text += f"{attached}interface Ethernet1/1\n  switchport access vlan 7\n"
    assert value(port(text).qos.classification.traffic_class_by_dscp[26]) == group


def test_a_trunk_over_vlans_with_different_policies_is_unknown(port, value):
    text = _policy("class-default 3") + "vlan 7,8\nvlan 7\n  service-policy type qos input P\n"
    text += "interface Ethernet1/1\n  switchport mode trunk\n"
    assert value(port(text).qos.classification.traffic_class_by_dscp[26]) == "unknown"
    assert value(port(text).qos.bound) == "unknown"


def test_without_a_policy_everything_is_in_group_0_by_default(port, value):
    qos = port("interface Ethernet1/1\n").qos
    assert value(qos.bound) == ("default", False)
    assert value(qos.trust) == ("default", Trust.NONE)
    assert [one.name for one in qos.classes] == ["0"]


def test_set_dscp_is_a_rewrite_of_the_qos_group(port, value):
    text = "class-map match-any A\n  match dscp 24\npolicy-map type qos P\n"
    text += "  class A\n    set qos-group 3\n    set dscp 26\n"
    qos = port(text + PORT).qos
    assert value(qos.rewrite_enabled) is True
    assert [(one.traffic_class, value(one.dscp)) for one in qos.rewrites] == [("3", 26)]


def test_two_rewrites_of_one_group_are_unknown(port, value):
    text = "class-map match-any A\n  match dscp 24\nclass-map match-any B\n  match dscp 25\npolicy-map type qos P\n"
    text += "  class A\n    set qos-group 3\n    set dscp 26\n  class B\n    set qos-group 3\n    set dscp 28\n"
    assert [(one.traffic_class, value(one.dscp)) for one in port(text + PORT).qos.rewrites] == [("3", "unknown")]


def test_the_source_of_a_mapping_is_the_set_line_and_the_match_line_is_kept(port, lossless):
    table = port(lossless).qos.classification
    fact = table.traffic_class_by_dscp[26]
    assert (fact.value, fact.source.line, table.selected_at[26].line, table.selected_at[8].line) == ("3", 8, 3, 0)


@pytest.mark.parametrize(
    ("police", "dscps"),
    [
        ("police cir 10 gbps bc 200 ms conform transmit violate drop", {26}),
        ("police cir 10 gbps bc 200 ms", {26}),
        ("police cir 10 gbps bc 200 ms conform transmit violate transmit", set()),
        ("no police", set()),
    ],
    ids=["drops", "drops without saying so", "lets the excess pass", "taken back"],
)
def test_a_policer_concerns_the_code_points_of_its_class(port, unread, police, dscps):
    text = "class-map match-any A\n  match dscp 26\npolicy-map type qos P\n  class A\n    set qos-group 3\n"
    text += f"    {police}\ninterface Ethernet1/1\n  service-policy type qos input P\n"
    policers = port(text).qos.classification.policers
    assert [(set(one.dscps), one.source.line) for one in policers] == ([(dscps, 6)] if dscps else [])
    assert unread(text) == []

"""One tree from all forms of Junos: braces, lines of set, JSON and XML; groups and ranges of interfaces."""

from __future__ import annotations

import json
import time
from xml.sax.saxutils import escape

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roce_lint.os.junos.configuration import JunosTree, parse_configuration
from roce_lint.os.junos.grammar import JunosRule, RuleKind, grammar
from roce_lint.os.junos.set_lines import set_words
from roce_lint.text.tree import Node

CURLY = """\
## Last commit: 2026-01-01 00:00:00 UTC by admin
version 23.4X100-D31.7-EVO;
system {
    host-name leaf1; /* a comment { */
    login { message "a { b; \\" c"; }
}
interfaces {
    et-0/0/0 {
        mtu 9216;
        ether-options {
            802.3ad ae0;
        }
    }
    inactive: et-0/0/1 {
        mtu 1500;
    }
}
class-of-service {
    forwarding-classes {
        class NO-LOSS queue-num 4 no-loss pfc-priority 3;
    }
    classifiers {
        dscp mydscp {
            forwarding-class NO-LOSS {
                loss-priority low code-points [ 011010 011011 ];
            }
        }
    }
    drop-profiles {
        dp1 {
            interpolate {
                fill-level [ 55 90 ];
                drop-probability [ 0 100 ];
            }
        }
    }
    schedulers {
        s1 {
            drop-profile-map loss-priority any protocol any drop-profile dp1;
            explicit-congestion-notification;
        }
    }
}
policy-options {
    policy-statement P {
        term 1 {
            from {
                route-filter 10.0.0.0/8 prefix-length-range /32-/32;
                route-filter 10.1.0.0/16 orlonger;
            }
            then accept;
        }
    }
}
protocols {
    bgp {
        group G {
            neighbor 10.0.0.1 {
                export ( A && ( B || C ) );
            }
        }
    }
}
"""
LINES = """\
version 23.4X100-D31.7-EVO
system host-name leaf1
interfaces et-0/0/0 mtu 9216
interfaces et-0/0/0 ether-options 802.3ad ae0
class-of-service forwarding-classes class NO-LOSS queue-num 4
class-of-service forwarding-classes class NO-LOSS no-loss
class-of-service forwarding-classes class NO-LOSS pfc-priority 3
class-of-service classifiers dscp mydscp forwarding-class NO-LOSS loss-priority low code-points 011010
class-of-service classifiers dscp mydscp forwarding-class NO-LOSS loss-priority low code-points 011011
class-of-service drop-profiles dp1 interpolate fill-level 55
class-of-service drop-profiles dp1 interpolate fill-level 90
class-of-service drop-profiles dp1 interpolate drop-probability 0
class-of-service drop-profiles dp1 interpolate drop-probability 100
class-of-service schedulers s1 drop-profile-map loss-priority any protocol any drop-profile dp1
class-of-service schedulers s1 explicit-congestion-notification
policy-options policy-statement P term 1 from route-filter 10.0.0.0/8 prefix-length-range /32-/32
policy-options policy-statement P term 1 from route-filter 10.1.0.0/16 orlonger
policy-options policy-statement P term 1 then accept
protocols bgp group G neighbor 10.0.0.1 export ( A && ( B || C ) )
""".splitlines()


def lines_of(tree: JunosTree) -> list[str]:
    """Return what is active as the words behind `set`."""
    assert tree.faults == []
    return [" ".join(words) for words, _ in set_words(tree.root)]


def scripted(*lines: str) -> str:
    """Return lines of `set`."""
    return "".join(f"set {line}\n" for line in lines)


def curly(node: Node, indent: str = "") -> str:
    """Return a tree with braces, each name on a line of its own."""
    text = ""
    for child in node.children.values():
        for one in child.children.values() if child.is_list else (child,):
            name = " ".join((child.name, *one.keys)) if child.is_list else child.name
            if one.is_leaf:
                values = f" [ {' '.join(one.values)} ]" if len(one.values) > 1 else "".join(f" {v}" for v in one.values)
                text += f"{indent}{child.name}{values};\n"
            else:
                text += f"{indent}{name} {{\n{curly(one, indent + '    ')}{indent}}}\n"
    return text


def plain(node: Node, rule: JunosRule) -> dict[str, object]:
    """Return a tree as the members of Junos' own JSON."""
    found: dict[str, object] = {}
    for child in node.children.values():
        below = rule.member(child.name)
        if below is None:
            found[child.name] = list(child.values)
        elif child.is_list:
            found[child.name] = [
                dict(zip(below.keys, one.keys, strict=True)) | plain(one, below) for one in child.children.values()
            ]
        elif below.kind is RuleKind.FLAG:
            found[child.name] = [None]
        elif child.is_leaf:
            found[child.name] = list(child.values) if below.kind is RuleKind.LEAF_LIST else child.value
        else:
            found[child.name] = plain(child, below)
    return found


def xml(name: str, value: object) -> str:
    """Return a member of JSON as elements."""
    if isinstance(value, list):
        return "".join(xml(name, one) for one in value)
    inner = "".join(xml(*one) for one in value.items()) if isinstance(value, dict) else escape(str(value or ""))
    return f"<{name}>{inner}</{name}>\n"


def test_braces_and_lines_make_one_tree() -> None:
    assert lines_of(parse_configuration("f", CURLY)) == LINES
    assert lines_of(parse_configuration("f", scripted(*LINES))) == LINES


def test_places_are_those_of_the_text() -> None:
    tree = parse_configuration("f", CURLY)
    port = tree.root.at("interfaces").entry("interface", "et-0/0/0")
    assert port is not None
    assert (port.line, port.end_line) == (8, 13)
    assert port.take("mtu").source.line == 9
    assert tree.release is not None
    assert (tree.release.value, tree.release.source.line) == ("23.4X100-D31.7-EVO", 2)


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["set interfaces et-0/0/0 mtu 9216", "delete interfaces et-0/0/0 mtu"], ["interfaces et-0/0/0"]),
        (["set interfaces et-0/0/0 mtu 9216", "deactivate interfaces et-0/0/0"], []),
        (
            [
                "set interfaces et-0/0/0 mtu 9216",
                "deactivate interfaces et-0/0/0 mtu",
                "activate interfaces et-0/0/0 mtu",
            ],
            ["interfaces et-0/0/0 mtu 9216"],
        ),
        (
            ["edit interfaces et-0/0/0", "set mtu 9216", "top", "set system host-name a"],
            ["interfaces et-0/0/0 mtu 9216", "system host-name a"],
        ),
        (
            [
                "set policy-options policy-statement P term a then reject",
                "set policy-options policy-statement P term b then accept",
                "insert policy-options policy-statement P term b before term a",
            ],
            [
                "policy-options policy-statement P term b then accept",
                "policy-options policy-statement P term a then reject",
            ],
        ),
        (
            [
                *(f"set policy-options policy-statement P term {name} then reject" for name in "abc"),
                "insert policy-options policy-statement P term c before term a",
                "set policy-options policy-statement P term d then accept",
                "insert policy-options policy-statement P term d after term c",
                "insert policy-options policy-statement P term a after term b",
                "set policy-options policy-statement P term e then reject",
            ],
            [
                f"policy-options policy-statement P term {name} then {'accept' if name == 'd' else 'reject'}"
                for name in "cdbae"
            ],
        ),
        (
            ["set interfaces et-0/0/0 mtu 9216", "rename interfaces et-0/0/0 to et-0/0/1"],
            ["interfaces et-0/0/1 mtu 9216"],
        ),
        (
            ["admin@leaf1# set interfaces et-0/0/0 mtu 9216", "commit", "{master:0}[edit]"],
            ["interfaces et-0/0/0 mtu 9216"],
        ),
    ],
    ids=["delete", "deactivate", "activate", "edit", "insert", "inserts between sets", "rename", "session"],
)
def test_commands_change_what_lines_before_them_set(lines: list[str], expected: list[str]) -> None:
    tree = parse_configuration("f", "\n".join(lines))
    assert [" ".join(words) for words, _ in set_words(tree.root)] == expected


@pytest.mark.parametrize(
    ("line", "because", "is_refused"),
    [
        (
            "class-of-service forwarding-classes class C queue 4",
            "the models of Junos have no 'queue' at class-of-service forwarding-classes class C; did you mean "
            "'queue-num'?",
            False,
        ),
        (
            "class-of-service classifiers dscp D forwarding-class C loss-priority low code-points 26",
            "code-points: '26' is neither 6 bits nor an alias",
            True,
        ),
        (
            "class-of-service drop-profiles d interpolate fill-level [ 55 190 ]",
            "fill-level: '190' is not 0 to 100",
            True,
        ),
        ("interfaces et-0/0/0 mtu", "a value of mtu is missing", True),
        (
            "protocols lldp interface all enabled",
            "the models of Junos have no 'enabled' at protocols lldp interface all; known are "
            "dest-mac-type, disable, power-negotiation, "
            "tlv-filter, tlv-select, transmit-max-vlan-tlv, trap-notification",
            True,
        ),
        (
            "policy-options policy-statement P term 1 from route-filter 10/8 orlong",
            "route-filter: 'orlong' is not address-mask, exact, longer, orlonger, prefix-length-range, through or upto",
            True,
        ),
        (
            "interfaces et-0/0/0 unit 0 family inet address 10.0.0.300/31",
            "address: '10.0.0.300/31' is not a prefix",
            True,
        ),
    ],
)
def test_lines_that_are_not_taken_are_faults(line: str, because: str, is_refused: bool) -> None:
    tree = parse_configuration("f", scripted("system host-name a", line))
    assert [(one.line, one.text, one.because, one.is_refused) for one in tree.faults] == [
        (2, f"set {line}", because, is_refused)
    ]
    assert [" ".join(words) for words, _ in set_words(tree.root)] == ["system host-name a"]


# Groups


GROUPS = """\
groups {
    FIRST {
        interfaces {
            <et-*> {
                mtu 9216;
                unit <*> { family inet { mtu 9170; } }
            }
        }
    }
    SECOND {
        interfaces {
            <et-0/0/[0-9]> { mtu 1500; description from-second; }
            irb { unit 7 { family inet { mtu 9000; } } }
        }
        class-of-service { forwarding-classes { class LOW queue-num 0; } }
    }
    NESTED { apply-groups SECOND; system { host-name nested; } }
}
"""


@pytest.mark.parametrize(
    ("applied", "own", "expected"),
    [
        (
            "apply-groups [ FIRST SECOND ];",
            "interfaces { et-0/0/0 { unit 0 { family inet; } } et-0/0/10 { mtu 2000; } xe-0/0/1; }",
            [
                "interfaces et-0/0/0 unit 0 family inet mtu 9170",
                "interfaces et-0/0/0 mtu 9216",
                "interfaces et-0/0/0 description from-second",
                "interfaces et-0/0/10 mtu 2000",
                "interfaces xe-0/0/1",
                "interfaces irb unit 7 family inet mtu 9000",
                "class-of-service forwarding-classes class LOW queue-num 0",
            ],
        ),
        (
            "apply-groups [ SECOND FIRST ];",
            "interfaces { et-0/0/0 { apply-groups-except SECOND; } }",
            [
                "interfaces et-0/0/0 mtu 9216",
                "interfaces irb unit 7 family inet mtu 9000",
                "class-of-service forwarding-classes class LOW queue-num 0",
            ],
        ),
        (
            "apply-groups FIRST;",
            "interfaces { et-0/0/0 { apply-groups SECOND; } et-0/0/1; }",
            [
                "interfaces et-0/0/0 mtu 1500",
                "interfaces et-0/0/0 description from-second",
                "interfaces et-0/0/1 mtu 9216",
            ],
        ),
        (
            "apply-groups NESTED;",
            "interfaces { et-0/0/0; }",
            [
                "interfaces et-0/0/0 mtu 1500",
                "interfaces et-0/0/0 description from-second",
                "interfaces irb unit 7 family inet mtu 9000",
                "system host-name nested",
                "class-of-service forwarding-classes class LOW queue-num 0",
            ],
        ),
        (
            "apply-groups FIRST;",
            "interfaces { et-0/0/0 { inactive: mtu 1400; } inactive: et-0/0/1; }",
            ["interfaces et-0/0/0 mtu 9216"],
        ),
    ],
    ids=["order", "except", "nearest", "nested", "inactive"],
)
def test_groups_bring_what_is_not_stated(applied: str, own: str, expected: list[str]) -> None:
    assert lines_of(parse_configuration("f", f"{GROUPS}{applied}\n{own}")) == expected


def test_what_a_group_brings_has_the_line_of_the_group() -> None:
    tree = parse_configuration("f", f"{GROUPS}apply-groups FIRST;\ninterfaces {{ et-0/0/0; }}\n")
    port = tree.root.at("interfaces").entry("interface", "et-0/0/0")
    assert port is not None
    assert (port.line, port.take("mtu").line) == (20, 5)


def test_a_missing_group_is_a_fault() -> None:
    tree = parse_configuration("f", "set apply-groups NONE\nset interfaces et-0/0/0 mtu 9216\n")
    assert [(one.line, one.text, one.because) for one in tree.faults] == [
        (1, "apply-groups NONE", "there is no group 'NONE'")
    ]


def test_members_of_a_range_have_what_it_says() -> None:
    text = scripted(
        "interfaces interface-range R member-range et-0/0/0 to et-0/0/1",
        "interfaces interface-range R member et-0/0/[4-5]",
        "interfaces interface-range R mtu 9216",
        "interfaces et-0/0/1 mtu 1500",
        "protocols lldp interface R",
    )
    tree = parse_configuration("f", text)
    assert sorted(lines_of(tree)) == [
        "interfaces et-0/0/0 mtu 9216",
        "interfaces et-0/0/1 mtu 1500",
        "interfaces et-0/0/4 mtu 9216",
        "interfaces et-0/0/5 mtu 9216",
        *(f"protocols lldp interface et-0/0/{number}" for number in (0, 1, 4, 5)),
    ]
    assert " ".join(next(set_words(tree.stated))[0]) == "interfaces interface-range R member-range et-0/0/0 to et-0/0/1"


def test_a_prefix_list_has_the_addresses_of_its_path() -> None:
    text = scripted(
        "interfaces lo0 unit 0 family inet address 10.0.0.1/32",
        "interfaces et-0/0/0 unit 0 family inet address 10.0.1.0/31",
        'policy-options prefix-list OWN apply-path "interfaces lo0 unit <*> family inet address <*>"',
    )
    tree = parse_configuration("f", text)
    found = tree.root.at("policy-options").entry("prefix-list", "OWN")
    assert found is not None
    assert [(one.key, one.line) for one in found.entries("prefix-list-item")] == [("10.0.0.1/32", 3)]


# Properties

_NAMES = st.sampled_from(["et-0/0/0", "et-0/0/1", "et-0/0/2:1", "ae0"])
_NUMBERS = st.integers(min_value=256, max_value=9216)
_LINES = st.one_of(
    st.builds("interfaces {} mtu {}".format, _NAMES, _NUMBERS),
    st.builds("interfaces {} unit {} family inet mtu {}".format, _NAMES, st.integers(0, 2), _NUMBERS),
    st.builds("interfaces {} unit 0 family inet address 10.0.0.{}/31".format, _NAMES, st.integers(0, 9)),
    st.builds("class-of-service interfaces {} scheduler-map m{}".format, _NAMES, st.integers(0, 2)),
    st.builds(
        "class-of-service forwarding-classes class C{} queue-num {}".format, st.integers(0, 2), st.integers(0, 7)
    ),
    st.builds("class-of-service forwarding-classes class C{} no-loss".format, st.integers(0, 2)),
    st.builds("class-of-service drop-profiles d interpolate fill-level {}".format, st.integers(0, 100)),
    st.builds("protocols bgp group G neighbor 10.0.0.{} export P{}".format, st.integers(0, 3), st.integers(0, 3)),
)


@given(st.lists(_LINES, max_size=25))
@settings(max_examples=60, deadline=None)
def test_all_forms_make_the_same_tree(lines: list[str]) -> None:
    tree = parse_configuration("f", "set system host-name a\n" + scripted(*lines))
    expected = lines_of(tree)
    members = plain(tree.root, grammar())
    assert lines_of(parse_configuration("f", scripted(*expected))) == expected
    assert lines_of(parse_configuration("f", json.dumps({"configuration": members}, indent=1))) == expected
    assert lines_of(parse_configuration("f", xml("configuration", members))) == expected


@given(st.lists(_LINES, max_size=15), st.lists(_LINES, max_size=15))
@settings(max_examples=60, deadline=None)
def test_a_group_equals_its_lines_written_out_where_nothing_stands(group: list[str], own: list[str]) -> None:
    said = lines_of(parse_configuration("f", "set system host-name a\n" + scripted(*own)))
    taken = {" ".join(line.split()[:-1]) for line in own} | {line for line in own if line.endswith("no-loss")}
    rest = [line for line in group if " ".join(line.split()[:-1]) not in taken]
    flat = lines_of(parse_configuration("f", "set system host-name a\n" + scripted(*own, *rest)))
    grouped = "".join(f"set groups G {line}\n" for line in rest)
    found = parse_configuration("f", f"set system host-name a\nset apply-groups G\n{grouped}{scripted(*own)}")
    found.faults[:] = [one for one in found.faults if rest]
    assert sorted(lines_of(found)) == sorted(flat)
    assert set(said) <= set(flat)


@given(st.text(alphabet='{}[];"#/* <>()\n\\abset@', max_size=80))
@settings(max_examples=200, deadline=None)
def test_nothing_raises(text: str) -> None:
    for beginning in ("", "interfaces { ", "set interfaces ", '{"configuration" : {', "<configuration><interfaces>"):
        parse_configuration("f", beginning + text)


def test_a_group_at_ten_thousand_places_takes_linear_time() -> None:
    def seconds(count: int) -> float:
        group = "groups { G { interfaces { <et-*> { mtu 9216; unit 0 { family inet { mtu 9170; } } } } } }\n"
        ports = "".join(f"et-0/0/{number} {{ apply-groups G; }}\n" for number in range(count))
        begun = time.process_time()
        tree = parse_configuration("f", f"{group}interfaces {{\n{ports}}}\n")
        assert len(tree.root.at("interfaces").entries("interface")) == count
        return time.process_time() - begun

    seconds(10)
    assert seconds(10_000) < 30 * max(seconds(1_000), 0.01)


def test_groups_of_groups_are_not_followed_without_bound() -> None:
    names = [f"G{number}" for number in range(25)]
    text = "".join(
        f"groups {{ {name} {{ apply-groups [ {' '.join(names)} ]; interfaces {{ <*> {{ mtu 9216; }} }} }} }}\n"
        for name in names
    )
    tree = parse_configuration("f", f"{text}apply-groups {names[0]};\ninterfaces {{ et-0/0/0; }}\n")
    assert lines_of(tree) == ["interfaces et-0/0/0 mtu 9216"]


@pytest.mark.parametrize(
    ("text", "line", "because"),
    [
        ("interfaces {\n et-0/0/0 {\n", 2, "2 braces are not closed"),
        ('{"configuration": {"system": {', 1, "the JSON ends in the middle"),
        ("<configuration>\n<system>", 2, "the XML ends in the middle or has a fault: no element found"),
        ("<!DOCTYPE a>\n<configuration/>", 1, "a document type is not read"),
    ],
    ids=["braces", "json", "xml", "doctype"],
)
def test_a_text_that_is_cut_off_is_a_fault(text: str, line: int, because: str) -> None:
    assert [(one.line, one.because) for one in parse_configuration("f", text).faults] == [(line, because)]

"""Rules that ask for lines of a configuration, and for a device's place in the fabric."""

from __future__ import annotations

import time

import pytest

from roce_lint.errors import RuleError
from roce_lint.fabric.line_matches import find_lines
from roce_lint.judge.check import NOTHING_SAID, build_fabric, check_texts, lint
from roce_lint.judge.derive.vocabulary import VOCABULARY
from roce_lint.judge.parse_condition import parse_condition
from roce_lint.judge.rule import Rule
from roce_lint.judge.rule_file import parse_rule
from roce_lint.judge.vocabulary import Vocabulary
from roce_lint.judge.wording import parse_wording
from roce_lint.read.read_documents import read_documents
from roce_lint.text.document import Document

TEXT = "hostname leaf-1\r\n!\n   ntp server 10.0.0.1  \nntp server 8.8.8.8\ninterface Ethernet1/1\n   mtu 9214\n"


def rule(require: str, when: str = "device.is_switch", scope: str = "device") -> Rule:
    text = (
        f"id: of-this-site\ncode: SITE-001\nseverity: warning\nconfidence: should\nfor: {scope}\nwhen: ['{when}']\n"
        f"require: '{require}'\nmessage: wrong\nwhy: x\nfix: y\nsources: [site]\n"
    )
    return parse_rule(text, "site/of-this-site.yaml", "site", Vocabulary(VOCABULARY))


def places(found: Rule, *texts: str) -> list[str]:
    named = {f"{number}.cfg": text for number, text in enumerate(texts, 1)}
    report = check_texts(named, os="eos", rules=[found])
    return [f"{place.path}:{place.line}" for finding in report.findings for place in finding.places]


@pytest.mark.parametrize(
    ("pattern", "line"),
    [
        ("ntp server *", 3),
        ("ntp server 8.?.8.8", 4),
        ("*9214", 6),
        ("mtu", 0),
        ("*server*1", 3),
        ("hostname leaf-1", 1),
        ("ntp server 10.0.0.", 0),
        ("NTP server *", 0),
        ("[n]tp server *", 0),
        ("!", 2),
    ],
)
def test_a_pattern_is_about_a_whole_line_without_its_blanks(pattern: str, line: int) -> None:
    found = find_lines([pattern], [("a.cfg", TEXT)])
    assert [source.line for source in found.places.values()] == [line] * (line > 0)


def test_a_hostile_pattern_takes_linear_time() -> None:
    text = "a" * 200_000 + "\n"
    start = time.process_time()
    assert find_lines(["*a" * 200 + "b*", "*?a*?a*?a*?a*?a*c?"], [("a.cfg", text + "b c\n")]).places == {}
    assert time.process_time() - start < 2


def test_a_missing_line_is_placed_at_the_device_and_a_forbidden_one_where_it_is() -> None:
    required = rule('device.lines matches "ntp server 10.0.0.*"')
    forbidden = rule('not device.lines matches "ntp server 8.8.*"')
    other = TEXT.replace("leaf-1", "leaf-2").replace("10.0.0.1", "10.1.0.1")
    assert places(required, TEXT, other) == ["2.cfg:1"]
    assert places(forbidden, TEXT) == ["1.cfg:4"]


def test_without_the_text_it_cannot_be_decided() -> None:
    fabric = build_fabric(read_documents([Document("1.cfg", TEXT)], os="eos"), NOTHING_SAID)
    (finding,) = lint(fabric, [rule('device.lines matches "ntp server *"')]).findings
    assert "the text of the configuration is not at hand" in finding.message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("device.lines", "'device.lines' is lines of a configuration"),
        ("device.lines matches device.name", "'matches' needs a pattern in quotes on its right that not every line"),
        ("device.lines matches ' * '", "'matches' needs a pattern in quotes on its right that not every line"),
        ("device.lines == 'x'", "'==' cannot compare lines of a configuration"),
    ],
)
def test_lines_are_asked_for_with_matches_alone(text: str, message: str) -> None:
    with pytest.raises(RuleError) as refused:
        parse_condition(text, "device", Vocabulary(VOCABULARY))
    assert message in str(refused.value)


def test_texts_do_not_name_lines() -> None:
    with pytest.raises(RuleError, match="which are asked for with 'matches'"):
        parse_wording("{device.lines}", "device", Vocabulary(VOCABULARY))


ROCE = "qos profile R\n   qos trust dscp\n   priority-flow-control on\n   priority-flow-control priority 3 no-drop\n"
HOST_PORT = "interface Ethernet1/1\n   no switchport\n   service-profile R\n"
UPLINK = "interface Ethernet9/1\n   no switchport\n   ip address 10.0.0.{}/31\n   service-profile R\n"


def test_roles_and_counts_come_from_cables() -> None:
    leaf = f"hostname a\n{ROCE}{HOST_PORT}{UPLINK.format(0)}"
    spine = f"hostname b\n{ROCE}{UPLINK.format(1)}"
    assert places(rule('device.role != "leaf"'), leaf, spine) == ["1.cfg:1"]
    assert places(rule('device.role != "spine"'), leaf, spine) == ["2.cfg:1"]
    counts = "device.port_count == 2 and device.roce_port_count == 2 and device.switch_link_count == 1"
    assert places(rule(counts, when='device.name == "a"'), leaf, spine) == []
    assert places(rule("device.switch_link_count > 1"), leaf, spine) == ["1.cfg:1", "2.cfg:1"]

"""A sound InfiniBand subnet says nothing; each change to it is found once, at its line, and nothing else is said."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from roce_lint.judge.check import check_gathered
from roce_lint.judge.finding import Report
from roce_lint.read.gather import Gathered
from roce_lint.text.document import Document
from tests.all_rules import all_rules

SOUND = Path(__file__).parents[2] / "fixtures" / "opensm" / "two-tenants"
RULES = all_rules()
Texts = dict[str, str]
Change = Callable[[Texts], object]


@pytest.fixture(scope="module")
def texts() -> Mapping[str, str]:
    files = [path for path in sorted(SOUND.rglob("*")) if path.is_file() and path.suffix != ".md"]
    return {path.relative_to(SOUND).as_posix(): path.read_text() for path in files}


def check(texts: Mapping[str, str]) -> Report:
    documents = tuple(Document(path, text) for path, text in sorted(texts.items()))
    return check_gathered(Gathered(documents, frozenset(), (), ()), RULES)


def found(report: Report) -> list[tuple[str, str]]:
    return [(finding.rule, f"{finding.place.path}:{finding.place.line}") for finding in report.findings]


def test_a_sound_subnet_says_nothing(texts: Mapping[str, str]) -> None:
    report = check(texts)
    assert found(report) == []
    assert (report.inputs.unreadable, report.inputs.skipped) == ((), ())


@pytest.mark.parametrize("left_out", ["dump_fts.txt", "sminfo.txt", "ibnetdiscover.txt", "sm-2/opensm.conf"])
def test_a_missing_file_is_no_fault(texts: Mapping[str, str], left_out: str) -> None:
    report = check({path: text for path, text in texts.items() if path != left_out})
    assert [one for one in report.findings if one.severity.value != "info"] == []


def test_switches_without_cables_are_no_circle(texts: Mapping[str, str]) -> None:
    updn = "routing_engine updn,minhop\nroot_guid_file /etc/opensm/roots.guids"
    options = texts["sm-1/opensm.conf"].replace(updn, "routing_engine minhop")
    switches = [f'Switch : 0x900a840300a10{i}00 ports 36 "leaf-{i}" enhanced port 0 lid {i} lmc 0\n' for i in "0123"]
    assert found(check({"opensm.conf": options, "ibswitches.txt": "".join(switches)})) == []


def replaced(path: str, old: str, new: str) -> Change:
    def change(texts: Texts) -> None:
        assert texts[path].count(old) >= 1
        texts[path] = texts[path].replace(old, new, 1)

    return change


def both(old: str, new: str) -> Change:
    def change(texts: Texts) -> None:
        for path in ("sm-1/partitions.conf", "sm-2/partitions.conf"):
            replaced(path, old, new)(texts)

    return change


GPU_1 = "0x08c0385030070011"
CHANGES: dict[str, tuple[Change, list[tuple[str, str]]]] = {
    "a tenant of the standby is older": (
        replaced("sm-2/partitions.conf", f"    {GPU_1}=full,\n", ""),
        [("standby-partitions-differ", "sm-2/partitions.conf:1")],
    ),
    "hosts are full in the default partition": (
        both("ALL=limited, SELF=full", "ALL=full"),
        [("default-partition-leaks", "sm-1/partitions.conf:2")],
    ),
    "the manager is limited": (
        both("SELF=full", "SELF=limited"),
        [("subnet-manager-limited", "sm-1/partitions.conf:2")],
    ),
    "a digit is mistyped": (
        both(GPU_1 + "=full", "0x08c0385030070019=full"),
        [("member-not-in-fabric", "sm-1/partitions.conf:5")],
    ),
    "a node stands for its port": (
        both(GPU_1 + "=full", "0x08c0385030070010=full"),
        [("member-is-node-guid", "sm-1/partitions.conf:5")],
    ),
    "two tenants have one key": (
        both("red=0x0102", "red=0x0101"),
        [("tenants-share-key", "sm-1/partitions.conf:10")],
    ),
    "a host is in both tenants": (
        both("red=0x0102, ipoib, rate=16, mtu=4, indx0:\n", f"red=0x0102, ipoib, rate=16, mtu=4:\n    {GPU_1}=full,\n"),
        [("port-bridges-tenants", "sm-1/partitions.conf:11")],
    ),
    "the keys of the managers differ": (
        replaced("sm-2/opensm.conf", "sm_key 0x4f1c9a7e22d05b13", "sm_key 0x4f1c9a7e22d05b14"),
        [("sm-keys-differ", "sm-2/opensm.conf:3")],
    ),
    "the priorities are equal": (
        replaced("sm-2/opensm.conf", "sm_priority 13", "sm_priority 14"),
        [("sm-priorities-equal", "sm-2/opensm.conf:10")],
    ),
    "the standby routes otherwise": (
        replaced("sm-2/opensm.conf", "routing_engine updn,minhop", "routing_engine ftree"),
        [("sm-options-differ", "sm-2/opensm.conf:18")],
    ),
    "two managers are master": (
        replaced("sminfo.txt", "state 2 SMINFO_STANDBY", "state 3 SMINFO_MASTER"),
        [("several-master-subnet-managers", "sminfo.txt:1")],
    ),
    "a leaf is root": (
        replaced("roots.guids", "0x900a840300a10100", "0x900a840300a10000"),
        [("root-has-hosts", "roots.guids:1")],
    ),
    "a route leads to a port without a cable": (
        replaced("dump_fts.txt", "0x0005 ", "0x0005 200 "),
        [("forwarding-dead-end", "dump_fts.txt:1")],
    ),
    "a cable runs slow": (
        replaced("ibnetdiscover.txt", "4xEDR", "4xQDR"),
        [("cabling-irregular", "ibnetdiscover.txt:11")],
    ),
    "so many cables come up on one lane that nine in ten are not alike": (
        replaced(
            "ibnetdiscover.txt",
            '"spine-02" lid 8 4xEDR\n[7]\t"S-900a840300a10140"[8]\t\t# "spine-02" lid 8 4xEDR',
            '"spine-02" lid 8 1xEDR\n[7]\t"S-900a840300a10140"[8]\t\t# "spine-02" lid 8 1xEDR',
        ),
        [("cabling-irregular", "ibnetdiscover.txt:16"), ("cabling-irregular", "ibnetdiscover.txt:17")],
    ),
    "the file is refused": (
        replaced("sm-1/partitions.conf", "SELF=full;", "SELF=full"),
        [("partition-definition-not-closed", "sm-1/partitions.conf:4")],
    ),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_is_found_once_at_its_line(texts: Mapping[str, str], name: str) -> None:
    change, expected = CHANGES[name]
    changed = dict(texts)
    change(changed)
    assert found(check(changed)) == expected

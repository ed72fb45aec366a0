"""A known change is made in a repository with history; what it means comes out, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

LEAF_FILE = "configs/leaf-1.cfg"
CURVE = (
    "      random-detect ecn minimum-threshold 150 kbytes maximum-threshold 1500 kbytes "
    "max-mark-probability 20 weight 0\n"
)
TIMEOUT = "priority-flow-control pause watchdog default timeout 0.2\n"
BOTH = "leaf-1 Ethernet1/1, Ethernet2/1"

CHANGES = {
    "a priority that is no longer paused": (
        [("   priority-flow-control priority 3 no-drop\n", "")],
        [f"- {BOTH}: no longer lossless for priority 3"],
        ["pfc-link-ends-differ leaf-1 Ethernet1/1/priority 3"],
    ),
    "a lower Kmin in another unit": (
        [("150 kbytes maximum-threshold 1500 kbytes", "1500 bytes maximum-threshold 1500000 bytes")],
        [f"~ {BOTH}: queue 3: Kmin 150 kB -> 1.5 kB"],
        ["ecn-starts-too-early leaf-1 Ethernet1/1/queue 3", "ecn-starts-too-early leaf-1 Ethernet2/1/queue 3"],
    ),
    "a code point in another class": (
        [("dscp 26 to traffic-class 3", "dscp 26 to traffic-class 4")],
        [f"- {BOTH}: DSCP 26 now goes to traffic class 4, which is not lossless (was 3)"],
        ["roce-in-lossy-class leaf-1 Ethernet1/1/DSCP 26", "roce-in-lossy-class leaf-1 Ethernet2/1/DSCP 26"],
    ),
    "more code points in the lossless class": (
        [("dscp 26 to traffic-class 3", "dscp 24 25 26 27 to traffic-class 3")],
        [f"~ {BOTH}: DSCP 24, 25, 27 now go to traffic class 3, which is lossless (was 1)"],
        ["foreign-markings-in-lossless-class leaf-1 class 3"],
    ),
    "a watchdog that never runs": (
        [(TIMEOUT, "")],
        [f"- {BOTH}: watchdog off"],
        ["watchdog-missing-on-host-port leaf-1 Ethernet2/1"],
    ),
    "a smaller MTU": (
        [
            (
                "   mtu 9214\n   speed 100g-4\n   no switchport\n   ip",
                "   mtu 1500\n   speed 100g-4\n   no switchport\n   ip",
            )
        ],
        ["~ leaf-1 Ethernet1/1: MTU 9214 -> 1500"],
        ["mtu-too-small-for-roce leaf-1 Ethernet1/1"],
    ),
    "no marking": (
        [(CURVE, "")],
        [f"- {BOTH}: queue 3: ECN off"],
        [
            "ecn-missing-on-roce-queue leaf-1 Ethernet1/1/queue 3",
            "ecn-missing-on-roce-queue leaf-1 Ethernet2/1/queue 3",
        ],
    ),
    "a port without its profile": (
        [("   service-profile ROCE\n!\ninterface Ethernet2", "!\ninterface Ethernet2")],
        [
            "- leaf-1 Ethernet1/1: no longer lossless for priority 3 (PFC on -> off)",
            "- leaf-1 Ethernet1/1: queue 3: ECN off",
            "~ leaf-1 Ethernet1/1: queue 3: scheduling weighted -> strict",
        ],
        ["roce-port-without-qos leaf-1 Ethernet1/1"],
    ),
    "a port that is shut down": (
        [("interface Ethernet2/1\n", "interface Ethernet2/1\n   shutdown\n")],
        ["- leaf-1 Ethernet2/1: shut down"],
        [],
    ),
    "another name": (
        [("hostname leaf-1", "hostname rack-1")],
        ["~ rack-1: was called leaf-1"],
        [],
    ),
}


@pytest.mark.parametrize(("edits", "reported", "new"), CHANGES.values(), ids=CHANGES.keys())
def test_a_change_is_reported_in_its_meaning(
    repository: Any, edits: list[tuple[str, str]], reported: list[str], new: list[str]
) -> None:
    for old, text in edits:
        repository.change(LEAF_FILE, old, text)
    verdict = repository.gate()
    assert repository.meaning(verdict) == reported
    assert repository.rules_of(verdict.findings.new) == new
    is_shut = any(text.endswith(": shut down") for text in reported)
    errors = any(finding.severity.value == "error" for finding in verdict.findings.new)
    assert (verdict.outcome, verdict.findings.reworded) == ("failed" if errors or is_shut else "passed", ())


NOTHING = {
    "comments": [("!\nqos profile", "! written by hand\n!! kept\n!\nqos profile")],
    "order": [("   qos trust dscp\n   priority-flow-control on\n", "   priority-flow-control on\n   qos trust dscp\n")],
    "units": [("150 kbytes maximum-threshold 1500 kbytes", "150000 bytes maximum-threshold 1500000 bytes")],
    "line endings": [("\n", "\r\n")],
    "lines that moved": [("hostname leaf-1\n", "hostname leaf-1\n!\n!\n!\n!\n")],
    "what is the default anyway": [("interface Ethernet2/1\n", "interface Ethernet2/1\n   no shutdown\n")],
    "lines that are no concern of RoCE": [("hostname leaf-1\n", "hostname leaf-1\nntp server 10.1.1.1\n")],
}


@pytest.mark.parametrize("edits", NOTHING.values(), ids=NOTHING.keys())
def test_a_change_without_meaning_is_none(repository: Any, edits: list[tuple[str, str]]) -> None:
    for old, text in edits:
        repository.change(LEAF_FILE, old, text)
    verdict = repository.gate()
    assert (verdict.files.changed, verdict.outcome) == ((LEAF_FILE,), "passed")
    assert (repository.meaning(verdict), verdict.unread) == ([], ())
    assert (verdict.findings.new, verdict.findings.fixed, verdict.findings.reworded) == ((), (), ())


def test_a_line_that_nobody_understands_is_no_change_without_meaning(repository: Any) -> None:
    line = "   qos something newer\n"
    repository.change(LEAF_FILE, "   qos trust dscp\n", f"   qos trust dscp\n{line}")
    verdict = repository.gate()
    assert [(one.device, one.source.line, one.text) for one in verdict.unread] == [("leaf-1", 8, line.strip())]
    assert repository.rules_of(verdict.findings.new) == ["qos-line-not-understood leaf-1 "]


def test_a_file_that_moved_is_the_same_device(repository: Any) -> None:
    repository.git("mv", LEAF_FILE, "configs/elsewhere.txt")
    verdict = repository.gate()
    assert (repository.meaning(verdict), verdict.files.moved) == ([], ((LEAF_FILE, "configs/elsewhere.txt"),))
    assert (verdict.findings.new, verdict.findings.fixed) == ((), ())


def test_devices_and_their_cables_come_and_go(repository: Any) -> None:
    repository.git("rm", "-q", LEAF_FILE)
    repository.write("configs/leaf-3.cfg", repository.leaf("leaf-3", "leaf-2", 0))
    repository.commit()
    assert repository.meaning(repository.gate("main~1", "main")) == ["~ leaf-3: was called leaf-1"]
    repository.write("configs/leaf-4.cfg", repository.leaf("leaf-4", "leaf-5", 6))
    repository.git("rm", "-q", "configs/leaf-3.cfg")
    repository.commit()
    assert repository.meaning(repository.gate("main~1", "main")) == [
        "- leaf-3: removed with 1 link",
        "~ leaf-4: added (eos switch)",
    ]


def test_a_cable_that_nothing_tells_any_more_is_gone(repository: Any) -> None:
    repository.change(LEAF_FILE, "description leaf-2 Ethernet1/1", "description spare")
    repository.change("configs/leaf-2.cfg", "description leaf-1 Ethernet1/1", "description spare")
    repository.change(LEAF_FILE, "10.0.0.0/31", "10.0.0.4/31")
    assert repository.meaning(repository.gate()) == [
        "- leaf-1 Ethernet1/1: link to leaf-2 Ethernet1/1 gone (was known from /31 addresses)",
        "~ leaf-1 Ethernet1/1: addresses 10.0.0.0/31 -> 10.0.0.4/31",
    ]


def test_a_fault_that_is_gone_is_fixed_and_one_that_stays_is_kept(repository: Any) -> None:
    repository.change(LEAF_FILE, TIMEOUT, "")
    repository.change("configs/leaf-2.cfg", CURVE, "")
    repository.commit()
    repository.change(
        LEAF_FILE,
        "pause watchdog default recovery-time",
        "pause watchdog default timeout 0.2\npriority-flow-control pause watchdog default recovery-time",
    )
    verdict = repository.gate()
    assert repository.rules_of(verdict.findings.fixed) == ["watchdog-missing-on-host-port leaf-1 Ethernet2/1"]
    assert (repository.rules_of(verdict.findings.new), verdict.outcome) == ([], "passed")
    assert repository.meaning(verdict) == [f"+ {BOTH}: watchdog on (detection 200 ms, recovery 400 ms, action drop)"]


def test_a_change_is_seen_from_the_commit_where_the_branches_parted(repository: Any) -> None:
    repository.git("checkout", "-q", "-b", "feature")
    repository.change(LEAF_FILE, CURVE, "")
    repository.commit()
    repository.git("checkout", "-q", "main")
    repository.change("configs/leaf-2.cfg", TIMEOUT, "")
    repository.commit()
    assert repository.meaning(repository.gate("main...feature")) == [f"- {BOTH}: queue 3: ECN off"]
    assert repository.meaning(repository.gate("main", "feature")) == [
        f"- {BOTH}: queue 3: ECN off",
        "+ leaf-2 Ethernet1/1, Ethernet2/1: watchdog on (detection 200 ms, recovery 400 ms, action drop)",
    ]

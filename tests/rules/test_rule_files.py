"""The rule files as a whole: what the catalogue asks for, and what every rule must offer."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import pytest

from ci.docs.rules import manual
from roce_lint.files.program_folders import rules_dir
from roce_lint.infiniband.derive.entities import INFINIBAND_SCOPES
from roce_lint.judge.load import load_rules
from roce_lint.judge.rule import Rule, Verdict
from roce_lint.report.manual import explain
from tests.all_rules import all_rules

RULES = load_rules(rules_dir())
BY_ID = {rule.id: rule for rule in RULES}
STARRED = {
    *("CLS-001", "CLS-002", "CLS-003", "CLS-004", "CLS-006", "PFC-001", "PFC-002", "PFC-004"),
    *("ECN-001", "ECN-002", "ECN-003", "ECN-004", "ECN-006", "BUF-001", "BUF-003", "BUF-005", "BUF-006"),
    *("RTG-001", "NIC-001", "NIC-002", "NIC-006", "OVL-001", "OVL-002", "WD-001", "WD-002", "DRF-001", "PRT-001"),
}
"""The rules that matter most, without those for deadlocks, which are judged elsewhere."""
SWITCHES = {"eos", "nxos", "srlinux", "sonic"}
NOT_ON_SONIC = {
    "trimming has no switch, and whether it reaches into tunnels is not published": """
        trimming-switched-off tunnelled-packets-not-trimmed switch-does-not-trim""",
    "headroom is the row of a table or of a profile, in bytes": """
        headroom-not-sized-for-cable headroom-reservation-empty headroom-reservation-small headroom-takes-whole-buffer
        pause-sizes-left-to-system alpha-left-to-system""",
    "a pause stops a queue, and has one priority in both directions": "pause-priority-changes-on-path",
    "maps and profiles that no row names are in every template": """
        pfc-defined-and-bound-nowhere qos-policy-bound-nowhere qos-policy-left-over rewrite-map-without-effect""",
    "a DSCP without a map gets class 0, which is documented": """
        classifier-missing-on-roce-port""",
    "how long Linux keeps an ARP entry is in no table": "stale-frames-flooded-between-switches",
    "cables are stated by other inputs": """
        cabling-inputs-disagree cable-longer-than-planned cable-shorter-than-planned""",
    "WRED has no averaging weight": "ecn-on-averaged-depth",
    "a class has no MTU of its own": """
        best-effort-class-mtu-below-port best-effort-class-mtu-tiny class-mtu-too-small-for-roce
        tagged-class-mtu-too-small""",
    "no table changes what a tunnel does to DSCP and ECN": """
        outer-dscp-not-from-inner ecn-lost-in-tunnel class-lost-in-tunnel class-behind-tunnel-not-by-dscp""",
    "there is no table of IEEE 802.3x pause, and PFC is its list of priorities": """
        pfc-with-link-pause pfc-without-lossless-priority""",
    "MCLAG and EVPN multihoming are not read": "bond-split-between-switches switch-pair-incomplete",
    "there is no DCBX": "dcbx-announces-other-priority pfc-left-to-negotiation",
    "weights are relative, 1 to 100, and a strict scheduler has none": """
        cnp-queue-without-share control-queue-without-share roce-weight-zero best-effort-weight-zero
        weight-on-strict-queue weights-exceed-hundred queue-not-scheduled""",
    "strict queues go first whatever their index, and no queue is strict untouched": """
        strict-queue-below-weighted untouched-strict-queue-above-roce""",
    "a rule of an access list has no policer": "policer-on-roce",
    "times are refused out of 100 to 5000 ms, and the watchdog shuts no port": """
        watchdog-acts-too-early watchdog-acts-too-late watchdog-polls-too-seldom watchdog-timers-out-of-range
        watchdog-shuts-port-for-good""",
}
"""Why a database of SONiC cannot state the fault of some rules."""
HOSTS = {"mlx5"}
PARTITIONS = {"partitions"}
OPENSM_CONF = {"opensm-conf"}
QOS_POLICY = {"qos-policy"}
VENDORS_BY_SCOPE = {
    "nic": HOSTS,
    "setting": HOSTS,
    # Captures of others are not read.
    "counter": frozenset({"mlx5", "sonic"}),
    "next_hop": HOSTS,
    "partition_text": PARTITIONS,
    "partition_definition": PARTITIONS,
    "sm_option": OPENSM_CONF,
    "opensm": OPENSM_CONF,
    "qos_policy": QOS_POLICY,
    "intended_key": PARTITIONS,
    "trimming": frozenset({"sonic", "cumulus"}),
    # Only SONiC has tables of them.
    **dict.fromkeys(("link_retry", "adaptive_group"), frozenset({"sonic"})),
    # What several files of a subnet say together: any of them may be the one that states the fault.
    **dict.fromkeys(INFINIBAND_SCOPES, frozenset[str]()),
}
CANNOT_STATE = {
    "pause-storm-counted": {"mlx5"},  # its watchdog counts pauses that it sends
    # Its counters of drops are in another table, which is not read.
    "packets-dropped-in-paused-priority": {"sonic"},
    # NVUE refuses sizes that a chip does not take, and its trimmed packets leave by the class of their priority.
    "trim-queue-not-taken": {"cumulus"},
    "trim-size-not-taken": {"cumulus"},
    "trimmed-packet-shorter-than-headers": {"cumulus"},
    "trimming-not-set-up": {"cumulus"},
    "class-of-trimmed-packets-without-queue": {"cumulus"},
    # Only SONiC states the length of a cable at each end.
    "cable-lengths-differ": {"eos", "nxos", "srlinux"},
    # It is not known what SR Linux does.
    "tunnel-next-hop-changed": {"srlinux"},
    # Only SONiC has a schema that refuses what its daemons apply.
    "setting-refused-by-schema": {"eos", "nxos", "srlinux"},
    # Only SONiC's features are read before they are released.
    "setting-in-review": {"eos", "nxos", "srlinux"},
    # Only SONiC's rows contradict each other without being refused.
    "setting-effect-uncertain": {"eos", "nxos", "srlinux"},
    "setting-drops-roce": {"eos", "nxos", "srlinux"},
    # Faults that are published by release are known of SONiC and of the firmware of NICs alone.
    "setting-meets-known-fault": {"eos", "nxos", "srlinux"},
    # Only EOS states the table of applications.
    "dcbx-announces-other-priority": {"nxos", "srlinux"},
    # On the others eBGP passes routes without a policy.
    "sessions-exchange-nothing": {"eos", "nxos"},
    # A scheduler of SR Linux limits an input by a percentage.
    "shaper-of-unknown-share": {"srlinux"},
    # A network-qos policy of NX-OS that is not in service is reported where it is missing.
    "pfc-defined-and-bound-nowhere": {"nxos"},
    # Only NX-OS limits the packet size of a class.
    "tagged-class-mtu-too-small": {"eos", "srlinux"},
    "best-effort-class-mtu-tiny": {"eos", "srlinux"},
    "best-effort-class-mtu-below-port": {"eos", "srlinux"},
    # The reader hands back what is outside the documented grammar.
    "setting-refused-by-device": {"nxos"},
    "headroom-takes-whole-buffer": {"eos", "nxos"},
    # Shown where the headroom is a number of bytes beside the pause point.
    "headroom-below-two-frames": {"eos", "nxos"},
    # Every queue of the other two is served without being listed.
    "queue-not-scheduled": {"eos"},
    # Shown where queues and classes are tied by name.
    "best-effort-shares-roce-queue": {"nxos"},
    # A received pause always stops the queue of the same class on these systems.
    "pause-stops-other-queue": {"eos", "nxos"},
    # Both ends have to be lossless for the same two priorities; shown where classes and priorities are set apart.
    "roce-priority-changes-on-link": {"srlinux"},
    "pause-stops-other-queue-on-path": {"srlinux"},
    # Only SR Linux sends pauses for one priority and obeys another for the same queue.
    "pause-priority-changes-on-path": {"eos", "nxos"},
    # Only NX-OS ports negotiate unless configured otherwise.
    "pfc-left-to-negotiation": {"eos", "srlinux"},
    # SR Linux refuses pfc-enable without a mapping profile, and its default profile is not public.
    "pfc-without-lossless-priority": {"srlinux"},
    # Its watchdog is part of the mapping profile by which PFC is on.
    "watchdog-without-pfc": {"srlinux"},
    # SR Linux sizes headroom in percent of a memory that a configuration does not state.
    # Only SR Linux reserves headroom in percent of its memory.
    "headroom-reservation-empty": {"eos", "nxos"},
    "headroom-reservation-small": {"eos", "nxos"},
    "headroom-pool-too-small": {"nxos", "srlinux"},
    "headroom-pool-oversubscribed": {"nxos", "srlinux"},
    # Priorities are those of classes for all ports at once, so that one port cannot differ from the others.
    "pfc-on-best-effort-or-control": {"nxos", "srlinux"},
    # Only SR Linux obeys a priority that it does not send.
    "pause-obeyed-for-best-effort-or-control": {"eos", "nxos"},
    # EOS has no fixed limit of a queue.
    "ecn-threshold-unreachable": {"eos"},
    "ecn-full-marking-unreachable": {"eos"},
    "lossless-dropped-at-egress": {"eos"},
    # A dynamic pause point needs alpha and the size of the memory; only EOS and its catalogue give both.
    "ecn-saturates-above-pfc": {"nxos", "srlinux"},
    "alpha-too-small": {"nxos", "srlinux"},
    "alpha-left-to-system": {"nxos", "srlinux"},
    "egress-share-below-ingress-share": {"nxos", "srlinux"},
    # EOS hashes layer 4 ports unless lines for other platforms say otherwise.
    "hash-ignores-roce-source-port": {"eos"},
    # Only EOS takes two classes to one queue and leaves both lossless.
    "lossless-classes-collapse": {"nxos", "srlinux"},
    # Only SR Linux has defaults that nobody can compare with a cable.
    "pause-sizes-left-to-system": {"eos", "nxos"},
    # NX-OS orders strict queues by their priority level.
    "cnp-behind-strict-roce": {"nxos"},
    # Every queue of an untouched EOS port is strict, and `no priority` takes lower queues along.
    "untouched-strict-queue-above-roce": {"nxos", "srlinux"},
    "strict-queue-below-weighted": {"srlinux"},
    # SR Linux ignores weights of strict schedulers and counts the others against each other; EOS takes 1 and more.
    "weight-on-strict-queue": {"srlinux"},
    "weights-exceed-hundred": {"srlinux"},
    "cnp-queue-without-share": {"srlinux"},
    "control-queue-without-share": {"srlinux"},
    "roce-weight-zero": {"eos", "srlinux"},
    "best-effort-weight-zero": {"eos", "srlinux"},
    # Only EOS has a map that waits for a switch of its own, sets its polling interval freely and shuts ports.
    "rewrite-map-without-effect": {"nxos", "srlinux"},
    "watchdog-polls-too-seldom": {"nxos", "srlinux"},
    "watchdog-shuts-port-for-good": {"nxos", "srlinux"},
    # Whether the buffer is deep is shown where the file names the model.
    "ecn-starts-too-late": {"nxos", "srlinux"},
    # EOS documents its default map, and on NX-OS unclassified traffic is in group 0.
    "classifier-missing-on-roce-port": {"eos", "nxos"},
    # Only NX-OS limits the MTU of a class.
    "class-mtu-too-small-for-roce": {"eos", "srlinux"},
    # NX-OS and SR Linux copy DSCP by default, and what they do with ECN otherwise is not published.
    "outer-dscp-not-from-inner": {"nxos", "srlinux"},
    "ecn-lost-in-tunnel": {"nxos", "srlinux"},
    # Thresholds of SR Linux have one unit, bytes.
    "marking-above-any-buffer": {"srlinux"},
    # Only EOS has a switch for what classifies behind a tunnel.
    "class-behind-tunnel-not-by-dscp": {"nxos"},
    # Only SR Linux states the outer code points of a tunnel.
    "class-lost-in-tunnel": {"eos", "nxos"},
    # EOS and NX-OS watch every no-drop priority.
    "watchdog-gap": {"eos", "nxos"},
    # The timers of NX-OS are multiples of its polling interval; SR Linux does not poll.
    "watchdog-timers-invalid": {"nxos", "srlinux"},
    # The same for all systems, since it is about inputs beside the configurations.
    "cabling-inputs-disagree": {"nxos", "srlinux"},
    "cable-longer-than-planned": {"nxos", "srlinux"},
    "cable-shorter-than-planned": {"nxos", "srlinux"},
    # NX-OS and SR Linux have no default table that puts RoCE into a lossless class.
    "marking-relies-on-vendor-default": {"nxos", "srlinux"},
    # SR Linux resumes at a share of its pause point that only one chassis lets choose.
    "no-hysteresis": {"srlinux"},
    "narrow-hysteresis": {"srlinux"},
    # SR Linux attaches QoS to an interface, and its members have no entry of their own.
    "bundle-members-differ": {"srlinux"},
    # No headroom of a Nexus is published.
    "headroom-far-below-published": {"nxos"},
    # Only Nexus documents for which cable it carves headroom by itself.
    "headroom-not-sized-for-cable": {"eos", "srlinux"},
    # Only EOS states a headroom pool, a platform with a known memory and a dynamic threshold at ingress.
    "headroom-exceeds-buffer": {"nxos", "srlinux"},
    "headroom-exceeds-memory": {"nxos", "srlinux"},
    "alpha-takes-whole-pool": {"srlinux"},
    "lossless-link-too-long": {"nxos", "srlinux"},
    # NX-OS refuses the number and keeps its default; the other timers are whole milliseconds.
    "watchdog-timers-out-of-range": {"nxos", "srlinux"},
    # The smallest interval of NX-OS is 100 ms.
    "watchdog-acts-too-early": {"nxos"},
    # SR Linux has one action.
    "watchdog-only-notifies": {"srlinux"},
    # SR Linux shares LAGs by Ethernet segments alone.
    "switch-pair-incomplete": {"srlinux"},
    # A traffic class of EOS pauses the priority of its own number.
    "pause-of-another-priority": {"eos"},
    # The largest detection timer of SR Linux is 1500 ms.
    "watchdog-acts-too-late": {"srlinux"},
}
"""Systems that cannot state a rule's fault, or on which nothing tells it."""


def test_every_starred_code_of_the_catalogue_has_a_rule() -> None:
    assert sorted(STARRED - {rule.code for rule in RULES}) == []


@pytest.mark.parametrize("rule", RULES, ids=BY_ID)
def test_the_folder_is_the_family_of_the_code(rule: Rule) -> None:
    assert rule.code.partition("-")[0].lower() == rule.family


@pytest.mark.parametrize("rule", RULES, ids=BY_ID)
def test_every_vendor_that_can_state_a_rule_has_both_verdicts(rule: Rule) -> None:
    shown: dict[str, set[Verdict]] = defaultdict(set)
    for example in rule.examples:
        shown[example.vendor].add(example.verdict)
    expected = VENDORS_BY_SCOPE.get(rule.scope, SWITCHES) - CANNOT_STATE.get(rule.id, set())
    on_sonic = not any(rule.id in names.split() for names in NOT_ON_SONIC.values())
    expected -= set() if on_sonic else {"sonic"}
    assert expected - set(shown) == set()
    assert on_sonic or "sonic" not in shown
    assert {vendor: verdicts for vendor, verdicts in shown.items() if len(verdicts) != 2} == {}
    assert CANNOT_STATE.get(rule.id, set()) & set(shown) == set()


@pytest.mark.parametrize("rule", RULES, ids=BY_ID)
def test_a_fix_for_an_os_has_an_example_of_that_os(rule: Rule) -> None:
    vendors = {example.vendor for example in rule.examples}
    assert {os for os, _ in rule.fix_by_os} - vendors <= CANNOT_STATE.get(rule.id, set())


@pytest.mark.parametrize("rule", RULES, ids=BY_ID)
def test_messages_name_values_and_no_port_so_that_equal_faults_become_one_finding(rule: Rule) -> None:
    texts = [rule.message.text, rule.fix.text, *(wording.text for _, wording in rule.fix_by_os)]
    assert [text for text in texts if re.search(r"\{(port|nic)\.(name|port)\}|\{device\.name\}", text)] == []


@pytest.mark.parametrize("rule", RULES, ids=BY_ID)
def test_words_are_sentences_of_one_screen(rule: Rule) -> None:
    assert rule.title
    assert len(rule.title) <= 100
    assert not rule.title.endswith(".")
    assert rule.why.endswith(".")
    assert rule.fix.text.endswith(".")
    assert len(rule.message.text) <= 260
    assert len(rule.why) <= 330
    assert not rule.message.text.endswith(".")


def test_a_code_is_of_one_rule() -> None:
    assert len({rule.code for rule in all_rules()}) == len(all_rules())


def test_the_catalogue_page_is_made_from_the_rules(root: Path) -> None:
    page = (root / "docs" / "rule-catalogue.md").read_text(encoding="utf-8")
    assert page == manual(all_rules())


def test_a_rule_is_explained_with_the_lines_of_its_examples_marked() -> None:
    reported = explain(BY_ID["host-marks-not-ect"], examples=True)
    assert reported.splitlines()[:2] == [
        "NIC-016 host-marks-not-ect: The host marks RoCE as ECN-capable",
        "warning, should; applies to every RoCE NIC of a host",
    ]
    assert "  > NCCL_IB_TC=104" in reported.splitlines()
    assert "Example, mlx5: satisfied" in reported.splitlines()
    assert all(source in reported for source in BY_ID["host-marks-not-ect"].sources)

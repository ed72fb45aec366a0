"""What a person types to fix a fault is said by each system, and who lacks words is listed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from roce_lint.errors import RuleError
from roce_lint.files.program_folders import rules_dir
from roce_lint.judge.derive.vocabulary import VOCABULARY
from roce_lint.judge.load import load_rules
from roce_lint.judge.rule import Rule
from roce_lint.judge.system_fixes import with_fixes
from roce_lint.judge.vocabulary import Vocabulary
from roce_lint.os.registry import fix_files, register, system_names, unregister
from tests.all_rules import all_rules
from tests.os.toy.system import SYSTEM as TOY

NOTHING_TO_TYPE = """
    address-not-unique bgp-missing-on-switch cable-longer-than-planned cable-shorter-than-planned
    cabling-inputs-disagree fec-too-weak-for-speed fec-weakened-at-one-end fec-weakened-on-one-port
    forwarding-loop gateway-differs host-files-disagree hosts-above-leaves igp-ends-differ
    igp-neighbor-in-another-subnet link-ends-in-different-subnets link-masks-differ neighbor-not-connected
    next-hop-is-not-the-switch next-hop-is-the-host-itself next-hop-not-in-subnet-of-nic
    packets-dropped-in-paused-priority pause-cycle-after-failure pause-cycle-permitted-by-bgp
    pause-cycle-when-healthy pause-cycle-while-settling pause-reaches-most-hosts pause-storm-counted
    pauses-received-and-not-obeyed pauses-sent-for-lossy-priority port-differs-from-its-role
    qos-policy-left-over routes-passed-between-upper-switches session-without-answer setting-in-review
    setting-meets-known-fault stale-frames-flooded-between-switches switch-has-addresses-of-another
    switch-pair-incomplete transit-over-peer-link uplinks-of-unequal-speed wred-drops-cnps
"""
"""Rules whose fix is not a line: what is typed depends on what was meant."""
WITHOUT_WORDS = {
    "eos": """
        undefined-reference
    """,
    "nxos": """
        alpha-takes-whole-pool ecn-starts-after-a-millisecond hosts-without-route marking-below-one-packet
        narrow-hysteresis roce-priority-changes-on-link too-many-lossless-priorities undefined-reference
        weights-exceed-hundred
    """,
    "srlinux": """
        bond-split-between-switches ecn-starts-after-a-millisecond fec-differs-on-link link-ends-differ-in-layer
        marking-below-one-packet pause-of-another-priority too-many-lossless-priorities undefined-reference
        watchdog-acts-too-early
    """,
    "sonic": """
        alpha-takes-whole-pool best-effort-shares-roce-queue bundle-cannot-form bundle-member-of-other-speed
        bundle-members-differ class-lost-by-rewriting-on-path cnp-behind-data-and-bulk cnp-behind-strict-roce
        cnp-paused-after-rewriting cnp-queue-not-first ecn-constant-over-speeds ecn-falls-with-speed
        ecn-full-marking-unreachable ecn-on-other-queue ecn-saturates-above-pfc ecn-starts-after-a-millisecond
        ecn-threshold-unreachable egress-share-below-ingress-share fec-differs-on-link fewer-paths-than-uplinks
        foreign-markings-in-lossless-class gateway-mtu-below-ports gateway-mtu-too-small-for-roce
        hash-ignores-roce-source-port headroom-below-response headroom-below-two-frames headroom-pool-oversubscribed
        headroom-pool-too-small hosts-without-route link-ends-differ-in-layer link-shut-at-one-end
        lossless-class-below-best-effort lossless-class-far-below-best-effort lossless-dropped-at-egress
        lossless-link-too-long lossless-priority-without-traffic marking-above-any-buffer
        marking-relies-on-vendor-default marking-rewritten-to-another mtu-differs-across-link
        no-room-for-outer-header pause-obeyed-for-best-effort-or-control pause-of-another-priority
        pause-stops-other-queue-on-path pfc-in-lossy-fabric pfc-missing-on-path pfc-on-best-effort-or-control
        pfc-outside-roce-fabric port-speed-differs-from-cable rewriting-changes-class-downstream
        roce-class-lost-on-path roce-priority-changes-on-link roce-strict-starves-control session-with-wrong-as
        sessions-exchange-nothing shaper-of-unknown-share strict-queue-above-roce unmarked-traffic-leaves-as-roce
        vni-of-one-switch-alone watchdog-missing-on-fabric-port
    """,
    "junos": """
        setting-effect-uncertain undefined-reference
    """,
    "cumulus": """

    """,
    "mlx5": """

    """,
}
"""Rules with words for some systems, by a system that states their fault and has none."""


def _named(systems: Callable[[Rule], set[str]]) -> dict[str, list[str]]:
    """Return the rules, by each system that `systems` names for them."""
    return {name: sorted(rule.id for rule in all_rules() if name in systems(rule)) for name in system_names()}


def test_rules_without_words_of_any_system_are_listed() -> None:
    shown = [rule for rule in all_rules() if set(rule.systems) & set(system_names())]
    assert {rule.id for rule in shown if not rule.fix_by_os} == set(NOTHING_TO_TYPE.split())


def test_rules_without_words_of_a_system_that_states_their_fault_are_listed() -> None:
    found = _named(lambda rule: set(rule.systems) - set(dict(rule.fix_by_os)) if rule.fix_by_os else set())
    assert found == {name: sorted(rules.split()) for name, rules in WITHOUT_WORDS.items()}


def test_no_rule_of_ours_has_words_of_a_system_in_its_own_file() -> None:
    files = sorted(rules_dir().glob("*/*.yaml"))
    assert files
    assert [path.name for path in files if "\nfix_by_os:" in path.read_text("utf-8")] == []


def test_no_rule_of_ours_asks_which_system_a_device_runs() -> None:
    named = {
        rule.id: {path.name for condition in (*rule.when, rule.require) for path in condition.facts}
        for rule in all_rules()
    }
    assert any(named.values())
    assert [id for id, names in named.items() if any(name.endswith(".os") for name in names)] == []


def test_fixes_stand_in_the_order_of_systems() -> None:
    order = {name: place for place, name in enumerate(system_names())}
    places = {rule.id: [order[name] for name, _ in rule.fix_by_os] for rule in all_rules()}
    assert {id: found for id, found in places.items() if found != sorted(found)} == {}
    assert list(fix_files()) == list(system_names())


def test_a_registered_system_has_words_of_its_own() -> None:
    register(TOY)
    try:
        rules = {rule.id: rule for rule in load_rules(rules_dir(), unexampled=rules_dir())}
    finally:
        unregister(TOY.name)
    fix = rules["pfc-link-ends-differ"].fix_for(TOY.name)
    assert fix.text == "port <this end>\n  pfc <priorities of the other end>"
    assert rules["forwarding-loop"].fix_for(TOY.name) == rules["forwarding-loop"].fix


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            "pfc-missing-on-pathh: |\n  x\n",
            "1:1: a file of fixes has no key 'pfc-missing-on-pathh'; did you mean 'pfc-missing-on-path'?",
        ),
        ("pfc-missing-on-path: []\n", "1:22: 'pfc-missing-on-path' is a text that is not empty"),
        (
            "pfc-missing-on-path: |\n  {quue.index}\n",
            "1:22: scope 'path' has no variable 'quue'; known are design, path",
        ),
        ("x: 1\nx: 2\n", "2:1: 'x' appears twice; the first is in line 1"),
    ],
    ids=["no-rule", "no-text", "no-fact", "twice"],
)
def test_what_is_wrong_with_a_file_of_fixes_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, problem: str
) -> None:
    monkeypatch.chdir(tmp_path)
    path = Path("fixes.yaml")
    path.write_text(text, "utf-8")
    with pytest.raises(RuleError) as caught:
        with_fixes(all_rules(), {"eos": path}, Vocabulary(VOCABULARY))
    assert [str(one) for one in caught.value.problems] == [f"{path}:{problem}"]


def test_a_file_of_fixes_that_is_missing_is_reported(tmp_path: Path) -> None:
    with pytest.raises(RuleError, match=r"fixes\.yaml"):
        with_fixes(all_rules(), {"eos": tmp_path / "fixes.yaml"}, Vocabulary(VOCABULARY))

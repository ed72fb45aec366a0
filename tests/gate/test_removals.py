"""What protects the fabric and is gone fails, unless it was accepted by name before the change."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from roce_lint.errors import UsageError
from tests.cli.commands import run_in
from tests.gate.conftest import LEAF_1, Repository

Attack = Callable[[Repository], None]
CURVE = next(line for line in LEAF_1.splitlines(keepends=True) if "random-detect" in line)
PFC = "   priority-flow-control on\n   priority-flow-control priority 3 no-drop\n"
WATCHDOG = LEAF_1[LEAF_1.index("priority-flow-control pause watchdog") :]
DAMAGED = LEAF_1.replace("minimum-threshold 150 kbytes", "minimum-threshold 9000 kbytes")
QUEUE = LEAF_1[LEAF_1.index("   tx-queue 3") : LEAF_1.index("!\ninterface")]
CABLE = LEAF_1[LEAF_1.index("   description") : LEAF_1.index("   mtu")]


def without(text: str, *paths: str) -> Attack:
    def remove(repository: Repository) -> None:
        for path in paths:
            repository.change(path, text, "")

    return remove


def moved_to(path: str, text: str = DAMAGED, settings: str = "") -> Attack:
    def move(repository: Repository) -> None:
        (repository.folder / "configs/leaf-1.cfg").unlink()
        repository.write(path, text)
        if settings:
            repository.write("roce-lint.toml", settings)

    return move


def removed(repository: Repository) -> None:
    (repository.folder / "configs/leaf-1.cfg").unlink()


def replaced(old: str, new: str) -> Attack:
    return lambda repository: repository.change("configs/leaf-1.cfg", old, new)


def no_cable(repository: Repository) -> None:
    replaced(CABLE, "")(repository)
    replaced("   ip address 10.0.0.0/31\n", "")(repository)
    repository.change("configs/leaf-2.cfg", "   description leaf-1 Ethernet1/1\n", "")


T = "priority-flow-control pause watchdog default t"
BOTH = ("configs/leaf-1.cfg", "configs/leaf-2.cfg")
REMOVALS: dict[str, tuple[Attack, str]] = {
    "device": (removed, "leaf-1: removed with 1 link"),
    "PFC of a leaf": (without(PFC, BOTH[0]), "no longer lossless for priority 3"),
    "PFC everywhere": (without(PFC, *BOTH), "no longer lossless for priority 3"),
    "ECN": (without(CURVE, BOTH[0]), "queue 3: ECN off"),
    "ECN with its queue": (
        without(QUEUE, BOTH[0]),
        "ECN",
    ),
    "watchdog": (without(WATCHDOG, BOTH[0]), "watchdog off"),
    "trust": (replaced("   service-profile ROCE\n!\ninterface", "!\ninterface"), "no longer lossless for priority 3"),
    "class": (replaced("dscp 26 to traffic-class 3", "dscp 26 to traffic-class 1"), "which is not lossless"),
    "cable": (no_cable, "link to leaf-2"),
    "port": (replaced(LEAF_1[LEAF_1.index("interface Ethernet2/1") : LEAF_1.index("!\npriority")], ""), "no longer in"),
    "renamed and taken away": (replaced("hostname leaf-1", "hostname leaf-9"), ""),
}


@pytest.mark.parametrize("measure", [False, True], ids=["head", "base"])
@pytest.mark.parametrize(("attack", "text"), REMOVALS.values(), ids=REMOVALS)
def test_protection_that_is_gone_fails(repository: Repository, attack: Attack, text: str, measure: bool) -> None:
    attack(repository)
    verdict = repository.gate(by_base=measure)
    if not text:
        assert (verdict.outcome, verdict.failing_changes) == ("passed", ())
        return
    assert verdict.outcome == "failed"
    assert text in "\n".join(change.text for change in verdict.failing_changes) + "\n".join(
        f"{change.spots[0].device}: {change.text}" for change in verdict.failing_changes
    )
    accepted = repository.gate(by_base=measure, allow_removals=("*",))
    assert accepted.failing_changes == ()


def test_a_removal_is_accepted_by_the_names_of_devices_and_ports(repository: Repository) -> None:
    without(WATCHDOG, *BOTH)(repository)
    verdict = repository.gate(allow_removals=("leaf-1", "leaf-2 Ethernet1/1"))
    ports = {spot.name for change in verdict.failing_changes for spot in change.spots}
    assert ports == {"leaf-2 Ethernet2/1"}


WAIVER = """\
- rule: {rule}
  device: leaf-1
  object: "*"
  reason: decommissioned
  owner: net
  expires: 2026-12-31
"""


@pytest.mark.parametrize(
    ("rule", "attack", "is_accepted"),
    [
        ("intended-device-missing", removed, True),
        ("watchdog-missing-on-host-port", without(WATCHDOG, BOTH[0]), True),
        ("ecn-curve-invalid", without(WATCHDOG, BOTH[0]), False),
    ],
    ids=["device", "watchdog", "other"],
)
def test_a_waiver_of_the_base_accepts_a_removal(
    repository: Repository, rule: str, attack: Attack, is_accepted: bool
) -> None:
    repository.write("roce-lint.toml", 'waivers = "waivers.yaml"\n')
    repository.write("waivers.yaml", f"waivers:\n{WAIVER.format(rule=rule)}")
    repository.commit()
    base = repository.git("rev-parse", "HEAD").strip()
    attack(repository)
    verdict = repository.gate(base, today=date(2026, 6, 1))
    assert (verdict.failing_changes == ()) == is_accepted
    assert repository.gate(base, today=date(2027, 1, 1)).failing_changes
    # One that the change brings does not.
    assert repository.gate(f"{base}~1", today=date(2026, 6, 1)).failing_changes


DISGUISES: dict[str, Attack] = {
    "old": moved_to("configs/leaf-1.cfg.old", "#!/bin/sh\n" + DAMAGED),
    "script": moved_to("configs/leaf-1.sh", "#!/bin/sh\n" + DAMAGED),
    "yaml": moved_to("group_vars/leaf.yml", "---\n" + DAMAGED),
    "template": moved_to("templates/leaf-1.j2", "{# made by hand #}\n" + DAMAGED),
    "rancid": moved_to("leaf-1", "!RANCID-CONTENT-TYPE: juniper\n" + DAMAGED),
    "excluded": moved_to("attic/leaf-1.cfg", DAMAGED, 'exclude = ["attic/"]\n'),
    "other paths": moved_to("attic/leaf-1.cfg", DAMAGED, 'paths = ["configs"]\n'),
    "half of its lines": moved_to("notes/leaf.sh", "#!/bin/sh\n" + LEAF_1[: len(LEAF_1) * 2 // 3]),
    "its name alone": moved_to("notes/x.sh", "#!/bin/sh\n# nothing of it\nhostname leaf-1\n"),
    "padded": moved_to("notes/x.sh", "#!/bin/sh\n" + DAMAGED + "".join(f"echo {n}\n" for n in range(400))),
}


@pytest.mark.parametrize("measure", [False, True], ids=["head", "base"])
@pytest.mark.parametrize("attack", DISGUISES.values(), ids=DISGUISES)
def test_a_file_in_disguise_fails_even_where_removals_are_accepted(
    repository: Repository, attack: Attack, measure: bool
) -> None:
    attack(repository)
    repository.commit()
    verdict = repository.gate("HEAD~1", "HEAD", by_base=measure, allow_removals=("*",))
    if attack is DISGUISES["rancid"]:
        # By its header it is one of Junos, of which it is no whole text: the gate does not pass what it cannot read.
        assert (verdict.outcome, [problem.path for problem in verdict.unreadable]) == ("incomplete", ["leaf-1"])
        return
    assert verdict.outcome == "failed"
    faults = [finding.rule for finding in verdict.failing if finding.rule == "ecn-curve-invalid"]
    lost = [problem.message for problem in verdict.not_evaluated if "configs/leaf-1.cfg" in problem.message]
    assert len(faults) + len(lost) == 1


def test_a_file_that_only_goes_is_no_disguise(repository: Repository) -> None:
    removed(repository)
    repository.write("docs/notes.md", "leaf-1 was taken out of rack 7.\n")
    repository.commit()
    verdict = repository.gate("HEAD~1", "HEAD", allow_removals=("leaf-1", "leaf-2*"))
    assert (verdict.outcome, verdict.not_evaluated) == ("passed", ())


def test_by_the_measure_of_base_the_design_is_that_of_the_base(repository: Repository) -> None:
    without(PFC, *BOTH)(repository)
    verdict = repository.gate(by_base=True, allow_removals=("*",))
    assert "lossless" in verdict.profile
    assert verdict.outcome == "failed"
    assert {finding.family for finding in verdict.failing} >= {"pfc"}


@pytest.mark.parametrize(
    ("exclude", "old", "new", "reason"),
    [
        ('devices = ["mgmt-*"]', "hostname leaf-1", "hostname mgmt-1", "device mgmt-*"),
        ('descriptions = ["*oob*"]', "description leaf-2", "description oob leaf-2", "description *oob*"),
        ('vrfs = ["MGMT"]', "   no switchport\n   ip", "   no switchport\n   vrf MGMT\n   ip", "VRF MGMT"),
    ],
    ids=["host name", "description", "VRF"],
)
def test_ports_that_leave_the_domain_by_their_names_fail(
    repository: Repository, exclude: str, old: str, new: str, reason: str
) -> None:
    repository.write("roce-lint.toml", f"[domain.exclude]\n{exclude}\n")
    repository.commit()
    repository.change("configs/leaf-1.cfg", old, new)
    repository.change("configs/leaf-1.cfg", "minimum-threshold 150", "minimum-threshold 9000")
    repository.commit()
    verdict = repository.gate("HEAD~1", "HEAD", by_base=True)
    texts = [change.text for change in verdict.failing_changes if change.fact == "port.domain"]
    assert verdict.outcome == "failed"
    assert [text for text in texts if "left the RoCE domain" in text and reason in text], verdict.changes
    assert "ecn-curve-invalid" in {finding.rule for finding in verdict.weakening.hidden}


POD = """\
schema: 1
name: pod
topology:
  kind: clos
  leaves: {count: 2, platform: 7060X6-64PE, uplinks_per_spine: 1, uplink_speed: 400G}
  spines: {count: 1, platform: 7060X6-64PE}
hosts:
  - {count: 2, nics: 1, nic_platform: ConnectX-7, nic_speed: 100G, name: "gpu-{n}"}
"""


@pytest.fixture
def rendered_pod(tmp_path: Path) -> Repository:
    """A folder with an intent and what it renders to, not committed yet."""
    repository = Repository(tmp_path / "net")
    repository.folder.mkdir()
    repository.git("init", "-q", "-b", "main", ".")
    repository.write("fabric.roce.yaml", POD)
    run_in(repository.folder, "render", "fabric.roce.yaml", "-o", "out")
    return repository


def test_an_intent_in_the_settings_is_compared_with_the_new_state(rendered_pod: Repository) -> None:
    repository = rendered_pod
    repository.write("roce-lint.toml", 'intent = "fabric.roce.yaml"\npaths = ["out"]\n')
    repository.commit()
    path = next((repository.folder / "out").rglob("leaf-1*"))
    text = path.read_text()
    for disguised in ("", "#!/bin/sh\n" + text):
        path.unlink(missing_ok=True)
        if disguised:
            path.write_text(disguised)
        verdict = repository.gate(allow_removals=("*",))
        assert verdict.outcome == "failed"
        assert "INT-001" in {finding.code for finding in verdict.failing}, verdict.findings.new


def test_an_intent_of_the_base_that_lacks_a_device_asks_for_its_removal(rendered_pod: Repository) -> None:
    repository = rendered_pod
    repository.write("out/old.cfg", LEAF_1.replace("leaf-1", "old-1"))
    repository.write("roce-lint.toml", 'intent = "fabric.roce.yaml"\npaths = ["out"]\n')
    repository.commit()
    (repository.folder / "out/old.cfg").unlink()
    verdict = repository.gate()
    assert (verdict.outcome, verdict.failing_changes) == ("passed", ())
    leaf = next((repository.folder / "out").rglob("leaf-1*"))
    leaf.write_text(leaf.read_text().replace("no-drop", "drop"))
    assert repository.gate().failing_changes


@pytest.mark.parametrize("kind", ["tag", "branch"])
@pytest.mark.parametrize("name", ["main", "origin/main"])
def test_an_ambiguous_name_of_a_state_is_refused(repository: Repository, kind: str, name: str) -> None:
    repository.git("update-ref", "refs/remotes/origin/main", "HEAD")
    repository.write("configs/leaf-1.cfg", DAMAGED)
    repository.git("checkout", "-qb", "change")
    repository.commit()
    where = "refs/tags" if kind == "tag" or name == "main" else "refs/heads"
    repository.git("update-ref", f"{where}/{name}", "HEAD")
    with pytest.raises(UsageError, match="is ambiguous"):
        repository.gate(f"{name}...HEAD")


NAMES = ("--allow-removals", "leaf-1", "--allow-removals", "leaf-2*")


def test_the_command_accepts_removals_by_name(repository: Repository) -> None:
    removed(repository)
    code, output = run_in(repository.folder, "gate", "main", "--format", "json")
    assert (code, json.loads(output)["summary"]["removals"] > 0) == (1, True)
    code, output = run_in(
        repository.folder, "gate", "main", "--allow-removals", "leaf-1", "--allow-removals", "leaf-2*"
    )
    assert code == 0, output
    code, output = run_in(repository.folder, "gate", "main")
    assert "protection removed" in output
    assert "FAILED" in output


READ_OTHERWISE: dict[str, Attack] = {
    "good lines after end": lambda one: one.write("configs/leaf-1.cfg", LEAF_1.replace(PFC, "") + "end\n" + LEAF_1),
    "end in the middle": replaced("interface Ethernet1/1", "end\ninterface Ethernet1/1"),
    "default interface": replaced(
        "priority-flow-control pause watchdog default t", f"default interface Ethernet1/1\n{T}"
    ),
    "default of a range": replaced(
        "priority-flow-control pause watchdog default t", f"default interface Ethernet1/1-2/1\n{T}"
    ),
    "no interface": replaced("priority-flow-control pause watchdog default t", f"no interface Ethernet2/1\n{T}"),
    "no-break space": replaced("priority-flow-control on", "priority-flow-control\u00a0on"),
    "ideographic space": replaced("service-profile ROCE", "service-profile\u3000ROCE"),
    "vertical tab": replaced("random-detect ecn", "random-detect\x0becn"),
    "unit separator": replaced("priority-flow-control priority 3", "priority-flow-control\x1fpriority 3"),
    "Arabic digits": replaced("priority-flow-control priority 3", "priority-flow-control priority \u0663"),
}


@pytest.mark.parametrize("attack", READ_OTHERWISE.values(), ids=READ_OTHERWISE)
def test_lines_that_the_device_does_not_take_protect_nothing(repository: Repository, attack: Attack) -> None:
    attack(repository)
    assert repository.gate(by_base=True).failing_changes

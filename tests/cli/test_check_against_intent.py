"""`check --intent`: what the intent has and the files lack is found, and what differs is in the same report."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from roce_lint.cli.inputs import given_by
from roce_lint.gate.intent_demands import intent_demands
from roce_lint.intent.load import load_intent
from roce_lint.judge.check import check_in_full
from roce_lint.read.gather import gather
from roce_lint.render.files import write_files
from roce_lint.render.render import render_fabric
from roce_lint.settings.load import Settings
from roce_lint.values import replace
from tests.all_rules import all_rules

RULES = all_rules(examples=False)
INTENT = """\
schema: 1
name: pod
profile: lossless
topology:
  kind: clos
  leaves: {count: 2, platform: DCS-7060DX4-32, release: "4.32.1F", uplinks_per_spine: 1, uplink_speed: 400G}
  spines: {count: 1, platform: DCS-7060DX5-64S, release: "4.32.1F"}
  cables: {host: 5 m, fabric: 50 m}
hosts:
  - {count: 2, nics: 2, nic_platform: ConnectX-7, nic_speed: 100G}
"""


@pytest.fixture
def pod(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("pod.roce.yaml").write_text(INTENT)
    write_files(render_fabric(load_intent("pod.roce.yaml")), tmp_path / "out")
    return tmp_path / "out"


def found(*paths: str, covers_all: bool = True) -> list[tuple[str, str, str]]:
    given, _ = given_by("pod.roce.yaml", "", "", "", Settings())
    assert given.intent is not None
    given = replace(given, intent=replace(given.intent, covers_all=covers_all))
    report, _ = check_in_full(gather(list(paths)), RULES, given, demands_of=intent_demands)
    return [
        (one.severity.value, one.rule, f"{' '.join((place.device, place.object)).strip()}: {one.message}")
        for one in report.findings
        if one.code.startswith("INT-")
        for place in one.places
    ]


def test_what_was_rendered_is_what_the_intent_demands(pod: Path) -> None:
    assert found("out") == []


ABSENT = "The intent has this device and no file describes it"


@pytest.mark.parametrize(("path", "name"), [("configs/leaf-1.cfg", "leaf-1"), ("hosts/host-2", "host-2")])
def test_a_device_without_files_is_an_error(pod: Path, path: str, name: str) -> None:
    shutil.rmtree(pod / path) if (pod / path).is_dir() else (pod / path).unlink()
    assert ("error", "intended-device-missing", f"{name}: {ABSENT}") in found("out")


def test_without_any_host_one_line_says_so(pod: Path) -> None:
    text = "No file describes any of the 2 hosts of the intent; they were left aside"
    assert found("out/configs") == [("info", "demand-in-no-file", f": {text}")]


def test_files_named_one_by_one_are_not_the_whole_fabric(pod: Path) -> None:
    assert found("out/configs/leaf-1.cfg", covers_all=False) == []


def edited(path: Path, change: Callable[[str], str]) -> None:
    text = path.read_text()
    assert change(text) != text
    path.write_text(change(text))


@pytest.mark.parametrize(
    ("old", "new", "finding"),
    [
        (
            "interface Ethernet1/1\n",
            "interface Ethernet1/1\n   shutdown\n",
            ("error", "intended-port-missing", "leaf-1 Ethernet1/1: Port off, the intent demands on"),
        ),
        (
            "   description host-1 rdma0\n",
            "   description old\n",
            (
                "info",
                "differs-from-intent-aside",
                "leaf-1 Ethernet1/1: Description old, the intent demands host-1 rdma0",
            ),
        ),
        (
            "watchdog default recovery-time 0.4",
            "watchdog default recovery-time 0.8",
            (
                "warning",
                "differs-from-intent",
                "leaf-1 Ethernet1/1: Watchdog recovery time 800 ms, the intent demands 400 ms",
            ),
        ),
    ],
)
def test_what_differs_is_in_the_report(pod: Path, old: str, new: str, finding: tuple[str, str, str]) -> None:
    edited(pod / "configs" / "leaf-1.cfg", lambda text: text.replace(old, new, 1))
    assert finding in found("out")


def left_by(change: Callable[[str], str], file: str) -> list[str]:
    """Return what is said of demands, each fault and each demand once, where a switch is changed."""
    edited(Path("out/configs") / file, change)
    return sorted({text.partition(": ")[2] for _, rule, text in found("out") if rule == "differs-from-intent"})


def test_what_follows_from_a_fault_is_no_difference_by_itself(pod: Path) -> None:
    """Of a port without its profile everything differs; in another class RoCE has the weight of another queue."""
    assert left_by(lambda text: re.sub(r"(?m)^   service-profile \S+\n", "", text), "leaf-1.cfg") == []
    wrong_class = left_by(
        lambda text: text.replace("dscp 26 to traffic-class 3", "dscp 26 to traffic-class 4"), "spine-1.cfg"
    )
    assert wrong_class == []


def test_a_difference_in_another_part_than_the_fault_stays(pod: Path) -> None:
    def wrong_class_and_timer(text: str) -> str:
        wrong = text.replace("dscp 26 to traffic-class 3", "dscp 26 to traffic-class 4")
        return wrong.replace("watchdog default recovery-time 0.4", "watchdog default recovery-time 0.8")

    assert left_by(wrong_class_and_timer, "spine-1.cfg") == ["Watchdog recovery time 800 ms, the intent demands 400 ms"]

"""`roce-lint learn` at the command line: what it writes, what it refuses, and its exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from roce_lint.cli.group import roce_lint
from roce_lint.errors import ConfigError, UsageError
from roce_lint.intent.load import load_intent
from roce_lint.judge.check import Report, read_configs
from roce_lint.learn.differences import differences_of
from roce_lint.learn.learnt import learn_intent
from roce_lint.learn.reasons import Why
from tests.all_rules import all_rules

ALONE = str(Path(__file__).resolve().parents[2] / "fixtures" / "foreign" / "eos-alone")
PLAIN = """\
hostname access-1
!
interface Ethernet1
   switchport access vlan 10
!
end
"""


def learn(*words: str) -> Result:
    return CliRunner().invoke(roce_lint, ["learn", *words])


def test_an_intent_is_written_that_loads_and_is_not_replaced_unasked(tmp_path: Path) -> None:
    target = tmp_path / "fabric.roce.yaml"
    done = learn(ALONE, "-o", str(target), "--name", "pod-7")
    assert (done.exit_code, done.exception) == (0, None), done.output
    assert load_intent(target).name == "pod-7"
    again = learn(ALONE, "-o", str(target))
    assert isinstance(again.exception, UsageError)
    assert "exists; choose another name, or replace it with --force" in str(again.exception)
    assert learn(ALONE, "-o", str(target), "--force").exit_code == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["fabric.roce.yaml", "roce-intent.schema.json"]


def test_the_intent_goes_to_standard_output_by_default() -> None:
    done = learn(ALONE)
    assert done.exit_code == 0
    assert "\nschema: 1\nname: fabric\n" in done.stdout


def test_check_lists_the_differences_and_writes_nothing(tmp_path: Path) -> None:
    target = tmp_path / "never"
    done = learn(ALONE, "--check", "-o", str(target))
    assert done.exit_code == 1
    assert "Ethernet33/1, Ethernet34/1: no longer in the configuration" in done.stdout
    assert not target.exists()


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        ({}, "no switch was read"),
        ({"access-1.cfg": PLAIN}, "nothing that was read speaks of RoCE"),
    ],
    ids=["nothing", "no RoCE"],
)
def test_what_cannot_be_learnt_is_refused(texts: dict[str, str], message: str, tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text("no configuration\n", encoding="utf-8")
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    found = learn(str(tmp_path))
    assert isinstance(found.exception, ConfigError)
    assert message in str(found.exception)


def test_a_model_is_named_for_switches_by_pattern() -> None:
    other = str(Path(ALONE).parent / "eos-cells")
    assert "extends: DCS-7060DX5-64S" in learn(other, "--platform", "leaf-*=7060DX5-64S").stdout
    wrong = learn(other, "--platform", "leaf-*=7060DX")
    assert isinstance(wrong.exception, UsageError)
    assert "--platform leaf-*=7060DX: unknown platform" in str(wrong.exception)


def test_a_fault_is_reported_with_the_code_of_its_finding(tmp_path: Path) -> None:
    """The demo has five faults; each difference of what is learnt is one of them."""
    assert CliRunner().invoke(roce_lint, ["demo", str(tmp_path / "demo")]).exit_code == 0
    from roce_lint.judge.check import lint

    fabric = read_configs(tmp_path / "demo" / "broken")
    differences = differences_of(learn_intent(fabric, "demo"), lint(fabric, all_rules(examples=False)))
    assert {one.why for one in differences} == {Why.FAULT}
    devices = {(one.code.partition("-")[0], spot.device) for one in differences for spot in one.change.spots}
    wanted = {("DRF", "leaf-1"), ("ECN", "leaf-2"), ("WD", "leaf-3"), ("CLS", "spine-1"), ("NIC", "gpu-3")}
    assert devices == wanted


def test_unread_files_are_reported_and_the_rest_is_learnt(no_report: Report, tmp_path: Path) -> None:
    (tmp_path / "a.cfg").write_text(Path(ALONE, "gpu-sw3.cfg").read_text("utf-8"), encoding="utf-8")
    (tmp_path / "b.cfg").write_text(Path(ALONE, "gpu-sw3.cfg").read_text("utf-8"), encoding="utf-8")
    done = learn(str(tmp_path))
    assert done.exit_code == 3
    assert "gpu-sw3 is described by" in done.stderr
    assert "schema: 1" in done.stdout


def test_the_schema_that_the_first_line_names_stands_beside_the_intent(tmp_path: Path) -> None:
    target = tmp_path / "fabric.roce.yaml"
    assert learn(ALONE, "-o", str(target)).exit_code == 0
    named = target.read_text("utf-8").splitlines()[0].partition("$schema=")[2]
    assert json.loads((tmp_path / named).read_text("utf-8"))["title"]


def test_the_share_of_the_buffer_is_learnt(tmp_path: Path) -> None:
    """The platform's own share is 1/8; what every port states is no fault and is not lost."""
    intent = tmp_path / "given.yaml"
    intent.write_text(
        "schema: 1\nname: pod\ntopology:\n  kind: clos\n"
        "  leaves: {count: 2, platform: DCS-7060DX5-64S}\n  spines: {count: 2, platform: DCS-7060DX5-64S}\n"
        "hosts: [{count: 4, nics: 1, nic_platform: ConnectX-7, nic_speed: 400G}]\nroce: {alpha: 1/4}\n",
        encoding="utf-8",
    )
    rendered = CliRunner().invoke(roce_lint, ["render", str(intent), "-o", str(tmp_path / "pod")])
    assert rendered.exit_code == 0, rendered.output
    done = learn(str(tmp_path / "pod"))
    assert '\nroce:\n  alpha: "1/4"\n' in done.stdout
    assert learn(str(tmp_path / "pod"), "--check").exit_code == 0

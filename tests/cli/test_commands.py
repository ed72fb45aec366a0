"""The commands as a user runs them: whole processes, exit codes, what stands on which stream."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest

from tests.cli.leaf import leaf_config

ROOT = Path(__file__).resolve().parents[2]
GOOD, BAD = leaf_config(), leaf_config(kmin=1600)


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "roce_lint", *arguments], cwd=folder, capture_output=True, text=True, check=False
    )


def test_a_clean_config_is_0_and_says_what_was_read(tmp_path: Path) -> None:
    (tmp_path / "leaf1.cfg").write_text(GOOD)
    done = run(tmp_path, "check", "leaf1.cfg")
    assert (done.returncode, done.stderr) == (0, "")
    assert "1 device in 1 file: 0 errors, 0 warnings" in done.stdout


def test_a_finding_is_1_with_file_and_line_and_why_and_fix(tmp_path: Path) -> None:
    (tmp_path / "leaf1.cfg").write_text(BAD)
    done = run(tmp_path, "check", "leaf1.cfg")
    assert done.returncode == 1
    assert "leaf1.cfg:14: error ECN-002 ecn-curve-invalid" in done.stdout
    assert "why:" in done.stdout
    assert "fix:" in done.stdout


def test_json_follows_its_own_schema_and_the_contract(tmp_path: Path) -> None:
    (tmp_path / "leaf1.cfg").write_text(BAD)
    (tmp_path / "README.txt").write_text("nothing\n")
    done = run(tmp_path, "check", ".", "--format", "json")
    report = json.loads(done.stdout)
    jsonschema.validate(report, json.loads(run(tmp_path, "schema", "report").stdout))
    summary = {key: report["summary"][key] for key in ("devices", "files", "error", "unread", "skipped")}
    assert summary == {"devices": 1, "files": 1, "error": 1, "unread": 0, "skipped": 1}
    finding = next(one for one in report["findings"] if one["rule"] == "ecn-curve-invalid")
    assert (finding["path"], finding["line"], finding["device"], finding["object"]) == (
        "leaf1.cfg",
        14,
        "leaf1",
        "Ethernet1/1/queue 3",
    )
    assert (report["schema"], report["tool"]["name"]) == (1, "roce-lint")


def test_the_same_input_gives_the_same_bytes(tmp_path: Path) -> None:
    (tmp_path / "leaf1.cfg").write_text(BAD)
    first, second = (run(tmp_path, "check", ".", "--format", "json").stdout for _ in range(2))
    assert first == second


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("--fail-on", "error"), 1),
        (("--ignore", "ECN-002"), 0),
        (("--ignore", "ECN"), 0),
        (("--ignore", "ecn-curve-invalid"), 0),
        (("--select", "PFC,WD"), 0),
        (("--select", "ecn"), 1),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_rules_are_chosen_by_id_code_or_family(tmp_path: Path, arguments: tuple[str, ...], code: int) -> None:
    (tmp_path / "leaf1.cfg").write_text(BAD)
    assert run(tmp_path, "check", "leaf1.cfg", *arguments).returncode == code


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("check",), 2, "name the files or folders to read"),
        (("check", "none.cfg"), 3, "none.cfg: cannot be read: No such file or directory"),
        (("check", "binary"), 3, "binary: a binary file"),
        (("check", "notes.txt"), 3, "notes.txt: not recognised as any supported file type; known kinds are eos, nxos"),
        (("check", "doubtful.cfg"), 3, "this could be eos or nxos; say which with --os"),
        (("check", "nothing.cfg"), 3, "nothing.cfg: an empty file; fetch it again"),
        (("check", "cut.cfg"), 3, "cut.cfg:4: the config stops before its closing 'end'; fetch the file again"),
        (("check", "cut.json"), 3, "cut.json:1:"),
        (("check", "leaf1.cfg", "--cabling", "empty.csv"), 3, "empty.csv: it has no cable"),
        (("check", "notes"), 3, "nothing was evaluated: notes holds no configuration that is read; skipped: notes/"),
        (("check", "leaf1.cfg", "--os", "ios"), 2, "'ios' is not one of 'eos'"),
        (("check", "leaf1.cfg", "--select", "ECN-02"), 2, "no rule or family is called 'ECN-02'"),
        (("check", "leaf1.cfg", "--profile", "losless"), 2, "did you mean 'lossless'?"),
        (("check", "leaf1.cfg", "--rules", "none"), 2, "there is no such folder of rules"),
        (("check", "leaf1.cfg", "--intent", "none.yaml"), 2, "there is no such file"),
        (("explain", "pfc-link-end-differ"), 2, "did you mean 'pfc-link-ends-differ'?"),
        (("render", "bad.roce.yaml", "-o", "out"), 2, "bad.roce.yaml:3:1:"),
        (("tune", "--speed", "450", "--cable", "3"), 2, "450"),
        (("tune", "--speed", "400", "--cable", "3", "--platform", "7060X9"), 2, "7060X9"),
        (("chek",), 2, "No such command 'chek'"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_bad_input_gets_place_remedy_and_code(
    tmp_path: Path, arguments: tuple[str, ...], code: int, message: str
) -> None:
    (tmp_path / "leaf1.cfg").write_text(GOOD)
    (tmp_path / "binary").write_bytes(b"\x7fELF\0")
    (tmp_path / "notes.txt").write_text("remember the milk\n")
    (tmp_path / "nothing.cfg").write_text("\n")
    (tmp_path / "doubtful.cfg").write_text("interface Ethernet1\ninterface Ethernet1/1\n mtu 9000\n")
    (tmp_path / "cut.cfg").write_text("! Command: show running-config\nhostname a\nqos profile X\n   qos trust ds")
    (tmp_path / "cut.json").write_text('{"srl_nokia-qos:qos": {"queues": {"queue": [')
    (tmp_path / "empty.csv").write_text("")
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "todo.txt").write_text("remember the milk\n")
    (tmp_path / "bad.roce.yaml").write_text("schema: 1\nname: x\ntopologie: {}\n")
    done = run(tmp_path, *arguments)
    assert (done.returncode, message in done.stdout + done.stderr) == (code, True), done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "out").exists()


def test_one_unreadable_file_does_not_hide_findings_of_another(tmp_path: Path) -> None:
    (tmp_path / "leaf1.cfg").write_text(BAD)
    done = run(tmp_path, "check", "leaf1.cfg", "none.cfg")
    assert done.returncode == 3
    assert "ecn-curve-invalid" in done.stdout
    assert "none.cfg" in done.stdout


def test_init_render_check_is_the_way_of_a_new_user(tmp_path: Path) -> None:
    assert run(tmp_path, "init").returncode == 0
    again = run(tmp_path, "init")
    assert (again.returncode, "exists" in again.stderr) == (2, True)
    rendered = run(tmp_path, "render", "fabric.roce.yaml", "-o", "out")
    assert (rendered.returncode, rendered.stderr) == (0, "")
    (tmp_path / "out" / "mine.txt").write_text("mine")
    assert run(tmp_path, "render", "fabric.roce.yaml", "-o", "out").returncode == 0
    assert (tmp_path / "out" / "mine.txt").read_text() == "mine"
    same = run(tmp_path, "render", "fabric.roce.yaml", "--diff", "out")
    assert (same.returncode, same.stdout) == (0, "")
    done = run(tmp_path, "check", "out", "--intent", "fabric.roce.yaml", "--fail-on", "info")
    assert (done.returncode, done.stderr) == (0, "")


def test_one_device_is_printed_and_a_change_is_shown(tmp_path: Path) -> None:
    run(tmp_path, "init")
    run(tmp_path, "render", "fabric.roce.yaml", "-o", "out")
    one = run(tmp_path, "render", "fabric.roce.yaml", "--device", "leaf-1")
    assert (one.returncode, one.stdout) == (0, (tmp_path / "out/configs/leaf-1.cfg").read_text())
    changed = (tmp_path / "fabric.roce.yaml").read_text().replace("host: 3 m", "host: 3 m").replace("ai-pod-1", "pod-2")
    (tmp_path / "fabric.roce.yaml").write_text(changed)
    unknown = run(tmp_path, "render", "fabric.roce.yaml", "--device", "leaf-11", "-o", "out")
    assert (unknown.returncode, "did you mean" in unknown.stderr) == (2, True)


def test_a_template_with_an_undefined_name_writes_nothing(tmp_path: Path) -> None:
    run(tmp_path, "init")
    (tmp_path / "mine" / "eos").mkdir(parents=True)
    (tmp_path / "mine" / "eos" / "device.j2").write_text("hostname {{ view.name }}\n{{ view.colour }}\n")
    done = run(tmp_path, "render", "fabric.roce.yaml", "-o", "out", "--templates", "mine")
    assert done.returncode == 2
    assert "mine/eos/device.j2:2:" in done.stderr
    assert "colour" in done.stderr
    assert not (tmp_path / "out").exists()


def test_facts_show_the_chain_with_sources(tmp_path: Path) -> None:
    (tmp_path / "leaf1.cfg").write_text(GOOD)
    text = run(tmp_path, "facts", "leaf1.cfg").stdout
    assert "RoCE DSCP 26 -> class 3 -> pause 3, queue" in text
    facts = json.loads(run(tmp_path, "facts", "leaf1.cfg", "--format", "json").stdout)
    queue = facts["devices"][0]["qos"]["q1"]["queues"][3]
    assert queue["ecn_kmin_bytes"] == {
        "value": 150000,
        "known": "stated",
        "path": "leaf1.cfg",
        "line": 14,
        "end_line": 14,
    }


def test_rules_are_listed_and_explained() -> None:
    listed = run(ROOT, "rules").stdout
    assert "PFC-001" in listed
    by_id, by_code = run(ROOT, "explain", "pfc-link-ends-differ").stdout, run(ROOT, "explain", "BUF-003").stdout
    assert by_id.startswith("PFC-001 pfc-link-ends-differ")
    assert "Example, eos" not in by_id
    assert "Example, eos" in run(ROOT, "explain", "pfc-link-ends-differ", "--examples").stdout
    assert by_code.splitlines()[0].split()[0] == "BUF-003"
    family = run(ROOT, "explain", "OVL").stdout.splitlines()
    assert {line.split()[0].partition("-")[0] for line in family[:-2]} == {"OVL"}
    assert family[-1] == f"{len(family) - 2} rules; explain one of them by its id, or all with --examples."


def test_rules_are_chosen_by_family_severity_system_and_words() -> None:
    listed = run(ROOT, "rules", "--family", "wd", "--severity", "error", "--system", "nxos").stdout.splitlines()
    assert listed
    assert {tuple(line.split()[:2]) for line in listed} <= {(f"WD-{number:03}", "error") for number in range(100)}
    found = json.loads(run(ROOT, "rules", "--search", "headroom CABLE", "--format", "json").stdout)
    assert found
    assert all("headroom" in str(rule).lower() and "cable" in str(rule).lower() for rule in found)
    wrong = run(ROOT, "rules", "--family", "PXC")
    assert (wrong.returncode, "did you mean 'PFC'?" in wrong.stderr) == (2, True)


def test_a_site_rule_is_used_and_a_wrong_one_refused(tmp_path: Path) -> None:
    (tmp_path / "leaf1.cfg").write_text(GOOD)
    (tmp_path / "site").mkdir()
    rule = tmp_path / "site" / "site-jumbo.yaml"
    rule.write_text(SITE_RULE)
    done = run(tmp_path, "check", "leaf1.cfg", "--rules", "site")
    assert (done.returncode, "site-jumbo" in done.stdout) == (1, True), done.stdout + done.stderr
    rule.write_text(SITE_RULE.replace("port.ip_mtu_bytes >= 9500", "port.ip_mtu_byte >= 9500"))
    wrong = run(tmp_path, "check", "leaf1.cfg", "--rules", "site")
    assert wrong.returncode == 2
    assert "did you mean 'ip_mtu_bytes'?" in wrong.stderr
    rule.write_text(SITE_RULE.replace("port.ip_mtu_bytes >= 9500", "open('/etc/passwd')"))
    assert run(tmp_path, "check", "leaf1.cfg", "--rules", "site").returncode == 2


SITE_RULE = """\
id: site-jumbo
code: SITE-001
severity: error
confidence: must
for: port
when:
  - port.trusts_dscp
require: port.ip_mtu_bytes >= 9500
message: the MTU is {port.ip_mtu_bytes}
why: Our storage wants 9500.
fix: mtu 9500
sources: [house rule]
examples:
  - vendor: eos
    verdict: violated
    lines: [3]
    config: |
      interface Ethernet1
         no switchport
         mtu 9000
         priority-flow-control on
         priority-flow-control priority 3 no-drop
         ip address 10.0.0.0/31
  - vendor: eos
    verdict: satisfied
    config: |
      interface Ethernet1
         no switchport
         mtu 9600
         priority-flow-control on
         priority-flow-control priority 3 no-drop
"""

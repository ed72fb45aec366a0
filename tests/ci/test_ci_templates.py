"""The GitHub action and the GitLab template, as far as they run without GitHub and GitLab."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

HOSTILE = "$(touch broken); `touch broken` \" ' && touch broken | touch broken > broken --output=broken * ${HOME}"
LEAF = "hostname leaf1\n!\ninterface Ethernet1/1\n   mtu 9214\n   no switchport\n"
BAD = """\
hostname leaf1
qos profile ROCE
   qos trust dscp
   priority-flow-control on
   priority-flow-control priority 3 no-drop
   uc-tx-queue 3
      random-detect ecn minimum-threshold 1600 kbytes maximum-threshold 1500 kbytes max-mark-probability 20 weight 0
interface Ethernet1/1
   no switchport
   service-profile ROCE
"""


@pytest.fixture(scope="session")
def action(root: Path) -> dict[str, Any]:
    loaded = yaml.safe_load((root / "action.yml").read_text())
    assert isinstance(loaded, dict)
    return loaded


@pytest.fixture(scope="session")
def gitlab(root: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    spec, jobs = yaml.safe_load_all((root / "ci/gitlab/roce-lint.gitlab-ci.yml").read_text())
    return spec["spec"]["inputs"], jobs["roce-lint"]


def test_the_action_has_the_form_that_github_asks_for(action: dict[str, Any]) -> None:
    assert set(action) == {"name", "description", "author", "inputs", "outputs", "runs"}
    assert action["runs"]["using"] == "composite"
    assert all(set(one) == {"description", "default"} for one in action["inputs"].values())
    assert all(isinstance(one["default"], str) for one in action["inputs"].values())
    for step in action["runs"]["steps"]:
        assert ("run" in step) != ("uses" in step)
        assert "uses" in step or step["shell"] == "bash"


def test_no_expression_becomes_part_of_a_script(action: dict[str, Any], gitlab: tuple[Any, dict[str, Any]]) -> None:
    scripts = [step["run"] for step in action["runs"]["steps"] if "run" in step]
    assert [script for script in scripts if "${{" in script] == []
    assert [line for line in gitlab[1]["script"] if "$[[" in line] == []


def test_every_input_is_used(action: dict[str, Any], gitlab: tuple[dict[str, Any], dict[str, Any]]) -> None:
    steps = json.dumps(action["runs"]["steps"])
    assert [name for name in action["inputs"] if f"inputs.{name} " not in steps.replace("}}", " ")] == []
    job = json.dumps(gitlab[1])
    assert [name for name in gitlab[0] if f"$[[ inputs.{name} ]]" not in job] == []


def recorder(folder: Path, name: str, code: int = 0) -> Path:
    """Put a command into a folder that writes down how it was called."""
    folder.mkdir(parents=True, exist_ok=True)
    tool = folder / name
    tool.write_text(
        f"#!{sys.executable}\nimport json, os, sys\n"
        f"open(os.environ['CALLS'], 'a').write(json.dumps([{name!r}, *sys.argv[1:]]) + '\\n')\nsys.exit({code})\n"
    )
    tool.chmod(0o755)
    return tool


def environment(tmp_path: Path, **more: str) -> dict[str, str]:
    return {
        "PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}",
        "HOME": str(tmp_path),
        "CALLS": str(tmp_path / "calls"),
        "GITHUB_OUTPUT": str(tmp_path / "output"),
        "GITHUB_PATH": str(tmp_path / "path"),
        "RUNNER_TEMP": str(tmp_path / "temp"),
        **more,
    }


def calls(tmp_path: Path) -> list[list[str]]:
    return [json.loads(line) for line in (tmp_path / "calls").read_text().splitlines()]


def run_check(root: Path, work: Path, env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    work.mkdir(exist_ok=True)
    script = root / "ci/github/check.sh"
    return subprocess.run(["bash", str(script)], cwd=work, env=env, capture_output=True, text=True, check=False)


def test_hostile_inputs_stay_arguments(root: Path, tmp_path: Path) -> None:
    recorder(tmp_path / "bin", "roce-lint")
    names = ("INTENT", "CABLING", "PROFILE", "BASELINE", "WAIVERS", "FAIL_ON", "HTML")
    inputs = {f"ROCE_LINT_{name}": HOSTILE for name in names}
    work = tmp_path / "work"
    done = run_check(root, work, environment(tmp_path, **inputs, ROCE_LINT_PATHS=f"{HOSTILE}\n\n  \n--version\na b"))
    assert (done.returncode, done.stderr) == (0, "")
    assert calls(tmp_path) == [
        [
            "roce-lint",
            "check",
            *("--format", "github", f"--fail-on={HOSTILE}", "--output", f"code-scanning:{work}/roce-lint.sarif"),
            *(f"--{name.lower()}={HOSTILE}" for name in names[:5]),
            *("--output", f"html:{HOSTILE}"),
            *("--", HOSTILE, "--version", "a b"),
        ]
    ]
    assert list(work.iterdir()) == []


def test_for_a_pull_request_the_gate_decides_by_the_settings_of_the_base(root: Path, tmp_path: Path) -> None:
    recorder(tmp_path / "bin", "roce-lint", 1)
    work = tmp_path / "work"
    env = environment(tmp_path, GITHUB_EVENT_NAME="pull_request", ROCE_LINT_BASE="$(touch x)", ROCE_LINT_PATHS="a\n--b")
    env |= {"ROCE_LINT_ALLOW_REMOVALS": f"leaf-7 Ethernet1/*\n\n{HOSTILE}"}
    done = run_check(root, work, env | {"ROCE_LINT_BASELINE": "b.json", "ROCE_LINT_INTENT": "i.yaml"})
    gate = ["roce-lint", "gate", "$(touch x)...HEAD", "--measure", "base", "--format", "github", "--fail-on=error"]
    removals = ["--allow-removals=leaf-7 Ethernet1/*", f"--allow-removals={HOSTILE}"]
    report = ["--quiet", "--output", f"code-scanning:{work}/roce-lint.sarif", "--intent=i.yaml", "--baseline=b.json"]
    assert calls(tmp_path) == [
        [*gate, "--intent=i.yaml", "--path=a", "--path=--b", *removals],
        ["roce-lint", "check", *report, "--", "a", "--b"],
    ]
    assert (done.returncode, done.stderr, list(work.iterdir())) == (1, "", [])


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ({"GITHUB_EVENT_NAME": "push", "ROCE_LINT_BASE": "x"}, "check"),
        ({"GITHUB_EVENT_NAME": "pull_request"}, "check"),
        ({"ROCE_LINT_COMMAND": "gate", "ROCE_LINT_BASE": "x"}, "gate"),
        ({"ROCE_LINT_COMMAND": "check", "GITHUB_EVENT_NAME": "pull_request", "ROCE_LINT_BASE": "x"}, "check"),
        ({"ROCE_LINT_COMMAND": "gate"}, ""),
        ({"ROCE_LINT_COMMAND": "gat"}, ""),
    ],
    ids=["push", "no base", "named gate", "named check", "gate without base", "mistyped"],
)
def test_the_command_is_chosen_or_refused(root: Path, tmp_path: Path, said: dict[str, str], expected: str) -> None:
    recorder(tmp_path / "bin", "roce-lint")
    done = run_check(root, tmp_path / "work", environment(tmp_path, **said))
    assert done.returncode == (0 if expected else 2)
    assert [call[1] for call in calls(tmp_path)][:1] == [expected] if expected else not (tmp_path / "calls").exists()


def linter_of_this_tree(tmp_path: Path) -> None:
    tool = tmp_path / "bin" / "roce-lint"
    tool.parent.mkdir()
    tool.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m roce_lint "$@"\n')
    tool.chmod(0o755)


def a_git(folder: Path, *words: str) -> str:
    who = ("-c", "user.name=a", "-c", "user.email=a@example.net", "-c", "commit.gpgsign=false")
    done = subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout.strip()


@pytest.mark.parametrize("is_shallow", [False, True], ids=["whole clone", "clone of one commit"])
def test_settings_of_a_pull_request_do_not_let_it_pass(root: Path, tmp_path: Path, is_shallow: bool) -> None:
    """The clone has the commit that GitHub makes of the target branch and the pull request."""
    linter_of_this_tree(tmp_path)
    origin = tmp_path / "origin"
    (origin / "configs").mkdir(parents=True)
    a_git(origin, "init", "-q", "-b", "main")
    (origin / "configs/leaf1.cfg").write_text(BAD.replace("1600", "160"))
    for name in ("state", "change"):
        a_git(origin, "add", "-A")
        a_git(origin, "commit", "-qm", name)
        if name == "state":
            a_git(origin, "checkout", "-qb", "change")
            (origin / "configs/leaf1.cfg").write_text(BAD)
            (origin / "roce-lint.toml").write_text('profile = "none"\nignore = ["ECN"]\n')
    a_git(origin, "checkout", "-q", "main")
    base = a_git(origin, "rev-parse", "main")
    a_git(origin, "merge", "-q", "--no-ff", "-m", "merge", "change")
    a_git(origin, "update-ref", "refs/pull/1/merge", "HEAD")
    work = tmp_path / "work"
    a_git(tmp_path, "clone", "-q", *(["--depth=1"] if is_shallow else []), origin.as_uri(), str(work))
    env = environment(tmp_path, GITHUB_EVENT_NAME="pull_request", ROCE_LINT_BASE=base, PYTHONPATH=str(root))
    done = run_check(root, work, env | {"GITHUB_REF": "refs/pull/1/merge", "ROCE_LINT_PATHS": "configs"})
    assert done.returncode == 1, done.stdout + done.stderr
    assert "::error file=configs/leaf1.cfg,line=7,title=ECN-002 ecn-curve-invalid::" in done.stdout


def test_a_line_break_makes_no_output_of_its_own(root: Path, tmp_path: Path) -> None:
    recorder(tmp_path / "bin", "roce-lint")
    done = run_check(root, tmp_path / "work", environment(tmp_path, ROCE_LINT_SARIF="a\nexit-code=0"))
    assert (done.returncode, (tmp_path / "output").exists(), (tmp_path / "calls").exists()) == (2, False, False)


@pytest.mark.parametrize(
    ("fail_on", "code", "expected"), [("error", 1, 1), ("never", 1, 0), ("never", 3, 3), ("never", 2, 2)], ids=str
)
def test_never_forgives_findings_alone(root: Path, tmp_path: Path, fail_on: str, code: int, expected: int) -> None:
    recorder(tmp_path / "bin", "roce-lint", code)
    done = run_check(root, tmp_path / "work", environment(tmp_path, ROCE_LINT_FAIL_ON=fail_on))
    assert done.returncode == expected
    assert (tmp_path / "output").read_text() == f"exit-code={expected}\n"
    assert ("--fail-on=error" in calls(tmp_path)[0]) == (fail_on == "error")


def test_the_real_linter_reports_everywhere(root: Path, tmp_path: Path) -> None:
    tool = tmp_path / "bin" / "roce-lint"
    tool.parent.mkdir()
    tool.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m roce_lint "$@"\n')
    tool.chmod(0o755)
    work = tmp_path / "work"
    (work / "configs").mkdir(parents=True)
    (work / "configs" / "leaf1.cfg").write_text(BAD)
    (work / ".git").mkdir()
    summary = tmp_path / "summary.md"
    env = environment(
        tmp_path,
        ROCE_LINT_PATHS="configs",
        ROCE_LINT_HTML="r.html",
        GITHUB_STEP_SUMMARY=str(summary),
        PYTHONPATH=str(root),
    )
    done = run_check(root, work, env)
    assert (done.returncode, done.stderr) == (1, "")
    assert (
        "::error file=configs/leaf1.cfg,line=7,title=ECN-002 ecn-curve-invalid::leaf1 Ethernet1/1/queue 3"
        in done.stdout
    )
    assert (tmp_path / "output").read_text() == f"exit-code=1\nsarif={work}/roce-lint.sarif\n"
    results = json.loads((work / "roce-lint.sarif").read_text())["runs"][0]["results"]
    uris = {one["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for one in results}
    assert uris == {"configs/leaf1.cfg"}
    assert summary.read_text().startswith("## roce-lint 🔴")
    assert (work / "r.html").read_text().startswith("<!doctype html>")


def test_the_version_of_the_action_is_installed(root: Path, tmp_path: Path) -> None:
    python = tmp_path / "bin" / "fake-python"
    python.parent.mkdir()
    inner = recorder(tmp_path / "made", "python")
    python.write_text(f'#!/bin/sh\n[ "$3" = venv ] || exit 0\nmkdir -p "$4/bin" && cp "{inner}" "$4/bin/python"\n')
    python.chmod(0o755)
    env = environment(tmp_path, ROCE_LINT_PYTHON="fake-python", GITHUB_ACTION_PATH="the action")
    script = root / "ci/github/install.sh"
    done = subprocess.run(["bash", str(script)], cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    pip = ["python", "-I", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    assert calls(tmp_path) == [[*pip, "the action"]]
    assert (tmp_path / "path").read_text() == f"{tmp_path}/temp/roce-lint/bin\n"


@pytest.mark.parametrize("merges", [False, True], ids=["branch", "merge request"])
@pytest.mark.parametrize("shell", ["sh", "bash", "dash"])
def test_the_gitlab_script_quotes_what_it_is_given(
    tmp_path: Path, gitlab: tuple[dict[str, Any], dict[str, Any]], shell: str, merges: bool
) -> None:
    if not shutil.which(shell):
        pytest.skip(f"{shell} is not on this machine")
    home = tmp_path / "venv"
    for name in ("python", "roce-lint"):
        recorder(home / "bin", name)
    recorder(tmp_path / "bin", "python3")
    script = "\n".join(gitlab[1]["script"]).replace("$(mktemp -d)", str(home))
    hostile = HOSTILE.replace(",", "")
    names = ("INTENT", "BASELINE", "WAIVERS")
    env = environment(
        tmp_path,
        **{f"ROCE_LINT_{name}": hostile for name in names},
        ROCE_LINT_PACKAGE=hostile,
        ROCE_LINT_PATHS=f"{hostile},a b,--version",
        ROCE_LINT_FAIL_ON="error",
        ROCE_LINT_COMMAND="auto",
        **({"CI_MERGE_REQUEST_DIFF_BASE_SHA": hostile} if merges else {}),
    )
    work = tmp_path / "work"
    work.mkdir()
    done = subprocess.run([shell, "-e", "-c", script], cwd=work, env=env, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    python, pip, linter, *gate = calls(tmp_path)
    assert python == ["python3", "-I", "-m", "venv", str(home)]
    assert pip == ["python", *["-I", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--"], hostile]
    options = [f"--{name.lower()}={hostile}" for name in names]
    assert linter[-len(options) - 4 :] == [*options, "--", hostile, "a b", "--version"]
    paths = [f"--path={path}" for path in (hostile, "a b", "--version")]
    output = ["--format", "text", "--fail-on", "error", "--output", "junit:roce-lint-junit.xml"]
    expected = ["roce-lint", "gate", f"{hostile}...HEAD", "--measure", "base", *output, f"--intent={hostile}", *paths]
    assert gate == ([expected] if merges else [])
    assert list(work.iterdir()) == []


def test_gitlab_gets_the_reports_that_are_written(gitlab: tuple[Any, dict[str, Any]]) -> None:
    job = gitlab[1]
    script = "\n".join(job["script"])
    for form, file in (
        ("gitlab", job["artifacts"]["reports"]["codequality"]),
        ("junit", job["artifacts"]["reports"]["junit"]),
    ):
        assert f"--output {form}:{file}" in script


@pytest.mark.parametrize("name", ["check.sh", "install.sh"])
def test_scripts_satisfy_shellcheck(root: Path, name: str) -> None:
    tool = shutil.which("shellcheck") or shutil.which("shellcheck", path=str(Path(sys.executable).parent))
    if not tool:
        pytest.skip("shellcheck is not on this machine")
    done = subprocess.run([tool, str(root / "ci/github" / name)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")

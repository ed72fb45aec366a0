"""The hooks as users run them: pre-commit in clean repositories, once from the environment that it builds itself."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from roce_lint.intent.load import load_intent
from roce_lint.render.render import render_fabric
from tests.cli.leaf import leaf_config

ROOT = Path(__file__).resolve().parents[2]
BIN = Path(sys.executable).parent
pytestmark = pytest.mark.skipif(
    shutil.which("git") is None or not (BIN / "pre-commit").exists(),
    reason="git or pre-commit (of the test extra) is not installed",
)
HOOKS = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))


@pytest.fixture
def run(tmp_path: Path) -> object:
    """Run a command in the repository, with nothing of this machine's git and pre-commit settings."""
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith(("GIT_", "PRE_COMMIT"))},
        "HOME": str(tmp_path / "home"),
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
        "PRE_COMMIT_HOME": str(tmp_path / "pre-commit"),
        "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}",
        "GIT_CONFIG_GLOBAL": os.devnull,
    }
    for who in ("AUTHOR", "COMMITTER"):
        environment |= {f"GIT_{who}_NAME": "a", f"GIT_{who}_EMAIL": "a@example.net"}

    def call(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, check=False)

    return call


def commit(run, folder: Path, message: str = "state") -> None:
    run(folder, "git", "add", "-A")
    done = run(folder, "git", "-c", "commit.gpgsign=false", "commit", "-q", "--no-verify", "-m", message)
    assert done.returncode == 0, done.stderr


@pytest.fixture
def fabric(tmp_path: Path, run) -> Path:
    """A clean repository with two leaves that agree, and the hooks as local ones that use this Python."""
    folder = tmp_path / "fabric"
    (folder / "configs").mkdir(parents=True)
    run(folder, "git", "init", "-q", "-b", "main")
    for name, host in (("leaf1", 0), ("leaf2", 1)):
        (folder / "configs" / f"{name}.cfg").write_text(leaf_config(name, address=f"10.0.0.{host}/31"))
    (folder / "README.md").write_text("# our fabric\n")
    (folder / "setup.cfg").write_text("[metadata]\nname = x\n")
    hooks = [{**hook, "language": "system"} for hook in HOOKS]
    local = {"repos": [{"repo": "local", "hooks": hooks}]}
    (folder / ".pre-commit-config.yaml").write_text(yaml.safe_dump(local))
    run(folder, sys.executable, "-m", "roce_lint", "init", "fabric.roce.yaml")
    commit(run, folder)
    return folder


def outcome(done: subprocess.CompletedProcess[str]) -> dict[str, str]:
    """Return `Passed`, `Failed` or `Skipped` by hook."""
    names = {hook["name"]: hook["id"] for hook in HOOKS}
    pattern = re.compile(r"^(.*?)\.{3,}(?:\(.*\))?(Passed|Failed|Skipped)$", re.MULTILINE)
    return {names[name]: verdict for name, verdict in pattern.findall(done.stdout)}


PASSED, FAILED, SKIPPED = "Passed", "Failed", "Skipped"


def change(folder: Path, path: str, old: str, new: str) -> None:
    file = folder / path
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))


@pytest.mark.parametrize(
    ("path", "old", "new", "expected"),
    [
        ("README.md", "our", "the", (SKIPPED, SKIPPED, SKIPPED)),
        ("configs/leaf1.cfg", "percent 70", "percent 60", (PASSED, PASSED, SKIPPED)),
        ("configs/leaf1.cfg", "minimum-threshold 150", "minimum-threshold 1600", (FAILED, FAILED, SKIPPED)),
        # The other end of the link is not among the changed files: only the fabric's hook can see it.
        ("configs/leaf1.cfg", "mtu 9214", "mtu 5000", (FAILED, PASSED, SKIPPED)),
        ("setup.cfg", "= x", "= y", (PASSED, PASSED, SKIPPED)),
        ("fabric.roce.yaml", "schema: 1", "schema: 1\nnmae: x", (PASSED, SKIPPED, FAILED)),
        ("fabric.roce.yaml", "schema: 1", "schema: 1  # the first", (PASSED, SKIPPED, PASSED)),
    ],
    ids=["readme", "harmless", "one-device", "both-ends", "foreign", "bad-intent", "good-intent"],
)
def test_each_hook_judges_what_it_can_see(
    fabric: Path, run, path: str, old: str, new: str, expected: tuple[str, str, str]
) -> None:
    change(fabric, path, old, new)
    run(fabric, "git", "add", path)
    done = run(fabric, "pre-commit", "run")
    ids = ("roce-lint", "roce-lint-files", "roce-lint-intent")
    assert outcome(done) == dict(zip(ids, expected, strict=True)), done.stdout + done.stderr


def test_the_hook_of_the_fabric_sees_every_kind_of_file_that_is_rendered_or_read() -> None:
    files = {hook["id"]: re.compile(hook["files"]) for hook in HOOKS}
    rendered = [file.path for file in render_fabric(load_intent(ROOT / "fixtures/intents/sample.roce.yaml"))]
    read = [path.relative_to(ROOT).as_posix() for path in (ROOT / "fixtures").rglob("*") if path.is_file()]
    unseen = {Path(path).name for path in (*rendered, *read) if not files["roce-lint"].search(path)}
    assert {name for name in unseen if not name.endswith(".md")} == set()
    assert files["roce-lint-files"].search("hosts/gpu-1/roce-nics")
    assert not files["roce-lint"].search("docs/index.html")


@pytest.mark.parametrize(
    "name",
    [
        "leaf-1.dc1.example.com",
        "leaf-1.CFG",
        "leaf-1.running",
        "leaf-1.cfg.bak",
        "leaf-1.Conf",
        "a/leaf-1",
        "x/leaf.old",
    ],
)
def test_both_hooks_see_configurations_by_any_name(name: str) -> None:
    assert [hook["id"] for hook in HOOKS if re.search(hook["files"], name)] == ["roce-lint", "roce-lint-files"]


@pytest.mark.parametrize("name", [".gitignore", "configs/.gitignore", "roce-lint.toml", "waivers.YAML", "cables.csv"])
def test_the_hook_of_the_fabric_sees_what_decides_on_files(name: str) -> None:
    assert [hook["id"] for hook in HOOKS if re.search(hook["files"], name)] == ["roce-lint"]


@pytest.mark.long
def test_pre_commit_takes_the_hooks_as_they_are_published(tmp_path: Path, fabric: Path, run) -> None:
    """Build the project in pre-commit's own environment, from a clean repository of it, and run the fabric's hook."""
    project = tmp_path / "roce-lint"
    project.mkdir()
    for name in ("roce_lint", "rules", "templates"):
        shutil.copytree(ROOT / name, project / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", ".pre-commit-hooks.yaml"):
        shutil.copy(ROOT / name, project / name)
    run(project, "git", "init", "-q", "-b", "main")
    commit(run, project)
    valid = run(project, "pre-commit", "validate-manifest", ".pre-commit-hooks.yaml")
    assert (valid.returncode, valid.stdout + valid.stderr) == (0, "")
    (fabric / ".pre-commit-config.yaml").unlink()
    change(fabric, "configs/leaf1.cfg", "mtu 9214", "mtu 5000")
    run(fabric, "git", "add", "-A")
    done = run(fabric, "pre-commit", "try-repo", str(project), "roce-lint", "--all-files")
    if re.search(r"No matching distribution|Could not find a version|Temporary failure|ConnectionError", done.stdout):
        pytest.skip("pre-commit could not build its environment: no package index can be reached")
    assert outcome(done) == {"roce-lint": FAILED}, done.stdout + done.stderr
    assert "leaf1.cfg" in done.stdout
    assert "leaf2.cfg" in done.stdout
    change(fabric, "configs/leaf1.cfg", "mtu 5000", "mtu 9214")
    run(fabric, "git", "add", "-A")
    again = run(fabric, "pre-commit", "try-repo", str(project), "roce-lint", "--all-files")
    assert outcome(again) == {"roce-lint": PASSED}, again.stdout + again.stderr

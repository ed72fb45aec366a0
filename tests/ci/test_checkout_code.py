"""Modules and packages in a checkout are never imported by what is shipped to run in it."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.cli.leaf import leaf_config

BIN = Path(sys.executable).parent
ROOT = Path(__file__).resolve().parents[2]
LINTER = str(BIN / "roce-lint")
NAMES = (
    "venv.py", "subprocess.py", "pip/__init__.py", "pip/__main__.py", "roce_lint/__init__.py", "roce_lint/__main__.py",
    "sitecustomize.py", "usercustomize.py", "yaml.py", "ensurepip.py", "json.py", "runpy.py", "pickle.py", "click.py",
    "multiprocessing/__init__.py", "multiprocessing/spawn.py", "multiprocessing/resource_tracker.py", "tempfile.py",
    "setuptools/__init__.py", "encodings/__init__.py", "rich/__init__.py", "pydantic/__init__.py", "jinja2/__init__.py",
    "logging.py", "pathlib.py", "typing.py", "dataclasses.py", "signal.py", "socket.py", "roce-lint/__main__.py",
)  # fmt: skip
pytestmark = pytest.mark.skipif(not (BIN / "roce-lint").exists(), reason="roce-lint is not installed as a command")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A repository with two switches, and with a module of every name that might be looked for."""
    folder = tmp_path / "checkout"
    (folder / "configs").mkdir(parents=True)
    for name, host in (("leaf1", 0), ("leaf2", 1)):
        (folder / "configs" / f"{name}.cfg").write_text(leaf_config(name, address=f"10.0.0.{host}/31"))
    for name in NAMES:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(f"open({str(tmp_path / 'ran')!r}, 'a').write({name!r} + ' ')\nraise SystemExit(0)\n")
    for words in (("init", "-q", "-b", "main"), ("add", "-A"), ("commit", "-qm", "state")):
        git(folder, *words)
    return folder


def git(folder: Path, *words: str) -> str:
    who = ("-c", "user.name=a", "-c", "user.email=a@example.net", "-c", "commit.gpgsign=false")
    return subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True, text=True).stdout


def ran(checkout: Path) -> str:
    """Return which modules of the checkout were run."""
    mark = checkout.parent / "ran"
    return mark.read_text() if mark.exists() else ""


def environment(tmp_path: Path, **more: str) -> dict[str, str]:
    for name in ("temp", "home"):
        (tmp_path / name).mkdir(exist_ok=True)
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "GITHUB_", "GIT_"))}
    return plain | {
        "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}",
        "HOME": str(tmp_path / "home"),
        "XDG_CACHE_HOME": str(tmp_path / "home/cache"),
        "RUNNER_TEMP": str(tmp_path / "temp"),
        "TMPDIR": str(tmp_path / "temp"),
        "GITHUB_OUTPUT": str(tmp_path / "output"),
        "GITHUB_PATH": str(tmp_path / "path"),
        **more,
    }


def run(folder: Path, env: dict[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(words, cwd=folder, env=env, capture_output=True, text=True, timeout=120, check=False)


@pytest.fixture
def wheel(tmp_path: Path) -> Path:
    """A package that pip installs without a network, whose command writes down its arguments."""
    path = tmp_path / "wheels" / "stand_in-1-py3-none-any.whl"
    path.parent.mkdir()
    about = "stand_in-1.dist-info"
    script = f"import sys\ndef main():\n    open({str(tmp_path / 'called')!r}, 'a').write(' '.join(sys.argv[1:]))\n"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("stand_in.py", script)
        archive.writestr(f"{about}/METADATA", "Metadata-Version: 2.1\nName: stand-in\nVersion: 1\n")
        archive.writestr(f"{about}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{about}/entry_points.txt", "[console_scripts]\nroce-lint = stand_in:main\n")
        archive.writestr(f"{about}/RECORD", "")
    return path


def test_the_action_installs_without_the_checkout(tmp_path: Path, checkout: Path, wheel: Path) -> None:
    env = environment(tmp_path, GITHUB_ACTION_PATH=str(wheel), ROCE_LINT_PYTHON=sys.executable)
    done = run(checkout, env, "bash", str(ROOT / "ci/github/install.sh"))
    assert (done.returncode, ran(checkout)) == (0, ""), done.stderr
    added = (tmp_path / "path").read_text().strip()
    assert added == f"{tmp_path}/temp/roce-lint/bin"
    assert Path(added, "roce-lint").is_file()


def test_the_gitlab_job_runs_nothing_of_the_checkout(tmp_path: Path, checkout: Path, wheel: Path) -> None:
    job: dict[str, Any] = [*yaml.safe_load_all((ROOT / "ci/gitlab/roce-lint.gitlab-ci.yml").read_text())][1][
        "roce-lint"
    ]
    env = environment(tmp_path, ROCE_LINT_PACKAGE=str(wheel), ROCE_LINT_PATHS=".", ROCE_LINT_FAIL_ON="error")
    done = run(checkout, env, "bash", "-e", "-c", "\n".join(job["script"]))
    assert (done.returncode, ran(checkout)) == (0, ""), done.stderr
    assert "check --format text" in (tmp_path / "called").read_text()


def test_a_folder_with_the_name_of_the_package_is_not_installed(tmp_path: Path, checkout: Path, wheel: Path) -> None:
    """pip takes `name @ address` for a folder where one of that name lies in the working directory."""
    job: dict[str, Any] = [*yaml.safe_load_all((ROOT / "ci/gitlab/roce-lint.gitlab-ci.yml").read_text())][1][
        "roce-lint"
    ]
    package = f"stand-in @ {wheel.as_uri()}"
    folder = Path(os.path.normpath(checkout / package))
    folder.mkdir(parents=True)
    (folder / "setup.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'a').write('setup.py')\n")
    env = environment(tmp_path, ROCE_LINT_PACKAGE=package, ROCE_LINT_PATHS=".", ROCE_LINT_FAIL_ON="error")
    done = run(checkout, env, "bash", "-e", "-c", "\n".join(job["script"]))
    assert (done.returncode, ran(checkout)) == (0, ""), done.stderr


def test_the_action_does_not_fetch_by_the_settings_of_a_bare_repository_in_the_checkout(
    tmp_path: Path, checkout: Path
) -> None:
    """The working directory of the action may be such a folder, and its settings name what answers a fetch."""
    inner, base = checkout / "configs", git(checkout, "rev-parse", "HEAD").strip()
    for name in ("objects/aa", "refs/heads"):
        (inner / name).mkdir(parents=True)
    (inner / "HEAD").write_text("ref: refs/heads/main\n")
    upload = f"touch {tmp_path / 'ran'}; false"
    (inner / "config").write_text(
        f'[core]\n repositoryformatversion = 0\n bare = true\n[remote "origin"]\n url = {tmp_path}\n'
        f' uploadpack = "{upload}"\n'
    )
    env = environment(tmp_path, GITHUB_EVENT_NAME="pull_request", ROCE_LINT_BASE=base, ROCE_LINT_PATHS=".")
    done = run(inner, env, "bash", str(ROOT / "ci/github/check.sh"))
    assert (done.returncode, ran(checkout)) == (2, ""), done.stdout + done.stderr
    assert "cannot use bare repository" in done.stderr


@pytest.mark.parametrize("event", ["push", "pull_request"])
def test_the_action_runs_nothing_of_the_checkout(tmp_path: Path, checkout: Path, event: str) -> None:
    (checkout / "configs/new.txt").write_text("a note\n")
    git(checkout, "add", "-A")
    git(checkout, "commit", "-qm", "change")
    base = git(checkout, "rev-parse", "HEAD~1").strip()
    env = environment(tmp_path, GITHUB_EVENT_NAME=event, ROCE_LINT_BASE=base, ROCE_LINT_PATHS="configs")
    done = run(checkout, env, "bash", str(ROOT / "ci/github/check.sh"))
    assert (done.returncode, ran(checkout)) == (0, ""), done.stdout + done.stderr


HOOKS = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))


@pytest.mark.parametrize("hook", HOOKS, ids=lambda hook: hook["id"])
def test_a_hook_runs_nothing_of_the_checkout(tmp_path: Path, checkout: Path, hook: dict[str, Any]) -> None:
    env = environment(tmp_path)
    assert run(checkout, env, LINTER, "init", "fabric.roce.yaml").returncode == 0
    files = [] if hook.get("pass_filenames") is False else ["configs/leaf1.cfg", "configs/leaf2.cfg"]
    files = ["fabric.roce.yaml"] if hook["id"] == "roce-lint-intent" else files
    done = run(checkout, env, *shlex.split(hook["entry"]), *hook.get("args", []), *files)
    assert (done.returncode, ran(checkout)) == (0, ""), done.stdout + done.stderr


def test_watching_runs_nothing_of_the_checkout(tmp_path: Path, checkout: Path) -> None:
    words = [LINTER, "check", "configs", "--watch", "--no-cache"]
    pipe = subprocess.PIPE
    process = subprocess.Popen(words, cwd=checkout, env=environment(tmp_path), stdout=pipe, stderr=pipe, text=True)
    assert process.stderr is not None
    said = process.stderr.readline()
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=60)
    assert ("watching for changes" in said, ran(checkout)) == (True, ""), said
    assert "0 errors" in output


COMMANDS = [
    ("check", "configs", "--jobs", "2"),
    ("gate", "HEAD"),
    ("gate", "HEAD", "--measure", "base", "--format", "github"),
    ("facts", "configs"),
    ("learn", "configs", "-o", "learned.roce.yaml"),
    ("fix", "configs"),
    ("export", "--help"),
    ("demo", "demo"),
]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_a_command_runs_nothing_of_the_checkout(tmp_path: Path, checkout: Path, words: tuple[str, ...]) -> None:
    done = run(checkout, environment(tmp_path), LINTER, *words)
    assert (done.returncode in (0, 1, 3), ran(checkout)) == (True, ""), done.stdout + done.stderr


SPAWNED = """
import multiprocessing, sys
import roce_lint.engine.run_context
roce_lint.engine.run_context.WORTH_SHARING = 2
multiprocessing.get_all_start_methods = lambda: ["spawn"]
from roce_lint.__main__ import main
if __name__ == "__main__":
    sys.argv[1:] = ["check", "configs", "--jobs", "2", "--no-cache"]
    main()
"""


def test_processes_that_cannot_be_forked_run_nothing_of_the_checkout(tmp_path: Path, checkout: Path) -> None:
    """macOS and Windows start a new Python for each process, which looks for modules in the working directory."""
    script = tmp_path / "scripts" / "start.py"
    script.parent.mkdir()
    script.write_text(SPAWNED)
    done = run(checkout, environment(tmp_path), sys.executable, str(script))
    assert (done.returncode, ran(checkout)) == (0, ""), done.stdout + done.stderr
    assert "2 devices in 2 files" in done.stdout


def test_a_bare_repository_in_the_checkout_gives_no_settings_to_git(tmp_path: Path, checkout: Path) -> None:
    """Its `config` could name programs; git is told to use no such repository."""
    inner = checkout / "configs"
    git(checkout, "init", "-q", "--bare", str(tmp_path / "bare"))
    for name in ("HEAD", "config", "objects", "refs"):
        (tmp_path / "bare" / name).rename(inner / name)
    mark = tmp_path / "ran"
    (inner / "config").write_text(
        f'[core]\n repositoryformatversion = 0\n bare = false\n worktree = {inner}\n fsmonitor = "echo x > {mark}"\n'
        f'[diff]\n external = "echo x > {mark}"\n'
    )
    (inner / ".gitignore").write_text("*.cfg\n")
    done = run(inner, environment(tmp_path), LINTER, "check", ".")
    assert ran(checkout) == "", done.stdout

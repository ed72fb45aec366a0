"""What `check-intent` says of intents that no rule of their own forbids."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from roce_lint.cli.group import roce_lint
from roce_lint.engine.dry_run import rendered_files
from roce_lint.errors import IntentError
from roce_lint.intent.load import load_any_intent
from roce_lint.intent.make_view import make_views
from roce_lint.intent.model import Intent
from tests.cli.leaf import UNWATCHED


def check_intent(*words: str) -> Result:
    return CliRunner().invoke(roce_lint, ["check-intent", *words])


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("pod.roce.yaml").write_text(UNWATCHED)
    Path("good.roce.yaml").write_text(UNWATCHED.replace("enabled: false", "enabled: true"))
    return tmp_path


def test_what_would_be_said_of_the_rendered_files_is_said_before_they_are_written(folder: Path) -> None:
    done = check_intent("--lint", "good.roce.yaml", "pod.roce.yaml")
    reported = "renders configs/leaf-1.cfg:16: error WD-001 watchdog-missing-on-host-port"
    assert done.stderr == (
        f"roce-lint: pod.roce.yaml: {reported}: PFC priority 3 is active on this port without a PFC watchdog\n"
    )
    assert (done.exit_code, done.stdout) == (1, "2 intents: 1 error in what they render\n")
    assert sorted(path.name for path in folder.iterdir()) == ["good.roce.yaml", "pod.roce.yaml"]


def test_what_is_doubtful_about_rendering_is_warned_of() -> None:
    Path("pod.roce.yaml").write_text(UNWATCHED + "mtu: {hosts: 2200}\n")
    done = check_intent("pod.roce.yaml")
    reported = (
        "2200 bytes hold RoCE packets of 2048 bytes only, and a check tells it of every port; packets of 4096 need 4192"
    )
    assert (done.exit_code, done.stderr) == (0, f"roce-lint: pod.roce.yaml:8:14: {reported}\n")


def test_without_being_asked_rules_are_left_aside() -> None:
    done = check_intent("pod.roce.yaml")
    assert (done.exit_code, done.stdout, done.stderr) == (0, "1 intent: no fault\n", "")


def test_rules_that_settings_leave_out_are_left_out() -> None:
    Path("roce-lint.toml").write_text('ignore = ["WD-001"]\n')
    done = check_intent("--lint", "pod.roce.yaml")
    assert (done.exit_code, done.stdout, done.stderr) == (0, "1 intent: no fault\n", "")


def test_an_intent_that_cannot_be_rendered_has_a_fault() -> None:
    Path("pod.roce.yaml").write_text(UNWATCHED.replace("7060DX4-32", "N9K-C9332D-GX2B") + "mtu: {hosts: 9300}\n")
    done = check_intent("pod.roce.yaml")
    assert isinstance(done.exception, IntentError)
    assert str(done.exception).startswith("pod.roce.yaml")


def test_one_device_of_each_kind_is_rendered_to_find_what_cannot_be(root: Path) -> None:
    wish = load_any_intent(str(root / "fixtures/intents/mixed-vendors.roce.yaml"))
    assert isinstance(wish, Intent)
    some, _ = rendered_files(wish, one_of_each=True)
    whole, _ = rendered_files(wish)
    texts = {file.path: file.text for file in whole}
    assert {file.path: file.text for file in some}.items() <= texts.items()
    switches = {view.name: view.os for view in make_views(wish).switches}
    systems = {switches[name] for name in switches if any(f"/{name}." in file.path for file in some)}
    assert systems == set(switches.values())
    hosts = [{file.path.split("/")[1] for file in files if file.path.startswith("hosts/")} for files in (some, whole)]
    assert 0 < len(hosts[0]) < len(hosts[1])

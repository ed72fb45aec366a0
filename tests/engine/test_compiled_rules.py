"""The compiled form of our rules says what their YAML says, or is not used."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from roce_lint.engine.compiled_rules import COMPILED, compiled_profiles, compiled_rules, write
from roce_lint.files.program_folders import is_installed, rules_dir
from roce_lint.judge.examination import all_profiles
from roce_lint.judge.load import load_rules
from roce_lint.values import replace


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    target = tmp_path_factory.mktemp("compiled") / COMPILED
    write(target)
    return target.read_bytes()


@pytest.fixture
def folder(tmp_path, compiled):
    copy = Path(shutil.copytree(rules_dir(), tmp_path / "rules"))
    (copy / COMPILED).write_bytes(compiled)
    return copy


def test_it_says_what_the_yaml_says(folder, monkeypatch):
    monkeypatch.chdir(folder.parent)
    ours = rules_dir()
    expected = {rule.id: replace(rule, file="") for rule in load_rules(ours, unexampled=ours)}
    assert {rule.id: replace(rule, file="") for rule in compiled_rules(folder) or ()} == expected
    assert compiled_profiles(folder) == all_profiles()


def test_a_checkout_has_none():
    assert not (rules_dir() / COMPILED).exists()
    assert not is_installed()


def test_a_wheel_is_built_with_it(root):
    hook = ast.parse((root / "hatch_build.py").read_text("utf-8"))
    strings = {node.value for node in ast.walk(hook) if isinstance(node, ast.Constant)}
    assert {f"roce_lint/rules/{COMPILED}", "roce_lint.engine.compiled_rules"} <= strings


def test_files_are_named_as_seen_from_where_one_stands(folder, tmp_path, monkeypatch):
    for place, first in ((tmp_path, "rules/"), (tmp_path.parent, f"{tmp_path.name}/rules/"), (Path("/usr"), folder)):
        monkeypatch.chdir(place)
        found = compiled_rules(folder)
        assert found is not None
        assert {str(Path(rule.file).parent.parent) for rule in found} == {str(first).rstrip("/")}
    for place in (folder, folder / "pfc"):
        monkeypatch.chdir(place)
        assert compiled_rules(folder) is None


@pytest.mark.parametrize("change", ["edit", "add", "remove", "rename", "move", "link", "empty"])
def test_it_counts_for_nothing_beside_other_rules(folder, change):
    assert compiled_rules(folder) is not None
    one = sorted((folder / "pfc").glob("*.yaml"))[0]
    if change == "edit":
        text = one.read_bytes()
        one.write_bytes(text[:-1] + b" ")
    elif change == "add":
        (folder / "pfc" / "site.yaml").write_text("", "utf-8")
    elif change == "remove":
        one.unlink()
    elif change == "rename":
        one.rename(one.with_suffix(".yml"))
    elif change == "move":
        one.rename(folder / "ecn" / one.name)
    elif change == "link":
        one.rename(folder.parent / one.name)
        one.symlink_to(folder.parent / one.name)
    else:
        shutil.rmtree(folder / "pfc")
    assert compiled_rules(folder) is None
    assert compiled_profiles(folder) == all_profiles()


def test_profiles_count_by_their_own_file(folder):
    with (folder / "profiles.yaml").open("a", encoding="utf-8") as stream:
        stream.write("\n")
    assert compiled_profiles(folder) is None


@pytest.mark.parametrize("keep", [0, 1, 100, 100_000])
def test_a_damaged_file_is_not_used(folder, keep):
    text = (folder / COMPILED).read_bytes()
    (folder / COMPILED).write_bytes(text[:keep])
    assert (compiled_rules(folder), compiled_profiles(folder)) == (None, None)
    (folder / COMPILED).unlink()
    assert (compiled_rules(folder), compiled_profiles(folder)) == (None, None)


def test_a_second_check_reads_no_yaml_wherever_it_runs(tmp_path):
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "leaf1.cfg").write_text(
            f"! device: leaf1 (DCS-7060X6-64PE, EOS-4.32.2F)\nhostname {name}\nend\n", "utf-8"
        )
    code = (
        "import sys\nfrom roce_lint.cli.command import main\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "print({'yaml', 'roce_lint.judge.rule_file'} & set(sys.modules))"
    )
    command = [sys.executable, "-c", code, "check", "."]
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache")}
    for name, expected in (("one", "rule_file"), ("other", "set()"), ("one", "set()")):
        done = subprocess.run(
            command, cwd=tmp_path / name, env=environment, capture_output=True, text=True, check=False
        )
        assert expected in done.stdout.splitlines()[-1], done.stdout + done.stderr

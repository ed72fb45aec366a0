"""What a mistake on the command line is answered with: which option, what is wrong, and what to write instead."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from roce_lint.cli.group import roce_lint
from roce_lint.errors import RoceLintError
from roce_lint.intent.sample import sample_intent
from tests.cli.leaf import leaf_config


def refusal(*words: str) -> str:
    """Return the last line of what is said about a command line that is refused."""
    done = CliRunner().invoke(roce_lint, words)
    assert done.exit_code != 0
    return str(done.exception) if isinstance(done.exception, RoceLintError) else done.output.strip().splitlines()[-1]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--cable nan", "Error: Invalid value for '--cable': is 'nan'; write a length such as 30 m or 2 km"),
        (
            "--cable 1000000",
            "Error: Invalid value for '--cable': is '1000000 m'; allowed are 0 to 100000 m",
        ),
        ("--cable 3 --alpha 0", "Error: Invalid value for '--alpha': 0.0 is not in the range 0<x<=1024."),
        ("--cable 3 --priorities 9", "Error: Invalid value for '--priorities': 9 is not in the range 1<=x<=8."),
        ("--cable 3 --mtu 1500 --lossless-mtu 4200", "--lossless-mtu is 4200, above --mtu 1500"),
        (
            "--cable 3 --flows 99999",
            "--flows is 99999: so many settle on 10 Gb/s only where every packet is marked, beyond what the model "
            "describes; give fewer",
        ),
    ],
)
def test_a_number_that_cannot_be_is_refused_by_its_option(words: str, message: str) -> None:
    assert refusal("tune", "--speed", "10", *words.split()) == message


EMPTY = "a path is empty, perhaps a variable without a value; name a file or a folder, or . for this one"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("check", ""), EMPTY),
        (("facts", ""), EMPTY),
        (("chekc", "."), "Error: No such command 'chekc'; did you mean 'check'?"),
        (("reach",), "name the files or folders to read, for example configs/"),
        (("explain", "qos"), "there is no rule 'qos'; 'roce-lint rules' lists them"),
        (
            ("init", "--name", "a: b", "x.roce.yaml"),
            "--name is 'a: b'; write letters, digits, '.', '_' and '-', a letter or digit at both ends, as in ai-pod-1",
        ),
        (("render", "x.roce.yaml", "-o", "notes.txt"), "notes.txt: is no folder; name a folder to write to"),
        (
            ("render", "x.roce.yaml", "-o", "out", "--diff", "out"),
            "--diff only compares and --output writes; give one of them",
        ),
        (
            ("render", "y.roce.yaml", "--device", "leaf-1", "--templates", "notes"),
            "notes: takes the place of no template; call them as ours are called, for example eos/device.j2",
        ),
        (
            ("pkeys", "none.conf"),
            "no port is known; among the files is no partitions.conf that names ports and no topology (output of "
            "ibnetdiscover); name it as well",
        ),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_a_mistake_is_reported_with_what_to_write_instead(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("notes.txt").write_text("remember the milk\n")
    Path("notes").mkdir()
    Path("notes/device.j2").write_text("hostname a\n")
    Path("y.roce.yaml").write_text(sample_intent())
    assert refusal(*words) == message
    assert not Path("x.roce.yaml").exists()


def test_each_command_says_that_it_found_nothing_to_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("notes").mkdir()
    Path("notes/notes.txt").write_text("remember the milk\n")
    for command in ("facts", "reach", "fix"):
        done = CliRunner().invoke(roce_lint, [command, "notes"])
        said = "roce-lint: no configuration was found in notes; check -v lists what was skipped\n"
        left_out = "roce-lint: left out: notes/notes.txt: not recognised as any supported file type\n"
        assert (done.exit_code, done.stderr) == (0, said + left_out)


def test_a_missing_file_is_named_before_what_is_missing_in_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert "none.conf: cannot be read" in CliRunner().invoke(roce_lint, ["pkeys", "none.conf"]).stderr


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("leaf1.cfg", "leaf1.cfg: holds a configuration; the verdict would take its place, so name another file"),
        ("old", "old: is a folder; name a file for the report"),
        ("leaf1.cfg/v.md", "leaf1.cfg/v.md: cannot be written: {here}/leaf1.cfg is no folder"),
        ("/dev/full", "/dev/full: cannot be written: No space left on device"),
    ],
)
def test_a_verdict_takes_the_place_of_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, target: str, message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    for folder in ("old", "new"):
        Path(folder).mkdir()
        Path(folder, "leaf1.cfg").write_text(leaf_config())
    Path("leaf1.cfg").write_text(leaf_config())
    assert refusal("gate", "old", "new", "--output", target) == message.format(here=tmp_path)
    assert Path("leaf1.cfg").read_text() == leaf_config()


@pytest.mark.parametrize("words", [("init", "pipe", "--force"), ("check", "leaf1.cfg", "--write-baseline", "pipe")])
def test_a_pipe_where_a_file_is_wanted_is_neither_read_nor_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("leaf1.cfg").write_text(leaf_config())
    os.mkfifo("pipe")
    assert refusal(*words).startswith("pipe: is a pipe or a device; name a ")
    assert Path("pipe").is_fifo()


TOO_LONG = "a" * 5000


@pytest.mark.parametrize(
    "words",
    [
        ("check", TOO_LONG),
        ("check", "leaf1.cfg", "--cabling", TOO_LONG),
        ("check", "leaf1.cfg", "--rules", TOO_LONG),
        ("check", "leaf1.cfg", "--settings", TOO_LONG),
        ("check", "leaf1.cfg", "--output", TOO_LONG),
        ("check", "leaf1.cfg", "--write-baseline", TOO_LONG),
        ("render", "x.roce.yaml", "-o", TOO_LONG),
        ("render", "x.roce.yaml", "--templates", TOO_LONG, "--device", "leaf-1"),
        ("init", TOO_LONG),
        ("gate", TOO_LONG, TOO_LONG),
    ],
    ids=lambda words: " ".join(words).replace(TOO_LONG, "LONG"),
)
def test_a_name_that_the_system_refuses_is_no_fault_of_the_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("leaf1.cfg").write_text(leaf_config())
    Path("x.roce.yaml").write_text(sample_intent())
    done = CliRunner().invoke(roce_lint, words)
    assert done.exit_code in (1, 2, 3)
    assert done.exception is None or isinstance(done.exception, RoceLintError | SystemExit)

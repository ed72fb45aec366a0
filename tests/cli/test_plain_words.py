"""What is read without click is what click reads, and what click writes."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import click
import pytest

from roce_lint.cli.as_click import as_click
from roce_lint.cli.check import command as check
from roce_lint.cli.explain import command as explain
from roce_lint.cli.options import PlainCommand
from roce_lint.cli.plain_words import plain_values
from roce_lint.cli.printing import say

COMMANDS = (check, explain)
ODD = [
    "-",
    "--",
    "---",
    "-h",
    "--help",
    "-vv",
    "-x",
    "--intent-x",
    "--int",
    "=",
    "",
    "a b",
    "-1",
    "a=b",
    "ü",
    "\udc80",
    "*",
]


def by_click(command: PlainCommand, words: list[str]) -> dict[str, object] | str:
    """Return the values that click gives, or what it complains of."""
    try:
        with as_click(command).make_context(command.name, list(words), help_option_names=["-h", "--help"]) as context:
            return dict(context.params)
    except click.exceptions.Exit:
        return "help"
    except click.ClickException as wrong:
        return wrong.format_message()


def words_of_chance(command: PlainCommand, random: Random) -> list[str]:
    """Return a command line, most of it right."""
    words: list[str] = []
    for _ in range(random.randrange(6)):
        option = random.choice(command.options)
        spelling = random.choice(option.spellings)
        values = [*option.choices, "x.cfg"] if option.choices else ["x.cfg", "a,b", "", "sarif:out", "a=b"]
        value = random.choice(values) if random.random() < 0.9 else random.choice(ODD)
        shape = random.random()
        if shape < 0.2:
            words.append(random.choice(["leaf.cfg", "configs/", "PFC-002"]))
        elif shape < 0.25:
            words.append(random.choice(ODD))
        elif option.flag and shape < 0.95:
            words.append(spelling)
        elif shape < 0.6:
            words += [spelling, value]
        elif shape < 0.97:
            words.append(f"{spelling}={value}")
        else:
            words.append(spelling)
    return words


@pytest.mark.parametrize("command", COMMANDS, ids=[command.name for command in COMMANDS])
def test_words_of_chance_are_read_as_click_reads_them(command: PlainCommand) -> None:
    random, taken = Random(20), 0
    for _ in range(600):
        words = words_of_chance(command, random)
        values = plain_values(words, command)
        if values is not None:
            taken += 1
            assert values == by_click(command, words), words
    assert taken > 100


@pytest.mark.parametrize(
    "line",
    [
        "",
        "one.cfg",
        "a.cfg --intent fabric.roce.yaml b.cfg",
        "configs --format json --output sarif:a.sarif --output=b.html",
        "configs --select PFC --select ECN,MTU --fail-on=warning -v",
        "--scope device --force-exclude --no-settings a.cfg",
        "configs --os eos --jobs 4 --cache-dir /tmp/c --no-cache",
        "configs --intent a --intent b --profile=",
        "--show-settings",
    ],
)
def test_usual_lines_need_no_click(line: str) -> None:
    words = line.split()
    assert plain_values(words, check) == by_click(check, words)


@pytest.mark.parametrize(
    "line",
    [
        "-h",
        "--help",
        "--intnet a",
        "--format yaml",
        "--intent",
        "-vv",
        "--verbose=1",
        "-v=1",
        "-- a.cfg",
        "-",
        "--jobs -1",
    ],
)
def test_everything_else_is_left_to_click(line: str) -> None:
    assert plain_values(line.split(), check) is None


def test_a_rule_to_explain_is_one() -> None:
    assert [plain_values(words, explain) for words in ([], [""], ["a", "b"])] == [None, None, None]
    assert plain_values(["PFC-002", "--rules", "site"], explain) == {
        "rule": "PFC-002",
        "folders": ("site",),
        "examples": False,
    }


@pytest.mark.parametrize("encoding", ["utf-8", "ascii", "latin-1"])
@pytest.mark.parametrize("text", ["plain", "", "ümlaut – µs", "\033[31mred\033[0m", "a\nb\n"])
@pytest.mark.parametrize("line_end", [True, False])
def test_texts_are_said_as_click_echoes_them(
    monkeypatch: pytest.MonkeyPatch, encoding: str, text: str, line_end: bool
) -> None:
    def written(write: object) -> object:
        raw = io.BytesIO()
        stream = io.TextIOWrapper(raw, encoding=encoding)
        monkeypatch.setattr(sys, "stdout", stream)
        try:
            assert callable(write)
            write()
        except UnicodeEncodeError as error:
            return str(error)
        stream.flush()
        return raw.getvalue()

    assert written(lambda: say(text, line_end=line_end)) == written(lambda: click.echo(text, nl=line_end))


@pytest.mark.parametrize("line", ["check one.cfg", "explain PFC-002", "check none.cfg", "explain PFC-999"])
def test_a_usual_command_line_imports_no_click(tmp_path: Path, line: str) -> None:
    code = (
        "import sys\nfrom roce_lint.cli.command import main\n"
        f"sys.argv = ['roce-lint', *{line.split()!r}]\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "print('left over:', *({'click', 'dataclasses', 'traceback'} & set(sys.modules)))"
    )
    (tmp_path / "one.cfg").write_text("hostname a\n")
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache")}
    for _ in ("rules are kept", "kept rules are used"):
        done = subprocess.run(
            [sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
        )
    assert done.stdout.splitlines()[-1] == "left over:"

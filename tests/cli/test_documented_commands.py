"""The command lines that README and docs show are ones that the program takes, and their links lead somewhere."""

from __future__ import annotations

import json
import re
from pathlib import Path

import click
import jsonschema
import pytest
from click.testing import CliRunner

from roce_lint.cli.group import roce_lint

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / "action.yml", *sorted((ROOT / "docs").rglob("*.md"))]
SHOWN = re.compile(r"(?:^(?:    |\| )|`|\brun: |\")(roce-lint [a-z][^`#\n|>\\]*)", re.MULTILINE)
LINK = re.compile(r"\]\((?!https?:)([^)#\s]+)")
OPTION = re.compile(r"(?<![\w-])(-{1,2}[a-z][\w-]*)")


def shown_lines() -> list[tuple[str, str]]:
    """Every command line of every page, with the page."""
    return [
        (page.relative_to(ROOT).as_posix(), line.strip())
        for page in PAGES
        for line in SHOWN.findall(page.read_text(encoding="utf-8"))
    ]


def command_named(words: list[str]) -> click.Command | None:
    """Return the command, or the command below it, that words begin with."""
    context = click.Context(roce_lint)
    found = roce_lint.get_command(context, words[0])
    if isinstance(found, click.Group) and len(words) > 1:
        return found.get_command(context, words[1]) or found
    return found


def test_every_command_line_shown_names_a_command_and_its_options() -> None:
    lines = shown_lines()
    assert len(lines) > 50
    unknown = []
    for page, line in lines:
        words = line.replace("[", " ").replace("]", " ").replace(")", " ").split()[1:]
        command = command_named(words)
        known = {name for one in (command.params if command else ()) for name in (*one.opts, *one.secondary_opts)}
        if command is None or not set(OPTION.findall(" ".join(words))) <= {*known, "--help", "-h"}:
            unknown.append((page, line))
    assert unknown == []


def test_the_page_of_the_command_line_lists_every_command() -> None:
    table = (ROOT / "docs/cli.md").read_text(encoding="utf-8").split("## Exit codes")[0]
    assert [name for name in roce_lint.list_commands(click.Context(roce_lint)) if f"`{name}`" not in table] == []


def test_every_page_is_reached_from_the_readme_and_every_link_leads_somewhere() -> None:
    reached, waiting, missing = {ROOT / "README.md"}, [ROOT / "README.md"], []
    while waiting:
        page = waiting.pop()
        for link in LINK.findall(page.read_text(encoding="utf-8")):
            target = (page.parent / link).resolve()
            if not target.exists():
                missing.append((page.name, link))
            elif target.suffix == ".md" and target not in reached:
                reached.add(target)
                waiting.append(target)
    assert missing == []
    assert sorted(set((ROOT / "docs").rglob("*.md")) - reached) == []


@pytest.mark.parametrize("what", ["intent", "inventory", "scenario", "flows", "report", "gate", "drift"])
def test_each_schema_is_printed_and_is_one(what: str) -> None:
    done = CliRunner().invoke(roce_lint, ["schema", what])
    assert (done.exit_code, done.stderr) == (0, "")
    jsonschema.Draft202012Validator.check_schema(json.loads(done.stdout))

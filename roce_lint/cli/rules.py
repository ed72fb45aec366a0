"""`roce-lint rules`: list the rules, or run the examples of a folder of rules."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from roce_lint.cli.as_click import click_option
from roce_lint.cli.command import EXIT_FINDINGS
from roce_lint.cli.inputs import load_settings
from roce_lint.cli.options import COLOR_OPTION
from roce_lint.cli.printing import choose_color, print_text
from roce_lint.errors import Problem, UsageError
from roce_lint.judge.check import check_texts, load_all_rules
from roce_lint.judge.examples import run_examples
from roce_lint.judge.file_schemas import rule_schema
from roce_lint.judge.load import load_rules
from roce_lint.judge.rule import Rule, Severity
from roce_lint.judge.set_thresholds import set_thresholds
from roce_lint.os.registry import system_names
from roce_lint.report.manual import rule_list
from roce_lint.report.terminal_tables import rule_blocks
from roce_lint.suggest import did_you_mean


class _Rules(click.Group):
    """Takes words that name no subcommand for those to search for: `roce-lint rules watchdog`."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the subcommand and what is left for it."""
        if args and not args[0].startswith("-") and args[0] not in self.commands:
            return find.name, find, args
        return super().resolve_command(ctx, args)


@click.group("rules", cls=_Rules, invoke_without_command=True, subcommand_metavar="[WORDS]... | new FILE | test FOLDER")
@click.option("--rules", "folders", multiple=True, help="Folder of site rules; may be given several times.")
@click.option("--family", "families", multiple=True, help="Only this family, such as PFC; may be given several times.")
@click.option("--severity", type=click.Choice([one.value for one in Severity]), help="Only rules of this severity.")
@click.option("--system", type=click.Choice(system_names()), help="Only rules that were tested on this system.")
@click.option("--search", default="", help="Only rules whose texts contain all of these words.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.pass_context
def command(
    ctx: click.Context,
    folders: tuple[str, ...],
    families: tuple[str, ...],
    severity: str | None,
    system: str | None,
    search: str,
    form: str,
    color: str | None,
) -> None:
    """List the rules: code, severity, confidence, id, and what each checks."""
    choose_color(color)
    if not ctx.invoked_subcommand:
        _list_rules(folders, families, severity, system, search.lower().split(), form)


command.params.append(click_option(COLOR_OPTION))


def _list_rules(
    folders: Sequence[str],
    families: Sequence[str],
    severity: str | None,
    system: str | None,
    words: Sequence[str],
    form: str,
    mistyped: str = "",
) -> None:
    """Print the rules that are asked for. Raises UsageError for words that no rule has."""
    settings = load_settings()
    site = [Path(folder) for folder in (folders or settings.rules)]
    rules = set_thresholds(load_all_rules(site), settings, some=bool(folders))
    wanted = {family.lower() for family in families}
    _require_families(wanted, {rule.family for rule in rules})
    chosen = [
        rule
        for rule in rules
        if (not wanted or rule.family in wanted)
        and (severity is None or rule.severity.value == severity)
        and (system is None or system in rule.systems)
        and all(word in _searched(rule) for word in words)
    ]
    if mistyped and not chosen:
        near = did_you_mean(mistyped, command.commands, where="roce-lint rules lists all of them")
        raise UsageError(f"no rule has the words {mistyped!r}{near}")
    blocks = (lambda: rule_blocks(chosen)) if form == "text" else None
    print_text(lambda: _as_json(chosen) if form == "json" else rule_list(chosen), blocks)


@click.command("find", hidden=True)
@click.argument("words", nargs=-1)
@click.pass_context
def find(ctx: click.Context, words: tuple[str, ...]) -> None:
    """List the rules whose texts contain all WORDS."""
    said = " ".join(words)
    given = ctx.parent.params if ctx.parent else {}
    both = f"{given['search']} {said}".lower().split()
    _list_rules(given["folders"], given["families"], given["severity"], given["system"], both, given["form"], said)


def _require_families(wanted: set[str], known: set[str]) -> None:
    for family in sorted(wanted - known):
        raise UsageError(f"there is no family {family.upper()!r}{did_you_mean(family.upper(), map(str.upper, known))}")


def _searched(rule: Rule) -> str:
    """Return the text of a rule in which words are searched, in lower case."""
    return " ".join((rule.id, rule.code, rule.title, rule.message.text, rule.why, rule.fix.text)).lower()


def _as_json(rules: list[Rule]) -> str:
    """Return the rules as a list of objects, by code and id."""
    listed = [
        {
            "id": rule.id,
            "code": rule.code,
            "family": rule.family,
            "title": rule.headline,
            "severity": rule.severity.value,
            "confidence": rule.confidence.value,
            "scope": rule.scope,
            "systems": rule.systems,
            "waivable": rule.waivable,
            "thresholds": {one.name: one.value for one in rule.thresholds},
            "message": rule.message.text,
            "why": rule.why,
            "fix": rule.fix.text,
            "sources": rule.sources,
        }
        for rule in sorted(rules, key=lambda one: (one.code, one.id))
    ]
    return json.dumps(listed, indent=2) + "\n"


@command.command("new", epilog="Example: roce-lint rules new site-rules/mtu/mtu-below-site-standard.yaml")
@click.argument("file", type=click.Path(path_type=Path))
def new(file: Path) -> None:
    """Write a rule of your own to start from: FILE is FOLDER/FAMILY/ID.yaml."""
    folder = file.parent.parent if len(file.parts) > 2 else file.parent
    site = [folder] if folder.is_dir() and any(folder.rglob("*.yaml")) else []
    write_new_rule(file, load_all_rules(site, examples=False))
    click.echo(f"{file} is written; 'roce-lint rules test {folder}' runs its examples")


@command.command("test")
@click.argument("folder", type=click.Path(path_type=Path))
def test(folder: Path) -> None:
    """Run the examples of every rule in FOLDER."""
    rules = load_rules(folder)
    failures = [failure for rule in rules for failure in run_examples(rule, check_texts)]
    for failure in failures:
        click.echo(str(failure))
    for rule in rules:
        if not rule.examples:
            click.echo(f"{rule.file}: no examples, so nothing shows that the rule works")
    examples = sum(len(rule.examples) for rule in rules)
    click.echo(f"{len(rules)} rules, {examples} examples, {len(failures)} failures")
    sys.exit(EXIT_FINDINGS if failures else 0)


_TEXT = """\
# yaml-language-server: $schema=./roce-rule.schema.json
id: {id}
code: {code}
title: What is healthy, in one line without a full stop
severity: warning          # error: traffic is lost; warning: it degrades; info
confidence: should         # must: a standard or arithmetic; should: experience; heuristic
for: port                  # the scope: docs/facts.md lists scopes and their facts
when:                      # the objects that the rule applies to; [] for all
  - device.name matches "leaf*"
  - port.in_domain
require: port.ip_mtu_bytes >= 9000
message: The MTU is {{port.ip_mtu_bytes}} bytes, and this site has 9000 or more
why: What happens if it is not fixed.
fix: What to do.
sources: ["Where this can be looked up"]
examples:                  # optional; 'roce-lint rules test FOLDER' runs them
  - vendor: eos
    verdict: violated
    lines: ["mtu 1500"]    # what the line to fix says, or its number
    config: |
      hostname leaf1
      interface Ethernet1/1
         description roce
         mtu 1500
         no switchport
         service-profile ROCE
      qos profile ROCE
         priority-flow-control on
         priority-flow-control priority 3 no-drop
  - vendor: eos
    verdict: satisfied     # the violated example with these lines replaced; 'config' writes it out
    diff: |
      -   mtu 1500
      +   mtu 9214
"""


def write_new_rule(target: Path, known: tuple[Rule, ...]) -> None:
    """Write a rule to start from, with a free code, and the schema for editors beside it.

    Raises UsageError for a file that exists or a wrong name.
    """
    if target.suffix != ".yaml" or "-" not in target.stem or len(target.parts) < 2:
        text = "name the file FOLDER/FAMILY/words-that-name-the-fault.yaml; its name becomes the id"
        raise UsageError(Problem(str(target), 0, 0, text))
    if target.exists():
        raise UsageError(Problem(str(target), 0, 0, "is there already; name another file"))
    taken = {rule.code for rule in known}
    code = next(code for number in range(1, 1000) if (code := f"SITE-{number:03}") not in taken)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(_TEXT.format(id=target.stem, code=code), "utf-8")
        schema = json.dumps(rule_schema(), indent=2, sort_keys=True)
        (target.parent / "roce-rule.schema.json").write_text(f"{schema}\n", "utf-8")
    except OSError as error:
        raise UsageError(Problem(str(target), 0, 0, f"cannot be written: {error.strerror}")) from error

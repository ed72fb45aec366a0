"""The command line as click takes it: all commands with their help.

What values of options and arguments are: the word that help shows for them, and what shells complete.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable, Iterable, Mapping

import click
from click.shell_completion import CompletionItem

from roce_lint.cli.as_click import as_click
from roce_lint.cli.command import ASKS_FOR_COMPLETION, EXIT_BROKEN_PIPE, EXIT_INTERRUPTED, EXIT_OK, EXIT_USAGE
from roce_lint.cli.options import PlainCommand
from roce_lint.suggest import did_you_mean
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class ValueType:
    """One kind of text: `names` lists what it can be; None where it is a path, or anything at all (`is_path`)."""

    metavar: str
    is_path: bool = False
    names: Callable[[], Iterable[str]] | None = None


def _rules() -> Iterable[str]:
    from roce_lint.judge.check import load_all_rules
    from roce_lint.judge.select import names_of

    return {name for rule in load_all_rules((), examples=False) for name in names_of(rule) if "*" not in name}


def _families() -> Iterable[str]:
    from roce_lint.report.manual import FAMILIES

    return map(str.upper, FAMILIES)


def _platforms() -> Iterable[str]:
    from roce_lint.platforms.catalog import platform_ids

    return platform_ids()


def _profiles() -> Iterable[str]:
    from roce_lint.judge.examination import all_profiles

    return [profile.id for profile in all_profiles()]


_FILE, _FOLDER, _RULES = ValueType("FILE", True), ValueType("FOLDER", True), ValueType("RULES", names=_rules)
_BY_OPTION: Mapping[str, ValueType] = {
    **dict.fromkeys(("--intent", "--cabling", "--waivers", "--baseline", "--write-baseline", "--settings"), _FILE),
    **dict.fromkeys(("--scenario", "--flows"), _FILE),
    **dict.fromkeys(("--rules", "--cache-dir", "--templates", "--diff"), _FOLDER),
    **dict.fromkeys(("--select", "--ignore", "--only"), _RULES),
    "--stdin-filename": _FILE,
    "--output": _FILE,
    "--path": ValueType("PATH", True),
    "--family": ValueType("FAMILY", names=_families),
    "--platform": ValueType("MODEL", names=_platforms),
    "--profile": ValueType("PROFILE", names=_profiles),
    "--exclude": ValueType("PATTERN"),
    "--device": ValueType("DEVICE"),
    "--jobs": ValueType("NUMBER"),
    "--search": ValueType("WORDS"),
    "--name": ValueType("NAME"),
    "--today": ValueType("DATE"),
}
"""By the long spelling of the option; whoever adds one with a text says here what it is."""
_ARGUMENTS: Mapping[str, ValueType] = {
    **dict.fromkeys(("paths", "intent", "intents", "folder"), ValueType("", True)),
    "rule": ValueType("", names=lambda: (*_rules(), *_families())),
}


class _Names(click.types.StringParamType):
    """A text that is one of some names, or several with commas, which a shell completes."""

    name = "text"

    def __init__(self, names: Callable[[], Iterable[str]]) -> None:
        self._names = names

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Return the names that begin like the last one of the list."""
        before, comma, begun = incomplete.rpartition(",")
        fitting = sorted(name for name in self._names() if name.lower().startswith(begun.lower()))
        return [CompletionItem(before + comma + name) for name in fitting]


def with_value_types(command: click.Command, *, completing: bool) -> click.Command:
    """Give texts of a command their word in help and, where a shell completes, the values that they can have."""
    for parameter in command.params:
        found = _value_type(parameter)
        if found is None:
            continue
        if isinstance(parameter, click.Option) and parameter.metavar is None:
            parameter.metavar = found.metavar
        if completing and found.names is not None:
            parameter.type = _Names(found.names)
        elif completing and found.is_path:
            parameter.type = click.Path(readable=False)
    return command


def _value_type(parameter: click.Parameter) -> ValueType | None:
    if not isinstance(parameter.type, click.types.StringParamType) or getattr(parameter, "is_flag", False):
        return None
    if isinstance(parameter, click.Argument):
        return _ARGUMENTS.get(parameter.name or "")
    return next((_BY_OPTION[name] for name in parameter.opts if name in _BY_OPTION), None)


_COMMANDS = {
    "demo": "Write a sample fabric, clean and with five faults, to try the other commands on",
    "init": "Write a commented intent file to start from",
    "learn": "Write the intent that renders existing configurations",
    "collect": "Fetch the configurations of devices over SSH, read-only",
    "render": "Render the configurations of a whole fabric from an intent",
    "export": "Print the planned fabric for Ansible, NetBox or as JSON",
    "check": "Check device configurations against the rules",
    "check-intent": "Find what is wrong or contradictory in intent files",
    "gate": "Compare two git states: new findings, and what changed in meaning",
    "pkeys": "Print the InfiniBand P_Key tables that OpenSM would program",
    "fix": "Propose fixes with their rollback, and apply the safe ones",
    "facts": "Print what was understood of device configurations",
    "reach": "Print how far a pause from each host port can climb",
    "simulate": "Simulate a fabric under load: throughput, drops, pauses",
    "rules": "List the rules, or test a folder of rules",
    "explain": "Explain one rule: why it matters and how to fix it",
    "tune": "Show how headroom, ECN and DCQCN numbers come about",
    "lsp": "Serve an editor: diagnostics, hover, fixes, completion",
    "schema": "Print a JSON schema: of an intent, an inventory, a report",
    "completion": "Print the script that makes bash, zsh or fish complete commands",
}


class _Commands(click.Group):
    """Imports a command only when it is called, so that each starts fast."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        module = importlib.import_module(f"roce_lint.cli.{cmd_name.replace('-', '_')}")
        command: object = getattr(module, "command", None)
        if isinstance(command, PlainCommand):
            command = as_click(command)
        if not isinstance(command, click.Command):
            return None
        completing = bool(os.environ.get(ASKS_FOR_COMPLETION))
        for inner in command.commands.values() if isinstance(command, click.Group) else ():
            with_value_types(inner, completing=completing)
        return with_value_types(command, completing=completing)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command; an unknown name is refused with the nearest one, or with all."""
        if args and args[0] not in _COMMANDS and not args[0].startswith("-"):
            ctx.fail(f"No such command {args[0]!r}{did_you_mean(args[0], _COMMANDS)}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))


def _print_version(ctx: click.Context, _: click.Parameter, value: bool) -> None:
    if value:
        from roce_lint.version import version

        click.echo(f"roce-lint {version()}")
        ctx.exit(EXIT_OK)


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_print_version, help="Show the version."
)
def roce_lint() -> None:
    """Generate and lint lossless RoCEv2 fabrics.

    Exit codes: 0 nothing to report, 1 findings, 2 wrong usage, settings, intent or rule, 3 some input could not be
    read or nothing was evaluated, 4 an internal error.
    """


def run_with_click() -> object:
    """Return the exit code of the command line. Raises RoceLintError as commands do."""
    stdout = sys.stdout
    try:
        return roce_lint.main(standalone_mode=False, prog_name="roce-lint")
    except click.exceptions.Exit as leave:
        return leave.exit_code
    except SystemExit as leave:
        # When the reader of our output has gone (`| head`), click muffles it and leaves with 1: findings, with us.
        return leave.code if sys.stdout is stdout else EXIT_BROKEN_PIPE
    except click.Abort:
        return EXIT_INTERRUPTED
    except click.ClickException as wrong:
        wrong.show()
        return EXIT_USAGE

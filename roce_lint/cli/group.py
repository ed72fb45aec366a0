"""The command line as click takes it: all commands with their help."""

from __future__ import annotations

import importlib
import os
import sys

import click

from roce_lint.cli.as_click import as_click
from roce_lint.cli.command import ASKS_FOR_COMPLETION, EXIT_BROKEN_PIPE, EXIT_INTERRUPTED, EXIT_OK, EXIT_USAGE
from roce_lint.cli.options import PlainCommand
from roce_lint.cli.value_types import with_value_types
from roce_lint.suggest import did_you_mean

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

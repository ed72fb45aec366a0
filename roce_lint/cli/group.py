"""The command line as click takes it: all commands with their help."""

from __future__ import annotations

import importlib
import sys

import click

from roce_lint.cli.as_click import as_click
from roce_lint.cli.command import EXIT_BROKEN_PIPE, EXIT_INTERRUPTED, EXIT_OK, EXIT_USAGE
from roce_lint.cli.options import PlainCommand

_COMMANDS = {
    "init": "Write a commented intent file to start from",
    "render": "Render the configurations of a whole fabric from an intent",
    "check": "Check device configurations against the rules",
    "check-intent": "Find what is wrong or contradictory in intent files",
    "gate": "Compare two git states: new findings, and what changed in meaning",
    "pkeys": "Print the InfiniBand P_Key tables that OpenSM would program",
    "fix": "Propose remedies with their rollback, and apply the safe ones",
    "facts": "Print what was understood of device configurations",
    "reach": "Print how far a pause from each host port can climb",
    "rules": "List the rules, or test a folder of rules",
    "explain": "Explain one rule: why it matters and how to fix it",
    "tune": "Show how headroom, ECN and DCQCN numbers come about",
    "schema": "Print a JSON schema: of an intent, or of a report",
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
            return as_click(command)
        return command if isinstance(command, click.Command) else None

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
    read, 4 a fault of the program.
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

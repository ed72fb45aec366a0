"""The command line: finds the command, and turns every outcome into an exit code."""

from __future__ import annotations

import gc
import importlib
import os
import sys
import traceback
from types import TracebackType

import click

from roce_lint.errors import ConfigError, Problem, RoceLintError

EXIT_OK = 0
EXIT_FINDINGS = 1
EXIT_USAGE = 2
EXIT_UNREADABLE = 3
EXIT_OWN_FAULT = 4
EXIT_INTERRUPTED = 130
EXIT_BROKEN_PIPE = 141
"""128 and the number of the signal, as shells count: SIGINT, SIGPIPE."""

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
        command: object = getattr(
            importlib.import_module(f"roce_lint.cli.{cmd_name.replace('-', '_')}"), "command", None
        )
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


_GARBAGE_THRESHOLDS = (200_000, 50, 1_000)
"""Facts are many, live to the end and form no cycles: the usual search for garbage takes a third of a check."""


def main() -> None:
    """Run the command line and exit."""
    gc.set_threshold(*_GARBAGE_THRESHOLDS)
    sys.excepthook = _crash
    stdout = sys.stdout
    try:
        code: object = roce_lint.main(standalone_mode=False, prog_name="roce-lint")
    except click.exceptions.Exit as leave:
        code = leave.exit_code
    except SystemExit as leave:
        # When the reader of our output has gone (`| head`), click muffles it and leaves with 1: findings, with us.
        code = leave.code if sys.stdout is stdout else EXIT_BROKEN_PIPE
    except click.Abort:
        code = EXIT_INTERRUPTED
    except click.ClickException as wrong:
        wrong.show()
        code = EXIT_USAGE
    except RoceLintError as wrong:
        for problem in wrong.problems:
            click.echo(f"roce-lint: {_printable(problem)}", err=True)
        code = EXIT_UNREADABLE if isinstance(wrong, ConfigError) else EXIT_USAGE
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        # The verdict stands; what is left of the text goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(code if isinstance(code, int) else EXIT_OK)


def _printable(problem: Problem) -> str:
    """Return a message with control characters as escapes: names in it may be anybody's."""
    return "".join(
        letter if letter.isprintable() or letter == "\n" else letter.encode("unicode_escape").decode("ascii")
        for letter in str(problem)
    )


def _crash(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Print the traceback of a fault of ours and leave with its own exit code."""
    if issubclass(kind, KeyboardInterrupt):
        os._exit(EXIT_INTERRUPTED)
    traceback.print_exception(kind, error, trace)
    print(
        "roce-lint: this is a fault of the program; please report it with the text above", file=sys.stderr, flush=True
    )
    os._exit(EXIT_OWN_FAULT)

"""`roce-lint collect`: fetch configurations over SSH, read-only."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from roce_lint.cli.as_click import click_option
from roce_lint.cli.command import EXIT_OK, EXIT_UNREADABLE
from roce_lint.cli.options import QUIET_OPTION
from roce_lint.cli.progress import ProgressLine
from roce_lint.collect.inventory import LARGEST_FILE_BYTES, CollectedDevice, parse_inventory
from roce_lint.collect.outcome import Collected, Failed
from roce_lint.errors import Problem, UsageError
from roce_lint.files.inside import leads_out
from roce_lint.files.plain_file import read_plain_text
from roce_lint.os.registry import collection_of
from roce_lint.render.files import RenderedFile, write_files
from roce_lint.report.printable import printable
from roce_lint.suggest import did_you_mean


@click.command("collect", epilog="Example: roce-lint collect inventory.yaml -o configs/")
@click.argument("inventory")
@click.option("-o", "--output", required=True, metavar="DIR", help="Folder to write the configurations to.")
@click.option("--device", "devices", multiple=True, help="Only this device; may be given several times.")
@click.option("--user", default="", help="Account, for devices of which the inventory names none.  [your own]")
@click.option(
    "-i", "--identity", "key_files", multiple=True, metavar="FILE", help="Private key; else agent and ~/.ssh."
)
@click.option("--known-hosts", default="~/.ssh/known_hosts", show_default=True, help="Keys of the devices.")
@click.option("--parallel", type=click.IntRange(1, 256), default=16, show_default=True, help="Devices at a time.")
@click.option(
    "--timeout", type=click.FloatRange(1, 3600), default=60.0, show_default=True, help="Seconds for each device."
)
def command(
    inventory: str,
    output: str,
    devices: tuple[str, ...],
    user: str,
    key_files: tuple[str, ...],
    known_hosts: str,
    parallel: int,
    timeout: float,
    quiet: bool,
) -> None:
    """Fetch the configuration of each device of INVENTORY, as files that `check` reads.

    Only commands that show something are run. Host keys must be in known_hosts. Passwords are read from the variables
    ROCE_LINT_SSH_PASSWORD and ROCE_LINT_ENABLE_PASSWORD alone; keys and agents need none. Files appear all at once;
    those of a device that failed stay as they are, and the exit code is 3. Needs the extra `collect`.
    """
    wanted = _wanted(
        parse_inventory(read_plain_text(Path(inventory), LARGEST_FILE_BYTES, "inventory"), inventory), devices
    )
    _refuse_places(wanted, Path(output))
    try:
        from roce_lint.collect.run import Limits, collect_all
        from roce_lint.collect.session import Login, SshSessions
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "asyncssh":
            raise
        raise UsageError('collect needs asyncssh; install it with pip install "roce-lint[collect]"') from error
    login = Login(
        user or os.environ.get("ROCE_LINT_SSH_USER", "") or _own_name(),
        os.environ.get("ROCE_LINT_SSH_PASSWORD", ""),
        os.environ.get("ROCE_LINT_ENABLE_PASSWORD", ""),
        key_files,
        os.environ.get("ROCE_LINT_KEY_PASSPHRASE", ""),
    )
    progress = ProgressLine(quiet=quiet)
    with progress:
        progress.begin(f"collecting from {len(wanted)} device{'s' if len(wanted) > 1 else ''}")
        sessions = SshSessions(Path(known_hosts).expanduser(), login)
        outcomes = collect_all(wanted, sessions, login, Limits(parallel, timeout))
    files = [
        RenderedFile(file.path, file.text, private=True)
        for outcome in outcomes
        if isinstance(outcome, Collected)
        for file in outcome.files
    ]
    if files:
        done = write_files(files, Path(output))
        if not quiet:
            click.echo(f"{output}: {done.new} files new, {done.changed} changed, {done.equal} unchanged")
    failed = [outcome for outcome in outcomes if isinstance(outcome, Failed)]
    for outcome in outcomes:
        notes = [outcome.because] if isinstance(outcome, Failed) else outcome.left_out
        for note in notes:
            kept = _kept(outcome.device, wanted, Path(output)) if isinstance(outcome, Failed) else ""
            click.echo(f"roce-lint: {printable(f'{outcome.device}: {note}{kept}')}", err=True)
    if failed:
        click.echo(f"roce-lint: {len(failed)} of {len(outcomes)} devices were not collected", err=True)
    sys.exit(EXIT_UNREADABLE if failed else EXIT_OK)


command.params.append(click_option(QUIET_OPTION))


def _wanted(found: tuple[CollectedDevice, ...], names: tuple[str, ...]) -> tuple[CollectedDevice, ...]:
    known = [device.name for device in found]
    unknown = [name for name in names if name not in known]
    if unknown:
        raise UsageError(
            *(f"--device {name}: the inventory has no such device{did_you_mean(name, known)}" for name in unknown)
        )
    return tuple(device for device in found if not names or device.name in names)


def _refuse_places(devices: tuple[CollectedDevice, ...], folder: Path) -> None:
    """Raise UsageError where something would be written outside of the folder, through a link in it."""
    if os.path.exists(folder) and not os.path.isdir(folder):
        raise UsageError(Problem(str(folder), 0, 0, "is no folder; name a folder to write to"))
    for device in devices:
        for path in _paths(device):
            if leads_out((folder / path).parent, folder):
                text = "a link that leads out of the output folder; delete it"
                raise UsageError(Problem(str((folder / path).parent), 0, 0, text))


def _paths(device: CollectedDevice) -> tuple[str, ...]:
    return tuple(file.path_of(device.name) for file in collection_of(device.system).files)


def _kept(name: str, devices: tuple[CollectedDevice, ...], folder: Path) -> str:
    """Return a note about files of an earlier run that stay as they are."""
    paths = [path for device in devices if device.name == name for path in _paths(device)]
    there = [path for path in paths if os.path.isfile(folder / path)]
    return f" (kept from an earlier run: {', '.join(there)})" if there else ""


def _own_name() -> str:
    # The standard library looks at the environment, then at the system's list of users.
    import getpass

    try:
        return getpass.getuser()
    except (KeyError, OSError):
        raise UsageError("the account is not known; name it with --user or in the inventory") from None

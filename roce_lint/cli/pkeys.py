"""`roce-lint pkeys`: the P_Key table of every port, as OpenSM would program it."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from roce_lint.cli.as_click import click_option
from roce_lint.cli.command import EXIT_FINDINGS, EXIT_OK, EXIT_UNREADABLE
from roce_lint.cli.inputs import gather_inputs, load_settings, say_left_out
from roce_lint.cli.options import SETTINGS_OPTIONS
from roce_lint.errors import ConfigError, Problem, UsageError
from roce_lint.infiniband.effective_tables import TablesVerdict
from roce_lint.infiniband.partition import ParserAction
from roce_lint.infiniband.sm_setup import (
    SmSetup,
    manager_port,
    named_ports,
    ports_named,
    ports_of,
    sm_setups,
    tables_of,
)
from roce_lint.read.files import at_hand
from roce_lint.read.infiniband_documents import read_infiniband
from roce_lint.report.pkey_tables import NamedTables, tables_json, tables_text
from roce_lint.report.printable import printable
from roce_lint.suggest import did_you_mean


@click.command("pkeys", epilog="Example: roce-lint pkeys opensm/ ibnetdiscover.txt --sm sm-01")
@click.argument("paths", nargs=-1)
@click.option("--sm", "manager", default="", metavar="NODE|GUID", help="Node or port GUID of the subnet manager.")
@click.option("--exclude", multiple=True, help="Pattern of files to leave out, as in .gitignore.")
@click.option("--format", "form", type=click.Choice(["table", "json"]), default="table", show_default=True)
def command(
    paths: tuple[str, ...], manager: str, exclude: tuple[str, ...], form: str, settings_file: str, no_settings: bool
) -> None:
    """Print the P_Key table of every port that OpenSM would program, in index order.

    Reads partitions.conf, opensm.conf and the topology (ibnetdiscover) from the files and folders named; each is
    found by its content. Bit 15 means full membership; a hole is 0x0000. A file that OpenSM refuses gives the
    tables that it falls back to, and exit code 1.
    """
    gathered = gather_inputs(paths, load_settings(settings_file, none=no_settings), "", exclude)
    read = read_infiniband(at_hand(gathered.documents), gathered.named)
    failures = (*gathered.failures, *read.failures)
    say_left_out((*gathered.skipped, *read.skipped))
    for problem in failures:
        click.echo(f"roce-lint: {printable(str(problem))}", err=True)
    setups = _wanted(sm_setups(read.facts))
    shown = [NamedTables(setup.place, tables_of(setup, _manager(setup, manager))) for setup in setups]
    click.echo(tables_json(shown) if form == "json" else tables_text(shown), nl=False)
    refused = any(one.tables.verdict is TablesVerdict.REFUSED for one in shown)
    sys.exit(EXIT_UNREADABLE if failures else EXIT_FINDINGS if refused else EXIT_OK)


command.params += map(click_option, SETTINGS_OPTIONS)


def _wanted(setups: Sequence[SmSetup]) -> list[SmSetup]:
    """Return what to print, and say what is missing or refused.

    Raises ConfigError when neither a topology nor a partition file names any port.
    """
    wanted = [setup for setup in setups if setup.partitions is not None] or list(setups)
    if all(setup.subnet is None for setup in wanted) and not any(
        setup.partitions is not None and named_ports(setup.partitions) for setup in wanted
    ):
        absent = sorted({name for setup in wanted or [SmSetup(None, None, None)] for name in _absent(setup)})
        raise ConfigError(f"no port is known; among the files is no {' and no '.join(absent)}; name it as well")
    for setup in wanted:
        if setup.partitions is None:
            note = "among the files is no partitions.conf: the tables are those of OpenSM's own default partition"
            click.echo(f"roce-lint: {printable(setup.place)}: {note}", err=True)
        if setup.subnet is None:
            note = "among the files is no topology (ibnetdiscover): only ports that partitions.conf names are shown"
            click.echo(f"roce-lint: {printable(setup.place)}: {note}", err=True)
        if setup.partitions is not None:
            for doubtful in setup.partitions.doubtful_texts:
                if doubtful.action is ParserAction.FATAL:
                    place = Problem(
                        doubtful.source.file, doubtful.source.line, 0, f"OpenSM refuses the file: {doubtful.because}"
                    )
                    click.echo(f"roce-lint: {printable(str(place))}", err=True)
            if not setup.partitions.is_foreseeable:
                note = "what OpenSM does depends on memory that it never wrote; see the findings of check"
                click.echo(f"roce-lint: {printable(setup.place)}: {note}", err=True)
    return wanted


def _absent(setup: SmSetup) -> tuple[str, ...]:
    """Return the files that name ports and that a setup lacks."""
    return (
        *(("topology (output of ibnetdiscover)",) if setup.subnet is None else ()),
        *(("partitions.conf that names ports",) if setup.partitions is None else ()),
    )


def _manager(setup: SmSetup, wanted: str) -> int:
    """Return the port GUID of the subnet manager. Raises UsageError when the one named is not in the subnet."""
    if wanted:
        found = ports_named(setup.subnet, wanted)
        if found:
            return found[0][1]
        present = {port.guid for port in ports_of(setup)}
        guid = _guid(wanted)
        if setup.subnet is None and guid:
            return guid
        names = [node.name for node, _ in setup.subnet.end_ports()] if setup.subnet is not None else []
        near = did_you_mean(wanted, sorted(set(names)))
        raise UsageError(f"--sm {wanted}: the subnet has no such node or port GUID{near} ({len(present)} ports known)")
    port = manager_port(setup)
    if port.is_assumed and port.guid:
        note = f"{port.because}; the subnet manager is taken to be on 0x{port.guid:016x}, say it with --sm"
        click.echo(f"roce-lint: {printable(setup.place)}: {note}", err=True)
    return port.guid


def _guid(text: str) -> int:
    try:
        return int(text.lower().removeprefix("0x").replace(":", ""), 16)
    except ValueError:
        return 0

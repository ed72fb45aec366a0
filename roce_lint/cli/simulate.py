"""`roce-lint simulate`: what a fabric does under load, and what a fault costs."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Unpack

import click

from roce_lint.cli.as_click import click_option
from roce_lint.cli.fabric_read import FABRIC_OPTIONS, FabricWords, read_fabric
from roce_lint.cli.options import COLOR_OPTION
from roce_lint.cli.outputs import write_text
from roce_lint.cli.printing import choose_color, print_text
from roce_lint.cli.progress import ProgressLine
from roce_lint.errors import UsageError
from roce_lint.report.simulated_html import simulated_html
from roce_lint.simulate.amount import parse_bytes, parse_time_ns
from roce_lint.simulate.as_json import run_json
from roce_lint.simulate.as_text import run_text
from roce_lint.simulate.choose_engine import simulated
from roce_lint.simulate.flow_file import loaded_by_file
from roce_lint.simulate.outcome import EngineName, RunWatch
from roce_lint.simulate.patterns import Load, loaded
from roce_lint.simulate.plant import UNLIMITED, Plant
from roce_lint.simulate.resolved import resolved
from roce_lint.simulate.scenario_load import load_scenario
from roce_lint.simulate.scenario_plant import scenario_plant
from roce_lint.values import replace

_WRITERS = {"text": run_text, "json": run_json}
_AUTO = "auto"


@click.command("simulate", epilog="Example: roce-lint simulate configs/ --intent fabric.roce.yaml --pattern incast:16")
@click.argument("paths", nargs=-1)
@click.option("--scenario", default="", help="Network and load as a file, without configurations.")
@click.option("--flows", default="", help="Flows and faults between the hosts as a file, in place of a pattern.")
@click.option(
    "--pattern",
    default="incast",
    show_default=True,
    help="Who sends: incast:16, all-to-all:8, ring, rail-all-to-all:8, permutation, victim:8, stuck-nic, failed-link.",
)
@click.option("--to", default="", help="Who receives, or whose NIC is stuck: a host, or host:port; the first one.")
@click.option("--size", default="", metavar="SIZE", help="Bytes of each flow, as in 1MB; to the end if omitted.")
@click.option("--duration", default="10 ms", show_default=True, metavar="TIME", help="How long.")
@click.option(
    "--engine",
    type=click.Choice([_AUTO, *(engine.value for engine in EngineName)]),
    default=_AUTO,
    show_default=True,
    help="Each packet, or steps of time (needs numpy); auto: packets while there are few of them.",
)
@click.option("--seed", type=click.IntRange(0), default=None, help="Seed of marks, paths and patterns; 1.")
@click.option("--html", "html_file", default="", metavar="FILE", help="Also write a page with plots over time.")
@click.option(
    "--format", "--output-format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True
)
def command(
    scenario: str,
    flows: str,
    pattern: str,
    to: str,
    size: str,
    duration: str,
    engine: str,
    seed: int | None,
    form: str,
    html_file: str,
    color: str | None,
    **words: Unpack[FabricWords],
) -> None:
    """Simulate a fabric under load: throughput, drops, pauses, queues, and who suffers."""
    choose_color(color)
    if scenario:
        if words["paths"] or flows:
            raise UsageError("--scenario is a network with its flows; name it or configurations, not both")
        plant = scenario_plant(load_scenario(scenario))
        _print(plant if seed is None else replace(plant, seed=seed), engine, form, html_file, quiet=words["quiet"])
        return
    load = Load(
        pattern, to, _option("--size", size, parse_bytes, UNLIMITED),
        _option("--duration", duration, parse_time_ns, 10e6), 1 if seed is None else seed,
    )  # fmt: skip
    read = read_fabric(**words)
    code = read.say_what_is_missing()
    network = resolved(read.fabric)
    _print(
        loaded_by_file(network, flows, load) if flows else loaded(network, load),
        engine,
        form,
        html_file,
        quiet=words["quiet"],
    )
    sys.exit(code)


def _print(plant: Plant, engine: str, form: str, html_file: str, *, quiet: bool) -> None:
    progress = ProgressLine(quiet=quiet)
    with progress:
        watch = RunWatch(progress.simulating, samples=bool(html_file))
        found = simulated(plant, None if engine == _AUTO else EngineName(engine), watch)
    if html_file:
        write_text(Path(html_file), simulated_html(found))
    print_text(lambda: _WRITERS[form](found), None)


def _option(option: str, text: str, parse: Callable[[object], float], otherwise: float) -> float:
    """Return the amount of an option. Raises UsageError that names it."""
    if not text:
        return otherwise
    try:
        return parse(text)
    except ValueError as error:
        raise UsageError(f"{option} {error}") from error


command.params += map(click_option, (*FABRIC_OPTIONS, COLOR_OPTION))

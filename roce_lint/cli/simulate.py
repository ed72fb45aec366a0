"""`roce-lint simulate`: what a fabric does under load, and what a fault costs."""

from __future__ import annotations

import click

from roce_lint.cli.as_click import click_option
from roce_lint.cli.options import COLOR_OPTION
from roce_lint.cli.printing import choose_color, print_text
from roce_lint.errors import UsageError
from roce_lint.simulate.as_json import run_json
from roce_lint.simulate.as_text import run_text
from roce_lint.simulate.choose_engine import simulated
from roce_lint.simulate.scenario_load import load_scenario
from roce_lint.simulate.scenario_plant import scenario_plant
from roce_lint.values import replace

_WRITERS = {"text": run_text, "json": run_json}


@click.command("simulate", epilog="Example: roce-lint simulate --scenario incast.yaml --format json")
@click.option("--scenario", default="", help="Network and load as a file, without configurations.")
@click.option("--seed", type=click.IntRange(0), default=None, help="Seed of marks and paths, in place of the file's.")
@click.option(
    "--format", "--output-format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True
)
def command(scenario: str, seed: int | None, form: str, color: str | None) -> None:
    """Simulate a fabric under load: throughput, drops, pauses, queues, and who suffers."""
    choose_color(color)
    if not scenario:
        raise UsageError("name what to simulate: --scenario FILE")
    plant = scenario_plant(load_scenario(scenario))
    if seed is not None:
        plant = replace(plant, seed=seed)
    found = simulated(plant)
    print_text(lambda: _WRITERS[form](found), None)


command.params.append(click_option(COLOR_OPTION))

"""`roce-lint schema`: the JSON schemas of what goes in and what comes out."""

from __future__ import annotations

import json

import click

_KINDS = (
    "intent",
    "platform",
    "rule",
    "waivers",
    "settings",
    "inventory",
    "scenario",
    "flows",
    "report",
    "gate",
    "drift",
)


@click.command("schema")
@click.argument("what", type=click.Choice(_KINDS))
def command(what: str) -> None:
    """Print the JSON schema (draft 2020-12) of a file that people write, or of a JSON report (drift: gate --intent)."""
    if what == "intent":
        from roce_lint.intent.schema import intent_schema

        schema: object = intent_schema()
    elif what == "platform":
        from roce_lint.intent.schema import platform_schema

        schema = platform_schema()
    elif what in ("rule", "waivers", "settings"):
        from roce_lint.judge.file_schemas import rule_schema, settings_schema, waivers_schema

        schema = {"rule": rule_schema, "waivers": waivers_schema, "settings": settings_schema}[what]()
    elif what == "inventory":
        from roce_lint.collect.inventory import inventory_schema

        schema = inventory_schema()
    elif what == "scenario":
        from roce_lint.simulate.scenario_load import scenario_schema

        schema = scenario_schema()
    elif what == "flows":
        from roce_lint.simulate.flow_file import flows_schema

        schema = flows_schema()
    elif what == "gate":
        from roce_lint.gate.schema import verdict_schema

        schema = verdict_schema()
    elif what == "drift":
        from roce_lint.gate.drift_report import drift_schema

        schema = drift_schema()
    else:
        from roce_lint.report.schema import report_schema

        schema = report_schema()
    click.echo(json.dumps(schema, indent=2, sort_keys=True))

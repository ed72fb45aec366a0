"""`roce-lint check-intent`: whether intents are valid and can be rendered, without rendering them."""

from __future__ import annotations

import click

from roce_lint.errors import IntentError, PlatformError, Problem
from roce_lint.intent.load import load_any_intent
from roce_lint.intent.make_infiniband import make_infiniband_view
from roce_lint.intent.make_view import make_views
from roce_lint.intent.model import Intent


@click.command("check-intent", epilog="Example: roce-lint check-intent fabric.roce.yaml")
@click.argument("intents", nargs=-1, required=True)
def command(intents: tuple[str, ...]) -> None:
    """Find every fault of the INTENTS: keys, values, contradictions, platforms that cannot do what is asked."""
    problems: list[Problem] = []
    for path in intents:
        try:
            wish = load_any_intent(path)
            make_infiniband_view(wish)
            warnings = make_views(wish).warnings if isinstance(wish, Intent) else ()
        except (IntentError, PlatformError) as error:
            problems.extend(error.problems)
        else:
            for warning in warnings:
                click.echo(f"roce-lint: {warning}", err=True)
    if problems:
        raise IntentError(*problems)
    click.echo(f"{len(intents)} intent{'s' if len(intents) > 1 else ''}: no fault")

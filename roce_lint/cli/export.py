"""`roce-lint export`: the planned fabric for other tools."""

from __future__ import annotations

import click

from roce_lint.errors import UsageError
from roce_lint.intent.load import load_any_intent
from roce_lint.intent.make_view import make_views
from roce_lint.intent.model import Intent
from roce_lint.render.export import export_fabric, export_formats


@click.command("export", epilog="Example: roce-lint export fabric.roce.yaml --format netbox-cables")
@click.argument("intent")
@click.option("--format", "form", type=click.Choice(export_formats()), required=True, help="What to print.")
def command(intent: str, form: str) -> None:
    """Print the fabric that INTENT asks for as an inventory for Ansible, tables for NetBox, tests for ANTA, or JSON.

    The columns of NetBox's import forms differ between releases; compare them with yours before you import.
    """
    wish = load_any_intent(intent)
    if not isinstance(wish, Intent):
        raise UsageError(f"{intent} describes an InfiniBand subnet alone; export is for Ethernet fabrics")
    click.echo(export_fabric(make_views(wish), form), nl=False)

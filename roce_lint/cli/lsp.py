"""`roce-lint lsp`: the language server that editors start."""

from __future__ import annotations

import click

from roce_lint.errors import UsageError


@click.command("lsp")
@click.option("--stdio", is_flag=True, help="Talk over standard input and output; this happens anyway.")
def command(stdio: bool) -> None:
    """Serve an editor: diagnostics while typing, what a line means, the other end of a cable, fixes, completion.

    Needs the extra `lsp`: pip install "roce-lint[lsp]". docs/editor.md shows how editors start it.
    """
    try:
        from roce_lint.editor.server import serve
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("pygls", "lsprotocol"):
            raise
        raise UsageError('the language server needs pygls; install it with pip install "roce-lint[lsp]"') from error
    serve()

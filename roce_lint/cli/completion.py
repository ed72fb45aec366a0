"""`roce-lint completion`: the script that makes a shell complete commands and options."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

_LOADED_BY = {
    "bash": 'eval "$(roce-lint completion bash)"   # in ~/.bashrc',
    "zsh": 'eval "$(roce-lint completion zsh)"    # in ~/.zshrc',
    "fish": "roce-lint completion fish | source    # in ~/.config/fish/config.fish",
}


@click.command("completion", epilog=f"Example: {_LOADED_BY['bash']}")
@click.argument("shell", type=click.Choice([*_LOADED_BY]))
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Print the completion script of SHELL; load it at the start of every session."""
    script = get_completion_class(shell)
    if script is None:
        raise click.UsageError(f"click knows no completion for {shell}")
    program = ctx.find_root()
    click.echo(script(program.command, {}, "roce-lint", "_ROCE_LINT_COMPLETE").source(), nl=False)

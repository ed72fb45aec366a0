"""A command of plain values as click takes it: to show its help, to complete it, and to refuse what is wrong."""

from __future__ import annotations

import click

from roce_lint.cli.options import Option, PlainCommand


def as_click(command: PlainCommand) -> click.Command:
    """Return the command for click, with its options in their order."""
    argument = command.argument
    parameters: list[click.Parameter] = [
        click.Argument([argument.parameter], nargs=-1) if argument.many else click.Argument([argument.parameter])
    ]
    parameters += map(click_option, command.options)
    return click.Command(
        command.name,
        callback=command.function,
        params=parameters,
        help=command.function.__doc__,
        epilog=command.epilog or None,
    )


def click_option(option: Option) -> click.Option:
    """Return an option for click."""
    names = [*option.spellings, option.parameter]
    if option.flag:
        return click.Option(names, is_flag=True, help=option.help, hidden=option.hidden)
    if option.many:
        return click.Option(names, multiple=True, help=option.help, metavar=option.metavar, hidden=option.hidden)
    return click.Option(
        names,
        default=option.default,
        type=click.Choice([*option.choices]) if option.choices else None,
        show_default=option.shows_default,
        help=option.help,
        metavar=option.metavar,
        hidden=option.hidden,
    )

"""A command line read without click, where it is written as most are; whatever else is in it is left to click.

Click and what it imports take 25 ms of every start. Here only what is surely right is taken: a command's own options,
spelled out, with values that it knows, and words that begin with no dash. Click tells the user about all the rest.
"""

from __future__ import annotations

from collections.abc import Sequence

from roce_lint.cli.options import Option, PlainCommand

Values = dict[str, object]


def plain_values(words: Sequence[str], command: PlainCommand) -> Values | None:
    """Return the value of each parameter, the same that click gives; None where click has to read the words."""
    options = {spelling: option for option in command.options for spelling in option.spellings}
    values: Values = {option.parameter: _unsaid(option) for option in command.options}
    plain: list[str] = []
    rest = list(reversed(words))
    while rest:
        word = rest.pop()
        if not word.startswith("-"):
            plain.append(word)
            continue
        spelling, joined, value = word.partition("=")
        option = options.get(spelling)
        if option is None or (joined and (option.flag or not spelling.startswith("--"))):
            return None
        if option.flag:
            values[option.parameter] = True
            continue
        if not joined:
            if not rest or rest[-1].startswith("-"):
                return None
            value = rest.pop()
        if option.choices and value not in option.choices:
            return None
        earlier = values[option.parameter]
        values[option.parameter] = (*earlier, value) if isinstance(earlier, tuple) else value
    if command.argument.many:
        values[command.argument.parameter] = tuple(plain)
    elif len(plain) == 1 and plain[0]:
        values[command.argument.parameter] = plain[0]
    else:
        return None
    return values


def _unsaid(option: Option) -> object:
    """Return the value of an option that is not given."""
    return False if option.flag else () if option.many else option.default

"""What a command takes, as plain values, from which click and `plain_words` read the same command line."""

from __future__ import annotations

from collections.abc import Callable

from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class Option:
    """An option with one value, of `choices` where there are any; `many`: it may be given several times.

    A `flag` has no value. `name` is the parameter of the function; empty takes it from the long spelling.
    """

    spellings: tuple[str, ...]
    help: str
    name: str = ""
    default: str | None = ""
    choices: tuple[str, ...] = ()
    many: bool = False
    flag: bool = False
    metavar: str | None = None
    hidden: bool = False
    shows_default: bool = False

    @property
    def parameter(self) -> str:
        """Return the parameter of the function that gets the value."""
        return self.name or self.spellings[-1].lstrip("-").replace("-", "_")


SETTINGS_OPTIONS = (
    Option(("--settings", "--config"), "Take the settings from this file.", "settings_file"),
    Option(("--no-settings", "--isolated"), "Take no settings from any file.", "no_settings", flag=True),
)
QUIET_OPTION = Option(("-q", "--quiet"), "Print the result and what is wrong; no progress, no remarks.", flag=True)
COLOR_OPTION = Option(
    ("--color",),
    "When to use colours; auto: at a terminal, unless NO_COLOR is set.  [auto]",
    default=None,
    choices=("auto", "always", "never"),
)


@dataclass(frozen=True, slots=True)
class Argument:
    """A word that is no option; `many`: any number of them, also none."""

    parameter: str
    many: bool = False


@dataclass(frozen=True, slots=True)
class PlainCommand:
    """A command: its function gets the value of each option and argument by name."""

    name: str
    function: Callable[..., None]
    argument: Argument
    options: tuple[Option, ...]
    epilog: str = ""

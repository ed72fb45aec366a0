"""What is asked of a device to collect its configuration; nothing of it changes the device.

`collect/` opens the sessions and asks; the folder of each system says what.
"""

from __future__ import annotations

from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class CollectedFile:
    """A file that the outputs of commands make, one after the other; `path` has a place for `{device}`.

    `optional`: a device on which the commands fail has no such file. Any other failure fails the whole device.
    """

    path: str
    commands: tuple[str, ...]
    optional: bool = False

    def path_of(self, device: str) -> str:
        """Return the path of a device's file, below the output folder."""
        return self.path.format(device=device)


@dataclass(frozen=True, slots=True)
class Terminal:
    """How a command line behaves that runs at a terminal. Patterns are texts of regular expressions."""

    prompt: str
    """A whole last line that waits for a command."""
    unprivileged_prompt: str
    """A prompt at which the configuration is not shown; empty where there is none."""
    raise_privilege: str
    """The command that leaves it."""
    password_prompt: str
    """What that command asks for where a password protects it."""
    session_settings: tuple[str, ...]
    """Commands that hold for the session alone: no pages, no line breaks."""
    pager: str
    """What waits at the end of a page, for a blank."""
    refusal: str
    """How a line begins that refuses a command."""


@dataclass(frozen=True, slots=True)
class Collection:
    """How a configuration is fetched: over a terminal, or without one, where each command runs by itself."""

    terminal: Terminal | None
    files: tuple[CollectedFile, ...]
    refusal: str
    """How a line begins that refuses a command without an exit status; empty where the exit status says it."""

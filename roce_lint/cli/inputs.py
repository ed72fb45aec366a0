"""Options that several commands share: what to read, and against what."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from roce_lint.cli.printing import say
from roce_lint.errors import ConfigError, Problem, UsageError
from roce_lint.judge.given import Given, GivenIntent
from roce_lint.read.files import Skipped
from roce_lint.read.format import format_names
from roce_lint.read.gather import Gathered, gather
from roce_lint.report.printable import printable
from roce_lint.settings.load import Settings, find_settings, read_settings
from roce_lint.values import replace

if TYPE_CHECKING:
    from roce_lint.fabric.fabric import Fabric

OS_NAMES = format_names()
STDIN = "-"

_MOST_LEFT_OUT = 10
KEPT_BYTES = 16 * 1024 * 1024
"""Texts of so many bytes together are kept in memory: those of a hundred switches. Those of ten thousand are not."""


def load_settings(file: str = "", *, none: bool = False) -> Settings:
    """Return the settings of the working directory, or of a file that is named; with `none` no settings at all.

    Raises UsageError for bad settings, and for both a file and none.
    """
    if none and file:
        raise UsageError("give either --settings or --no-settings")
    if none:
        return Settings()
    return read_settings(Path(file)) if file else find_settings(Path.cwd())


def gather_inputs(
    paths: Sequence[str],
    settings: Settings,
    cabling: str,
    exclude: Sequence[str],
    *,
    as_found: bool = False,
    keep_texts: bool = False,
    may_be_empty: bool = False,
    stdin: str = "",
) -> Gathered:
    """Return the files to read, those of the settings if none are named; a folder is walked, the cabling list is added.

    `as_found`: files that are named are treated like those that a walk finds: what is excluded or of another kind, and
    links that lead out of the project, are left out. Unless `keep_texts`, the texts of large fleets are left on disk.
    Where `stdin` names what standard input holds, the path `-` reads it, in place of the file of that name.
    Raises UsageError without any path, ConfigError when nothing at all could be found, unless it `may_be_empty`.
    """
    paths = paths or settings.paths
    if not paths:
        raise UsageError("name the files or folders to read, for example configs/")
    if "" in paths:
        raise UsageError(
            "a path is empty, perhaps a variable without a value; name a file or a folder, or . for this one"
        )
    wants_stdin = STDIN in paths and not os.path.exists(STDIN)
    if wants_stdin and not stdin:
        raise UsageError("standard input is read by check alone; write it to a file and name that")
    every = [*(path for path in paths if path != STDIN or not wants_stdin), *([cabling] if cabling else [])]
    found = gather(
        every, (*settings.exclude, *exclude), as_found=as_found, kept_bytes=None if keep_texts else KEPT_BYTES
    )
    if wants_stdin:
        found = found.with_text(sys.stdin.buffer.read(), stdin)
    if not found.documents and not found.failures and not found.skipped and not may_be_empty:
        raise ConfigError(f"no file found in {', '.join(paths)}; name a folder with configurations")
    return found


def say_if_nothing_found(fabric: Fabric, failures: Sequence[Problem], paths: Sequence[str]) -> None:
    """Say on standard error that nothing of what was read describes a device or an InfiniBand subnet."""
    if not fabric.devices and not fabric.infiniband and not failures:
        say(f"roce-lint: no configuration was found in {', '.join(paths)}; check -v lists what was skipped", err=True)


def given_by(intent: str, profile: str, os: str, cabling: str, settings: Settings) -> tuple[Given, tuple[str, ...]]:
    """Return what is said besides the files, and the warnings about the intent.

    Raises IntentError for a bad intent, UsageError for one that the settings name and that is not there.
    """
    how, at = ("the command line", "") if profile else ("the settings", settings.place("profile"))
    profile = profile or settings.profile
    if not intent:
        settings.refuse_missing("intent")
    path = intent or settings.intent
    place = Path(cabling).as_posix() if cabling else ""
    plain = Given(profile=profile, profile_how=how, profile_place=at, os=os, cabling=place, domain=settings.domain)
    if not path:
        return plain, ()
    # Intents need pydantic, which a plain check must not pay for.
    from roce_lint.intent.as_facts import intent_facts
    from roce_lint.intent.infiniband_facts import intended_partitions
    from roce_lint.intent.load import intent_text, parse_any_intent
    from roce_lint.intent.model import Intent

    text = intent_text(path)
    wish = parse_any_intent(text, path)
    partitions = intended_partitions(wish)
    if not isinstance(wish, Intent):
        # A subnet alone says nothing about Ethernet.
        return replace(plain, partitions=partitions), ()
    facts = intent_facts(wish)
    warnings = tuple(str(problem) for problem in facts.warnings)
    intent_given = GivenIntent(path, text, wish.name, covers_all=False)
    given = replace(plain, design=facts.given, links=facts.links, partitions=partitions, intent=intent_given)
    return given, warnings


def say_left_out(skipped: Iterable[Skipped]) -> None:
    """Name on standard error what was not read, so that no command works on a part of the files in silence."""
    found = sorted((one for one in skipped if not one.holds_nothing), key=lambda one: one.path)
    for one in found[:_MOST_LEFT_OUT]:
        say(f"roce-lint: left out: {printable(one.path)}: {printable(one.because)}", err=True)
    if len(found) > _MOST_LEFT_OUT:
        say(f"roce-lint: left out: {len(found) - _MOST_LEFT_OUT} more; check -v lists them", err=True)

"""What a state is evaluated by: settings and rules, taken from the state itself and not from the working tree."""

from __future__ import annotations

import os
import posixpath
import tempfile
from datetime import date
from pathlib import Path

from roce_lint.errors import Problem, RuleError, UsageError
from roce_lint.gate.state import State
from roce_lint.judge.apply_suppressions import make_suppressions
from roce_lint.judge.baseline_file import LARGEST_CHARACTERS
from roce_lint.judge.check import load_all_rules
from roce_lint.judge.restrictions import rule_restrictions
from roce_lint.judge.rule import Rule
from roce_lint.judge.select import select_rules
from roce_lint.judge.set_thresholds import set_thresholds, threshold_restrictions
from roce_lint.judge.suppressions import Suppressions
from roce_lint.settings.load import FILE_NAMES, Settings, parse_settings
from roce_lint.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class Options:
    """What the command line says; it goes before the settings, in both states alike.

    `today` decides which waivers have expired; `date.min` where no day is known. `settings` take the place of those of
    the states. `allow_removals`: patterns of devices, or of a device and a port, whose protection may go.
    `allow_unread`: pass where switches run systems that are not read. `pattern`: a load to run both states under.
    """

    intent: str = ""
    cabling: str = ""
    profile: str = ""
    rules: tuple[str, ...] = ()
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    os: str = ""
    today: date = date.min
    settings: Settings | None = None
    allow_removals: tuple[str, ...] = ()
    allow_unread: bool = False
    pattern: str = ""


@dataclass(frozen=True, slots=True)
class Measure:
    """Settings, rules and suppressions in force. `known_rules`: all, chosen or not.

    `texts`: the files that say so, by path, to tell two measures apart. `restrictions`: which rules are left out.
    """

    settings: Settings
    rules: tuple[Rule, ...]
    suppressions: Suppressions
    known_rules: tuple[Rule, ...]
    texts: tuple[tuple[str, str], ...]
    restrictions: tuple[str, ...] = ()


def measure_of(state: State, depth: int, options: Options, like: Measure | None = None) -> Measure:
    """Return what a state is evaluated by; `depth` is how many folders lie above it in its repository.

    `like` is the measure of the other state: where neither has rules of its own, they are loaded once.

    Raises UsageError for bad settings, RuleError for a bad rule.
    """
    settings, path, text = (options.settings, "", "") if options.settings is not None else _settings(state, depth)
    texts = [(path, text)] if path else []
    if options.rules:
        rules = like.known_rules if like is not None else load_all_rules([Path(folder) for folder in options.rules])
    else:
        folders = {folder: state.below(folder) for folder in settings.rules}
        texts += [(posixpath.join(folder, name), text) for folder in folders for name, text in folders[folder].items()]
        plain_too = like is not None and not like.settings.rules and not folders
        rules = like.known_rules if like is not None and plain_too else _site_rules(folders)
    rules = set_thresholds(rules, settings)
    files = {path: _named_text(state, path) for path in (settings.waivers, settings.baseline) if path}
    ignored = (*settings.ignore, *options.ignore)
    wanted = options.select or settings.select
    chosen = select_rules(rules, wanted, ignored, settings.named_rules())
    suppressions = make_suppressions(
        waivers=(settings.waivers, files[settings.waivers]) if settings.waivers else None,
        baseline=(settings.baseline, files[settings.baseline]) if settings.baseline else None,
        ignores=settings.per_device_ignores,
        ignores_place=(settings.file, settings.lines.get("per-device-ignores", 0)),
        today=options.today,
        rules=rules,
        is_whole=not (options.paths or options.select),
    )
    every_text = tuple(sorted({**dict(texts), **files}.items()))
    restrictions = (
        *rule_restrictions(rules, chosen, wanted, ignored),
        *threshold_restrictions(chosen, settings),
    )
    return Measure(settings, chosen, suppressions, rules, every_text, restrictions)


def _named_text(state: State, path: str) -> str:
    """Return the text of a file that the settings name. Raises UsageError where it is missing or too large."""
    text = state.text(path)
    if text is None or len(text) > LARGEST_CHARACTERS:
        fault = "there is no such file" if text is None else "it is too large"
        raise UsageError(Problem(path, 0, 0, f"{fault} in {state.label}, and its settings name it"))
    return text


def _settings(state: State, depth: int) -> tuple[Settings, str, str]:
    """Return the settings of the nearest folder that has any, with their path and text; empty where none has."""
    for above in range(depth + 1):
        for name in FILE_NAMES:
            path = "../" * above + name
            text = state.text(path)
            if text is not None and (found := parse_settings(text, Path(path))) is not None:
                return found, path, text
    return Settings(), "", ""


def _site_rules(folders: dict[str, dict[str, str]]) -> tuple[Rule, ...]:
    """Return our rules and those of the state's own folders.

    Rules are loaded from folders, so that those of a commit are put into one that is gone when they have been read.
    """
    if not folders:
        return load_all_rules()
    with tempfile.TemporaryDirectory(prefix="roce-lint-rules-") as name:
        root = Path(name).resolve()
        homes = {}
        for number, (folder, files) in enumerate(folders.items()):
            home = root / str(number) / (posixpath.basename(folder) or "rules")
            home.mkdir(parents=True)
            homes[home] = folder
            for inside, text in files.items():
                target = home / inside
                if target.suffix in (".yaml", ".yml") and target.resolve().is_relative_to(home):
                    target.parent.mkdir(parents=True, exist_ok=True)
                    target.write_text(text, "utf-8")
        try:
            rules = load_all_rules(list(homes))
        except RuleError as error:
            problems = [replace(problem, path=_named(problem.path, homes)) for problem in error.problems]
            raise RuleError(*(_readable(problem, homes) for problem in problems)) from None
    return tuple(replace(rule, file=_named(rule.file, homes)) for rule in rules)


def _named(path: str, homes: dict[Path, str]) -> str:
    """Return a path in the temporary folder as it is called in the state."""
    for home, folder in homes.items():
        for spelled in (home.as_posix(), Path(_relative(home)).as_posix()):
            if path.startswith(spelled):
                return folder + path.removeprefix(spelled)
    return path


def _relative(home: Path) -> str:
    return os.path.relpath(home)


def _readable(problem: Problem, homes: dict[Path, str]) -> Problem:
    message = problem.message
    for home, folder in homes.items():
        message = message.replace(home.as_posix(), folder)
    return replace(problem, message=message)


def differing(one: Measure, other: Measure) -> tuple[str, ...]:
    """Return the files whose text differs between two measures."""
    before, after = dict(one.texts), dict(other.texts)
    return tuple(sorted(path for path in before.keys() | after.keys() if before.get(path) != after.get(path)))

"""What a project sets once: `[tool.roce-lint]` in pyproject.toml, or roce-lint.toml, found by walking up.

The line of each key of a TOML file, which the standard library's parser does not tell.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from roce_lint.errors import Problem, UsageError
from roce_lint.files.inside import leads_out, project_root, seen_from_here
from roce_lint.files.plain_file import read_plain_text
from roce_lint.model.domain_choice import NOTHING_CHOSEN, DomainChoice
from roce_lint.settings.values import (
    RefusedValue,
    domain_choice,
    jobs_of,
    names_by_pattern,
    numbers_by_rule,
    one_of,
    path_inside,
    paths_inside,
    switch_of,
    text_of,
    texts_of,
    web_address,
)
from roce_lint.suggest import did_you_mean
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass, field, replace

_KeyPath = tuple[str, ...]

DEEPEST = 6
"""No setting lies deeper: `tool`, `roce-lint`, a table, one inside, a key, and one more."""
MOST_DOTS = 100
_PART = r"""(?:[\w-]+|"[^"\n]*"|'[^'\n]*')"""
_NAME = rf"{_PART}(?:\s*\.\s*{_PART})*"
_TABLE = lazy_pattern(rf"\s*\[{{1,2}}\s*({_NAME})\s*\]{{1,2}}")
_KEY = lazy_pattern(rf"\s*({_NAME})\s*=")
_PARTS = lazy_pattern(_PART)


def key_lines(text: str) -> Mapping[_KeyPath, int]:
    """Return the line, counted from 1, at which each key and table of a valid TOML text first stands.

    Keys of inline tables and lines inside multi-line texts may be missed or misplaced; what is not found has no line.
    """
    found: dict[_KeyPath, int] = {}
    table: _KeyPath = ()
    for number, line in enumerate(text.splitlines(), 1):
        if match := _TABLE.match(line):
            table = _parts(match.group(1))
            name = table
        elif match := _KEY.match(line):
            name = (*table, *_parts(match.group(1)))
        else:
            continue
        for length in range(1, min(len(name), DEEPEST) + 1):
            found.setdefault(name[:length], number)
    return found


def too_deep_line(text: str) -> int:
    """Return the first line with a key of more than 100 parts, 0 for none; parsers take quadratic time for it."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.partition("=")[0].count(".") > MOST_DOTS:
            return number
    return 0


def _parts(name: str) -> _KeyPath:
    return tuple(part.strip("\"'") for part in _PARTS.findall(name))


FILE_NAMES = ("roce-lint.toml", "pyproject.toml")
LARGEST_FILE_BYTES = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings in force; empty where nothing is set. Paths are relative to the working directory.

    `fail_on`: the least severity that makes `check` fail: error, warning or info. `per_device_ignores`: names of rules
    by pattern of device. `allow_removals`: patterns of devices and ports whose protection `gate` lets go, where the
    base has them. `allow_unread` is `true` where switches of systems that are not read are accepted. `thresholds`:
    numbers by rule and name. `jobs` is `auto` or a number, `cache` is `true` or `false`.
    `docs_url`: where the documentation site is, with a slash at its end. `file` is where the settings are,
    `lines` the line of each key there.
    """

    paths: tuple[str, ...] = ()
    intent: str = ""
    cabling: str = ""
    profile: str = ""
    rules: tuple[str, ...] = ()
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    per_device_ignores: tuple[tuple[str, tuple[str, ...]], ...] = ()
    exclude: tuple[str, ...] = ()
    domain: DomainChoice = NOTHING_CHOSEN
    baseline: str = ""
    waivers: str = ""
    fail_on: str = ""
    allow_removals: tuple[str, ...] = ()
    allow_unread: str = ""
    jobs: str = ""
    cache: str = ""
    docs_url: str = ""
    thresholds: tuple[tuple[str, tuple[tuple[str, int | float], ...]], ...] = ()
    file: str = field(default="", compare=False)
    lines: Mapping[str, int] = field(default_factory=dict, compare=False)

    def place(self, key: str) -> str:
        """Return where a key is set, as `file:line`; empty where it is not."""
        return f"{self.file}:{self.lines[key]}" if self.lines.get(key) else self.file if key in self.lines else ""

    def refuse_missing(self, *keys: str) -> None:
        """Raise UsageError, with the place of each, for files and folders that these keys name and that are not there.

        The keys are `intent`, `rules`, `waivers` and `baseline`; what a command line names instead is not asked for.
        """
        named = {
            "intent": (self.intent,),
            "rules": self.rules,
            "waivers": (self.waivers,),
            "baseline": (self.baseline,),
        }
        missing = [(key, path) for key in keys for path in named[key] if path and not os.path.exists(path)]
        if missing:
            raise UsageError(
                *(
                    Problem(self.place(key), 0, 0, f"{key} names {path}, which is not there; correct the path")
                    for key, path in missing
                )
            )

    def named_rules(self) -> dict[str, str]:
        """Return what `select` and `ignore` name, rules, codes or families, each with its place as `file:line`."""
        return {
            name.strip(): self.place(key)
            for key, items in (("select", self.select), ("ignore", self.ignore))
            for item in items
            for name in item.split(",")
        }


KEYS = (
    "paths",
    "intent",
    "cabling",
    "profile",
    "rules",
    "select",
    "ignore",
    "per-device-ignores",
    "exclude",
    "domain",
    "baseline",
    "waivers",
    "fail-on",
    "allow-removals",
    "allow-unread",
    "jobs",
    "cache",
    "docs-url",
    "thresholds",
)
"""What may be set, in the order in which it is shown."""


def find_settings(start: Path) -> Settings:
    """Return the settings of the nearest folder, from `start` up to the root of its repository, that has any.

    Raises UsageError for a file that is not valid, an unknown key, a value of the wrong type, and a path that leads
    out of the project.
    """
    root = project_root(start)
    in_repository = root != start.absolute() or any(os.path.exists(start / mark) for mark in (".git", ".hg"))
    for folder in (start, *start.parents):
        for name in FILE_NAMES:
            path = folder / name
            if not os.path.exists(path) or os.path.isdir(path):
                continue
            found = parse_settings(_read(path, project_root(folder)), path)
            if found is not None:
                return found
        if in_repository and folder.absolute() == root:
            break
    return Settings()


def read_settings(path: Path) -> Settings:
    """Return the settings of a file that the user names; raises UsageError as `find_settings` does."""
    if not os.path.isfile(path):
        raise UsageError(Problem(str(path), 0, 0, "there is no such file of settings"))
    found = parse_settings(_read(path, path.resolve().parent), path)
    if found is None:
        raise UsageError(Problem(str(path), 0, 0, "it has no table [tool.roce-lint]"))
    return found


def parse_settings(text: str, path: Path) -> Settings | None:
    """Return the settings in the text of a file, or None where a pyproject.toml has none.

    `path` is where the file lies, or would lie; it need not exist. Raises UsageError as `find_settings` does.
    """
    table = _table(text, path)
    if table is None:
        return None
    prefix = ("tool", "roce-lint") if path.name == "pyproject.toml" else ()
    lines = {
        ".".join(name[len(prefix) :]): number
        for name, number in key_lines(text).items()
        if name[: len(prefix)] == prefix and len(name) > len(prefix)
    }
    return _checked(table, path, lines)


def _read(path: Path, root: Path) -> str:
    """Return the text of a settings file, which must be a plain file of the project."""
    shown = seen_from_here(path)
    if leads_out(path, root):
        raise UsageError(Problem(shown, 0, 0, "a link that leads out of the project; name the file with --settings"))
    return read_plain_text(path, LARGEST_FILE_BYTES, "file of settings")


def _table(text: str, path: Path) -> dict[str, object] | None:
    """Return the settings table of a file, or None where a pyproject.toml has none."""
    # Most folders have no settings.
    import tomllib

    shown = seen_from_here(path)
    deep = too_deep_line(text)
    if deep:
        raise UsageError(Problem(shown, deep, 0, "a key of more than 100 parts; no setting is nested that deep"))
    try:
        content: dict[str, object] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UsageError(Problem(shown, 0, 0, f"not valid TOML: {error}")) from error
    except RecursionError as error:
        raise UsageError(Problem(shown, 0, 0, "not valid TOML: nested too deeply")) from error
    except ValueError as error:
        raise UsageError(Problem(shown, 0, 0, f"not valid TOML: {error}")) from error
    if path.name != "pyproject.toml":
        return content
    tools = content.get("tool", {})
    table = tools.get("roce-lint") if isinstance(tools, dict) else None
    alike = [name for name in tools if _alike(name) == _alike("roce-lint")] if isinstance(tools, dict) else []
    if table is None and alike:
        raise UsageError(Problem(shown, 0, 0, f"the table [tool.{alike[0]}] is not read; call it [tool.roce-lint]"))
    return table if isinstance(table, dict) else None


def _alike(name: str) -> str:
    """Return a name without what is easily written otherwise."""
    return name.lower().replace("_", "").replace("-", "")


def _checked(table: Mapping[str, object], path: Path, lines: Mapping[str, int]) -> Settings:
    """Return the settings that a table states; raises UsageError with all its problems."""
    shown = seen_from_here(path)
    problems: list[Problem] = []

    def refuse(key: str, message: str) -> None:
        problems.append(Problem(shown, lines.get(key, lines.get(key.partition(".")[0], 0)), 0, message))

    settings = Settings(file=shown, lines={**dict.fromkeys(table, 0), **lines})
    for key, value in table.items():
        if key not in KEYS:
            refuse(key, f"unknown setting {key!r}{did_you_mean(key, KEYS)}")
            continue
        try:
            settings = _with(settings, key, value, path.parent)
        except RefusedValue as error:
            for part, message in error.faults:
                refuse(f"{key}.{part}" if part else key, message)
    if problems:
        raise UsageError(*sorted(problems, key=lambda problem: (problem.line, problem.message)))
    return settings


def _with(settings: Settings, key: str, value: object, folder: Path) -> Settings:
    """Return the settings with one key more; raises RefusedValue for a value that it cannot have."""
    match key:
        case "paths":
            return replace(settings, paths=paths_inside(key, value, folder))
        case "intent":
            return replace(settings, intent=path_inside(key, value, folder))
        case "cabling":
            return replace(settings, cabling=path_inside(key, value, folder))
        case "rules":
            return replace(settings, rules=paths_inside(key, value, folder))
        case "baseline":
            return replace(settings, baseline=path_inside(key, value, folder))
        case "waivers":
            return replace(settings, waivers=path_inside(key, value, folder))
        case "profile":
            return replace(settings, profile=text_of(key, value))
        case "select":
            return replace(settings, select=texts_of(key, value))
        case "ignore":
            return replace(settings, ignore=texts_of(key, value))
        case "exclude":
            return replace(settings, exclude=texts_of(key, value))
        case "allow-removals":
            return replace(settings, allow_removals=texts_of(key, value))
        case "allow-unread":
            return replace(settings, allow_unread=switch_of(key, value))
        case "per-device-ignores":
            return replace(settings, per_device_ignores=names_by_pattern(key, value))
        case "domain":
            return replace(settings, domain=domain_choice(value, settings.file))
        case "jobs":
            return replace(settings, jobs=jobs_of(key, value))
        case "cache":
            return replace(settings, cache=switch_of(key, value))
        case "thresholds":
            return replace(settings, thresholds=numbers_by_rule(key, value))
        case "docs-url":
            return replace(settings, docs_url=web_address(key, value))
        case _:
            return replace(settings, fail_on=one_of(key, value, ("error", "warning", "info")))

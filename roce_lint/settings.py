"""What a project sets once: `[tool.roce-lint]` in pyproject.toml, or roce-lint.toml, found by walking up."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, fields
from pathlib import Path

from roce_lint.errors import Problem, UsageError
from roce_lint.suggest import did_you_mean

FILE_NAMES = ("roce-lint.toml", "pyproject.toml")


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings in force; empty where nothing is set. Paths are relative to the working directory.

    `fail_on`: the least severity that makes `check` fail: error, warning or info.
    """

    intent: str = ""
    cabling: str = ""
    profile: str = ""
    rules: tuple[str, ...] = ()
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    fail_on: str = ""


_PATHS = ("intent", "cabling", "rules")


def find_settings(start: Path) -> Settings:
    """Return the settings of the nearest folder, from `start` upwards, that has any.

    Raises UsageError for a file that is not valid, an unknown key or a value of the wrong type.
    """
    for folder in (start, *start.parents):
        for name in FILE_NAMES:
            path = folder / name
            if path.is_file() and (table := _table(path)) is not None:
                return _checked(table, path)
    return Settings()


def parse_settings(text: str, path: Path) -> Settings | None:
    """Return the settings in the text of a file, or None where a pyproject.toml has none.

    `path` is where the file lies, or would lie; it need not exist. Raises UsageError as `find_settings` does.
    """
    table = _table_in(text, path)
    return None if table is None else _checked(table, path)


def _table(path: Path) -> dict[str, object] | None:
    """Return the settings table of a file, or None where a pyproject.toml has none."""
    try:
        return _table_in(path.read_text("utf-8"), path)
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(Problem(str(path), 0, 0, f"cannot be read: {error}")) from error


def _table_in(text: str, path: Path) -> dict[str, object] | None:
    try:
        content: dict[str, object] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UsageError(Problem(str(path), 0, 0, f"not valid TOML: {error}")) from error
    if path.name != "pyproject.toml":
        return content
    tools = content.get("tool", {})
    table = tools.get("roce-lint") if isinstance(tools, dict) else None
    return table if isinstance(table, dict) else None


def _checked(table: dict[str, object], path: Path) -> Settings:
    known = {field.name.replace("_", "-"): field.name for field in fields(Settings)}
    problems: list[str] = []
    values: dict[str, str | tuple[str, ...]] = {}
    for key, value in table.items():
        if key not in known:
            problems.append(f"unknown setting {key!r}{did_you_mean(key, known)}")
            continue
        wants_list = isinstance(getattr(Settings(), known[key]), tuple)
        if wants_list and isinstance(value, list) and all(isinstance(item, str) for item in value):
            values[known[key]] = tuple(_placed(key, str(item), path) for item in value)
        elif not wants_list and isinstance(value, str):
            values[known[key]] = _placed(key, value, path)
        else:
            problems.append(f"{key} is {value!r}; it must be {'a list of strings' if wants_list else 'a string'}")
    if "fail_on" in values and values["fail_on"] not in ("error", "warning", "info"):
        problems.append(f"fail-on is {values['fail_on']!r}; it must be error, warning or info")
    if problems:
        raise UsageError(*(Problem(str(path), 0, 0, problem) for problem in problems))
    return _settings(values)


def _settings(values: dict[str, str | tuple[str, ...]]) -> Settings:
    texts = {key: value for key, value in values.items() if isinstance(value, str)}
    lists = {key: value for key, value in values.items() if isinstance(value, tuple)}
    empty: tuple[str, ...] = ()
    return Settings(
        intent=texts.get("intent", ""),
        cabling=texts.get("cabling", ""),
        profile=texts.get("profile", ""),
        rules=lists.get("rules", empty),
        select=lists.get("select", empty),
        ignore=lists.get("ignore", empty),
        exclude=lists.get("exclude", empty),
        fail_on=texts.get("fail_on", ""),
    )


def _placed(key: str, value: str, path: Path) -> str:
    """Return a path setting as seen from the working directory."""
    if key not in _PATHS:
        return value
    target = path.parent / value
    try:
        return target.relative_to(Path.cwd()).as_posix()
    except ValueError:
        return target.as_posix()

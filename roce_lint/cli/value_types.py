"""What values of options and arguments are: the word that help shows for them, and what shells complete."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import click
from click.shell_completion import CompletionItem

from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class ValueType:
    """One kind of text: `names` lists what it can be; None where it is a path, or anything at all (`is_path`)."""

    metavar: str
    is_path: bool = False
    names: Callable[[], Iterable[str]] | None = None


def _rules() -> Iterable[str]:
    from roce_lint.judge.check import load_all_rules
    from roce_lint.judge.select import names_of

    return {name for rule in load_all_rules((), examples=False) for name in names_of(rule) if "*" not in name}


def _families() -> Iterable[str]:
    from roce_lint.report.manual import FAMILIES

    return map(str.upper, FAMILIES)


def _platforms() -> Iterable[str]:
    from roce_lint.platforms.catalog import platform_ids

    return platform_ids()


def _profiles() -> Iterable[str]:
    from roce_lint.judge.examination import all_profiles

    return [profile.id for profile in all_profiles()]


_FILE, _FOLDER, _RULES = ValueType("FILE", True), ValueType("FOLDER", True), ValueType("RULES", names=_rules)
_BY_OPTION: Mapping[str, ValueType] = {
    **dict.fromkeys(("--intent", "--cabling", "--waivers", "--baseline", "--write-baseline", "--settings"), _FILE),
    **dict.fromkeys(("--rules", "--cache-dir", "--templates", "--diff"), _FOLDER),
    **dict.fromkeys(("--select", "--ignore", "--only"), _RULES),
    "--stdin-filename": _FILE,
    "--output": _FILE,
    "--path": ValueType("PATH", True),
    "--family": ValueType("FAMILY", names=_families),
    "--platform": ValueType("MODEL", names=_platforms),
    "--profile": ValueType("PROFILE", names=_profiles),
    "--exclude": ValueType("PATTERN"),
    "--device": ValueType("DEVICE"),
    "--jobs": ValueType("NUMBER"),
    "--search": ValueType("WORDS"),
    "--name": ValueType("NAME"),
    "--today": ValueType("DATE"),
}
"""By the long spelling of the option; whoever adds one with a text says here what it is."""
_ARGUMENTS: Mapping[str, ValueType] = {
    **dict.fromkeys(("paths", "intent", "intents", "folder"), ValueType("", True)),
    "rule": ValueType("", names=lambda: (*_rules(), *_families())),
}


class _Names(click.types.StringParamType):
    """A text that is one of some names, or several with commas, which a shell completes."""

    name = "text"

    def __init__(self, names: Callable[[], Iterable[str]]) -> None:
        self._names = names

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Return the names that begin like the last one of the list."""
        before, comma, begun = incomplete.rpartition(",")
        fitting = sorted(name for name in self._names() if name.lower().startswith(begun.lower()))
        return [CompletionItem(before + comma + name) for name in fitting]


def with_value_types(command: click.Command, *, completing: bool) -> click.Command:
    """Give texts of a command their word in help and, where a shell completes, the values that they can have."""
    for parameter in command.params:
        found = _value_type(parameter)
        if found is None:
            continue
        if isinstance(parameter, click.Option) and parameter.metavar is None:
            parameter.metavar = found.metavar
        if completing and found.names is not None:
            parameter.type = _Names(found.names)
        elif completing and found.is_path:
            parameter.type = click.Path(readable=False)
    return command


def _value_type(parameter: click.Parameter) -> ValueType | None:
    if not isinstance(parameter.type, click.types.StringParamType) or getattr(parameter, "is_flag", False):
        return None
    if isinstance(parameter, click.Argument):
        return _ARGUMENTS.get(parameter.name or "")
    return next((_BY_OPTION[name] for name in parameter.opts if name in _BY_OPTION), None)

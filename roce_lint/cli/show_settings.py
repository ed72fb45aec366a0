"""`--show-settings`: what is in force, and where each value comes from."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from roce_lint.model.domain_choice import PortPatterns
from roce_lint.settings.load import KEYS, Settings

_SettingValue = str | Sequence[str]
DEFAULTS: Mapping[str, _SettingValue] = {"fail-on": "error", "jobs": "auto", "cache": "true"}


def settings_in_force(settings: Settings, command_line: Mapping[str, _SettingValue]) -> Iterator[str]:
    """Yield one line of TOML for each setting, with its origin as a comment.

    `command_line` has the options that were given; `ignore` and `exclude` are added to the settings, every other option
    takes their place.
    """
    yield f"# settings: {settings.file or 'none found'}"
    for key in KEYS:
        given = command_line.get(key) or ()
        if key == "domain":
            yield from _domain(settings)
        elif key == "per-device-ignores":
            yield from _ignores(settings)
        elif key == "thresholds":
            yield from _thresholds(settings)
        else:
            field = getattr(settings, key.replace("-", "_"))
            origin = settings.place(key) or "default"
            value: _SettingValue = field or DEFAULTS.get(key, field)
            if given and key in ("ignore", "exclude") and field:
                value, origin = [*field, *given], f"{origin} and the command line"
            elif given:
                value, origin = given, "the command line"
            yield _line(key, value, origin)


def _line(key: str, value: _SettingValue, origin: str) -> str:
    # JSON texts and lists of texts are TOML as well.
    shown = json.dumps(value if isinstance(value, str) else list(value), ensure_ascii=False)
    if key in ("jobs", "cache") and value != "auto":
        shown = str(value)
    return f"{key} = {shown}  # {origin}"


def _ignores(settings: Settings) -> Iterator[str]:
    for pattern, rules in settings.per_device_ignores:
        key = f"per-device-ignores.{json.dumps(pattern)}"
        yield _line(key, rules, _place(settings, f"per-device-ignores.{pattern}", "per-device-ignores"))


def _thresholds(settings: Settings) -> Iterator[str]:
    for rule, values in settings.thresholds:
        for name, value in values:
            place = _place(settings, f"thresholds.{rule}.{name}", "thresholds")
            yield f"thresholds.{rule}.{name} = {value}  # {place}"


def _domain(settings: Settings) -> Iterator[str]:
    for side, patterns in (("include", settings.domain.include), ("exclude", settings.domain.exclude)):
        for name, values in _patterns(patterns):
            if values:
                yield _line(f"domain.{side}.{name}", values, _place(settings, f"domain.{side}.{name}", "domain"))


def _patterns(patterns: PortPatterns) -> Iterator[tuple[str, Sequence[str]]]:
    yield "devices", patterns.devices
    yield "interfaces", patterns.interfaces
    yield "descriptions", patterns.descriptions
    yield "vrfs", patterns.vrfs
    yield "vlans", [str(vlan) for vlan in sorted(patterns.vlans)]


def _place(settings: Settings, inner: str, outer: str) -> str:
    return settings.place(inner) or settings.place(outer)

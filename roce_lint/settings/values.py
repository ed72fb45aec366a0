"""The values that settings may have: each is checked, and one that is refused says what it must be."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from roce_lint.files.inside import leads_out, project_root, seen_from_here
from roce_lint.model.domain_choice import DomainChoice, PortPatterns
from roce_lint.suggest import did_you_mean
from roce_lint.text.patterns import lazy_pattern

DOMAIN_SIDES = ("include", "exclude")
DOMAIN_KEYS = ("devices", "interfaces", "descriptions", "vrfs", "vlans")
MOST_JOBS = 1024
MOST_OF_A_THRESHOLD = 10**15
_WEB_ADDRESS = lazy_pattern(r"https?://[A-Za-z0-9.-]+(:[0-9]{1,5})?(/[A-Za-z0-9._~/-]*)?")
_VLAN_RANGE = lazy_pattern(r"(\d{1,4})\s*-\s*(\d{1,4})")


class RefusedValue(Exception):
    """A value that a setting cannot have; `faults` are (key inside the setting, message)."""

    def __init__(self, *faults: tuple[str, str]) -> None:
        self.faults = faults
        super().__init__("; ".join(message for _, message in faults))


def text_of(key: str, value: object) -> str:
    """Return a text; raises RefusedValue for anything else."""
    if not isinstance(value, str):
        raise RefusedValue(("", f"{key} is {value!r}; it must be a string"))
    return value


def texts_of(key: str, value: object) -> tuple[str, ...]:
    """Return a list of texts; raises RefusedValue for anything else."""
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise RefusedValue(("", f"{key} is {value!r}; it must be a list of strings"))
    return tuple(str(item) for item in value)


def one_of(key: str, value: object, choices: Sequence[str]) -> str:
    """Return one of some texts; raises RefusedValue for anything else."""
    if value not in choices:
        raise RefusedValue(("", f"{key} is {value!r}; it must be {', '.join(choices[:-1])} or {choices[-1]}"))
    return str(value)


def jobs_of(key: str, value: object) -> str:
    """Return a number of processes, or `auto`, as the command line has it; raises RefusedValue for anything else."""
    if value == "auto" or (isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= MOST_JOBS):
        return str(value)
    raise RefusedValue(("", f'{key} is {value!r}; it must be "auto" or a number from 1 to {MOST_JOBS}'))


def web_address(key: str, value: object) -> str:
    """Return a web address that ends with a slash; raises RefusedValue for anything else."""
    address = text_of(key, value)
    if not _WEB_ADDRESS.fullmatch(address):
        raise RefusedValue(
            ("", f"{key} is {value!r}; it must be an address such as 'https://docs.example.net/roce-lint/'")
        )
    return address if address.endswith("/") else f"{address}/"


def switch_of(key: str, value: object) -> str:
    """Return `true` or `false`; raises RefusedValue for anything else."""
    if not isinstance(value, bool):
        raise RefusedValue(("", f"{key} is {value!r}; it must be true or false"))
    return "true" if value else "false"


def path_inside(key: str, value: object, folder: Path) -> str:
    """Return a path as seen from the working directory; raises RefusedValue when it leads out of the project."""
    name = text_of(key, value)
    if "\0" in name or not name:
        raise RefusedValue(("", f"{key} is {value!r}; it must be the path of a file or folder"))
    root = project_root(folder)
    if leads_out(folder / name, root):
        raise RefusedValue(
            ("", f"{key} leads out of the project ({seen_from_here(root)}): {name!r}; name it on the command line")
        )
    if os.path.exists(folder / name) and not os.path.isfile(folder / name) and not os.path.isdir(folder / name):
        raise RefusedValue(("", f"{key} is {name!r}, which is a pipe or a device; name a file or a folder"))
    return seen_from_here(folder / name)


def paths_inside(key: str, value: object, folder: Path) -> tuple[str, ...]:
    """Return several paths as `path_inside` does."""
    return tuple(path_inside(key, item, folder) for item in texts_of(key, value))


def names_by_pattern(key: str, value: object) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return lists of names by pattern; raises RefusedValue with every wrong one."""
    if not isinstance(value, dict):
        raise RefusedValue(("", f"{key} is {value!r}; it must be a table: pattern of devices = list of rules"))
    faults = [
        (pattern, f"{key}: {pattern!r} is {names!r}; it must be a list of rules")
        for pattern, names in value.items()
        if not isinstance(names, list) or not names or not all(isinstance(name, str) for name in names)
    ]
    if faults:
        raise RefusedValue(*faults)
    return tuple((str(pattern), tuple(names)) for pattern, names in value.items())


def numbers_by_rule(key: str, value: object) -> tuple[tuple[str, tuple[tuple[str, int | float], ...]], ...]:
    """Return numbers by rule and name; raises RefusedValue with every wrong one."""
    if not isinstance(value, dict):
        raise RefusedValue(("", f"{key} is {value!r}; it must hold a table for each rule: name = number"))
    faults: list[tuple[str, str]] = []
    for rule, table in value.items():
        if not isinstance(table, dict):
            faults.append((rule, f"{key}.{rule} is {table!r}; it must be a table: name = number"))
            continue
        faults += [
            (
                f"{rule}.{name}",
                f"{key}.{rule}.{name} is {number!r}; it must be a number from 0 to {MOST_OF_A_THRESHOLD}",
            )
            for name, number in table.items()
            if isinstance(number, bool)
            or not isinstance(number, (int, float))
            or not 0 <= number <= MOST_OF_A_THRESHOLD
        ]
    if faults:
        raise RefusedValue(*faults)
    return tuple((str(rule), tuple(table.items())) for rule, table in value.items())


def domain_choice(value: object, place: str) -> DomainChoice:
    """Return the ports that belong to the RoCE domain and those that do not; raises RefusedValue with every fault."""
    tables = _tables(value)
    faults: list[tuple[str, str]] = []
    patterns: dict[str, PortPatterns] = {}
    for side, table in tables.items():
        unknown = [key for key in table if key not in DOMAIN_KEYS]
        faults += [
            (f"{side}.{key}", f"domain.{side} has no key {key!r}{did_you_mean(key, DOMAIN_KEYS)}") for key in unknown
        ]
        lists: dict[str, tuple[str, ...]] = {}
        for key in ("devices", "interfaces", "descriptions", "vrfs"):
            try:
                lists[key] = _patterns(f"domain.{side}.{key}", table.get(key, []))
            except RefusedValue as error:
                faults += [(f"{side}.{key}", message) for _, message in error.faults]
        try:
            vlans = _vlans(f"domain.{side}.vlans", table.get("vlans", []))
        except RefusedValue as error:
            faults += [(f"{side}.vlans", message) for _, message in error.faults]
            continue
        if not faults:
            patterns[side] = PortPatterns(
                lists["devices"], lists["interfaces"], lists["descriptions"], lists["vrfs"], vlans
            )
    if faults:
        raise RefusedValue(*faults)
    nothing = PortPatterns()
    return DomainChoice(patterns.get("include", nothing), patterns.get("exclude", nothing), place)


def _tables(value: object) -> Mapping[str, Mapping[str, object]]:
    """Return the tables of a domain by side."""
    if not isinstance(value, dict):
        raise RefusedValue(("", f"domain is {value!r}; it must have the tables include and exclude"))
    faults = [
        (str(side), f"domain has no key {side!r}{did_you_mean(str(side), DOMAIN_SIDES)}")
        for side in value
        if side not in DOMAIN_SIDES
    ]
    faults += [
        (side, f"domain.{side} is {value[side]!r}; it must be a table with {', '.join(DOMAIN_KEYS)}")
        for side in DOMAIN_SIDES
        if not isinstance(value.get(side, {}), dict)
    ]
    if faults:
        raise RefusedValue(*faults)
    return {side: value[side] for side in DOMAIN_SIDES if side in value}


def _patterns(key: str, value: object) -> tuple[str, ...]:
    found = texts_of(key, value)
    if not all(pattern.strip() for pattern in found):
        raise RefusedValue(("", f"{key} has an empty pattern; write '*' for everything"))
    return found


def _vlans(key: str, value: object) -> frozenset[int]:
    """Return VLAN ids from numbers and ranges such as `200-299`."""
    wrong = RefusedValue(
        ("", f"{key} is {value!r}; it must be a list of VLAN ids (1 to 4094) and ranges such as '200-299'")
    )
    if not isinstance(value, list):
        raise wrong
    found: set[int] = set()
    for item in value:
        match = _VLAN_RANGE.fullmatch(item.strip()) if isinstance(item, str) else None
        if match:
            first, last = int(match.group(1)), int(match.group(2))
        elif isinstance(item, int) and not isinstance(item, bool):
            first = last = item
        elif isinstance(item, str) and item.strip().isdigit() and len(item.strip()) <= 4:
            first = last = int(item)
        else:
            raise wrong
        if not 1 <= first <= last <= 4094:
            raise wrong
        found.update(range(first, last + 1))
    return frozenset(found)

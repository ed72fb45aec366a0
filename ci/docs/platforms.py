"""The catalogue as a page of tables: every entry with its source and how sure it is.

`python -m ci.docs.platforms > docs/platforms.md` writes the page; a test holds the two in step.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from fractions import Fraction

from roce_lint.os.registry import label_of, system_names
from roce_lint.platforms import catalog
from roce_lint.platforms.datum import NotKnown, Range, SourcedValue
from roce_lint.platforms.layout import CageGroup, ModularChassis
from roce_lint.platforms.platform import FeatureSupport, NicParameter, NicPlatform, Platform, SwitchPlatform, Timer
from roce_lint.text.counting import spans
from roce_lint.values import field_names, is_dataclass

INTRODUCTION = """# Platforms

An intent names the model of each switch and adapter. Case, blanks, dashes and the vendor's prefix do not matter:
`DCS-7060DX5-64S`, `7060dx5-64s`, `N9K-C9332D-GX2B`, `9332D-GX2B`, `7220 IXR-D5`, `ixr-d5`, `ConnectX-7` and `cx7` are
all understood. A family such as `7060X5` is refused with its members, because its models have different ports.

Each entry says where it comes from and how sure it is. *Verified* was read in the vendor's own model, schema, feature
list, captured configuration or driver source; *reported* is stated by a data sheet, guide or third party; *inferred*
follows from other entries. What nobody can be quoted for is *unknown*, never guessed.

## Which port a link gets

Hosts and downlinks take cages from the first one up, uplinks and peer links from the last one down, so that one more
link on either side moves none of the others. A cage of exactly the demanded speed comes first, then breakouts that
fill a faster cage, then cages that run slower or leave lanes dark. A mode `4x100g-2` is a cage split into four
interfaces of 100G on two lanes each. Demands are served in the order given; when they do not fit, once more with the
fastest first. A chassis is described with the named line card in every slot.

## From which release on a model runs

For EOS and NX-OS no source that could be read says which release is the first on a model, nor for which models SONiC
images exist in which release; for SR Linux the feature lists do (`first_release`), and older releases are refused. A
release that the intent names is therefore compared with what each feature needs, and with the oldest release whose
lines were compared with a source (EOS 4.31, NX-OS 9.3): before it, `render` warns that nobody vouches for the model
with that release. EOS 4.20 on a 7060X6 is such a warning, and NX-OS 9.3 on a GX2 passes without one.
"""


def platforms_page() -> str:
    """Return the page about all platforms in Markdown."""
    parts = [INTRODUCTION]
    for os in system_names():
        members = [platform for platform in catalog.platforms() if platform.os == os]
        if not members:
            continue
        parts.append(f"## {label_of(os)}\n")
        switches = [platform for platform in members if isinstance(platform, SwitchPlatform)]
        if switches:
            parts.append(_table(("model", "cages", "modes", "certainty", "source"), _cage_rows(switches)))
        else:
            parts.append("Firmware parameters, as `mlxconfig` names them (`_P1` and `_P2` for the ports):\n")
            parts.append(_table(("parameter", "meaning", "values", "default"), _parameter_rows(members)))
        parts.append(_table(("entry", "value", "platforms", "certainty", "source"), _entry_rows(members)))
    return "\n".join(parts)


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "".join(f"| {' | '.join(cell.replace('|', '/') for cell in line)} |\n" for line in lines)


def _cage_rows(switches: list[SwitchPlatform]) -> Iterator[tuple[str, ...]]:
    for switch in switches:
        for group in switch.cage_groups:
            modes = ", ".join(f"`{mode}`" for mode in group.modes)
            yield switch.model, _cages(group), modes + _breakout_note(group), group.certainty.value, group.source


def _cages(group: CageGroup) -> str:
    return f"{_spans(group.cages)} {group.connector}"


def _breakout_note(group: CageGroup) -> str:
    if group.breakout_cages == group.cages:
        return ""
    note = f"; split only {_spans(group.breakout_cages)}"
    return note + (", which costs the next lower cage" if group.breakout_takes_lower else "")


def _spans(numbers: Iterable[int]) -> str:
    """Return `1, 3 to 5` for 1, 3, 4 and 5."""
    return ", ".join(str(first) if first == last else f"{first} to {last}" for first, last in spans(numbers))


def _parameter_rows(members: Iterable[Platform]) -> Iterator[tuple[str, ...]]:
    parameters = next(nic.parameters for nic in members if isinstance(nic, NicPlatform) and nic.parameters)
    for parameter in parameters:
        limits = _words(parameter.limits.value) if isinstance(parameter.limits, SourcedValue) else ""
        values = ", ".join(parameter.choices) or limits or "depends on the device"
        unit = "" if parameter.unit == "none" else f" ({parameter.unit})"
        default = _words(parameter.default.value) if isinstance(parameter.default, SourcedValue) else "unknown"
        yield f"`{parameter.name}`", parameter.meaning, values + unit, default


def _entry_rows(members: list[Platform]) -> Iterator[tuple[str, ...]]:
    """Yield a row for each entry; platforms with an equal entry share it."""
    by_entry: dict[str, dict[tuple[str, ...], list[str]]] = {}
    for platform in members:
        for name, row in _entries(platform, ""):
            by_entry.setdefault(name, {}).setdefault(row, []).append(platform.model)
    for name, rows in by_entry.items():
        for (value, certainty, source), models in rows.items():
            yield name, value, _who(models, [platform.model for platform in members]), certainty, source


def _who(models: list[str], everybody: list[str]) -> str:
    others = [model for model in everybody if model not in models]
    if not others:
        return "all"
    return ", ".join(models) if len(models) <= len(others) else f"all but {', '.join(others)}"


def _entries(thing: object, name: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    if isinstance(thing, SourcedValue):
        yield name, (_words(thing.value), thing.certainty.value, thing.source)
    elif isinstance(thing, NotKnown):
        yield name, ("unknown", "unknown", thing.because)
    elif isinstance(thing, FeatureSupport):
        condition = "" if thing.note == "any" else f" ({thing.note})"
        answer = ("yes" if thing.supported else "no") + condition
        yield f"feature {thing.feature.value}", (answer, thing.certainty.value, thing.source)
    elif isinstance(thing, ModularChassis):
        value = f"slots {min(thing.slots)} to {max(thing.slots)}, {thing.line_card}"
        yield name, (value, thing.certainty.value, thing.source)
    elif isinstance(thing, tuple):
        for item in thing:
            if not isinstance(item, CageGroup | NicParameter):
                yield from _entries(item, name)
    elif is_dataclass(thing.__class__):
        for field in field_names(thing.__class__):
            inner = field if name in ("", "dialect") else f"{name} {field}"
            yield from _entries(getattr(thing, field), inner)


def _words(value: object) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case Enum():
            return str(value.value)
        case Range():
            return f"{value.minimum} to {value.maximum}"
        case Timer():
            span = f"{_time(value.minimum_us)} to {_time(value.maximum_us)}"
            return f"{span}, steps of {_time(value.step_us)}, typed in {value.unit}"
        case (str(word), Fraction() as factor):
            return word if word == str(factor) else f"{word} = {factor}"
        case tuple():
            return ", ".join(_words(item) for item in value)
        case _:
            return str(value)


def _time(duration_us: int) -> str:
    if duration_us % 1_000_000 == 0:
        return f"{duration_us // 1_000_000} s"
    return f"{duration_us // 1000} ms"


if __name__ == "__main__":
    print(platforms_page(), end="")

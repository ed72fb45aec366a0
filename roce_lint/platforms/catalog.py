"""Look platforms up: by the name an operator writes, or by the text a device prints about itself.

One YAML file per platform lies in `data/`, what several have in common in `data/shared/`; `data/compiled.json` says the
same and is what a lookup reads (see `compiled.py`).
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Mapping
from pathlib import Path

from roce_lint.errors import PlatformError
from roce_lint.os.registry import switch_names, switch_os
from roce_lint.platforms.datum import value_or
from roce_lint.platforms.platform import NicPlatform, Platform, SwitchPlatform
from roce_lint.platforms.sheet import Section, boolean, merge, section_of, text, texts
from roce_lint.platforms.switch_file import switch_from
from roce_lint.suggest import did_you_mean
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass

DATA = Path(__file__).resolve().parent / "data"
COMPILED = DATA / "compiled.json"

HARDWARE_KEYS = ("vendor", "family", "asic", "architecture", "max_interfaces")
HARDWARE_BUFFER_KEYS = ("total_bytes", "cell_bytes")
"""What a platform has from the file of its hardware, whatever system runs on it."""

_PARTING = lazy_pattern(r"[-_ ]+")
_AIRFLOW = lazy_pattern(r"-(?:flx-)?[fr]#?$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class UnknownPlatform:
    """A device that prints a model the catalogue does not hold."""

    os: str
    text: str
    because: str


def platform(name: str, system: str = "") -> Platform:
    """Return the platform called `name`: a model such as `DCS-7050CX3-32S`, in any case, vendor prefix optional.

    A model that runs several systems has a platform for each; without a `system` the maker's own one is meant. Raises
    PlatformError that lists close matches for an unknown name, the members of a family for a family, and the systems
    of a model that does not run `system`.
    """
    found = _resolve(name, system)
    if found:
        return _load(found)
    raise PlatformError(_explain_system(name, system) if system else _explain_unknown(name))


def switch(name: str, system: str = "") -> SwitchPlatform:
    """Return the switch called `name`, as `platform` does. Raises PlatformError for a network adapter as well."""
    found = platform(name, system)
    if isinstance(found, SwitchPlatform):
        return found
    raise PlatformError(f"{name} is a network adapter; a switch model is wanted, such as DCS-7050CX3-32S")


def nic(name: str) -> NicPlatform:
    """Return the network adapter called `name`. Raises PlatformError when it is unknown or a switch."""
    found = platform(name)
    if isinstance(found, NicPlatform):
        return found
    raise PlatformError(f"{name} is a switch; an adapter is wanted, such as ConnectX-7")


def platform_ids() -> tuple[str, ...]:
    """Return the ids of all platforms in order."""
    return tuple(entry.id for entry in _names() if entry.id not in _described)


def platforms() -> tuple[Platform, ...]:
    """Return every platform of the catalogue in the order of the ids."""
    return tuple(_load(platform_id) for platform_id in platform_ids())


def platform_of_device_text(os: str, device_text: str) -> Platform | UnknownPlatform:
    """Return the platform that a device names in `device_text`, or why it is not known. Never raises.

    The text may be the bare model (`DCS-7050CX3-32S-F`, `7220 IXR-D5`) or a line that holds it (`cisco Nexus9000
    C9332D-GX2B Chassis`). Of several models the first one counts (a BlueField-2 calls itself `BlueField-2 integrated
    ConnectX-6 Dx`), of two at one place the longer one,
    and one of the catalogue before one that an intent describes.
    """
    found = [
        (start, -len(printed), entry.id in _described, entry.id)
        for entry in _names()
        if entry.os == os
        for printed in entry.printed
        if (start := _position(printed, device_text)) >= 0
    ]
    if found:
        return _load(min(found)[3])
    reason = "the catalogue holds no such model" if _key(device_text) else "it prints no model"
    known = ", ".join(entry.printed[0] for entry in _names() if entry.os == os)
    return UnknownPlatform(os, device_text, f"{reason}; known for {os}: {known or 'none'}")


def _key(name: str) -> str:
    return re.sub(r"[^a-z0-9+]", "", name.lower())


def _bare(name: str) -> str:
    """Return the key of `name` without the vendor's prefixes and without an airflow suffix."""
    key = _key(_AIRFLOW.sub("", name.strip()))
    for prefix in _prefixes(switch_names()):
        rest = key.removeprefix(prefix)
        if rest != key and rest[:1].isdigit():
            return rest
    return key


@functools.cache
def _prefixes(switches: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(prefix for name in switches for prefix in switch_os(name).model_prefixes)


def _position(printed: str, device_text: str) -> int:
    """Return where the model is in the text, alone and not within the name of a longer one, or -1."""
    parts = _PARTING.split(printed.lower())
    if not all(part in device_text.lower() for part in parts):
        return -1
    letters = r"[-_ ]?".join(map(re.escape, parts))
    pattern = rf"(?<![a-z0-9]){letters}(?:-(?:flx-)?[fr])?(?![a-z0-9+]|-[a-z0-9])"
    found = re.search(pattern, device_text.lower())
    return found.start() if found else -1


@functools.cache
def _resolve(name: str, system: str) -> str:
    """Return the id that `name` stands for, of a system if one is given; or an empty text."""
    found = [entry for entry in _called(name) if system in ("", entry.os)]
    # A model that another system runs besides has the maker's own system first.
    return min(found, key=lambda entry: (entry.id in _described, bool(entry.hardware))).id if found else ""


def _called(name: str) -> list[_Names]:
    wanted = {_key(name), _bare(name)}
    names = {entry.id: (entry.id, *entry.printed, *entry.aliases) for entry in _names()}
    return [
        entry
        for entry in _names()
        if any(wanted & {_key(known), _bare(known)} for known in names[entry.id])
        or (entry.usual and any(wanted & {_key(known), _bare(known)} for known in names[entry.hardware]))
    ]


def _explain_system(name: str, system: str) -> str:
    systems = [entry.os for entry in _called(name)]
    if not systems:
        return _explain_unknown(name)
    if system not in switch_names():
        return f"no system is called {system!r}{did_you_mean(system, switch_names())}"
    runs = f"{name} runs {' and '.join(systems)} in the catalogue, not {system}"
    example = next((entry.printed[0] for entry in _names() if entry.os == system), "")
    return f"{runs}; name a model that does, such as {example}" if example else f"{runs}; no model of it does"


_WITHOUT_DATA = {
    "Tomahawk Ultra": "no public device folder of SONiC has the chip, and no manual of a switch with it could be read",
    "Jericho 4": "no public device folder of SONiC has the chip, and no manual of a switch with it could be read",
    "NH-4210": "its public buffer tables have no lossless pool, and headroom rows that no pool of them serves",
    "NH-4220": "its public device folder of SONiC has ports and no buffers",
    "W6950": "its public device folder of SONiC has ports and no buffers",
    "W6951": "its public device folder of SONiC has ports and no buffers",
}
"""Hardware of which too little is public, by what its names have in common. Source: sonic-buildimage 086b03bd."""


def _explain_unknown(name: str) -> str:
    for words, because in _WITHOUT_DATA.items():
        if _bare(words) in _bare(name):
            return f"{name} is known and not described: {because}; describe it under `platforms` of the intent"
    # Only a slip needs it.
    import difflib

    everything = platforms()
    own = {entry.id for entry in _names() if not entry.hardware}
    members = [entry.model for entry in everything if _bare(entry.family) == _bare(name) and entry.id in own]
    if members:
        return f"{name} is a family of platforms; name the model: {', '.join(members)}"
    models = {_bare(entry.id): entry.model for entry in everything}
    with_chip = [one.model for one in everything if isinstance(one, SwitchPlatform) and _has_chip(one, name)]
    if with_chip:
        return f"{name} is a chip; name a model that has it: {', '.join(with_chip)}"
    close = [models[key] for key in difflib.get_close_matches(_bare(name), models, n=3, cutoff=0.6)]
    hint = f"did you mean {' or '.join(close)}?" if close else f"known are {', '.join(models.values())}"
    return f"unknown platform {name!r}; {hint}"


def _has_chip(platform: SwitchPlatform, name: str) -> bool:
    """Say whether a switch has the chip that is called so, with or without its maker (`Tomahawk 6`)."""
    chip = value_or(platform.asic, "")
    return bool(chip) and _bare(name) in (_bare(chip), _bare(chip.partition(" ")[2]))


@dataclass(frozen=True, slots=True)
class _Names:
    """What one platform is called: by its device (`printed`, the model first) and by people (`aliases`).

    `hardware` is the platform of the same box with the maker's own system, empty where that has none. Of several with
    one hardware and system one is `usual`, and has the names of the hardware too.
    """

    id: str
    os: str
    printed: tuple[str, ...]
    aliases: tuple[str, ...]
    hardware: str = ""
    usual: bool = False


_added: dict[str, SwitchPlatform] = {}
_described: dict[str, tuple[SwitchPlatform, str]] = {}
"""Switches that intents describe, with what these call them: they can be named, and are no part of the catalogue."""


def add_platform(platform: SwitchPlatform) -> None:
    """Add a switch of a system that is no part of roce-lint. Raises ValueError where its id is taken."""
    if platform.id in platform_ids():
        raise ValueError(f"there is a platform {platform.id!r} already")
    _added[platform.id] = platform
    _resolve.cache_clear()


def is_in_catalogue(name: str) -> bool:
    """Say whether a platform of ours is called `name`."""
    return any(entry.id not in _described for entry in _called(name))


def define_platform(platform: SwitchPlatform, called: str) -> None:
    """Add a switch that an intent describes and names, in place of one that was defined by the same id before."""
    if _described.get(platform.id) != (platform, called):
        _described[platform.id] = platform, called
        _resolve.cache_clear()


def remove_platform(platform_id: str) -> None:
    """Take a switch away that was added by `add_platform`. Raises KeyError for any other."""
    del _added[platform_id]
    _resolve.cache_clear()


def _names() -> tuple[_Names, ...]:
    others = (*((one, one.model) for one in _added.values()), *_described.values())
    return (*_own_names(), *(_Names(one.id, one.os, (one.model,), (called,)) for one, called in others))


# The data files are part of the installed package and never change while it runs, so that keeping them is safe; a
# fleet asks for the same dozen models thousands of times.
@functools.cache
def _own_names() -> tuple[_Names, ...]:
    entries = Section(_file("names"), "names.yaml")
    return tuple(
        _names_of(platform_id, entries.get(platform_id, section_of)) for platform_id in sorted(entries.names())
    )


def _names_of(platform_id: str, entry: Section) -> _Names:
    entry.allow("os", "printed", "aliases", "hardware", "usual")
    return _Names(
        platform_id,
        entry.get("os", text),
        entry.get("printed", texts),
        entry.get_or("aliases", texts, ()),
        entry.get_or("hardware", text, ""),
        entry.get_or("usual", boolean, False),
    )


@functools.cache
def _compiled() -> Mapping[str, str]:
    """Return the JSON text of every file by its name as JSON; each is in its own line."""
    lines = COMPILED.read_text("utf-8").split("\n")
    return dict(line.removesuffix(",").split(": ", 1) for line in lines if line.startswith('"'))


@functools.cache
def _file(name: str) -> dict[str, object]:
    # A check asks for few of them, and to decode all takes a millisecond.
    contents: dict[str, object] = json.loads(_compiled()[json.dumps(name)])
    return contents


def _contents(name: str, hardware: str = "") -> dict[str, object]:
    """Return what is in a file, over what it extends and what is said of the hardware where another system runs."""
    contents = dict(_file(name))
    parent = contents.pop("extends", "")
    general = _contents(f"shared/{text(parent, f'{name}.yaml: extends')}") if parent else {}
    if hardware:
        other = Section(_contents(hardware), f"{hardware}.yaml")
        buffer = other.get("buffer", section_of)
        general = merge(general, {key: other.get(key, _as_written) for key in HARDWARE_KEYS})
        general = merge(general, {"buffer": {key: buffer.get(key, _as_written) for key in HARDWARE_BUFFER_KEYS}})
    return merge(general, contents)


def _as_written(value: object, where: str) -> object:
    return value


def _load(platform_id: str) -> Platform:
    own = _described[platform_id][0] if platform_id in _described else None
    return _added.get(platform_id) or own or _load_own(platform_id)


@functools.cache
def _load_own(platform_id: str) -> Platform:
    hardware = next((entry.hardware for entry in _own_names() if entry.id == platform_id), "")
    sheet = Section(_contents(platform_id, hardware), f"{platform_id}.yaml")
    if sheet.get("os", text) not in switch_names():
        # A switch is asked for more often.
        from roce_lint.platforms.nic_file import nic_from

        return nic_from(platform_id, sheet)
    return switch_from(platform_id, sheet)

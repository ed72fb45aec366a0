"""Which of the models that have a switch's ports renders it as it was read, where no input names its model.

Models with the headroom that was read, where it is one for each speed and not what an intent works out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

from roce_lint.errors import RoceLintError
from roce_lint.fabric.fabric import Fabric
from roce_lint.gate.meaning.devices import DeviceComparison
from roce_lint.gate.meaning.words import UNKNOWN
from roce_lint.intent.make_view import make_views
from roce_lint.intent.model import Intent
from roce_lint.learn.marking import size_text
from roce_lint.learn.models import Model, Needs, fitting_models, needs_of, port_modes
from roce_lint.learn.observed import TIERS, Observed
from roce_lint.learn.topology import TIER_KEYS, IntentSection, model_words
from roce_lint.learn.usual import usual
from roce_lint.model.device import Device, Port, PortRef
from roce_lint.model.fact import Stated, known
from roce_lint.platforms.platform import SwitchPlatform
from roce_lint.read.read_documents import read_documents
from roce_lint.render.files import RenderedFile
from roce_lint.render.render import render_views
from roce_lint.text.document import Document
from roce_lint.values import dataclass

Words = tuple[str, str]
"""Model and system as an intent names them."""


@dataclass(frozen=True, slots=True)
class OwnModel:
    """A model of the catalogue with the headroom in bytes of each speed (Gbit/s), and the switches that have it."""

    name: str
    words: Words
    switches: tuple[str, ...]
    headroom_bytes: Mapping[int, int]


def own_models(
    observed: Observed, models: Mapping[str, Model], rendered: Fabric, faulty: frozenset[str]
) -> list[OwnModel]:
    """Return the models whose headroom is not that of the intent so far.

    What a rule reports of the buffers of `faulty` switches is not taken over.
    """
    headroom = _headroom(observed, rendered)
    found: list[OwnModel] = []
    for role in TIERS:
        for device in observed.tiers[role]:
            own = headroom.get(device.name)
            if own and device.name not in faulty:
                _add(found, device.name, model_words(models[device.name]), own)
    return found


def _add(found: list[OwnModel], switch: str, words: Words, own: Mapping[int, int]) -> None:
    """Add a switch to the first model that says nothing else of a speed that both have, or a model for it."""
    for number, one in enumerate(found):
        both = one.headroom_bytes.keys() & own.keys()
        if one.words == words and all(one.headroom_bytes[speed] == own[speed] for speed in both):
            found[number] = OwnModel(one.name, words, (*one.switches, switch), {**one.headroom_bytes, **own})
            return
    name = f"{words[0]} as read"
    taken = any(one.name == name for one in found)
    found.append(OwnModel(f"{name} on {switch}" if taken else name, words, (switch,), own))


def _headroom(observed: Observed, rendered: Fabric) -> dict[str, dict[int, int]]:
    """Return the headroom by speed of each switch where every port of a speed has the same, and some would get another.

    Those of a switch are complete: one that is left out would be worked out.
    """
    made = {PortRef(device.name, port.name): port for device in rendered.devices for port in device.ports}
    pairs: dict[str, dict[int, set[tuple[int, int]]]] = defaultdict(lambda: defaultdict(set))
    for end in {end for cable in observed.every_cable for end in (cable.lower, cable.upper)}:
        if end.device in observed.role_of and end in made and end in observed.ports:
            pairs[end.device][known(made[end].speed_gbps, 0)].update(_pairs(observed.ports[end], made[end]))
    found = {}
    for device, by_speed in pairs.items():
        one_each = {speed: {mine for mine, _ in both} for speed, both in sorted(by_speed.items()) if speed and both}
        differs = any(mine != other for both in by_speed.values() for mine, other in both)
        if differs and all(len(values) == 1 and min(values) > 0 for values in one_each.values()):
            found[device] = {speed: min(values) for speed, values in one_each.items()}
    return found


def _pairs(read: Port, made: Port) -> Iterator[tuple[int, int]]:
    """Yield the headroom of each priority that pauses, read and rendered; -1 where the configuration does not say."""
    for mine, other in zip(read.qos.priorities, made.qos.priorities, strict=True):
        if known(other.generates_pause, False):
            fact = mine.group.headroom_bytes
            yield fact.value if isinstance(fact, Stated) else -1, known(other.group.headroom_bytes, 0)


def with_own_models(document: IntentSection, observed: Observed, own: Sequence[OwnModel]) -> IntentSection:
    """Return the intent with these models, in the place of those of the catalogue."""
    names = {switch: one.name for one in own for switch in one.switches}
    topology, devices = document["topology"], document.get("devices")
    assert isinstance(topology, dict)
    singles: dict[str, IntentSection] = dict(devices) if isinstance(devices, dict) else {}
    tiers: IntentSection = {}
    for role, key in TIER_KEYS.items():
        if key not in topology:
            continue
        alike = [one.name for one in observed.tiers[role] if "platform" not in singles.get(one.name, {})]
        most = usual(names.get(name, "") for name in alike) or ""
        tiers[key] = _renamed(topology[key], most)
        for device in observed.tiers[role]:
            name = names.get(device.name, "")
            if device.name in alike and name != most:
                model = {"platform": name} if name else _model_of(topology[key])
                singles[device.name] = model | singles.get(device.name, {})
            elif device.name not in alike:
                singles[device.name] = _renamed(singles[device.name], name)
    platforms = {one.name: _platform(one) for one in own}
    return document | {"topology": topology | tiers, "devices": singles, "platforms": platforms}


def _model_of(section: IntentSection) -> IntentSection:
    return {key: section[key] for key in ("platform", "system") if key in section}


def _renamed(section: IntentSection, name: str) -> IntentSection:
    """Return a tier or a device that is of a model of the intent's own; as it is where there is none."""
    if not name:
        return section
    return {key: name if key == "platform" else value for key, value in section.items() if key != "system"}


def _platform(own: OwnModel) -> IntentSection:
    model, system = own.words
    several = f" and {len(own.switches) - 1} more" if len(own.switches) > 1 else ""
    section: IntentSection = {"extends": model, "because": f"Headroom as it was read on {own.switches[0]}{several}"}
    if system:
        section["system"] = system
    section["model"] = model
    section["headroom"] = {f"{speed}G": size_text(size) for speed, size in sorted(own.headroom_bytes.items())}
    return section


IntentOf = Callable[[Mapping[str, Model]], Intent]
"""The intent of a fabric whose switches are of these models."""
_MOST_TRIED = 12
_MOST_TRIED_OF_MANY = 3
_Cost: TypeAlias = tuple[int, int, int]
"""How many facts are lost in the rendering, how many differ, and how many links the intent has to pin."""
_NEVER: _Cost = (1_000_000, 0, 0)
_FEW_SWITCHES = 100
"""A trial plans the whole fabric."""


def better_models(observed: Observed, models: Mapping[str, Model], intent_of: IntentOf) -> dict[str, Model]:
    """Return the models with each assumed one replaced by that whose rendering differs least from what was read.

    Switches with the same ports are taken to be of one model.
    """
    needed = needs_of(observed)
    groups: dict[Needs, list[Device]] = {}
    for device in observed.switches:
        if models[device.name].assumed:
            groups.setdefault(needed[device.name], []).append(device)
    chosen = dict(models)
    most = _MOST_TRIED if len(observed.switches) <= _FEW_SWITCHES else _MOST_TRIED_OF_MANY
    for needs, members in groups.items():
        fitting = fitting_models(needs)[:most]
        if len(fitting) > 1:
            tried = [
                (_differences(observed, chosen, members, one, intent_of), number) for number, one in enumerate(fitting)
            ]
            _assume(chosen, members, fitting[min(tried)[1]])
    return chosen


def _assume(models: dict[str, Model], members: list[Device], platform: SwitchPlatform) -> None:
    for device in members:
        models[device.name] = Model(platform, True, port_modes(platform))


def _differences(
    observed: Observed,
    models: Mapping[str, Model],
    members: list[Device],
    platform: SwitchPlatform,
    intent_of: IntentOf,
) -> _Cost:
    """Return what the first of the switches would lose, and where else it would be rendered otherwise.

    A model that has no command for something that was read is not the one. Very many where it cannot be rendered.
    """
    name = members[0].name
    alone, together = dict(models), dict(models)
    _assume(alone, members, platform)
    needed = needs_of(observed)
    _assume(
        together,
        [one for one in observed.switches if models[one.name].assumed and platform in fitting_models(needed[one.name])],
        platform,
    )
    trial = _trial(alone, name, intent_of) or _trial(together, name, intent_of)
    if trial is None:
        return _NEVER
    found = read_documents([Document(file.path, file.text) for file in trial.files]).devices
    made = next((device for device in found if device.name == name), None)
    design = observed.fabric.design
    dscps = known(design.roce_dscps, frozenset[int]()) | known(design.cnp_dscps, frozenset[int]())
    if made is None:
        return _NEVER
    changes = [placed.result for placed in DeviceComparison(dscps).compare(members[0], made)]
    lost = sum(one.after == UNKNOWN != one.before for one in changes)
    return lost, len(changes), trial.links


@dataclass(frozen=True, slots=True)
class _Trial:
    """The files of one switch with some models, and the number of links that the intent names."""

    files: tuple[RenderedFile, ...]
    links: int


def _trial(models: Mapping[str, Model], name: str, intent_of: IntentOf) -> _Trial | None:
    """Return what one switch would be; None where some model cannot do what is asked of it."""
    try:
        intent = intent_of(models)
        return _Trial(render_views(make_views(intent), devices=[name]), len(intent.links))
    except RoceLintError:
        return None

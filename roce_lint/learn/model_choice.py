"""Which of the models that have a switch's ports renders it as it was read, where no input names its model."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from roce_lint.errors import RoceLintError
from roce_lint.gate.meaning.devices import DeviceComparison
from roce_lint.gate.meaning.words import UNKNOWN
from roce_lint.intent.make_view import make_views
from roce_lint.intent.model import Intent
from roce_lint.learn.models import Model, Needs, fitting_models, needs_of, port_modes
from roce_lint.learn.observed import Observed
from roce_lint.model.device import Device
from roce_lint.model.fact import known
from roce_lint.platforms.platform import SwitchPlatform
from roce_lint.read.read_documents import read_documents
from roce_lint.render.files import RenderedFile
from roce_lint.render.render import render_views
from roce_lint.text.document import Document
from roce_lint.values import dataclass

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

"""Switch models that the intent describes itself: each is one of the catalogue with other numbers."""

from __future__ import annotations

from roce_lint.errors import PlatformError
from roce_lint.intent.faults import IntentFaults
from roce_lint.intent.model import Intent
from roce_lint.intent.model_platform import OwnCages, OwnPlatform
from roce_lint.intent.yaml_positions import YamlPath
from roce_lint.platforms.catalog import define_platform, is_in_catalogue, switch
from roce_lint.platforms.datum import Certainty, SourcedValue
from roce_lint.platforms.layout import CageGroup, parse_mode
from roce_lint.platforms.platform import SwitchPlatform
from roce_lint.platforms.sheet import cage_numbers
from roce_lint.values import replace


def define_own_platforms(intent: Intent, faults: IntentFaults) -> None:
    """Add the models of the intent to those that can be named; those that cannot be are complained about."""
    for name, wish in intent.platforms.items():
        at: YamlPath = ("platforms", name)
        if is_in_catalogue(name):
            faults.refuse(at, f"{name} is a model of the catalogue; give yours another name, and extend that one")
            continue
        try:
            base = switch(wish.extends, wish.system or "")
        except PlatformError as error:
            faults.refuse((*at, "extends"), str(error))
            continue
        try:
            define_platform(_platform(name, wish, base), name)
        except (PlatformError, ValueError) as error:
            faults.refuse((*at, "ports"), str(error))


def own_headroom_bytes(intent: Intent, platform: SwitchPlatform, speed_gbps: int) -> int:
    """Return the headroom that the intent gives to ports of a model of its own; 0 where it gives none."""
    own = next((wish for name, wish in intent.platforms.items() if platform_id(name) == platform.id), None)
    return own.headroom.get(f"{speed_gbps}G", 0) if own is not None else 0


def platform_id(name: str) -> str:
    """Return the id of a model of the intent's own."""
    return "own-" + "-".join(name.lower().split())


def _platform(name: str, wish: OwnPlatform, base: SwitchPlatform) -> SwitchPlatform:
    def stated(value: int) -> SourcedValue[int]:
        return SourcedValue(value, wish.because, Certainty.REPORTED)

    buffer = base.buffer
    if wish.buffer is not None:
        buffer = replace(buffer, total_bytes=stated(wish.buffer))
    if wish.cell is not None:
        buffer = replace(buffer, cell_bytes=stated(wish.cell))
    if wish.lossless_classes is not None:
        buffer = replace(buffer, max_lossless_classes=stated(wish.lossless_classes))
    return replace(
        base,
        id=platform_id(name),
        model=wish.model or name,
        buffer=buffer,
        max_interfaces=base.max_interfaces if wish.max_interfaces is None else stated(wish.max_interfaces),
        cage_groups=tuple(_cages(one, wish.because) for one in wish.ports) or base.cage_groups,
    )


def _cages(wish: OwnCages, because: str) -> CageGroup:
    numbers = cage_numbers(wish.cages, "cages")
    modes = tuple(parse_mode(mode) for mode in wish.modes)
    for mode in modes:
        if mode.children * mode.lanes > wish.lanes:
            raise ValueError(f"{mode} needs {mode.children * mode.lanes} lanes, and the cages have {wish.lanes}")
    return CageGroup(numbers, wish.connector, wish.lanes, modes, numbers, False, because, Certainty.REPORTED)

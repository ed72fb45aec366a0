"""Which systems there are, by name. Their folders are imported when somebody asks for them."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from roce_lint.os.behaviour import Behaviour
from roce_lint.os.contract import HostSystem, Lab, Remedies, SwitchOs

if TYPE_CHECKING:
    from roce_lint.model.reading import Reading
    from roce_lint.os.collection import Collection
    from roce_lint.text.document import Document

_SWITCHES = {
    "eos": "roce_lint.os.eos.system",
    "nxos": "roce_lint.os.nxos.system",
    "srlinux": "roce_lint.os.srlinux.system",
    "sonic": "roce_lint.os.sonic.system",
    "cumulus": "roce_lint.os.cumulus.system",
    "junos": "roce_lint.os.junos.system",
}
"""The module of each system of switches; it holds the `SwitchOs` under the name `SYSTEM`."""
HOST = "mlx5"
"""The name that every host carries, whatever the driver of its adapters."""
_HOSTS = {HOST: "roce_lint.hosts.system"}
"""The module of what hosts have in common; it holds the `HostSystem` under the name `SYSTEM`."""
_FIXES = "fixes.yaml"
_PACKAGE = Path(__file__).resolve().parent.parent
_known: dict[str, SwitchOs] = {}
_hosts: dict[str, HostSystem] = {}


def switch_names() -> tuple[str, ...]:
    """Return the names of all systems of switches."""
    return tuple(dict.fromkeys((*_SWITCHES, *_known)))


def system_names() -> tuple[str, ...]:
    """Return the names that a device may carry: those of the systems of switches, then those of hosts."""
    return (*switch_names(), *_HOSTS)


def switch_os(name: str) -> SwitchOs:
    """Return the system of switches called `name`. Raises ValueError for any other name."""
    found = _known.get(name)
    if found is None:
        if name not in _SWITCHES:
            raise ValueError(f"{name!r} is no system of switches; known are {', '.join(switch_names())}")
        found = _known[name] = importlib.import_module(_SWITCHES[name]).SYSTEM
    return found


def _system(name: str) -> SwitchOs | HostSystem:
    if name not in _HOSTS:
        return switch_os(name)
    found = _hosts.get(name)
    if found is None:
        found = _hosts[name] = importlib.import_module(_HOSTS[name]).SYSTEM
    return found


def behaviour_of(name: str) -> Behaviour:
    """Return how the system that a device carries behaves. Raises ValueError for a name that is none."""
    return _system(name).behaviour


def reader_of(name: str) -> Callable[[Document], Reading]:
    """Return the reader of files of a system. Raises ValueError for a name that is none."""
    return _system(name).read


def label_of(name: str) -> str:
    """Return the name of a system for people. Raises ValueError for a name that is none."""
    return _system(name).label


def lab_of(name: str) -> Lab:
    """Return how containerlab runs a system. Raises ValueError for a name that is none."""
    return _system(name).lab


def remedies_of(name: str) -> Remedies:
    """Return what fixes faults of devices of a system. Raises ValueError for a name that is none."""
    return _system(name).remedies()


def collection_of(name: str) -> Collection:
    """Return how configurations of a system are fetched. Raises ValueError for a name that is none."""
    return _system(name).collection()


def fix_files() -> Mapping[str, Path]:
    """Return the file in which each system says what a person types to fix a fault, by its name."""
    files = {name: _PACKAGE / "os" / name / _FIXES for name in _SWITCHES}
    files |= {name: system.fixes for name, system in _known.items() if system.fixes}
    return files | {name: _PACKAGE / "hosts" / name / _FIXES for name in _HOSTS}


def register(system: SwitchOs) -> None:
    """Add a system that is no part of roce-lint. Raises ValueError where its name is taken."""
    if system.name in system_names():
        raise ValueError(f"there is a system {system.name!r} already")
    _known[system.name] = system


def unregister(name: str) -> None:
    """Take a system away that was added by `register`. Raises ValueError for one that was not."""
    if name in _SWITCHES or name not in _known:
        raise ValueError(f"{name!r} was not registered")
    del _known[name]

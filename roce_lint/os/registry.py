"""Which systems there are, by name. Their folders are imported when somebody asks for them."""

from __future__ import annotations

import importlib

from roce_lint.os.behaviour import Behaviour
from roce_lint.os.contract import SwitchOs

_SWITCHES = {
    "eos": "roce_lint.os.eos.system",
    "nxos": "roce_lint.os.nxos.system",
    "srlinux": "roce_lint.os.srlinux.system",
}
"""The module of each system of switches; it holds the `SwitchOs` under the name `SYSTEM`."""
_HOSTS = {"mlx5": "roce_lint.hosts.behaviour"}
"""The module of the behaviour of each kind of host."""
_known: dict[str, SwitchOs] = {}
_behaviours: dict[str, Behaviour] = {}


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


def behaviour_of(name: str) -> Behaviour:
    """Return how the system that a device carries behaves. Raises ValueError for a name that is none."""
    found = _behaviours.get(name)
    if found is None:
        found = importlib.import_module(_HOSTS[name]).BEHAVIOUR if name in _HOSTS else switch_os(name).behaviour
        _behaviours[name] = found
    return found


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
    _behaviours.pop(name, None)

"""Models that an intent names and nobody knows, found in an intent that has other faults as well.

A valid intent is checked while it is expanded; here only the names count, so that every fault is reported in one run.
"""

from __future__ import annotations

from collections.abc import Iterator

from roce_lint.errors import PlatformError, Problem
from roce_lint.intent.expand_topology import TIER_KEYS
from roce_lint.intent.yaml_positions import YamlDocument, YamlPath
from roce_lint.platforms.catalog import nic, switch
from roce_lint.text.yaml_values import YamlValue


def unknown_models(document: YamlDocument, path: str) -> Iterator[Problem]:
    """Yield a problem for each switch and adapter model that does not exist; what has no name is passed over."""
    top = document.value if isinstance(document.value, dict) else {}
    own = {_key(name) for name in _mapping(top.get("platforms"))}
    topology, devices, hosts = _mapping(top.get("topology")), _mapping(top.get("devices")), top.get("hosts")
    switches: list[tuple[YamlPath, YamlValue]] = [
        *((("topology", key), topology.get(key)) for key in TIER_KEYS.values()),
        *((("devices", name), wish) for name, wish in devices.items()),
    ]
    for at, wish in switches:
        name, system = _text(wish, "platform"), _text(wish, "system")
        if name and _key(name) not in own:
            yield from _refused(document, path, (*at, "platform"), name, system)
    for index, group in enumerate(hosts if isinstance(hosts, list) else ()):
        name = _text(group, "nic_platform")
        if name:
            yield from _refused(document, path, ("hosts", index, "nic_platform"), name, None)


def _refused(document: YamlDocument, path: str, at: YamlPath, name: str, system: str | None) -> Iterator[Problem]:
    try:
        if system is None:
            nic(name)
        else:
            switch(name, system)
    except PlatformError as error:
        place = document.place_of(at)
        yield Problem(path, place.line, place.column, str(error))


def _mapping(value: YamlValue) -> dict[str, YamlValue]:
    return value if isinstance(value, dict) else {}


def _text(value: YamlValue, key: str) -> str:
    found = _mapping(value).get(key)
    return found if isinstance(found, str) else ""


def _key(name: str) -> str:
    return name.lower()

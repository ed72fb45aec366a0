"""One spelling for an interface name, so that `Et1/1`, `Eth1/1` and `ethernet-1/1` are seen to be the same port."""

from __future__ import annotations

import re
from functools import lru_cache

from roce_lint.model.device import Port
from roce_lint.model.fact import known

_FAMILIES = (
    ("ethernet", ("ethernet", "eth", "et", "e")),
    ("port-channel", ("port-channel", "portchannel", "po", "lag")),
    ("loopback", ("loopback", "lo")),
    ("management", ("management", "mgmt", "ma")),
    ("vlan", ("vlan", "vl")),
    ("vxlan", ("vxlan", "vx")),
)
_FAMILY_OF = {spelling: family for family, spellings in _FAMILIES for spelling in spellings}
_NAME = re.compile(r"(?P<word>[a-z]+(?:-channel)?)[ -]?(?P<numbers>\d+(?:[/-]\d+)*)(?P<unit>[.:]\d+)?")


@lru_cache(maxsize=8192)
def canonical_interface(name: str) -> str:
    """Return a key that is equal for all spellings of one interface on one device, and only for those.

    Families of switch interfaces are written out in lower case (`ethernet1/1`, `port-channel10`); a hyphen between
    numbers (containerlab's `e1-1`) counts as a slash, a subinterface keeps its number. Any other name, such as a Linux
    `enp1s0f0np0`, comes back as it is, without the blanks around it. The key is for comparing, not for printing.
    """
    stripped = name.strip()
    found = _NAME.fullmatch(stripped.lower())
    if found is None or found["word"] not in _FAMILY_OF:
        return stripped
    return f"{_FAMILY_OF[found['word']]}{found['numbers'].replace('-', '/')}{found['unit'] or ''}"


def base_interface(name: str) -> str:
    """Return such a key of the port of an interface or subinterface, in lower case."""
    return canonical_interface(name).lower().partition(".")[0]


def same_interface(port: Port, name: str) -> bool:
    """Say whether an interface name means the port, its bundle, or a subinterface of one of them."""
    wanted = canonical_interface(name).lower()
    return _is_of(wanted, port.name) or bool((bundle := known(port.values.lag, "")) and _is_of(wanted, bundle))


def _is_of(wanted: str, name: str) -> bool:
    base = canonical_interface(name).lower()
    return wanted == base or wanted.startswith(f"{base}.")

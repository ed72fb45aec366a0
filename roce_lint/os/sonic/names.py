"""Names of ports and devices as SONiC and its files write them."""

from __future__ import annotations

from pathlib import PurePath

from roce_lint.model.terms import Fec, PortKind, WatchdogAction
from roce_lint.text.device_names import device_name_from_path
from roce_lint.text.patterns import lazy_pattern

_KINDS = (
    ("Ethernet", PortKind.ETHERNET),
    ("PortChannel", PortKind.LAG),
    ("Vlan", PortKind.VLAN),
    ("Loopback", PortKind.LOOPBACK),
    ("eth", PortKind.MANAGEMENT),
    ("Management", PortKind.MANAGEMENT),
    ("Eth", PortKind.SUBINTERFACE),
    ("Po", PortKind.SUBINTERFACE),
)
_OF_FILES = lazy_pattern(
    r"[-_. ]*\b(?:config[-_]?db\d*|running[-_]?config(?:uration)?|sonic|frr|bgpd|zebra|staticd|vtysh|golden[-_]config"
    r"|init[-_]cfg|qos|buffers?|port[-_]config|pg[-_]profile[-_]lookup|llr[-_]profile[-_]lookup|hwsku|platform|ports?|minigraph|all"
    r"|asic\d+)(?=[-_. ]|$)",
)


def kind_of_interface(name: str) -> PortKind:
    """Return what an interface is, by the beginning of its name; `Ethernet0.10` and `Eth0.10` are subinterfaces."""
    if "." in name:
        return PortKind.SUBINTERFACE
    return next((kind for word, kind in _KINDS if name.startswith(word)), PortKind.TUNNEL)


def name_from_path(path: str) -> str:
    """Return the device's name that a path suggests: `leaf1/config_db.json` and `leaf1_frr.conf` give `leaf1`."""
    pure = PurePath(path.replace("\\", "/"))
    stem = pure.name.split(".")[0].replace("_", "-")
    kept = _OF_FILES.sub("", stem).strip("-_. ")
    return device_name_from_path(str(pure.with_name((pure.name[: len(kept)] or "config") + ".json")))


FEC = {"rs": Fec.REED_SOLOMON, "fc": Fec.FIRE_CODE, "none": Fec.OFF}
"""Source: sonic-port YANG, fec."""
ACTIONS = {
    "drop": WatchdogAction.DROP,
    "forward": WatchdogAction.IGNORE_PAUSE,
    "alert": WatchdogAction.NOTIFY_ONLY,
}
"""Source: sonic-pfcwd YANG, action."""
FEC_WORDS = {value: word for word, value in FEC.items()}
ACTION_WORDS = {value: word for word, value in ACTIONS.items()}

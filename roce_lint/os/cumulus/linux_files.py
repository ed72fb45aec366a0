"""Files of releases without NVUE, or of switches that are run without it, as the commands that NVUE would have.

`/etc/network/interfaces` (ifupdown2) and `/etc/cumulus/datapath/qos/qos_features.conf`, earlier `traffic.conf`. What
they say is put into the tree of NVUE, each at its own line, so that all else reads it as it reads NVUE.
Sources: Cumulus Linux User Guide 3.7 to 5.11, Quality of Service, Buffer and Queue Management, Interface Configuration
and Management (tabs "Linux Commands"); comments of the shipped files.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from roce_lint.os.cumulus.nv_lines import NvLine, OtherLine
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass

_STANZA = lazy_pattern(r"^iface[ \t]+swp\d", 8)
_FEATURES = lazy_pattern(
    r"^(?:traffic\.(?:packet_priority_source_set|cos_\d)|pfc\.(?:port_group_list|\S+\.cos_list)|ecn_red\.port_group_list|"
    r"default_ecn(?:_red)?_conf\.|cos_egr_queue\.cos_\d|default_egress_sched\.)",
    8,
)
_SETTING = re.compile(r"\s*([\w.\-]+)\s*=\s*(.*?)\s*")
_GLOB = re.compile(r"(.*)\[(\d+)-(\d+)\]")
BRIDGE = "bridge"
"""Of the classic files there is one VLAN-aware bridge; its own name may be another."""


@dataclass(frozen=True, slots=True)
class LinuxFile:
    """Commands that a file stands for, and lines that none of them says."""

    commands: tuple[NvLine, ...]
    others: tuple[OtherLine, ...]


def is_linux_file(text: str) -> bool:
    """Say whether a text is one of these files."""
    return bool(_FEATURES.search(text)) or is_interfaces(text)


def is_interfaces(text: str) -> bool:
    """Say whether a text is `/etc/network/interfaces` of a switch."""
    return "iface " in text and bool(_STANZA.search(text))


def linux_file(text: str) -> LinuxFile:
    """Return what a file says."""
    reader = _Interfaces() if is_interfaces(text) else _Features(text)
    for number, raw in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
        line = raw.split("#", 1)[0].strip() if raw.lstrip()[:1] != "#" else ""
        if line and not reader.take(number, line):
            reader.others.append(OtherLine(number, raw.strip()[:200]))
    return LinuxFile(tuple(reader.commands), tuple(reader.others))


class _Reader:
    def __init__(self) -> None:
        self.commands: list[NvLine] = []
        self.others: list[OtherLine] = []

    def say(self, number: int, *words: str) -> None:
        """Add the command that a line stands for."""
        self.commands.append(NvLine(number, number, True, words))


_PLAIN: Mapping[str, tuple[str, ...]] = {
    "mtu": ("link", "mtu"),
    "alias": ("description",),
    "clag-id": ("bond", "mlag", "id"),
    "vlan-id": ("vlan",),
    "vrf": ("ip", "vrf"),
    "vlan-raw-device": ("base-interface",),
}
_FECS = {"rs": "rs", "baser": "baser", "off": "off"}
_MODES = {"802.3ad": "lacp", "4": "lacp", "balance-xor": "static", "2": "static"}
_OF_MLAG = {"clagd-peer-ip": "peer-ip", "clagd-sys-mac": "mac-address", "clagd-backup-ip": "backup"}
_NOTHING = re.compile(
    r"(?:auto|allow-|source|bridge-(?:vlan-aware|stp|learning|arp-nd-suppress|ageing|mcsnoop|igmp|ports-condone)|mstpctl-|"
    r"bond-(?:lacp|miimon|min-links|xmit|use)|clagd-(?:priority|args|vxlan)|hwaddress|gateway|vrf-table|link-(?:duplex|autoneg)|"
    r"vxlan-(?:learning|ageing|port)|ip-forward|ip6-forward|storm-control|es-sys-mac)"
)
"""What decides neither how RoCE is forwarded nor which ports it crosses."""


class _Interfaces(_Reader):
    """Reads stanzas of ifupdown2."""

    def __init__(self) -> None:
        super().__init__()
        self._name = ""
        self._vni: tuple[int, str] | None = None

    def take(self, number: int, line: str) -> bool:
        word, _, value = line.partition(" ")
        value = value.strip()
        if word == "iface":
            self._begin(number, value.split()[0] if value else "")
            return True
        if not self._name or _NOTHING.match(word):
            return bool(_NOTHING.match(word))
        return self._attribute(number, word, value)

    def _begin(self, number: int, name: str) -> None:
        self._name, self._vni = name, None
        kind = "swp" if re.fullmatch(r"swp\d+(?:s\d+)?", name) else "svi" if re.fullmatch(r"vlan\d+", name) else ""
        if kind:
            self.say(number, "interface", name, "type", kind)

    def _attribute(self, number: int, word: str, value: str) -> bool:
        name, at = self._name, number
        if word == "address" and "/" in value:
            self.say(at, "interface", name, "ip", "address", value)
        elif word in _PLAIN:
            self.say(at, "interface", name, *_PLAIN[word], value)
        elif word == "link-speed" and value.isdecimal():
            self.say(at, "interface", name, "link", "speed", f"{int(value) // 1000}G")
        elif word == "link-fec" and value in _FECS:
            self.say(at, "interface", name, "link", "fec", _FECS[value])
        elif word == "link-down" and value == "yes":
            self.say(at, "interface", name, "link", "state", "down")
        elif word in ("bond-slaves", "bond-ports"):
            for member in names_of(value):
                self.say(at, "interface", name, "bond", "member", member)
        elif word == "bond-mode" and value in _MODES:
            self.say(at, "interface", name, "bond", "mode", _MODES[value])
        elif word in ("bridge-ports", "bridge-vids", "bridge-access", "bridge-pvid"):
            self._bridge(at, word, value)
        elif word == "address-virtual" and value.split()[1:]:
            for address in value.split()[1:]:
                self.say(at, "interface", name, "ip", "vrr", "address", address)
        elif word == "vxlan-id" and value.isdecimal():
            self._vni = at, value
        elif word == "vxlan-local-tunnelip":
            self.say(at, "nve", "vxlan", "source", "address", value)
        elif word in _OF_MLAG:
            self.say(at, "mlag", _OF_MLAG[word], value.split()[0])
        else:
            return False
        return True

    def _bridge(self, number: int, word: str, value: str) -> None:
        if word == "bridge-ports":
            for port in names_of(value):
                if not re.match(r"vni|vx", port):
                    self.say(number, "interface", port, "bridge", "domain", BRIDGE)
        elif word == "bridge-access" and self._vni is not None:
            at, vni = self._vni
            self.say(at, "bridge", "domain", BRIDGE, "vlan", value, "vni", vni)
        elif word == "bridge-vids":
            for vlan in value.split():
                here = ("bridge", "domain", BRIDGE)
                own = here if self._name == BRIDGE or self._name.startswith("br") else ("interface", self._name, *here)
                self.say(number, *own, "vlan", vlan)
        else:
            leaf = "access" if word == "bridge-access" else "untagged"
            if self._name != BRIDGE:
                self.say(number, "interface", self._name, "bridge", "domain", BRIDGE, leaf, value)


def names_of(text: str) -> Iterator[str]:
    """Yield the interfaces of a list: `swp1 swp2`, `glob swp[1-4]`, `swp1-swp4,swp6`."""
    for word in text.replace(",", " ").split():
        if word in ("glob", "regex", "none"):
            continue
        found = _GLOB.fullmatch(word)
        span = re.fullmatch(r"([a-z]+(?:\d+s)?)(\d+)-(?:[a-z]+(?:\d+s)?)?(\d+)", word) if found is None else None
        if found or span:
            match = found or span
            assert match is not None
            low, high = int(match[2]), int(match[3])
            yield from (f"{match[1]}{one}" for one in range(low, min(high, low + 511) + 1))
        else:
            yield word


_TRUSTS = {("802.1p",): "l2", ("dscp",): "l3", ("802.1p", "dscp"): "both", ("port",): "port", (): "port"}
_KINDS = {"pfc": "pfc", "ecn_red": "congestion-control", "egress_sched": "egress-scheduler", "link_pause": "link-pause"}
_PFC = {
    "cable_length": "cable-length",
    "port_buffer_bytes": "port-buffer",
    "xoff_size": "xoff-threshold",
    "xon_delta": "xon-threshold",
}
_CURVE = {
    "min_threshold_bytes": "min-threshold",
    "max_threshold_bytes": "max-threshold",
    "probability": "probability",
    "ecn_enable": "ecn",
    "red_enable": "red",
}
_GROUPS = re.compile(r"^[ \t]*(\w+)\.port_group_list[ \t]*=[ \t]*([^\n#]*)", re.MULTILINE)
_FLAGS = {"true": "enable", "false": "disable"}
_GLOBAL = "default-global"


class _Features(_Reader):
    """Reads settings of the form `family.group.name = value`."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self._queues: dict[str, list[str]] = {}
        self._curves: dict[str, list[tuple[int, str, str]]] = {}
        self._groups = {one[1]: set(_list_of(one[2])) for one in _GROUPS.finditer(text)}

    def take(self, number: int, line: str) -> bool:
        found = _SETTING.fullmatch(line)
        if found is None:
            return False
        keys, value = found[1].split("."), found[2].strip()
        many = _list_of(value)
        if len(keys) > 2 and keys[0] in _KINDS and keys[1] not in self._groups.get(keys[0], set()):
            # switchd takes the groups that the list names.
            return False
        match keys:
            case ["traffic", "packet_priority_source_set"]:
                self.say(number, "qos", "mapping", _GLOBAL, "trust", _TRUSTS.get(tuple(sorted(many)), value))
            case ["traffic", "port_default_priority"]:
                self.say(number, "qos", "mapping", _GLOBAL, "port-default-sp", value)
            case ["traffic", cos, "priority_source", kind] if kind in ("dscp", "8021p"):
                for one in many:
                    word = "dscp" if kind == "dscp" else "pcp"
                    self.say(number, "qos", "mapping", _GLOBAL, word, one, "switch-priority", _number(cos))
            case ["cos_egr_queue", cos, "uc"]:
                path = ("qos", "egress-queue-mapping", _GLOBAL, "switch-priority", _number(cos))
                self.say(number, *path, "traffic-class", value)
            case ["default_ecn_red_conf" | "default_ecn_conf", name]:
                return self._curve(number, _GLOBAL, name, value, many)
            case ["default_egress_sched", queue, "bw_percent"]:
                self._scheduler(number, _GLOBAL, queue, value)
            case [family, "port_group_list"] if family in _KINDS:
                pass
            case [family, group, "port_set"] if family in _KINDS:
                for port in names_of(value):
                    self.say(number, "interface", port, "qos", _KINDS[family], "profile", group)
            case ["pfc", group, name]:
                return self._pfc(number, group, name, value, many)
            case ["ecn_red", group, name]:
                return self._curve(number, group, name, value, many)
            case ["egress_sched", group, queue, "bw_percent"]:
                self._scheduler(number, group, queue, value)
            case ["link_pause", group, ("rx_enable" | "tx_enable") as name] if value in _FLAGS:
                self.say(number, "qos", "link-pause", group, name[:2], _FLAGS[value])
            case _:
                return False
        return True

    def _pfc(self, number: int, group: str, name: str, value: str, many: list[str]) -> bool:
        if name == "cos_list":
            for one in many:
                self.say(number, "qos", "pfc", group, "switch-priority", one)
        elif name in ("rx_enable", "tx_enable") and value in _FLAGS:
            self.say(number, "qos", "pfc", group, name[:2], _FLAGS[value])
        elif name in _PFC:
            self.say(number, "qos", "pfc", group, _PFC[name], value)
        else:
            return False
        return True

    def _curve(self, number: int, group: str, name: str, value: str, many: list[str]) -> bool:
        """Take a setting of a curve, which counts for every queue of its group, wherever the list of them stands."""
        if name in ("egress_queue_list", "cos_list"):
            self._queues[group] = many
            for at, leaf, word in self._curves.get(group, ()):
                self._say_curve(at, group, leaf, word, many)
        elif name in _CURVE:
            word = _FLAGS.get(value, value)
            self._curves.setdefault(group, []).append((number, _CURVE[name], word))
            self._say_curve(number, group, _CURVE[name], word, self._queues.get(group, []))
        else:
            return False
        return True

    def _say_curve(self, number: int, group: str, leaf: str, word: str, queues: list[str]) -> None:
        for queue in queues:
            self.say(number, "qos", "congestion-control", group, "traffic-class", queue, leaf, word)

    def _scheduler(self, number: int, group: str, queue: str, value: str) -> None:
        """Say a share; `0` is strict here, and no share in NVUE."""
        path = ("qos", "egress-scheduler", group, "traffic-class", _number(queue))
        self.say(number, *path, "mode", "strict" if value == "0" else "dwrr")
        if value != "0":
            self.say(number, *path, "bw-percent", value)


def _list_of(text: str) -> list[str]:
    return [one.strip() for one in text.strip("[]").split(",") if one.strip()]


def _number(text: str) -> str:
    return text.rpartition("_")[2]

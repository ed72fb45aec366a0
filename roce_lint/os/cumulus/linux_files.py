"""Files of releases without NVUE, or of switches that are run without it, as the commands that NVUE would have.

`/etc/network/interfaces` (ifupdown2), `/etc/cumulus/datapath/qos/qos_features.conf`, earlier `traffic.conf`,
`/etc/mlx/datapath/qos/qos_infra.conf` and `/etc/cumulus/switchd.conf`. What they say is put into the tree of NVUE, each
at its own line, so that all else reads it as it reads NVUE.
Sources: Cumulus Linux User Guide 3.7 to 5.14, Quality of Service, Buffer and Queue Management, Interface Configuration
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
    r"default_ecn(?:_red)?_conf\.|cos_egr_queue\.cos_\d|default_egress_sched\.|(?:source|remark|shaping|pfc_watchdog)\.port_group_list|"
    r"pfc_wd\.(?:poll_interval|robustness)|flow_control\.(?:in|e)gress_|(?:in|e)gress_service_pool\.\d)",
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
_REWRITES = {("802.1p",): "l2", ("dscp",): "l3", ("802.1p", "dscp"): "both"}
_KINDS = {
    "source": "mapping", "pfc": "pfc", "ecn_red": "congestion-control", "egress_sched": "egress-scheduler",
    "link_pause": "link-pause", "remark": "remark", "shaping": "egress-shaper", "pfc_watchdog": "pfc-watchdog",
}  # fmt: skip
"""Families of groups of ports, and the profiles of NVUE that they are."""
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
_SWITCHD = {"poll_interval": "polling-interval", "robustness": "robustness"}
_GROUPS = re.compile(r"^[ \t]*(\w+)\.port_group_list[ \t]*=[ \t]*([^\n#]*)", re.MULTILINE)
_EVERYWHERE = re.compile(r"^[ \t]*(?:\w+\.)?([\w-]+)\.port_set[ \t]*=[ \t]*\[?allports\b", re.MULTILINE)
_LOSSLESS = re.compile(r"^[ \t]*flow_control\.ingress_service_pool[ \t]*=[ \t]*(\d+)", re.MULTILINE)
_SIZES = re.compile(
    r"(?:in|e)gress_service_pool\.\d+\.(?:mode|infinite_flag|size)|flow_control\.egress_service_pool|"
    r"(?:port|priority_group|egress_buffer|flow_control|management|cpu|mirror)\..*(?:reserved|dynamic_quota|shared_size|service_pool|"
    r"static_limit)|traffic\.priority_group_list|priority_group\.\w+\.(?:cos_list|id)"
)
"""Sizes of buffers of `qos_infra.conf`: nothing that is evaluated depends on them."""
_OF_SWITCHD = re.compile(r"^[ \t]*#?[ \t]*pfc_wd\.", re.MULTILINE)
_MAY_MATTER = re.compile(r"pfc|pause|qos|ecn|shap|buffer|priority")
_FLAGS = {"true": "enable", "false": "disable"}
_GLOBAL = "default-global"


class _Features(_Reader):
    """Reads settings of the form `family.group.name = value`."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self._queues: dict[str, list[str]] = {}
        self._curves: dict[str, list[tuple[int, str, str]]] = {}
        self._groups = {one[1]: set(_list_of(one[2])) for one in _GROUPS.finditer(text)}
        self._everywhere = {one[1] for one in _EVERYWHERE.finditer(text)}
        lossless = _LOSSLESS.search(text)
        self._pools = {"0": "default-lossy"} | ({lossless[1]: "default-lossless"} if lossless else {})
        self._is_switchd = bool(_OF_SWITCHD.search(text)) and not self._groups

    def take(self, number: int, line: str) -> bool:
        found = _SETTING.fullmatch(line)
        if found is None:
            return False
        keys, value = found[1].split("."), found[2].strip()
        if self._is_switchd:
            return self._switchd(number, keys, value)
        if keys[0] in self._groups.get("ecn_red", ()):
            # The user guide writes the groups of ECN without their family too.
            keys = ["ecn_red", *keys]
        if keys[0] not in _KINDS:
            return self._of_all_ports(number, keys, value)
        if keys[1:] == ["port_group_list"]:
            return True
        if len(keys) < 3 or keys[1] not in self._groups.get(keys[0], set()):
            # switchd takes the groups that the list names.
            return False
        group = _GLOBAL if keys[1] in self._everywhere else keys[1]
        if keys[2:] == ["port_set"]:
            self._bind(number, _KINDS[keys[0]], group, value)
            return True
        return self._of_group(number, keys[0], group, keys[2:], value)

    def _bind(self, number: int, kind: str, group: str, ports: str) -> None:
        for port in names_of(ports.strip("[]")) if group != _GLOBAL else ():
            setting = ("state", "enable") if kind == "pfc-watchdog" else ("profile", group)
            self.say(number, "interface", port, "qos", kind, *setting)

    def _of_all_ports(self, number: int, keys: list[str], value: str) -> bool:
        """Take a setting for the whole switch."""
        match keys:
            case ["traffic", "packet_priority_remark_set"]:
                return self._marks(number, _GLOBAL, keys[1:], value)
            case ["traffic", _, "priority_remark", _]:
                return self._marks(number, _GLOBAL, keys[1:], value)
            case ["traffic", *rest]:
                return self._classes(number, _GLOBAL, rest, value) or bool(_SIZES.fullmatch(".".join(keys)))
            case ["cos_egr_queue", cos, "uc"]:
                path = ("qos", "egress-queue-mapping", _GLOBAL, "switch-priority", _number(cos))
                self.say(number, *path, "traffic-class", value)
            case ["default_ecn_red_conf" | "default_ecn_conf", name]:
                return self._curve(number, _GLOBAL, name, value)
            case ["default_egress_sched", queue, "bw_percent"]:
                self._scheduler(number, _GLOBAL, queue, value)
            case [("ingress_service_pool" | "egress_service_pool") as side, pool, "percent"] if _is_share(value):
                self._share(number, side[:-13], pool, str(int(float(value))))
            case ["flow_control", "ingress_service_pool"]:
                pass
            case ["flow_control", "ingress_buffer", "dynamic_quota"]:
                path = ("qos", "advance-buffer-config", _GLOBAL, "ingress-lossless-buffer", "shared-alpha")
                self.say(number, *path, value.lower())
            case _:
                return bool(_SIZES.fullmatch(".".join(keys)))
        return True

    def _share(self, number: int, side: str, pool: str, percent: str) -> None:
        """Say the share of a pool: of those for what comes in, NVUE names the lossy and the lossless one."""
        name = self._pools.get(pool, "") if side == "ingress" else ""
        if name:
            self.say(number, "qos", "traffic-pool", name, "memory-percent", percent)
        self.say(number, "qos", "advance-buffer-config", _GLOBAL, f"{side}-pool", pool, "memory-percent", percent)

    def _of_group(self, number: int, family: str, group: str, keys: list[str], value: str) -> bool:
        """Take a setting of a group of ports."""
        match family, keys:
            case "source", _:
                return self._classes(number, group, keys, value)
            case "remark", _:
                return self._marks(number, group, keys, value)
            case "pfc", [name]:
                return self._pfc(number, group, name, value)
            case "ecn_red", [name]:
                return self._curve(number, group, name, value)
            case "egress_sched", [queue, "bw_percent"]:
                self._scheduler(number, group, queue, value)
            case "link_pause", [("rx_enable" | "tx_enable") as name] if value in _FLAGS:
                self.say(number, "qos", "link-pause", group, name[:2], _FLAGS[value])
            case "link_pause", [name] if name in _PFC:
                self.say(number, "qos", "link-pause", group, _PFC[name], value)
            case "shaping", [queue, "shaper"]:
                rates = [value] if queue == "port" else _list_of(value)
                queue_path = () if queue == "port" else ("traffic-class", _number(queue))
                leaves = ("port-max-rate",) if queue == "port" else ("min-rate", "max-rate")
                for leaf, rate in zip(leaves, rates, strict=False):
                    self.say(number, "qos", "egress-shaper", group, *queue_path, leaf, rate)
            case _:
                return False
        return True

    def _switchd(self, number: int, keys: list[str], value: str) -> bool:
        """Take a setting of `switchd.conf`, of which those of the watchdog matter."""
        match keys:
            case ["pfc_wd", name] if name in _SWITCHD:
                self.say(number, "qos", "pfc-watchdog", _SWITCHD[name], value)
                return True
            case _:
                return not _MAY_MATTER.search(".".join(keys))

    def _classes(self, number: int, group: str, keys: list[str], value: str) -> bool:
        """Take how packets are classified."""
        path = ("qos", "mapping", group)
        match keys:
            case ["packet_priority_source_set"]:
                self.say(number, *path, "trust", _TRUSTS.get(tuple(sorted(_list_of(value))), value))
            case ["port_default_priority"]:
                self.say(number, *path, "port-default-sp", value)
            case [cos, "priority_source", kind] if kind in ("dscp", "8021p"):
                for one in _list_of(value):
                    self.say(number, *path, "dscp" if kind == "dscp" else "pcp", one, "switch-priority", _number(cos))
            case _:
                return False
        return True

    def _marks(self, number: int, group: str, keys: list[str], value: str) -> bool:
        """Take how packets are marked anew: the flag counts where they come in, the marks where they leave."""
        path, many = ("qos", "remark", group), _list_of(value)
        match keys:
            case ["packet_priority_remark_set"] if not many or tuple(sorted(many)) in _REWRITES:
                if many:
                    self.say(number, *path, "rewrite", _REWRITES[tuple(sorted(many))])
            case [cos, "priority_remark", kind] if kind in ("dscp", "8021p") and many:
                self.say(number, *path, "switch-priority", _number(cos), "dscp" if kind == "dscp" else "pcp", many[0])
            case _:
                return False
        return True

    def _pfc(self, number: int, group: str, name: str, value: str) -> bool:
        if name == "cos_list":
            for one in _list_of(value):
                self.say(number, "qos", "pfc", group, "switch-priority", one)
        elif name in ("rx_enable", "tx_enable") and value in _FLAGS:
            self.say(number, "qos", "pfc", group, name[:2], _FLAGS[value])
        elif name in _PFC:
            self.say(number, "qos", "pfc", group, _PFC[name], value)
        else:
            return False
        return True

    def _curve(self, number: int, group: str, name: str, value: str) -> bool:
        """Take a setting of a curve, which counts for every queue of its group, wherever the list of them stands."""
        if name in ("egress_queue_list", "cos_list"):
            many = self._queues[group] = _list_of(value)
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
    """Return the entries of a list, those of a range such as `0-7` one by one."""
    found = []
    for one in text.strip("[]").split(","):
        low, dash, high = one.strip().partition("-")
        if dash and low.isdecimal() and high.isdecimal():
            found += [str(number) for number in range(int(low), min(int(high), int(low) + 63) + 1)]
        elif one.strip():
            found.append(one.strip())
    return found


def _is_share(text: str) -> bool:
    return re.fullmatch(r"\d{1,3}(?:\.\d+)?", text) is not None


def _number(text: str) -> str:
    return text.rpartition("_")[2]

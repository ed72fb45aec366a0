"""Commands about the link itself: pause, speed, MTU, state, addresses, and who speaks LLDP on it."""

from __future__ import annotations

import re
import zlib
from itertools import pairwise

from roce_lint.hosts.command import ShellCommand, nic_named, note_number, note_unknown
from roce_lint.hosts.linux.routes import LATER_ADDRESSES, StatedRoute, is_true, note_route, read_route_command
from roce_lint.hosts.registry import DRIVERS
from roce_lint.hosts.script.parameters import ScriptText
from roce_lint.hosts.settings import NicId, SettingKey, SettingsLog
from roce_lint.model.fact import Fact, Stated, Unknown

MTU_LIMITS_BYTES = (68, 65535)
_SWITCH = {"on": 1, "off": 0}
_NOTHING = ScriptText("", True)
_FAMILIES = ("inet", "inet6")
"""What stands behind `ip -family`."""
_MODE_LATER = "the mode of the bond is known only when the script runs"


def read_ethtool(log: SettingsLog, command: ShellCommand) -> None:
    """Note `ethtool -A` (link pause) and `ethtool -s` (speed); other calls only show or set what is no fact."""
    words = list(command.arguments)
    mode = next((word.text for word in words if word.text.startswith("-")), "")
    rest = [word for word in words if not word.text.startswith("-")]
    if mode not in ("-A", "--pause", "-s", "--change", "--set-priv-flags") or not rest:
        return
    nic = nic_named(rest[0])
    if mode == "--set-priv-flags":
        _private_flags(log, command, nic, rest[1:])
        return
    pairs = dict(zip((word.text for word in rest[1::2]), rest[2::2], strict=False))
    if mode in ("-A", "--pause"):
        for name, key in (("rx", SettingKey.PAUSE_RECEIVED), ("tx", SettingKey.PAUSE_SENT)):
            if name in pairs:
                _switch(log, command, nic, key, pairs[name])
        unknown = sorted(set(pairs) - {"rx", "tx", "autoneg"})
        if unknown:
            log.not_understood(command.place, f"ethtool -A has no parameter {unknown[0]!r}")
    elif "speed" in pairs:
        mbps = pairs["speed"]
        if mbps.resolved and mbps.text.isdigit() and len(mbps.text) < 9:
            fact = Stated(int(mbps.text) // 1000, command.place.source)
            log.number_fact(command.place.evidence, nic, SettingKey.SPEED_GBPS, fact)
        else:
            note_unknown(log, command.place, nic, SettingKey.SPEED_GBPS, f"{mbps.text!r} is not a speed in Mb/s")


def _private_flags(log: SettingsLog, command: ShellCommand, nic: NicId, rest: list[ScriptText]) -> None:
    """Note the private flags that a driver has for a setting."""
    pairs = dict(zip((word.text for word in rest[::2]), rest[1::2], strict=False))
    for driver in DRIVERS:
        for flag, key in driver.private_flags.items():
            if flag in pairs:
                log.word_fact(command.place.evidence, nic, SettingKey.DRIVER, Stated(driver.name, command.place.source))
                _switch(log, command, nic, key, pairs[flag])


def _switch(log: SettingsLog, command: ShellCommand, nic: NicId, key: SettingKey, value: ScriptText) -> None:
    if value.text in _SWITCH:
        fact = Stated(_SWITCH[value.text], command.place.source)
        log.number_fact(command.place.evidence, nic, key, fact)
    else:
        note_unknown(log, command.place, nic, key, f"{key.value}: {value.text!r} is not on or off")


def read_ip(log: SettingsLog, command: ShellCommand) -> None:
    """Note `ip link set ... mtu N`, `up`, `down`, `ip address add A dev IF`, and `ip route add P via A dev IF`."""
    words = [word for word in command.arguments if not re.fullmatch(r"-[a-zA-Z0-9]+", word.text)]
    texts = [word.text for word in words]
    if texts[:1] and texts[0] in _FAMILIES:
        words, texts = words[1:], texts[1:]
    if len(texts) < 3:
        return
    if "link".startswith(texts[0]) and texts[1] == "set":
        rest = words[2:]
        if rest and rest[0].text == "dev":
            rest = rest[1:]
        if rest and rest[0].text != "group":
            _link_set(log, command, nic_named(rest[0]), rest[1:])
    elif "link".startswith(texts[0]) and texts[1] == "add" and "type" in texts[:-1]:
        _link_add(log, command, words[2:])
    elif "address".startswith(texts[0]) and texts[1] in ("add", "replace") and "dev" in texts[:-1]:
        nic = nic_named(words[texts.index("dev") + 1])
        fact: Fact[str] = Stated(texts[2], command.place.source)
        if "peer" in texts or not words[2].resolved:
            fact = Unknown("the subnet of the address is known only to the host", command.place.source)
        log.word_fact(command.place.evidence, nic, SettingKey.ADDRESS, fact, zlib.crc32(texts[2].encode()))
    elif "route".startswith(texts[0]):
        read_route_command(log, command, words[1:])


def _link_add(log: SettingsLog, command: ShellCommand, words: list[ScriptText]) -> None:
    """Note the mode of a bond; it is balance-rr where none is stated (Linux kernel documentation, bonding)."""
    texts = [word.text for word in words]
    if texts[texts.index("type") + 1] != "bond":
        return
    name = words[1] if texts[0] in ("dev", "name") else words[0]
    mode = words[texts.index("mode") + 1] if "mode" in texts[:-1] else ScriptText("balance-rr", True)
    fact = Stated(mode.text, command.place.source) if mode.resolved else Unknown(_MODE_LATER, command.place.source)
    log.word_fact(command.place.evidence, nic_named(name), SettingKey.BOND_MODE, fact)


def _link_set(log: SettingsLog, command: ShellCommand, nic: NicId, rest: list[ScriptText]) -> None:
    for position, word in enumerate(rest):
        if word.text in ("up", "down"):
            fact = Stated(int(word.text == "up"), command.place.source)
            log.number_fact(command.place.evidence, nic, SettingKey.ENABLED, fact)
        elif word.text == "mtu":
            value = rest[position + 1] if position + 1 < len(rest) else ScriptText("", True)
            note_number(log, command.place, nic, SettingKey.MTU_BYTES, value, MTU_LIMITS_BYTES)
        elif word.text == "master" and position + 1 < len(rest) and rest[position + 1].resolved:
            master = Stated(rest[position + 1].text, command.place.source)
            log.word_fact(command.place.evidence, nic, SettingKey.BOND, master)


def read_ifconfig(log: SettingsLog, command: ShellCommand) -> None:
    """Note `ifconfig IF mtu N`."""
    texts = [word.text for word in command.arguments]
    if "mtu" in texts[1:-1]:
        value = command.arguments[texts.index("mtu") + 1]
        note_number(log, command.place, nic_named(command.arguments[0]), SettingKey.MTU_BYTES, value, MTU_LIMITS_BYTES)


_NM_ADDRESSES = ("ipv4.addresses", "ipv6.addresses")
_NM_ROUTES = ("ipv4.routes", "+ipv4.routes", "ipv6.routes", "+ipv6.routes")
_NM_GATEWAYS = ("ipv4.gateway", "ipv6.gateway", "gw4", "gw6")
_NM_METHODS = ("ipv4.method", "ipv6.method")
_MOST_ADDRESSES = 1000
_NM_MTU = frozenset({"802-3-ethernet.mtu", "ethernet.mtu"})


def read_nmcli(log: SettingsLog, command: ShellCommand) -> None:
    """Note MTU, addresses and routes of `nmcli connection modify|add`.

    Without `ifname` the profile has the interface that it was added with, or else the name of one.
    """
    words = list(command.arguments)
    texts = [word.text for word in words]
    verb = next((n for n, text in enumerate(texts) if text in ("modify", "mod", "add")), -1)
    if verb < 0 or verb + 1 >= len(words):
        return
    given = {word.text: value for word, value in pairwise(words)}
    if "add" in texts and "ifname" in given:
        _nmcli_bond(log, command, words)
        profile = given.get("con-name", given["ifname"])
        log.profiles[profile.text] = nic_named(given["ifname"])
    nic = nic_named(given.get("ifname", words[verb + 1]))
    for setting, value in given.items():
        if setting in _NM_MTU:
            note_number(log, command.place, nic, SettingKey.MTU_BYTES, value, MTU_LIMITS_BYTES)
        elif setting in _NM_ADDRESSES and value.resolved:
            for number, address in enumerate(value.text.split(",")):
                fact = Stated(address.strip(), command.place.source)
                index = _NM_ADDRESSES.index(setting) * _MOST_ADDRESSES + number
                log.word_fact(command.place.evidence, nic, SettingKey.ADDRESS, fact, index)
        elif setting in _NM_METHODS and value.text == "auto":
            later = Unknown(LATER_ADDRESSES, command.place.source)
            log.word_fact(command.place.evidence, nic, SettingKey.ADDRESS, later, -2 - _NM_METHODS.index(setting))
        elif setting in _NM_ROUTES:
            for route in value.text.split(","):
                _nmcli_route(log, command, nic, ScriptText(route.strip(), value.resolved, value.line))
        elif setting in _NM_GATEWAYS and value.text:
            note_route(log, command.place, nic, StatedRoute("default", value))


def _nmcli_route(log: SettingsLog, command: ShellCommand, nic: NicId, route: ScriptText) -> None:
    """Note a route in the form `PREFIX [NEXT-HOP] [METRIC] [ATTRIBUTE=VALUE]...` (nm-settings-nmcli)."""
    words = route.text.split()
    plain = [word for word in words if "=" not in word]
    attributes = dict(word.split("=", 1) for word in words if "=" in word)
    if not plain or attributes.get("type", "unicast") != "unicast":
        return
    # What is no address in the second place is the metric.
    via = plain[1] if len(plain) > 1 and not plain[1].isdigit() else ""
    metric = next((word for word in plain[1:] if word.isdigit()), "")
    known = ScriptText(via, route.resolved or "$" not in via, route.line)
    found = StatedRoute(
        plain[0], known, attributes.get("table", ""), metric, on_link=is_true(attributes.get("onlink", ""))
    )
    note_route(log, command.place, nic, found)


def _nmcli_bond(log: SettingsLog, command: ShellCommand, words: list[ScriptText]) -> None:
    """Note the mode of a bond that is added, and the bond of an interface."""
    given = {word.text: value for word, value in pairwise(words)}
    nic = nic_named(given["ifname"])
    if given.get("type", _NOTHING).text == "bond":
        options = given.get("bond.options", _NOTHING).text.split(",")
        mode = next((one.partition("=")[2] for one in options if one.startswith("mode=")), "balance-rr")
        log.word_fact(command.place.evidence, nic, SettingKey.BOND_MODE, Stated(mode, command.place.source))
    elif "master" in given and given["master"].resolved:
        master = Stated(given["master"].text, command.place.source)
        log.word_fact(command.place.evidence, nic, SettingKey.BOND, master)

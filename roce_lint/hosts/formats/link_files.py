"""Files of systemd-networkd: of what matters to RoCE they hold MTU, addresses, routes and bonds, nothing of DCB."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from roce_lint.hosts.command import note_number
from roce_lint.hosts.linux.link import MTU_LIMITS_BYTES
from roce_lint.hosts.linux.routes import LATER_ADDRESSES, StatedRoute, is_true, note_route
from roce_lint.hosts.script.parameters import ScriptText
from roce_lint.hosts.settings import NicId, NicKind, SettingKey, SettingsLog
from roce_lint.model.fact import Stated, Unknown
from roce_lint.model.nic import Evidence
from roce_lint.text.document import Document
from roce_lint.values import dataclass, replace


def is_link_file(text: str) -> bool:
    """Return whether a text is a systemd.link, systemd.network or systemd.netdev file."""
    if re.search(r"^\[NetDev\]\s*$", text, re.MULTILINE) is not None:
        return re.search(r"^Kind\s*=\s*bond\s*$", text, re.MULTILINE) is not None
    if re.search(r"^\[Match\]\s*$", text, re.MULTILINE) is None:
        return False
    return re.search(r"^\[(?:Link|Network)\]\s*$", text, re.MULTILINE) is not None


@dataclass(frozen=True, slots=True)
class _Setting:
    """A line of a unit file: its section, which counts from 1 through the file, and its value with the line number."""

    section: str
    part: int
    value: str
    line: int


def read_link_file(log: SettingsLog, document: Document) -> None:
    """Note MTU, addresses, routes and `Bond` of the interface that `Name` or `OriginalName` selects, or a bond's mode.

    Suffixes K and M of an MTU are powers of 1024; a bond is of mode balance-rr where none is stated (systemd.netdev).
    """
    settings = _settings_of(document.text)
    entries = {name: several[0] for name, several in settings.items()}
    nothing = _Setting("", 0, "*", 0)
    names = entries.get("Name", entries.get("OriginalName", nothing)).value.split()
    nic = NicId(NicKind.NETDEV, names[0] if names else "*")

    def word(key: SettingKey, said: _Setting, index: int = -1) -> None:
        log.word_fact(Evidence.CONFIGURED, nic, key, Stated(said.value, log.place(said.line).source), index)

    if "Kind" in entries:
        word(SettingKey.BOND_MODE, entries.get("Mode", replace(entries["Kind"], value="balance-rr")))
        return
    if "Bond" in entries:
        word(SettingKey.BOND, entries["Bond"])
    addresses = [one for one in settings.get("Address", ()) if "/" in one.value]
    for one in addresses:
        word(SettingKey.ADDRESS, one, one.line)
    dhcp = entries.get("DHCP", nothing)
    if addresses and (dhcp.value in ("ipv4", "ipv6") or is_true(dhcp.value)):
        later = Unknown(LATER_ADDRESSES, log.place(dhcp.line).source)
        log.word_fact(Evidence.CONFIGURED, nic, SettingKey.ADDRESS, later)
    _read_routes(log, nic, settings)
    if "MTUBytes" in entries:
        value, number = entries["MTUBytes"].value, entries["MTUBytes"].line
        suffix = re.fullmatch(r"(\d{1,6})([KM])", value)
        if suffix:
            value = str(int(suffix.group(1)) * (1024 if suffix.group(2) == "K" else 1024**2))
        place = log.place(number, f"MTUBytes={value}")
        note_number(log, place, nic, SettingKey.MTU_BYTES, ScriptText(value, True), MTU_LIMITS_BYTES)


def _settings_of(text: str) -> dict[str, list[_Setting]]:
    """Return the lines of a unit file by the names of their settings."""
    found: dict[str, list[_Setting]] = {}
    section, part = "", 0
    for number, line in enumerate(text.splitlines(), 1):
        name, joined, value = line.strip().partition("=")
        if name.startswith("["):
            section, part = name.strip("[]"), part + 1
        elif joined and not name.startswith(("#", ";")):
            found.setdefault(name.strip(), []).append(_Setting(section, part, value.strip(), number))
    return found


def _read_routes(log: SettingsLog, nic: NicId, settings: Mapping[str, Sequence[_Setting]]) -> None:
    """Note `Gateway` of [Network], and each [Route], whose type is unicast unless another is stated (systemd.network).

    A gateway such as `_dhcp4` is what another machine announces.
    """
    places = {(one.part, name): one for name, several in settings.items() for one in several if one.section == "Route"}
    for part in sorted({part for part, _ in places}):
        said = {name: one.value for (number, name), one in places.items() if number == part}
        if said.get("Type", "unicast") == "unicast":
            via, on_link = said.get("Gateway", ""), is_true(said.get("GatewayOnLink", ""))
            first = next(one for (number, _), one in places.items() if number == part)
            place = places.get((part, "Gateway"), first)
            route = StatedRoute(
                said.get("Destination", "default"),
                ScriptText(via, True),
                said.get("Table", ""),
                said.get("Metric", ""),
                on_link,
            )
            _note_gateway(log, nic, place, route)
    for one in settings.get("Gateway", ()):
        if one.section == "Network" and one.value:
            _note_gateway(log, nic, one, StatedRoute("default", ScriptText(one.value, True)))


def _note_gateway(log: SettingsLog, nic: NicId, said: _Setting, route: StatedRoute) -> None:
    if not route.via.text.startswith("_"):
        note_route(log, log.place(said.line, log.line(said.line)), nic, route, said.line)

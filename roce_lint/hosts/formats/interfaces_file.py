"""`/etc/network/interfaces`: MTU, addresses, gateways, and the commands that are run when an interface comes up.

Source: interfaces(5) of ifupdown.
"""

from __future__ import annotations

import re

from roce_lint.hosts.command import note_number
from roce_lint.hosts.formats.direct_commands import joined_lines
from roce_lint.hosts.linux.link import MTU_LIMITS_BYTES
from roce_lint.hosts.linux.routes import StatedRoute, note_route
from roce_lint.hosts.script.interpreter import ShellScript
from roce_lint.hosts.script.parameters import ScriptText
from roce_lint.hosts.settings import NicId, NicKind, SettingKey, SettingPlace, SettingsLog
from roce_lint.model.fact import Stated
from roce_lint.model.nic import Evidence
from roce_lint.text.document import Document

_UP = frozenset({"pre-up", "up", "post-up"})
_BY_ITSELF = frozenset({"auto", "allow-auto", "allow-hotplug"})
_NOT_OF_AN_INTERFACE = frozenset({"mapping", "source", "source-directory", "no-auto-down", "no-scripts", "rename"})

_OF_A_SWITCH = re.compile(
    r"^[ \t]*+(?:(?:auto|iface) swp\d|bridge-vlan-aware|vxlan-|clagd-|vrf-table|address-virtual)", re.MULTILINE
)
"""What ifupdown2 has on a switch (Cumulus Linux)."""
_SETS_MTU = re.compile(r"^[ \t]*+mtu \d", re.MULTILINE)


def is_interfaces_of_host(text: str) -> bool:
    """Return whether a text is `/etc/network/interfaces` of a host and says the MTU of its ports."""
    return is_interfaces_file(text) and _SETS_MTU.search(text) is not None and not _OF_A_SWITCH.search(text)


def is_interfaces_file(text: str) -> bool:
    """Return whether a text has the stanzas of `/etc/network/interfaces`."""
    return re.search(r"^[ \t]*+iface \S+(?: inet6?)? ", text, re.MULTILINE) is not None and not text.startswith("#!")


def read_interfaces_file(log: SettingsLog, script: ShellScript, document: Document) -> None:
    """Read what stands below each `iface`; `$IFACE` is its name, and what is run when it goes down sets nothing.

    An interface that is set up here and that nothing brings up is reported as not understood.
    """
    by_itself: set[str] = set()
    stanzas: dict[str, tuple[int, str]] = {}
    name, address = "", log.place(0, "/")
    for number, line in joined_lines(document.text):
        word, _, rest = line.strip().partition(" ")
        if not word or word.startswith("#"):
            continue
        if word in _BY_ITSELF:
            by_itself.update(rest.split())
        elif word == "iface":
            name, address = rest.split()[0] if rest.split() else "", log.place(0, "/")
            stanzas.setdefault(name, (number, line.strip()))
            script.read(f"IFACE='{name}'", number)
        elif word in _NOT_OF_AN_INTERFACE:
            name = ""
        elif name:
            place = log.place(number, line)
            if word == "address":
                address = place
            elif word == "netmask" and "/" not in address.text:
                place = SettingPlace(address.source, f"{address.text}/{rest.strip()}")
            _option(log, script, name, place)
    set_here = {one.name for one in log.mentioned() if one.kind is NicKind.NETDEV}
    for name, (number, text) in stanzas.items():
        if (
            name in set_here
            and not by_itself & {name, "all"}
            and not any("*" in one or "/" in one for one in by_itself)
        ):
            because = f"neither auto nor allow-hotplug names {name}: it does not come up by itself"
            log.not_understood(log.place(number, text), because)


def _option(log: SettingsLog, script: ShellScript, name: str, place: SettingPlace) -> None:
    word, _, rest = place.text.partition(" ")
    nic = NicId(NicKind.NETDEV, name)
    if word in _UP:
        script.read(rest.strip(), place.source.line)
    elif word == "mtu":
        note_number(log, place, nic, SettingKey.MTU_BYTES, ScriptText(rest.strip(), True), MTU_LIMITS_BYTES)
    elif word == "address":
        fact = Stated(rest.strip(), place.source)
        log.word_fact(Evidence.CONFIGURED, nic, SettingKey.ADDRESS, fact, place.source.line)
    elif word == "gateway":
        note_route(log, place, nic, StatedRoute("default", ScriptText(rest.strip(), True)), place.source.line)

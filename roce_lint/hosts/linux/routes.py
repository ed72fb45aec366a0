"""Routes of a host: what its files say of them in their own forms, as words of ip-route(8)."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from itertools import pairwise

from roce_lint.hosts.command import ShellCommand, nic_named, note_unknown
from roce_lint.hosts.script.parameters import ScriptText
from roce_lint.hosts.settings import NicId, SettingKey, SettingPlace, SettingsLog
from roce_lint.model.addresses import address_of
from roce_lint.model.fact import Fact, Stated, Unknown
from roce_lint.model.host_route import HostRoute
from roce_lint.values import dataclass

_ADDING = frozenset({"add", "replace", "append", "prepend", "change"})
_WITHOUT_PORT = frozenset({"blackhole", "unreachable", "prohibit", "throw", "local", "broadcast", "multicast", "nat"})
"""Types of routes that send nothing to a next hop (ip-route(8))."""
_FAMILIES = ("inet", "inet6")
_PLAIN_WORDS = frozenset({"to", "unicast", "onlink", *_FAMILIES})
_OPTIONS = frozenset(
    {"dev", "via", "table", "metric", "preference", "priority", "proto", "protocol", "src", "scope", "mtu", "advmss"}
    | {"tos", "dsfield", "pref", "expires"}
)
"""Words of a route that a value follows (ip-route(8))."""
_MAIN = ("main", "254")
_TRUE = frozenset({"true", "yes", "on", "1", "y"})
LATER_ADDRESSES = "the port gets further addresses by DHCP"


@dataclass(frozen=True, slots=True)
class StatedRoute:
    """A route as a file states it; an empty text stands for what it does not say."""

    to: str
    via: ScriptText
    table: str = ""
    metric: str = ""
    on_link: bool = False

    def identity(self) -> int:
        """Return a number that is the same for routes of which the kernel has only one, with whatever next hop."""
        return zlib.crc32(f"{self.to} {self.table} {self.metric}".encode())


def is_true(word: str) -> bool:
    """Say whether a word of YAML, systemd or NetworkManager means yes."""
    return word.lower() in _TRUE


def note_route(log: SettingsLog, place: SettingPlace, nic: NicId, route: StatedRoute, index: int = 0) -> None:
    """Note a route by a port; of several with one `index`, which is the line of a file, the last holds.

    A next hop that only the host knows, or that is no address, makes the route unknown and the line unread. The
    unspecified address (`0.0.0.0`) is none: the destination is on the link.
    """
    via, index = route.via, index or route.identity()
    table = "" if route.table in _MAIN else route.table
    address = address_of(via.text)
    if address is not None and not address.number:
        via = ScriptText("", True)
    if not via.resolved:
        note_unknown(log, place, nic, SettingKey.ROUTE, f"the next hop {via.text} is known only to the host", index)
    elif via.text and address is None:
        note_unknown(log, place, nic, SettingKey.ROUTE, f"the next hop {via.text!r} is no address", index)
    else:
        words = [route.to or "default", *(("via", via.text) if via.text else ()), *(("table", table) if table else ())]
        text = " ".join([*words, *(("onlink",) if route.on_link else ())])
        log.word_fact(place.evidence, nic, SettingKey.ROUTE, Stated(text, place.source), index)


def host_route(port: str, fact: Fact[str]) -> HostRoute:
    """Return the route that `note_route` noted of a port."""
    if isinstance(fact, Unknown):
        return HostRoute(port, "", fact)
    words = fact.value.split()
    given = dict(pairwise(words))
    next_hop = Stated(given.get("via", ""), fact.source)
    return HostRoute(port, words[0], next_hop, given.get("table", "main"), words[-1] == "onlink")


def read_route_command(log: SettingsLog, command: ShellCommand, words: Sequence[ScriptText]) -> None:
    """Note `ip route add|replace ... dev IF`; `words` are those behind `route`.

    A route without a port, of which the kernel takes the one whose subnet has the next hop, is none of a certain port.
    """
    texts = [word.text for word in words]
    if texts[0] not in _ADDING or len(texts) < 2 or texts[1] in _WITHOUT_PORT:
        return
    shared, *hops = _split_at_nexthops(words[1:])
    to = _destination(shared)
    for hop in hops or [[]]:
        given = {**_options(shared), **_options(hop)}
        port = given.get("dev")
        if port is None:
            continue
        if not port.resolved:
            log.not_understood(command.place, f"by which port {to} is reached, is known only to the host")
            continue
        via = given.get("via", ScriptText("", True))
        table, metric = (given[name].text if name in given else "" for name in ("table", "metric"))
        on_link = any(word.text == "onlink" for word in [*shared, *hop])
        note_route(log, command.place, nic_named(port), StatedRoute(to, via, table, metric, on_link))


def _destination(words: Sequence[ScriptText]) -> str:
    """Return the prefix among the words of a route, which may stand before or behind its options."""
    remaining = iter([word.text for word in words])
    for word in remaining:
        if word in _OPTIONS:
            next(remaining, None)
        elif word not in _PLAIN_WORDS:
            return word
    return "default"


def _split_at_nexthops(words: Sequence[ScriptText]) -> list[list[ScriptText]]:
    """Return the words of a route, and those of each of its next hops where it has several."""
    parts: list[list[ScriptText]] = [[]]
    for word in words:
        if word.text == "nexthop":
            parts.append([])
        else:
            parts[-1].append(word)
    return parts


def _options(words: Sequence[ScriptText]) -> dict[str, ScriptText]:
    """Return words by the ones before them; `via inet6 ADDRESS` names the family of the next hop."""
    plain = [word for word in words if word.text not in _FAMILIES]
    options = {"metric": ("metric", "preference", "priority"), "dev": ("dev",), "via": ("via",), "table": ("table",)}
    names = {spelling: name for name, spellings in options.items() for spelling in spellings}
    return {names[one.text]: other for one, other in pairwise(plain) if one.text in names}

"""Merge the configuration models of Junos and Junos Evolved into the grammar that the reader takes statements by.

    python -m ci.junos_grammar SCHEMA...

Each SCHEMA is the gzipped tree of one published family of models (Juniper/yang 24.4R1, native configuration, of
junos-qfx and of Junos Evolved; Apache-2.0): their groupings, and from the models with extensions which words the CLI
leaves out. What is below `_CUT` has nothing to do with how RoCE packets are forwarded.
"""

from __future__ import annotations

import gzip
import json
import re
import sys
from pathlib import Path
from typing import Any

TARGET = Path(__file__).parent.parent / "roce_lint" / "os" / "junos" / "grammar.json"
_KEPT = frozenset(
    (
        *("bridge-domains", "chassis", "class-of-service", "firewall", "forwarding-options", "interfaces"),
        *("multi-chassis", "policy-options", "protocols", "routing-instances", "routing-options", "switch-options"),
        *("system", "virtual-chassis", "vlans", "version"),
    )
)
_KEPT_PROTOCOLS = frozenset(
    ("bgp", "evpn", "isis", "l2-learning", "lldp", "ospf", "ospf3", "router-advertisement", "vstp", "rstp", "mstp")
)
_KEPT_SYSTEM = frozenset(("host-name", "packet-forwarding-options", "ports", "arp"))
_CUT = re.compile(
    r".*/(?:traceoptions|dynamic-profiles?|authentication|atm-options|sonet-options|t[13]-options|e[13]-options|"
    r"otn-options|optics-options|ds0-options|serial-options|isdn-options|mlfr-uni-nni-bundle-options|"
    r"multiservice-options|services-options|dsl-options|vdsl-options|shdsl-options|dialer-options|modem-options|"
    r"es-options|mac-options|pppoe-options|ppp-options|ipsec|mobile-ip|iw-trace|source-packet-routing|"
    r"source-routing|spring-traffic-engineering|traffic-engineering|l2circuit|mpls|lsp|flow|dynamic-tunnels|"
    r"validation|flex-algorithm|topologies|fast-reroute-priority|bmp|analytics|sampling|port-mirror\w*|helpers|"
    r"dhcp-relay|load-balance-label-capability|multicast|interface-mib|passive-monitor-mode|ptp\w*|"
    r"synchronization|satellite-management|redundancy|alarm|craft-lockout|fru-poweron-sequence|"
    r"routing-engine|synchronous-ethernet|demux\w*|targeted-options|accounting-profile|snmp|"
    r"family/(?:mpls|tnp|mlfr-end-to-end|mlfr-uni-nni|tcc|ccc|vpls|iso|mlppp|inet6?-vpn|inet-mdt|inet-mvpn|"
    r"inet6-mvpn|l2vpn|route-target|traffic-engineering|fcoe|any-unsupported))"
)
_WILDCARD = "<.*>|$.*"
_PREFIXES = {
    "ipv4addr": "ip4", "ipv6addr": "ip6", "ipaddr": "ip", "ipv4prefix": "net4", "ipv4prefix-mandatory": "net4!",
    "ipv4prefix-only": "net4!", "ipv4prefix-optional": "net4", "ipv6prefix": "net6", "ipv6prefix-mandatory": "net6!",
    "ipv6prefix-only": "net6!", "ipv6prefix-optional": "net6", "ipprefix": "net", "ipprefix-mandatory": "net!",
    "ipprefix-only": "net!", "ipprefix-optional": "net", "mac-addr": "mac", "mac-unicast": "mac",
}  # fmt: skip
_MOST_WORDS = 120
"""A leaf with more words, such as the frequencies of optics, is taken with any value."""
_LARGEST = {"8": 2**8, "16": 2**16, "32": 2**32, "64": 2**64}


class Model:
    """One family of models."""

    def __init__(self, path: str) -> None:
        self.modules = json.loads(gzip.decompress(Path(path).read_bytes()))

    def expanded(self, items: list[Any], module: str) -> list[tuple[Any, str]]:
        """Return nodes with the contents of the groupings that they use."""
        found: list[tuple[Any, str]] = []
        for node in items:
            if node["k"] != "u":
                found.append((node, module))
                continue
            name, owner = node["n"].rpartition(":")[2], module
            body = self.modules[module]["g"].get(name)
            if body is None:
                owner, body = next(
                    (one, d["g"][name]) for one, d in self.modules.items() if "root" in d and name in d["g"]
                )
            found += self.expanded(body, owner)
        return found

    def top(self) -> list[tuple[Any, str]]:
        """Return what stands at the top of a configuration."""
        found: dict[str, tuple[Any, str]] = {}
        for name, module in self.modules.items():
            for node in module.get("aug", []):
                found |= {one["n"]: (one, where) for one, where in self.expanded([node], name)}
        for name, module in self.modules.items():
            for node in module.get("root", []):
                for one, where in self.expanded(node["i"], name):
                    found.setdefault(one["n"], (one, where))
        return list(found.values())


class Merge:
    """The rules of all models, each kept once."""

    def __init__(self, models: list[Model]) -> None:
        self.models = models
        self.rules: list[Any] = []
        self._numbers: dict[str, int] = {}
        self._done: dict[Any, int] = {}

    def top(self) -> int:
        """Return the number of the rule for a whole configuration."""
        members: dict[str, list[tuple[Model, Any, str]]] = {}
        for model in self.models:
            for node, module in model.top():
                members.setdefault(node["n"], []).append((model, node, module))
        kept = {name: of for name, of in sorted(members.items()) if not name.startswith(("apply-", "groups"))}
        return self._keep({"k": "c", "h": {name: self.merge(name, of) for name, of in kept.items()}})

    def merge(self, path: str, of: list[tuple[Model, Any, str]]) -> int:
        """Return the number of the rule that a path leads to in some models."""
        if self._is_cut(path):
            return self._keep({"k": "x"} if of[0][1]["k"] in "cl" else self._leaf(of))
        kind = of[0][1]["k"]
        of = [one for one in of if one[1]["k"] == kind]
        if kind in "fL":
            return self._keep(self._leaf(of))
        members: dict[str, list[tuple[Model, Any, str]]] = {}
        for model, node, module in of:
            for child, where in model.expanded(node.get("i", []), module):
                members.setdefault(child["n"], []).append((model, child, where))
        if "ether-options" in members:
            # The two families have the same options of an interface below two names.
            members["gigether-options"] = members.get("gigether-options", []) + members.pop("ether-options")
        rule: dict[str, Any] = {"k": kind}
        if kind == "l":
            rule["K"] = of[0][1].get("K", [])
        if of[0][1].get("nk"):
            rule["nk"] = 1
        rule["h"] = {
            name: self.merge(f"{path}/{name}", found)
            for name, found in members.items()
            if name not in ("apply-groups", "apply-groups-except", "apply-macro")
        }
        return self._keep(rule)

    @staticmethod
    def _is_cut(path: str) -> bool:
        parts = path.split("/")
        if parts[0] not in _KEPT:
            return True
        if parts[0] == "system" and len(parts) > 1 and parts[1] not in _KEPT_SYSTEM:
            return True
        if "protocols" in parts[:-1] and parts[0] in ("protocols", "routing-instances"):
            at = parts.index("protocols")
            if parts[at + 1] not in _KEPT_PROTOCOLS:
                return True
        return parts[0] != "class-of-service" and bool(_CUT.fullmatch(path))

    def _leaf(self, of: list[tuple[Model, Any, str]]) -> dict[str, Any]:
        first = of[0][1]
        rule: dict[str, Any] = {"k": first["k"]}
        forms: list[Any] = []
        takes_any = False
        for _, node, _ in of:
            for one in _forms(node.get("t", ["s"])):
                takes_any = takes_any or one == "text"
                if one not in forms:
                    forms.append(one)
        if ["empty"] in forms or forms == ["empty"]:
            rule["k"] = "e"
        elif not takes_any:
            words = sorted({word for one in forms if isinstance(one, list) and one[0] == "words" for word in one[1]})
            if len(words) > _MOST_WORDS:
                return rule
            rest = [one for one in forms if not isinstance(one, list) or one[0] != "words"]
            rule["t"] = [*([words] if words else []), *(one[1:] if isinstance(one, list) else one for one in rest)]
        if first.get("nk"):
            rule["nk"] = 1
        return rule

    def _keep(self, rule: Any) -> int:
        text = json.dumps(rule)
        if text not in self._numbers:
            self._numbers[text] = len(self.rules)
            self.rules.append(rule)
        return self._numbers[text]


def _forms(kind: list[Any]) -> list[Any]:
    """Return the forms that a type takes: `text` for anything, words, a range, or the name of an address."""
    name = kind[0]
    if name == "u":
        return [form for one in kind[1] if one[-1:] != [[_WILDCARD]] for form in _forms(one)]
    if name == "e":
        return [["words", kind[1]]]
    if name == "0":
        return ["empty"]
    if name == "i":
        bits = re.sub(r"\D", "", kind[1])
        low, high = (
            (0, _LARGEST[bits] - 1) if kind[1].startswith("u") else (-(_LARGEST[bits] // 2), _LARGEST[bits] // 2)
        )
        return [["range", *one] for one in _ranges(kind[2] if len(kind) > 2 else "min..max", low, high)]
    if name == "x" and len(kind) > 1 and kind[1] == "decimal64":
        low, _, high = (kind[2] if len(kind) > 2 else f"{-_LARGEST['64']}..{_LARGEST['64']}").partition("..")
        return [f"decimal {low.strip()} {high.strip()}"]
    if name == "j" and kind[1] in _PREFIXES:
        return [_PREFIXES[kind[1]]]
    return ["text"]


def _ranges(text: str, low: int, high: int) -> list[list[int]]:
    found = []
    for part in text.split("|"):
        first, _, last = (one.strip() for one in part.partition(".."))
        last = last or first
        found.append([low if first in ("min", "") else int(first), high if last == "max" else int(last)])
    return found


def main() -> None:
    """Write the grammar."""
    merge = Merge([Model(path) for path in sys.argv[1:]])
    root = merge.top()
    TARGET.write_text(json.dumps({"root": root, "rules": merge.rules}, separators=(",", ":")) + "\n", "utf-8")
    print(len(merge.rules), TARGET.stat().st_size)


if __name__ == "__main__":
    main()

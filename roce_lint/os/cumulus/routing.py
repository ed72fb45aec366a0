"""Routing of NVUE as the lines of FRRouting that it writes, each at the line of NVUE that says it."""

from __future__ import annotations

from collections.abc import Iterator

from roce_lint.model.fact import Source, Stated
from roce_lint.model.logic import is_false
from roce_lint.model.port import Port
from roce_lint.os.cumulus import defaults
from roce_lint.os.cumulus.settings import child, entries, is_on, stated, switch
from roce_lint.os.industry_cli.routing_reader import RoutingReader
from roce_lint.os.tree.leaf_diagnostics import LeafDiagnostics
from roce_lint.text.lines import Line
from roce_lint.text.tree import Node

_FAMILIES = {"ipv4-unicast": "ipv4 unicast", "ipv6-unicast": "ipv6 unicast", "l2vpn-evpn": "l2vpn evpn"}
_OF_SESSION = {"remote-as": "remote-as", "update-source": "update-source"}
_SWITCHES = {
    "route-reflector-client": "route-reflector-client",
    "aspath replace-peer-as": "as-override",
    "default-route-origination": "default-originate",
}
_FILTERS = {"route-map": "route-map", "prefix-list": "prefix-list", "aspath-list": "filter-list"}
_PRIVATE = {"remove": "remove-private-AS", "replace": "remove-private-AS all replace-AS"}
_MATCHES = {
    "ip-prefix-list": "{ip} address prefix-list", "community-list": "community", "as-path-list": "as-path",
    "tag": "tag", "ip-prefix-len": "ip address prefix-len",
    "large-community-list": "large-community", "ext-community-list": "extcommunity", "interface": "interface",
    "ip-nexthop-list": "ip next-hop prefix-list", "ip-nexthop": "ip next-hop", "metric": "metric", "peer": "peer",
    "local-preference": "local-preference", "origin": "origin", "source-vrf": "source-vrf", "evpn-vni": "evpn vni",
    "evpn-route-type": "evpn route-type", "evpn-default-route": "evpn default-route",
}  # fmt: skip
_ASN_OF_ROLE = ("leaf", "spine", "none", "auto")


def report_dead_sessions(root: Node, ports: tuple[Port, ...], diagnostics: LeafDiagnostics) -> None:
    """Report sessions with the switch itself, and those without addresses over a port that is shut down.

    No cable tells the other end of the latter.
    """
    shut = {one.name: one.values.enabled for one in ports if is_false(one.values.enabled)}
    own = {address.partition("/")[0]: one.name for one in ports for address in one.stated_addresses}
    for vrf in entries(root, "vrf"):
        for neighbor in entries(vrf, "router", "bgp", "neighbor"):
            if neighbor.name in own:
                because = f"it is the address of {own[neighbor.name]}, and a switch is no neighbour of its own"
                diagnostics.refused(f"router bgp neighbor {neighbor.name}", because, neighbor.first_line)
            enabled = shut.get(neighbor.name)
            if isinstance(enabled, Stated):
                because = f"{neighbor.name} is shut down, so that the session over it never comes up"
                diagnostics.doubtful(f"router bgp neighbor {neighbor.name}", because, enabled.source)


def read_routing(root: Node, file: str) -> RoutingReader:
    """Return a reader that has taken everything that decides paths."""
    reader = RoutingReader(defaults.ROUTING, file)
    for line in _lists(child(root, "router", "policy")):
        reader.read_ip(line)
    for block in _route_maps(child(root, "router", "policy")):
        reader.route_maps.read(block)
    for vrf in entries(root, "vrf"):
        for line in _static(vrf):
            reader.read_ip(line, vrf.name)
        router = _bgp(root, vrf)
        if router is not None:
            reader.read_router(router)
        if vrf.name == "default" and (ospf := child(vrf, "router", "ospf")) is not None:
            block = _line(ospf, "router ospf")
            block.children = [
                _line(one, f"redistribute {one.name}") for one in entries(ospf, "redistribute") if _is_not_off(one)
            ]
            reader.read_router(block)
    for interface in entries(root, "interface"):
        ospf = child(interface, "router", "ospf")
        if ospf is None or not _is_not_off(ospf):
            continue
        for leaf, word in (("area", "area"), ("cost", "cost")):
            if (found := stated(ospf, leaf)) is not None:
                line = Line(found.source.line, 0, f"ip ospf {word} {found.value}")
                reader.igp.read_interface_line((interface.name,), line)
        if (passive := switch(ospf, "passive")) is not None and passive.value:
            reader.igp.read_interface_line((interface.name,), Line(passive.source.line, 0, "ip ospf passive"))
    return reader


def _line(node: Node, words: str) -> Line:
    return Line(node.line, 0, words)


def _at(source: Source, words: str) -> Line:
    return Line(source.line, 0, words)


def _is_not_off(block: Node) -> bool:
    on = is_on(block)
    return on is None or on.value


def _lists(policy: Node | None) -> Iterator[Line]:
    for one in entries(policy, "prefix-list"):
        kind = stated(one, "type")
        ip = "ipv6" if kind is not None and kind.value == "ipv6" else "ip"
        for rule in entries(one, "rule"):
            action = stated(rule, "action")
            for match in entries(rule, "match"):
                low, high = stated(match, "min-prefix-len"), stated(match, "max-prefix-len")
                length = match.name.rpartition("/")[2]
                bounds = f" ge {low.value}" if low and low.value != length else ""
                bounds += f" le {high.value}" if high and (high.value != length or low) else ""
                prefix = {"any": "::/0" if ip == "ipv6" else "0.0.0.0/0"}.get(match.name, match.name)
                bounds = bounds or (" le 128" if ip == "ipv6" else " le 32") if match.name == "any" else bounds
                decides = action.value if action else "permit"
                yield _line(match, f"{ip} prefix-list {one.name} seq {rule.name} {decides} {prefix}{bounds}")
    for one in entries(policy, "community-list"):
        for rule in entries(one, "rule"):
            action = stated(rule, "action")
            for community in entries(rule, "community"):
                words = f"{action.value if action else 'permit'} {community.name}"
                yield _line(community, f"ip community-list standard {one.name} {words}")
    for one in entries(policy, "as-path-list"):
        for rule in entries(one, "rule"):
            action, expression = stated(rule, "action"), stated(rule, "aspath-exp")
            if expression is not None:
                words = f"{action.value if action else 'permit'} {expression.value}"
                yield _at(expression.source, f"ip as-path access-list {one.name} {words}")


def _route_maps(policy: Node | None) -> Iterator[Line]:
    for one in entries(policy, "route-map"):
        for rule in entries(one, "rule"):
            action = stated(rule, "action")
            block = _line(rule, f"route-map {one.name} {action.value if action else 'permit'} {rule.name}")
            kind = stated(rule, "match", "type")
            ip = "ipv6" if kind is not None and kind.value == "ipv6" else "ip"
            for match in entries(rule, "match"):
                named = stated(rule, "match", match.name)
                if match.name in _MATCHES and named is not None:
                    block.children.append(_line(match, f"match {_MATCHES[match.name].format(ip=ip)} {named.value}"))
            exit_policy = child(rule, "action", "permit", "exit-policy")
            if exit_policy is not None:
                block.children.append(_line(exit_policy, "continue"))
            block.children += _changes(child(rule, "set"))
            yield block


def _changes(block: Node | None) -> Iterator[Line]:
    communities = list(entries(block, "community"))
    if communities:
        yield _line(communities[0], "set community " + " ".join(one.name for one in communities))
    if (deleted := stated(block, "community-delete-list")) is not None:
        yield _at(deleted.source, f"set comm-list {deleted.value} delete")
    if (prepended := child(block, "as-path-prepend")) is not None:
        yield _line(prepended, "set as-path prepend 1")
    if (excluded := stated(block, "as-path-exclude")) is not None:
        yield _at(excluded.source, f"set as-path exclude {excluded.value}")
    if (hop := stated(block, "ip-nexthop")) is not None and hop.value == "unchanged":
        yield _at(hop.source, "set ip next-hop unchanged")


def _static(vrf: Node) -> Iterator[Line]:
    for route in entries(vrf, "router", "static"):
        ip = "ipv6" if ":" in route.name else "ip"
        tag = stated(route, "tag")
        for distance, via in [
            *(("", one) for one in entries(route, "via")),
            *((f" {each.name}", one) for each in entries(route, "distance") for one in entries(each, "via")),
        ]:
            target = "Null0" if via.name in ("blackhole", "reject") else via.name
            interface = next((one.name for one in entries(via, "interface")), "")
            words = (
                f"{ip} route {route.name} {interface} {target}" if interface else f"{ip} route {route.name} {target}"
            )
            yield _line(via, f"{words}{distance}{f' tag {tag.value}' if tag and tag.value.isdecimal() else ''}")


def _bgp(root: Node, vrf: Node) -> Line | None:
    """Return `router bgp` of a VRF; None where BGP is not configured there, or is off."""
    bgp, general = child(vrf, "router", "bgp"), child(root, "router", "bgp")
    if bgp is None or not _is_not_off(bgp) or (general is not None and not _is_not_off(general)):
        return None
    asn = stated(bgp, "autonomous-system") or stated(general, "autonomous-system")
    number = asn.value if asn is not None and asn.value not in _ASN_OF_ROLE else "0"
    at = asn.source if asn is not None else bgp.first_line
    outer = _at(at, f"router bgp {number}")
    block = outer
    if vrf.name != "default":
        block = _line(bgp, f"vrf {vrf.name}")
        outer.children = [block]
    lines = block.children
    router_id = stated(bgp, "router-id") or stated(general, "router-id")
    if router_id is not None:
        lines.append(_at(router_id.source, f"bgp router-id {router_id.value}"))
    relaxed = switch(bgp, "path-selection", "multipath", "aspath-ignore")
    if relaxed is not None:
        lines.append(_at(relaxed.source, f"{'' if relaxed.value else 'no '}bgp bestpath as-path multipath-relax"))
    peers = [*entries(bgp, "peer-group"), *entries(bgp, "neighbor")]
    for peer in entries(bgp, "peer-group"):
        lines.append(_line(peer, f"neighbor {peer.name} peer-group"))
        lines += _session(peer)
    for peer in entries(bgp, "neighbor"):
        group = stated(peer, "peer-group")
        if "." in peer.name.partition(".")[0] or peer.name[:1].isdecimal() or ":" in peer.name:
            if group is not None:
                lines.append(_at(group.source, f"neighbor {peer.name} peer-group {group.value}"))
        elif group is not None:
            lines.append(_at(group.source, f"neighbor {peer.name} interface peer-group {group.value}"))
        else:
            lines.append(_line(peer, f"neighbor {peer.name} interface"))
        lines += _session(peer)
    for listen in entries(bgp, "dynamic-neighbor", "listen-range"):
        group = stated(listen, "peer-group")
        if group is not None:
            lines.append(_at(group.source, f"bgp listen range {listen.name} peer-group {group.value}"))
    for name, words in _FAMILIES.items():
        family = child(bgp, "address-family", name)
        if family is not None and (on := is_on(family)) is not None and not on.value:
            below = [_at(on.source, f"no neighbor {peer.name} activate") for peer in peers]
        else:
            below = [line for peer in peers for line in _of_family(peer, name)]
        if family is None and not below:
            continue
        opened = _line(family if family is not None else bgp, f"address-family {words}")
        opened.children = [*_originations(family, root, name), *below]
        lines.append(opened)
    return outer


def _session(peer: Node) -> Iterator[Line]:
    for leaf, word in _OF_SESSION.items():
        found = stated(peer, leaf)
        is_address = found is not None and leaf == "update-source" and not found.value[:1].isalpha()
        if found is not None and found.value not in ("auto", "none") and not is_address:
            yield _at(found.source, f"neighbor {peer.name} {word} {found.value}")
    local = stated(peer, "local-as", "asn")
    if local is not None and _is_not_off(peer.children["local-as"]):
        yield _at(local.source, f"neighbor {peer.name} local-as {local.value}")
    bfd = child(peer, "bfd")
    if bfd is not None and (stated(bfd, "profile") if is_on(bfd) is None else _is_not_off(bfd)):
        yield _line(bfd, f"neighbor {peer.name} bfd")
    down = switch(peer, "shutdown")
    if down is not None and down.value:
        yield _at(down.source, f"neighbor {peer.name} shutdown")


def _of_family(peer: Node, name: str) -> Iterator[Line]:
    """Yield what is set for one address family of a neighbour or peer group."""
    family = child(peer, "address-family", name)
    if family is None:
        return
    prefix = f"neighbor {peer.name}"
    on = is_on(family)
    # A family of a neighbour that is opened at all is on, as `nv set ... address-family l2vpn-evpn` makes it.
    at = on.source if on is not None else family.first_line
    yield _at(at, f"{'no ' if on is not None and not on.value else ''}{prefix} activate")
    for direction, word in (("inbound", "in"), ("outbound", "out")):
        for leaf, filtered in _FILTERS.items():
            found = stated(family, "policy", direction, leaf)
            if found is not None and found.value != "none":
                yield _at(found.source, f"{prefix} {filtered} {found.value} {word}")
    for path, word in _SWITCHES.items():
        node = child(family, *path.split())
        if node is None:
            continue
        flag = switch(family, *path.split()) if node.is_leaf else is_on(node)
        if flag is None or flag.value:
            yield _line(node, f"{prefix} {word}")
    own = child(family, "aspath", "allow-my-asn")
    if own is not None and _is_not_off(own):
        times = stated(own, "occurrences")
        yield _line(own, f"{prefix} allowas-in {times.value if times else ''}".rstrip())
    private = stated(family, "aspath", "private-as")
    if private is not None and private.value in _PRIVATE:
        yield _at(private.source, f"{prefix} {_PRIVATE[private.value]}")
    hop = stated(family, "nexthop-setting")
    if hop is not None and hop.value in ("self", "force"):
        yield _at(hop.source, f"{prefix} next-hop-self{' force' if hop.value == 'force' else ''}")
    kept = switch(family, "attribute-mod", "nexthop")
    if kept is not None and not kept.value:
        yield _at(kept.source, f"{prefix} attribute-unchanged next-hop")
    sent = switch(family, "community-advertise", "regular")
    if sent is not None and not sent.value:
        yield _at(sent.source, f"no {prefix} send-community")


def _mapped_line(block: Node, words: str) -> Line:
    """Return a line with the route map of a block, at the line of its name if it has one."""
    found = stated(block, "route-map")
    if found is None or found.value == "none":
        return _line(block, words)
    return _at(found.source, f"{words} route-map {found.value}")


def _originations(family: Node | None, root: Node, name: str) -> Iterator[Line]:
    for origin in entries(family, "redistribute"):
        if _is_not_off(origin):
            yield _mapped_line(origin, f"redistribute {origin.name}")
    for network in entries(family, "network"):
        yield _mapped_line(network, f"network {network.name}")
    for aggregate in entries(family, "aggregate-route"):
        yield _mapped_line(aggregate, f"aggregate-address {aggregate.name}")
    for kind, words in (("ebgp", "maximum-paths"), ("ibgp", "maximum-paths ibgp")):
        paths = stated(family, "multipaths", kind)
        if paths is not None:
            yield _at(paths.source, f"{words} {paths.value}")
    evpn = child(root, "evpn")
    if name == "l2vpn-evpn" and evpn is not None and _is_not_off(evpn):
        yield _line(evpn, "advertise-all-vni")

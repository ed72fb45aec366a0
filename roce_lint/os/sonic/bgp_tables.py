"""BGP as the tables of the database say it, from which bgpcfgd writes the configuration of FRRouting.

What no table says comes from its templates (sonic-buildimage dockers/docker-fpm-frr/frr/bgpd): the loopback and the
prefixes of VLANs are announced, paths of equal length are balanced, and 64 of them installed.
"""

from __future__ import annotations

from roce_lint.model.diagnostics import Diagnostics
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.model.route_policy import PolicyChain
from roce_lint.model.routing import (
    AddressFamily,
    BgpNeighbor,
    BgpProcess,
    Multipath,
    Origination,
    PeerFamily,
    PeerSettings,
    RemoteAsn,
    RouteOrigin,
)
from roce_lint.os.industry_cli.routing_dialect import EVERY_ROUTE
from roce_lint.os.sonic.database import Database
from roce_lint.os.sonic.defaults import ROUTING
from roce_lint.os.sonic.static_routes import announced_routes
from roce_lint.text.json_rows import Field, Row

_TEMPLATES = "templates of bgpcfgd (sonic-buildimage dockers/docker-fpm-frr)"
_PATHS = 64
_HIGHEST_ASN = 2**32 - 1
_NEIGHBORS = ("BGP_NEIGHBOR", "BGP_INTERNAL_NEIGHBOR", "BGP_VOQ_CHASSIS_NEIGHBOR")


def asn_of(database: Database, whole: Source) -> Fact[int]:
    """Return the AS number of the device, from DEVICE_METADATA or BGP_GLOBALS."""
    stated = database.metadata("bgp_asn")
    if stated is None or _asn(stated) is None:
        row = database.row("BGP_GLOBALS", "default")
        stated = row.fields.get("local_asn") if row else None
    number = _asn(stated) if stated else None
    if stated is None or number is None:
        return Unknown("neither DEVICE_METADATA nor BGP_GLOBALS has an AS number", whole)
    return Stated(number, stated.source)


def _asn(stated: Field) -> int | None:
    text = stated.value
    return int(text) if text.isdecimal() and len(text) < 11 and 0 < int(text) <= _HIGHEST_ASN else None


def bgp_process(database: Database, asn: Fact[int], diagnostics: Diagnostics) -> tuple[BgpProcess, ...]:
    """Return BGP of the global table, nothing where no table has a neighbour."""
    rows = [row for row in database.rows(*_NEIGHBORS) if row.keys[0] == "default" or len(row.keys) == 1]
    if not rows or isinstance(asn, Unknown):
        return ()
    place = rows[0].source
    _report_shut(rows, diagnostics)
    settings: dict[bool, PeerSettings] = {}
    loopback = [row for row in database.rows("LOOPBACK_INTERFACE") if row.key.startswith("Loopback0|")]
    router_id = next((row for row in loopback if "." in row.key), None)
    process = BgpProcess(
        vrf="default",
        asn=asn,
        router_id=Stated(router_id.keys[1].split("/")[0], router_id.first_line)
        if router_id
        else Unknown("Loopback0 has no IPv4 address", place),
        neighbors=tuple(_neighbor(row, asn, settings, diagnostics) for row in rows),
        listen_ranges=(),
        multipath=tuple(_multipath(database, family, place) for family in (AddressFamily.IPV4, AddressFamily.IPV6)),
        originations=(
            *_announced((*loopback, *database.rows("VLAN_INTERFACE"))),
            *announced_routes(database),
        ),
        source=place,
    )
    return (process,)


def _neighbor(
    row: Row, asn: Stated[int] | Default[int], shared: dict[bool, PeerSettings], diagnostics: Diagnostics
) -> BgpNeighbor:
    peer = row.keys[-1]
    stated = row.fields.get("asn")
    number = _asn(stated) if stated else None
    remote: Fact[RemoteAsn] = Unknown("the row of the neighbour has no AS number", row.first_line)
    if stated is not None and number is not None:
        remote = Stated(number, stated.source)
    elif stated is not None:
        diagnostics.refused(f"asn {stated.value}", f"asn is a number from 1 to {_HIGHEST_ASN}", stated.source)
    state = row.fields.get("admin_status")
    is_ipv6 = ":" in peer
    if state is None and is_ipv6 in shared:
        return BgpNeighbor(peer, False, remote, shared[is_ipv6], row.source)
    defaults = ROUTING.bgp.defaults
    family = AddressFamily.IPV6 if is_ipv6 else AddressFamily.IPV4
    every: Fact[PolicyChain] = Default(EVERY_ROUTE, row.source, f"routes pass: {_TEMPLATES}")
    settings = PeerSettings(
        group="",
        local_asn=asn,
        enabled=defaults.peer_up.at(row.source) if state is None else Stated(state.value != "down", state.source),
        families=(
            PeerFamily(
                family=family,
                activated=Default(True, row.source, f"each neighbour is activated: {_TEMPLATES}"),
                allowas_in=Unknown(f"it depends on the type of the device: {_TEMPLATES}", row.source),
                as_override=defaults.option_off.at(row.source),
                private_asns=defaults.private_asns.at(row.source),
                next_hop_self=defaults.option_off.at(row.source),
                route_reflector_client=defaults.option_off.at(row.source),
                default_originated=defaults.option_off.at(row.source),
                imports=(every,),
                exports=(every,),
                sends_communities=Default(True, row.source, "FRRouting sends communities"),
                withholds_peer_asn=defaults.withholds_peer_asn.at(row.source),
            ),
        ),
    )
    if state is None:
        shared[is_ipv6] = settings
    return BgpNeighbor(peer, False, remote, settings, row.source)


def _report_shut(rows: list[Row], diagnostics: Diagnostics) -> None:
    """Report that half of the sessions or more are shut down, and not all of them, as for maintenance."""
    shut = [row.fields["admin_status"] for row in rows if row.get("admin_status") == "down"]
    if shut and len(rows) > len(shut) >= len(rows) / 2:
        because = f"{len(shut)} of {len(rows)} BGP sessions are shut down: the rest of the paths carry all traffic"
        diagnostics.doubtful("BGP_NEIGHBOR admin_status down", because, shut[0].source)


def _multipath(database: Database, family: AddressFamily, place: Source) -> Multipath:
    framework = database.metadata("frr_mgmt_framework_config")
    if framework is not None and framework.value == "true":
        return _multipath_of_framework(database, family, framework.source)
    paths: Fact[int] = Default(_PATHS, place, f"maximum-paths 64: {_TEMPLATES}")
    relaxed = Default(True, place, f"multipath-relax is on: {_TEMPLATES}")
    return Multipath(family, paths, ROUTING.bgp.defaults.maximum_paths.at(place), relaxed)


def _multipath_of_framework(database: Database, family: AddressFamily, place: Source) -> Multipath:
    """Return the paths where frrcfgd writes the configuration from tables, so that no template of bgpcfgd counts."""
    row = database.row("BGP_GLOBALS_AF", f"default|{family.value}_unicast")
    stated = row.fields.get("max_ebgp_paths") if row else None
    paths: Fact[int] = ROUTING.bgp.defaults.maximum_paths.at(place)
    if stated is not None and stated.value.isdecimal():
        paths = Stated(int(stated.value[:6]), stated.source)
    globals_ = database.row("BGP_GLOBALS", "default")
    relaxed = globals_.fields.get("load_balance_mp_relax") if globals_ else None
    fact: Fact[bool] = Unknown("load_balance_mp_relax is not stated", place)
    if relaxed is not None:
        fact = Stated(relaxed.value == "true", relaxed.source)
    return Multipath(family, paths, ROUTING.bgp.defaults.maximum_paths.at(place), fact)


def _announced(rows: tuple[Row, ...]) -> list[Origination]:
    """Return the prefixes that the templates announce: Loopback0, and those of VLANs."""
    found = []
    for row in rows:
        if len(row.keys) != 2:
            continue
        family = AddressFamily.IPV6 if ":" in row.keys[1] else AddressFamily.IPV4
        every: Fact[PolicyChain] = Default(EVERY_ROUTE, row.first_line, f"it is announced: {_TEMPLATES}")
        found.append(Origination(family, RouteOrigin.CONNECTED, row.keys[1], every, row.first_line))
    return found

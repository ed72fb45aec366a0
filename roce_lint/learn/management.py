"""The section `management`, as far as switches have the lines that are rendered of one."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Mapping, Sequence

from roce_lint.intent.model_management import Gnmi, Management, Snmp, Tacacs
from roce_lint.intent.view import ManagementView, UserView
from roce_lint.learn.captures import Captured, block_in, captures_of
from roce_lint.learn.observed import Observed
from roce_lint.learn.site import Site
from roce_lint.learn.topology import IntentSection
from roce_lint.learn.usual import usual
from roce_lint.model.device import Device
from roce_lint.model.fact import known
from roce_lint.model.terms import PortKind
from roce_lint.values import dataclass, replace

_MARK_BANNER = "Banner of a mark"
_MARKED = ManagementView(
    address="203.0.113.129/25",
    gateway="203.0.113.254",
    vrf="VRF-OF-A-MARK",
    domain="domain.of.a.mark",
    dns=("203.0.113.131", "203.0.113.132"),
    ntp=("203.0.113.141", "203.0.113.142"),
    syslog=("203.0.113.151", "203.0.113.152"),
    users=(UserView("user-of-a-mark", "SECRET-OF-A-USER"),),
    tacacs=("203.0.113.161", "203.0.113.162"),
    tacacs_key="KEY-OF-TACACS",
    snmp_user="snmp-of-a-mark",
    snmp_auth_key="KEY-OF-AUTHENTICATION",
    snmp_priv_key="KEY-OF-PRIVACY",
    snmp_traps=("203.0.113.171", "203.0.113.172"),
    gnmi_profile="PROFILE-OF-A-MARK",
    gnmi_certificate="certificate-of-a-mark",
    gnmi_key="key-of-a-mark",
    ssh=True,
    banner=(_MARK_BANNER,),
)
"""Addresses are of TEST-NET-3 (RFC 5737), which no network has."""
_SECRET = re.compile(r"\$\{([A-Z][A-Z0-9_]{0,62})\}")


@dataclass(frozen=True, slots=True)
class LearntManagement:
    """The section, empty where no switch has one, and the management addresses of switches."""

    section: IntentSection
    addresses: Mapping[str, str]


def management_of(site: Site) -> LearntManagement:
    """Return the management that most switches have."""
    found: dict[str, Captured] = {}
    banners: list[tuple[str, ...]] = []
    has_ssh: list[bool] = []
    for system, view in site.samples.items():
        marked = site.printed(replace(view, management=(_MARKED,)))
        said = site.lines_of(replace(view, management=(_MARKED,)))
        bare = site.lines_of(replace(view, management=()))
        without_ssh = site.lines_of(replace(view, management=(replace(_MARKED, ssh=False),)))
        captures = captures_of(said, bare, _marks())
        of_ssh = captures_of(said, without_ssh, _marks())
        for name in site.of_system(system):
            statements = site.statements[name]
            values = captures.values_in(statements)
            if "address" in values:
                found[name] = values
                banners.append(block_in(site.texts[name], marked, _MARK_BANNER) or _banner(values))
                if of_ssh.patterns:
                    has_ssh.append(bool(of_ssh.values_in(statements) or of_ssh.plain & frozenset(statements)))
    addresses = {name: values["address"][0] for name, values in found.items()}
    if not addresses:
        return LearntManagement({}, {})
    section = _section(list(found.values()))
    if has_ssh and not any(has_ssh):
        section["ssh"] = False
    banner = usual(one for one in banners if one)
    if banner:
        section["banner"] = "\n".join(banner)
    return LearntManagement(section, {name: one.partition("/")[0] for name, one in addresses.items()})


def _marks() -> dict[str, str]:
    """Return the field of each value of the marked view."""
    marks: dict[str, str] = {_MARK_BANNER: "banner"}
    for field in (*_SINGLE, *_LISTS):
        value = getattr(_MARKED, field)
        marks |= dict.fromkeys((value,) if isinstance(value, str) else value, field)
    return marks | {_MARKED.users[0].name: "user", _MARKED.users[0].secret: "user_secret"}


_SINGLE = (
    *("address", "gateway", "vrf", "domain", "tacacs_key", "snmp_user", "snmp_auth_key", "snmp_priv_key"),
    *("gnmi_profile", "gnmi_certificate", "gnmi_key"),
)
_LISTS = ("dns", "ntp", "syslog", "tacacs", "snmp_traps")


def _banner(values: Captured) -> tuple[str, ...]:
    """Return the lines of a banner that is one value; some systems write `\\n` between them."""
    return tuple(values.get("banner", [""])[0].replace("\\n", "\n").splitlines())


def _section(found: Sequence[Captured]) -> IntentSection:
    """Return what most switches have; of lists that of most which have any."""
    one = {field: usual(values[field][0] for values in found if field in values) or "" for field in _SINGLE}
    several = {
        field: list(usual(tuple(values[field]) for values in found if field in values) or ()) for field in _LISTS
    }
    network = ipaddress.ip_interface(one["address"]).network
    section: IntentSection = {"addresses": str(network)}
    if one["gateway"] and one["gateway"] != str(network.network_address + 1):
        section["gateway"] = one["gateway"]
    if one["vrf"] and one["vrf"] != Management.model_fields["vrf"].default:
        section["vrf"] = one["vrf"]
    if one["domain"]:
        section["domain"] = one["domain"]
    section |= {field: several[field] for field in ("dns", "ntp", "syslog") if several[field]}
    users = [(values["user"], values.get("user_secret", [])) for values in found if "user" in values]
    if users:
        section["users"] = [
            {"name": name, "secret": secret_name(secret, f"{re.sub('[^A-Z0-9]', '_', name.upper())}_PASSWORD")}
            for name, secret in zip(users[0][0], (*users[0][1], *[""] * len(users[0][0])), strict=False)
        ]
    if several["tacacs"]:
        section["tacacs"] = {"servers": several["tacacs"]} | _unless_usual(Tacacs, secret=one["tacacs_key"])
    if one["snmp_user"]:
        keys = _unless_usual(Snmp, auth_secret=one["snmp_auth_key"], priv_secret=one["snmp_priv_key"])
        traps = {"traps": several["snmp_traps"]} if several["snmp_traps"] else {}
        section["snmp"] = {"user": one["snmp_user"], **keys, **traps}
    if one["gnmi_profile"]:
        names = {"profile": "gnmi_profile", "certificate": "gnmi_certificate", "key": "gnmi_key"}
        own = {key: one[field] for key, field in names.items() if one[field]}
        section["gnmi"] = {key: value for key, value in own.items() if value != Gnmi.model_fields[key].default}
    return section


def _unless_usual(kind: type[Tacacs] | type[Snmp], **secrets: str) -> dict[str, object]:
    """Return the names of secrets that are not the usual ones."""
    names = {key: secret_name(text, str(kind.model_fields[key].default)) for key, text in secrets.items()}
    return {key: name for key, name in names.items() if name != kind.model_fields[key].default}


def secret_name(text: str, name: str) -> str:
    """Return the name of a secret: of the marker that is there, else the given one. The value itself is left out."""
    found = _SECRET.fullmatch(text)
    return found[1] if found else name


_SPARE = 3
"""Addresses of a subnet that no switch has: its own, broadcast and gateway."""


def management_section(observed: Observed) -> IntentSection:
    """Return the subnet of management ports, its gateway, and the VRF on systems that name it.

    Empty without pairs of leaves, and where there is no one subnet for all switches.
    """
    if not observed.peer_cables:
        return {}
    addresses = management_addresses(observed)
    networks = {ipaddress.IPv4Interface(one).network for one in addresses.values()}
    if len(networks) != 1 or (network := networks.pop()).num_addresses < len(observed.switches) + _SPARE:
        return {}
    section: IntentSection = {"addresses": str(network)}
    gateway = usual(
        route.next_hop
        for device in observed.switches
        for route in device.routing.static_routes
        if route.prefix == "0.0.0.0/0" and route.next_hop and ipaddress.ip_address(route.next_hop) in network
    )
    if gateway and gateway != str(network.network_address + 1):
        section["gateway"] = gateway
    vrf = usual(vrf for device in observed.switches if (vrf := _vrf(device)) and vrf not in ("management", "mgmt"))
    return section | ({"vrf": vrf} if vrf and vrf != "MGMT" else {})


def management_addresses(observed: Observed) -> Mapping[str, str]:
    """Return the management address of each switch that states one, with prefix length."""
    return {
        device.name: address
        for device in observed.switches
        for port in device.ports
        if port.kind is PortKind.MANAGEMENT
        for address in port.stated_addresses[:1]
        if ":" not in address
    }


def management_wishes(observed: Observed, section: IntentSection) -> dict[str, IntentSection]:
    """Return the management addresses of the switches where they are not in the order of the plan; empty if all are."""
    if not section:
        return {}
    network = ipaddress.IPv4Network(str(section["addresses"]))
    gateway = str(section.get("gateway", network.network_address + 1))
    free = (str(one) for one in network.hosts() if str(one) != gateway)
    planned = dict(zip((device.name for device in observed.switches), free, strict=False))
    read = {name: address.partition("/")[0] for name, address in management_addresses(observed).items()}
    if all(planned[name] == address for name, address in read.items()):
        return {}
    return {name: {"management": address} for name, address in read.items()}


def _vrf(device: Device) -> str:
    return next((known(port.vrf, "") for port in device.ports if port.kind is PortKind.MANAGEMENT), "")

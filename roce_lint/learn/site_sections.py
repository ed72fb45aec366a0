"""What no fact of QoS and routing holds: guards of sessions, choice of paths, drained switches, management.

What guards BGP sessions, as far as switches have the lines that are rendered of it, and which are drained.
"""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Mapping, Sequence

from roce_lint.errors import RoceLintError
from roce_lint.fabric.fabric import Fabric
from roce_lint.intent.make_view import make_views
from roce_lint.intent.view import BgpGuardView, SwitchView
from roce_lint.learn.captures import CaptureMarks, Captures, captures_of
from roce_lint.learn.draft import if_rendered, intent_of
from roce_lint.learn.hardening import hardening_section
from roce_lint.learn.management import management_of, secret_name
from roce_lint.learn.observed import Observed
from roce_lint.learn.site import Site
from roce_lint.learn.topology import IntentSection
from roce_lint.learn.usual import usual
from roce_lint.model.terms import PathChoice
from roce_lint.text.document import Document
from roce_lint.values import replace

_USUAL = BgpGuardView()
_NAME = "NAME_OF_A_MARK"
_GUARDS: tuple[tuple[BgpGuardView, CaptureMarks], ...] = (
    (replace(_USUAL, maximum_prefixes=3_141_592), {"3141592": "maximum_prefixes"}),
    (replace(_USUAL, password=f"${{{_NAME}}}", password_name=_NAME), {f"${{{_NAME}}}": "password"}),
    (
        replace(_USUAL, bfd_interval_ms=31_415, bfd_multiplier=43),
        {"31415": "interval_ms", "31415000": "interval_us", "43": "multiplier"},
    ),
)
_MOST = 0.8


def guards_of(site: Site) -> IntentSection:
    """Return what an example of each system and tier has of keys, limits, TTL security and BFD, if not the usual."""
    values: dict[str, list[str]] = {}
    votes: dict[str, list[bool]] = {"ttl": [], "bfd": []}
    for view in site.examples:
        statements = frozenset(site.statements[view.name])
        usual_ones = site.lines_of(_with(view, _USUAL))
        for guard, marks in _GUARDS:
            captures = captures_of(site.lines_of(_with(view, guard)), usual_ones, marks)
            for field, found in captures.values_in(statements).items():
                values.setdefault(field, []).append(found[0])
        secure = captures_of(site.lines_of(_with(view, replace(_USUAL, ttl_security=True))), usual_ones, {})
        watched = captures_of(usual_ones, site.lines_of(_with(view, replace(_USUAL, bfd_interval_ms=0))), {})
        if secure.plain:
            votes["ttl"].append(secure.share_in(statements) == 1)
        if watched.plain:
            votes["bfd"].append(any("bfd" in text for one in statements for text in one))
    return _section(values, {key: usual(found) for key, found in votes.items()})


def _with(view: SwitchView, guard: BgpGuardView) -> SwitchView:
    return replace(view, bgp_guard=guard)


def _section(values: Mapping[str, list[str]], votes: Mapping[str, bool | None]) -> IntentSection:
    most = {field: Counter(found).most_common(1)[0][0] for field, found in values.items()}
    section: IntentSection = {}
    if "maximum_prefixes" in most:
        section["maximum_prefixes"] = int(most["maximum_prefixes"])
    if "password" in most:
        section["password"] = secret_name(most["password"], "BGP_PASSWORD")
    if votes["ttl"]:
        section["ttl_security"] = True
    if votes["bfd"] is False:
        section["bfd"] = {"enabled": False}
    else:
        interval_ms = int(most.get("interval_ms", 0)) or int(most.get("interval_us", 0)) // 1000
        bfd: IntentSection = {}
        if interval_ms and interval_ms != _USUAL.bfd_interval_ms:
            bfd["interval"] = f"{interval_ms} ms"
        if "multiplier" in most and int(most["multiplier"]) != _USUAL.bfd_multiplier:
            bfd["multiplier"] = int(most["multiplier"])
        if bfd:
            section["bfd"] = bfd
    return section


def drained_switches(site: Site) -> list[str]:
    """Return the switches that ask their neighbours to send traffic elsewhere."""
    found = []
    for system, sample in site.samples.items():
        ends = {one[-1] for one in _drained(site, sample).plain}
        for name in site.of_system(system):
            statements = frozenset(site.statements[name])
            if ends and ends <= {one[-1] for one in statements}:
                found += [name] if _drained(site, site.views[name]).share_in(statements) == 1 else []
    return found


def _drained(site: Site, view: SwitchView) -> Captures:
    return captures_of(site.lines_of(replace(view, drained=True)), site.lines_of(replace(view, drained=False)), {})


def is_filtered(site: Site, filtered: Site) -> bool:
    """Say whether most examples have what is rendered only where sessions carry the fabric's own prefixes alone."""
    votes = []
    for view in site.examples:
        own = captures_of(filtered.lines_of(filtered.views[view.name]), site.lines_of(view), {})
        if own.plain:
            votes.append(own.share_in(frozenset(site.statements[view.name])) >= _MOST)
    return bool(usual(votes))


def with_site(
    observed: Observed, documents: Sequence[Document], document: IntentSection, rendered: Fabric
) -> tuple[IntentSection, Fabric]:
    """Return the intent with what the texts of switches say besides, and what it renders."""
    if not documents:
        return document, rendered
    site = Site(observed, documents, make_views(intent_of(document)))
    bgp = guards_of(site)
    if _is_filtered(site, observed, document):
        bgp["prefix_filter"] = True
    guarded = path_choice_section(site) | ({"bgp": bgp} if bgp else {})
    if guarded:
        document, rendered = if_rendered(document | guarded, document, rendered)
    singles: dict[str, IntentSection] = {name: {"drained": True} for name in drained_switches(site)}
    management = management_of(site)
    more: IntentSection = {"management": management.section} if management.section else {}
    hardening = hardening_section(site)
    if not management.section:
        hardening.pop("sflow", None)
    if more:
        for name, address in _own_addresses(tuple(site.views), management.addresses, management.section).items():
            singles[name] = singles.get(name, {}) | {"management": address}
    found = document.get("devices")
    if singles or (more and isinstance(found, dict)):
        own = {name: dict(section) for name, section in found.items()} if isinstance(found, dict) else {}
        if more:
            # Those that were learnt before, for pairs of leaves, are among these where they are needed.
            own = {name: {key: one for key, one in own[name].items() if key != "management"} for name in own}
        merged = own | {name: own.get(name, {}) | section for name, section in singles.items()}
        more["devices"] = {name: section for name, section in merged.items() if section}
    if hardening:
        more["hardening"] = hardening
    return if_rendered(document | more, document, rendered) if more else (document, rendered)


def _is_filtered(site: Site, observed: Observed, document: IntentSection) -> bool:
    try:
        views = make_views(intent_of(document | {"bgp": {"prefix_filter": True}}))
    except RoceLintError:
        return False
    return is_filtered(site, Site(observed, (), views))


def _own_addresses(names: Sequence[str], read: Mapping[str, str], section: IntentSection) -> dict[str, str]:
    """Return the management addresses that are not those which a plan gives, in the order of its switches."""
    network = ipaddress.IPv4Network(str(section["addresses"]))
    gateway = str(section.get("gateway", network.network_address + 1))
    own: dict[str, str] = {}
    for _ in names:
        taken = {gateway, *own.values()}
        free = (str(one) for one in network.hosts() if str(one) not in taken)
        planned = {name: own.get(name) or next(free, "") for name in names}
        odd = [name for name in names if name in read and planned[name] != read[name]]
        if not odd:
            break
        own[odd[0]] = read[odd[0]]
    return own


def path_choice_section(site: Site) -> IntentSection:
    """Return the choice of which most examples have the lines, and none of the others; empty where it is the usual."""
    votes: Counter[PathChoice] = Counter()
    usual = PathChoice.AUTO
    for view in site.examples:
        usual = view.path_choice
        choices = [one for one in PathChoice if one is not PathChoice.AUTO or usual is PathChoice.AUTO]
        said = {choice: frozenset(site.lines_of(replace(view, path_choice=choice))) for choice in choices}
        differing = frozenset[object]().union(*said.values()) - frozenset.intersection(*said.values())
        read = frozenset(site.statements[view.name]) & differing
        votes.update(choice for choice in choices if differing and said[choice] & differing == read)
    best = max(votes, key=lambda choice: votes[choice], default=usual)
    return {"load_balancing": best.value} if votes[best] > votes[usual] else {}

"""What no fact of QoS and routing holds: guards of sessions, choice of paths, drained switches, management."""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Mapping, Sequence

from roce_lint.errors import RoceLintError
from roce_lint.fabric.fabric import Fabric
from roce_lint.intent.make_view import make_views
from roce_lint.learn.draft import if_rendered, intent_of
from roce_lint.learn.guards import drained_switches, guards_of, is_filtered
from roce_lint.learn.management import management_of
from roce_lint.learn.observed import Observed
from roce_lint.learn.site import Site
from roce_lint.learn.topology import IntentSection
from roce_lint.model.terms import PathChoice
from roce_lint.text.document import Document
from roce_lint.values import replace


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
        said = {choice: frozenset(site.said(replace(view, path_choice=choice))) for choice in choices}
        differing = frozenset[object]().union(*said.values()) - frozenset.intersection(*said.values())
        read = frozenset(site.statements[view.name]) & differing
        votes.update(choice for choice in choices if differing and said[choice] & differing == read)
    best = max(votes, key=lambda choice: votes[choice], default=usual)
    return {"load_balancing": best.value} if votes[best] > votes[usual] else {}

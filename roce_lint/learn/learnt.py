"""Learn an intent from a fabric that was read.

Lengths of cables as switches state them for their ports, where no list has them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from roce_lint.errors import ConfigError, IntentError, PlatformError
from roce_lint.fabric.design import NO_ROCE
from roce_lint.fabric.fabric import Fabric
from roce_lint.gate.device_texts import texts_of
from roce_lint.intent.check_classes import OVERLAY_MARGIN_BYTES, VXLAN_HEADER_BYTES
from roce_lint.intent.classes import ECN_PROFILES
from roce_lint.intent.model_addressing import Addressing, Mtu
from roce_lint.intent.model_roce import Profile
from roce_lint.intent.model_topology import TopologyKind
from roce_lint.learn.acceptance import RefusedIntent, accepted
from roce_lint.learn.classes import Classes, classes_of, roce_section, trimming_section, with_cnp_as_read
from roce_lint.learn.draft import if_rendered, intent_of, plan_of, rendered_documents, rendered_fabric, written
from roce_lint.learn.external_routers import external_section
from roce_lint.learn.host_groups import Spread, host_sections
from roce_lint.learn.management import management_section, management_wishes
from roce_lint.learn.marking import port_pairs, roce_with_marking
from roce_lint.learn.model_choice import better_models, own_models, with_own_models
from roce_lint.learn.models import Model, WishedModel, fits, models_of
from roce_lint.learn.nic_sets import nic_sections
from roce_lint.learn.numbering import first_ends, numbering
from roce_lint.learn.observe import observe
from roce_lint.learn.observed import Observed
from roce_lint.learn.placing import link_entries, unplaced_wishes, with_first_uplinks
from roce_lint.learn.single_links import OwnValues, own_speeds, with_error_correction, with_own_qos
from roce_lint.learn.site_sections import with_site
from roce_lint.learn.switch_words import some_of
from roce_lint.learn.tenants import tenant_sections
from roce_lint.learn.topology import TIER_KEYS, IntentSection, device_wishes, rails_of, topology_section, worst_ratio
from roce_lint.learn.usual import usual_fact
from roce_lint.model.device import Device, PortRef, is_host
from roce_lint.model.fact import known
from roce_lint.model.logic import is_false
from roce_lint.model.terms import Role
from roce_lint.os.registry import behaviour_of, switch_os
from roce_lint.text.document import Document
from roce_lint.values import dataclass, replace

Lengths = Mapping[PortRef, int]
"""Metres by port."""


def with_stated_lengths(
    observed: Observed, documents: Sequence[Document], document: IntentSection, rendered: Fabric
) -> Observed:
    """Return the fabric with the lengths that switches state and that the intent `document` does not render.

    Where both ends of a cable state one, the longer counts, for which the headroom has to last. A switch states the
    length that its headroom is made for, often rounded up. No length is taken for a tier whose lengths are rendered as
    they were read.
    """
    read = _lengths(observed.switches, documents)
    if not read:
        return observed
    made = _lengths(rendered.devices, rendered_documents(written(document)))
    stated = {
        cable: {end: read[end] for end in (cable.lower, cable.upper) if end in read}
        for cable in observed.every_cable
        if cable.length_m is None
    }
    differing = {
        observed.role_of.get(cable.lower.device)
        for cable, ends in stated.items()
        if any(made.get(end) != metres for end, metres in ends.items())
    }
    longer = {
        cable: replace(cable, stated_m=max(ends.values()))
        for cable, ends in stated.items()
        if ends and observed.role_of.get(cable.lower.device) in differing
    }
    return observed.with_lengths(longer) if longer else observed


def _lengths(devices: Sequence[Device], documents: Sequence[Document]) -> Lengths:
    files = texts_of(devices, documents)
    found: dict[PortRef, int] = {}
    for device in devices:
        form = None if is_host(device) else switch_os(device.os).line_form
        if form is None or form.cable_length is None:
            continue
        for file in files[device.name]:
            stated = [length for line in form.split(file) if (length := form.cable_length(line.path)) is not None]
            found |= {PortRef(device.name, port): metres for port, metres in stated if metres}
    return found


_ROUNDS = 3
"""A timer or a threshold that is stated can move another; after so many renderings what is left is a difference."""


@dataclass(frozen=True, slots=True)
class Learnt:
    """An intent as a mapping of plain values, what was read, and what the intent renders."""

    document: IntentSection
    observed: Observed
    models: Mapping[str, Model]
    classes: Classes
    rendered: Fabric
    refused: tuple[RefusedIntent, ...]


def learn_intent(
    fabric: Fabric,
    name: str,
    documents: Sequence[Document] = (),
    wished: Sequence[WishedModel] = (),
    faulty: frozenset[str] = frozenset(),
) -> Learnt:
    """Return the intent that renders what was read, as far as an intent can say it.

    `documents`: the files that were read, for what no fact holds. `faulty`: switches of whose buffers a rule reports
    something.
    Raises ConfigError where nothing can be learnt, UsageError for a model that has to be named.
    """
    observed = observe(fabric, documents)
    _refuse_unfit(observed)
    models = models_of(observed, wished)
    observed = observed.with_cables(lambda cable: fits(observed, models, cable))
    _refuse_unfit(observed)
    classes = classes_of(observed)
    document: IntentSection = {"schema": 1, "name": name}
    if classes.profile not in (Profile.LOSSLESS, Profile.TWO_LOSSLESS):
        document["profile"] = classes.profile.value
    document["management"] = management_section(observed)
    if not document["management"] and any(behaviour_of(one.os).pair_needs_management for one in observed.switches):
        observed = replace(observed, peer_cables=())
    document["tenants"] = tenant_sections(observed)
    document["mtu"] = _mtu(observed, overlay=bool(document["tenants"]))
    of_nics = nic_sections(fabric, marks=classes.profile in ECN_PROFILES)
    document["roce"] = roce_section(classes) | trimming_section(observed, classes) | of_nics
    if any(model.assumed for model in models.values()):
        models = better_models(observed, models, lambda trial: intent_of(_tried(observed, trial, document)))
    document, refused = _placed(observed, models, document)
    document, rendered = _marked(observed, classes, document)
    known_lengths = with_stated_lengths(observed, documents, document, rendered)
    if known_lengths is not observed:
        observed = known_lengths
        document, rendered = if_rendered(_placed(observed, models, _unnumbered(document))[0], document, rendered)
    document, rendered = _with_exceptions(observed, models, classes, document, rendered, faulty)
    document, rendered = with_site(observed, documents, document, rendered)
    return Learnt(document, observed, models, classes, rendered, refused)


def _refuse_unfit(observed: Observed) -> None:
    """Raise ConfigError for a fabric of which an intent can say nothing."""
    if not observed.switches:
        raise ConfigError(
            "no switch was read, so that there is no fabric to learn; name the folder of its configurations"
        )
    if not observed.hosts:
        text = "no port leads to a host: no cable, address or description tells one, and an intent is made for hosts"
        if known(observed.fabric.design.profile, NO_ROCE) == NO_ROCE:
            text = "nothing that was read speaks of RoCE: no PFC, no ECN for RDMA, no host with its settings"
            raise ConfigError(f"{text}; `roce-lint init` writes an intent to begin with")
        raise ConfigError(f"{text}; add the hosts' files or a cabling list (--cabling)")
    leaves = observed.tiers[Role.LEAF]
    if observed.tiers[Role.SUPER_SPINE]:
        _refuse_unequal_pods(observed)
    is_pair = len(leaves) == 2 and observed.peer_cables
    if len(leaves) > 1 and not observed.tiers[Role.SPINE] and rails_of(observed) is None and not is_pair:
        raise ConfigError(f"{len(leaves)} leaves are joined without a spine; an intent has none of that kind")


def _refuse_unequal_pods(observed: Observed) -> None:
    """Raise ConfigError for pods that have not the same number of leaves and spines."""
    for role in (Role.LEAF, Role.SPINE):
        pods: dict[int, list[str]] = {}
        for device in observed.tiers[role]:
            pods.setdefault(observed.pods[device.name], []).append(device.name)
        if len({len(names) for names in pods.values()}) > 1:
            numbers = " and ".join(str(len(names)) for names in pods.values())
            members = "; ".join(some_of(names) for names in pods.values())
            text = f"the pods have {numbers} {TIER_KEYS[role]} ({members}); those of an intent are alike"
            raise ConfigError(f"{text}, so learn each pod by itself, with --exclude for the files of the others")


def _mtu(observed: Observed, *, overlay: bool) -> IntentSection:
    """Return the largest packets of hosts, of leaf ports and between switches where they are not the usual ones.

    With an overlay packets of hosts have to fit between switches with the headers of a tunnel. Where no file of a host
    tells its MTU and that of the leaf ports does not fit, hosts are taken to have the usual one; where hosts state one
    that does not fit, that between switches is left out, and rendered as it has to be.
    """
    ports = observed.ports
    nics = usual_fact(nic.port.ip_mtu_bytes for host in observed.hosts for nic in host.nics if nic.port is not None)
    leaf_ports = [ports[cable.upper] for cable in observed.host_cables if cable.upper in ports]
    routed = usual_fact(port.ip_mtu_bytes for port in leaf_ports if not is_false(port.routed))
    hosts = nics or routed or usual_fact(port.ip_mtu_bytes for port in leaf_ports) or Mtu().hosts
    fabric = usual_fact(ports[end].ip_mtu_bytes for cable in observed.cables for end in (cable.lower, cable.upper))
    if overlay and fabric and fabric < hosts + VXLAN_HEADER_BYTES:
        if nics is None and Mtu().hosts + VXLAN_HEADER_BYTES <= fabric:
            routed, hosts = routed or hosts, Mtu().hosts
        else:
            fabric = None
    section: IntentSection = {}
    if hosts != Mtu().hosts:
        section["hosts"] = hosts
    if routed and routed > hosts:
        section["host_ports"] = routed
    if fabric and fabric >= hosts and fabric != hosts + (OVERLAY_MARGIN_BYTES if overlay else 0):
        section["fabric"] = fabric
    return section


def _structure(observed: Observed, models: Mapping[str, Model], document: IntentSection) -> IntentSection:
    """Return topology and hosts in the shortest form whose plan puts every NIC on its leaf."""
    rails = rails_of(observed)
    wanted = {(cable.lower.device, cable.lower.port): cable.upper.device for cable in observed.host_cables}
    found: IntentSection = {}
    for form, spread in ((rails, Spread.ALL), (None, Spread.ALL), (None, Spread.KIND), (None, Spread.LEAF)):
        found = {
            "topology": topology_section(observed, models, form),
            "devices": dict(device_wishes(observed, models)),
            "links": unplaced_wishes(observed, own_speeds(observed, models)),
            "hosts": host_sections(observed, models, spread, in_rails=form is not None),
        }
        try:
            plan = plan_of(document | found)
        except IntentError:
            continue
        if {(link.lower.device, link.lower.port): link.upper.device for link in plan.links if link.to_host} == wanted:
            break
    return found


def _placed(
    observed: Observed, models: Mapping[str, Model], document: IntentSection, own: OwnValues | None = None
) -> tuple[IntentSection, tuple[RefusedIntent, ...]]:
    """Return the intent with its structure and numbers; with the cages of uplinks where that makes it shorter."""
    own = own_speeds(observed, models) if own is None else own
    structure, refused = accepted(document | _structure(observed, models, document), plan_of)
    document, more = _numbered(observed, models, structure, own)
    usual_ports = document, (*refused, *more)
    if _link_count(usual_ports) < len(observed.tiers[Role.LEAF]):
        return usual_ports
    try:
        document, more = _numbered(observed, models, with_first_uplinks(structure, observed, models), own)
        other_ports = document, (*refused, *more)
    except IntentError:
        return usual_ports
    return min(usual_ports, other_ports, key=_link_count)


def _tried(observed: Observed, models: Mapping[str, Model], document: IntentSection) -> IntentSection:
    """Return the intent with its structure and numbers for a trial of models, however many ports it has to name."""
    structure = document | _structure(observed, models, document)
    return _numbered(observed, models, structure, own_speeds(observed, models))[0]


def _link_count(placed: tuple[IntentSection, tuple[RefusedIntent, ...]]) -> int:
    links = placed[0].get("links")
    return len(links) if isinstance(links, list) else 0


def _numbered(
    observed: Observed, models: Mapping[str, Model], document: IntentSection, own: OwnValues
) -> tuple[IntentSection, tuple[RefusedIntent, ...]]:
    """Return the intent with ports, lengths, addresses and AS numbers, and what of them it refuses."""
    first = first_ends(observed)
    placed = document | {"links": link_entries(observed, plan_of(document), own), "addressing": first}
    found = numbering(observed, plan_of(placed), _rails(observed, document))
    devices = {**_devices(placed)}
    management = document.get("management")
    wished = management_wishes(observed, management) if isinstance(management, dict) else {}
    for name, section in (*found.devices.items(), *wished.items()):
        devices[name] = devices.get(name, {}) | section
    links = link_entries(observed, plan_of(document), own, found.ends)
    ratio = worst_ratio(plan_of(placed))
    topology = placed.get("topology")
    if ratio and isinstance(topology, dict):
        placed = placed | {"topology": topology | {"oversubscription": ratio}}
    numbers: IntentSection = {"addressing": found.addressing | first, "as_numbers": found.as_numbers}
    pool = found.addressing.get("hosts", Addressing().hosts)
    outside = {"external": external_section(observed, models, str(pool))}
    return accepted(placed | numbers | {"devices": devices, "links": links} | outside, plan_of)


def _rails(observed: Observed, document: IntentSection) -> int:
    topology, rails = document.get("topology"), rails_of(observed)
    is_in_rails = isinstance(topology, dict) and topology["kind"] == TopologyKind.RAIL_OPTIMISED.value
    return rails.number if rails is not None and is_in_rails else 0


def _with_exceptions(
    observed: Observed,
    models: Mapping[str, Model],
    classes: Classes,
    document: IntentSection,
    rendered: Fabric,
    faulty: frozenset[str],
) -> tuple[IntentSection, Fabric]:
    """Return the intent with what single links and models have of their own as it was read."""
    speeds = own_speeds(observed, models)
    own = with_own_qos(observed, rendered, classes, with_error_correction(observed, models, rendered, speeds))
    if own != speeds:
        document, rendered = if_rendered(_placed(observed, models, _unnumbered(document), own)[0], document, rendered)
    other_models = own_models(observed, models, rendered, faulty)
    if other_models:
        document, rendered = if_rendered(with_own_models(document, observed, other_models), document, rendered)
    return document, rendered


def _unnumbered(document: IntentSection) -> IntentSection:
    return {key: value for key, value in document.items() if key not in ("addressing", "as_numbers", "external")}


def _devices(document: IntentSection) -> dict[str, IntentSection]:
    found = document.get("devices")
    return dict(found) if isinstance(found, dict) else {}


def _marked(observed: Observed, classes: Classes, document: IntentSection) -> tuple[IntentSection, Fabric]:
    """Return the intent with its thresholds and timers, and what it renders."""
    rendered = rendered_fabric(written(document))
    for _ in range(_ROUNDS):
        section = document.get("roce")
        assert isinstance(section, dict)
        pairs = port_pairs(observed, rendered)
        classes = with_cnp_as_read(classes, [(pair.read, pair.made) for pair in pairs])
        better = roce_with_marking(section | roce_section(classes), classes, pairs)
        if better == section:
            break
        for left_out in ((), ("alpha",), ("watchdog",), ("ecn",), ("watchdog", "ecn", "alpha")):
            kept = {key: value for key, value in better.items() if key not in left_out}
            accepted = kept | {key: section[key] for key in left_out if key in section}
            try:
                rendered = rendered_fabric(written(document | {"roce": accepted}))
            except (IntentError, PlatformError):
                continue
            document = document | {"roce": accepted}
            break
    return document, rendered

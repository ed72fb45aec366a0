"""The options of a subnet manager as rules evaluate them."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from roce_lint.infiniband.derive.setup import SetupView
from roce_lint.infiniband.engine_paths import LAYERED
from roce_lint.infiniband.ib_fabric import NodeKind, shown_guid
from roce_lint.infiniband.ib_records import GuidList
from roce_lint.infiniband.qos_policy import QosPolicy
from roce_lint.infiniband.sm_options import OpenSmDialect, SmOptions
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown, known
from roce_lint.model.logic import map_fact
from roce_lint.values import dataclass

_HARDENING = (
    "m_key_per_port",
    "sa_enhanced_trust_model",
    "vs_key_enable",
    "cc_key_enable",
    "n2n_key_enable",
    "allowed_sm_guids",
)
_OFF_VALUES = ("", "0", "FALSE", "(null)", "0x0")
_LARGEST_LANE = 15


@dataclass(frozen=True, slots=True)
class ManagerState:
    """How one opensm.conf configures a subnet."""

    source: Source
    """The file."""
    tenants: int
    """Partitions besides the default one of its partition file."""
    has_standby: bool
    """Another subnet manager stands by."""
    minds_others: Fact[bool]
    """It hands over to a subnet manager of higher priority."""
    manages_something: Fact[bool]
    """It is active, or another subnet manager is (`sm_inactive`)."""
    port_is_in_subnet: Fact[bool]
    """The port that `guid` binds it to exists."""
    guid: str
    """The GUID of that port."""
    reads_this_file: Fact[bool]
    """The partition file next to it has the name given in `partition_config_file`."""
    file_named: str
    """The name given in `partition_config_file`."""
    policy_takes_effect: Fact[bool]
    """The QoS policy next to it is read, which requires QoS to be on."""
    keeps_lids: Fact[bool]
    """After failover hosts have the same LIDs (`honor_guid2lid_file`)."""
    is_layered: Fact[bool]
    """Its routing engine avoids cycles by virtual lanes."""
    engines: str
    """The routing engines that it tries, in order."""
    qos: Fact[bool]
    """QoS is on."""
    levels_stay_open: Fact[bool]
    """No service level is mapped to a closed lane."""
    closed_level: str
    """The first one that is, in words."""
    roots_are_switches: Fact[bool]
    """Every node of the root file is a switch of the subnet."""
    odd_root: str
    """The first invalid node of the root file."""
    roots_have_no_hosts: Fact[bool]
    """No switch of the root file has hosts if others have none."""
    hardening_missing: str
    """Security features of NVIDIA's OpenSM that are not enabled; empty for the open-source OpenSM."""
    is_hardened: Fact[bool]
    """`hardening_missing` is empty."""


def manager_states(
    view: SetupView,
    lists: tuple[GuidList, ...],
    policies: tuple[QosPolicy, ...],
    has_standby: bool,
    others_manage: bool = False,
) -> Iterator[ManagerState]:
    """Yield the options of a setup, nothing where it has no opensm.conf; `policies` are those of all inputs.

    `others_manage`: another manager of its subnet is active, by its options or as seen running.
    """
    options = view.options
    if options is None:
        return
    place = Source(options.source.file, 1, 1)
    closed, closed_place = _closed_level(view)
    roots = _roots(view, lists)
    is_nvidia = options.dialect is OpenSmDialect.NVIDIA
    missing = [name for name in _HARDENING if not _is_on(view, name)] if is_nvidia else []
    yield ManagerState(
        source=place,
        tenants=len(view.tenants),
        has_standby=has_standby,
        minds_others=map_fact(lambda ignores: not ignores, options.ignore_other_sm),
        manages_something=map_fact(lambda inactive: not inactive or others_manage, options.sm_inactive),
        port_is_in_subnet=_port_is_in_subnet(view, options),
        guid=shown_guid(known(options.guid, 0)),
        reads_this_file=_reads_this_file(view, options),
        file_named=posixpath.basename(known(options.partition_config_file, "")),
        policy_takes_effect=_policy_takes_effect(options, policies),
        keeps_lids=options.honor_guid2lid_file,
        is_layered=map_fact(lambda found: any(one in LAYERED for one in found), options.routing_engine),
        engines=", ".join(name for name in known(options.routing_engine, ()) if name != "no_fallback") or "minhop",
        qos=options.qos,
        levels_stay_open=Stated(not closed, closed_place),
        closed_level=closed,
        roots_are_switches=roots[0],
        odd_root=roots[1],
        roots_have_no_hosts=roots[2],
        hardening_missing=", ".join(missing),
        is_hardened=Stated(not missing, place),
    )


def _port_is_in_subnet(view: SetupView, options: SmOptions) -> Fact[bool]:
    """Say whether the port that OpenSM is to bind to is one of the subnet; 0 lets it choose."""
    guid = known(options.guid, 0)
    if not guid or not view.has_topology:
        return Default(True, options.source, "no port is configured, or no file lists all ports of the subnet")
    return Stated(guid in view.ports, options.guid.source)


def _reads_this_file(view: SetupView, options: SmOptions) -> Fact[bool]:
    """Say whether the partition file in the folder of the options is called as they say, where they say it."""
    named, folder = options.partition_config_file, posixpath.dirname(options.source.file)
    beside = view.partitions.source.file if view.partitions else ""
    if not isinstance(named, Stated) or not beside or posixpath.dirname(beside) != folder:
        return Default(True, options.source, "the options set no file, or it is not in their folder")
    return Stated(posixpath.basename(named.value) == posixpath.basename(beside), named.source)


def _policy_takes_effect(options: SmOptions, policies: tuple[QosPolicy, ...]) -> Fact[bool]:
    folder = posixpath.dirname(options.source.file)
    if not any(posixpath.dirname(one.source.file) == folder for one in policies):
        return Default(True, options.source, "there is no QoS policy in the folder of the options")
    return options.qos


def _is_on(view: SetupView, name: str) -> bool:
    line = view.options.as_written(name) if view.options else None
    return line is not None and line.value not in _OFF_VALUES


def _closed_level(view: SetupView) -> tuple[str, Source]:
    """Return a service level that SL2VL sends to VL15 or, with what max_op_vls opens, to a lane that is closed.

    max_op_vls counts as PortInfo.OperationalVLs does: 1 VL0, 2 VL0-1, 3 VL0-3, 4 VL0-7, 5 VL0-14.
    """
    options = view.options
    if options is None or not known(options.qos, False):
        return "", options.source if options else Source("", 0, 0)
    lanes = {1: 1, 2: 2, 3: 4, 4: 8, 5: 15}.get(known(options.max_op_vls, 5), 15)
    for one in options.qos_sets:
        if isinstance(one.sl2vl, Stated):
            for level, lane in enumerate(one.sl2vl.value):
                if lane == _LARGEST_LANE or lane >= lanes:
                    return (
                        f"SL {level} maps to VL {lane} ({one.prefix}_sl2vl), VL0-{lanes - 1} are open",
                        one.sl2vl.source,
                    )
    return "", options.source


def _roots(view: SetupView, lists: tuple[GuidList, ...]) -> tuple[Fact[bool], str, Fact[bool]]:
    """Evaluate the root file that the options name against the subnet; Unknown without the file or the subnet."""
    options = view.options
    place = options.root_guid_file.source if options else Source("", 0, 0)
    if options is None or not known(options.root_guid_file, ""):
        fine = Default(True, place, "no root file is configured")
        return fine, "", fine
    nothing = Unknown("no root file and topology to compare", place)
    roots = root_guids(view, lists)
    if view.subnet is None or not view.has_topology or roots is None:
        return nothing, "", Default(True, place, nothing.because)
    nodes = view.subnet.node_by_guid()
    doors = {
        end.node
        for link in view.subnet.links
        for end, peer in ((link.a, link.b), (link.b, link.a))
        if nodes[end.node].kind is NodeKind.SWITCH and nodes[peer.node].kind is NodeKind.CHANNEL_ADAPTER
    }
    odd = ""
    missing: Fact[bool] = Stated(True, place)
    with_hosts: Fact[bool] = Stated(True, place)
    for guid, source in roots.guids:
        node = nodes.get(guid)
        if node is None or node.kind is not NodeKind.SWITCH:
            missing, odd = Stated(False, source), f"0x{guid:016x}"
            break
    for guid, source in roots.guids:
        if guid in doors and len(doors) < sum(node.kind is NodeKind.SWITCH for node in nodes.values()):
            with_hosts, odd = Stated(False, source), odd or nodes[guid].label
            break
    return missing, odd, with_hosts


def root_guids(view: SetupView, lists: tuple[GuidList, ...]) -> GuidList | None:
    """Return the list of GUIDs that root_guid_file names, found by its file's name."""
    options = view.options
    path = known(options.root_guid_file, "") if options else ""
    name = path.rpartition("/")[2]
    for one in lists:
        if one.guids and name and one.guids[0][1].file.rpartition("/")[2] == name:
            return one
    return None

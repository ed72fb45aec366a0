"""ToyOS, as it is registered: the smallest system that is rendered, read back and judged."""

from __future__ import annotations

from pathlib import Path

from roce_lint.errors import Problem
from roce_lint.fix.edit import put_back
from roce_lint.intent.view import SwitchView
from roce_lint.os import contract, references
from roce_lint.os.behaviour import Behaviour, Distances
from roce_lint.os.collection import CollectedFile, Collection
from roce_lint.os.industry_cli.indented_lines import indented_lines
from roce_lint.platforms.catalog import switch
from roce_lint.platforms.dialect import Dialect
from roce_lint.platforms.layout import CageGroup, CageId, PortMode
from roce_lint.platforms.platform import SwitchPlatform
from roce_lint.text.document import Document
from roce_lint.values import replace
from tests.os.toy.reader import DEFAULTS, read_toyos

MARKS = contract.SystemMarks(
    strong=(r"toyos \d ", r"map \S+ dscp \d+ class \d", r"watchdog \S+ detect \d"), weak=(r"port p\d",)
)


def _interface(platform: SwitchPlatform, cage: CageId, group: CageGroup, mode: PortMode, child: int) -> str:
    return f"p{cage.cage}" + (f".{child + 1}" if mode.is_breakout else "")


def _ending(document: Document) -> Problem | contract.Ending:
    cut = Problem(document.path, document.text.count("\n"), 0, "the config stops before `finished`")
    return contract.Ending.WHOLE if document.text.rstrip().endswith("finished") else cut


def _render(
    printer: contract.Printer, view: SwitchView, platform: SwitchPlatform, form: str
) -> tuple[tuple[str, str], ...]:
    pauses = {
        profile.name: ",".join(str(queue.index) for queue in profile.queues if queue.lossless)
        for profile in view.profiles
    }
    return ((f"configs/{view.name}.toy", printer("toyos/device.j2", {"view": view, "pauses": pauses})),)


PLATFORM = replace(switch("DCS-7060DX5-64S"), id="toy-64", vendor="Toy", os="toyos", model="TOY-64", dialect=Dialect())
SYSTEM = contract.SwitchOs(
    name="toyos",
    label="Toy Works ToyOS",
    short_label="ToyOS",
    behaviour=Behaviour(  # from the manual of ToyOS, if there was one
        distances=Distances(ebgp=20, ibgp=200, ospf=110, isis=115),
        bgp_announces_by_policy_alone=False,
        maximum_paths_hold_without_bgp=False,
        largest_ip_mtu_bytes=9000,
        routes_vlans_by_bridge_domain=False,
        binds_qos_outside_interfaces=False,
        bundle_shares_pfc_with_members=False,
        rewrites_dscp_by_egress_port=False,
        strict_queues_by_index=True,
        round_robin_takes_lower_queues=False,
        strict_queues_are_highest=False,
        weights_are_shares_of_scheduler=False,
        shares_whole_memory=False,
        tunnel_marking_depends_on_platform=False,
        class_behind_tunnels_can_be_by_dscp=False,
        watchdog_polls=False,
        watchdog_timers_ms=None,
        watchdog_polls_within_timers=False,
        watchdog_recovers_by_timer=True,
        carved_headroom=None,
        own_alpha_is_unpublished=False,
        own_pause_sizes_are_unpublished=False,
        host_bonds=frozenset(),
        pair_needs_management=False,
        trims_packets=False,
        is_of_spectrum_x=False,
    ),
    read=read_toyos,
    names=lambda _document: references.NamesOfFile({}, ()),
    together=None,
    defaults=lambda: DEFAULTS,
    detection=contract.Detection(
        at_a_glance=lambda head: head.startswith("toyos 1 "),
        by_marks=lambda head, found: False,
        in_json=lambda head: False,
        signs=(),
        marks=lambda: MARKS,
        collectors_names=("toy",),
        has_plain_ethernet=False,
        indentation=0,
    ),
    completeness=contract.Completeness(_ending, lambda document: None, lambda text: text, quotes_span_lines=False),
    line_form=indented_lines(),
    remarks=contract.RemarkPlaces("#", description_lines=True, description_facts=False, json_annotations=False),
    model_prefixes=("toy",),
    dialect=lambda section: Dialect(),
    port_names=contract.PortNames(_interface, lambda mode: str(mode.speed_gbps), lambda mode: str(mode)),
    check_release=lambda platform, release: (),
    doubts=lambda view, platform: (),
    forms=None,
    render=_render,
    exports={},
    templates=Path(__file__).parent / "templates",
    fixes=Path(__file__).parent / "fixes.yaml",
    lab=contract.Lab("toy", "toyos:{release}", None, True, lambda port, index: port),
    sample=contract.SampleModels("TOY-64", "TOY-64"),
    remedies=lambda: contract.Remedies({}, put_back),
    collection=lambda: Collection(None, (CollectedFile("{device}.cfg", ("show all",)),), ""),
    marking_advice=(),
    documentation="docs/adding-a-system.md",
)

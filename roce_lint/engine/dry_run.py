"""An intent rendered in memory and evaluated like any configuration, before a file of it is written."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from pathlib import PurePosixPath

from roce_lint.errors import Problem
from roce_lint.intent.as_facts import intent_facts
from roce_lint.intent.infiniband_facts import intended_partitions
from roce_lint.intent.make_infiniband import make_infiniband_view
from roce_lint.intent.make_view import FabricViews, make_views
from roce_lint.intent.model import Intent
from roce_lint.intent.model_infiniband import InfinibandIntent
from roce_lint.judge.check import check_gathered
from roce_lint.judge.finding import Report
from roce_lint.judge.given import Given
from roce_lint.judge.rule import Rule
from roce_lint.read.gather import Gathered
from roce_lint.render.files import RenderedFile
from roce_lint.render.infiniband import render_infiniband
from roce_lint.render.render import render_views
from roce_lint.text.document import Document
from roce_lint.values import replace

JUDGED_WHOLE = 128
"""Devices of a fabric that is evaluated as a whole before it is written; a larger one takes too long."""
_KIND_OF_SWITCH = attrgetter(
    *("os", "role", "platform", "release", "mtu_bytes", "maximum_paths", "lossless_profile", "classes", "profiles"),
    *("watchdog", "tenants"),
)
_KIND_OF_PORT = attrgetter(
    *("cage", "lane", "breakout", "purpose", "speed_gbps", "cable_length_m", "ip_mtu_bytes", "vlan", "profile")
)
_KIND_OF_NIC = attrgetter("speed_gbps", "ip_mtu_bytes", "cable_length_m")


def rendered_files(
    wish: Intent | InfinibandIntent, *, one_of_each: bool = False
) -> tuple[tuple[RenderedFile, ...], tuple[Problem, ...]]:
    """Return every file of an intent, and warnings about the intent.

    With `one_of_each` those of one switch and host of each kind are returned, and of InfiniBand: others that differ in
    names, addresses and AS numbers only can be rendered when that one can, and a large fabric has few kinds.
    Raises IntentError for an impossible intent, PlatformError where a platform lacks what is asked of it.
    """
    subnet = make_infiniband_view(wish)
    files = render_infiniband(subnet) if subnet is not None else ()
    if not isinstance(wish, Intent):
        return files, ()
    views = make_views(wish)
    devices = _one_of_each(views) if one_of_each else ()
    return (*render_views(views, devices=devices), *files), views.warnings


def _one_of_each(views: FabricViews) -> list[str]:
    """Return the names of the first switch and the first host of each kind."""
    kinds: dict[object, str] = {}
    for switch in views.switches:
        key = _KIND_OF_SWITCH(switch), tuple(map(_KIND_OF_PORT, switch.ports)), bool(switch.overlay_peers)
        kinds.setdefault(key, switch.name)
    for host in views.hosts:
        own = replace(host, name="", nics=())
        kinds.setdefault((own, tuple(map(_KIND_OF_NIC, host.nics))), host.name)
    return list(kinds.values())


def is_judged_whole(views: FabricViews) -> bool:
    """Say whether a fabric is small enough for all of it to be evaluated before it is written."""
    return len(views.switches) + len(views.hosts) <= JUDGED_WHOLE


def files_to_judge(views: FabricViews, files: Sequence[RenderedFile]) -> tuple[RenderedFile, ...]:
    """Return the files to evaluate before they are written: each device once, and of a large fabric one of each
    kind."""
    folders: dict[str, str] = {}
    # What is written in two forms lies in two folders, and is read from the first.
    once = [file for file in files if folders.setdefault(_device(file.path), _folder(file.path)) == _folder(file.path)]
    if is_judged_whole(views):
        return tuple(once)
    chosen = _with_neighbours(views, _one_of_each(views))
    return tuple(file for file in once if _device(file.path) in chosen)


def _with_neighbours(views: FabricViews, names: Sequence[str]) -> set[str]:
    """Return the devices with one above each switch, the other leaf of a pair, and one host of each kind below: rules
    see both ends."""
    chosen = set(names)
    pairs = [{link.lower.device, link.upper.device} for link in views.links if link.is_peer_link]
    chosen = chosen.union(*(pair for pair in pairs if pair & chosen))
    kinds = {host.name: replace(host, name="", nics=()) for host in views.hosts}
    above: set[str] = set()
    below: set[tuple[str, object]] = set()
    # Links are in the order of the lower device, so that what was added below finds its own neighbour later.
    for link in views.links:
        if link.to_host:
            key = link.upper.device, kinds[link.lower.device]
            if link.upper.device in chosen and key not in below:
                below.add(key)
                chosen.add(link.lower.device)
        elif not link.is_peer_link and link.lower.device in chosen and link.lower.device not in above:
            above.add(link.lower.device)
            chosen.add(link.upper.device)
    return chosen


def _folder(path: str) -> str:
    return PurePosixPath(path).parts[0]


def _device(path: str) -> str:
    parts = PurePosixPath(path).parts
    return parts[1] if len(parts) > 2 else PurePosixPath(path).stem


def judge_rendered(files: Sequence[RenderedFile], wish: Intent | InfinibandIntent, rules: Sequence[Rule]) -> Report:
    """Return what the rules say of the rendered files of an intent, with its own links and its own design given."""
    documents = tuple(Document(file.path, file.text) for file in files)
    given = Given(partitions=intended_partitions(wish))
    if isinstance(wish, Intent):
        facts = intent_facts(wish)
        given = Given(design=facts.given, links=facts.links, partitions=given.partitions)
    return check_gathered(Gathered(documents, frozenset(), (), ()), rules, given)

"""Small fabrics of one SONiC model, for tests."""

from __future__ import annotations

import json
from dataclasses import dataclass

from roce_lint.intent.load import parse_intent
from roce_lint.intent.make_view import FabricViews, make_views
from roce_lint.os.sonic.dialect import SonicDialect
from roce_lint.platforms.catalog import switch
from roce_lint.platforms.datum import SourcedValue
from roce_lint.render.render import render_views

TWO_LOSSLESS = """
profile: two-lossless
roce:
  classes:
    - {name: roce, priority: 3, dscp: 3, share: 40%}
    - {name: storage, priority: 4, dscp: 4, share: 40%}
  cnp: {priority: 6, dscp: 48}
"""
LOSSY = "profile: lossy-roce\n"

_TEXT = """
schema: 1
name: pods
topology:
  kind: clos
  leaves: {{count: 2, platform: {model}, system: sonic, uplinks_per_spine: 1, uplink_speed: {speed}G}}
  spines: {{count: 2, platform: {model}, system: sonic}}
  cables: {{host: {host_m} m, fabric: {fabric_m} m}}
hosts:
  - {{count: 4, nics: 1, nic_platform: ConnectX-7, nic_speed: {speed}G}}
"""

Tables = dict[str, dict[str, dict[str, str]]]


@dataclass(frozen=True)
class Rendered:
    """A fabric of one model: what was meant, and the tables of each switch."""

    views: FabricViews
    texts: dict[str, str]

    def tables(self, name: str) -> Tables:
        """Return the tables of a switch."""
        loaded: Tables = json.loads(self.texts[f"configs/{name}/config_db.json"])
        return loaded


def usual_speed(model: str) -> int:
    """Return the fastest speed that hosts have and for which the model has headroom, else any that it has."""
    platform = switch(model, "sonic")
    modes = {mode.speed_gbps for group in platform.cage_groups for mode in group.modes} & {100, 200, 400}
    dialect = platform.dialect
    assert isinstance(dialect, SonicDialect)
    rows = (
        {row.speed_mbps // 1000 for row in dialect.headroom.value}
        if isinstance(dialect.headroom, SourcedValue)
        else modes
    )
    return max(modes & rows or modes)


def fabric(model: str, more: str = "", *, host_m: int = 3, fabric_m: int = 30, release: str = "") -> Rendered:
    """Return the rendered switches of two leaves, two spines and four hosts."""
    text = _TEXT.format(model=model, speed=usual_speed(model), host_m=host_m, fabric_m=fabric_m) + more
    if release:
        text = text.replace("system: sonic", f"system: sonic, release: '{release}'")
    views = make_views(parse_intent(text, "pods.roce.yaml"))
    return Rendered(views, {file.path: file.text for file in render_views(views)})

"""Whatever small fabric an intent describes: what is learnt from its configurations renders equal views."""

from __future__ import annotations

import os
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from roce_lint.errors import IntentError
from roce_lint.intent.load import parse_intent
from roce_lint.intent.make_view import FabricViews, make_views
from roce_lint.judge.check import NOTHING_SAID, build_fabric
from roce_lint.learn.draft import written
from roce_lint.learn.learnt import learn_intent
from roce_lint.read.read_documents import read_documents
from roce_lint.render.render import render_views
from roce_lint.text.document import Document
from roce_lint.values import replace

RUNS = int(os.environ.get("ROCE_LINT_LEARN_RUNS", "4"))
LEAVES = ("7060DX4-32", "7060DX5-64S", "7280CR3-32P4", "7060X6-64PE")
"""Models that their configurations name."""
OWN_HEADROOM = ("7060DX4-32", "7060DX5-64S", "7060X6-64PE")
"""Those of them whose configurations state the headroom."""


def some(**choices: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({}, optional=choices)


classes = st.sampled_from(
    [
        {},
        {"classes": [{"priority": 4, "dscp": 34}]},
        {"classes": [{"priority": 3, "dscp": [26, 27], "share": "60%"}]},
        {"cnp": {"priority": 5, "dscp": 40}},
        {"classes": [{"priority": 3, "dscp": 24}, {"name": "more", "priority": 4, "dscp": 32, "share": "30%"}]},
    ]
)
marking = some(
    ecn=st.sampled_from([{"kmin": "150 KB", "kmax": "1500 KB", "pmax": "5%"}, {"kmin": "5 us", "kmax": "20 us"}]),
    watchdog=st.sampled_from([{"detection": "300 ms", "recovery": "600 ms"}, {"enabled": False}]),
    transport=st.just({"retry_count": 5}),
    dcqcn=st.just({"alpha_weight": 1000, "increase_timer": "400 us"}),
)
addressing = some(
    loopbacks=st.sampled_from(["10.250.0.0/24", "172.20.1.0/25"]),
    fabric=st.just("172.24.0.0/16"),
    hosts=st.sampled_from(["10.64.0.0/12", "192.168.0.0/17"]),
    fabric_first=st.just("lower"),
    hosts_first=st.just("host"),
    underlay=st.sampled_from(["ipv6", "unnumbered"]),
)


guards = some(
    maximum_prefixes=st.just(4000),
    password=st.just("FABRIC_KEY"),
    ttl_security=st.just(True),
    prefix_filter=st.just(True),
    bfd=st.sampled_from([{"interval": "400 ms", "multiplier": 4}, {"enabled": False}]),
)
management = st.fixed_dictionaries(
    {"addresses": st.just("192.0.2.0/24")},
    optional={
        "gateway": st.just("192.0.2.254"),
        "vrf": st.just("OOB"),
        "domain": st.just("fabric.example"),
        "dns": st.just(["192.0.2.10", "192.0.2.9"]),
        "ntp": st.just(["192.0.2.12", "192.0.2.11"]),
        "syslog": st.just(["192.0.2.20"]),
        "users": st.just([{"name": "ops", "secret": "OPS"}, {"name": "backup", "secret": "BACKUP"}]),
        "tacacs": st.sampled_from([{"servers": ["192.0.2.30"]}, {"servers": ["192.0.2.31"], "secret": "KEY"}]),
        "snmp": st.sampled_from([{"user": "reader"}, {"user": "r", "auth_secret": "A", "traps": ["192.0.2.40"]}]),
        "gnmi": st.sampled_from([{}, {"profile": "OWN", "certificate": "own.crt"}]),
        "ssh": st.just(False),
        "banner": st.sampled_from(["Authorised use only.", "Two lines.\n\nOf a banner."]),
    },
)


STORAGE = {
    "nics": 2,
    "nic_platform": "ConnectX-6 Dx",
    "nic_speed": "100G",
    "netdev": "sto{nic}",
    "leaf_vlan": 300,
    "bond": "one-leaf",
}


@st.composite
def intents(draw: st.DrawFn) -> dict[str, Any]:
    kind = draw(st.sampled_from(["clos", "clos", "three-tier", "rail-optimised"]))
    nics = draw(st.integers(1, 2))
    pods = 2 if kind == "three-tier" else 1
    leaves: dict[str, Any] = {
        "count": 2 * nics if kind == "rail-optimised" else 2,
        "platform": draw(st.sampled_from(LEAVES)),
    }
    leaves |= draw(some(uplinks_per_spine=st.integers(1, 3), name=st.just("tor{n:02d}"), first_uplink=st.just(9)))
    topology: dict[str, Any] = {"kind": kind, "leaves": leaves, "spines": {"count": 2, "platform": "7060DX5-64S"}}
    if pods > 1:
        topology |= {
            "pods": pods,
            "super_spines": {"count": 2, "platform": "7060DX5-64S", "planes": draw(st.sampled_from([1, 2]))},
        }
    topology |= {"cables": draw(some(host=st.just("3 m"), fabric=st.just("80 m")))}
    if kind == "rail-optimised" and nics > 1 and draw(st.booleans()):
        # Rails that never meet.
        del topology["spines"]
        leaves["count"] = nics
    group = {"count": draw(st.integers(2, 5)), "nics": nics, "nic_platform": "ConnectX-6 Dx", "nic_speed": "100G"}
    group |= draw(some(name=st.just("gpu{n:03d}"), netdev=st.just("rail{rail}"), more_nics=st.just([STORAGE])))
    document: dict[str, Any] = {"schema": 1, "name": "pod", "topology": topology, "hosts": [group]}
    if kind == "clos" and draw(st.booleans()):
        other = draw(st.sampled_from([[], ["tor02" if "name" in leaves else "leaf-2"]]))
        document["hosts"].append(group | {"name": "store-{n}", "nics": 1, "leaves": other})
    if kind != "rail-optimised" and draw(st.booleans()):
        leaf = "tor01" if "name" in leaves else "leaf-1"
        slower = {"a": leaf, "b": "spine-1", "speed": "100G"}
        document["links"] = [slower | draw(some(fec=st.sampled_from(["rs"]), length=st.just("40 m")))]
    if leaves["platform"] in OWN_HEADROOM and draw(st.booleans()):
        own = {"extends": leaves["platform"], "model": f"DCS-{leaves['platform']}", "because": "Measured in the lab"}
        document["platforms"] = {"measured": own | {"headroom": {"100G": "900 KB", "400G": "900 KB"}}}
        leaves["platform"] = "measured"
    spine = "spine-1" if "spines" in topology else "tor01" if "name" in leaves else "leaf-1"
    devices = draw(some(**{spine: some(drained=st.just(True))}))
    if draw(st.booleans()):
        document["management"] = draw(management)
        devices |= draw(some(**{spine: st.just({"management": "192.0.2.77"})}))
    document |= draw(
        some(
            bgp=guards,
            devices=st.just(devices),
            as_numbers=st.sampled_from([{"spines": 64700, "leaves": 64801}, {"four_byte": True}]),
            mtu=st.sampled_from([{"hosts": 4200}, {"fabric": 9214}, {"hosts": 9000, "host_ports": 9200}]),
        )
    )
    if "spines" not in topology:
        # No session shows what guards sessions.
        document.pop("bgp", None)
    return document | {"roce": draw(classes) | draw(marking), "addressing": draw(addressing)}


def comparable(views: FabricViews) -> tuple[object, ...]:
    """Return the views without what configurations do not tell: models of adapters, names of classes and own models."""
    hosts = tuple(
        replace(
            host,
            nic_platforms=(),
            nics=tuple(replace(nic, platform="") for nic in host.nics),
            classes=_unnamed(host.classes),
        )
        for host in views.hosts
    )
    switches = tuple(
        replace(
            one,
            platform="own" if one.platform.startswith("own-") else one.platform,
            classes=_unnamed(one.classes),
            profiles=tuple(
                replace(profile, queues=tuple(replace(queue, class_name="") for queue in profile.queues))
                for profile in one.profiles
            ),
        )
        for one in views.switches
    )
    return views.profile, switches, hosts, views.links


def _unnamed(found: Any) -> Any:
    return tuple(sorted((replace(one, name="") for one in found), key=lambda one: one.priority))


@given(intents())
@settings(max_examples=RUNS, deadline=None, derandomize=RUNS < 10, suppress_health_check=list(HealthCheck))
def test_what_is_learnt_of_an_intent_has_its_views(document: dict[str, Any]) -> None:
    try:
        views = make_views(parse_intent(written(document), "given.roce.yaml"))
    except IntentError:
        return
    documents = [Document(file.path, file.text) for file in render_views(views)]
    learnt = learn_intent(build_fabric(read_documents(documents), NOTHING_SAID), "pod", documents)
    again = make_views(parse_intent(written(learnt.document), "learnt.roce.yaml"))
    assert comparable(again) == comparable(views), written(learnt.document)

"""Addresses that follow a scheme are learnt as a first one and steps; those outside of it as exceptions."""

from __future__ import annotations

from roce_lint.intent.load import parse_intent
from roce_lint.judge.check import NOTHING_SAID, build_fabric
from roce_lint.learn.learnt import learn_intent
from roce_lint.read.read_documents import read_documents
from roce_lint.render.render import render_fabric
from roce_lint.text.document import Document

INTENT = """\
schema: 1
name: pod
topology:
  kind: clos
  leaves: {count: 4, platform: 7060X6-64PE}
  spines: {count: 2, platform: 7060DX5-64S}
devices: {leaf-2: {loopback: 172.31.0.77}}
links: [{a: "host-3:rdma0", b: leaf-2, a_address: 172.20.103.1/31, b_address: 172.20.103.0/31}]
hosts: [{count: 8, nics: 1, nic_platform: ConnectX-7, nic_speed: 400G}]
addressing:
  loopbacks: 172.31.0.0/24
  leaf_loopbacks: {first: 172.31.0.11}
  spine_loopbacks: {first: 172.31.0.101, step: 8}
  leaf_uplinks: {first: 10.20.0.0/30, per_leaf: 8, per_spine: 4}
  fabric_first: lower
  hosts: 172.20.0.0/16
  host_links: {first: 172.20.10.0/31, per_leaf: 256, per_nic: 2}
"""


def test_a_scheme_is_learnt_with_its_exceptions() -> None:
    documents = [Document(one.path, one.text) for one in render_fabric(parse_intent(INTENT, "pod.roce.yaml"))]
    learnt = learn_intent(build_fabric(read_documents(documents), NOTHING_SAID), "pod", documents).document
    assert learnt["addressing"] == {
        "loopbacks": "172.31.0.0/24",
        "leaf_loopbacks": {"first": "172.31.0.11"},
        "spine_loopbacks": {"first": "172.31.0.101", "step": 8},
        "leaf_uplinks": {"first": "10.20.0.0/30", "per_leaf": 8, "per_spine": 4},
        "fabric_first": "lower",
        "hosts": "172.20.0.0/16",
        "host_links": {"first": "172.20.10.0/31", "per_leaf": 256, "per_nic": 2},
    }
    assert learnt["devices"] == {"leaf-2": {"loopback": "172.31.0.77"}}
    host, leaf = "172.20.103.1/31", "172.20.103.0/31"
    assert learnt["links"] == [{"a": "host-3:rdma0", "b": "leaf-2:Ethernet1/1", "a_address": host, "b_address": leaf}]

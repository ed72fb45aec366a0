"""Models of switches and adapters: what files name, or what has a command for everything that was read."""

from __future__ import annotations

from pathlib import Path

import pytest

from roce_lint.intent.load import parse_intent
from roce_lint.judge.check import NOTHING_SAID, build_fabric
from roce_lint.learn.learnt import learn_intent
from roce_lint.learn.report import learnt_text
from roce_lint.read.read_documents import read_documents
from roce_lint.render.render import render_fabric
from roce_lint.text.document import Document

LEAF = Path(__file__).resolve().parents[2] / "fixtures/foreign/eos-cells/leaf-b2.cfg"


def test_a_switch_with_an_mmu_profile_is_no_model_without_one() -> None:
    """`platform trident mmu` is a command of switches with shared buffers; those with virtual output queues lack it."""
    documents = [Document("leaf-b2.cfg", LEAF.read_text("utf-8"))]
    learnt = learn_intent(build_fabric(read_documents(documents), NOTHING_SAID), "pod", documents)
    model = learnt.models["leaf-b2"]
    assert (model.assumed, model.platform.model) == (True, "DCS-7050CX3-32C")
    assert "headroom: {100G: 165100 B}" in learnt_text(learnt, ())


INTENT = """\
schema: 1
name: pod
topology:
  kind: clos
  leaves: {count: 1, platform: 7280CR3-32P4}
hosts:
  - {count: 1, nics: 2, nic_platform: %s, nic_speed: 100G}
"""


@pytest.mark.parametrize("adapter", ["ConnectX-6 Dx", "BlueField-3"])
def test_the_adapter_is_the_one_that_files_of_the_host_name(adapter: str) -> None:
    """Manifests of NVIDIA's operator do."""
    rendered = render_fabric(parse_intent(INTENT % adapter, "pod.yaml"))
    documents = [Document(one.path, one.text) for one in rendered if one.path.startswith(("configs/", "hosts/"))]
    learnt = learn_intent(build_fabric(read_documents(documents), NOTHING_SAID), "pod", documents)
    (hosts,) = learnt.document["hosts"]
    assert hosts["nic_platform"] == adapter

"""Of models with the same ports the one is taken that has a command for everything that was read."""

from __future__ import annotations

from pathlib import Path

from roce_lint.judge.check import NOTHING_SAID, build_fabric
from roce_lint.learn.learnt import learn_intent
from roce_lint.learn.report import learnt_text
from roce_lint.read.read_documents import read_documents
from roce_lint.text.document import Document

LEAF = Path(__file__).resolve().parents[2] / "fixtures/foreign/eos-cells/leaf-b2.cfg"


def test_a_switch_with_an_mmu_profile_is_no_model_without_one() -> None:
    """`platform trident mmu` is a command of switches with shared buffers; those with virtual output queues lack it."""
    documents = [Document("leaf-b2.cfg", LEAF.read_text("utf-8"))]
    learnt = learn_intent(build_fabric(read_documents(documents), NOTHING_SAID), "pod", documents)
    model = learnt.models["leaf-b2"]
    assert (model.assumed, model.platform.model) == (True, "DCS-7050CX3-32C")
    assert "headroom: {100G: 165100 B}" in learnt_text(learnt, ())

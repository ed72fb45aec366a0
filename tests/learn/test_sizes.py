"""Sizes of packets that an intent refuses: what fits is learnt, and said."""

from __future__ import annotations

import re
from pathlib import Path

from roce_lint.intent.load import load_intent
from roce_lint.judge.check import NOTHING_SAID, build_fabric
from roce_lint.learn.learnt import learn_intent
from roce_lint.read.read_documents import read_documents
from roce_lint.render.render import render_fabric
from roce_lint.text.document import Document


def test_ports_of_tunnels_as_large_as_those_of_hosts_are_learnt(root: Path) -> None:
    files = render_fabric(load_intent(root / "fixtures" / "intents" / "evpn-vxlan.roce.yaml"))
    documents = [
        Document(one.path, re.sub(r"(?m)^( *mtu) 9\d00$", r"\1 9214", one.text))
        for one in files
        if one.path.startswith("configs/")
    ]
    learnt = learn_intent(build_fabric(read_documents(documents), NOTHING_SAID), "pod", documents)
    assert learnt.document["mtu"] == {"host_ports": 9214, "fabric": 9214}

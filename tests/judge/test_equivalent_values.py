"""What stands for others says in every fact what they say, whatever one port or cable has of its own."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from roce_lint.fabric.fabric import Fabric
from roce_lint.intent.load import load_intent
from roce_lint.intent.make_view import make_views
from roce_lint.judge.check import Given, build_fabric
from roce_lint.model.device import Link
from roce_lint.model.fact import NOWHERE, Stated
from roce_lint.model.terms import LinkOrigin
from roce_lint.read.read_documents import read_documents
from roce_lint.render.environment import make_environment
from roce_lint.render.switch import render_switch
from roce_lint.text.document import Document
from tests.judge.equivalence_of import compare_equivalents


@pytest.fixture(scope="module")
def texts(root: Path) -> Mapping[str, str]:
    """The switches of a fabric of three vendors."""
    environment = make_environment(None)
    views = make_views(load_intent(root / "fixtures" / "intents" / "mixed-vendors.roce.yaml"))
    files = [render_switch(environment, view, {"srlinux": "set"})[0] for view in views.switches]
    return {Path(file.path).stem: file.text for file in files}


def _fabric(texts: Mapping[str, str], links: tuple[Link, ...] = ()) -> Fabric:
    documents = tuple(Document(f"{name}.cfg", text) for name, text in texts.items())
    return build_fabric(read_documents(documents), Given(links=links))


def _edited(name: str, pattern: str, new: str) -> Callable[[Mapping[str, str]], Mapping[str, str]]:
    """Return an edit of one switch, made at the first place that the pattern finds."""

    def edit(texts: Mapping[str, str]) -> Mapping[str, str]:
        changed = re.sub(pattern, new, texts[name], count=1)
        assert changed != texts[name], "the edit finds nothing"
        return {**texts, name: changed}

    return edit


EDITS = {
    "nothing": lambda texts: texts,
    "other end without pauses": _edited(
        "spine-2", r"(interface Ethernet1/1\n(?:   .*\n)*?)   service-profile \S+\n", r"\1"
    ),
    "one end routes no more": _edited(
        "leaf-1", r"(interface Ethernet\S+\n(?:   .*\n)*?   )no switchport\n   ip address \S+", r"\1switchport"
    ),
    "description leads elsewhere": _edited("leaf-1", r"   description \S+ rdma1", "   description nfs filer"),
    "a port in a LAG": _edited("leaf-1", r"(interface Ethernet1/3\n)", r"\1   channel-group 7 mode active\n"),
    "watchdog off on a port": _edited(
        "leaf-1", r"(interface Ethernet1/3\n)", r"\1   no priority-flow-control pause watchdog\n"
    ),
    "another MTU": _edited("leaf-2", r"mtu 9000", "mtu 4200"),
    "a port without PFC": _edited("leaf-2", r"priority-flow-control mode on", "priority-flow-control mode off"),
}


@pytest.mark.parametrize("edit", EDITS)
def testcompare_equivalents(texts: Mapping[str, str], edit: str) -> None:
    assert compare_equivalents(_fabric(EDITS[edit](texts))) > 500


CABLES = {
    "lengths differ": ((LinkOrigin.INTENT, 30), (LinkOrigin.INTENT, 90)),
    "origins differ": ((LinkOrigin.INTENT, 30), (LinkOrigin.LLDP, 30)),
}


@pytest.mark.parametrize("differing", CABLES)
def test_cables_of_which_more_is_known_are_not_equivalent(texts: Mapping[str, str], differing: str) -> None:
    known = _fabric(texts).links
    between = [link for link in known if {link.a.device, link.b.device} == {"leaf-1", "spine-2"}]
    given = tuple(
        Link(link.a, link.b, Stated(length, NOWHERE), origin, NOWHERE)
        for link, (origin, length) in zip(between, CABLES[differing], strict=True)
    )
    assert compare_equivalents(_fabric(texts, given)) > 500

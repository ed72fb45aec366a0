"""Single lines that differ from those of an intent, and how grave each is."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from roce_lint.gate.intended import Intended, intended
from roce_lint.gate.intent_demands import intent_demands
from roce_lint.intent.load import parse_intent
from roce_lint.judge.check import build_fabric
from roce_lint.judge.given import Given, GivenIntent
from roce_lint.read.read_documents import read_documents
from roce_lint.render.render import render_fabric
from roce_lint.text.document import Document
from roce_lint.values import replace

INTENTS = Path(__file__).parents[2] / "fixtures" / "intents"


@cache
def wanted(name: str) -> Intended:
    return intended((INTENTS / name).read_text(), name)


def said(name: str, file: str, old: str, new: str) -> set[tuple[str, str]]:
    """Return what is said of a device whose file has another text in one place, with how grave it is."""
    documents = [one for one in wanted(name).documents if one.path == file]
    assert [one.text.count(old) for one in documents] == [1], "the text stands once in the file"
    documents = [replace(one, text=one.text.replace(old, new)) for one in documents]
    intent = GivenIntent(name=name, path=name, text=(INTENTS / name).read_text(), covers_all=False)
    demands = intent_demands(build_fabric(read_documents(documents), Given()), intent, documents=documents)
    states = [one.variables["demand"] for one in demands]
    return {(state.kind.value, state.text) for state in states if not state.is_met}


PAIRS, EVPN = "leaf-pairs.roce.yaml", "evpn-unnumbered.roce.yaml"
LEAF, NEXUS = "configs/leaf-1.cfg", "configs/leaf-3.cfg"
CASES = {
    "number of a bundle": (
        PAIRS,
        LEAF,
        "   mlag 3\n",
        "   mlag 7\n",
        ("reach", "Number of Port-Channel3 in the pair 7, the intent demands 3"),
    ),
    "virtual gateway": (
        PAIRS,
        LEAF,
        "ip virtual-router address 10.63.255.249",
        "ip virtual-router address 10.63.255.250",
        ("reach", "Virtual address 10.63.255.250, the intent demands 10.63.255.249"),
    ),
    "anycast MAC": (
        PAIRS,
        LEAF,
        "ip virtual-router mac-address 02:00:00:00:00:99",
        "ip virtual-router mac-address 02:00:00:00:00:98",
        ("reach", "Gateway MAC 02:00:00:00:00:98, the intent demands 02:00:00:00:00:99"),
    ),
    "timers of BFD": (
        PAIRS,
        LEAF,
        "interval 300 min-rx 300 multiplier 3 default",
        "interval 50 min-rx 50 multiplier 3 default",
        (
            "value",
            "The intent has `interval 300 min-rx 300 multiplier 3 default` below `router bfd` and the configuration"
            " has not",
        ),
    ),
    "VRF of management": (
        PAIRS,
        NEXUS,
        "interface Ethernet1/2/1\n",
        "interface Ethernet1/2/1\n  vrf member management\n",
        ("reach", "VRF management, the intent demands default"),
    ),
    "server beside a secret": (
        "managed.roce.yaml",
        "configs/leaf-2.cfg",
        "tacacs-server host 192.0.2.30",
        "tacacs-server host 192.0.9.30",
        (
            "value",
            "The intent has `tacacs-server host 192.0.2.30 key 7 ${TACACS_KEY}` and the configuration has not",
        ),
    ),
    "profile of a peer link": (
        PAIRS,
        LEAF,
        "   switchport trunk group MLAG\n   switchport\n   service-profile ROCE-100G-FABRIC\n",
        "   switchport trunk group MLAG\n   switchport\n",
        ("value", "PFC mode off, the intent demands on"),
    ),
}


@pytest.mark.parametrize(("name", "file", "old", "new", "expected"), CASES.values(), ids=CASES)
def test_a_line_that_differs_is_reported(name: str, file: str, old: str, new: str, expected: tuple[str, str]) -> None:
    assert expected in said(name, file, old, new)


def test_an_uplink_without_its_address_family_is_reported() -> None:
    (document,) = [one for one in wanted(EVPN).documents if one.path == LEAF]
    first = document.text.index("   ipv6 enable\n")
    block = document.text[document.text.rindex("\ninterface ", 0, first) : first + len("   ipv6 enable\n")]
    port = block.split()[1]
    found = said(EVPN, LEAF, block, block.removesuffix("   ipv6 enable\n"))
    assert found == {("value", f"The intent has `ipv6 enable` below `interface {port}` and the configuration has not")}


def test_what_follows_from_another_difference_is_not_asked_for() -> None:
    """Where a queue does not mark there is no curve to be found, and no file to be added."""
    (document,) = [one for one in wanted("clos-eos.roce.yaml").documents if one.path == LEAF]
    lines = [line for line in document.text.splitlines() if "random-detect ecn" in line]
    found = said("clos-eos.roce.yaml", LEAF, lines[0] + "\n", "")
    assert {text for kind, text in found if kind == "not_found"} == set()
    assert ("value", "ECN of the queue of DSCP 26 off, the intent demands on") in found


@pytest.mark.parametrize(("system", "form"), [("srlinux", "set"), ("cumulus", "set")])
def test_another_form_of_what_is_rendered_is_the_same(system: str, form: str) -> None:
    name = f"clos-{system}.roce.yaml"
    files = render_fabric(parse_intent((INTENTS / name).read_text(), name), forms={system: form}, devices=["leaf-1"])
    documents = [Document(file.path, file.text) for file in files]
    intent = GivenIntent(path=name, text=(INTENTS / name).read_text(), name=name, covers_all=False)
    demands = intent_demands(build_fabric(read_documents(documents), Given()), intent, documents=documents)
    states = [one.variables["demand"] for one in demands]
    assert {state.text for state in states if not state.is_met and state.kind.value != "not_found"} == set()


def test_a_secret_of_the_device_is_no_difference() -> None:
    assert said("managed.roce.yaml", "configs/leaf-2.cfg", "key 7 ${TACACS_KEY}", 'key 7 "fewhg"') == set()

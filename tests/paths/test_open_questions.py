"""What is not known is taken both ways, and a verdict that depends on it is not reported."""

from __future__ import annotations

import time
from collections.abc import Mapping

from roce_lint.fabric.domain import roce_domain
from roce_lint.judge.check import build_fabric
from roce_lint.judge.given import Given
from roce_lint.paths.deadlock import DeadlockAnalysis, View
from roce_lint.read.read_documents import read_documents
from roce_lint.text.document import Document


def analysis(texts: Mapping[str, str]) -> DeadlockAnalysis:
    fabric = build_fabric(read_documents(tuple(Document(name, text) for name, text in texts.items())), Given())
    return DeadlockAnalysis(fabric, roce_domain(fabric))


def reported(texts: Mapping[str, str]) -> dict[View, str]:
    one = analysis(texts)
    verdicts = (one.verdict(view) for view in View)
    return {one.view: one.doubt.because if one.doubt else "yes" if one.found else "no" for one in verdicts}


def test_negotiated_pfc_leaves_only_circles_open(clos):
    texts = {
        name: f"feature lldp\n{text}".replace("control mode on", "control mode auto") if name[0] == "s" else text
        for name, text in clos(unique=True, systems=("nxos",)).texts().items()
    }
    found = reported(texts)
    assert found[View.PERMITTED] == "PFC is negotiated by DCBX, and no configuration states the outcome"
    assert found[View.NOMINAL] == found[View.FAILURE] == "no"


def test_a_policy_that_is_not_evaluated_leaves_only_its_turns_open(clos):
    texts = dict(clos(unique=True, systems=("eos",)).texts())
    for name in [name for name in texts if name.startswith("leaf")]:
        lines = [
            line + "\n" + line.replace(line.split("remote-as")[1], "").replace("remote-as", "route-map ODD out")
            if "remote-as" in line
            else line
            for line in texts[name].splitlines()
        ]
        odd = ["route-map ODD permit 10", "   match extcommunity NOBODY-KNOWS"]
        at = next(number for number, line in enumerate(lines) if line.startswith("router bgp"))
        texts[name] = "\n".join([*lines[:at], *odd, *lines[at:]]) + "\n"
    found = reported(texts)
    assert found[View.PERMITTED] not in ("yes", "no")
    same = {name: text.replace("router bgp 65501", "router bgp 65500") for name, text in texts.items()}
    same = {name: text.replace("remote-as 65501", "remote-as 65500") for name, text in same.items()}
    assert set(reported(same).values()) == {"no"}


def test_circles_across_two_priorities_are_not_overlooked(make_fabric):
    fabric = make_fabric(routing="ospf", systems=("eos",))
    for number in range(4):
        fabric.add(f"r{number + 1}", 65001 + number, hosts=1)
    for number in range(4):
        fabric.cable(f"r{number + 1}", f"r{(number + 1) % 4 + 1}")
    texts = dict(fabric.texts())
    assert reported(texts)[View.NOMINAL] == "yes"
    # r1 pauses for 4 and r3 for 3, so that no circle has one priority all the way.
    three, four = (f"   priority-flow-control priority {number} no-drop" for number in (3, 4))
    for name in ("r2.cfg", "r4.cfg"):
        texts[name] = texts[name].replace(three, f"{three}\n{four}")
    classes = "qos map dscp 24 25 26 27 28 29 30 31 to traffic-class 4\nqos profile"
    texts["r1.cfg"] = texts["r1.cfg"].replace("qos profile", classes).replace(three, four)
    assert reported(texts)[View.NOMINAL].startswith("packets with DSCP ")


def test_a_router_that_was_not_read_leaves_open_only_what_it_can_change(clos):
    texts = dict(clos(unique=True).texts())
    del texts["spine2.cfg"]
    texts["cables.csv"] = "\n".join(line for line in texts["cables.csv"].splitlines() if "spine2" not in line) + "\n"
    found = reported(texts)
    assert found[View.PERMITTED] == "no"
    closed = dict(clos(spines=3, unique=True).texts())
    del closed["spine3.cfg"]
    closed["cables.csv"] = "\n".join(line for line in closed["cables.csv"].splitlines() if "spine3" not in line) + "\n"
    found = reported(closed)
    assert found[View.PERMITTED] == "yes"
    assert found[View.NOMINAL].endswith("leads to a router whose configuration was not read, and 3 more ports do")


def test_a_view_of_too_many_destinations_is_skipped_and_says_so(clos, monkeypatch):
    monkeypatch.setattr("roce_lint.paths.deadlock.MOST_REDUCED_WORK", 10)
    found = reported(clos(unique=True, systems=("eos",)).texts())
    assert found[View.SETTLING] == "the view was skipped: 16 hops and 4 destinations are too many"
    assert found[View.PERMITTED] == "yes"


def test_all_views_of_sixteen_by_eight_take_a_moment(clos):
    one = analysis(clos(16, 8, unique=True, systems=("eos",)).texts())
    start = time.process_time()
    assert [bool(one.verdict(view).found) for view in View] == [False, False, True, True]
    assert time.process_time() - start < 2

"""AS numbers on which the ends of a BGP session disagree are reported at the end that others say is wrong."""

from __future__ import annotations

import pytest

from roce_lint.judge.check import check_texts
from roce_lint.judge.rule import Rule
from tests.all_rules import all_rules

EOS = """hostname {name}
qos profile ROCE
   qos trust dscp
   priority-flow-control on
   priority-flow-control priority 3 no-drop
"""
LEAVES = {"leaf1": 65001, "leaf2": 65002, "leaf3": 65003}
SPINES = {"spine1": 65500, "spine2": 65500}
ONE_SPINE = {"spine1": 65500}


@pytest.fixture(scope="module")
def rule() -> list[Rule]:
    return [one for one in all_rules(examples=False) if one.id == "session-with-wrong-as"]


def switch(name: str, asn: int, sessions: list[tuple[str, str, int]]) -> str:
    """Return a switch with a port for each session: its own address, the peer's and the peer's number."""
    text = EOS.format(name=name)
    for number, (own, _, _) in enumerate(sessions, 1):
        text += f"interface Ethernet{number}\n   no switchport\n   ip address {own}/31\n   service-profile ROCE\n"
    return text + f"router bgp {asn}\n" + "".join(f"   neighbor {peer} remote-as {it}\n" for _, peer, it in sessions)


def fabric(leaves: dict[str, int], spines: dict[str, int]) -> dict[str, str]:
    sessions: dict[str, list[tuple[str, str, int]]] = {name: [] for name in (*leaves, *spines)}
    for i, leaf in enumerate(leaves):
        for j, spine in enumerate(spines):
            below, above = f"10.{j}.0.{2 * i}", f"10.{j}.0.{2 * i + 1}"
            sessions[leaf].append((below, above, spines[spine]))
            sessions[spine].append((above, below, leaves[leaf]))
    return {f"{name}.cfg": switch(name, asn, sessions[name]) for name, asn in (leaves | spines).items()}


def reported(texts: dict[str, str], rule: list[Rule]) -> list[tuple[str, str]]:
    """Return each line that is reported with its file, and what is said of it."""
    found = []
    for finding in check_texts(texts, rules=rule).findings:
        lines = texts[finding.place.path].split("\n")
        line = f"{finding.place.path}: {lines[finding.place.line - 1].strip()}"
        found.append((line, finding.message.removeprefix("A BGP session never comes up: ")))
    return found


NOT_FOUND = "; nothing else in the fabric shows which of the two is wrong"
UNNUMBERED = "   neighbor FABRIC peer group\n   neighbor interface Ethernet1 peer-group FABRIC remote-as {}\n"
LISTENS = """   bgp listen range 10.0.0.0/24 peer-group BELOW peer-filter OURS
   neighbor BELOW peer group
peer-filter OURS
   10 match as-range 65001-65002 result accept
"""
WRONG = {
    "one expects another number than the rest": (
        (LEAVES, ONE_SPINE),
        [("leaf2.cfg", "remote-as 65500", "remote-as 65550")],
        [
            (
                "leaf2.cfg: neighbor 10.0.0.3 remote-as 65550",
                "leaf2 expects AS 65550 of 10.0.0.3, and spine1 has AS 65500",
            )
        ],
    ),
    "all expect another number": (
        (LEAVES, SPINES),
        [("spine1.cfg", "router bgp 65500", "router bgp 65501")],
        [("spine1.cfg: router bgp 65501", "spine1 has AS 65501, and leaf1, leaf2 and leaf3 expect AS 65500")],
    ),
    "a group expects another number": (
        (LEAVES, SPINES),
        [
            (
                "leaf1.cfg",
                "neighbor 10.0.0.1 remote-as 65500",
                "neighbor UP peer group\n   neighbor UP remote-as 65550",
            ),
            (
                "leaf1.cfg",
                "neighbor 10.1.0.1 remote-as 65500",
                "neighbor 10.0.0.1 peer group UP\n   neighbor 10.1.0.1 peer group UP",
            ),
        ],
        [
            (
                "leaf1.cfg: neighbor UP remote-as 65550",
                "leaf1 expects AS 65550 of 10.0.0.1, and spine1 has AS 65500; so for 1 more session of this line",
            )
        ],
    ),
    "two switches alone": (
        ({"leaf1": 65001}, ONE_SPINE),
        [("leaf1.cfg", "remote-as 65500", "remote-as 65550")],
        [
            (
                "leaf1.cfg: neighbor 10.0.0.1 remote-as 65550",
                "leaf1 expects AS 65550 of 10.0.0.1, and spine1 has AS 65500" + NOT_FOUND,
            )
        ],
    ),
    "a number of its own for one neighbour": (
        (LEAVES, ONE_SPINE),
        [("spine1.cfg", "neighbor 10.0.0.0 remote", "neighbor 10.0.0.0 local-as 65100\n   neighbor 10.0.0.0 remote")],
        [
            (
                "leaf1.cfg: neighbor 10.0.0.1 remote-as 65500",
                "leaf1 expects AS 65500 of 10.0.0.1, and spine1 has AS 65100" + NOT_FOUND,
            )
        ],
    ),
    "outside of a filter": (
        (LEAVES, ONE_SPINE),
        [("spine1.cfg", "".join(f"   neighbor 10.0.0.{2 * i} remote-as 6500{i + 1}\n" for i in range(3)), LISTENS)],
        [
            (
                "spine1.cfg: peer-filter OURS",
                "spine1 expects an AS of its ranges of 10.0.0.0/24, and leaf3 has AS 65003" + NOT_FOUND,
            )
        ],
    ),
    "unnumbered": (
        ({"leaf1": 65001, "leaf2": 65002}, ONE_SPINE),
        [
            ("leaf1.cfg", "   neighbor 10.0.0.1 remote-as 65500\n", UNNUMBERED.format(65500)),
            ("spine1.cfg", "   neighbor 10.0.0.0 remote-as 65001\n", UNNUMBERED.format(65009)),
        ],
        [
            (
                "spine1.cfg: neighbor interface Ethernet1 peer-group FABRIC remote-as 65009",
                "spine1 expects AS 65009 of Ethernet1, and leaf1 has AS 65001" + NOT_FOUND,
            )
        ],
    ),
}
RIGHT = {
    "as it should be": [],
    "shut down": [("leaf2.cfg", "remote-as 65500", "remote-as 65550\n   neighbor 10.0.0.3 shutdown")],
    "not answered": [("leaf2.cfg", "10.0.0.3 remote-as 65500", "10.9.0.3 remote-as 65550")],
    "local-as that the other end expects": [
        ("spine1.cfg", "neighbor 10.0.0.0 remote", "neighbor 10.0.0.0 local-as 65100\n   neighbor 10.0.0.0 remote"),
        ("leaf1.cfg", "remote-as 65500", "remote-as 65100"),
    ],
    "either of two numbers": [
        (
            "spine1.cfg",
            "neighbor 10.0.0.0 remote",
            "neighbor 10.0.0.0 local-as 65100 no-prepend replace-as fallback\n   neighbor 10.0.0.0 remote",
        )
    ],
    "confederation": [
        ("spine1.cfg", "router bgp 65500", "router bgp 64900\n   bgp confederation identifier 65500"),
    ],
    "port without a cable": [
        ("leaf2.cfg", "remote-as 65500", "remote-as 65550"),
        ("leaf2.cfg", " no sw", " shutdown\n   no sw"),
    ],
    "dots": [("leaf2.cfg", "remote-as 65500", "remote-as 0.65500")],
}


def edited(texts: dict[str, str], edits: list[tuple[str, str, str]]) -> dict[str, str]:
    for file, old, new in edits:
        assert old in texts[file]
        texts[file] = texts[file].replace(old, new)
    return texts


@pytest.mark.parametrize(("made_of", "edits", "expected"), WRONG.values(), ids=WRONG)
def test_a_session_with_a_wrong_number_is_reported_at_the_wrong_line(
    made_of: tuple[dict[str, int], dict[str, int]],
    edits: list[tuple[str, str, str]],
    expected: list[tuple[str, str]],
    rule: list[Rule],
) -> None:
    assert reported(edited(fabric(*made_of), edits), rule) == expected


@pytest.mark.parametrize("edits", RIGHT.values(), ids=RIGHT)
def test_sessions_that_come_up_or_are_not_meant_to_are_not_reported(
    edits: list[tuple[str, str, str]], rule: list[Rule]
) -> None:
    assert reported(edited(fabric(LEAVES, ONE_SPINE), edits), rule) == []

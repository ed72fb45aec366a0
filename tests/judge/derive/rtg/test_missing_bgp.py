"""A switch without BGP with which others have sessions: reported where the others of its system have BGP."""

from __future__ import annotations

import pytest

from roce_lint.fabric.fabric import Fabric
from roce_lint.judge.check import build_fabric
from roce_lint.judge.derive.rtg.missing_bgp import MissingBgp, missing_bgp
from roce_lint.judge.given import Given
from roce_lint.model.fact import Source
from roce_lint.read.read_documents import read_documents
from roce_lint.text.document import Document

PORT = "interface Ethernet{n}/1\n   description {peer} Ethernet{far}/1\n   no switchport\n   ip address {address}/31\n"


def leaf(number: int, bgp: str) -> str:
    port = PORT.format(n=1, peer="spine1", far=number, address=f"10.0.0.{2 * number - 1}")
    return f"hostname leaf{number}\n{port}{bgp}"


def bgp_of_leaf(number: int) -> str:
    return f"router bgp 6500{number}\n   neighbor 10.0.0.{2 * number - 2} remote-as 65100\n"


SPINE = (
    "hostname spine1\n"
    + "".join(PORT.format(n=one, peer=f"leaf{one}", far=1, address=f"10.0.0.{2 * one - 2}") for one in (1, 2, 3))
    + "router bgp 65100\n"
)
BY_ADDRESS = "".join(f"   neighbor 10.0.0.{2 * one - 1} remote-as 6500{one}\n" for one in (1, 2, 3))


def fabric(spine: str, *leaves: str) -> Fabric:
    texts = [Document("spine1.cfg", spine)]
    texts += [Document(f"leaf{number}.cfg", text) for number, text in enumerate(leaves, 1)]
    return build_fabric(read_documents(texts), Given())


def found(one: Fabric) -> dict[str, MissingBgp]:
    return dict(missing_bgp(one.devices, one.links))


WITHOUT, SECOND, THIRD = leaf(1, ""), leaf(2, bgp_of_leaf(2)), leaf(3, bgp_of_leaf(3))


def test_the_line_of_the_address_that_is_named() -> None:
    expected = {"leaf1": MissingBgp(("spine1",), Source("leaf1.cfg", 5, 5))}
    assert found(fabric(SPINE + BY_ADDRESS, WITHOUT, SECOND, THIRD)) == expected


@pytest.mark.parametrize(
    ("spine", "leaves"),
    [
        (SPINE + BY_ADDRESS, (leaf(1, bgp_of_leaf(1)), SECOND, THIRD)),
        (SPINE + BY_ADDRESS, (WITHOUT, leaf(2, ""), THIRD)),
        (SPINE + BY_ADDRESS.replace("neighbor 10.0.0.1 ", "neighbor 10.9.9.9 "), (WITHOUT, SECOND, THIRD)),
        (SPINE + BY_ADDRESS + "   neighbor 10.0.0.1 shutdown\n", (WITHOUT, SECOND, THIRD)),
        (SPINE + BY_ADDRESS, (WITHOUT, SECOND, THIRD.replace("10.0.0.5/31", "10.0.0.1/31"))),
    ],
    ids=["with BGP", "as many without as with", "nobody names it", "the session is shut", "two have the address"],
)
def test_nothing_is_said_where_the_files_may_lack_it(spine: str, leaves: tuple[str, ...]) -> None:
    assert found(fabric(spine, *leaves)) == {}

"""The model as text: ports that say the same stand together."""

from __future__ import annotations

from roce_lint.judge.check import build_fabric
from roce_lint.judge.given import Given
from roce_lint.read.read_documents import read_documents
from roce_lint.report.facts_text import facts_text
from roce_lint.text.document import Document

CONFIG = "hostname leaf1\n" + "".join(
    f"interface Ethernet{number}\n   mtu {9000 if number == 3 else 9214}\n   no switchport\n" for number in range(1, 31)
)


def test_ports_that_say_the_same_are_listed_together() -> None:
    fabric = build_fabric(read_documents((Document("leaf1.cfg", CONFIG),)), Given())
    lines = facts_text(fabric).splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("leaf1"))
    said = lines.index("  Ethernet3  ?G  MTU 9000")
    names = [name.strip() for name in " ".join(lines[at + 1 : said]).replace("  ?G  MTU 9214", "").split(",")]
    assert names == [f"Ethernet{number}" for number in range(1, 31) if number != 3]
    assert lines[said - 1].endswith("Ethernet30  ?G  MTU 9214")
    assert len([line for line in lines if "trust" in line]) == 1
    assert max(map(len, lines[at:said])) <= 100

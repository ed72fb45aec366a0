"""Guides in Markdown: each fenced block is read as a file, with the lines of the guide."""

from __future__ import annotations

import pytest

from roce_lint.model.device import Device
from roce_lint.read.read_one import read_one
from roce_lint.read.read_result import ReadOptions
from roce_lint.text.document import Document
from roce_lint.text.pasted import fenced_blocks

GUIDE = """\
# A leaf and its host

```
hostname leaf1
interface Ethernet1/1
   description host-1 rdma0
   mtu 9000
   priority-flow-control on
   priority-flow-control priority 3 no-drop
```

1. Without a name:

   ~~~ text
   interface Ethernet2/1
      mtu 4200
      priority-flow-control on
   ~~~

2. The host:

   ````bash
   mlnx_qos -i rdma0 --trust dscp --pfc 0,0,0,1,0,0,0,0
   ````

```
show interfaces
```
"""


def devices_of(text: str) -> tuple[Device, ...]:
    result = read_one(Document("docs/guide.md", text), ReadOptions(is_named=True))
    assert result.failures == ()
    assert result.reading is not None
    return result.reading.devices


def test_each_block_is_a_device_with_the_lines_of_the_guide() -> None:
    found = [(one.name, one.os, [(port.name, port.source.line) for port in one.ports]) for one in devices_of(GUIDE)]
    assert found == [
        ("leaf1", "eos", [("Ethernet1/1", 5)]),
        ("guide-15", "eos", [("Ethernet2/1", 15)]),
        ("guide", "mlx5", [("rdma0", 23)]),
    ]


def test_a_guide_among_other_files_is_left_out() -> None:
    result = read_one(Document("docs/guide.md", GUIDE), ReadOptions())
    assert result.reading is None
    assert result.skipped is not None
    assert result.skipped.because == "a document that quotes configurations"


def test_a_guide_without_a_configuration_is_no_input() -> None:
    result = read_one(Document("guide.md", "```\nls\n```\ntext\n```\npwd\n```\n"), ReadOptions(is_named=True))
    assert [one.message for one in result.failures] == ["a guide without a block that could be read"]


@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        ("```\na\n```\n", [(2, "a\n")]),
        ("````\n```\na\n```\n````\n", [(2, "```\na\n```\n")]),
        ("~~~\na\n```\nb\n~~~\n", [(2, "a\n```\nb\n")]),
        ("   ```sh\n   a\n     b\n   ```\n", [(2, "a\n  b\n")]),
        ("```\na\n", []),
        ("no fence\n", []),
    ],
    ids=["plain", "a fence in a longer one", "letters differ", "indented", "open", "none"],
)
def test_fences_are_those_of_markdown(text: str, blocks: list[tuple[int, str]]) -> None:
    assert fenced_blocks(text) == blocks

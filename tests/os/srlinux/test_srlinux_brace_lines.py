"""Usual lines of `info` are taken at once: the tree is the one that taking statement by statement gives."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from roce_lint.os.srlinux import cli_form
from roce_lint.os.srlinux.cli_form import parse_cli_form
from roce_lint.os.srlinux.tree import Block, Header

TEXT = """\
interface ethernet-1/1 {
    description "to spine {1}"
    admin-state enable
    ethernet {
        port-speed 100G
    }
    subinterface 0 {
        ipv4 {
            address 10.0.0.1/31 {
            }
        }
    }
}
acl {
    acl-filter a type ipv4 {
        entry 10 {
            description "x"
        }
    }
}
qos {
    queues {
        queue unicast-3 {
            queue-index 3
        }
    }
    pfc-mapping-profile p {
        received-traffic {
            unicast-mapping {
                pfc-queue pfc-3 {
                    forwarding-class [
                        fc3
                    ]
                }
            }
        }
    }
}
"""
_LINES = (
    *(
        "}",
        "} }",
        "{",
        "x {",
        "] {",
        "mtu",
        "mtu 9000",
        'mtu "9000"',
        'description "a',
        "bogus 1",
        "a:b {",
        "exit",
        "# c",
    ),
    *("/ interface ethernet-1/2", "set / interface ethernet-1/3 mtu 1", "delete / interface ethernet-1/1", "set mtu 5"),
    *(
        "interface ethernet-1/{1..3} {",
        "interface ethernet-1/4 subinterface 0 {",
        'interface "ethernet-1/5" {',
        "acl {",
    ),
    *(
        "forwarding-class [",
        "mtu 1 admin-state enable",
        "A:leaf# info",
        "srl_nokia-qos:qos {",
        "delete mtu",
        "info",
        "",
    ),
)


def _shown(text: str) -> object:
    def of(block: Block) -> object:
        leaves = [(leaf.name, leaf.line, leaf.values) for leaf in block.leaves.values()]
        return block.name, block.keys, block.line, block.end_line, leaves, [*map(of, block.blocks.values())]

    parsed = parse_cli_form("a", text, Header())
    return of(parsed.root), parsed.strays


def test_usual_lines_give_what_statement_by_statement_gives(monkeypatch: pytest.MonkeyPatch, root: Path) -> None:
    chance = random.Random(7)
    whole = (root / "fixtures/srlinux/d5-leaf-info/leaf-d5.txt").read_text("utf-8")
    texts = [TEXT, whole]
    for _ in range(400):
        lines = TEXT.split("\n")
        for _ in range(chance.randrange(1, 6)):
            at = chance.randrange(len(lines))
            lines[at:at] = chance.choice(((), (chance.choice(_LINES),), (lines.pop(at),) * 2))
        texts.append("\n".join(lines))
    at_once = [_shown(text) for text in texts]
    monkeypatch.setattr(cli_form, "take_usual", lambda opened, top, lines, taken: taken)
    assert [_shown(text) for text in texts] == at_once

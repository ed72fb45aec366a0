"""Usual lines of `info` are taken at once: the tree is the one that taking statement by statement gives."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from roce_lint.os.srlinux.cli_form import parse_cli_form
from roce_lint.os.srlinux.parsed import Header
from roce_lint.text.statement_lines import StatementLines
from roce_lint.text.tree import Node

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
    def of(node: Node) -> object:
        return node.name, node.keys, node.values, node.line, node.end_line, [*map(of, node.children.values())]

    parsed = parse_cli_form("a", text, Header())
    return of(parsed.root), parsed.unplaced


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
    monkeypatch.setattr(StatementLines, "take", lambda self, lines, taken: taken)
    assert [_shown(text) for text in texts] == at_once

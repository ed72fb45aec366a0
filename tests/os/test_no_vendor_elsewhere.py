"""Outside `os/` and `hosts/` no module names a system or asks which one it has."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from roce_lint.os.registry import label_of, switch_names, switch_os, system_names

VENDORS = {"arista", "cisco", "nokia", "srl"}
NAMES = {*system_names(), *VENDORS}
LABELS = {*map(label_of, system_names()), *(switch_os(name).short_label for name in switch_names())}
HOMES = ("os", "hosts")
JUSTIFIED = {
    ("tuning/headroom.py", "mlx5_driver_headroom_bytes"): "a driver's formula with its source, beside others",
    ("fix/tree.py", "CiscoConfParse"): "a library",
}
"""Module and name or text, with the reason why it stands there."""


def words(identifier: str) -> set[str]:
    """Return the words of an identifier: `read_eos`, `EosView` and `EOS` have `eos`."""
    return {word.lower() for part in identifier.split("_") for word in re.findall(r"[A-Z]*[a-z0-9]+|[A-Z0-9]+", part)}


def docstrings(tree: ast.Module) -> set[int]:
    return {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }


def named(tree: ast.Module) -> Iterator[str]:
    """Yield each identifier that has a system's name in it, each text that is one, and each import of a system."""
    texts = docstrings(tree)
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name) | ast.keyword(arg=str(name)):
                yield from [name] if words(name) & NAMES else []
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield from [name] if words(name) & NAMES else []
            case ast.Constant(value=str(text)) if id(node) not in texts:
                yield from [text] if text.lower() in NAMES or text in LABELS else []
            case ast.ImportFrom(module=str(module)):
                yield from [module] if set(module.split(".")) & NAMES else []
            case ast.Import(names=aliases):
                yield from (alias.name for alias in aliases if set(alias.name.split(".")) & NAMES)


def modules(root: Path) -> list[Path]:
    package = root / "roce_lint"
    return [path for path in sorted(package.rglob("*.py")) if path.relative_to(package).parts[0] not in HOMES]


def test_no_other_module_names_a_system(root: Path) -> None:
    package = root / "roce_lint"
    found = {
        (path.relative_to(package).as_posix(), name)
        for path in modules(root)
        for name in named(ast.parse(path.read_text("utf-8")))
    }
    assert found == set(JUSTIFIED)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("if device.os == 'eos': pass", ["eos"]),
        ("from roce_lint.os.nxos.reader import read", ["roce_lint.os.nxos.reader"]),
        ("def _eos_name(): pass", ["_eos_name"]),
        ("class SrlDialect: pass", ["SrlDialect"]),
        ("x = EosView()", ["EosView"]),
        ("'Arista EOS'", []),
        ("x = 'Arista EOS'", ["Arista EOS"]),
        ("x = geos, 'eos stands in a longer text'", []),
    ],
)
def test_the_search_finds_what_it_is_for(code: str, expected: list[str]) -> None:
    assert list(named(ast.parse(code))) == expected

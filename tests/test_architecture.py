"""Packages are layers, and imports go down only."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from roce_lint.os.registry import switch_names

ROOT = Path(__file__).parent.parent
ROW = re.compile(r"^\| ((?:`[\w.*]+` ?)+)\| ", re.MULTILINE)
ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
TABLE = ARCHITECTURE.partition("| package | contents |")[2].partition("\n\n")[0]
LAYERS = [re.findall(r"`([^`]+)`", row) for row in ROW.findall(TABLE)]
"""Packages from the lowest to the highest, as the table of the architecture has them: imports go down only."""
HEIGHT = {package: height for height, packages in enumerate(LAYERS) for package in packages}
NAMED_IN_ANNOTATIONS = {
    "roce_lint/os/contract.py": {"platforms", "intent", "fix"},
    "roce_lint/model/reading.py": {"infiniband"},
    "roce_lint/infiniband/derive/opensm/entities.py": {"fabric"},
}
"""Layers above a module whose types it names for type checkers alone; the architecture lists the same modules."""


def place(module: str) -> str:
    """Return the entry of the layers that holds a module, given without `roce_lint.`: the longest that fits."""
    parts = module.split(".")
    any_system = [parts[0], "*", *parts[2:]]
    entries = [".".join(path[:end]) for end in range(len(parts), 0, -1) for path in (parts, any_system)]
    return next((entry for entry in entries if entry in HEIGHT), parts[0])


def imports(path: Path, *, for_checkers: bool) -> Iterator[str]:
    """Yield the layers that a module imports: to run, or for type checkers alone."""
    tree = ast.parse(path.read_text("utf-8"))
    guarded = {
        id(below)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING"
        for below in ast.walk(node)
    }
    for node in ast.walk(tree):
        if (id(node) in guarded) is not for_checkers:
            continue
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("roce_lint"):
            inside = node.module.removeprefix("roce_lint").lstrip(".")
            yield from (place(".".join(filter(None, (inside, alias.name)))) for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (
                place(alias.name.removeprefix("roce_lint."))
                for alias in node.names
                if alias.name.startswith("roce_lint.")
            )


def upward(root: Path, *, for_checkers: bool) -> dict[str, set[str]]:
    """Return the layers beside or above its own that a module imports, by module."""
    package, found = root / "roce_lint", dict[str, set[str]]()
    files = sorted(package.rglob("*.py"))
    assert len(files) > 50
    for path in files:
        own = place(".".join(path.relative_to(package).with_suffix("").parts))
        for name in imports(path, for_checkers=for_checkers):
            if name != own and HEIGHT[name] >= HEIGHT[own]:
                found.setdefault(path.relative_to(root).as_posix(), set()).add(name)
    return found


def test_imports_flow_one_way(root: Path) -> None:
    assert upward(root, for_checkers=False) == {}


def test_types_are_named_from_below_but_for_those_that_the_architecture_lists(root: Path) -> None:
    assert upward(root, for_checkers=True) == NAMED_IN_ANNOTATIONS
    listed = [name for name in NAMED_IN_ANNOTATIONS if f"`{name.removeprefix('roce_lint/')}`" in ARCHITECTURE]
    assert listed == list(NAMED_IN_ANNOTATIONS)


def test_the_table_of_the_architecture_is_read_whole() -> None:
    assert len(LAYERS) == TABLE.count("\n|") - 1
    assert LAYERS[0] == ["suggest", "units", "version"]
    assert LAYERS[-1] == ["__main__", "__init__", "nornir"]


def test_systems_share_through_shared_folders_alone(root: Path) -> None:
    folder = root / "roce_lint" / "os"
    systems = set(switch_names())
    shared = {path.name for path in folder.iterdir() if (path / "__init__.py").is_file()} - systems
    assert shared == {"compose", "frr", "industry_cli", "tree"}
    wrong = [
        f"{path.relative_to(folder)} imports {other}"
        for path in sorted(folder.rglob("*.py"))
        for other in re.findall(r"^from roce_lint\.os\.(\w+)\.", path.read_text("utf-8"), re.MULTILINE)
        if other in systems and other != path.relative_to(folder).parts[0]
    ]
    assert wrong == []


def test_every_package_has_its_place_in_the_layers(root: Path) -> None:
    found = {
        path.stem for path in (root / "roce_lint").iterdir() if path.suffix == ".py" or (path / "__init__.py").is_file()
    }
    assert found == {name for name in HEIGHT if "." not in name}


def public_types(tree: ast.Module) -> Iterator[str]:
    """Yield the classes and type aliases of a module that others may import; type variables are none."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            names = [node.name]
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            made_by = getattr(getattr(node.value, "func", None), "id", "")
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = [] if made_by == "TypeVar" else [one.id for one in targets if isinstance(one, ast.Name)]
        else:
            names = []
        # Types are written LikeThis, constants LIKE_THIS.
        yield from (name for name in names if name[0].isupper() and not name.isupper())


def test_a_public_type_name_stands_for_one_thing(root: Path) -> None:
    found: dict[str, list[str]] = {}
    for path in sorted((root / "roce_lint").rglob("*.py")):
        for name in public_types(ast.parse(path.read_text("utf-8"))):
            found.setdefault(name, []).append(str(path.relative_to(root)))
    assert len(found) > 1000
    assert {name: paths for name, paths in found.items() if len(paths) > 1} == {}


def test_no_module_is_a_drawer(root: Path) -> None:
    names = {path.stem for path in (root / "roce_lint").rglob("*.py")}
    assert names & {"utils", "util", "helpers", "common", "misc", "base", "manager"} == set()


@pytest.mark.parametrize("heavy", ["pydantic", "jinja2", "rich", "netaddr", "ciscoconfparse2", "yaml"])
def test_the_command_line_starts_without_slow_libraries(heavy: str) -> None:
    code = f"import sys, roce_lint.cli.command; sys.exit({heavy!r} in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_check_starts_without_what_takes_long_to_load(root: Path) -> None:
    slow = "'pydantic', 'jinja2', '_hashlib', 'pickle', 'unicodedata'"
    code = f"import sys, roce_lint.cli.check, roce_lint.judge.check; sys.exit(bool({{{slow}}} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], check=False, cwd=root).returncode == 0

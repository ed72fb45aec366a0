"""The page about templates: what they are called, how to override them, and every variable that they get."""

from __future__ import annotations

import importlib
import inspect
from pathlib import Path
from types import ModuleType

from roce_lint.files.program_folders import templates_dir
from roce_lint.intent import view, view_fabric, view_host, view_lag
from roce_lint.os.frr import view as frr_view
from roce_lint.os.industry_cli import view_bgp
from roce_lint.os.registry import switch_names, switch_os

INTRODUCTION = """\
# Templates

`render` prints every file through a Jinja template below `templates/`. `--templates FOLDER` names a folder of yours: a
file in it takes the place of ours of the same name. A template prints values and computes none; an undefined name is an
error with file and line.

Override as little as you can. Every feature has a file of its own (`eos/pfc.j2`, `nxos/bgp.j2`), so that one feature is
one file. What you override is still there below `builtin/`, so that a file of yours can add to it:

```jinja
{% include "builtin/eos/bgp.j2" %}
   neighbor 192.0.2.1 remote-as 64512
```

For a few lines of your own `extra` in the intent is simpler ([intent.md](intent.md)). Check what you have rendered:
`roce-lint check` reads it as any other configuration.

This page is written by `python -m ci.docs.templates`.

## Names
"""


def template_manual() -> str:
    """Return the page in Markdown."""
    parts = [INTRODUCTION]
    names = sorted(path.relative_to(templates_dir()).as_posix() for path in templates_dir().rglob("*.j2"))
    folders: dict[str, list[str]] = {}
    for name in names:
        folders.setdefault(name.partition("/")[0], []).append(f"`{name.partition('/')[2]}`")
    parts.append("".join(f"- `{folder}/`: {', '.join(files)}\n" for folder, files in folders.items()))
    parts.append("## Variables of every switch and host\n")
    parts.append("`view` is a `SwitchView` or a `HostView`, `nic` a `NicView`; `fabric` is a `FabricView`.\n")
    for module in (view, view_lag, view_host, view_fabric):
        parts += _classes(module)
    for name in switch_names():
        found = _view_modules(name)
        if found:
            parts.append(f"## Variables of {switch_os(name).label} alone\n")
            for module in found:
                parts += _classes(module)
    parts.append("## Variables of FRRouting, `frr`, and of BGP on several systems\n")
    for module in (frr_view, view_bgp):
        parts += _classes(module)
    return "\n".join(parts)


def _view_modules(system: str) -> list[ModuleType]:
    """Return the modules with what the templates of a system get besides the common view."""
    package = importlib.import_module(f"roce_lint.os.{system}")
    folder = next(iter(package.__path__))
    names = sorted(path.stem for path in _python_files(folder) if path.stem == "view" or path.stem.startswith("view_"))
    return [importlib.import_module(f"roce_lint.os.{system}.{name}") for name in names]


def _python_files(folder: str) -> list[Path]:
    return list(Path(folder).glob("*.py"))


def _classes(module: ModuleType) -> list[str]:
    """Return a section for each class of values that a module makes, in its order."""
    parts = []
    for name, thing in vars(module).items():
        if not inspect.isclass(thing) or thing.__module__ != module.__name__ or not hasattr(thing, "__slots__"):
            continue
        annotations = inspect.get_annotations(thing)
        if not annotations:
            continue
        fields = "".join(f"| `{field}` | `{_type(kind)}` |\n" for field, kind in annotations.items())
        parts.append(f"### {name}\n\n{inspect.getdoc(thing)}\n\n| field | type |\n| --- | --- |\n{fields}")
    return parts


def _type(kind: object) -> str:
    return str(kind).replace("|", "or")


if __name__ == "__main__":
    print(template_manual(), end="")

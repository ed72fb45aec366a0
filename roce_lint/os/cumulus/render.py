"""The configuration of a switch, through the templates in `templates/cumulus`: lines, and the tree that they make."""

from __future__ import annotations

from collections.abc import Iterator

from roce_lint.errors import ExtraLineError, Problem, TemplateError
from roce_lint.intent.view import SwitchView
from roce_lint.os.contract import Printer
from roce_lint.os.cumulus.configuration import parse_configuration
from roce_lint.os.cumulus.view import cumulus_view
from roce_lint.platforms.platform import SwitchPlatform
from roce_lint.text.natural_order import natural_order
from roce_lint.text.patterns import lazy_pattern
from roce_lint.text.tree import Node

_PLAIN = lazy_pattern(r"[A-Za-z_/][\w./:+@-]*|\d+[A-Za-z]")
_NUMBER = lazy_pattern(r"-?\d+")
_ADDRESS = lazy_pattern(r"[0-9a-fA-F][0-9a-fA-F.:/]*[.:/][0-9a-fA-F.:/]*")
_AS_WORDS = frozenset(("on", "off", "yes", "no", "true", "false", "null", "y", "n"))
_TEMPLATE = "cumulus/device.j2"


def render(printer: Printer, view: SwitchView, platform: SwitchPlatform, form: str) -> tuple[tuple[str, str], ...]:
    """Return startup.yaml, or lines of `nv set`.

    Raises ExtraLineError for a line of the user's own that NVUE refuses.
    """
    cumulus = cumulus_view(view, platform)
    lines = printer(_TEMPLATE, {"view": view, "cumulus": cumulus})
    for line in cumulus.extra:
        faults = parse_configuration("", line).faults
        if faults or not line.startswith("nv set "):
            why = faults[0].because if faults else "it does not begin with `nv set`"
            raise ExtraLineError(line, f"{view.name}: NVUE does not take the extra line {line!r}: {why}")
    if form == "set":
        return ((f"configs/{view.name}.nv", lines),)
    return ((f"configs/{view.name}.yaml", startup_yaml(lines, cumulus.model, cumulus.words.release)),)


def startup_yaml(lines: str, model: str, release: str) -> str:
    """Return what lines of `nv set` make as startup.yaml. Raises TemplateError for a line that NVUE does not take."""
    found = parse_configuration(_TEMPLATE, lines)
    problems = [Problem(_TEMPLATE, one.line, 0, f"{one.text}: {one.because}") for one in found.faults]
    if problems:
        raise TemplateError(*problems)
    header = (
        f"    model: {model}\n    nvue-api-version: nvue_v1\n    rev-id: 1.0\n    version: Cumulus Linux {release}.0\n"
    )
    return f"- header:\n{header}- set:\n" + "".join(f"{line}\n" for line in _block(found.root, "    "))


def _block(node: Node, indent: str) -> Iterator[str]:
    for one in sorted(node.children.values(), key=lambda child: natural_order(child.name)):
        key = f"{indent}{_key(one.name)}:"
        if one.is_leaf:
            yield from _leaf(key, one.value, indent)
        elif one.children:
            yield key
            yield from _block(one, indent + "  ")
        else:
            yield f"{key} {{}}"


def _leaf(key: str, value: str, indent: str) -> Iterator[str]:
    if "\n" in value:
        yield f"{key} |"
        yield from (f"{indent}  {line}".rstrip() for line in value.rstrip("\n").split("\n"))
    else:
        yield f"{key} {_scalar(value)}"


def _key(name: str) -> str:
    return f"'{name}'" if _NUMBER.fullmatch(name) or not (_PLAIN.fullmatch(name) or _ADDRESS.fullmatch(name)) else name


def _scalar(value: str) -> str:
    if _NUMBER.fullmatch(value) or value in ("on", "off") or _ADDRESS.fullmatch(value):
        return value
    if _PLAIN.fullmatch(value) and value not in _AS_WORDS:
        return value
    return "'" + value.replace("'", "''") + "'"

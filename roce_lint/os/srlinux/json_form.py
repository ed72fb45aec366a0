"""The JSON form: startup files with module prefixes, and `info | as json`, which has none."""

from __future__ import annotations

from roce_lint.os.srlinux.grammar import TREE
from roce_lint.os.srlinux.parsed import Header, Parsed
from roce_lint.text.json_places import PlacedJson, Plain, numbered, parse_json
from roce_lint.text.json_tree import fill_from_json
from roce_lint.text.patterns import lazy_pattern
from roce_lint.text.tree import TreeBuilder

_QUOTED_BOOLEAN = lazy_pattern(
    r'"(?:[\w-]+:)?(?P<name>pfc-enable|enable-pfc|enable-ecn|slope-enabled|enable|receive|transmit|vlan-tagging)"\s*:\s*'
    r'(?P<value>"(?:true|false)")'
)
_METADATA = ("_preamble", "@", "_annotat")
"""What members begin with that are no configuration: `_annotate` tells of a container, `_annotate_mtu` of a leaf."""


def parse_json_form(file: str, text: str, first_line: int = 1) -> Parsed:
    """Return the tree of a JSON configuration; `first_line` is the number of the text's first line. Never raises."""
    builder = TreeBuilder(file, TREE)
    placed = parse_json(text, first_line)
    fill_from_json(builder, placed, _METADATA)
    if placed.fault:
        builder.report(placed.last_lines[-1], ("qos",), "", f"{placed.fault}; what follows was not read")
    else:
        _report_rest(builder, placed.last_lines[-1], placed.rest)
    _report_quoted_booleans(builder, text, first_line)
    return Parsed(builder.root, tuple(builder.unplaced), _header_of(placed))


def _report_quoted_booleans(builder: TreeBuilder, text: str, first_line: int) -> None:
    """Keep switches that are strings: RFC 7951 writes a boolean without quotes, and the device takes nothing else."""
    if '"true"' not in text and '"false"' not in text:
        return
    for found in _QUOTED_BOOLEAN.finditer(text):
        line = first_line + text.count("\n", 0, found.start())
        because = f"{found['name']} is a boolean, and {found['value']} is a string: the device refuses it"
        builder.report(line, ("qos", found["name"]), found.group(), because)


def _report_rest(builder: TreeBuilder, end_line: int, rest: str) -> None:
    """Keep what stands after the closing brace, prompts and blank lines excepted."""
    for offset, line in enumerate(rest.split("\n")):
        if line.strip() and not line.lstrip().startswith(("--{", "A:", "B:", "#")):
            builder.report(end_line + offset, ("qos",), line, "it follows the end of the JSON configuration")
            return


def _header_of(placed: PlacedJson) -> Header:
    """Return release and chassis from the preamble that the device writes into its startup file."""
    preamble, step = _member(placed.value, placed.first_step, "_preamble")
    header, step = _member(preamble, step, "header")
    release, release_step = _member(header, step, "release")
    features, step = _member(header, step, "enabled-yang-features")
    chassis, chassis_line = "", 0
    for number, item in enumerate(features if isinstance(features, list) else (), 1):
        if isinstance(item, str) and item.rpartition(":")[2].startswith("platform-7"):
            chassis, chassis_line = item.rpartition(":")[2].removeprefix("platform-"), placed.first_lines[step + number]
            break
    if isinstance(release, str):
        return Header(release.removeprefix("v"), placed.first_lines[release_step], chassis, chassis_line)
    return Header("", 0, chassis, chassis_line)


def _member(value: Plain, step: int, name: str) -> tuple[Plain, int]:
    """Return the last member of an object with this name, and its step; None where there is none."""
    if not isinstance(value, tuple) or not any(member == name for member, _ in value):
        return None, step
    return [(below, at) for member, below, at in numbered(value, step) if member == name][-1]

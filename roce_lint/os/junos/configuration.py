"""A configuration of Junos as one tree with places, whether it has braces, lines of `set`, JSON or XML."""

from __future__ import annotations

import re

from roce_lint.model.fact import Source, Stated
from roce_lint.os.junos.data_form import fill
from roce_lint.os.junos.inheritance import Inheritance
from roce_lint.os.junos.json_form import json_entries
from roce_lint.os.junos.statement_tree import StatementTree
from roce_lint.os.junos.statements import command_lines, curly_statements, is_session
from roce_lint.os.junos.xml_form import xml_entries
from roce_lint.os.tree.form_fault import FormFault
from roce_lint.text.patterns import lazy_pattern
from roce_lint.text.tree import Node
from roce_lint.values import dataclass, field

_MODEL = lazy_pattern(r"^[#!/* \t]*(?:Model|Chassis)\b:?[ \t][^\n]*?\b(qfx\d{4}[\w-]*)", re.MULTILINE | re.IGNORECASE)
_BEGINNING_CHARACTERS = 20_000


@dataclass(eq=False, slots=True)
class JunosTree:
    """The tree of one file.

    `root` has what is active, with what groups, ranges of interfaces and `apply-path` bring; names are those of the
    published models, as in JSON and XML (`gigether-options`, `ieee-802.3ad`). `stated` has what the text says itself,
    with groups; of its nodes those whose ids are in `inactive` are deactivated. `idle_groups` are groups that nothing
    applies, while others may be (`applies_groups`). `passed` has the words and lines of statements of no concern for
    RoCE. `prompt` is the name of the device in the prompt of a session.
    """

    file: str
    root: Node
    stated: Node
    release: Stated[str] | None = None
    model: Stated[str] | None = None
    prompt: str = ""
    passed: tuple[tuple[tuple[str, ...], int], ...] = ()
    faults: list[FormFault] = field(default_factory=list)
    inactive: frozenset[int] = frozenset()
    idle_groups: tuple[Node, ...] = ()
    applies_groups: bool = False


def parse_configuration(file: str, text: str) -> JunosTree:
    """Return the tree of a text in any form; what is not taken is among its faults. Never raises."""
    builder = StatementTree(file)
    prompt = ""
    beginning = text.lstrip("\ufeff \t\r\n")
    if beginning.startswith("{") and not is_session(beginning):
        fill(builder, *json_entries(text))
    elif beginning.startswith("<"):
        fill(builder, *xml_entries(text))
    else:
        lines = command_lines(text)
        if lines.is_script:
            builder.read_commands(lines.commands)
            prompt = lines.prompt
            for piece in lines.others:
                builder.not_read(piece)
        else:
            builder.read_curly(curly_statements(text))
    builder.settle()
    inheritance = Inheritance(builder.root, builder.inactive, builder.lists.keys())
    root = inheritance.expanded()
    for node, because in inheritance.faults:
        builder.fault(node.line, node.end_line, (node.name,), " ".join((node.name, *node.values)), because)
    version = root.find("version")
    release = Stated(version.value, version.source) if version is not None and version.value else None
    return JunosTree(
        file,
        root,
        builder.root,
        release,
        _model(file, text),
        prompt,
        tuple(builder.passed),
        builder.faults,
        frozenset(builder.inactive),
        inheritance.idle_groups(),
        bool(inheritance.applied),
    )


def _model(file: str, text: str) -> Stated[str] | None:
    """Return the model that a comment or `show version` above a configuration names."""
    found = _MODEL.search(text[:_BEGINNING_CHARACTERS])
    if found is None:
        return None
    line = text.count("\n", 0, found.start(1)) + 1
    return Stated(found[1], Source(file, line, line))

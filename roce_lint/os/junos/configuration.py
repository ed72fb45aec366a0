"""A configuration of Junos as one tree with places, whether it has braces, lines of `set`, JSON or XML."""

from __future__ import annotations

from roce_lint.model.fact import Stated
from roce_lint.os.junos.data_form import fill
from roce_lint.os.junos.inheritance import Inheritance
from roce_lint.os.junos.json_form import json_entries
from roce_lint.os.junos.statement_tree import StatementTree
from roce_lint.os.junos.statements import command_lines, curly_statements
from roce_lint.os.junos.xml_form import xml_entries
from roce_lint.os.tree.form_fault import FormFault
from roce_lint.text.tree import Node
from roce_lint.values import dataclass, field


@dataclass(eq=False, slots=True)
class JunosTree:
    """The tree of one file.

    `root` has what is active, with what groups, ranges of interfaces and `apply-path` bring; names are those of the
    published models, as in JSON and XML (`gigether-options`, `ieee-802.3ad`). `stated` has what the text says itself,
    with groups. `prompt` is the name of the device in the prompt of a session.
    """

    file: str
    root: Node
    stated: Node
    release: Stated[str] | None = None
    prompt: str = ""
    faults: list[FormFault] = field(default_factory=list)


def parse_configuration(file: str, text: str) -> JunosTree:
    """Return the tree of a text in any form; what is not taken is among its faults. Never raises."""
    builder = StatementTree(file)
    prompt = ""
    beginning = text.lstrip("\ufeff \t\r\n")
    if beginning.startswith("{"):
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
    inheritance = Inheritance(builder.root, builder.inactive.values())
    root = inheritance.expanded()
    for node, because in inheritance.faults:
        builder.fault(node.line, node.end_line, (node.name,), " ".join((node.name, *node.values)), because)
    version = root.find("version")
    release = Stated(version.value, version.source) if version is not None and version.value else None
    return JunosTree(file, root, builder.root, release, prompt, builder.faults)

"""The `interface` sections of a file: which interfaces there are, and what their blocks say."""

from __future__ import annotations

from roce_lint.model.terms import PortKind
from roce_lint.os.eos.interface_lines import PortDraft
from roce_lint.os.eos.interfaces import read_interface
from roce_lint.os.eos.names import interface_names, kind_of_interface
from roce_lint.os.eos.overlay import Tunnel
from roce_lint.os.eos.queue_dialect import QueueDialect
from roce_lint.os.eos.routing_sections import EosRoutingReader
from roce_lint.os.industry_cli.command import NOT_STATED, Command, Setting
from roce_lint.os.industry_cli.line_table import CommandRow, LineTable
from roce_lint.text.lines import Line
from roce_lint.values import dataclass

_DEFAULT_LINES = LineTable(
    CommandRow("ethernet"),
    CommandRow("mtu <68-65535>", "mtu"),
    CommandRow("mtu"),
    CommandRow("shutdown", "enabled", value=False, no=True),
)


@dataclass(slots=True)
class InterfaceDefaults:
    """What the document says about interfaces in general."""

    mtu: Setting[int] = NOT_STATED
    enabled: Setting[bool] = NOT_STATED
    routed: Setting[bool] = NOT_STATED


class InterfaceBlocks:
    """The interfaces of one file by name, while it is read; `general` is what holds for all of them."""

    def __init__(self, dialect: QueueDialect, paths: EosRoutingReader, tunnel: Tunnel) -> None:
        self.ports: dict[str, PortDraft] = {}
        self.general = InterfaceDefaults()
        self._dialect = dialect
        self._diagnostics = dialect.diagnostics
        self._paths = paths
        self._tunnel = tunnel
        self._profiles: dict[str, list[Line]] = {}

    def read(self, command: Command) -> None:
        """Take one section that begins with `interface`."""
        line = command.line
        if command.text == "interface defaults":
            self._read_defaults(line)
            return
        if command.words[1:2] == ("profile",) and len(command.words) == 3:
            self._keep_profile(command.words[2], line)
            return
        names = interface_names(command.text.removeprefix("interface"))
        if not names:
            self._diagnostics.block_not_understood(line, f"`{command.text}` names no interface that is known")
        elif not command.plain:
            for name in names if command.line.text.startswith("no ") else ():
                self.ports.pop(name, None)
        else:
            for name in names:
                self._read_block(name, line)

    def _read_block(self, name: str, line: Line) -> None:
        if name.startswith("Vxlan"):
            self._tunnel.read(line, self._diagnostics)
        port = self.ports.get(name)
        if port is None:
            port = PortDraft(name, kind_of_interface(name), line, line.block(self._diagnostics.file))
            self.ports[name] = port
        self._paths.read_interface(name, line)
        if port.kind is not PortKind.TUNNEL:
            read_interface(port, self._body(line), self._dialect)

    def _body(self, line: Line) -> list[Line]:
        """Return the lines of an interface, with the commands of the interface profiles it names in their place."""
        body: list[Line] = []
        for child in line.children:
            if child.text.startswith("profile") and (words := child.text.split())[0] == "profile":
                for name in words[1:]:
                    body.extend(self._profiles.get(name, ()))
                    if name not in self._profiles:
                        self._diagnostics.undefined("interface profile", name, self._diagnostics.at(child))
            else:
                body.append(child)
        return body

    def _keep_profile(self, name: str, line: Line) -> None:
        commands = (child for child in line.children if child.text.startswith("command "))
        self._profiles[name] = [
            Line(child.number, child.indent, child.text.removeprefix("command ").strip() or "command")
            for child in commands
        ]

    def _read_defaults(self, line: Line) -> None:
        for child in line.walk():
            if not _DEFAULT_LINES.account(child, self.general, self._diagnostics):
                self._diagnostics.line_not_understood(child, "this is no default for interfaces that is known")

"""The `interface` sections of a file: which interfaces there are, and what their blocks say.

Interface blocks: what they say about layers 1 to 3, and their QoS lines.
"""

from __future__ import annotations

from roce_lint.model.fact import Stated, Unknown
from roce_lint.model.terms import PortKind
from roce_lint.os.eos.interface_lines import INTERFACE_LINES, IRRELEVANT, OWN_LINES, PortDraft, read_ip, read_own
from roce_lint.os.eos.names import interface_names, kind_of_interface
from roce_lint.os.eos.overlay import Tunnel
from roce_lint.os.eos.port_lines import PortLineReader, QueueDialect, is_other_policy
from roce_lint.os.eos.routing_sections import EosRoutingReader
from roce_lint.os.industry_cli.command import NOT_STATED, Command, Setting, command_of
from roce_lint.os.industry_cli.line_table import CommandRow, LineTable
from roce_lint.text.lines import Line
from roce_lint.values import dataclass

_NO_QUEUES = frozenset({PortKind.VLAN, PortKind.LOOPBACK, PortKind.TUNNEL, PortKind.MANAGEMENT, PortKind.SUBINTERFACE})
_SUBMODES = frozenset({"tx-queue", "uc-tx-queue", "mc-tx-queue"})


def read_interface(port: PortDraft, body: list[Line], dialect: QueueDialect) -> None:
    """Take the lines below `interface NAME`, whatever their depth, into `port`."""
    reader = _InterfaceReader(port, dialect)
    pending = body[::-1]
    while pending:
        line = pending.pop()
        if reader.read(line) and line.children:
            # A leaf command owns nothing: what is indented below it belongs to the interface all the same.
            pending.extend(reversed(line.children))


class _InterfaceReader:
    def __init__(self, port: PortDraft, dialect: QueueDialect) -> None:
        self._port = port
        self._diagnostics = dialect.diagnostics
        # Members of a bundle take lines from its block.
        places = dialect.diagnostics if port.kind is PortKind.LAG else dialect.diagnostics.within(port.header)
        self._qos = PortLineReader(port.qos, dialect, places.at)
        self._echoes_defaults = dialect.echoes_defaults

    def read(self, line: Line) -> bool:
        """Take one line; return whether the lines below it are still to be read as lines of the interface."""
        text = line.text
        source = self._diagnostics.at(line)
        if text.startswith(OWN_LINES) and read_own(text, self._port, source):
            self._qos.close_queue()
            return True
        because = INTERFACE_LINES.read(line, self._port, source)
        if because is None:
            command = command_of(line)
            if self._qos.takes(command):
                return self._read_qos(command)
            if command.words[0] not in ("ip", "ipv6"):
                self._pass_over(command)
                return False
            because = read_ip(command, self._port, source)
        self._qos.close_queue()
        if because:
            self._diagnostics.line_not_understood(line, because)
        return True

    def _pass_over(self, command: Command) -> None:
        """Write down a line that begins no command that is known."""
        self._qos.close_queue()
        first = command.words[0]
        if first in IRRELEVANT:
            return
        if "mmu" in command.words or "buffer" in command.text:
            self._port.buffer_doubt = Unknown(
                f"`{command.text}` may set the buffer of this port", self._diagnostics.at(command.line)
            )
        self._diagnostics.block_not_understood(command.line, f"`{first}` begins no interface command that is known")

    def _read_qos(self, command: Command) -> bool:
        first = command.words[0]
        quiet = not command.plain or self._echoes_defaults
        if self._port.kind in _NO_QUEUES and not quiet and not is_other_policy(command):
            self._diagnostics.block_not_understood(command.line, "this kind of interface takes no QoS lines of its own")
            return False
        echoed = self._echoes_defaults and command.text == "priority-flow-control pause watchdog"
        if self._port.kind is PortKind.LAG and first == "priority-flow-control" and command.plain and not echoed:
            self._diagnostics.line_refused(
                command.line, "EOS takes PFC on the member interfaces, not on the Port-Channel"
            )
            return True
        for line in (command.line, *command.line.walk()):
            self._port.qos_lines.append((self._port.offset(line), line.text))
        self._qos.read(command)
        return first not in _SUBMODES and not self._diagnostics.is_reported(self._diagnostics.at(command.line))


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
    announced_roce_priority: Setting[int] = NOT_STATED


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
        else:
            for child in line.children:
                if child.text in ("shutdown", "no shutdown"):
                    port.enabled = Stated(child.text != "shutdown", self._diagnostics.at(child))

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

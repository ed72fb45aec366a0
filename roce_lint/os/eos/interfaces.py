"""Interface blocks: what they say about layers 1 to 3, and their QoS lines."""

from __future__ import annotations

from roce_lint.model.fact import Unknown
from roce_lint.model.terms import PortKind
from roce_lint.os.eos.interface_lines import INTERFACE_LINES, IRRELEVANT, OWN_LINES, PortDraft, read_ip, read_own
from roce_lint.os.eos.port_lines import PortLineReader, is_other_policy
from roce_lint.os.eos.queue_dialect import QueueDialect
from roce_lint.os.industry_cli.command import Command, command_of
from roce_lint.text.lines import Line

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

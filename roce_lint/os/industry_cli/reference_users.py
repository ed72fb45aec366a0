"""Which ports would have their QoS from an object that a line names and nothing defines.

The line is in the block of a port, or in the block of an object with a name (a policy, a class, a profile) that
others refer to in turn, or in a block of the whole system. A name is followed wherever it stands as a word.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from roce_lint.model.device import Port, UndefinedReference
from roce_lint.model.fact import Stated
from roce_lint.model.terms import QosPart
from roce_lint.text.lines import Line
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import replace

Brings = Mapping[str, frozenset[QosPart]]
"""The parts of QoS that each kind of object brings, by the vendor's word for the kind."""

_NAMED = lazy_pattern(
    r"(?:class-map|policy-map|qos profile|port-profile|interface profile|(?:ip|ipv6|mac) access-list"
    r"|platform trident mmu queue profile)\b.* (?!apply$)(\S+)"
)


def with_users(
    references: Iterable[UndefinedReference], brings: Brings, root: Line, ports: Sequence[Port]
) -> Iterator[UndefinedReference]:
    """Yield the references with what their objects would bring to which ports; `root` has the blocks of the file."""
    users: _Users | None = None
    for one in references:
        parts = brings.get(one.kind, frozenset())
        if parts:
            users = users or _Users(root, ports)
            one = replace(one, brings=parts, ports=users.of_line(one.source.line))
        yield one


class _Users:
    """Finds the ports that have something from a line of the file."""

    def __init__(self, root: Line, ports: Sequence[Port]) -> None:
        self._blocks = root.children
        self._ports = ports
        self._by_name = {port.name: port for port in ports}

    def of_line(self, number: int) -> frozenset[str]:
        """Return the ports that have something from a line, members of their bundles included."""
        block = next((one for one in self._blocks if one.number <= number <= one.end_number), None)
        if block is None:
            return frozenset()
        found = self._of_block(block, number, set())
        return found | {port.name for port in self._ports if isinstance(port.lag, Stated) and port.lag.value in found}

    def _of_block(self, block: Line, number: int, seen: set[str]) -> frozenset[str]:
        """Return the ports that have something from a line of a block."""
        if block.text.startswith("interface ") and not block.text.startswith("interface profile "):
            return frozenset(port.name for port in self._ports if self._is_block_of(block, port))
        defined = _NAMED.fullmatch(block.text)
        if defined is None:
            return self._of_system(block, number)
        name = defined[1]
        if name in seen:
            return frozenset()
        seen.add(name)
        return frozenset[str]().union(*(self._of_block(*use, seen) for use in self._uses(name)))

    def _uses(self, name: str) -> Iterator[tuple[Line, int]]:
        """Yield the blocks that name an object, but for its own ones, with the line that does."""
        for block in self._blocks:
            defined = _NAMED.fullmatch(block.text)
            if defined is not None and defined[1] == name:
                continue
            lines = (block, *block.walk()) if block.may_say(name) else (block,)
            line = next((line for line in lines if name in line.text.split() and "description " not in line.text), None)
            if line is not None:
                yield block, line.number

    def _of_system(self, block: Line, number: int) -> frozenset[str]:
        """Return the ports that take over what the system has: those without such a line of their own.

        Of several such lines the last is in force.
        """
        line = next((line for line in (block, *block.walk()) if line.number == number), block)
        words = line.text.rsplit(" ", 1)[0] + " "
        system = [one for one in self._blocks if not one.text.startswith("interface ")]
        if any(below.number > number and below.text.startswith(words) for one in system for below in one.children):
            return frozenset()
        saying = [
            one
            for one in self._blocks
            if one.text.startswith("interface ") and any(below.text.startswith(words) for below in one.children)
        ]
        return frozenset(
            port.name for port in self._ports if not any(self._is_block_of(block, port) for block in saying)
        )

    @staticmethod
    def _is_block_of(block: Line, port: Port) -> bool:
        return block.number in port.blocks or block.number <= port.source.line <= block.end_number

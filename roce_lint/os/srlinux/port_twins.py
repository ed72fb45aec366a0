"""Ports whose lines say the same as those of two earlier ones, here and where QoS is bound: their facts follow."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from roce_lint.model.cast import Cast
from roce_lint.model.device import Port
from roce_lint.model.fact import SAID, Fact
from roce_lint.model.twin import Twin
from roce_lint.os.industry_cli.twin_ports import cast_of
from roce_lint.os.srlinux.bindings import Bindings
from roce_lint.os.srlinux.instances import Instances
from roce_lint.os.srlinux.ledger import Ledger
from roce_lint.os.srlinux.referred_ports import Key
from roce_lint.os.srlinux.twin_blocks import Kin, TwinBlock
from roce_lint.values import dataclass

Make: TypeAlias = Callable[[], Port]
"""Makes a port of its own lines."""


@dataclass(frozen=True, slots=True)
class _Look:
    """What a port looks like: ports with the same `key` differ in name, lines and own values alone.

    `blocks` are the first and last lines of all that says something of this port.
    """

    name: str
    key: tuple[object, ...]
    blocks: tuple[tuple[int, int], ...]
    own: tuple[str, ...]

    def like(self, cast: Cast) -> Port:
        """Return this port as one of a cast."""
        return Twin(cast, self.name, tuple([first for first, _ in self.blocks]), self.own)


class PortTwins:
    """The casts of one device: each is made of two ports, of which either has to give the other."""

    def __init__(self, bindings: Bindings, instances: Instances, ledger: Ledger) -> None:
        self._bindings = bindings
        self._holder = instances.holder
        self._ledger = ledger
        self._subinterfaces: dict[Kin, tuple[str, ...]] = {}
        self._firsts: dict[tuple[object, ...], tuple[_Look, Port]] = {}
        self._casts: dict[tuple[object, ...], Cast | None] = {}

    def port(self, interface: TwinBlock, inherited: Fact[int] | None, make: Make) -> Port:
        """Return the port of an interface with one subinterface at most.

        `inherited` is the speed that another interface states for it.
        """
        look = self._look(interface, inherited)
        cast = self._casts.get(look.key) if look else None
        if look is None or cast is not None:
            return look.like(cast) if look and cast else make()
        written = self._ledger.written
        port = make()
        if self._ledger.written == written and look.key not in self._casts:
            self._compare(look, port)
        return port

    def subinterfaces(self, interface: TwinBlock) -> tuple[str, ...]:
        """Return the indices of the subinterfaces."""
        known = self._subinterfaces.get(interface.kin)
        if known is None:
            subs = (interface.model or interface).entries("subinterface")
            known = self._subinterfaces[interface.kin] = tuple([sub.key for sub in subs])
        return known

    def _compare(self, look: _Look, port: Port) -> None:
        """Keep the first port of a look; make a cast of the second, if the first is one of it."""
        first = self._firsts.setdefault(look.key, (look, port))
        if first[1] is not port:
            cast = cast_of(port, look.blocks, look.own)
            self._casts[look.key] = cast if first[0].like(cast) == first[1] else None

    def _look(self, interface: TwinBlock, inherited: Fact[int] | None) -> _Look | None:
        """Return what a port looks like; None where something is bound to it that may look like nothing else."""
        name = interface.key
        blocks = [(interface.line, interface.last_line)]
        key: list[object] = [interface.kin]
        subs = self.subinterfaces(interface)
        bindings: list[Key] = [name, *[(name, sub) for sub in subs]]
        for bound in bindings:
            entry = self._bindings.entries.get(bound)
            if entry is not None:
                blocks.append((entry.line, entry.last_line))
                key.append(entry.kin)
            elif self._bindings.binds(bound):
                return None
            else:
                key.append(None)
        for fact in (self._holder.get(f"{name}.{subs[0]}") if subs else None, inherited):
            if fact is not None:
                blocks.append((fact.source.line, fact.source.end_line))
                key += (fact.__class__, getattr(fact, SAID))
            else:
                key.append(None)
        return _Look(name, tuple(key), tuple(blocks), interface.own)

"""P_Keys that jobs ask for by variables of NCCL and UCX, against the tables of their ports."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from roce_lint.infiniband.derive.setup import SetupView
from roce_lint.model.device import Device
from roce_lint.model.fact import Default, Fact, Source, Stated
from roce_lint.model.judged import Judged
from roce_lint.model.nic import Nic
from roce_lint.values import dataclass

_KEY_BITS = 0x7FFF


@dataclass(frozen=True, slots=True)
class JobKeyState:
    """A P_Key that a variable of a job names; hosts that name none, or one that their ports hold, are healthy."""

    asked: str
    """What the variable asks for, in words."""
    ports: str
    """The ports that do not have it, in words."""
    entries: int
    """How many keys the table of the first of them has."""
    is_held: Fact[bool]
    """Every port of the host that is known has it; of a host that no topology names, some port of the subnet."""


def judge_job_keys(hosts: Sequence[Device], views: Sequence[SetupView], found: dict[str, list[Judged]]) -> None:
    """Add the scope `ib_job`: one thing for each line of a host that names a P_Key, where tables are known."""
    reported: set[tuple[str, Source]] = set()
    for host in hosts:
        for nic in host.nics:
            for asked, fact in ((f"index {_shown(nic.pkey_index)}", nic.pkey_index), (_hex(nic.pkey), nic.pkey)):
                if not isinstance(fact, Stated) or (host.name, fact.source) in reported:
                    continue
                reported.add((host.name, fact.source))
                by_index = fact is nic.pkey_index
                lacking = list(_lacking(host, nic, views, fact.value, by_index=by_index))
                if lacking or any(view.tables.tables for view in views):
                    state = _state(asked, fact, lacking)
                    found["ib_job"].append(Judged(host.name, nic.port, fact.source, {"job": state}))


def _state(asked: str, fact: Stated[int], lacking: list[tuple[str, int]]) -> JobKeyState:
    if not lacking:
        return JobKeyState(asked, "", 0, Default(True, fact.source, "the ports have it"))
    names = ", ".join(name for name, _ in lacking[:3]) + (f" and {len(lacking) - 3} more" if len(lacking) > 3 else "")
    return JobKeyState(asked, names, lacking[0][1], Stated(False, fact.source))


def _lacking(
    host: Device, nic: Nic, views: Sequence[SetupView], value: int, *, by_index: bool
) -> Iterator[tuple[str, int]]:
    """Yield the ports without what is asked, with the size of their tables."""
    tables = [
        (view, table)
        for view in views
        for table in view.tables.tables
        if view.has_topology and view.is_adapter(table.port.guid)
    ]
    own = [(view, table) for view, table in tables if _is_of(host, nic, view, table.port.guid)]
    without = [
        (view.name_of(table.port.guid), len(table.keys))
        for view, table in own or tables
        if not (_has_index(table.keys, value) if by_index else _has_key(table.keys, value))
    ]
    if own or len(without) == len(tables):
        yield from without


def _is_of(host: Device, nic: Nic, view: SetupView, guid: int) -> bool:
    """Say whether a port is one of a host, and of the adapter where the topology and the host name it."""
    port = view.ports.get(guid)
    name, _, adapter = port[0].name.partition(" ") if port else ("", "", "")
    device = nic.rdma_device.value if isinstance(nic.rdma_device, Stated) else ""
    return name == host.name and (not adapter or not device or adapter == device)


def _has_index(keys: Sequence[int], index: int) -> bool:
    return index < len(keys) and bool(keys[index] & _KEY_BITS)


def _has_key(keys: Sequence[int], key: int) -> bool:
    return any(one & _KEY_BITS == key & _KEY_BITS for one in keys)


def _shown(fact: Fact[int]) -> str:
    return str(fact.value) if isinstance(fact, Stated) else ""


def _hex(fact: Fact[int]) -> str:
    return f"0x{fact.value:04x}" if isinstance(fact, Stated) else ""

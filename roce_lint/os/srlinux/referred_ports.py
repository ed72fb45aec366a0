"""Which port or subinterface an entry of `/qos/interfaces` is for, and whether it can be."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import TypeAlias

from roce_lint.os.srlinux.ledger import Ledger, taken
from roce_lint.os.srlinux.tree import ABSENT, Block, Leaf
from roce_lint.os.srlinux.twin_blocks import Kin, TwinBlock, model_of

Key: TypeAlias = str | tuple[str, str]
"""A port by its name, or a subinterface by the name of its port and its index."""
_INTERFACE_REF, _ETHERNET, _BREAKOUT = ("interface-ref",), ("ethernet",), ("breakout-mode",)
_NO_BLOCK = Block("", "", (), 0, 0)


def port_of(entry: Block) -> str:
    """Return the port that an entry refers to, an empty text for none."""
    if isinstance(entry, TwinBlock) and entry.model is not None:
        return entry.own[0]
    reference = entry.blocks.get(_INTERFACE_REF)
    leaf = reference.leaves.get("interface") if reference else None
    return leaf.value if leaf else ""


def by_key(
    blocks: Iterable[Block], interfaces: dict[str, Block], ledger: Ledger
) -> tuple[dict[Key, list[Block]], dict[Kin, str]]:
    """Return the entries by what they are for, and those kin with nothing to write down, with their subinterface."""
    entries: dict[Key, list[Block]] = {}
    sound: dict[Kin, str] = {}
    taking: set[tuple[Block | None, str]] = set()
    for entry in blocks:
        model = model_of(entry)
        if model is not None and isinstance(entry, TwinBlock) and entry.kin in sound:
            port, index = entry.own[0], sound[entry.kin]
            known = interfaces.get(port)
            if known is not None and ((model_of(known), index) in taking or _takes(known, index)):
                taking.add((model_of(known) or known, index))
                entries.setdefault((port, index) if index else port, []).append(entry)
                entry.follows = True
                continue
        written = ledger.written
        key = key_of(entry, interfaces, ledger)
        if key is not None:
            entries.setdefault(key, []).append(entry)
            if entry is model and ledger.written == written:
                sound[model.kin] = key[1] if isinstance(key, tuple) else ""
    return entries, sound


def to_be_read(
    entries: dict[Key, list[Block]], of_sound_entries: Collection[Kin], put_off: dict[Key, TwinBlock], ledger: Ledger
) -> Iterator[tuple[Key, list[Block]]]:
    """Yield the entries for each port and subinterface that are to be read now.

    Twins of an entry that has nothing to write down are left until somebody asks. `put_off` is given these, and what
    they are twins of.
    """
    sound: set[Kin] = set()
    for key, found in entries.items():
        only = found[0]
        model = model_of(only)
        alone = len(found) == 1 and model is not None and model.kin in of_sound_entries
        if isinstance(only, TwinBlock) and alone and only.follows and only.kin in sound:
            put_off[key] = only
            continue
        written = ledger.written
        yield key, found
        if isinstance(only, TwinBlock) and alone and ledger.written == written:
            put_off[key] = only
            if only is model:
                sound.add(only.kin)


def key_of(entry: Block, interfaces: dict[str, Block], ledger: Ledger) -> Key | None:
    """Return what an entry is for; None where it does not say it, or cannot be for it."""
    dcbx = entry.blocks.get(("dcbx",))
    if dcbx is not None:
        taken(dcbx, "admin-state")
    reference = entry.blocks.get(_INTERFACE_REF) or _NO_BLOCK
    port, index = taken(reference, "interface"), taken(reference, "subinterface")
    if not port.line:
        ledger.refuse(entry.source, "this entry has no interface-ref interface, so that it binds nothing")
        entry.pass_over()
        return None
    known = interfaces.get(port.value)
    if known is None:
        ledger.miss("interface", port.value, port.source)
    elif index.line and not _has_subinterface(known, index.value):
        ledger.miss("subinterface", f"{port.value}.{index.value}", index.source)
    because = _why_not(known, port) if known else ""
    if because:
        ledger.reject(port.source, f"interface-ref interface {port.value}", because)
        entry.pass_over()
        return None
    return (port.value, index.value) if index.line else port.value


def _takes(interface: Block, index: str) -> bool:
    """Return whether nothing is to be said of an entry for an interface, or for its subinterface."""
    return not _why_not(interface, ABSENT) and (not index or _has_subinterface(interface, index))


def _has_subinterface(interface: Block, index: str) -> bool:
    return ("subinterface", index) in (model_of(interface) or interface).blocks


def _why_not(interface: Block, reference: Leaf) -> str:
    """Say why no entry may be for an interface: it is a member of a LAG, or broken out; empty where one may.

    Source: srl_nokia-qos YANG 25.3.1, interface-ref.
    """
    blocks = (model_of(interface) or interface).blocks
    ethernet = blocks.get(_ETHERNET)
    lag = ethernet.leaves.get("aggregate-id") if ethernet else None
    if lag is not None:
        return f"{reference.value} is a member of {lag.value}, and QoS is bound to the LAG"
    return f"{reference.value} is broken out, and QoS is bound to its children" if _BREAKOUT in blocks else ""

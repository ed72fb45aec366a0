"""Access lists of EOS and NX-OS that are applied to interfaces; few switches of a fabric have any."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from roce_lint.model.device import Device, UndefinedReference
from roce_lint.model.fact import Source
from roce_lint.model.packet_filter import FilterEntry, FilterUse, PacketFilter
from roce_lint.os.industry_cli.filter_entries import NOT_FOR_ROCE, Dscps, filter_entry, frame_entry
from roce_lint.text.lines import Line
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import replace

_USE = lazy_pattern(r"(no )?(ip|ipv6|mac)(?: port)? (?:access-group|traffic-filter) (\S+) (in|out)")
_LIST = lazy_pattern(r"(ip|ipv6|mac) access-list (standard )?(\S+)")
_WORDS_OF_HEADER = 3
"""Of `ip access-list NAME`; a standard list has one more."""
_MARKS = ("access-group ", "traffic-filter ")
_NUMBER = lazy_pattern(r"(\d{1,10}) ")
_VERSIONS = {"ip": 4, "ipv6": 6, "mac": 0}
_FilterKey = tuple[str, str]
Expand = Callable[[str], Sequence[str]]


def with_filters(device: Device, text: str, root: Line, expand: Expand, dscps: Dscps) -> Device:
    """Return the device with the lists that its interfaces use, and with those that nothing defines as undefined.

    `root` has the blocks of the file, `expand` gives the interfaces that a header names. A list is missed where the
    file defines any: else it is an excerpt.
    """
    if not any(mark in text for mark in _MARKS):
        return device
    file = device.source.file
    lists: dict[_FilterKey, list[Line]] = {}
    for block in root.children:
        if " access-list " in block.text and (found := _LIST.fullmatch(" ".join(block.text.split()))):
            lists.setdefault((found[1], found[3]), []).append(block)
    filters: list[PacketFilter] = []
    missing: list[UndefinedReference] = []
    for key, uses in _uses(root, file, expand).items():
        if key in lists:
            filters.append(_filter(key, lists[key], uses, file, dscps))
        elif lists:
            missing += [UndefinedReference(f"{key[0]} access-list", key[1], use.source) for use in uses]
    undefined = (*device.undefined_references, *dict.fromkeys(missing))
    return replace(device, packet_filters=tuple(filters), undefined_references=undefined)


def _uses(root: Line, file: str, expand: Expand) -> dict[_FilterKey, list[FilterUse]]:
    found: dict[_FilterKey, dict[tuple[str, bool], FilterUse]] = {}
    for block in root.children:
        if not block.text.startswith("interface") or not any(block.may_say(mark) for mark in _MARKS):
            continue
        names = expand(block.text.removeprefix("interface").strip())
        for line in block.children:
            use = _USE.fullmatch(" ".join(line.text.split())) if any(mark in line.text for mark in _MARKS) else None
            if use is None:
                continue
            incoming = use[4] == "in"
            for name in names:
                for other in found.values() if use[1] else ():
                    other.pop((name, incoming), None)
                if not use[1]:
                    placed = FilterUse(name, incoming, line.source(file))
                    found.setdefault((use[2], use[3]), {})[name, incoming] = placed
    return {key: list(uses.values()) for key, uses in found.items() if uses}


def _filter(
    key: _FilterKey, blocks: Sequence[Line], uses: Sequence[FilterUse], file: str, dscps: Dscps
) -> PacketFilter:
    block, standard = blocks[0], len(blocks[0].text.split()) > _WORDS_OF_HEADER
    lines = _in_order([line for one in blocks for line in one.children])
    entries = [entry for line in lines if (entry := _entry(key[0], line, file, dscps, standard)) is not None]
    return PacketFilter(
        name=key[1],
        version=_VERSIONS[key[0]],
        entries=tuple([entry for entry in entries if entry is not NOT_FOR_ROCE]),
        drops_rest=True if entries else None,
        uses=tuple(uses),
        source=Source(file, block.number, block.number),
    )


def _entry(kind: str, line: Line, file: str, dscps: Dscps, standard: bool) -> FilterEntry | None:
    source = line.source(file)
    return (
        frame_entry(line.text, source) if kind == "mac" else filter_entry(line.text, source, dscps, standard=standard)
    )


def _in_order(every: list[Line]) -> list[Line]:
    """Return the entries by their sequence numbers where all have one, else as they stand."""
    numbers = [int(found[1]) for line in every if (found := _NUMBER.match(line.text))]
    if len(numbers) < len(every):
        return every
    return [every[place] for place in sorted(range(len(every)), key=lambda place: numbers[place])]

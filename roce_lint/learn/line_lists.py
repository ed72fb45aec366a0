"""Lines that an intent loses or adds, as a list: those of many switches and blocks once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from roce_lint.learn.lost_lines import LeftLine
from roce_lint.learn.secrets import masked
from roce_lint.learn.switch_words import switches_text

_RUN = re.compile(r"\d+")
_KINDS_LISTED = 4
"""So many lines of one kind that differ from block to block are listed one by one."""
_LONGEST_LINE = 160
Blocks = tuple[tuple[str, str], ...]
"""Switches and the blocks on them, empty for the top of a configuration."""


def line_texts(left: Sequence[LeftLine], every: Sequence[str], most: int) -> Iterator[str]:
    """Yield the lines by block, with the first place and the switches that have them (of `every`); `most` of a block.

    Secrets are left out, and of texts such as banners all but what opens them.
    """
    opened = {(one.device, one.line.path[:-1]) for one in left}
    left = [one for one in left if one.line.is_raw or (one.device, one.line.path) not in opened]
    groups: dict[tuple[Blocks, str, str], list[LeftLine]] = {}
    for where, several in _by_places(left).items():
        for one in several:
            groups.setdefault((where, _block_shape(one), "" if _block(one) else _first_word(one)), []).append(one)
    alike: dict[tuple[str, str, str], list[tuple[Blocks, str, str]]] = {}
    for key, several in groups.items():
        alike.setdefault((several[0].system, _block_shape(several[0]), _first_word(several[0])), []).append(key)
    for keys in alike.values():
        if len(keys) > _KINDS_LISTED:
            found = [one for key in keys for one in groups[key]]
            yield _text(found, _places(found), every, most)
        else:
            yield from (_text(groups[key], key[0], every, most) for key in keys)


def _by_places(left: Sequence[LeftLine]) -> Mapping[Blocks, list[LeftLine]]:
    """Return the lines, each said once, by the switches and blocks that have them."""
    places: dict[tuple[str, str, str], dict[tuple[str, str], LeftLine]] = {}
    for one in left:
        places.setdefault((one.system, _block_shape(one), _own(one)), {}).setdefault((one.device, _block(one)), one)
    found: dict[Blocks, list[LeftLine]] = {}
    for where in places.values():
        found.setdefault(tuple(where), []).append(next(iter(where.values())))
    return found


def _places(left: Iterable[LeftLine]) -> Blocks:
    return tuple(dict.fromkeys((one.device, _block(one)) for one in left))


def _block(one: LeftLine) -> str:
    return one.line.path[0] if len(one.line.path) > 1 or one.line.is_raw else ""


def _block_shape(one: LeftLine) -> str:
    return _RUN.sub("#", _block(one))


def _own(one: LeftLine) -> str:
    path = masked("\n".join(one.line.path)).split("\n")
    return " ".join(path[1:] if _block(one) else path)


def _first_word(one: LeftLine) -> str:
    """Return what brings lines at the top together, and lines that differ from block to block."""
    return _own(one).partition(" ")[0]


def _text(several: Sequence[LeftLine], where: Blocks, every: Sequence[str], most: int) -> str:
    first = several[0]
    switches = tuple(dict.fromkeys(device for device, _ in where))
    blocks = tuple(dict.fromkeys(block for _, block in where if block))
    more = f" and {len(blocks) - 1} more" if len(blocks) > 1 else ""
    before = f"{masked(blocks[0])}{more}: " if blocks else ""
    shown = [] if first.line.is_raw else [_shortened(_own(one)) for one in several[:most]]
    rest = len(several) - len(shown)
    if rest:
        shown.append(f"and {rest:,} further line{'s' if rest > 1 else ''}" if shown else f"{rest:,} lines of text")
    return f"{first.file}:{first.line.line}: {switches_text(switches, every)}: {before}{'; '.join(shown)}"


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST_LINE else f"{text[:_LONGEST_LINE]} ..."

"""Lines that an intent loses or adds, as a list: those of many switches and blocks once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from roce_lint.learn.line_differences import LeftLine
from roce_lint.learn.secrets import masked
from roce_lint.learn.switch_words import switches_text

_RUN = re.compile(r"\d+")
_KINDS_LISTED = 4
"""So many lines of one kind that differ from block to block are listed one by one."""
_LONGEST_LINE = 160
_LISTED_OF_A_BLOCK = 12
"""So many entries are listed of one kind of block."""
_Blocks = tuple[tuple[str, str], ...]
"""Switches and the blocks on them, empty for the top of a configuration."""
_LineKey = tuple[_Blocks, str, str]
"""Where lines are, their block without numbers, and for lines at the top the word that they begin with."""
Groups = Mapping[_LineKey, list[LeftLine]]


def line_texts(left: Sequence[LeftLine], every: Sequence[str], most: int) -> Iterator[str]:
    """Yield the lines by block, with the first place and the switches that have them (of `every`); `most` of a block.

    Secrets are left out, and of texts such as banners all but what opens them.
    """
    opened = {(one.device, one.line.path[:-1]) for one in left}
    left = [one for one in left if one.line.is_raw or (one.device, one.line.path) not in opened]
    groups: dict[_LineKey, list[LeftLine]] = {}
    for where, several in _by_places(left).items():
        for one in several:
            groups.setdefault((where, _block_shape(one), "" if _block(one) else _first_word(one)), []).append(one)
    for several_groups in _alike(groups):
        lines = [one for several in several_groups.values() for one in several]
        if len(several_groups) > _KINDS_LISTED:
            yield _text(lines, _places(lines), every, most)
        else:
            yield from (_text(several, key[0], every, most) for key, several in several_groups.items())


def _alike(groups: Groups) -> Iterable[Groups]:
    """Return the groups of the same kind of block, apart by the first word of their lines unless that makes many."""
    by_word: dict[tuple[str, str], dict[str, dict[_LineKey, list[LeftLine]]]] = {}
    for key, several in groups.items():
        first = several[0]
        words = by_word.setdefault((first.system, key[1]), {})
        words.setdefault(_first_word(first) if key[1] else key[2], {})[key] = several
    for (_, block), words in by_word.items():
        if block and sum(min(len(one), _KINDS_LISTED) for one in words.values()) > _LISTED_OF_A_BLOCK:
            yield {key: several for one in words.values() for key, several in one.items()}
        else:
            yield from words.values()


def _by_places(left: Sequence[LeftLine]) -> Mapping[_Blocks, list[LeftLine]]:
    """Return the lines, each said once, by the switches and blocks that have them."""
    places: dict[tuple[str, str, str], dict[tuple[str, str], LeftLine]] = {}
    for one in left:
        places.setdefault((one.system, _block_shape(one), _own(one)), {}).setdefault((one.device, _block(one)), one)
    found: dict[_Blocks, list[LeftLine]] = {}
    for where in places.values():
        found.setdefault(tuple(where), []).append(next(iter(where.values())))
    return found


def _places(left: Iterable[LeftLine]) -> _Blocks:
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
    return _RUN.sub("#", _own(one).partition(" ")[0])


def _text(several: Sequence[LeftLine], where: _Blocks, every: Sequence[str], most: int) -> str:
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

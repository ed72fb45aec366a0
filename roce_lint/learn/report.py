"""A learnt intent as a file, with what is assumed in it, what is likely a fault, and what it does not say.

Lines that an intent loses or adds, as a list: those of many switches and blocks once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from roce_lint.gate.text import spots_text
from roce_lint.intent.model_addressing import Mtu
from roce_lint.learn.differences import Difference
from roce_lint.learn.draft import written
from roce_lint.learn.learnt import Learnt
from roce_lint.learn.line_differences import LeftLine
from roce_lint.learn.reasons import Why
from roce_lint.learn.secrets import masked
from roce_lint.learn.switch_words import some_of, switches_text
from roce_lint.learn.yaml_text import comment_lines
from roce_lint.model.device import is_host
from roce_lint.model.fact import Unknown
from roce_lint.text.counting import counted
from roce_lint.text.natural_order import natural_order

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


_RULE = "yaml-language-server: $schema=./roce-intent.schema.json"
_SHOWN = 3
_ONE_EACH = ((Why.OPEN, "link.length_m"), (Why.ADDED, "port.addresses"))
"""Facts of which every port has another value, by the reason why they differ."""
_ALL = 1_000_000
_UNSAID = "What this intent does not say (as read -> as it renders):"
_LEFT = "Lines of switches that it does not bring back{hint}:"
_HINT = " (learn --extra keeps them in its section extra)"
_ADDED = "Lines of switches that it adds, at their places in what it renders:"
_OF_HOSTS = "Lines of hosts that set neither NICs, addresses nor routes were not compared."


def learnt_text(
    learnt: Learnt,
    differences: Sequence[Difference],
    left: Sequence[LeftLine] = (),
    added: Sequence[LeftLine] = (),
) -> str:
    """Return the intent as text; what a person has to look at is in comments above it and at its end.

    `left` and `added`: the lines that it does not bring back, and those that were not there.
    """
    head = "\n".join((_RULE, f"Learnt from {counted_devices(learnt)}.", *_assumptions(learnt)))
    return "".join((comment_lines(head), written(learnt.document), *_tail(learnt, differences, left, added)))


def every_difference(differences: Sequence[Difference]) -> Iterator[str]:
    """Yield all differences below their reasons."""
    return difference_lines(differences, _ALL)


def counted_devices(learnt: Learnt) -> str:
    """Return in words how many switches and hosts an intent was learnt from."""
    switches = len(learnt.observed.switches)
    hosts = sum(host.device is not None for host in learnt.observed.hosts)
    return f"{counted(switches, 'switch', 'switches')} and {counted(hosts, 'host', 'hosts')}"


def _assumptions(learnt: Learnt) -> Iterator[str]:
    """Yield what no file states and an intent needs nevertheless."""
    observed = learnt.observed
    unnamed: dict[str, list[str]] = {}
    for device in observed.switches:
        model = learnt.models[device.name]
        if model.assumed:
            because = device.platform.because if isinstance(device.platform, Unknown) else ""
            is_named = because and device.platform.source.line
            text = f"{because}; {model.platform.model} has the ports, so it is assumed" if is_named else ""
            unnamed.setdefault(text, []).append(device.name)
    for text, names in unnamed.items():
        if text:
            yield f"Model of {some_of(names)}: {text}. Describe it under platforms, or name another with --platform."
        else:
            yield f"Assumed, for no file names it: the model of {some_of(names)}. Name it with --platform NAME=MODEL."
    sizes = learnt.document.get("mtu")
    if isinstance(sizes, dict) and "host_ports" in sizes and "hosts" not in sizes and learnt.document.get("tenants"):
        yield (
            f"Assumed: hosts send packets of {Mtu().hosts} bytes; {sizes['host_ports']}, as their ports have, would be"
            " too much between switches with the headers of a tunnel. State theirs in mtu.hosts."
        )
    for one in learnt.refused:
        yield f"{one.what}: an intent cannot hold the values that were read, so its own plan is used: {one.because}."
    if any(cable.length_m is None for cable in observed.every_cable):
        yield "Assumed: lengths of cables that no list states; headroom is computed from them."
    if observed.switches_state_lengths:
        yield "Lengths of cables are what switches make their headroom for, which is often more; correct them."
    unread = [host.name for host in observed.hosts if host.device is None]
    if unread:
        yield f"Assumed: adapters, NICs and names of {some_of(unread)}; no file of these hosts was read."
    elif any(not observed.adapters.get(host.name) for host in observed.hosts):
        yield "Assumed: models of the adapters; no file names them."


def _tail(
    learnt: Learnt, differences: Sequence[Difference], left: Sequence[LeftLine], added: Sequence[LeftLine]
) -> Iterator[str]:
    if differences:
        yield "\n"
        yield comment_lines("\n".join((_UNSAID, *difference_lines(differences))))
    if left or added:
        yield "\n"
        yield comment_lines("\n".join(line_lists(learnt, left, added)))
    if any(host.device is not None for host in learnt.observed.hosts):
        yield "\n"
        yield comment_lines(_OF_HOSTS)


def line_lists(
    learnt: Learnt, left: Sequence[LeftLine], added: Sequence[LeftLine], most: int = _SHOWN
) -> Iterator[str]:
    """Yield the lines that are not brought back and those that are added, `most` of a block, below headings."""
    every = [device.name for device in learnt.observed.switches]
    of_left = _LEFT.format(hint="" if learnt.document.get("extra") else _HINT)
    for heading, lines in ((of_left, left), (_ADDED, added)):
        if lines:
            yield heading
            yield from (f"  {line}" for line in line_texts(lines, every, most))


def difference_lines(differences: Sequence[Difference], most: int = _SHOWN) -> Iterator[str]:
    """Yield the differences below their reasons, with the lines where they were read.

    Those of the same ports are listed together, and so are cables whose length no file states and addresses that are
    added: `most` of them, and how many there are besides.
    """
    for why in Why:
        found = [one for one in differences if one.why is why]
        if found:
            yield f"{why.value}:"
        groups: dict[object, list[Difference]] = {}
        for one in found:
            where: object = tuple((spot.device, spot.object) for spot in one.change.spots)
            if (why, one.change.fact) in _ONE_EACH:
                where = one.change.fact
            groups.setdefault((one.code, where), []).append(one)
        yield from (f"  {_line(group, most)}" for group in groups.values())


def _line(group: Sequence[Difference], most: int) -> str:
    change = group[0].change
    place = change.spots[0].old
    where = f"{place.file}:{place.line}" if place.line else place.file
    code = f"{group[0].code} " if group[0].code else ""
    every = tuple({(spot.device, spot.object): spot for one in group for spot in one.change.spots}.values())
    spots = spots_text(every) if any(spot.name for spot in every) else "fabric"
    texts = [one.change.text for one in group]
    shown = "; ".join(texts[:most]) + (f"; and {len(texts) - most} more" if len(texts) > most else "")
    return f"{where}: {code}{spots}: {shown}" if where else f"{code}{spots}: {shown}"


def outside_lines(learnt: Learnt) -> Iterator[str]:
    """Yield the devices that are no part of the intent, those that cables join with each other together."""
    observed = learnt.observed
    outside = {device.name: device for device in observed.outside}
    joined: dict[str, set[str]] = {name: {name} for name in outside}
    for link in observed.fabric.links:
        if link.a.device in joined and link.b.device in joined:
            both = joined[link.a.device] | joined[link.b.device]
            joined |= dict.fromkeys(both, both)
    for names in {id(names): sorted(names, key=natural_order) for names in joined.values()}.values():
        first = outside[names[0]]
        kind = "host without a cable to a leaf" if is_host(first) else "switch without a cable to the others"
        alone = f"{first.name} is a {kind}, and no part of the intent"
        several = f"{some_of(names)} are a fabric of their own, and no part of the intent: learn them by themselves"
        yield f"{first.source.file}: {several if len(names) > 1 else alone}"

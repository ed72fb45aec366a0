"""The seeds: every file of fixtures, with the files of its case beside it, and how each is damaged."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from roce_lint.read.detect import detect
from roce_lint.read.files import decode
from roce_lint.read.format import Format
from roce_lint.text.document import Document

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
STRANGE = (
    *(b"\x00", b"\xff\xfe", b"\xef\xbb\xbf", b"\r", b"\r\n", b"\t", b"\x0b", b"\xe2\x80\xa8", b"\xd9\xa3", b"\xc2\xb2"),
    *(
        b"9" * 400,
        b"9" * 5001,
        b"-1",
        b"0x",
        b"1e400",
        b"NaN",
        b"1/0",
        b"4294967296",
        b"1-4094",
        b"9-1",
        b"0",
        b"65536",
        b"3,",
    ),
    *(
        b'"',
        b"'",
        b"`",
        b"$(",
        b"${",
        b"${a:-",
        b"$((1/0))",
        b"$((9**9**9))",
        b"<<EOF",
        b"\\",
        b"|",
        b"&",
        b"*a",
        b"&a *a",
    ),
    *(
        b"{",
        b"}",
        b"[",
        b"]",
        b"{1..9999999}",
        b"[" * 3000,
        b'{"a":' * 3000,
        b"(" * 3000,
        b"!",
        b"#",
        b"no ",
        b"default ",
    ),
    *(b"end", b"exit", b"EOF", b"^C", b"banner motd ^", b"interface ", b"all", b"any", b"none", b" " * 500, b"---\n"),
)
LONGEST_BYTES = 400_000


@dataclass(frozen=True, slots=True)
class Seed:
    """One file with its neighbours; `form` is what it is detected as, if anything."""

    path: str
    raw: bytes
    form: Format | None
    beside: tuple[tuple[str, bytes], ...]


@cache
def seeds() -> tuple[Seed, ...]:
    """Return the files of fixtures in order of path."""
    files = [path for path in sorted(FIXTURES.rglob("*")) if path.is_file() and path.suffix not in {".md", ".py"}]
    found = []
    for path in files:
        raw = path.read_bytes()
        document = decode(raw, path.name)
        detected = detect(document) if isinstance(document, Document) else None
        beside = tuple((one.name, one.read_bytes()) for one in files if one.parent == path.parent and one != path)
        form = detected if isinstance(detected, Format) else None
        found.append(Seed(path.name, raw, form, beside[:6]))
    return tuple(found)


def damage(raw: bytes, other: bytes, chance: random.Random) -> bytes:
    """Return the file with one to four mutations; `other` is a file that it may get pieces of."""
    for _ in range(chance.randint(1, 4)):
        raw = chance.choice(WAYS)(raw, other, chance)[:LONGEST_BYTES]
    return raw


def _lines(raw: bytes) -> list[bytes]:
    return raw.split(b"\n")


def _cut(raw: bytes, other: bytes, chance: random.Random) -> bytes:
    a, b = sorted((chance.randint(0, len(raw)), chance.randint(0, len(raw))))
    return raw[:a] + raw[b:]


def _insert(raw: bytes, other: bytes, chance: random.Random) -> bytes:
    at = chance.randint(0, len(raw))
    return raw[:at] + chance.choice(STRANGE) + raw[at:]


def _word(raw: bytes, other: bytes, chance: random.Random) -> bytes:
    words = list(re.finditer(rb"[^\s,:=\"]+", raw[:LONGEST_BYTES]))
    if not words:
        return raw
    one, donor = chance.choice(words), chance.choice((raw, other))
    new = chance.choice(STRANGE) if chance.random() < 0.5 else chance.choice(donor.split() or [b""])
    return raw[: one.start()] + new + raw[one.end() :]


def _line(raw: bytes, other: bytes, chance: random.Random) -> bytes:
    lines = _lines(raw)
    at = chance.randrange(len(lines))
    match chance.randrange(5):
        case 0:
            del lines[at]
        case 1:
            lines.insert(chance.randrange(len(lines)), lines[at])
        case 2:
            lines[at] = chance.choice((b" ", b"   ", b"\t", b"no ", b"set / ", b"-")) + lines[at]
        case 3:
            lines[at] = lines[at].strip()
        case _:
            lines[at:at] = chance.sample(_lines(other), min(len(_lines(other)), chance.randint(1, 12)))
    return b"\n".join(lines)


def _many(raw: bytes, other: bytes, chance: random.Random) -> bytes:
    """Repeat some lines often: what is quadratic shows."""
    lines = _lines(raw)
    at = chance.randrange(len(lines))
    block = lines[at : at + chance.randint(1, 12)]
    size = sum(len(line) + 1 for line in block) or 1
    times = min(chance.choice((3, 30, 3000)), max(1, 150_000 // size))
    return b"\n".join([*lines[:at], *(block * times), *lines[at:]])


def _byte(raw: bytes, other: bytes, chance: random.Random) -> bytes:
    changed = bytearray(raw)
    for _ in range(chance.randint(1, 8)):
        if changed:
            changed[chance.randrange(len(changed))] = chance.randrange(256)
    return bytes(changed)


def _splice(raw: bytes, other: bytes, chance: random.Random) -> bytes:
    return raw[: chance.randint(0, len(raw))] + other[chance.randint(0, len(other)) :]


WAYS = (_cut, _insert, _insert, _word, _word, _word, _line, _line, _line, _many, _byte, _splice)

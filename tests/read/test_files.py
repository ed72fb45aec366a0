from __future__ import annotations

from pathlib import Path

import pytest

from roce_lint.errors import ConfigError, Problem
from roce_lint.read.files import FileOnDisk, Skipped, Texts, at_hand, load, look_at
from roce_lint.read.gather import Gathered, gather
from roce_lint.read.read_one import read_one
from roce_lint.read.read_result import ReadOptions, ReadResult
from roce_lint.text.document import Document

EOS = "! device: leaf{n} (EOS)\nhostname leaf{n}\n"


@pytest.fixture
def found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Gathered:
    """Two files of which the second is left on disk."""
    monkeypatch.chdir(tmp_path)
    for n in (1, 2):
        (tmp_path / f"leaf{n}.cfg").write_text(EOS.format(n=n))
    return gather(["."], kept_bytes=50)


def test_what_is_above_the_limit_is_left_on_disk(found: Gathered) -> None:
    texts = [Document(f"leaf{n}.cfg", EOS.format(n=n)) for n in (1, 2)]
    assert found.documents == (texts[0], FileOnDisk("leaf2.cfg", texts[1].content))
    assert at_hand(found.documents) == tuple(texts)
    assert dict(Texts(found.documents)) == {one.path: one.text for one in texts}
    assert read_one(found.documents[1], ReadOptions()) == read_one(texts[1], ReadOptions())


CHANGES = {
    "another text": (EOS.format(n=9).encode(), "leaf9", None, ()),
    "no text": (b"\0\1", "", Skipped("leaf2.cfg", "a binary file"), ()),
    "gone": (None, "", None, ("cannot be read: No such file or directory; check the path and its permissions",)),
}


@pytest.mark.parametrize(("octets", "name", "skipped", "failures"), CHANGES.values(), ids=CHANGES)
def test_a_file_that_changes_meanwhile_is_read_as_it_is_now(
    found: Gathered, octets: bytes | None, name: str, skipped: Skipped | None, failures: tuple[str, ...]
) -> None:
    if octets is None:
        Path("leaf2.cfg").unlink()
    else:
        Path("leaf2.cfg").write_bytes(octets)
    reported = read_one(found.documents[1], ReadOptions())
    names = [device.name for device in reported.reading.devices] if reported.reading else []
    assert (names, reported.skipped, reported.changed) == ([name] if name else [], skipped, True)
    assert reported.failures == tuple(Problem("leaf2.cfg", 0, 0, text) for text in failures)
    assert Texts(found.documents).get("leaf2.cfg") is None
    with pytest.raises(ConfigError, match=r"leaf2\.cfg: it has changed while it was looked at"):
        at_hand(found.documents)


def test_a_named_file_that_is_no_text_any_more_is_a_failure(found: Gathered) -> None:
    Path("leaf2.cfg").write_bytes(b"\0")
    reported = read_one(found.documents[1], ReadOptions(is_named=True))
    assert reported == ReadResult(
        failures=(Problem("leaf2.cfg", 0, 0, "a binary file; name a text file"),), changed=True
    )


SEEN = {
    "usual": EOS.encode(),
    "empty": b"",
    "as large as the room": b"x" * 64,
    "larger": b"x" * 640,
    "with a byte order mark": "\ufeffhostname a\n".encode(),
    "UTF-16": "hostname a\n".encode("utf-16"),
    "UTF-16 that ends early": "hostname a\n".encode("utf-16")[:-1],
    "Latin-1": "hostname ä\n".encode("latin-1"),
    "lines that end with a carriage return": b"hostname a\rend\r",
    "binary": b"a\0b",
    "binary after the room": b"x" * 100 + b"\0",
    "gone": None,
}


@pytest.mark.parametrize("octets", SEEN.values(), ids=SEEN)
@pytest.mark.parametrize("name", ["leaf1.cfg", "partitions.conf"])
def test_a_file_is_seen_as_it_would_be_read(tmp_path: Path, name: str, octets: bytes | None) -> None:
    path, room = tmp_path / name, bytearray(b"\0" * 64)
    for before in (b"\xff\xfe" + b"y" * 62, b"\0" * 64):
        room[:] = before
        if octets is not None:
            path.write_bytes(octets)
        read = load(path, name)
        seen = look_at(path, name, room)
        assert seen == (FileOnDisk(name, read.content) if isinstance(read, Document) else read)


def test_what_is_no_file_is_seen_as_none(tmp_path: Path) -> None:
    assert look_at(tmp_path, "a", bytearray(64)) == Skipped("a", "not a regular file")

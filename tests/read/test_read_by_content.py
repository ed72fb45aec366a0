"""Files with the bytes and the name of one that was read are not read again, wherever they lie."""

from __future__ import annotations

from collections.abc import Sequence

from roce_lint.read.files import InputFile
from roce_lint.read.read_documents import read_here
from roce_lint.read.read_once import ReadByContent
from roce_lint.read.read_result import ReadOptions, ReadResult
from roce_lint.text.document import Document

LEAF = Document("out/configs/leaf1.cfg", "hostname leaf1\ninterface Ethernet1\n   mtu 9214\n")
OPTIONS = ReadOptions("eos")


def test_what_is_known_is_not_read_again() -> None:
    asked: list[str] = []

    def read_all(documents: Sequence[InputFile], all_options: Sequence[ReadOptions]) -> Sequence[ReadResult]:
        asked.extend(document.path for document in documents)
        return read_here(documents, all_options)

    read = ReadByContent(read_all)
    first = read([LEAF], [OPTIONS])
    same, renamed = Document("configs/leaf1.cfg", LEAF.text), Document("configs/leaf2.cfg", LEAF.text)
    changed, foreign = Document("configs/leaf1.cfg", LEAF.text + "end\n"), Document("configs/notes.txt", "hello\n")
    result = read(
        [changed, same, renamed, foreign, same], [OPTIONS, OPTIONS, OPTIONS, ReadOptions(), ReadOptions("nxos")]
    )
    assert result[1] is first[0]
    assert asked == [
        "out/configs/leaf1.cfg",
        "configs/leaf1.cfg",
        "configs/leaf2.cfg",
        "configs/notes.txt",
        "configs/leaf1.cfg",
    ]
    assert result[3].reading is None
    assert [one.reading.devices[0].source.file for one in result if one.reading] == [
        "configs/leaf1.cfg",
        "out/configs/leaf1.cfg",
        "configs/leaf2.cfg",
        "configs/leaf1.cfg",
    ]

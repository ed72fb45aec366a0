"""Files with the bytes and the name of one that was read are not read again, wherever they lie."""

from __future__ import annotations

from collections.abc import Sequence

from roce_lint.model.fact import known
from roce_lint.read.files import InputFile
from roce_lint.read.read_documents import read_documents, read_here
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


def test_what_was_left_out_is_not_looked_at_again() -> None:
    asked: list[str] = []

    def read_all(documents: Sequence[InputFile], all_options: Sequence[ReadOptions]) -> Sequence[ReadResult]:
        asked.extend(document.path for document in documents)
        return read_here(documents, all_options)

    read = ReadByContent(read_all)
    results = [read([Document("a/notes.txt", "hello\n")], [ReadOptions()])[0] for _ in range(2)]
    assert asked == ["a/notes.txt"]
    assert results[0] is results[1]
    assert results[0].skipped is not None


def test_hosts_whose_files_are_known_are_the_same() -> None:
    """The intended state of a host with all its files as rendered is the device that was read."""
    script = "# host: gpu-1\nmlnx_qos -i eth0 --trust dscp\n"
    files = [Document("h/gpu-1/qos.sh", script), Document("h/gpu-1/nccl.conf", "# host: gpu-1\nNCCL_IB_TC=106\n")]
    other = [Document(f"rendered/{one.path}", one.text) for one in files]
    read_all = ReadByContent(read_here)
    first, second = read_documents(files, read_all=read_all), read_documents(other, read_all=read_all)
    assert second.devices[0] is first.devices[0]
    assert first.devices == read_documents(files).devices
    changed = [other[0], Document(other[1].path, other[1].text.replace("106", "104"))]
    third = read_documents(changed, read_all=read_all).devices[0]
    assert known(third.nics[0].application_tos, 0) == 104

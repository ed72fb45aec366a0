"""Files of OpenSM are known by what stands in them, and by their name where they are damaged."""

from __future__ import annotations

import pytest

from roce_lint.read.detect import Foreign, Format, detect
from roce_lint.read.files import decode
from roce_lint.text.document import Document

PARTITIONS = "# tenants\nDefault=0x7fff, ipoib: ALL=limited, SELF=full;\nA=0x1: 0x0c42a10300100001=full;\n"


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("x/a.txt", PARTITIONS, Format("partitions")),
        ("x/a.txt", "qos TRUE\nsm_priority 14\n", Format("opensm-conf")),
        ("x/a.txt", "allow_both_pkeys TRUE\n", Format("opensm-conf")),
        ("x/partitions.conf", "", Format("partitions")),
        ("x/partitions.conf", "interface Ethernet1\n", Format("partitions")),
        ("x/partitions.conf.user_ext", "A:;", Format("partitions")),
        ("x/opensm.conf", "# nothing\n", Format("opensm-conf")),
        ("x/a.txt", "# ours\nqos-levels\n qos-level\n sl: 0\n end-qos-level\nend-qos-levels\n", Format("qos-policy")),
        ("x/qos-policy.conf", "qos-ulps\n default : 0\n", Format("qos-policy")),
    ],
)
def test_a_file_of_opensm_is_known(path: str, text: str, expected: Format) -> None:
    assert detect(Document(path, text)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "a: b\nc: 0x1\n",
        "version: 2;\n",
        "console 1\nguid 2\n",
        "Host *\n  LogLevel QUIET\n",
        "PATH=/bin:/sbin;\n",
        "x=1,y=2: 3;\n",
    ],
)
def test_other_texts_are_not_taken_for_files_of_opensm(text: str) -> None:
    assert detect(Document("x/a.conf", text)) not in (Format("partitions"), Format("opensm-conf"))


def test_a_binary_partition_file_is_read_whole() -> None:
    document = decode(b"A=0x1:\0ALL;", "x/partitions.conf")
    assert isinstance(document, Document)
    assert document.octets == b"A=0x1:\0ALL;"
    assert not isinstance(decode(b"A\0", "x/a.bin"), Document)


@pytest.mark.parametrize(
    ("path", "text", "looks_like"),
    [
        ("x/topoconfig.conf", "0x0c42a10300100011,1,0xb8cef60300010000,2,Any,Active\n", "a topoconfig of NVIDIA"),
        ("x/guid2mkey", "0x0c42a10300100011 0x00005c1f39ab77d2\n\n", "a guid2mkey of OpenSM"),
    ],
    ids=["topoconfig", "guid2mkey"],
)
def test_a_file_without_a_reader_is_passed_over_by_name(path: str, text: str, looks_like: str) -> None:
    found = detect(Document(path, text))
    assert isinstance(found, Foreign)
    assert found.looks_like.startswith(looks_like)

"""Two configurations in one file are reported; banners and repeated captures of one device are not."""

from __future__ import annotations

import pytest

from roce_lint.read.format import Format
from roce_lint.read.read_one import second_device
from roce_lint.text.document import Document

EOS = "! device: {0} (DCS-7060DX5-64S, EOS-4.33.1F)\nhostname {0}\n!\nend\n"
NXOS = "!Command: show running-config\nversion 10.4(3)\nhostname {0}\nfeature lldp\n"
BANNER = "banner motd\nhostname not-me\nend\nEOF\n"


@pytest.mark.parametrize(
    ("form", "text", "line"),
    [
        (Format("eos"), EOS.format("a") + EOS.format("b"), 6),
        (Format("eos"), "hostname a\nend\nhostname b\nend\n", 3),
        (Format("nxos"), NXOS.format("a") + NXOS.format("b"), 7),
        (Format("eos"), EOS.format("a") + EOS.format("a"), 0),
        (Format("nxos"), NXOS.format("a") + "banner motd #\nhostname b\n#\n", 0),
        (Format("eos"), "hostname a\n" + BANNER, 0),
        (Format("eos"), BANNER + EOS.format("a"), 0),
        (Format("nxos"), "banner motd ^\nhostname not-me\n^\n" + NXOS.format("a"), 0),
        (Format("eos"), BANNER + EOS.format("a") + BANNER + EOS.format("b"), 14),
    ],
    ids=[
        "EOS",
        "EOS without heads",
        "NX-OS",
        "one device twice",
        "a banner",
        "a banner with an end",
        "a banner before the head",
        "a banner between marks",
        "two devices with banners",
    ],
)
def test_the_second_device_of_a_file_is_reported(form: Format, text: str, line: int) -> None:
    found = second_device(Document("both.cfg", text), form)
    assert (found.line if found else 0) == line

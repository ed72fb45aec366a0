"""Ports by any spelling of their names."""

from __future__ import annotations

from roce_lint.model.device import PortRef
from roce_lint.model.port_directory import PortDirectory
from roce_lint.os.sonic.reader import read_sonic
from roce_lint.text.document import Document

CONFIG = """\
{"DEVICE_METADATA": {"localhost": {"hostname": "leaf-1", "hwsku": "X"}},
 "MGMT_PORT": {"eth0": {"alias": "eth0"}},
 "PORT": {"Ethernet0": {"lanes": "1"}, "Ethernet8": {"lanes": "9"}}}
"""


def test_a_name_that_is_spelled_alike_goes_before_one_that_means_the_same() -> None:
    directory = PortDirectory(read_sonic(Document("config_db.json", CONFIG)).devices)
    named = {name: directory.resolve(PortRef("leaf-1", name)) for name in ("Ethernet0", "eth0", "ethernet0", "Eth8")}
    assert {name: found.port if found else "" for name, found in named.items()} == {
        "Ethernet0": "Ethernet0",
        "eth0": "eth0",
        "ethernet0": "Ethernet0",
        "Eth8": "Ethernet8",
    }

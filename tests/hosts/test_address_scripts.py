"""Scripts that give interfaces their addresses: read where they name their host, whatever tool sets them."""

from __future__ import annotations

import pytest

from roce_lint.hosts.reader import is_host_document, read_host
from roce_lint.model.fact import Unknown
from roce_lint.text.document import Document

IP = "ip link set dev eth0 mtu 9000 up\nip address replace 10.0.0.1/31 dev eth0\nip -6 addr add fd00::3/127 dev eth0\n"
NMCLI = """\
set_nic() {
    if ! nmcli connection show "roce-$1"; then
        nmcli connection add type ethernet con-name "roce-$1" ifname "$1"
    fi
    nmcli connection modify "roce-$1" 802-3-ethernet.mtu "$2"
}
set_address() {
    nmcli connection modify "roce-$1" "$2.method" manual "$2.addresses" "$3"
}
set_nic eth0 9000
set_address eth0 ipv4 10.0.0.1/31
set_address eth0 ipv6 fd00::3/127
"""


@pytest.mark.parametrize("text", [IP, NMCLI], ids=["ip", "nmcli"])
def test_an_interface_has_mtu_and_addresses_of_both_families(text: str) -> None:
    script = f"#!/bin/bash\n# host: gpu1\n{text}"
    assert is_host_document(script)
    (host,) = read_host(Document("gpu1/roce-addresses", script)).devices
    (port,) = host.ports
    mtu = None if isinstance(port.ip_mtu_bytes, Unknown) else port.ip_mtu_bytes.value
    assert (host.name, port.name, mtu, port.stated_addresses) == ("gpu1", "eth0", 9000, ("10.0.0.1/31", "fd00::3/127"))


@pytest.mark.parametrize("text", [f"#!/bin/bash\n{IP}", f"# host: gpu1\n{IP}"], ids=["no host", "no script"])
def test_a_script_of_any_machine_is_none_of_a_host(text: str) -> None:
    assert not is_host_document(text)

from __future__ import annotations

import ipaddress

import pytest

from roce_lint.fabric.links import PointToPoint


def by_library(address: str) -> str:
    try:
        network = ipaddress.ip_interface(address).network
    except ValueError:
        return ""
    small = network.prefixlen in ((30, 31) if network.version == 4 else (126, 127))
    return str(network) if small and not network.is_link_local else ""


ODD = ["", "x", "10.0.0.1", "10.0.0.01/31", "10.0.0.256/31", "10.0.0.1/33", "10.0.0.1/031", "010.0.0.1/31", "1.2.3/31"]
IPV6 = ["2001:db8::1/127", "2001:db8::5/126", "2001:db8::1/64", "fe80::1/127", "::ffff:10.0.0.1/127"]
PLAIN = [f"10.{octet}.0.{octet}/{length}" for octet in (0, 1, 5, 254, 255) for length in (0, 24, 29, 30, 31, 32)]


@pytest.mark.parametrize("address", [*ODD, *IPV6, *PLAIN, "169.254.0.1/31", "10.0.0.1/255.255.255.254", "10.0.0.²/31"])
def test_subnets_of_two_ends_are_those_that_the_library_finds(address: str) -> None:
    assert PointToPoint().of(address) == by_library(address)

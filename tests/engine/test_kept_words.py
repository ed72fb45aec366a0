"""Words of switches are found by address and by name, and belong to the switch that says them."""

from __future__ import annotations

import pytest

from roce_lint.engine.cached_messages import KeptWords, cable_words_of

WORDS = KeptWords(
    "\x010\x02\n\n10.0.0.1\n\n10.0.0.3\n\n\x011\x02\n\n10.0.0.10\n\n10.0.0.1\n\n\x0112\x02\n\nfe01:\n\n",
    "\x010\x02\n\nto leaf-1 eth1\nspare\x011\x02\n\nto leaf-12\x0112\x02\n\n",
)


@pytest.mark.parametrize(
    ("addresses", "owners"),
    [
        pytest.param({"10.0.0.1"}, {0, 1}, id="an address of two"),
        pytest.param({"10.0.0.10", "10.0.0.3"}, {0, 1}, id="two addresses"),
        pytest.param({"10.0.0"}, set(), id="a part of an address"),
        pytest.param({"fe01:"}, {12}, id="IPv6"),
        pytest.param({f"10.9.0.{n}" for n in range(99)} | {"10.0.0.3"}, {0}, id="more than are searched one by one"),
    ],
)
def test_an_address_is_found_at_its_owners(addresses: set[str], owners: set[int]) -> None:
    assert WORDS.owners(addresses) == owners


@pytest.mark.parametrize(
    ("name", "speakers"),
    [
        pytest.param("leaf-1", {0, 1}, id="a name, also as the beginning of another"),
        pytest.param("LEAF-12", {1}, id="in capitals"),
        pytest.param("leaf-2", set(), id="a name that nobody says"),
    ],
)
def test_a_name_is_found_where_it_is_said(name: str, speakers: set[int]) -> None:
    assert WORDS.speaking_of(name) == speakers


@pytest.mark.parametrize(
    ("address", "words"),
    [
        pytest.param("10.0.0.2/31", {"10.0.0.2", "10.0.0.3"}, id="a cable of two addresses"),
        pytest.param("10.0.0.2/30", {"10.0.0.0", "10.0.0.1", "10.0.0.2", "10.0.0.3"}, id="a cable of four"),
        pytest.param("10.0.0.2/24", {"10.0.0.2"}, id="a subnet that is no cable"),
        pytest.param("2001:db8::2/127", {f"{0x20010DB8 << 96 | 2:x}:", f"{0x20010DB8 << 96 | 3:x}:"}, id="IPv6"),
        pytest.param("dhcp", set(), id="no address"),
    ],
)
def test_a_cable_has_the_words_of_its_subnet(address: str, words: set[str]) -> None:
    assert cable_words_of(address) == words

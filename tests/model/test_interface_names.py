from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roce_lint.model.interface_names import canonical_interface


@pytest.mark.parametrize(
    ("spellings", "key"),
    [
        (("Et1/1", "Eth1/1", "Ethernet1/1", "ethernet-1/1", "ethernet 1/1", "e1-1", " Eth1/1 "), "ethernet1/1"),
        (("Et5", "Ethernet5", "eth5"), "ethernet5"),
        (("Eth1/3/1", "ethernet-1/3/1", "e1-3-1"), "ethernet1/3/1"),
        (("Po10", "port-channel10", "Port-Channel10", "lag10"), "port-channel10"),
        (("Lo0", "loopback0", "Loopback0"), "loopback0"),
        (("mgmt0", "Management0", "Ma0"), "management0"),
        (("Ethernet1/1.100", "Et1/1.100"), "ethernet1/1.100"),
        (("enp1s0f0np0",), "enp1s0f0np0"),
        (("mlx5_0",), "mlx5_0"),
        (("swp1s0",), "swp1s0"),
        (("",), ""),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_all_spellings_of_a_port_have_one_key(spellings: tuple[str, ...], key: str) -> None:
    assert {canonical_interface(spelling) for spelling in spellings} == {key}


def test_different_ports_stay_different() -> None:
    names = ("Ethernet1", "Ethernet1/1", "Ethernet11", "Ethernet1/11", "Po1", "Lo1", "Vlan1", "Vxlan1", "Ethernet1.1")
    assert len({canonical_interface(name) for name in names}) == len(names)


@given(st.text(max_size=20))
def test_a_key_is_its_own_key(name: str) -> None:
    key = canonical_interface(name)
    assert canonical_interface(key) == key

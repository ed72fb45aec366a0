"""Subnets that hold another one are found by their lengths, as by going through all of them."""

from __future__ import annotations

import random

import pytest

from roce_lint.model.addresses import Address, Subnet, Supernets


def _some(chance: random.Random) -> Subnet:
    version, bits = chance.choice(((4, 32), (6, 128)))
    apart = bits - chance.choice((0, 1, 3, bits // 2, bits - 1, bits))
    number = chance.choice((0, chance.getrandbits(bits), 5 << (bits - 3)))
    return Subnet(version, bits - apart, number >> apart << apart)


@pytest.mark.parametrize("seed", range(4))
def test_the_subnets_that_hold_another_are_found(seed: int) -> None:
    chance = random.Random(seed)
    subnets = [_some(chance) for _ in range(40)]
    found = Supernets(subnets)
    for subnet in [*subnets, *(_some(chance) for _ in range(40))]:
        assert found.of(subnet) == tuple(sorted({one for one in subnets if one.covers(subnet)}))
    assert found
    assert not Supernets([])


def test_a_subnet_holds_addresses_of_its_own_version() -> None:
    everything = Subnet(4, 0, 0)
    assert everything.holds(Address(4, 1 << 31))
    assert not everything.holds(Address(6, 1))

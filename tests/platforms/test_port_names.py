"""Names of interfaces and words for speeds, for every operating system."""

from __future__ import annotations

import pytest

from roce_lint.errors import PlatformError
from roce_lint.platforms import catalog
from roce_lint.platforms.datum import Range
from roce_lint.platforms.platform import SwitchPlatform
from roce_lint.platforms.ports import (
    CageId,
    breakout_keyword,
    cages_of,
    group_of,
    interface_name,
    parse_mode,
    port_names,
    speed_keyword,
)

SWITCHES = [p for p in catalog.platforms() if isinstance(p, SwitchPlatform)]


@pytest.mark.parametrize(
    ("platform", "cage", "mode", "names"),
    [
        ("7060dx4-32", 1, "1x400g-8", ["Ethernet1/1"]),
        ("7060dx4-32", 1, "4x100g-2", ["Ethernet1/1", "Ethernet1/3", "Ethernet1/5", "Ethernet1/7"]),
        ("7060dx4-32", 32, "2x200g-4", ["Ethernet32/1", "Ethernet32/5"]),
        ("7060dx4-32", 33, "1x10g-1", ["Ethernet33"]),
        ("7050cx3-32s", 3, "4x25g-1", ["Ethernet3/1", "Ethernet3/2", "Ethernet3/3", "Ethernet3/4"]),
        ("7060x6-64pe", 2, "8x100g-1", [f"Ethernet2/{lane}" for lane in range(1, 9)]),
        ("9332d-gx2b", 1, "1x400g-8", ["Ethernet1/1"]),
        ("9332d-gx2b", 1, "4x100g-2", ["Ethernet1/1/1", "Ethernet1/1/2", "Ethernet1/1/3", "Ethernet1/1/4"]),
        ("7220 ixr-d5", 32, "1x400g-8", ["ethernet-1/32"]),
        ("7220 ixr-d5", 32, "2x200g-4", ["ethernet-1/32/1", "ethernet-1/32/2"]),
    ],
)
def test_children_of_a_cage_are_named_as_the_system_does(platform: str, cage: int, mode: str, names: list[str]) -> None:
    switch, split = catalog.switch(platform), parse_mode(mode)
    assert [interface_name(switch, CageId(1, cage), split, child) for child in range(split.children)] == names


def test_a_modular_chassis_puts_the_slot_into_the_name() -> None:
    switch = catalog.switch("7250 IXR-10e")
    assert interface_name(switch, CageId(8, 36), parse_mode("1x400g-8")) == "ethernet-8/36"
    names = port_names(switch)
    assert (len(names), names[0], names[36], names[-1]) == (8 * 36, "ethernet-1/1", "ethernet-2/1", "ethernet-8/36")


def test_all_ports_of_a_box_are_listed_with_its_breakouts() -> None:
    names = port_names(catalog.switch("9332d-gx2b"), {CageId(1, 2): parse_mode("2x200g-4")})
    assert names == ("Ethernet1/1", "Ethernet1/2/1", "Ethernet1/2/2", *(f"Ethernet1/{n}" for n in range(3, 35)))


@pytest.mark.parametrize(
    ("os", "mode", "word"),
    [
        ("eos", "1x400g-8", "400g-8"),
        ("eos", "4x100g-2", "100g-2"),
        ("eos", "1x100g-4", "100g-4"),
        ("eos", "4x25g-1", "25g"),
        ("nxos", "1x400g-8", "400000"),
        ("nxos", "4x25g-1", "25000"),
        ("srlinux", "1x800g-8", "800G"),
    ],
)
def test_speeds_are_written_as_the_system_wants(os: str, mode: str, word: str) -> None:
    assert speed_keyword(os, parse_mode(mode)) == word


@pytest.mark.parametrize(
    ("platform", "word"), [("9332d-gx2b", "100g-4x"), ("7220 ixr-d5", "4x100G"), ("7060dx4-32", "100g-2")]
)
def test_breakouts_are_written_as_the_system_wants(platform: str, word: str) -> None:
    assert breakout_keyword(catalog.switch(platform), parse_mode("4x100g-2")) == word


@pytest.mark.parametrize(
    ("platform", "cage", "mode", "message"),
    [
        (
            "7050cx3-32s", CageId(1, 35), "1x100g-4",
            "DCS-7050CX3-32S has no cage 35 in slot 1; cages are 1 to 34, slots 1 to 1",
        ),
        (
            "7050cx3-32s", CageId(2, 1), "1x100g-4",
            "DCS-7050CX3-32S has no cage 1 in slot 2; cages are 1 to 34, slots 1 to 1",
        ),
        (
            "7050cx3-32s", CageId(1, 33), "1x100g-4",
            "DCS-7050CX3-32S cage 33 cannot be used as 1x100g-4; it can be 1x10g-1",
        ),
        (
            "7220-ixr-d4", CageId(1, 10), "4x25g-1",
            "7220 IXR-D4 cage 10 cannot be used as 4x25g-1; it can be 1x100g-4, 1x40g-4",
        ),
    ],
    ids=["cage", "slot", "mode", "cage without breakout"],
)  # fmt: skip
def test_a_port_that_does_not_exist_is_refused(platform: str, cage: CageId, mode: str, message: str) -> None:
    with pytest.raises(PlatformError) as caught:
        interface_name(catalog.switch(platform), cage, parse_mode(mode))
    assert str(caught.value) == message


def test_a_child_that_does_not_exist_is_refused() -> None:
    with pytest.raises(PlatformError, match="2x200g-4 has interfaces 0 to 1, not 2"):
        interface_name(catalog.switch("7060dx4-32"), CageId(1, 1), parse_mode("2x200g-4"), 2)


@pytest.mark.parametrize("switch", SWITCHES, ids=lambda p: p.id)
def test_every_mode_of_every_cage_gives_distinct_names(switch: SwitchPlatform) -> None:
    everything = set(port_names(switch))
    assert len(everything) == sum(group_of(switch, cage).native.children for cage in cages_of(switch))
    for cage in cages_of(switch):
        native = group_of(switch, cage).native
        others = everything - {interface_name(switch, cage, native, child) for child in range(native.children)}
        for mode in group_of(switch, cage).modes_of(cage.cage):
            names = {interface_name(switch, cage, mode, child) for child in range(mode.children)}
            assert len(names) == mode.children
            assert not names & others


@pytest.mark.parametrize("text", ["", "4x100", "x100g-2", "0x100g-2", "4x100g-0", "4X100G-2", "4x100g-2 "])
def test_a_malformed_mode_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a port mode"):
        parse_mode(text)


def test_a_range_holds_and_clamps() -> None:
    limits = Range(10, 20)
    assert [number in limits for number in (9, 10, 20, 21)] == [False, True, True, False]
    assert [limits.clamp(number) for number in (9, 15, 21)] == [10, 15, 20]

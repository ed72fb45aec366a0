"""The headroom to configure: published numbers where they exist, formulas of chips elsewhere, floors called floors."""

from __future__ import annotations

import csv
import statistics
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from roce_lint import lint, load_rules, read_configs
from roce_lint.cli.tune import command as tune
from roce_lint.intent.load import parse_intent
from roce_lint.intent.make_view import make_views
from roce_lint.intent.quantity import KNOWN_SPEEDS_GBPS
from roce_lint.judge.select import select_rules
from roce_lint.platforms.catalog import platform, platforms, switch
from roce_lint.platforms.datum import SourcedValue
from roce_lint.platforms.headroom import all_ports_at, hardware_of, platform_headroom
from roce_lint.platforms.platform import SwitchPlatform
from roce_lint.render.render import render_views
from roce_lint.tuning.advised_headroom import FORMULAS, Basis, Hardware, advise_headroom, chip_terms, headroom_receipt
from roce_lint.tuning.pause import PAUSE_QUANTA
from roce_lint.tuning.published_headroom import PublishedTable, published_tables
from roce_lint.tuning.receipt import format_receipt

MODELS = [
    pytest.param("7060X6-64PE", 400, 5, 612_140, Basis.OWN_TABLE, id="own table, one number for all cables"),
    pytest.param("7060X6-64PE-B", 800, 5, 724_662, Basis.OWN_TABLE, id="own table, 800G"),
    pytest.param("7060X6-64PE-B", 800, 40, 833_536, Basis.OWN_TABLE, id="largest of the model's tables"),
    pytest.param("7060X6-64PE-B", 400, 60, 475_136, Basis.OWN_TABLE, id="row of the cable"),
    pytest.param("7060X6-64DE", 400, 5, 445_770, Basis.CHIP_TABLE, id="table of the chip"),
    pytest.param("7060X6-64DE", 400, 40, 446_024, Basis.CHIP_TABLE, id="largest table of the chip"),
    pytest.param("7060X6-64PE", 800, 5, 729_488, Basis.CHIP_TABLE, id="speed that the own table lacks"),
    pytest.param("7060DX5-64S", 400, 5, 371_348, Basis.CHIP_TABLE, id="Tomahawk 4"),
    pytest.param("7220 IXR-H4-32D", 400, 300, 499_618, Basis.OWN_TABLE, id="own table below that of others"),
    pytest.param("7050CX3-32S", 100, 300, 160_000, Basis.OWN_TABLE, id="Trident 3"),
    pytest.param("7280CR3-32P4", 400, 5, 315_392, Basis.CHIP_TABLE, id="table that begins at 300 m"),
    pytest.param("7060DX5-64S", 800, 5, 708_406, Basis.CHIP_FORMULA, id="speed that no table of the chip has"),
    pytest.param("N9K-C9364D-GX2A", 400, 40, 288_400, Basis.ESTIMATE, id="chip without tables"),
]


@pytest.mark.parametrize(("model", "speed", "length", "xoff", "basis"), MODELS)
def test_published_numbers_win_where_they_exist(model: str, speed: int, length: int, xoff: int, basis: Basis) -> None:
    advice = platform_headroom(switch(model), speed, length, 9216, 4200)
    assert (advice.xoff_bytes, advice.basis) == (xoff, basis)


def test_between_two_published_cables_headroom_grows_in_proportion() -> None:
    near, far = (platform_headroom(switch("7220 IXR-H4"), 400, one, 9216, 9216).xoff_bytes for one in (40, 300))
    between = platform_headroom(switch("7220 IXR-H4"), 400, 170, 9216, 9216).xoff_bytes
    assert (near, far) == (330_200, 499_618)
    assert 0 <= between - (near + far) / 2 < 254


def test_beyond_the_longest_cable_a_table_goes_on_rising() -> None:
    model = switch("7220 IXR-D4")
    sizes = [platform_headroom(model, 400, length, 9216, 9216).xoff_bytes for length in (100, 300, 500)]
    assert sizes[1] - sizes[0] == pytest.approx(sizes[2] - sizes[1], abs=318)


@given(
    st.sampled_from([hardware_of(one) for one in platforms() if isinstance(one, SwitchPlatform)]),
    st.sampled_from([one for one in KNOWN_SPEEDS_GBPS if one in PAUSE_QUANTA]),
    st.floats(0, 3000),
    st.integers(64, 9216),
    st.integers(64, 9216),
)
def test_advice_is_never_below_the_floors(hardware: Hardware, speed: int, length: float, mtu: int, other: int) -> None:
    lossless, port = sorted((mtu, other))
    advice = advise_headroom(hardware, speed, length, port, lossless)
    assert advice.certain_floor_bytes < advice.ieee_floor_bytes <= advice.xoff_bytes
    assert advice.xon_offset_bytes >= 2 * lossless


@given(
    st.sampled_from([hardware_of(one) for one in platforms() if isinstance(one, SwitchPlatform)]),
    st.sampled_from([one for one in KNOWN_SPEEDS_GBPS if one in PAUSE_QUANTA]),
)
def test_frame_size_changes_no_published_number(hardware: Hardware, speed: int) -> None:
    small, large = (advise_headroom(hardware, speed, 5, mtu, mtu) for mtu in (1522, 9238))
    assert small.xoff_bytes == large.xoff_bytes or Basis.IEEE_FLOOR in (small.basis, large.basis)


def test_every_switch_with_a_chip_that_tables_name_finds_it() -> None:
    chips = {one.id: hardware_of(one).chip for one in platforms() if isinstance(one, SwitchPlatform)}
    asics = {
        one.id: one.asic.value
        for one in platforms()
        if isinstance(one, SwitchPlatform) and isinstance(one.asic, SourcedValue)
    }
    without = {name for name, chip in chips.items() if not chip and name in asics}
    assert {asics[name].split()[0] for name in without} <= {"Cisco", "Broadcom"}
    assert {asics[name] for name in without if asics[name].startswith("Broadcom")} <= {"Broadcom Jericho 3"}
    assert chips["7250-ixr-10e"] == "Jericho 2C+"
    assert chips["dcs-7060x6-64pe-b"] == "Tomahawk 5"


def test_every_table_of_a_model_belongs_to_a_switch_of_the_catalogue_with_that_chip() -> None:
    for table in published_tables():
        for model in table.models:
            found = platform(model)
            assert isinstance(found, SwitchPlatform)
            assert (found.id, hardware_of(found).chip) == (model, table.chip)


def test_shipped_tables_hold_the_published_rows(shared: Path) -> None:
    with (shared / "reference/headroom_tables.csv").open(newline="", encoding="utf-8") as file:
        published = {
            (row["hwsku"], int(row["speed_mbps"]) / 1000, float(row["cable"].removesuffix("m")), int(row["xoff"]))
            for row in csv.DictReader(file)
        }
    shipped = {(one.name, one.speed_gbps, length, size) for one in published_tables() for length, size in one.rows}
    assert shipped <= published
    assert len(shipped) > 900


COUNTED_IN_SMALL_FRAMES = ("Tomahawk 4", "Tomahawk 5", "Tomahawk 6", "Trident 4")


@pytest.mark.parametrize(
    ("chips", "left_out", "median", "worst"),
    [
        pytest.param(COUNTED_IN_SMALL_FRAMES, ("Nokia",), 0.025, 0.142, id="64-byte frames"),
        pytest.param(("Tomahawk 3",), (), 0.0025, 0.003, id="Tomahawk 3"),
        pytest.param(("Tomahawk 2",), ("Arista", "th2"), 0.025, 0.055, id="Tomahawk 2"),
        pytest.param(("Trident 3",), ("Arista", "INVENTEC", "DellEMC-S5212f"), 0.02, 0.07, id="Trident 3"),
        pytest.param(("Jericho 2", "Jericho 2C+"), (), 0.006, 0.013, id="Jericho 2"),
    ],
)
def test_formulas_lie_within_the_error_that_they_state(
    chips: tuple[str, ...], left_out: tuple[str, ...], median: float, worst: float
) -> None:
    tables = [
        one
        for one in published_tables()
        if one.chip in chips and one.depends_on_cable and not one.name.startswith(left_out) and _counts(one)
    ]
    errors = [
        abs(chip_terms(FORMULAS[one.chip], one.speed_gbps, length).xoff_bytes / size - 1)
        for one in tables
        for length, size in one.rows
    ]
    assert len(errors) > 5
    assert (statistics.median(errors) < median, max(errors) < worst) == (True, True)


def _counts(table: PublishedTable) -> bool:
    return table.speed_gbps >= 100 or table.chip not in COUNTED_IN_SMALL_FRAMES


def test_spectrum_without_a_table_of_its_own_takes_the_formula_of_its_system() -> None:
    advice = advise_headroom(Hardware("Spectrum-4", "some-model", 192), 400, 40, 9216, 4096)
    assert (advice.xoff_bytes, advice.basis) == (106_496, Basis.CHIP_FORMULA)


def test_a_published_number_below_the_ieee_floor_gives_way_to_it() -> None:
    advice = advise_headroom(Hardware("Trident 2", "", 208), 100, 300, 9216, 9216)
    assert (advice.basis, advice.xoff_bytes >= advice.ieee_floor_bytes) == (Basis.CHIP_TABLE, True)
    published = next(one for one in platforms() if one.id == "sonic-ds3000")
    assert isinstance(published, SwitchPlatform)
    floor = advise_headroom(hardware_of(published), 100, 300, 9216, 9216)
    assert (floor.basis, floor.ieee_floor_bytes <= floor.xoff_bytes < floor.ieee_floor_bytes + 512) == (
        Basis.IEEE_FLOOR,
        True,
    )


def test_receipt_shows_the_rows_and_never_speaks_of_a_worst_case() -> None:
    text = format_receipt(headroom_receipt(hardware_of(switch("7220 IXR-H5-64D")), 400, 50, 9216, 4200))
    assert (
        text
        == """\
Headroom of one lossless priority: 400 Gb/s, 50 m
    published at 40 m          330,200  bytes  Nokia-IXR7220-H5-64D
    published at 300 m         499,618  bytes  Nokia-IXR7220-H5-64D
  result
    xoff_bytes                 336,804  bytes  published for this model: Nokia-IXR7220-H5-64D
    xon_offset_bytes             8,636  bytes  resume this far below the xoff threshold
  margin
    above IEEE floor           240,091  bytes  802.1Q, full cells
    above certain loss         298,135  bytes  cable and two frames
    to the highest published  -275,336  bytes  336,717 to 612,140 for the chip at this speed and cable; others differ
  assumed
    - jumbo frames of about 9216 bytes, as the published tables count
    - no MACsec, gearbox or slow transceiver in the path
    - most frames are large; if all had 64 bytes, about 451,153 bytes would be needed
  sources
    - SONiC sonic-buildimage, pg_profile_lookup.ini
    - IEEE 802.3 clause 31B.3.7 and IEEE 802.1Q annex on PFC, for the floor
    - DCQCN, SIGCOMM 2015, section 4 (resume two MTU below the xoff threshold)
"""
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param((100, -1, 9216, 4200), "length_m is -1; it must not be negative", id="length"),
        pytest.param((100, 40, 0, 4200), "lossless_mtu_bytes is 4200, above port_mtu_bytes 0", id="port MTU"),
        pytest.param((100, 40, 9216, 0), "lossless_mtu_bytes is 0; it must be above 0", id="lossless MTU"),
        pytest.param((100, 40, 1500, 4200), "lossless_mtu_bytes is 4200, above port_mtu_bytes 1500", id="MTU order"),
    ],
)
def test_impossible_arguments_are_refused(arguments: tuple[int, int, int, int], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        advise_headroom(Hardware(), *arguments)


def test_receipt_names_its_results_when_asked_for_another() -> None:
    with pytest.raises(ValueError, match="has no result 'size'; it has xoff_bytes, xon_offset_bytes"):
        headroom_receipt(Hardware(), 100, 40, 9216, 4200).value("size")


def test_tune_shares_only_what_headroom_leaves() -> None:
    model = switch("7060X6-64PE-B")
    ports = all_ports_at(model, 400)
    result = CliRunner().invoke(tune, ["--speed", "400", "--cable", "5", "--platform", "7060X6-64PE-B"])
    assert ports == 128
    assert f"pool {165_000_000 - ports * 445_770:,} bytes" in result.output
    assert "less the headroom of 128 ports of 400G" in result.output


def test_tune_says_where_headroom_takes_the_whole_memory() -> None:
    arguments = ["--speed", "800", "--cable", "2000", "--platform", "7060X6-64PE-B", "--priorities", "2"]
    result = CliRunner().invoke(tune, arguments)
    assert "bytes for 64 ports of 800G is more than the memory of DCS-7060X6-64PE-B, 165,000,000" in result.output


def test_one_cable_has_one_number_in_tune_render_and_the_advice_of_rules(tmp_path: Path) -> None:
    intent = """\
schema: 1
name: pod
topology:
  kind: clos
  leaves: {count: 1, platform: %s, uplinks_per_spine: 2, uplink_speed: 400G}
  spines: {count: 1, platform: 7060DX5-64S}
  cables: {fabric: 170 m}
hosts:
  - {count: 2, nics: 1, nic_platform: ConnectX-7, nic_speed: 400G}
"""
    for model, written in (
        ("7060X6-64PE", "ingress headroom 8"),
        ("7220 IXR-H4", "maximum-pfc-reserved-share-bytes 4"),
    ):
        views = make_views(parse_intent(intent % model, "f.yaml"))
        profile = next(one for one in views.switches[1].profiles if one.name == "ROCE-400G-FABRIC")
        tuned = CliRunner().invoke(tune, ["--speed", "400", "--cable", "170", "--platform", model]).output
        files = render_views(views, forms={"srlinux": "set"})
        for file in files:
            target = tmp_path / model / file.path
            target.parent.mkdir(parents=True, exist_ok=True)
            text = file.text
            if file.path == "configs/leaf-1.cfg":
                assert f"{written[:-1]}{profile.headroom_bytes}" in text
                text = text.replace(f"{written[:-1]}{profile.headroom_bytes}", f"{written[:-1]}90000")
            target.write_text(text)
        rules = select_rules(load_rules(), ["headroom-below-floor,headroom-below-response,headroom-below-two-frames"])
        found = lint(read_configs(str(tmp_path / model)), rules).findings
        assert f" {profile.headroom_bytes:,}  bytes" in tuned
        assert found
        assert all(f"{profile.headroom_bytes}" in one.fix for one in found)

"""The catalogue's data files: strict form, sources everywhere, and agreement between files."""

from __future__ import annotations

import gzip
import importlib.resources
import json
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import TypeVar

import pytest
import yaml

from roce_lint.errors import PlatformError
from roce_lint.os.eos.dialect import EosDialect, QueueKeyword
from roce_lint.os.srlinux.dialect import SrlDialect
from roce_lint.platforms import catalog
from roce_lint.platforms.compiled import compiled_text, read_yaml
from roce_lint.platforms.datum import Certainty, NotKnown, Range, SourcedValue
from roce_lint.platforms.platform import Architecture, Feature, NicPlatform, Platform, SwitchPlatform
from roce_lint.platforms.ports import breakout_keyword, speed_keyword
from roce_lint.platforms.sheet import Section, merge
from roce_lint.platforms.switch_file import switch_from
from roce_lint.values import field_names, is_dataclass

T = TypeVar("T")

REQUIRED = {
    "dcs-7050cx3-32s", "dcs-7060dx4-32", "dcs-7060dx5-64s", "dcs-7060px5-64e", "dcs-7060x6-64pe", "dcs-7280cr3-32p4",
    "dcs-7280dr3-24", "dcs-7280dr3a-36", "n9k-c93180yc-fx3", "n9k-c9336c-fx2", "n9k-c9332d-gx2b", "n9k-c9364d-gx2a",
    "n9364e-sg2", "7220-ixr-d4", "7220-ixr-d5", "7220-ixr-h3", "7220-ixr-h4", "7220-ixr-h5-64d", "7250-ixr-6e",
    "7250-ixr-10e", "7250-ixr-x1b", "7250-ixr-x3b", "connectx-6-dx", "connectx-7", "connectx-8", "bluefield-3",
}  # fmt: skip

SWITCHES = [p for p in catalog.platforms() if isinstance(p, SwitchPlatform)]
NICS = [p for p in catalog.platforms() if isinstance(p, NicPlatform)]


def data(thing: object) -> Iterator[SourcedValue[object] | NotKnown]:
    """Yield every datum inside a platform."""
    if isinstance(thing, SourcedValue | NotKnown):
        yield thing
    elif is_dataclass(thing.__class__):
        for name in field_names(thing.__class__):
            yield from data(getattr(thing, name))
    elif isinstance(thing, tuple):
        for item in thing:
            yield from data(item)


def bare_numbers(thing: object, path: str) -> Iterator[str]:
    """Yield the places of numbers that stand neither in a datum nor beside a source of their own."""
    if isinstance(thing, SourcedValue | NotKnown | Enum | bool | str):
        return
    if isinstance(thing, int | float):
        yield path
    elif is_dataclass(thing.__class__):
        fields = set(field_names(thing.__class__))
        if not {"source", "certainty"} <= fields:
            for name in sorted(fields):
                yield from bare_numbers(getattr(thing, name), f"{path}.{name}")
    elif isinstance(thing, tuple):
        for item in thing:
            yield from bare_numbers(item, path)


def test_every_data_file_has_its_names_and_the_reverse() -> None:
    files = {path.stem for path in catalog.DATA.glob("*.yaml")} - {"names"}
    assert files == set(catalog.platform_ids())
    assert files >= REQUIRED


def test_every_shared_file_is_used() -> None:
    contents = [yaml.safe_load(path.read_text()) for path in catalog.DATA.rglob("*.yaml")]
    used = {entry["extends"] for entry in contents if "extends" in entry}
    assert used == {path.stem for path in (catalog.DATA / "shared").glob("*.yaml")}


@pytest.mark.parametrize("platform", catalog.platforms(), ids=lambda p: p.id)
def test_the_first_printed_name_is_the_model_and_leads_back(platform: Platform) -> None:
    names = read_yaml(catalog.DATA / "names.yaml")[platform.id]
    assert isinstance(names, dict)
    assert names["printed"][0] == platform.model
    assert names["os"] == platform.os
    for name in (platform.id, platform.model, *names["printed"], *names.get("aliases", [])):
        assert catalog.platform(name, platform.os) is platform
    for printed in names["printed"]:
        assert catalog.platform_of_device_text(platform.os, printed) is platform


@pytest.mark.parametrize("platform", catalog.platforms(), ids=lambda p: p.id)
def test_every_number_has_a_source_and_a_certainty(platform: Platform) -> None:
    found = list(data(platform))
    assert len(found) > 10
    for datum in found:
        if isinstance(datum, SourcedValue):
            assert len(datum.source) > 8
            assert isinstance(datum.certainty, Certainty)
        else:
            assert len(datum.because) > 20
    places = set(bare_numbers(platform, platform.id))
    # The only slot of a fixed box, which no document has to state.
    assert places <= {f"{platform.id}.chassis.slots"}


@pytest.mark.parametrize("switch", SWITCHES, ids=lambda p: p.id)
def test_cages_are_numbered_without_gap_or_repetition(switch: SwitchPlatform) -> None:
    cages = [cage for group in switch.cage_groups for cage in group.cages]
    first = 0 if switch.os == "junos" else 1
    assert cages == list(range(first, first + len(cages)))


@pytest.mark.parametrize("switch", SWITCHES, ids=lambda p: p.id)
def test_no_mode_carries_more_than_the_cage(switch: SwitchPlatform) -> None:
    for group in switch.cage_groups:
        assert len(set(group.modes)) == len(group.modes)
        for mode in group.modes:
            assert mode.children * mode.speed_gbps <= group.bandwidth_gbps
            assert mode.children * mode.lanes <= group.lanes
        assert set(group.breakout_cages) <= set(group.cages)


@pytest.mark.parametrize("switch", [s for s in SWITCHES if s.os == "srlinux"], ids=lambda p: p.id)
def test_sr_linux_agrees_with_the_published_feature_lists(switch: SwitchPlatform, shared: Path) -> None:
    assert isinstance(switch.dialect, SrlDialect)
    chassis = switch.dialect.validator_chassis
    if isinstance(chassis, NotKnown):
        assert switch.id == "7220-ixr-h5-32d"
        return
    listed = set(yaml.safe_load((shared / "yang/srlinux/features" / f"{chassis.value}.json").read_text()))
    assert switch.supports(Feature.PFC) == ("qos-pfc" in listed)
    assert switch.supports(Feature.VXLAN) == ("vxlan" in listed)
    assert switch.supports(Feature.EVPN) == ("evpn" in listed)
    assert switch.supports(Feature.ECN_COUNTERS) == ("qos-queue-ecn-stats" in listed)
    assert switch.supports(Feature.VXLAN_OUTER_DSCP) == ("qos-vxlan-outer-header-rewrite" in listed)
    mandatory = switch.dialect.ecn_dscp_policy_mandatory
    assert isinstance(mandatory, SourcedValue)
    assert mandatory.value == ("qos-ecn-dscp-policy" in listed)
    for mode in {mode for group in switch.cage_groups for mode in group.modes}:
        if mode.is_breakout:
            assert {f"breakout-ports-{mode.children}", f"breakout-speed-{mode.speed_gbps}G"} <= listed
        elif mode.speed_gbps != 25:
            assert f"port-speed-{mode.speed_gbps}G" in listed


@pytest.mark.parametrize("switch", [s for s in SWITCHES if s.os == "eos"], ids=lambda p: p.id)
def test_eos_speed_words_are_those_of_the_avd_schema(switch: SwitchPlatform, avd_speeds: frozenset[str]) -> None:
    words = {speed_keyword("eos", mode) for group in switch.cage_groups for mode in group.modes}
    assert words <= avd_speeds


@pytest.fixture(scope="module")
def avd_speeds() -> frozenset[str]:
    """Return the interface speeds that Arista's AVD schema accepts."""
    schema = importlib.resources.files("pyavd").joinpath("_schema/schemas.json.gz").read_bytes()
    interfaces = json.loads(gzip.decompress(schema))["eos_cli_config_gen"]["keys"]["ethernet_interfaces"]
    return frozenset(interfaces["items"]["keys"]["speed"]["valid_values"])


NXOS_BREAKOUTS = {"10g-4x", "25g-4x", "50g-2x", "50g-4x", "100g-2x", "100g-4x", "200g-2x"}
"""Maps of `interface breakout` by the Cisco Network as Code data model; 800G cages have further ones."""


@pytest.mark.parametrize("switch", [s for s in SWITCHES if s.os == "nxos"], ids=lambda p: p.id)
def test_nx_os_breakouts_are_maps_that_exist(switch: SwitchPlatform) -> None:
    modes = {mode for group in switch.cage_groups for mode in group.modes if mode.is_breakout}
    assert modes
    assert {breakout_keyword(switch, mode) for mode in modes} <= NXOS_BREAKOUTS | (
        {"400g-2x", "100g-8x"} if switch.id == "n9364e-sg2" else set()
    )


@pytest.mark.parametrize("nic", NICS, ids=lambda p: p.id)
def test_defaults_of_firmware_parameters_lie_in_their_ranges(nic: NicPlatform) -> None:
    for parameter in nic.parameters:
        default = parameter.default
        if isinstance(default, SourcedValue) and isinstance(parameter.limits, SourcedValue):
            assert isinstance(default.value, int)
            assert default.value in parameter.limits.value
        elif isinstance(default, SourcedValue):
            assert default.value in (*parameter.choices, 8)


def known(datum: SourcedValue[T] | NotKnown) -> tuple[T, Certainty]:
    """Return value and certainty of a datum that has to be known."""
    assert isinstance(datum, SourcedValue)
    return datum.value, datum.certainty


def test_the_buffer_architecture_follows_the_chip() -> None:
    assert known(catalog.switch("7060dx4-32").architecture) == (Architecture.SHARED_BUFFER, Certainty.REPORTED)
    assert known(catalog.switch("7280cr3-32p4").architecture) == (Architecture.VOQ, Certainty.VERIFIED)


@pytest.mark.parametrize(
    ("name", "keyword", "certainty"),
    [
        ("7060dx4-32", QueueKeyword.UC_TX_QUEUE, Certainty.VERIFIED),
        ("7060px5-64e", QueueKeyword.UC_TX_QUEUE, Certainty.VERIFIED),
        ("7060x6-64pe", QueueKeyword.UC_TX_QUEUE, Certainty.INFERRED),
        ("7280dr3-24", QueueKeyword.TX_QUEUE, Certainty.VERIFIED),
        ("7050cx3-32s", QueueKeyword.TX_QUEUE, Certainty.INFERRED),
    ],
)
def test_the_queue_keyword_says_how_sure_it_is(name: str, keyword: QueueKeyword, certainty: Certainty) -> None:
    dialect = catalog.switch(name).dialect
    assert isinstance(dialect, EosDialect)
    assert known(dialect.queue_keyword) == (keyword, certainty)


@pytest.mark.parametrize("name", ["CNP_DSCP", "cnp_dscp", "CNP_DSCP_P1", "CNP_DSCP_P2"])
def test_a_firmware_parameter_is_found_for_every_port(name: str) -> None:
    cnp = catalog.nic("connectx-7").parameter(name)
    assert not isinstance(cnp, NotKnown)
    assert (cnp.name, known(cnp.limits), known(cnp.default)) == (
        "CNP_DSCP",
        (Range(0, 63), Certainty.VERIFIED),
        (48, Certainty.REPORTED),
    )


@pytest.mark.parametrize("name", ["CNP_DSCP_P3", "ROCE_ADAPTIVE_ROUTING_EN_P1", "NOTHING"])
def test_a_parameter_that_does_not_exist_is_not_known(name: str) -> None:
    assert catalog.nic("connectx-7").parameter(name) == NotKnown(f"no parameter {name} is listed for ConnectX-7")


def test_a_feature_without_a_source_is_not_known_and_not_there() -> None:
    switch = catalog.switch("7060dx4-32")
    assert switch.support(Feature.VXLAN) == NotKnown(
        "the catalogue has no source that says whether dcs-7060dx4-32 has vxlan"
    )
    assert not switch.supports(Feature.VXLAN)


def test_timers_accept_only_whole_steps() -> None:
    detect, _ = known(catalog.switch("7060dx4-32").watchdog.detect)
    assert [detect.accepts(us) for us in (9_999, 10_000, 15_000, 60_000_000, 60_010_000)] == [
        False,
        True,
        False,
        True,
        False,
    ]


SHEET: dict[str, object] = merge(
    merge(
        merge(read_yaml(catalog.DATA / "shared/eos.yaml"), read_yaml(catalog.DATA / "shared/eos-strata.yaml")),
        read_yaml(catalog.DATA / "dcs-7050cx3-32s.yaml"),
    ),
    {},
)
del SHEET["extends"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"colour": "blue"}, "x.yaml: unknown key 'colour'; known are "),
        ({"model": 7}, "x.yaml: model: a text is wanted, not 7"),
        (
            {"asic": {"value": "T3", "source": "somebody"}},
            "x.yaml: asic: key 'certainty' is missing",
        ),
        (
            {"asic": {"value": "T3", "source": "somebody", "certainty": "sure"}},
            "x.yaml: asic.certainty: certainty is one of verified, reported, inferred, not 'sure'",
        ),
        ({"asic": "Trident"}, "x.yaml: asic: a mapping is wanted, not 'Trident'"),
        ({"max_interfaces": {"unknown": ""}}, "x.yaml: max_interfaces.unknown: a text is wanted, not ''"),
        ({"features": {"telepathy": {}}}, "x.yaml: features: 'telepathy' is none of qos, pfc,"),
        (
            {"ports": [{"cages": "1-4", "connector": "QSFP", "lanes": 4, "modes": ["2x400g-4"],
                        "source": "s", "certainty": "verified"}]},
            "x.yaml: ports[0]: 2x400g-4 needs 8 lanes; the cage has 4",
        ),
        (
            {"ports": [{"cages": "1-4", "connector": "QSFP", "lanes": 4, "modes": ["100G"],
                        "source": "s", "certainty": "verified"}]},
            "x.yaml: ports[0]: '100G' is not a port mode; write children x speed g - lanes, such as 4x100g-2",
        ),
        (
            {"mtu": {"ip_bytes": {"value": [9, 1], "source": "s", "certainty": "verified"}}},
            "x.yaml: mtu.ip_bytes.value: [minimum, maximum] is wanted, not [9, 1]",
        ),
    ],
    ids=["key", "kind", "source", "certainty", "bare", "empty reason", "feature", "lanes", "mode", "range"],
)  # fmt: skip
def test_a_malformed_data_file_is_refused_with_its_place(change: dict[str, object], message: str) -> None:
    with pytest.raises(PlatformError) as caught:
        switch_from("x", Section(merge(SHEET, change), "x.yaml"))
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("a: 1\nb:\n  c: 1\n  c: 2\n", "x.yaml:4:3: key 'c' is written twice"),
        (f"a: {'9' * 4301}\n", "x.yaml:1:4: a number of more than 4,300 digits; correct it"),
        ("a: [\n", "x.yaml:2:1: not valid YAML: while parsing a flow node, did not find expected node content"),
        ("- a\n", "x.yaml: a mapping is wanted"),
    ],
    ids=["key written twice", "digits", "syntax", "list"],
)
def test_a_file_that_is_no_mapping_of_yaml_is_refused(tmp_path: Path, text: str, problem: str) -> None:
    path = tmp_path / "x.yaml"
    path.write_text(text)
    with pytest.raises(PlatformError) as caught:
        read_yaml(path)
    assert str(caught.value) == problem


def test_what_lookups_read_is_what_people_wrote() -> None:
    text = compiled_text()
    assert catalog.COMPILED.read_text("utf-8") == text, "run python -m roce_lint.platforms.compiled"
    written = {
        path.relative_to(catalog.DATA).as_posix().removesuffix(".yaml"): read_yaml(path)
        for path in catalog.DATA.rglob("*.yaml")
    }
    assert json.loads(text) == written

"""Lookup of platforms by the names of people and of devices."""

from __future__ import annotations

import subprocess
import sys

import pytest

from roce_lint.errors import PlatformError
from roce_lint.platforms import catalog


@pytest.mark.parametrize(
    ("name", "platform_id"),
    [
        ("DCS-7050CX3-32S", "dcs-7050cx3-32s"),
        ("dcs-7050cx3-32s", "dcs-7050cx3-32s"),
        ("7050CX3-32S", "dcs-7050cx3-32s"),
        ("DCS-7050CX3-32S-F", "dcs-7050cx3-32s"),
        ("7060DX5-64", "dcs-7060dx5-64s"),
        ("N9K-C9332D-GX2B", "n9k-c9332d-gx2b"),
        ("9332D-GX2B", "n9k-c9332d-gx2b"),
        ("Nexus 9332D-GX2B", "n9k-c9332d-gx2b"),
        ("7220 IXR-D5", "7220-ixr-d5"),
        ("7220-IXR-D5", "7220-ixr-d5"),
        ("ixr-d5", "7220-ixr-d5"),
        ("7250 IXR-10e", "7250-ixr-10e"),
        ("ConnectX-7", "connectx-7"),
        ("connectx7", "connectx-7"),
        ("9364E-SG2", "n9364e-sg2"),
        ("CX7", "connectx-7"),
        ("BlueField-3", "bluefield-3"),
    ],
)
def test_a_name_is_found_in_any_case_and_without_the_vendors_prefix(name: str, platform_id: str) -> None:
    assert catalog.platform(name).id == platform_id


@pytest.mark.parametrize(
    ("name", "message"),
    [
        (
            "DCS-7060DX4-23",
            "unknown platform 'DCS-7060DX4-23'; did you mean DCS-7060DX4-32 or DCS-7060PX4-32 or DCS-7060DX5-32?",
        ),
        (
            "7220 IXR-D",
            "7220 IXR-D is a family of platforms; name the model: 7220 IXR-D2, 7220 IXR-D2L, 7220 IXR-D3,"
            " 7220 IXR-D3L, 7220 IXR-D4, 7220 IXR-D5",
        ),
        ("Tomahawk 6", "Tomahawk 6 is a chip; name a model that has it: Nokia-IXR7220-H6-64, Nokia-IXR7220-H6-P128"),
        ("7260X3", "7260X3 is a family of platforms; name the model: DCS-7260CX3-64"),
        (
            "NH-4220-64x800G",
            "NH-4220-64x800G is known and not described: its public device folder of SONiC has ports and no buffers;"
            " describe it under `platforms` of the intent",
        ),
    ],
    ids=["misspelt", "family of several", "chip", "family of one", "too little is public"],
)
def test_an_unknown_name_says_what_was_probably_meant(name: str, message: str) -> None:
    with pytest.raises(PlatformError) as caught:
        catalog.platform(name)
    assert str(caught.value) == message


def test_a_name_like_nothing_lists_every_platform() -> None:
    with pytest.raises(PlatformError) as caught:
        catalog.platform("zzz")
    models = ", ".join(platform.model for platform in catalog.platforms())
    assert str(caught.value) == f"unknown platform 'zzz'; known are {models}"


def test_a_system_that_the_model_does_not_run_is_refused_with_those_that_it_does() -> None:
    assert catalog.switch("N9K-C9332D-GX2B", "nxos") is catalog.switch("N9K-C9332D-GX2B")
    with pytest.raises(PlatformError) as refused:
        catalog.switch("N9K-C9332D-GX2B", "eos")
    message = "N9K-C9332D-GX2B runs nxos in the catalogue, not eos; name a model that does, such as DCS-7050CX3-32C"
    assert str(refused.value) == message


def test_one_model_runs_the_system_that_is_named_and_else_that_of_its_maker() -> None:
    names = ("7060X6-64PE", "7220 IXR-H4", "DCS-7060DX5-64S")
    found = [[catalog.switch(name, system).id for name in names] for system in ("", "sonic")]
    assert found == [
        ["dcs-7060x6-64pe", "7220-ixr-h4", "dcs-7060dx5-64s"],
        ["sonic-7060x6-64pe-o128s2", "sonic-7220-ixr-h4-64d", "sonic-7060dx5-64s"],
    ]
    own, other = catalog.switch("7060X6-64PE"), catalog.switch("7060X6-64PE", "sonic")
    assert (other.asic, other.buffer.total_bytes) == (own.asic, own.buffer.total_bytes)
    with pytest.raises(PlatformError, match=r"^no system is called 'sonics'; did you mean 'sonic'\?$"):
        catalog.switch("7060X6-64PE", "sonics")


def test_a_switch_is_not_taken_for_an_adapter_nor_the_reverse() -> None:
    with pytest.raises(PlatformError, match="ConnectX-7 is a network adapter"):
        catalog.switch("ConnectX-7")
    with pytest.raises(PlatformError, match="9332D-GX2B is a switch"):
        catalog.nic("9332D-GX2B")


@pytest.mark.parametrize(
    ("os", "text", "platform_id"),
    [
        ("eos", "DCS-7050CX3-32S", "dcs-7050cx3-32s"),
        ("eos", "DCS-7050CX3-32S-F", "dcs-7050cx3-32s"),
        ("eos", "Arista DCS-7060DX4-32-R", "dcs-7060dx4-32"),
        ("eos", "DCS-7060X6-64PE-B-F", "dcs-7060x6-64pe-b"),
        ("eos", "! device: leaf1 (DCS-7060DX5-64S, EOS-4.34.2F)", "dcs-7060dx5-64s"),
        ("nxos", "N9K-C9332D-GX2B", "n9k-c9332d-gx2b"),
        ("nxos", "  cisco Nexus9000 C9364D-GX2A Chassis ", "n9k-c9364d-gx2a"),
        ("nxos", "cisco Nexus9000 C9364E-SG2-Q Chassis", "n9364e-sg2"),
        ("srlinux", "7220 IXR-D5", "7220-ixr-d5"),
        ("srlinux", "7220 IXR-H4", "7220-ixr-h4"),
        ("srlinux", "Chassis Type         : 7220 IXR-H4-32D", "7220-ixr-h4-32d"),
        ("srlinux", "7250 IXR-X3b", "7250-ixr-x3b"),
        ("mlx5", "Mellanox Technologies MT2892 Family [ConnectX-6 Dx]", "connectx-6-dx"),
        ("mlx5", "Device type:    ConnectX7", "connectx-7"),
        ("mlx5", "MT28908 Family [ConnectX-6]", "connectx-6"),
        ("mlx5", "MT42822 BlueField-2 integrated ConnectX-6 Dx network controller", "bluefield-2"),
        ("mlx5", "MT43244 BlueField-3 integrated ConnectX-7 network controller", "bluefield-3"),
    ],
)
def test_a_device_is_known_by_what_it_prints(os: str, text: str, platform_id: str) -> None:
    found = catalog.platform_of_device_text(os, text)
    assert not isinstance(found, catalog.UnknownPlatform)
    assert found.id == platform_id


@pytest.mark.parametrize(
    ("os", "text"),
    [
        ("eos", "DCS-7050CX3M-32S"),
        ("eos", "DCS-7060X6-64PE-C-F"),
        ("eos", "DCS-7280CR3-32P4A"),
        ("srlinux", "7220 IXR-H5"),
        ("srlinux", "DCS-7050CX3-32S"),
        ("mlx5", "ConnectX-4"),
        ("mlx5", "ConnectX-70"),
        ("ios", "N9K-C9332D-GX2B"),
        ("eos", ""),
        ("eos", "\x00\xff(((["),
    ],
)
def test_a_model_that_only_begins_like_a_known_one_stays_unknown(os: str, text: str) -> None:
    found = catalog.platform_of_device_text(os, text)
    assert isinstance(found, catalog.UnknownPlatform)
    assert (found.os, found.text) == (os, text)


def test_an_unknown_device_is_reported_with_the_known_models() -> None:
    assert catalog.platform_of_device_text("mlx5", "Intel X710") == catalog.UnknownPlatform(
        "mlx5",
        "Intel X710",
        "the catalogue holds no such model; known for mlx5: BCM57508, BCM57608, BlueField-2,"
        " BlueField-3, BlueField-4, ConnectX-5, ConnectX-6, ConnectX-6 Dx, ConnectX-6 Lx, ConnectX-7, ConnectX-8,"
        " ConnectX-9, E810, Pollara 400, Thor Ultra",
    )


def test_a_lookup_reads_one_file_and_imports_neither_yaml_nor_pydantic() -> None:
    program = (
        "import pathlib, sys; from roce_lint.platforms import catalog\n"
        "read = []\n"
        "plain = pathlib.Path.read_text\n"
        "def noting(path, *rest):\n"
        "    read.append(path.name); return plain(path, *rest)\n"
        "pathlib.Path.read_text = noting\n"
        "catalog.platform('DCS-7060DX4-32'); catalog.platform('dcs-7060dx4-32')\n"
        "print(read, {'yaml', 'pydantic'} & set(sys.modules))\n"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert result.stdout == "['compiled.json'] set()\n"

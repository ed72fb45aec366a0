"""Arista EOS, as it is registered."""

from __future__ import annotations

from roce_lint.os.contract import Lab, PortNames, SampleModels, SwitchOs
from roce_lint.os.eos.behaviour import BEHAVIOUR
from roce_lint.os.late import late


def _lab_interface(port: str, index: int) -> str:
    """Return the name in cEOS: Ethernet1/1 is `eth1_1`."""
    return "eth" + port.removeprefix("Ethernet").replace("/", "_")


SYSTEM = SwitchOs(
    name="eos",
    label="Arista EOS",
    short_label="EOS",
    behaviour=BEHAVIOUR,
    read=late("os.eos.reader", "read_eos"),
    remarks_stand_in_descriptions=False,
    dialect=late("os.eos.dialect", "eos_dialect"),
    port_names=PortNames(
        interface=late("os.eos.port_names", "interface"),
        speed=late("os.eos.port_names", "speed"),
        breakout=late("os.eos.port_names", "speed"),
    ),
    check_release=lambda release: None,
    polling_multiples=lambda platform: None,
    largest_pause_bytes=lambda platform: 0,
    pauses_at_fixed_size=lambda platform, cable_length_m: False,
    forms=None,
    render=late("os.eos.render", "render"),
    # Imported by the user under the name that containerlab's documentation gives.
    lab=Lab("arista_ceos", "ceos:{release}", None, _lab_interface),
    sample=SampleModels("7280CR3-32P4", "7060DX5-64S"),
    remedies=late("os.eos.remedies", "remedies"),
    documentation="docs/os/eos.md",
)

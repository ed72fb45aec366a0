"""Port profiles: what an interface inherits, and what it does not."""

from __future__ import annotations

import pytest

PROFILE = """port-profile type ethernet GPU
  no switchport
  priority-flow-control mode on
  mtu 9216
  state enabled
"""
PORT = """interface Ethernet1/1
  inherit port-profile GPU
  ip address 10.0.0.0/31
  no shutdown
"""


def seen(port, value, text):
    found = port(text)
    return value(found.qos.pfc_mode).value, value(found.ip_mtu_bytes), value(found.routed)


def test_an_interface_inherits_its_profile(port, value):
    assert seen(port, value, PROFILE + PORT) == ("on", 9216, True)


def test_the_order_of_profile_and_interface_does_not_matter(port, value):
    assert seen(port, value, PORT + PROFILE) == ("on", 9216, True)


def test_a_script_without_indentation_inherits_as_well(port, value):
    text = "\n".join(line.strip() for line in (PROFILE + PORT).splitlines()) + "\n"
    assert seen(port, value, text) == ("on", 9216, True)


def test_the_interface_wins_over_its_profile(port, value):
    assert seen(port, value, PROFILE + PORT + "  mtu 1500\n") == ("on", 1500, True)


def test_a_command_that_the_interface_takes_back_is_not_inherited(port, value):
    text = PROFILE + PORT + "  no mtu\n"
    assert value(port(text).ip_mtu_bytes) == ("default", 1500)


def test_the_first_profile_wins_and_profiles_inherit_profiles(port, value):
    fabric = "port-profile type ethernet FABRIC\n  mtu 9000\n  inherit port-profile GPU\n  state enabled\n"
    text = fabric + PROFILE + PORT.replace("GPU", "FABRIC")
    assert seen(port, value, text) == ("on", 9000, True)


def test_a_profile_that_is_not_enabled_gives_nothing_and_is_reported_once(read, value):
    text = PROFILE.replace("  state enabled\n", "") + PORT + PORT.replace("1/1", "1/2")
    device = read(text).devices[0]
    assert value(device.ports[0].ip_mtu_bytes) == ("default", 1500)
    assert [(one.setting, one.source.line) for one in device.refused_settings] == [
        ("port-profile type ethernet GPU", 1)
    ]


def test_a_profile_that_is_not_defined_is_missed(read):
    found = read(PORT).devices[0].undefined_references
    assert [(one.kind, one.name, one.source.line) for one in found] == [("port-profile", "GPU", 2)]


@pytest.mark.parametrize("line", ["priority-flow-control watch-dog-interval 100", "qos trust dscp"])
def test_lines_of_a_profile_that_are_no_commands_are_not_taken(not_taken, line):
    assert not_taken(PROFILE.replace("  mtu 9216\n", f"  {line}\n") + PORT) == [line]

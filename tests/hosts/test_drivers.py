"""What holds for every driver of NICs in the registry."""

from __future__ import annotations

from itertools import combinations

import pytest

from roce_lint.hosts.contract import NicDefaults, NicDriver, Undocumented
from roce_lint.hosts.merge import merge_hosts
from roce_lint.hosts.reader import is_host_document, read_host
from roce_lint.hosts.registry import ASSUMED_DRIVER, DRIVERS, driver_named
from roce_lint.hosts.script.known_commands import HANDLERS
from roce_lint.model.fact import Unknown
from roce_lint.text.document import Document
from roce_lint.values import field_names, replace

SCRIPTS = {
    "mlx5": "mlnx_qos -i eth2 --pfc 0,0,0,1,0,0,0,0\n",
    "bnxt": "bnxt_setupcc.sh -d bnxt_re0 -i eth2 -m 3 -s 26 -r 3 -p 48 -c 7 -b 60 -u 4\n",
    "ice": "dcb pfc set dev eth2 prio-pfc all:off 3:on\nethtool --set-priv-flags eth2 fw-lldp-agent off\n",
    "ionic": "nicctl update qos --classification-type dscp\nnicctl update qos pfc --priority 3 --no-drop enable\n",
}
"""A script that sets PFC with what only this driver has."""
each_driver = pytest.mark.parametrize("driver", DRIVERS, ids=[driver.name for driver in DRIVERS])


def test_every_driver_has_a_script_here_and_another_name() -> None:
    assert sorted(driver.name for driver in DRIVERS) == sorted(SCRIPTS)
    assert [driver_named(driver.name) for driver in DRIVERS] == list(DRIVERS)


@each_driver
def test_a_script_makes_its_driver_a_fact_of_the_nic(driver: NicDriver) -> None:
    assert is_host_document(SCRIPTS[driver.name])
    (device,) = read_host(Document("h1/roce.sh", SCRIPTS[driver.name])).devices
    assert [nic.driver.value for nic in device.nics if not isinstance(nic.driver, Unknown)] == [driver.name]


@each_driver
def test_defaults_hold_for_nics_of_this_driver_alone(driver: NicDriver) -> None:
    (device,) = read_host(Document("h1/roce.sh", SCRIPTS[driver.name])).devices
    cable = device.nics[0].cable_length_m
    if isinstance(driver.defaults, Undocumented):
        assert isinstance(cable, Unknown)
    else:
        length = driver.defaults.cable_length_m
        assert not isinstance(cable, Unknown)
        assert (cable.value, getattr(cable, "because", "")) == (length.value, length.because)


@each_driver
def test_defaults_say_why_and_where_they_can_be_looked_up(driver: NicDriver) -> None:
    defaults = driver.defaults
    if isinstance(defaults, Undocumented):
        assert defaults.because
        return
    values = [getattr(defaults, name) for name in field_names(NicDefaults)]
    assert [value for value in values if not value.because or not value.source] == []
    assert len(defaults.priority_of_dscp.value) == 64
    assert sorted(defaults.traffic_class_of_priority.value) == list(range(8))


@each_driver
def test_the_commands_of_a_driver_are_read_by_it(driver: NicDriver) -> None:
    assert {name: HANDLERS[name] for name in driver.commands} == dict(driver.commands)


@pytest.mark.parametrize(("one", "other"), list(combinations(DRIVERS, 2)), ids=lambda driver: driver.name)
def test_no_two_drivers_share_what_they_are_recognised_by(one: NicDriver, other: NicDriver) -> None:
    def own(driver: NicDriver) -> set[str]:
        return {
            *driver.commands,
            *driver.unread_commands,
            *driver.outputs,
            *driver.kernel_modules,
            *driver.services,
            *driver.private_flags,
            *(file.path.pattern for file in driver.files),
        }

    assert own(one) & own(other) == set()


@pytest.mark.parametrize("name", field_names(NicDriver))
def test_a_driver_that_leaves_something_out_cannot_be_made(name: str) -> None:
    parts = {field: getattr(ASSUMED_DRIVER, field) for field in field_names(NicDriver) if field != name}
    with pytest.raises(TypeError):
        NicDriver(**parts)


def test_files_of_a_host_agree_on_the_driver_that_one_of_them_names() -> None:
    texts = {"h1/roce.sh": SCRIPTS["bnxt"], "h1/mtu.sh": "ip link set dev eth2 mtu 9000\ndcb pfc show dev eth2\n"}
    devices = [device for path, text in texts.items() for device in read_host(Document(path, text)).devices]
    (host,) = merge_hosts([replace(device, name="h1") for device in reversed(devices)]).devices
    assert [nic.driver.value for nic in host.nics if not isinstance(nic.driver, Unknown)] == ["bnxt"]

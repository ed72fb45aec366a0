"""The inventory: our own form and Ansible's, every fault with its place, and no secret in it."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
import yaml
from click.testing import CliRunner

from roce_lint.cli.group import roce_lint
from roce_lint.collect.inventory import CollectedDevice, inventory_schema, parse_inventory
from roce_lint.errors import UsageError

NOTHING = frozenset[str]()
OWN = """defaults:
  user: reader
  system: eos
devices:
  spine-1: {address: 10.0.0.9}
  leaf-1:
  gpu01:
    system: host
    address: gpu01.mgmt.example.net
    port: 2222
    user: monitor
"""


def test_defaults_hold_for_devices_that_do_not_say_otherwise() -> None:
    assert parse_inventory(OWN, "inventory.yaml") == (
        CollectedDevice("gpu01", "mlx5", "gpu01.mgmt.example.net", 2222, "monitor", NOTHING, 7),
        CollectedDevice("leaf-1", "eos", "leaf-1", 22, "reader", NOTHING, 6),
        CollectedDevice("spine-1", "eos", "10.0.0.9", 22, "reader", NOTHING, 5),
    )
    jsonschema.Draft202012Validator(inventory_schema()).validate(
        {"devices": {"gpu01": yaml.safe_load(OWN)["devices"]["gpu01"]}, "defaults": yaml.safe_load(OWN)["defaults"]}
    )


def test_the_inventory_that_export_prints_is_one(tmp_path: Path) -> None:
    intent = str(tmp_path / "fabric.yaml")
    CliRunner().invoke(roce_lint, ["init", intent])
    text = CliRunner().invoke(roce_lint, ["export", intent, "--format", "ansible"]).stdout
    found = parse_inventory(text, "inventory.json")
    hosts = {name: group["hosts"] for name, group in json.loads(text)["all"]["children"].items()}
    assert {device.name for device in found} == {*hosts["switches"], *hosts["roce_hosts"]}
    assert {device.system for device in found if device.name in hosts["roce_hosts"]} == {"mlx5"}
    assert {device.system for device in found if device.name in hosts["switches"]} == {"eos"}


def test_variables_of_groups_hold_for_their_hosts() -> None:
    text = """all:
  vars: {ansible_user: reader, ntp: 10.0.0.1}
  children:
    nxos:
      vars: {ansible_port: 830}
      hosts:
        n1: {ansible_host: 10.0.0.1}
        n2: {ansible_port: 22}
    racks:
      children:
        r1: {hosts: {n1: , e1: {system: eos, ansible_user: other}}}
"""
    assert parse_inventory(text, "hosts.yaml") == (
        CollectedDevice("e1", "eos", "e1", 22, "other", NOTHING, 11),
        CollectedDevice("n1", "nxos", "10.0.0.1", 830, "reader", NOTHING, 7),
        CollectedDevice("n2", "nxos", "n2", 22, "reader", NOTHING, 8),
    )


def test_every_fault_is_reported_with_its_place() -> None:
    text = """defaults: {sytem: eos, password: hunter2}
devices:
  ../escape: {system: eos}
  leaf-1: {system: ios, address: admin@10.0.0.1}
  leaf-2: {system: sonic, port: 70000, without: [config_db.json]}
  LEAF-2: {system: eos, enable_secret: x}
  leaf-3: {address: "-oProxyCommand=x"}
"""
    with pytest.raises(UsageError) as refused:
        parse_inventory(text, "inv.yaml")
    secret = (
        "is a secret, which an inventory must not hold; delete it, and use an SSH key or agent, or the environment"
        " variable ROCE_LINT_SSH_PASSWORD"
    )
    assert [str(problem) for problem in refused.value.problems] == [
        "inv.yaml:1:12: defaults has no key 'sytem'; did you mean 'system'?",
        f"inv.yaml:1:24: 'password' {secret}",
        "inv.yaml:3:3: '../escape' names files; write letters, digits, dots, underscores and dashes, a letter or digit"
        " first",
        "inv.yaml:4:20: system is 'ios'; it must be one of eos, nxos, srlinux, sonic, cumulus, junos, host; did you"
        " mean 'eos'?",
        "inv.yaml:4:34: address must be a host name or an IP address, without a user and a port",
        "inv.yaml:5:33: port is 70000; it must be a number from 1 to 65535",
        "inv.yaml:5:50: without lists files that a device does not have; it may list frr.conf",
        f"inv.yaml:6:25: 'enable_secret' {secret}",
        "inv.yaml:7:3: leaf-3 has no system; write one of eos, nxos, srlinux, sonic, cumulus, junos, host",
        "inv.yaml:7:21: address is '-oProxyCommand=x'; it must be a host name or an IP address, without a user and a"
        " port",
    ]
    assert "hunter2" not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "i:1: an inventory is a mapping with the keys defaults and devices"),
        ("devices: {}", "i:1: no device is named; write devices: with a name, its system and its address"),
        ("devices: [a]", "i:1:10: devices is a mapping of names, each with its system and its address"),
        ("all: {}", "i:1: no device is named; write devices: with a name, its system and its address"),
        ("devices: {a: {system: eos}, A: {system: eos}}", "i:1: 'A' is 'a' of line 1 to some file systems; rename it"),
        ("all: {hosts: {a: {system: eos, ansible_ssh_pass: x}}}", "i:1:32: 'ansible_ssh_pass' is a secret"),
    ],
    ids=["empty", "none", "list", "ansible", "capitals", "ansible-secret"],
)
def test_what_is_no_inventory_is_refused(text: str, message: str) -> None:
    with pytest.raises(UsageError) as refused:
        parse_inventory(text, "i")
    assert str(refused.value).startswith(message)

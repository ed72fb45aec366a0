"""Collecting over SSH: each system, played by a server on loopback, becomes files that a check reads."""

from __future__ import annotations

import re
import stat
from collections.abc import Iterator
from pathlib import Path

import asyncssh
import pytest
from click.testing import CliRunner, Result

from roce_lint.cli.group import roce_lint
from roce_lint.collect.inventory import inventory_systems
from roce_lint.os.registry import HOST, collection_of, switch_names
from tests.collect.ssh_devices import (
    PASSWORD,
    Device,
    Devices,
    command_line,
    silence,
    single_commands,
    write_known_hosts,
)

ROOT = Path(__file__).resolve().parents[2]
FIXTURES = ROOT / "fixtures"
EOS = (FIXTURES / "eos/leaf-7060dx5/leaf.cfg").read_text("utf-8")
NXOS = (FIXTURES / "nxos/pod-leaf/pod3-leaf-02.cfg").read_text("utf-8")
SRLINUX = "".join(
    line
    for line in (FIXTURES / "srlinux/h4-leaf-flat/gpu-leaf-07.cfg").read_text("utf-8").splitlines(True)
    if line[0] != "#"
)
SRLINUX_VERSION = """--------------------------------------------------------
Hostname             : gpu-leaf-07
Chassis Type         : 7220 IXR-H4
Software Version     : v24.10.1
--------------------------------------------------------
"""
SONIC = FIXTURES / "sonic/leaf-7060x6"
NIC = FIXTURES / "mlx5/two-rails/h-0002"


@pytest.fixture(scope="module")
def devices() -> Iterator[Devices]:
    found = Devices()
    yield found
    found.stop()


@pytest.fixture(scope="module")
def sonic(devices: Devices) -> Device:
    database = (SONIC / "config_db.json").read_text("utf-8")
    routing = (SONIC / "frr.conf").read_text("utf-8")
    return devices.start(single_commands({"sonic-cfggen -d": database, "sudo -n rvtysh": routing}))


@pytest.fixture(scope="module")
def eos(devices: Devices) -> Device:
    return devices.start(
        command_line(EOS, prompt="leaf-1#", unprivileged="leaf-1>", banner="#### authorised use ####\n")
    )


class Site:
    """A folder with an inventory, known hosts and an output folder; the password is in the environment."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.output = folder / "configs"
        monkeypatch.chdir(folder)
        monkeypatch.setenv("ROCE_LINT_SSH_PASSWORD", PASSWORD)
        monkeypatch.delenv("SSH_AUTH_SOCK", raising=False)
        monkeypatch.setenv("HOME", str(folder))

    def collect(self, asked: dict[str, tuple[str, Device]], *more: str, trusted: tuple[Device, ...] = ()) -> Result:
        """Collect devices, given with their system by name; those trusted are in known_hosts, else all."""
        rows = "".join(f"  {name}: {{system: {one[0]}, port: {one[1].port}}}\n" for name, one in asked.items())
        defaults = "defaults: {user: reader}\ndevices:\n"
        rows = rows.replace("{system", "{address: 127.0.0.1, system")
        (self.folder / "inventory.yaml").write_text(defaults + rows, "utf-8")
        write_known_hosts(self.folder / "known", *(trusted or [device for _, device in asked.values()]))
        words = ["collect", "inventory.yaml", "-o", "configs", "--known-hosts", "known", *more]
        return CliRunner().invoke(roce_lint, words)

    def files(self) -> dict[str, str]:
        """Return what lies in the output folder."""
        found = (path for path in self.output.rglob("*") if path.is_file())
        return {path.relative_to(self.output).as_posix(): path.read_text("utf-8") for path in sorted(found)}


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Site:
    return Site(tmp_path, monkeypatch)


def test_each_system_is_collected_as_files_that_a_check_reads(
    site: Site, devices: Devices, sonic: Device, eos: Device
) -> None:
    nxos = devices.start(command_line(NXOS, prompt="pod3-leaf-02# ", knows_length=False, page=50))
    srlinux = devices.start(single_commands({"show version": SRLINUX_VERSION, "info flat": SRLINUX}))
    host = devices.start(
        single_commands(
            {
                "grep -s": (NIC / "sysfs.txt").read_text("utf-8"),
                "for port in /sys/class/infiniband/*/device/net/*; do ethtool": (NIC / "ethtool.txt").read_text(
                    "utf-8"
                ),
                "for port in": (NIC / "mlnx_qos.txt").read_text("utf-8"),
            }
        )
    )
    asked = {
        "leaf-1": ("eos", eos),
        "pod3-leaf-02": ("nxos", nxos),
        "gpu-leaf-07": ("srlinux", srlinux),
        "x6": ("sonic", sonic),
        "h-0002": ("host", host),
    }
    done = site.collect(asked)
    assert (done.stderr, done.exit_code) == ("", 0)
    assert done.stdout == "configs: 8 files new, 0 changed, 0 unchanged\n"
    files = site.files()
    assert files.pop("leaf-1.cfg") == EOS
    assert files.pop("pod3-leaf-02.cfg") == NXOS
    assert files.pop("gpu-leaf-07.cfg") == SRLINUX_VERSION + SRLINUX
    assert files.pop("x6/config_db.json") == (SONIC / "config_db.json").read_text("utf-8")
    assert files.pop("x6/frr.conf") == (SONIC / "frr.conf").read_text("utf-8")
    assert sorted(files) == ["h-0002/ethtool.txt", "h-0002/mlnx_qos.txt", "h-0002/sysfs.txt"]
    assert {stat.S_IMODE(path.stat().st_mode) for path in site.output.rglob("*") if path.is_file()} == {0o600}
    facts = CliRunner().invoke(roce_lint, ["facts", "configs", "--format", "json", "--no-cache"])
    assert facts.exit_code == 0, facts.stderr
    assert all(f'"name": "{name}"' in facts.stdout for name in ("pod3-leaf-02", "gpu-leaf-07", "h-0002"))
    assert eos.asked == ["enable", "terminal length 0", "terminal width 511", "show running-config"]
    again = site.collect(asked)
    assert again.stdout == "configs: 0 files new, 0 changed, 8 unchanged\n"


def test_no_command_of_any_system_changes_a_device() -> None:
    shows = re.compile(
        r"show [\w |-]+|info flat|sonic-cfggen -d --print-data|sudo -n rvtysh -c 'show running-config'"
        r"|nv config show -o yaml"
    )
    session = re.compile(r"terminal (?:length 0|width 511)|enable|")
    for name in switch_names():
        found = collection_of(name)
        assert [one for file in found.files for one in file.commands if not shows.fullmatch(one)] == []
        settings = (*found.terminal.session_settings, found.terminal.raise_privilege) if found.terminal else ()
        assert [one for one in settings if not session.fullmatch(one)] == []
    host = "; ".join(one for file in collection_of(HOST).files for one in file.commands)
    called = set(re.findall(r"(?:^|; do\b|;|\$\(|\|\||basename \"\$\() *(\w+)(?![=\w])", host))
    words = {"do", "done", "for", "continue", "exit"}
    assert called - words == {"grep", "true", "ethtool", "basename", "readlink", "echo", "mlnx_qos"}
    assert ">" not in host
    assert inventory_systems() == (*switch_names(), "host")


def test_devices_that_fail_are_named_and_keep_their_files_while_others_are_collected(
    site: Site, devices: Devices, eos: Device, sonic: Device
) -> None:
    site.output.mkdir()
    (site.output / "stranger.cfg").write_text("old\n", "utf-8")
    other_key = devices.start(silence)
    refuses = devices.start(command_line(EOS, prompt="leaf-9#", unprivileged="leaf-9>", enable_password="x"))
    cut = devices.start(command_line(EOS.replace("\nend\n", "\n"), prompt="leaf-8#"))
    no_frr = devices.start(single_commands({"sonic-cfggen -d": (SONIC / "config_db.json").read_text("utf-8")}))
    hangs = devices.start(silence)
    asked = {
        "good": ("eos", eos),
        "stranger": ("eos", other_key),
        "refuses": ("eos", refuses),
        "cut": ("eos", cut),
        "no-frr": ("sonic", no_frr),
        "hangs": ("nxos", hangs),
        "not-eos": ("srlinux", sonic),
    }
    done = site.collect(asked, "--timeout", "2", trusted=(eos, refuses, cut, no_frr, hangs, sonic))
    assert done.exit_code == 3
    assert done.stdout == "configs: 1 files new, 0 changed, 0 unchanged\n"
    where = f"[127.0.0.1]:{other_key.port}"
    assert done.stderr.splitlines() == [
        "roce-lint: cut: what it sent is incomplete: the config stops before its closing 'end'; fetch the file again",
        "roce-lint: hangs: no answer within 2 s; raise --timeout if it is only slow",
        "roce-lint: no-frr: \"sudo -n rvtysh -c 'show running-config'\" failed with status 127: sh: command not found;"
        " look at the rights of the account",
        "roce-lint: not-eos: 'show version' failed with status 127: sh: command not found; look at the rights of the"
        " account",
        "roce-lint: refuses: 'enable' asks for a password; set ROCE_LINT_ENABLE_PASSWORD, or give the account the right"
        " to show the configuration",
        f"roce-lint: stranger: its host key is not the one of {where} in known, or {where} is not there; compare the"
        " key with the device's own before you add it (kept from an earlier run: stranger.cfg)",
        "roce-lint: 6 of 7 devices were not collected",
    ]
    assert site.files() == {"good.cfg": EOS, "stranger.cfg": "old\n"}


def test_the_password_of_enable_is_read_from_the_environment(
    site: Site, devices: Devices, monkeypatch: pytest.MonkeyPatch
) -> None:
    device = devices.start(command_line(EOS, prompt="leaf-9#", unprivileged="leaf-9>", enable_password="open up"))
    monkeypatch.setenv("ROCE_LINT_ENABLE_PASSWORD", "wrong")
    refused = site.collect({"leaf-9": ("eos", device)})
    assert refused.stderr.splitlines()[0] == (
        "roce-lint: leaf-9: 'enable' was refused; give the account the right to show the configuration"
    )
    monkeypatch.setenv("ROCE_LINT_ENABLE_PASSWORD", "open up")
    done = site.collect({"leaf-9": ("eos", device)})
    assert (done.exit_code, done.stderr, site.files()) == (0, "", {"leaf-9.cfg": EOS})


def test_files_that_a_device_does_not_have_are_left_out_where_the_inventory_says_so(
    site: Site, devices: Devices, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = (SONIC / "config_db.json").read_text("utf-8")
    device = devices.start(single_commands({"sonic-cfggen -d": database}))
    (site.folder / "inventory.yaml").write_text(
        f"devices: {{x6: {{system: sonic, address: 127.0.0.1, port: {device.port}, without: [frr.conf]}}}}\n", "utf-8"
    )
    write_known_hosts(site.folder / "known", device)
    words = ["collect", "inventory.yaml", "-o", "configs", "--known-hosts", "known", "--user", "reader"]
    done = CliRunner().invoke(roce_lint, words)
    assert (done.exit_code, done.stderr, site.files()) == (0, "", {"x6/config_db.json": database})


def test_a_wrong_password_is_refused_and_never_printed(
    site: Site, eos: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROCE_LINT_SSH_PASSWORD", "hunter2")
    done = site.collect({"leaf-1": ("eos", eos)})
    assert done.stderr.splitlines()[0] == (
        "roce-lint: leaf-1: login as reader was refused; use a key or an agent, or set ROCE_LINT_SSH_PASSWORD"
    )
    assert (done.exit_code, "hunter2" in done.output) == (3, False)


def test_settings_of_ssh_do_not_switch_the_check_of_host_keys_off(site: Site, devices: Devices, eos: Device) -> None:
    (site.folder / ".ssh").mkdir()
    (site.folder / ".ssh/config").write_text(
        "Host *\n  StrictHostKeyChecking no\n  UserKnownHostsFile /dev/null\n", "utf-8"
    )
    done = site.collect({"leaf-1": ("eos", eos)}, trusted=(devices.start(silence),))
    assert (done.exit_code, site.files()) == (3, {})
    missing = CliRunner().invoke(roce_lint, ["collect", "inventory.yaml", "-o", "configs", "--known-hosts", "absent"])
    assert str(missing.exception).startswith(
        "absent: cannot be read: No such file or directory; keys of devices are checked"
    )


def test_nothing_is_written_through_a_link_out_of_the_output_folder(site: Site, sonic: Device, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    site.output.mkdir()
    (site.output / "x6").symlink_to(outside)
    done = site.collect({"x6": ("sonic", sonic)})
    assert str(done.exception) == "configs/x6: a link that leads out of the output folder; delete it"
    assert list(outside.iterdir()) == []


def test_a_key_file_lets_in_where_the_device_knows_it(site: Site, tmp_path: Path) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519")
    (tmp_path / "id").write_bytes(key.export_private_key("pkcs8-pem", passphrase="secret words"))
    write_known_hosts(tmp_path / "known")
    (tmp_path / "inventory.yaml").write_text("devices: {leaf-1: {system: eos, address: 127.0.0.1, port: 1}}\n", "utf-8")
    words = ["collect", "inventory.yaml", "-o", "configs", "--known-hosts", "known", "-i", "id"]
    done = CliRunner().invoke(roce_lint, words)
    assert str(done.exception) == (
        "--identity: no key, or another passphrase protects it; the passphrase is read from ROCE_LINT_KEY_PASSPHRASE,"
        " an SSH agent needs none"
    )
    opened = CliRunner().invoke(roce_lint, words, env={"ROCE_LINT_KEY_PASSPHRASE": "secret words"})
    assert opened.stderr.splitlines()[0].startswith("roce-lint: leaf-1: no SSH connection: ")

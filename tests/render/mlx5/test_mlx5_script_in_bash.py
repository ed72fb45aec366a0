"""The rendered script, run by bash against commands and files that behave like a host's."""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

SYSFS_FILES = ("roce_np/cnp_dscp", "roce_np/cnp_802p_prio", "roce_np/min_time_between_cnps")
RP_FILES = (
    "dce_tcp_rtt dce_tcp_g initial_alpha_value rate_reduce_monitor_period rpg_time_reset rpg_byte_reset rpg_threshold "
    "rpg_ai_rate rpg_hai_rate rpg_min_rate"
)
DEBUGFS_FILES = (
    "np_cnp_dscp np_cnp_prio np_min_time_between_cnps rp_dce_tcp_rtt rp_dce_tcp_g rp_rate_reduce_monitor_period "
    "rp_time_reset rp_byte_reset rp_threshold rp_ai_rate rp_hai_rate rp_min_rate"
)


@dataclass(frozen=True)
class Host:
    """A folder that looks like /sys, and the commands' own state."""

    folder: Path
    bin: Path

    def run(self, script: str) -> tuple[list[str], str]:
        """Run the script; return the commands that changed something, and the messages."""
        log = self.folder / "log"
        log.write_text("")
        path = self.folder / "roce-nics"
        path.write_text(script)
        environment = {
            "PATH": f"{self.bin}:{os.environ['PATH']}",
            "FAKE": str(self.folder),
            "SYSFS": str(self.folder / "sys"),
        }
        done = subprocess.run(
            ["bash", str(path)], env=environment, capture_output=True, text=True, timeout=60, check=False
        )
        assert done.returncode == 0, done.stderr
        return log.read_text().splitlines(), done.stderr

    def files(self) -> dict[str, str]:
        return {
            str(p.relative_to(self.folder)): p.read_text()
            for p in sorted((self.folder / "sys").rglob("*"))
            if p.is_file()
        }


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def make_host(folder: Path, binaries: Path, vendor_driver: bool) -> Host:
    sys = folder / "sys"
    for index in range(2):
        pci = f"0000:{59 + index:02x}:00.0"
        net, rdma = sys / "class/net" / f"enp{59 + index}s0f0np0", sys / "class/infiniband" / f"mlx5_{index}"
        write(sys / "devices" / pci / "vendor", "0x15b3\n")
        write(net / "mtu", "1500\n")
        (net / "device").symlink_to(sys / "devices" / pci)
        write(rdma / "node_type", "1: CA\n")
        if vendor_driver:
            write(rdma / "tc/1/traffic_class", "")
            for name in (*SYSFS_FILES, *(f"roce_rp/{leaf}" for leaf in RP_FILES.split())):
                write(net / "ecn" / name, "0\n")
            for side in ("roce_np", "roce_rp"):
                for priority in range(8):
                    write(net / "ecn" / side / "enable" / str(priority), "1\n")
        else:
            for name in DEBUGFS_FILES.split():
                write(sys / "kernel/debug/mlx5" / pci / "cc_params" / name, "0\n")
    return Host(folder, binaries)


@pytest.fixture(params=["vendor-driver", "kernel-driver"])
def host(request: pytest.FixtureRequest, tmp_path: Path, datadir: Path) -> Host:
    if not shutil.which("bash") or not shutil.which("awk"):
        pytest.skip("bash and awk are not on this machine")
    return make_host(tmp_path / "host", datadir / "bin", request.param == "vendor-driver")


def test_a_second_run_changes_nothing(host: Host, rendered) -> None:
    first, _ = host.run(rendered.script)
    after_first = {**host.files()}
    # The forced class is written as `tclass=106` and read back by the driver as `Global tclass=106`.
    for path in (host.folder / "sys").glob("class/infiniband/*/tc/1/traffic_class"):
        assert path.read_text() == "tclass=106\n"
        path.write_text("Global tclass=106\n")
        after_first[str(path.relative_to(host.folder))] = "Global tclass=106\n"
    second, _ = host.run(rendered.script)
    assert first
    assert (second, host.files()) == ([], after_first)


def test_the_host_ends_in_the_intended_state(host: Host, rendered) -> None:
    host.run(rendered.script)
    environment = {"PATH": f"{host.bin}:{os.environ['PATH']}", "FAKE": str(host.folder)}
    shown = subprocess.run(
        ["mlnx_qos", "-i", "enp59s0f0np0"], env=environment, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    assert [
        line.strip() for line in shown if "dscp" in line or "enabled" in line or "Cable" in line or "tc: " in line
    ] == [
        "Priority trust state: dscp",
        "dscp2prio mapping:",
        "prio:0 dscp:" + "".join(f"{dscp:02d}," for dscp in range(64) if dscp not in (24, 26, 48)),
        "prio:3 dscp:24,26,",
        "prio:6 dscp:48,",
        "Cable len: 40",
        "enabled     0   0   0   1   0   0   0   0",
        "tc: 0 ratelimit: unlimited, tsa: ets, bw: 40%",
        "tc: 1 ratelimit: unlimited, tsa: strict",
        "tc: 2 ratelimit: unlimited, tsa: strict",
        "tc: 3 ratelimit: unlimited, tsa: ets, bw: 60%",
        "tc: 4 ratelimit: unlimited, tsa: strict",
        "tc: 5 ratelimit: unlimited, tsa: strict",
        "tc: 6 ratelimit: unlimited, tsa: strict",
        "tc: 7 ratelimit: unlimited, tsa: strict",
    ]
    assert (host.folder / "sys/class/net/enp60s0f0np0/mtu").read_text() == "9000\n"


def test_an_equal_pfc_mask_is_not_written_again(host: Host, rendered) -> None:
    changes, _ = host.run(rendered.script)
    assert [line for line in changes if "--pfc" in line] == [
        "mlnx_qos enp59s0f0np0 --pfc 0,0,0,1,0,0,0,0",
        "mlnx_qos enp60s0f0np0 --pfc 0,0,0,1,0,0,0,0",
    ]
    (host.folder / "mlnx_qos/enp59s0f0np0/cable_len").write_text("7\n")
    changes, _ = host.run(rendered.script)
    assert [line for line in changes if line.startswith("mlnx_qos")] == ["mlnx_qos enp59s0f0np0 --cable_len 40"]


def test_a_driver_without_forced_class_is_reported(host: Host, rendered) -> None:
    _, messages = host.run(rendered.script)
    expected = (
        ""
        if (host.folder / "sys/class/infiniband/mlx5_0/tc").exists()
        else "".join(
            f"mlx5_{index}: this driver forces no traffic class; applications have to mark ToS 106\n"
            for index in range(2)
        )
    )
    assert messages == expected


def test_a_command_that_fails_ends_the_script(tmp_path: Path, datadir: Path, rendered) -> None:
    host = make_host(tmp_path / "host", datadir / "bin", vendor_driver=True)
    path = host.folder / "roce-nics"
    path.write_text(rendered.script)
    environment = {
        "PATH": f"{host.bin}:{os.environ['PATH']}",
        "FAKE": str(host.folder),
        "SYSFS": str(host.folder / "sys"),
    }
    (host.folder / "bin").mkdir()
    broken = host.folder / "bin/mlnx_qos"
    broken.write_text("#!/bin/sh\nexit 3\n")
    broken.chmod(0o755)
    environment["PATH"] = f"{host.folder / 'bin'}:{environment['PATH']}"
    done = subprocess.run(["bash", str(path)], env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 3


def test_shellcheck_finds_nothing(rendered, root: Path) -> None:
    found = shutil.which("shellcheck") or shutil.which("shellcheck", path=str(root / ".venv/bin"))
    if found is None:
        pytest.skip("shellcheck is not on this machine")
    done = subprocess.run([found, "-"], input=rendered.script, capture_output=True, text=True, check=False)
    assert done.stdout == ""

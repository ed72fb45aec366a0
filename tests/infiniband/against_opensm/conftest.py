"""A real OpenSM on a simulated subnet; tests that need it are skipped without it."""

from __future__ import annotations

import contextlib
import itertools
import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

LIBRARIES = [
    f"/usr/lib/{folder}/libumad2sim.so"
    for folder in ("x86_64-linux-gnu/umad2sim", "aarch64-linux-gnu/umad2sim", "umad2sim")
]
NUMBERS = itertools.count()
WAIT_S = 30.0
ROUTED = re.compile(rb"tables configured on all switches|No routing engine|Errors during initialization")


@dataclass(frozen=True)
class Outcome:
    """What OpenSM made of a file: `ok` or `refused`, and the table of every port, zeros at the end cut off."""

    verdict: str
    tables: dict[str, list[str]]


@contextlib.contextmanager
def started(
    command: Sequence[str], folder: Path, environment: dict[str, str], log: str
) -> Iterator[subprocess.Popen[bytes]]:
    with (folder / log).open("wb") as out:
        process = subprocess.Popen(
            command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT
        )
        try:
            yield process
        finally:
            process.terminate()
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait(5)


def wait_for(file: Path, text: bytes | re.Pattern[bytes], process: subprocess.Popen[bytes]) -> None:
    for _ in range(int(WAIT_S / 0.02)):
        if file.exists() and re.search(re.escape(text) if isinstance(text, bytes) else text, file.read_bytes()):
            return
        assert process.poll() is None, f"the process ended: {file.read_bytes()[-2000:]!r}"
        time.sleep(0.02)
    pytest.fail(f"{text!r} did not appear in {file.name}")


def port_tables(folder: Path, environment: dict[str, str]) -> dict[str, list[str]]:
    found = {}
    for line in (folder / "guid2lid").read_text().splitlines():
        words = line.split()
        if len(words) < 3:
            continue
        shown = subprocess.run(
            ["smpquery", "pkeys", str(int(words[1], 16))],
            env=environment,
            cwd=folder,
            capture_output=True,
            text=True,
            check=True,
        )
        keys = [key for row in re.findall(r"^ *\d+: (.*)$", shown.stdout, re.M) for key in row.split()]
        while keys and keys[-1] == "0x0000":
            keys.pop()
        found[words[0]] = keys
    return found


@pytest.fixture
def opensm(tmp_path: Path, root: Path) -> Callable[..., Outcome]:
    """Run OpenSM once: `opensm(octets, manager=..., options=...)` on the topology of the small pod or another."""
    library = next((path for path in LIBRARIES if Path(path).exists()), "")
    missing = [tool for tool in ("opensm", "ibsim", "smpquery") if shutil.which(tool) is None]
    if missing or not library:
        pytest.skip(f"OpenSM on a simulated subnet needs {', '.join(missing) or 'libumad2sim'}")

    def run(
        octets: bytes,
        manager: str,
        options: str = "",
        topology: Path = root / "fixtures/opensm/small-pod/ibnetdiscover.txt",
    ) -> Outcome:
        folder = tmp_path / f"run-{next(NUMBERS)}"
        folder.mkdir()
        (folder / "partitions.conf").write_bytes(octets)
        (folder / "opensm.conf").write_text(options)
        name = f"roce-lint-{os.getpid()}-{next(NUMBERS)}"
        plain = {**os.environ, "IBSIM_SOCKNAME": name, "SIM_HOST": manager, "LC_ALL": "C"}
        plain.update({"OSM_TMP_DIR": str(folder), "OSM_CACHE_DIR": str(folder)})
        inside = {**plain, "LD_PRELOAD": library}
        daemon = [
            "opensm",
            "-F",
            "opensm.conf",
            "-P",
            "partitions.conf",
            "-e",
            "-f",
            "osm.log",
            "-D",
            "0x07",
            "-d",
            "2",
            "-s",
            "0",
        ]
        with started(["ibsim", "-s", "-n", str(topology)], folder, plain, "sim.log") as simulator:
            wait_for(folder / "sim.log", b"Network simulator ready", simulator)
            with started(daemon, folder, inside, "osm.out") as manager_process:
                wait_for(folder / "osm.log", b"SUBNET UP", manager_process)
                tables = port_tables(folder, inside)
            refused = b"retrying with default config" in (folder / "osm.log").read_bytes()
        return Outcome("refused" if refused else "ok", tables)

    return run


@pytest.fixture
def routed_by(tmp_path: Path) -> Callable[[Path, str], str]:
    """Run OpenSM once: `routed_by(topology, options)` returns the engine whose tables it configures, or nothing."""
    library = next((path for path in LIBRARIES if Path(path).exists()), "")
    missing = [tool for tool in ("opensm", "ibsim") if shutil.which(tool) is None]
    if missing or not library:
        pytest.skip(f"OpenSM on a simulated subnet needs {', '.join(missing) or 'libumad2sim'}")

    def run(topology: Path, options: str) -> str:
        folder = tmp_path / f"run-{next(NUMBERS)}"
        folder.mkdir()
        (folder / "opensm.conf").write_text(options)
        name = f"roce-lint-{os.getpid()}-{next(NUMBERS)}"
        plain = {**os.environ, "IBSIM_SOCKNAME": name, "SIM_HOST": "h1", "LC_ALL": "C"}
        plain.update({"OSM_TMP_DIR": str(folder), "OSM_CACHE_DIR": str(folder)})
        daemon = [
            "opensm",
            "-F",
            "opensm.conf",
            "-P",
            "none",
            "-e",
            "-f",
            "osm.log",
            "-D",
            "0x47",
            "-d",
            "2",
            "-s",
            "0",
        ]
        with started(["ibsim", "-s", "-n", str(topology)], folder, plain, "sim.log") as simulator:
            wait_for(folder / "sim.log", b"Network simulator ready", simulator)
            with started(daemon, folder, {**plain, "LD_PRELOAD": library}, "osm.out") as manager:
                wait_for(folder / "osm.log", ROUTED, manager)
        found = re.findall(r"(\S+) tables configured on all switches", (folder / "osm.log").read_text())
        return found[0] if found else ""

    return run

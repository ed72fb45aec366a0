"""All devices of an inventory, several at a time: each gives its files, or a reason; none stops the others."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from roce_lint.collect.inventory import CollectedDevice, file_name
from roce_lint.collect.outcome import Collected, CollectError, CollectOutcome, DeviceFile, Failed
from roce_lint.collect.session import Login, SshSessions, open_terminal, run_command
from roce_lint.os.collection import CollectedFile
from roce_lint.os.registry import collection_of, label_of
from roce_lint.read.cut_off import cut_off
from roce_lint.read.detect import detect
from roce_lint.read.format import Format
from roce_lint.text.document import Document
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """How many devices are asked at a time, and how many seconds each may take."""

    parallel: int
    timeout_s: float


def collect_all(
    devices: Sequence[CollectedDevice], sessions: SshSessions, login: Login, limits: Limits
) -> tuple[CollectOutcome, ...]:
    """Return what came of each device, in the order given."""
    return asyncio.run(_collect_all(devices, sessions, login, limits))


async def _collect_all(
    devices: Sequence[CollectedDevice], sessions: SshSessions, login: Login, limits: Limits
) -> tuple[CollectOutcome, ...]:
    turns = asyncio.Semaphore(limits.parallel)

    async def collected(device: CollectedDevice) -> CollectOutcome:
        async with turns:
            try:
                async with asyncio.timeout(limits.timeout_s):
                    return await _collect(device, sessions, login)
            except TimeoutError:
                return Failed(
                    device.name, f"no answer within {limits.timeout_s:g} s; raise --timeout if it is only slow"
                )
            except CollectError as error:
                return Failed(device.name, str(error))

    return tuple(await asyncio.gather(*map(collected, devices)))


async def _collect(device: CollectedDevice, sessions: SshSessions, login: Login) -> CollectOutcome:
    collection = collection_of(device.system)
    wanted = [file for file in collection.files if file_name(file.path) not in device.without]
    files: list[DeviceFile] = []
    left_out: list[str] = []
    async with sessions.open(device) as connection:
        if collection.terminal is not None:
            async with open_terminal(connection, collection.terminal, login.enable_password) as dialogue:
                for file in wanted:
                    text = "".join([await dialogue.ask(command) for command in file.commands])
                    files.append(_checked(device, file, text))
            return Collected(device.name, tuple(files), ())
        for file in wanted:
            try:
                text = "".join([await run_command(connection, one, collection) for one in file.commands])
                if not file.optional or text.strip():
                    files.append(_checked(device, file, text))
            except CollectError as error:
                if not file.optional:
                    raise
                left_out.append(f"without {file_name(file.path)}: {error}")
    return Collected(device.name, tuple(files), tuple(left_out))


def _checked(device: CollectedDevice, file: CollectedFile, text: str) -> DeviceFile:
    """Return a file that a check will read as what it is. Raises CollectError for any other, and for half of one."""
    path = file.path_of(device.name)
    document = Document(path, text)
    found = detect(document)
    if found != Format(device.system):
        first = next((line.strip() for line in text.splitlines() if line.strip()), "nothing at all")
        raise CollectError(
            f"{file.commands[-1]!r} printed no configuration of {label_of(device.system)}, but {first[:80]!r}; correct"
            " its system in the inventory"
        )
    broken = cut_off(document, found, ())
    if broken is not None:
        raise CollectError(f"what it sent is incomplete: {broken.message}")
    return DeviceFile(path, text)

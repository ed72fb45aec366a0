"""An SSH server on loopback that plays devices: each system with its prompt, its pages and its refusals."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import asyncssh

Play = Callable[["asyncssh.SSHServerProcess[bytes]", list[str]], Coroutine[Any, Any, None]]
PASSWORD = "correct horse"


@dataclass
class Device:
    """A device that runs: where it listens, its host key, and what it was asked."""

    port: int
    known_hosts_line: str
    asked: list[str] = field(default_factory=list)


class Devices:
    """Starts devices in a thread of their own, and stops them all."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._servers: list[asyncssh.SSHAcceptor] = []

    def start(self, play: Play, *, key: asyncssh.SSHKey | None = None) -> Device:
        """Start a device that lets the password in, and plays each session."""
        key = key or asyncssh.generate_private_key("ssh-ed25519")
        device = Device(0, "")

        async def recorded(process: asyncssh.SSHServerProcess[bytes]) -> None:
            if process.command:
                device.asked.append(process.command)
            await play(process, device.asked)

        class Server(asyncssh.SSHServer):
            def password_auth_supported(self) -> bool:
                return True

            def validate_password(self, username: str, password: str) -> bool:
                return password == PASSWORD

        async def listen() -> asyncssh.SSHAcceptor:
            return await asyncssh.create_server(
                Server,
                "127.0.0.1",
                0,
                server_host_keys=[key],
                process_factory=recorded,
                encoding=None,
                line_editor=False,
            )

        server = asyncio.run_coroutine_threadsafe(listen(), self._loop).result(10)
        self._servers.append(server)
        device.port = server.get_port()
        public = key.export_public_key().decode("ascii").strip()
        device.known_hosts_line = f"[127.0.0.1]:{device.port} {public}\n"
        return device

    def stop(self) -> None:
        """Close every server and the thread."""

        async def close() -> None:
            for server in self._servers:
                server.close()
            rest = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
            for task in rest:
                task.cancel()
            await asyncio.gather(*rest, return_exceptions=True)

        asyncio.run_coroutine_threadsafe(close(), self._loop).result(10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()


def command_line(
    text: str,
    *,
    prompt: str,
    banner: str = "",
    unprivileged: str = "",
    enable_password: str = "",
    page: int = 20,
    knows_length: bool = True,
) -> Play:
    """Play a command line at a terminal; it prints pages of lines unless `terminal length 0` was sent."""

    async def play(process: asyncssh.SSHServerProcess[bytes], asked: list[str]) -> None:
        def put(words: str) -> None:
            process.stdout.write(words.replace("\n", "\r\n").encode("utf-8"))

        async def line() -> str:
            return (await process.stdin.readuntil(b"\n")).decode("utf-8").strip()

        now, paged = unprivileged or prompt, True
        put(banner + now)
        while True:
            try:
                command = await line()
            except asyncssh.misc.TerminalSizeChanged:
                continue
            except (asyncio.IncompleteReadError, asyncssh.Error):
                break
            if not command and process.stdin.at_eof():
                break
            asked.append(command)
            put(command + "\n")
            if command == "enable":
                if enable_password:
                    put("Password: ")
                    given = await line()
                    if given != enable_password:
                        put("\n% Authentication failed\n" + now)
                        continue
                    put("\n")
                now = prompt
            elif command == "terminal length 0" and knows_length:
                paged = False
                put("Pagination disabled.\n")
            elif command == "show running-config" and now == prompt:
                lines = text.splitlines()
                while lines:
                    count = page if paged else len(lines)
                    put("".join(f"{one}\n" for one in lines[:count]))
                    lines = lines[count:]
                    if lines:
                        put(" --More-- ")
                        await process.stdin.read(1)
                        put("\r          \r")
            else:
                put("% Invalid input\n")
            put(now)
        process.exit(0)

    return play


def single_commands(answers: dict[str, str], status: int = 127) -> Play:
    """Play a device that runs one command for each session, and fails for those that it does not know."""

    async def play(process: asyncssh.SSHServerProcess[bytes], asked: list[str]) -> None:
        command = process.command or ""
        found = next((answer for start, answer in answers.items() if command.startswith(start)), None)
        if found is None:
            process.stderr.write(b"sh: command not found\n")
            process.exit(status)
            return
        process.stdout.write(found.encode("utf-8"))
        process.exit(0)

    return play


async def silence(process: asyncssh.SSHServerProcess[bytes], asked: list[str]) -> None:
    """Play a device that never answers."""
    await asyncio.sleep(60)


def write_known_hosts(path: Path, *devices: Device) -> None:
    """Write the keys of devices."""
    path.write_text("".join(device.known_hosts_line for device in devices), encoding="utf-8")

"""Sessions over SSH: keys of devices are checked against known_hosts, and no setting of a user can switch that off.

`~/.ssh/config` is not read: `StrictHostKeyChecking no` there would hold for us too.

A dialogue with a command line at a terminal: wait for the prompt, ask, take what is printed before the next one.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Protocol

import asyncssh

from roce_lint.collect.inventory import CollectedDevice
from roce_lint.collect.outcome import CollectError
from roce_lint.errors import UsageError
from roce_lint.os.collection import Collection, Terminal
from roce_lint.text.patterns import lazy_pattern

LARGEST_OUTPUT_BYTES = 64 * 1024 * 1024
"""The output of one command; no configuration is larger."""
_QUIET_S = 0.3
"""A prompt that is not known yet is one after which the device is silent for so long; banners go on at once."""
_TAIL_CHARACTERS = 1000
"""A prompt and the sign of a pager are shorter than this."""
_CHUNK_BYTES = 65_536


class _OutputStream(Protocol):
    """Where a device's output arrives."""

    async def read(self, n: int = -1) -> bytes:
        """Return up to `n` bytes, none at the end."""
        ...


class Writer(Protocol):
    """Where a device takes its input."""

    def write(self, data: bytes) -> None:
        """Send bytes."""
        ...


class Dialogue:
    """One session at a terminal. Methods raise CollectError; how long they may take is up to the caller."""

    def __init__(self, terminal: Terminal, reader: _OutputStream, writer: Writer) -> None:
        self._terminal = terminal
        self._reader = reader
        self._writer = writer
        self._prompt = re.compile(f"(?:{terminal.prompt})")
        self._pager = re.compile(f"(?:^|\n)(?:{terminal.pager})$")
        self._known_prompt = ""

    async def open(self, enable_password: str) -> None:
        """Wait for the first prompt, get to where configurations are shown, and switch pages off."""
        _, self._known_prompt = await self._until_new_prompt()
        if self._is_unprivileged():
            await self._raise_privilege(enable_password)
        for command in self._terminal.session_settings:
            # A release that does not know one of them has no pages to switch off, or the pager is answered.
            await self._printed(command)

    async def ask(self, command: str) -> str:
        """Return what a command prints. Raises CollectError where it is refused."""
        text = await self._printed(command)
        refuse_refusal(command, text, self._terminal.refusal)
        return text

    def _is_unprivileged(self) -> bool:
        pattern = self._terminal.unprivileged_prompt
        return bool(pattern) and re.fullmatch(pattern, self._known_prompt) is not None

    async def _raise_privilege(self, password: str) -> None:
        self._send(self._terminal.raise_privilege)
        text, self._known_prompt = await self._until_new_prompt(self._terminal.password_prompt)
        if re.search(f"(?:{self._terminal.password_prompt})$", text + self._known_prompt):
            if not password:
                raise CollectError(
                    f"{self._terminal.raise_privilege!r} asks for a password; set ROCE_LINT_ENABLE_PASSWORD, or"
                    " give the account the right to show the configuration"
                )
            self._send(password)
            _, self._known_prompt = await self._until_new_prompt(self._terminal.password_prompt)
        if self._is_unprivileged() or not self._prompt.fullmatch(self._known_prompt):
            raise CollectError(
                f"{self._terminal.raise_privilege!r} was refused; give the account the right to show the configuration"
            )

    async def _printed(self, command: str) -> str:
        self._send(command)
        sent = bytearray()
        answered = 0
        while True:
            await self._more(sent)
            _, ended, last = _tail(sent, 0).rpartition("\n")
            if ended and last.rstrip() == self._known_prompt.rstrip():
                break
            if self._pager.search(_tail(sent, answered)):
                answered = len(sent)
                self._writer.write(b" ")
        text = shown_text(_decoded(sent)).replace("\r", "")
        text = re.sub(f"(?m)^(?:{self._terminal.pager})$\n?", "", text)
        lines = text.split("\n")[:-1]
        if lines and command in lines[0]:
            del lines[0]
        return "\n".join(lines) + "\n" if lines else ""

    async def _until_new_prompt(self, otherwise: str = "") -> tuple[str, str]:
        """Return what is sent before a prompt, and the prompt: that is how the last line looks when nothing follows.

        `otherwise` is another pattern of a last line that waits for an answer.
        """
        sent = bytearray()
        while True:
            tail = _tail(sent, 0)
            last = tail.rpartition("\n")[2]
            is_prompt = self._prompt.fullmatch(last) or (otherwise and re.search(f"(?:{otherwise})$", last))
            try:
                await asyncio.wait_for(self._more(sent), _QUIET_S if is_prompt else None)
            except TimeoutError:
                return tail[: -len(last)], last

    async def _more(self, sent: bytearray) -> None:
        chunk = await self._reader.read(_CHUNK_BYTES)
        if not chunk:
            raise CollectError("it closed the session; look at its log, or at the rights of the account")
        sent += chunk
        if len(sent) > LARGEST_OUTPUT_BYTES:
            raise CollectError(
                f"it sent more than {LARGEST_OUTPUT_BYTES:,} bytes for one command; no configuration is that large"
            )

    def _send(self, line: str) -> None:
        self._writer.write(line.encode("utf-8") + b"\n")


def refuse_refusal(command: str, text: str, refusal: str) -> None:
    """Raise CollectError where one of the first lines of an answer refuses the command."""
    head = [line.strip() for line in text.split("\n", 8)[:8]]
    found = next((line for line in head if refusal and line.startswith(refusal)), "")
    if found:
        raise CollectError(f"{command!r} was refused: {found[:200]}; look at the rights of the account")


def _tail(sent: bytearray, start: int) -> str:
    return shown_text(_decoded(sent[max(start, len(sent) - _TAIL_CHARACTERS) :]))


def _decoded(sent: bytes | bytearray) -> str:
    return sent.decode("utf-8", "replace")


_ERASE = lazy_pattern(r"\x1b\[0?K")
"""Erases what is right of the cursor."""
_ERASED = "\0"
_RUNS = lazy_pattern(r"\r+|\x08+|\x00+|[^\r\x08\x00]+")
_MOST_MOVES = 10_000
_ESCAPES = lazy_pattern(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[()][0-9A-B]|[=>78cDEHMNO])")
"""Sequences of ECMA-48 that colour, move and clear; their effect on a line of text is that of the signs below."""


def shown_text(sent: str) -> str:
    """Return the lines that are left when carriage returns and backspaces have moved the cursor.

    After a page, devices write over the sign of the pager in that way.
    """
    text = _ESCAPES.sub("", _ERASE.sub(_ERASED, sent.replace(_ERASED, "")))
    lines = text.replace("\r\r\n", "\n").replace("\r\n", "\n").split("\n")
    return "\n".join(_overwritten(line) for line in lines)


def _overwritten(line: str) -> str:
    if "\r" not in line and "\b" not in line and _ERASED not in line:
        return line
    cells: list[str] = []
    column = 0
    for moves, found in enumerate(_RUNS.finditer(line)):
        run = found[0]
        if moves == _MOST_MOVES:
            # No pager moves so often; it is no configuration, and working it out would hold up other devices.
            return line
        if run[0] == "\r":
            column = 0
        elif run[0] == "\b":
            column = max(0, column - len(run))
        elif run[0] == _ERASED:
            del cells[column:]
        else:
            cells[column : column + len(run)] = run
            column += len(run)
    return "".join(cells).rstrip()


_COLUMNS, _ROWS = 511, 1000


class Login:
    """Who logs in, and with what; texts that are empty are not given. It has no form that could be printed."""

    def __init__(
        self, user: str, password: str, enable_password: str, key_files: tuple[str, ...], passphrase: str
    ) -> None:
        self.user = user
        self.password = password
        self.enable_password = enable_password
        self.key_files = key_files
        self.passphrase = passphrase


class SshSessions:
    """Opens sessions. Raises UsageError for a file of known hosts, or a key, that cannot be used."""

    def __init__(self, known_hosts: Path, login: Login) -> None:
        self._login = login
        self._known_hosts_file = known_hosts
        try:
            self._known_hosts = asyncssh.import_known_hosts(known_hosts.read_text("utf-8"))
        except OSError as error:
            raise UsageError(
                f"{known_hosts}: cannot be read: {error.strerror}; keys of devices are checked against it, so write it"
                " with ssh-keyscan, compare the keys, and name it with --known-hosts"
            ) from error
        except ValueError as error:
            raise UsageError(f"{known_hosts}: not a file of known hosts: {error}") from error
        try:
            self._keys = [asyncssh.read_private_key(name, login.passphrase or None) for name in login.key_files]
        except (OSError, asyncssh.KeyImportError, asyncssh.KeyEncryptionError) as error:
            reason = error.strerror if isinstance(error, OSError) else "no key, or another passphrase protects it"
            raise UsageError(
                f"--identity: {reason}; the passphrase is read from ROCE_LINT_KEY_PASSPHRASE, an SSH agent needs none"
            ) from error

    @asynccontextmanager
    async def open(self, device: CollectedDevice) -> AsyncIterator[asyncssh.SSHClientConnection]:
        """Open a connection to a device. Raises CollectError."""
        login = self._login
        options = asyncssh.SSHClientConnectionOptions(
            config=None,
            known_hosts=self._known_hosts,
            username=device.user or login.user,
            password=login.password or None,
            agent_forwarding=False,
            x11_forwarding=False,
            request_pty=False,
            **({"client_keys": self._keys} if self._keys else {}),
        )
        try:
            connection = await asyncssh.connect(device.address, device.port, options=options)
        except asyncssh.HostKeyNotVerifiable as error:
            where = device.address if device.port == 22 else f"[{device.address}]:{device.port}"
            raise CollectError(
                f"its host key is not the one of {where} in {self._known_hosts_file}, or {where} is not there; compare"
                " the key with the device's own before you add it"
            ) from error
        except asyncssh.PermissionDenied as error:
            user = device.user or login.user
            raise CollectError(
                f"login as {user} was refused; use a key or an agent, or set ROCE_LINT_SSH_PASSWORD"
            ) from error
        except (asyncssh.Error, OSError) as error:
            raise CollectError(f"no SSH connection: {_reason(error)}") from error
        async with connection:
            yield connection


async def run_command(connection: asyncssh.SSHClientConnection, command: str, collection: Collection) -> str:
    """Return what a command prints that runs without a terminal. Raises CollectError where it fails."""
    try:
        process = await connection.create_process(command, encoding=None, stdin=asyncssh.DEVNULL)
        sent, complaint = await asyncio.gather(
            _limited(process.stdout, LARGEST_OUTPUT_BYTES), _limited(process.stderr, 1024 * 1024)
        )
        status = (await process.wait()).exit_status
    except (asyncssh.Error, OSError) as error:
        raise CollectError(f"{command!r}: {_reason(error)}") from error
    text = sent.decode("utf-8", "replace").replace("\r\n", "\n")
    if status != 0:
        lines = complaint.decode("utf-8", "replace").strip().splitlines()
        said = f": {lines[-1][:200]}" if lines else ""
        raise CollectError(f"{command!r} failed with status {status}{said}; look at the rights of the account")
    refuse_refusal(command, text, collection.refusal)
    return text


@asynccontextmanager
async def open_terminal(
    connection: asyncssh.SSHClientConnection, terminal: Terminal, enable_password: str
) -> AsyncIterator[Dialogue]:
    """Open a terminal at which a command line runs. Raises CollectError."""
    try:
        process = await connection.create_process(
            term_type="vt100", term_size=(_COLUMNS, _ROWS), encoding=None, request_pty="force"
        )
    except (asyncssh.Error, OSError) as error:
        raise CollectError(f"no terminal: {_reason(error)}") from error
    try:
        dialogue = Dialogue(terminal, process.stdout, process.stdin)
        try:
            await dialogue.open(enable_password)
            yield dialogue
        except (asyncssh.Error, OSError) as error:
            raise CollectError(f"the session broke off: {_reason(error)}") from error
    finally:
        process.close()


async def _limited(stream: asyncssh.SSHReader[bytes], largest_bytes: int) -> bytes:
    sent = bytearray()
    while chunk := await stream.read(65_536):
        sent += chunk
        if len(sent) > largest_bytes:
            raise CollectError(
                f"it sent more than {largest_bytes:,} bytes for one command; no configuration is that large"
            )
    return bytes(sent)


def _reason(error: Exception) -> str:
    if isinstance(error, asyncssh.Error):
        return error.reason or type(error).__name__
    strerror = error.strerror if isinstance(error, OSError) else ""
    return strerror or str(error) or type(error).__name__

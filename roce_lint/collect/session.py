"""Sessions over SSH: keys of devices are checked against known_hosts, and no setting of a user can switch that off.

`~/.ssh/config` is not read: `StrictHostKeyChecking no` there would hold for us too.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import asyncssh

from roce_lint.collect.dialogue import LARGEST_OUTPUT_BYTES, Dialogue, refuse_refusal
from roce_lint.collect.inventory import CollectedDevice
from roce_lint.collect.outcome import CollectError
from roce_lint.errors import UsageError
from roce_lint.os.collection import Collection, Terminal

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

"""What a document says about itself: name, model, release, and whether it prints defaults."""

from __future__ import annotations

import re
from pathlib import PurePath

from roce_lint.model.device import DeviceBuffer
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.os.eos.dialect import EosDialect, QueueKeyword
from roce_lint.platforms.catalog import platform_of_device_text
from roce_lint.platforms.datum import NotKnown, from_catalogue
from roce_lint.platforms.platform import Architecture, SwitchPlatform
from roce_lint.text.lines import Line
from roce_lint.text.patterns import lazy_pattern
from roce_lint.text.remembered import Remembered
from roce_lint.values import dataclass

_HOSTNAME = lazy_pattern(r"hostname\s+\S+")
_HEADER = lazy_pattern(r"^!\s*device:[ \t]*(\S+)[ \t]*\(([^,)\n]+)(?:,[ \t]*([^)\n]+))?\)", re.MULTILINE)
_BOOT = lazy_pattern(r"^!\s*boot system \S*?EOS(?:64)?-(\d\S*?)\.swi", re.MULTILINE)
_PRINTS_DEFAULTS = lazy_pattern(
    r"^!\s*Command:.*show running-config.* all\b|^[ \t]+default qos trust[ \t\r]*$", re.MULTILINE
)
_PLATFORMS = Remembered(lambda model: platform_of_device_text("eos", model), most=256)


@dataclass(frozen=True, slots=True)
class Identity:
    """Who the device is. `platform` is empty when the model is not printed or not in the catalogue."""

    name: str
    model: Fact[str]
    release: Fact[str]
    platform: tuple[SwitchPlatform, ...]
    platform_id: Fact[str]
    echoes_defaults: bool

    @property
    def is_voq(self) -> bool:
        """Return whether the catalogue says that the platform queues at ingress (Jericho and its kin)."""
        return any(
            not isinstance(one.architecture, NotKnown) and one.architecture.value is Architecture.VOQ
            for one in self.platform
        )

    @property
    def is_shared_buffer(self) -> bool:
        """Return whether the catalogue says that the platform queues at egress, in one memory (Trident, Tomahawk)."""
        known = not any(isinstance(one.architecture, NotKnown) for one in self.platform)
        return bool(self.platform) and known and not self.is_voq

    @property
    def queue_keyword(self) -> str:
        """Return the queue sub-mode that the platform takes; empty where it is not known, or both may be valid.

        On Trident 3 and Tomahawk 2 it depends on the release.
        """
        dialect = self.platform[0].dialect if self.platform else None
        if not isinstance(dialect, EosDialect) or isinstance(dialect.queue_keyword, NotKnown):
            return ""
        keyword = dialect.queue_keyword.value
        return keyword.value if self.is_voq or keyword is QueueKeyword.UC_TX_QUEUE else ""


def identify(text: str, root: Line, path: str) -> Identity:
    """Return the identity from `hostname`, from the header comments, else from the file's name."""
    whole_file = Source(path, 0, 0)
    header = _HEADER.search(text) if "device:" in text else None
    named = [line.text for line in root.children if line.text.startswith("hostname")]
    names = [one.split()[1] for one in named if _HOSTNAME.fullmatch(one)]
    name = names[-1] if names else header[1] if header else PurePath(path).stem or path
    model: Fact[str] = Unknown("the file has no `! device:` comment that names the model", whole_file)
    if header:
        model = Stated(header[2].strip(), _place(text, header.start(), path))
    found: tuple[SwitchPlatform, ...] = ()
    platform_id: Fact[str] = Unknown(model.because if isinstance(model, Unknown) else "", whole_file)
    if isinstance(model, Stated):
        entry = _PLATFORMS[model.value]
        if isinstance(entry, SwitchPlatform):
            found, platform_id = (entry,), Stated(entry.id, model.source)
        else:
            platform_id = Unknown(f"the platform catalogue holds no {model.value}", model.source)
    may_echo = "show running-config" in text or "default qos trust" in text
    echoes = may_echo and bool(_PRINTS_DEFAULTS.search(text))
    return Identity(name, model, _release(text, header, path), found, platform_id, echoes)


def _release(text: str, header: re.Match[str] | None, path: str) -> Fact[str]:
    if header and header[3]:
        return Stated(header[3].strip().removeprefix("EOS-"), _place(text, header.start(), path))
    boot = _BOOT.search(text) if "EOS" in text and "boot system" in text else None
    if boot:
        return Stated(boot[1], _place(text, boot.start(), path))
    return Unknown("the file has no comment that names the release", Source(path, 0, 0))


def _place(text: str, offset: int, path: str) -> Source:
    line = text.count("\n", 0, offset) + 1
    return Source(path, line, line)


def buffer_facts(
    identity: Identity, headroom_pool: Fact[int], whole_file: Source, mmu: Source | None = None
) -> DeviceBuffer:
    """Return the packet memory of the device as the platform catalogue knows it.

    `mmu` is a line of `platform trident`: only Trident and Tomahawk take it, which share one memory on the chip.
    """
    missing = identity.platform_id if isinstance(identity.platform_id, Unknown) else Unknown("", whole_file)
    shared = Unknown("EOS does not print how much of the buffer is shared", whole_file)
    if not identity.platform:
        queued: Fact[bool] = (
            Default(False, mmu, "only Trident and Tomahawk take `platform trident`") if mmu else missing
        )
        return DeviceBuffer(missing, shared, headroom_pool, missing, queued)
    platform = identity.platform[0]
    architecture = platform.architecture
    return DeviceBuffer(
        total_bytes=from_catalogue(platform.buffer.total_bytes, whole_file),
        shared_bytes=shared,
        headroom_pool_bytes=headroom_pool,
        cell_bytes=from_catalogue(platform.buffer.cell_bytes, whole_file),
        is_virtual_output_queued=Unknown(architecture.because, whole_file)
        if isinstance(architecture, NotKnown)
        else Default(architecture.value is Architecture.VOQ, whole_file, architecture.source),
    )

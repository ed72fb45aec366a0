"""The header of a definition: what is odd about its name and key.

Source: partition_create in opensm/osm_prtn_config.c of OpenSM 3.3.23.
"""

from __future__ import annotations

import re

from roce_lint.infiniband.opensm.c_text import printable, unsigned
from roce_lint.infiniband.opensm.partition_draft import FateLog, PartitionDraft
from roce_lint.infiniband.opensm.partition_entries import FOREIGN
from roce_lint.infiniband.opensm.partition_keys import NAME_BYTES, PartitionKeys
from roce_lint.infiniband.partition import DEFAULT_KEY, Fate, KeyOrigin, Trap

_INVISIBLE = re.compile(rb"[\x00-\x08\x0b-\x1f\x7f]|\xc2\xa0|\xef\xbb\xbf|\xff\xfe|\xfe\xff")
_OCTAL = re.compile(rb"0[0-7]+")


def take_header(draft: PartitionDraft, name: bytes, key_text: bytes | None, keys: PartitionKeys, log: FateLog) -> bool:
    """Give a definition its name and key; false where OpenSM refuses the file."""
    origin = KeyOrigin.STATED
    draft.name = name
    if key_text is None and name[:1].isdigit():
        draft.name, key_text, origin = None, name, KeyOrigin.NAME_IS_KEY
    number = 0
    if key_text is not None:
        number, end = unsigned(key_text)
        if end == 0 or end != len(key_text):
            log.add(Fate.FATAL, _trap(key_text), key_text, _bad_key(key_text, origin))
            return False
    draft.written_key = key_text or b""
    made = keys.find_or_make(draft.name, number & 0xFFFF, origin)
    if made is None:
        log.add(Fate.FATAL, Trap.NO_KEY_LEFT, name, "all 32766 keys are taken; there is none left for it")
        return False
    draft.key, draft.origin = made
    draft.is_made = True
    _note_name(draft, log)
    if key_text is not None:
        _note_key(draft, key_text, number, log)
    return True


def _trap(text: bytes) -> Trap:
    return Trap.FOREIGN_BYTE if FOREIGN.search(text) else Trap.BAD_KEY


def _bad_key(text: bytes, origin: KeyOrigin) -> str:
    if not text:
        return "there is no key behind the equals sign"
    if origin is KeyOrigin.NAME_IS_KEY:
        return "a name that begins with a digit is read as the key, and this is no number"
    return "the key is no number; write 0x and up to four hexadecimal digits"


def _note_name(draft: PartitionDraft, log: FateLog) -> None:
    name = draft.name
    if name is None:
        because = f"a name that begins with a digit is read as the key: 0x{draft.key:04x}"
        log.add(Fate.READ_OTHERWISE, Trap.NAME_IS_KEY, draft.written_key, because)
        return
    if _INVISIBLE.search(name):
        because = "bytes that cannot be seen belong to the name for OpenSM"
        log.add(Fate.READ_OTHERWISE, Trap.FOREIGN_BYTE, name, because)
    if len(name) > NAME_BYTES:
        lost = "; it is never found by its name again" if draft.origin is KeyOrigin.AUTOMATIC else ""
        because = f"OpenSM keeps {NAME_BYTES} bytes of a name{lost}"
        log.add(Fate.READ_OTHERWISE, Trap.NAME_TOO_LONG, name, because)
    if name.lower() == b"default" and name != b"Default" and draft.key != DEFAULT_KEY:
        because = f"only Default, written so, is 0x7fff; this is another partition, 0x{draft.key:04x}"
        log.add(Fate.READ_OTHERWISE, Trap.NAME_LIKE_DEFAULT, name, because)


def _note_key(draft: PartitionDraft, text: bytes, number: int, log: FateLog) -> None:
    if not number & DEFAULT_KEY:
        because = f"the number without its upper bits is 0, which asks for an automatic key: 0x{draft.key:04x}"
        log.add(Fate.READ_OTHERWISE, Trap.KEY_ZERO, text, because)
    elif number not in (draft.key, 0xFFFF) or b"-" in text:
        because = f"a key has 15 bits: 0x{draft.key:04x}"
        log.add(Fate.READ_OTHERWISE, Trap.KEY_CUT, text, because)
    elif _OCTAL.fullmatch(text) and number > 7:
        because = f"a number that begins with 0 is octal: {printable(text)} is 0x{draft.key:04x}"
        log.add(Fate.READ_OTHERWISE, Trap.KEY_CUT, text, because)

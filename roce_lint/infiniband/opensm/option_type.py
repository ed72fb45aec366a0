"""How OpenSM reads the value of an option of opensm.conf."""

from __future__ import annotations

from enum import Enum


class OptionType(Enum):
    """How OpenSM reads a value; the number is the largest one it takes."""

    BOOLEAN = 1
    TEXT = 0
    UINT8 = 0xFF
    UINT16 = 0xFFFF
    UINT32 = 0xFFFF_FFFF
    UINT64 = 0xFFFF_FFFF_FFFF_FFFF
    INT32 = 0x7FFF_FFFF
    MASK = -1
    """Bit masks, congestion control tables and the like, which are passed on as they are."""

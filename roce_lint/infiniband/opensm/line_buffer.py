"""The line buffer of OpenSM's parser: what a line leaves behind is still there when the next one is shorter.

Source: osm_prtn_config_parse_file in opensm/osm_prtn_config.c of OpenSM 3.3.23: one array of 4096 bytes, filled by
`fgets(line, 4095, file)`, in which separators are overwritten by NULs.
"""

from __future__ import annotations

from roce_lint.infiniband.opensm.c_text import BLANKS

PIECE_BYTES = 4094
"""The longest line that is read in one piece, its newline included."""
_SIZE = 3 * 4096


class LineBuffer:
    """Bytes with the operations of C strings; offsets take the place of pointers.

    `visible_end`: end of what the piece shows, before its comment. `is_foreseeable` turns false once a byte was read
    that no line ever wrote; such bytes are taken as NUL.
    """

    def __init__(self) -> None:
        self.octets = bytearray(_SIZE)
        self.visible_end = 0
        self.is_foreseeable = True
        self._written = 0

    def load(self, piece: bytes) -> None:
        """Put a piece of at most PIECE_BYTES at the start and cut its comment off."""
        size = len(piece)
        self.octets[:size] = piece
        self.octets[size] = 0
        self._written = max(self._written, size)
        self.visible_end = self.octets.find(0)
        comment = self.octets.find(b"#", 0, self.visible_end)
        if comment >= 0:
            self.octets[comment] = 0
            self.visible_end = comment

    def restore(self, piece: bytes, at: int) -> None:
        """Put the piece back from an offset on, without what was cut there."""
        self.octets[at : self.visible_end] = piece[at : self.visible_end]

    def end(self, at: int) -> int:
        """Return where the string that begins at an offset ends."""
        found = self.octets.find(0, at)
        if found > self._written or at > self._written:
            self.is_foreseeable = False
        return found if found >= 0 else _SIZE - 1

    def find(self, at: int, separator: bytes) -> int:
        """Return where a separator is in the string at an offset, -1 without one."""
        return self.octets.find(separator, at, self.end(at))

    def cut(self, at: int) -> None:
        """Overwrite a separator."""
        self.octets[at] = 0

    def skip_blanks(self, at: int) -> int:
        """Return the first offset that holds no blank."""
        octets = self.octets
        while octets[at] in BLANKS and at < _SIZE - 1:
            at += 1
        if at > self._written:
            self.is_foreseeable = False
        return at

    def token(self, start: int) -> tuple[int, bytes, bytes | None]:
        """Split the string at `start` at its first `=`: its length with the closing NULs, name and value.

        Both are trimmed in place; the value is None without a `=`. Like parse_name_token of OpenSM.
        """
        at = self.skip_blanks(start)
        end = self.end(at)
        equals = self.octets.find(b"=", at, end)
        if equals < 0:
            return end - start + 1, self._trim(at, end), None
        self.octets[equals] = 0
        name = self._trim(at, equals)
        value = self._trim(self.skip_blanks(equals + 1), end)
        return end - start + 1, name, value

    def _trim(self, start: int, end: int) -> bytes:
        octets = self.octets
        last = end
        while last > start and (octets[last] == 0 or octets[last] in BLANKS):
            octets[last] = 0
            last -= 1
        return bytes(octets[start : last + 1]) if octets[start] else b""

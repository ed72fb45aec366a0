"""Hashes that stay inside the program: equal ones mean equal contents. What a report shows is hashed elsewhere."""

from __future__ import annotations

try:
    # As `random` does in the standard library: `hashlib` loads OpenSSL, which takes 3 ms of every start.
    from _blake2 import blake2b
except ImportError:
    from hashlib import blake2b

__all__ = ["blake2b", "content_hash"]


_LARGE_BYTES = 1 << 16
"""From here on SHA-256, which processors have in silicon, is so much faster that loading it pays in a fleet."""


def content_hash(octets: bytes | bytearray | memoryview) -> bytes:
    """Return the hash of some bytes, 32 bytes that no other content has."""
    if len(octets) < _LARGE_BYTES:
        return blake2b(octets, digest_size=32).digest()
    from hashlib import sha256

    return sha256(octets).digest()

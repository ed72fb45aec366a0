"""Facts that only one operating system has: keywords and limits of its own configuration language."""

from __future__ import annotations


class Dialect:
    """What `os/<name>/dialect.py` reads from the section `dialect` of a platform's file."""

    __slots__ = ()

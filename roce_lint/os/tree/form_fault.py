"""Pieces of a configuration that make no part of its tree."""

from __future__ import annotations

from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class FormFault:
    """A piece that the device refuses, or that could not be read (`is_refused` false); `path` is where it stands.

    `file` is empty where there is one file only.
    """

    line: int
    end_line: int
    path: tuple[str, ...]
    text: str
    because: str
    is_refused: bool
    file: str = ""

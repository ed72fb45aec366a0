"""Patterns of `.gitignore` files and of `exclude` settings, matched as git does and in linear time.

A pattern is taken apart at its slashes. Each part is a regular expression of atomic groups, which never tries a place
twice, and parts meet the folders of a path one by one, so that no pattern of `*` and `**` takes long.
Source: gitignore(5).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from roce_lint.files.left_behind import LEFT_BEHIND, is_on_the_way
from roce_lint.values import dataclass

_Fits: TypeAlias = Callable[[str], object]


IGNORED = "ignored by .gitignore"
EXCLUDED = "excluded"
NO_CONFIGURATIONS = "a folder of tools, which holds no configurations"
HISTORY = frozenset({".git", ".hg", ".svn"})
"""Folders of version control, which are nobody's files."""
TOOLS = frozenset({".venv", "node_modules", "__pycache__"})


@dataclass(frozen=True, slots=True)
class _Pattern:
    """One line. `parts` has None for `**`. `takes_in`: it begins with `!`. `only_folders`: it ends with a slash."""

    parts: tuple[_Fits | None, ...]
    takes_in: bool
    only_folders: bool

    def names(self, names: Sequence[str], is_folder: bool) -> bool:
        """Say whether the pattern names this very path, given by its parts."""
        if self.only_folders and not is_folder:
            return False
        reached = {0}
        for part in self.parts:
            if part is None:
                reached = set(range(min(reached), len(names) + 1)) if reached else set()
            else:
                reached = {at + 1 for at in reached if at < len(names) and part(names[at])}
        return len(names) in reached


class IgnorePatterns:
    """The patterns of one file, in order: the last one that names a path decides."""

    __slots__ = ("_patterns",)

    def __init__(self, lines: Iterable[str]) -> None:
        """Read lines; blank ones and comments count for nothing."""
        self._patterns = [pattern for line in lines if (pattern := _pattern(line)) is not None]

    def decide(self, path: str, *, is_folder: bool) -> bool | None:
        """Return whether a path, relative to the file's folder, is left out; None where no pattern names it."""
        names = path.split("/")
        for pattern in reversed(self._patterns):
            if pattern.names(names, is_folder):
                return not pattern.takes_in
        return None

    def leaves_out(self, path: str) -> bool:
        """Return whether a file is left out, by itself or with a folder that it lies in."""
        names = path.split("/")
        folders = ("/".join(names[:count]) for count in range(1, len(names)))
        return any(self.decide(folder, is_folder=True) for folder in folders) or bool(
            self.decide(path, is_folder=False)
        )


class IgnoreRules:
    """What is left out below one folder: by `exclude` patterns, by `.gitignore` files, and folders of tools.

    Paths are relative to the folder, with slashes. What lies above a path must be asked about before it.
    """

    def __init__(self, exclude: Iterable[str] = ()) -> None:
        self._exclude = IgnorePatterns(exclude)
        self._files: dict[str, IgnorePatterns] = {}
        self._folders: dict[str, str] = {"": ""}

    def add_file(self, folder: str, lines: Iterable[str]) -> None:
        """Add the `.gitignore` file of a folder; the folder is empty for the highest one."""
        self._files[folder] = IgnorePatterns(lines)

    def why_folder(self, folder: str) -> str:
        """Return why a folder is left out, with all below it; empty where it is not."""
        if folder not in self._folders:
            above, _, name = folder.rpartition("/")
            because = self.why_folder(above) or (NO_CONFIGURATIONS if name in HISTORY | TOOLS else "")
            because = because or (LEFT_BEHIND if is_on_the_way(name) else "")
            self._folders[folder] = because or self._named(folder, is_folder=True)
        return self._folders[folder]

    def why_file(self, path: str) -> str:
        """Return why a file is left out, by itself or with one of its folders; empty where it is not."""
        folder, _, name = path.rpartition("/")
        because = self.why_folder(folder) or (LEFT_BEHIND if is_on_the_way(name) else "")
        return because or self._named(path, is_folder=False)

    def excludes(self, path: str) -> bool:
        """Return whether the `exclude` patterns name a file or one of its folders, whatever else does."""
        return self._exclude.leaves_out(path)

    def _named(self, path: str, *, is_folder: bool) -> str:
        """Return which patterns name a path: of `.gitignore` files those of the nearest folder decide."""
        if self._exclude.decide(path, is_folder=is_folder):
            return EXCLUDED
        folder = path
        while folder:
            folder = folder.rpartition("/")[0]
            patterns = self._files.get(folder)
            decided = patterns.decide(path[len(folder) + bool(folder) :], is_folder=is_folder) if patterns else None
            if decided is not None:
                return IGNORED if decided else ""
        return ""


def _pattern(line: str) -> _Pattern | None:
    """Return what a line says; None for a blank line, a comment, and a pattern that names nothing."""
    text = _without_blanks(line.rstrip("\r\n"))
    if not text or text.startswith("#"):
        return None
    takes_in = text.startswith("!")
    text = text[takes_in:]
    only_folders = text.endswith("/")
    text = text.removesuffix("/")
    words = _split(text)
    if not any(words):
        return None
    # A slash that is not the last character ties the pattern to the folder of its file.
    tied = "/" in text
    words = [word for place, word in enumerate(words) if word or place]
    parts: list[_Fits | None] = [] if tied else [None]
    for word in words:
        if tied and len(word) > 1 and not word.strip("*"):
            if not parts or parts[-1] is not None:
                parts.append(None)
        else:
            parts.append(_part(word))
    if tied and parts[-1] is None:
        # `a/**` names what is inside of `a`, and not `a` itself.
        parts.append(_part("*"))
    return _Pattern(tuple(parts), takes_in, only_folders)


def _without_blanks(line: str) -> str:
    """Return a line without the blanks at its end, but for one after a backslash."""
    text = line.rstrip(" ")
    escaped = (len(text) - len(text.rstrip("\\"))) % 2
    return text + " " if escaped and text != line else text


def _split(text: str) -> list[str]:
    """Return the parts of a pattern between its slashes; a slash within a set is none."""
    parts = [""]
    at = 0
    while at < len(text):
        end = at + 1
        if text[at] == "[" and (found := _character_set(text, end)) is not None:
            end = found[1]
        elif text[at] == "\\":
            end = min(at + 2, len(text))
        if text[at:end] in ("/", "\\/"):
            parts.append("")
        else:
            parts[-1] += text[at:end]
        at = end
    return parts


def _part(word: str) -> _Fits:
    """Return what says whether a name fits one part of a pattern, in which `*` matches anything.

    What stands between two stars is looked for once, from left to right, in an atomic group: no place is tried again.
    """
    pieces = [""]
    at = 0
    while at < len(word):
        character = word[at]
        at += 1
        if character == "*":
            pieces.append("")
        elif character == "?":
            pieces[-1] += "."
        elif character == "[":
            found = _character_set(word, at)
            if found is None:
                return _fits_nothing
            pieces[-1] += found[0]
            at = found[1]
        else:
            if character == "\\":
                if at == len(word):
                    return _fits_nothing
                character = word[at]
                at += 1
            pieces[-1] += re.escape(character)
    first, *rest = pieces
    middle = "".join(f"(?>.*?{piece})" for piece in rest[:-1])
    return re.compile(f"(?s:{first}{middle}{'.*' + rest[-1] if rest else ''})").fullmatch


def _fits_nothing(name: str) -> object:
    return None


_CLASSES = {
    "alnum": "a-zA-Z0-9",
    "alpha": "a-zA-Z",
    "blank": " \\t",
    "digit": "0-9",
    "lower": "a-z",
    "space": "\\s",
    "upper": "A-Z",
    "punct": "!-/:-@\\[-`{-~",
    "xdigit": "0-9a-fA-F",
}


def _character_set(word: str, at: int) -> tuple[str, int] | None:
    """Return the set that begins before `at` as a regular expression, and where it ends; None where it does not end."""
    turned = word.startswith(("!", "^"), at)
    at += turned
    inside, before, is_first = "", "", True
    while is_first or word[at : at + 1] != "]":
        is_first = False
        if at >= len(word):
            return None
        character = word[at]
        if word.startswith("[:", at) and (end := word.find(":]", at)) >= 0 and word[at + 2 : end] in _CLASSES:
            inside, before, at = inside + _CLASSES[word[at + 2 : end]], "", end + 2
            continue
        is_range = character == "-" and before and word[at + 1 : at + 2] not in ("", "]")
        if is_range:
            at += 1
            character = word[at]
        if character == "\\":
            at += 1
            if at >= len(word):
                return None
            character = word[at]
        at += 1
        if not is_range:
            inside, before = inside + re.escape(character), character
        else:
            inside += f"{re.escape(before)}-{re.escape(character)}" if before <= character else ""
            before = ""
    if not inside:
        return ("." if turned else "(?!)"), at + 1
    return f"[{'^' * turned}{inside}]", at + 1

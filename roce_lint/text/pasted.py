"""What comes along when a configuration is copied from somewhere: fences of Markdown, prompts, comments of shells.

Each such line is blanked, so that the rest keeps its line numbers.
"""

from __future__ import annotations

import re

from roce_lint.text.patterns import lazy_pattern

_FENCE = lazy_pattern(r"^[ \t]*(?:`{3,}|~{3,})[\w.+-]*[ \t]*$", re.MULTILINE)
_OPENING = lazy_pattern(r"(?P<indent>[ \t]*)(?P<fence>`{3,}|~{3,})(?P<rest>[^`]*)$")
_PROMPT = lazy_pattern(
    r"^[ \t]*[A-Za-z][\w.-]*(?P<mode>\([\w./:-]+\))?[#>][ \t]*"
    r"(?P<command>|(?:show|sh|enable|en|exit|end|terminal|term|conf|configure|copy|write|wr|no-more|logout|quit|more)\b.*)$",
    re.MULTILINE,
)
_TYPED = lazy_pattern(r"^[ \t]*[A-Za-z][\w.-]*\(conf[\w./:-]*\)#[ \t]*", re.MULTILINE)
_COMMENT = lazy_pattern(r"^[ \t]*#(?!\d*$)[^\n]*$", re.MULTILINE)
_SEVERAL_BLANKS = lazy_pattern(
    r"^[ \t]*+(?!description\b|banner\b|name\b|!|#)\S[^\n]*?[ \t]{2,}\S[^\n]*$", re.MULTILINE
)
_BLANKS_WITHIN = lazy_pattern(r"  (?<=\S  )")
"""Two blanks behind a word; begins with the blanks, which are found much faster than the word."""
_BLANKS = lazy_pattern(r"(?<=\S)[ \t]{2,}(?=\S)")


def without_fences(text: str) -> str:
    """Return a text with fences of Markdown blanked, if nothing but it stands between them, or if there is only one.

    A document with several, or with sentences around them, quotes configurations and is none.
    """
    if "```" not in text and "~~~" not in text:
        return text
    fences = list(_FENCE.finditer(text))
    if len(fences) == 1 or (len(fences) == 2 and not (text[: fences[0].start()] + text[fences[1].end() :]).strip()):
        return _FENCE.sub("", text)
    return text


def fenced_blocks(text: str) -> list[tuple[int, str]]:
    """Return what stands between fences of Markdown, each with its first line, counted from 1; none if fences are odd.

    A fence is closed by one of the same letters that is no shorter (CommonMark, Fenced code blocks). Inside of lists
    blocks are indented as their fence is.
    """
    found: list[tuple[int, str]] = []
    begin, fence, indent, lines = 0, "", 0, list[str]()
    for number, line in enumerate(text.splitlines(), 1):
        match = _OPENING.match(line)
        if not fence:
            if match is not None:
                begin, fence, indent, lines = number + 1, match["fence"], len(match["indent"]), []
        elif match is not None and match["fence"].startswith(fence) and not match["rest"].strip():
            found.append((begin, "\n".join(lines) + "\n"))
            fence = ""
        else:
            lines.append(line[indent:] if not line[:indent].strip() else line)
    return [] if fence else found


def without_prompts(text: str) -> str:
    """Return a text with prompts and what was asked at them blanked; commands typed in a mode of configuration stay."""
    if "#" not in text and ">" not in text:
        return text
    return _TYPED.sub("", _PROMPT.sub("", text))


def without_shell_comments(text: str) -> str:
    """Return a text without lines that begin with `#`, which no device prints and which people write between lines."""
    return _COMMENT.sub("", text) if "#" in text else text


def with_single_blanks(text: str) -> str:
    """Return a text with one blank where a line has several between two words; free texts stay as they are."""
    may_have_several = "\t" in text or _BLANKS_WITHIN.search(text) is not None
    if not may_have_several or _SEVERAL_BLANKS.search(text) is None:
        return text
    return _SEVERAL_BLANKS.sub(lambda found: found[0][: _indent(found[0])] + _BLANKS.sub(" ", found[0].lstrip()), text)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())

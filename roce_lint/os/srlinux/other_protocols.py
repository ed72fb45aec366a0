"""Entries of access lists that are for other protocols than UDP: no packet of RoCE meets them, and they are many."""

from __future__ import annotations

from roce_lint.text.patterns import lazy_pattern

_HEAD = r"set / acl (?:acl-filter \S+ type ipv[46]|ipv[46]-filter \S+) entry \d+ "
_SOME_HEAD = lazy_pattern(rf"\n({_HEAD})")
_PROTOCOL = r"match (?:ipv[46] )?(?:protocol|next-header) "
_PROTOCOLS = lazy_pattern(rf"\n({_HEAD}){_PROTOCOL}([^\s\"]+)(?=\n)")
"""Begins with the end of the line before, which is found much faster than the start of a line."""
_UDP = ("udp", "17")


def without_other_protocols(text: str) -> str:
    """Return flat lines with those of entries for other protocols blanked; the text itself where that is not certain.

    Not certain is an entry that is stated in several places or twice, or that something may be deleted from.
    """
    if "delete" in text:
        return text
    text = f"\n{text}"
    parts: list[str] = []
    behind = 0
    stated: list[tuple[str, str]] = _PROTOCOLS.findall(text)
    others = {head for head, protocol in stated if protocol.lower() not in _UDP}
    if len({head for head, _ in stated}) < len(stated):
        return text[1:]
    for head, _ in stated:
        if head not in others:
            continue
        start = end = text.find(f"\n{head}", behind)
        if start < 0:
            return text[1:]
        while text.startswith(head, end + 1):
            end = text.find("\n", end + 1)
            end = len(text) if end < 0 else end
        parts += (text[behind:start], "\n" * text.count("\n", start, end))
        behind = end
    rest = "".join((*parts, text[behind:]))
    return (rest if others.isdisjoint(_SOME_HEAD.findall(rest)) else text)[1:]

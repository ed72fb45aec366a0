"""Lines that take back, replace or run something: what they do to the lines before them is not known by themselves.

They are recognised by how they begin, in the words of command lines of switches (`no`, `default`, `delete`, `unset`,
`deactivate`, `abort`, `rollback`, `discard`, `load`, `configure replace`, `copy ... running-config`) and of shells, by
a class that is put before others, or by an end that switches something off.
"""

from __future__ import annotations

from roce_lint.text.patterns import lazy_pattern

_UNDOES = lazy_pattern(
    r"\W*(?:\S+[#>][ \t]*)?(?:(?:do|run|exec|set|sudo|nv)[ \t]+)*(?:no|default|del(?:ete)?|unset|deactivate|remove"
    r"|undo|abort"
    r"|rollback|revert|discard|load|source|replace|clear|erase|reload|quit|write[ \t]+erase|switchto|insert|move"
    r"|conf(?:ig|igure)?[ \t]+(?:replace|checkpoint|session|maintenance)|config[ \t]\S.*|action[ \t]\S.*"
    r"|copy[ \t]\S.*|tools[ \t]\S.*"
    r"|event-handler|event[ \t]+manager|scheduler?|bash|python\d*|trap|eval|alias|nsenter|watch|xargs)(?:[ \t]|$).*"
    r"|/?[ \t]*\S+(?:[ \t]+\S+)*[ \t]+delete"
    r"|(?:.*[ \t])?(?:insert-before|insert-after|change-configuration|\"?upython-script\"?:?)(?:[ \t].*|;|$)"
    r"|.*[ \t](?:off|false|disabled?|none|lossy|shut(?:down)?);?"
    r"|(?:\$\(|`|\$\{?\w|\.[ \t]).*"
    r"|.*\|[ \t]*(?:sudo[ \t]+)?(?:\S*/)?(?:(?:ba|da|z|k)?sh|at|crontab|xargs|python\d*|perl|tee)\b.*"
)
_SEPARATORS = lazy_pattern(r"&&|\|\||;")
_LONGEST = 400


def may_undo(text: str) -> bool:
    """Say whether a line may take back or replace what other lines say."""
    parts = _SEPARATORS.split(text.strip()[:_LONGEST].lower())
    return any(_UNDOES.fullmatch(part.strip()) for part in parts)

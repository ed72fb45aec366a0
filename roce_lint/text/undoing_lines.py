"""Lines that take back, replace or run something: what they do to the lines before them is not known by themselves.

They are recognised by how they begin, in the words of command lines of switches (`no`, `default`, `delete`, `unset`,
`deactivate`, `abort`, `rollback`, `discard`, `load`, `configure replace`, `copy ... running-config`) and of shells.
"""

from __future__ import annotations

from roce_lint.text.patterns import lazy_pattern

_UNDOES = lazy_pattern(
    r"\W*(?:\S+[#>][ \t]*)?(?:(?:do|run|exec|set)[ \t]+)?(?:no|default|del(?:ete)?|unset|deactivate|remove|undo|abort"
    r"|rollback|revert|discard|load|source|replace|clear|erase|reload|quit|write[ \t]+erase|switchto|insert|move"
    r"|conf(?:ig|igure)?[ \t]+(?:replace|checkpoint|session|maintenance)|copy[ \t]\S.*|tools[ \t]\S.*"
    r"|event-handler|event[ \t]+manager|scheduler?|bash|python\d*|trap|eval|alias|nsenter|watch|xargs)(?:[ \t]|$).*"
    r"|/?[ \t]*\S+(?:[ \t]+\S+)*[ \t]+delete"
    r"|.*\|[ \t]*(?:sudo[ \t]+)?(?:\S*/)?(?:(?:ba|da|z|k)?sh|at|crontab|xargs|python\d*|perl|tee)\b.*"
)
_LONGEST = 400


def may_undo(text: str) -> bool:
    """Say whether a line may take back or replace what other lines say."""
    return _UNDOES.fullmatch(text.strip()[:_LONGEST].lower()) is not None

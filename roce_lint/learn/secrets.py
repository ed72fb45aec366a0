"""Secrets in lines of configurations: what stands for them where a line is quoted."""

from __future__ import annotations

import re
from collections.abc import Callable

from roce_lint.text.config_lines import LinePath

_KEYWORD = (
    r"(?:[\w-]*password|passphrase|passwd|passkey|secret|[\w-]*-secret|secret-key|shared-key|[\w-]*auth-key|key|key-string|"
    r"authentication-key|snmp(?:-server)?\s+community|community-entry\s+\S+\s+community|"
    r"rmon\s+event\s+\d+\s+log\s+trap|version\s+(?:1|2c)|auth|priv|md5|hmac-\S+|sshkey|ssh-key|ssh-keys|localized|token|"
    r"engine-?id|pre-shared-key|[Ss][Nn][Mm][Pp]_COMMUNITY)"
)
_TYPE = (
    r"(?:\d{1,5}(?=\s+\S)|8a|type-?\d\w?|sha\d*(?:-\d+)?|md5|hmac-\S+|aes(?:-?\d+)*|3?des|encrypted|hidden|clear(?:-?text)?|ascii|"
    r"localizedkey|scrypt|pbkdf2|nthash|string|hash|shared-secret|rsa|ecdsa|ssh-\S+|cipher|auth|priv|encryption-type|\[)"
)
_AFTER_KEYWORD = re.compile(
    rf'(?P<before>(?<![\w-]){_KEYWORD}(?:\s+{_TYPE})*\s+)(?P<value>(?!{_KEYWORD}(?:\s|$))(?:"[^"]*"|[^\s\]]+))'
)
_NO_SECRETS = frozenset(
    """
    address algorithm authentication chain config-key cryptography disable enable encrypt encryption exportable generate
    group host level line local none permit policy prompt required reversible role send server set status type user
    view vrf aging expire history length lifetime lockout minimum minimum-length strength-check
    """.split()  # noqa: SIM905  # a table is easier to read than quoted strings
)
"""Words that follow a keyword and begin more of the command."""
_HASH = re.compile(
    r"\$(?:\d\w?|sha\d+|y|ar2)\$\S+|(?<![\w/+=:.-])(?:0x)?[0-9A-Fa-f]{24,}(?![\w:.-])"
    r"|(?<![\w/+=:.-])(?=[A-Za-z+/]*\d)(?=\S*[A-Z])(?=\S*[a-z])[A-Za-z0-9+/]{24,}={0,2}(?![\w:.-])"
)
_MARKER = re.compile(r'"?\$\{[A-Z][A-Z0-9_]*\}"?')
_NUMBERED, _DIGITS = ("key", "authentication-key"), 5
"""Keys that have numbers, of so many digits."""
MASK = "<secret>"


def masked(text: str) -> str:
    """Return a line with its secrets, in clear or encrypted, replaced by `<secret>`; names such as `${KEY}` stay."""
    return with_secrets(text, lambda _: MASK)


def hidden(path: LinePath) -> LinePath:
    """Return a line and its blocks with the same word for every secret, be it a value or a name such as `${KEY}`."""
    text = "\n".join(path)
    return tuple(_MARKER.sub(MASK, masked(text)).split("\n"))


def with_secrets(text: str, put: Callable[[str], str]) -> str:
    """Return a line with what `put` returns for each of its secrets, given its value.

    What looks like a secret counts as one: a public word that is hidden is a smaller fault than a secret that is not.
    """

    def of_keyword(found: re.Match[str]) -> str:
        value, keyword = found["value"], found["before"].split()[0]
        is_number = value.isdecimal() and len(value) <= _DIGITS and keyword in _NUMBERED
        if is_number or value.lower() in _NO_SECRETS or _MARKER.fullmatch(value):
            return found[0]
        return found["before"] + put(value)

    return _HASH.sub(lambda found: put(found[0]), _AFTER_KEYWORD.sub(of_keyword, text))

"""What sets the addresses of hosts, and which adapters they have, by the files that were read of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from roce_lint.hosts.registry import DRIVERS
from roce_lint.text.document import Document
from roce_lint.text.patterns import lazy_pattern

FilesOf: TypeAlias = Mapping[str, Sequence[Document]]
"""The files of each device by its name."""
_NETPLAN = lazy_pattern(r"(?m)^network:(?s:.*)^ +addresses:")
_NETWORKD = lazy_pattern(r"(?m)^Address *=")
_NETWORK_MANAGER = lazy_pattern(r"(?m)^ *nmcli con|^address1 *=")
_SCRIPT = lazy_pattern(r"(?m)^ *ip addr(ess)? (add|replace) ")
_WORDS = {"netplan": _NETPLAN, "networkd": _NETWORKD, "network-manager": _NETWORK_MANAGER, "script": _SCRIPT}


def networks_of(files_of: FilesOf) -> Mapping[str, str]:
    """Return the word of `hosts[].network` for each device whose files say it."""
    found: dict[str, str] = {}
    for name, files in files_of.items():
        for word, pattern in _WORDS.items():
            if any(pattern.search(one.text) for one in files):
                found[name] = word
                break
    return found


def adapters_of(files_of: FilesOf) -> Mapping[str, frozenset[str]]:
    """Return the models of adapters, by the ids of the catalogue, that the files of each device name."""
    forms = [form for driver in DRIVERS for form in driver.documents]
    return {
        name: frozenset(
            model
            for one in files
            for form in forms
            if form.recognises(one.text)
            for model in form.adapters_of(one.text)
        )
        for name, files in files_of.items()
    }

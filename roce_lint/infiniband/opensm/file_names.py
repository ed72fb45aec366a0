"""How files of OpenSM are called; every file that is found is asked, so this imports little."""

from __future__ import annotations

import re

from roce_lint.text.patterns import lazy_pattern

_PARTITION_NAME = lazy_pattern(r"(?:^|[/\\])(?:[^/\\]*[._-])?partitions?(?:[._-][^/\\]*)?\.conf(?:\.user_ext)?$", re.I)
_OPTIONS_NAME = lazy_pattern(r"(?:^|[/\\])(?:[^/\\]*[._-])?opensm(?:[._-][^/\\]*)?\.(?:conf|opts)$", re.I)


def is_partition_file_name(path: str) -> bool:
    """Say whether a file is called as partition files are: such a file is read whatever is in it."""
    return bool(_PARTITION_NAME.search(path))


def is_options_file_name(path: str) -> bool:
    """Say whether a file is called as files of options are: opensm.conf."""
    return bool(_OPTIONS_NAME.search(path))


def is_opensm_file_name(path: str) -> bool:
    """Say whether a file is called as a file of OpenSM is."""
    return is_partition_file_name(path) or is_options_file_name(path)

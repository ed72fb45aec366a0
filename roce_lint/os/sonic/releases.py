"""Which release a switch runs, as its database and its tools state it, and what began and ended with which of them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from roce_lint.model.fact import Fact, Source, Stated, Unknown
from roce_lint.model.releases import ReleaseForm, ReleaseNumbers
from roce_lint.os.sonic.database import Database, stated
from roce_lint.text.document import Document
from roce_lint.text.patterns import lazy_pattern

SONIC_RELEASES = ReleaseForm(
    lazy_pattern(r"(20\d{4})(?!\d)(?:.* of (\d{4})-(\d\d)-(\d\d)$)?", re.ASCII), "202511 of 2026-03-21"
)
"""A branch, and the day on which its image was built; builds of other branches have no number."""

TRIMMING = SONIC_RELEASES.since("202505")
"""Packet trimming. Source: sonic-utilities, sonic-swss and sonic-buildimage by branch."""
PFC_HISTORY = SONIC_RELEASES.since("202511")
"""`pfc_stat_history` of a watchdog. Source: sonic-swss orchagent/pfcwdorch.cpp by branch."""
OLD_WATCHDOG_TABLE = SONIC_RELEASES.before("202505")
"""`PFC_WD_TABLE` is read. Source: sonic-utilities db_migrator by branch."""
SHORT_POLLING = SONIC_RELEASES.since("202511 of 2026-03-21")
LONG_POLLING = SONIC_RELEASES.before("202511 of 2026-03-21")
"""The longest POLL_INTERVAL. Source: sonic-buildimage 6e48e439 and 224df9b5, sonic-pfcwd YANG."""
SPEED_1600G = SONIC_RELEASES.since("202511")
SPEED_800G = SONIC_RELEASES.before("202511")
"""The highest speed of PORT. Source: sonic-port YANG by branch."""
SHORT_SPECTRUM_6_HEADROOM = SONIC_RELEASES.between("202605", "202605 of 2026-08-01")
"""Source: sonic-swss cfgmgr/buffer_headroom_mellanox.lua 764bcd4a."""
SHORT_SMALL_PACKET_HEADROOM = SONIC_RELEASES.between("202605", "202605 of 2026-07-31")
"""Source: sonic-swss cfgmgr/buffer_headroom_mellanox.lua 6e4b98b9 (202605), b20a5969 (master)."""

_SCHEMA = lazy_pattern(r"version_(20\d{4})_\d\d")
_VERSION = lazy_pattern(r"SONiC Software Version: SONiC[.-](\S+)")
_BUILT = lazy_pattern(r"^Build date: \w{3} (\w{3}) +(\d{1,2}) .*\b(20\d\d)[ \t\r]*$", re.MULTILINE)
_MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()  # noqa: SIM905  # easier to read
_UNSTATED = "a configuration of SONiC does not state it"


def image_of(documents: Iterable[Document], whole: Source) -> Fact[str]:
    """Return the image that `show version` names, with the day of its build where that is shown."""
    for document in documents:
        if found := _VERSION.search(document.text):
            line = document.text.count("\n", 0, found.start()) + 1
            built = _BUILT.search(document.text, found.end())
            day = f" of {built[3]}-{_MONTHS.index(built[1]) + 1:02}-{int(built[2]):02}" if built else ""
            return Stated(found[1] + day, Source(document.path, line, line))
    return Unknown(_UNSTATED, whole)


def release_in_force(image: Fact[str], database: Database) -> ReleaseNumbers:
    """Return the release of the image, else the one whose schema the database has (sonic-utilities db_migrator.py).

    A schema is called after the release that wrote it, which is no statement of the image; older ones are not.
    """
    if isinstance(image, Stated):
        return SONIC_RELEASES.of(image)
    version = stated(database.row("VERSIONS", "DATABASE"), "VERSION")
    found = _SCHEMA.fullmatch(version.value) if version else None
    return SONIC_RELEASES.numbers(found[1]) if found else ()

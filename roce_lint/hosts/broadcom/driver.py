"""The drivers bnxt_en and bnxt_re of Broadcom NetXtreme-E, with the tools of their package."""

from __future__ import annotations

from collections.abc import Mapping

from roce_lint.hosts.broadcom.commands import read_bnxtqos, read_niccli, read_setupcc
from roce_lint.hosts.broadcom.congestion_control import read_congestion_control
from roce_lint.hosts.contract import KernelFile, NicBehaviour, NicDriver, Undocumented
from roce_lint.hosts.settings import SettingKey, SettingPlace, SettingsLog
from roce_lint.model.fact import Fact, Stated
from roce_lint.text.patterns import lazy_pattern


def _check_apply(log: SettingsLog, numbers: Mapping[tuple[SettingKey, int], Fact[int]]) -> None:
    """Reject values below `cc/` that no 1 written to `apply` follows."""
    applied = numbers.get((SettingKey.CC_APPLIED, -1))
    if isinstance(applied, Stated) and not applied.value:
        log.refuse(
            SettingPlace(applied.source, "a value below cc/"), "bnxt_re takes none of them before 1 is written to apply"
        )


BNXT = NicDriver(
    name="bnxt",
    label="Broadcom NetXtreme-E (bnxt_en, bnxt_re)",
    kernel_modules=frozenset({"bnxt_en"}),
    services=frozenset(),
    commands={"bnxt_setupcc.sh": read_setupcc, "niccli": read_niccli, "bnxtqos": read_bnxtqos},
    unread_commands={},
    outputs={},
    files=(
        KernelFile(
            lazy_pattern(r"/kernel/config/bnxt_re/(?P<nic>[^/]+)/ports/\d+/cc/(?P<leaf>\w+)"), read_congestion_control
        ),
    ),
    documents=(),
    private_flags={},
    refused_module_options={},
    checks=(_check_apply,),
    command_patterns=(r"bnxt_setupcc[^\s\"',]*+", "niccli"),
    written_paths=(),
    subjects=(),
    about_roce=lazy_pattern(r"/kernel/config/bnxt_re/[^/]+/ports/\d+/cc/"),
    defaults=Undocumented("no public source gives the defaults of the firmware"),
    behaviour=NicBehaviour(
        headroom=Undocumented("no public source says how much bnxt_en reserves above its xoff threshold"),
        pause_threshold=Undocumented("no source is known for the xoff threshold of bnxt_en"),
    ),
    collected=(),
)

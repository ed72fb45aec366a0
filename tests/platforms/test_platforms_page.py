"""The page about platforms is what the catalogue says."""

from __future__ import annotations

from pathlib import Path

from ci.docs.platforms import platforms_page
from roce_lint.platforms import catalog


def test_the_page_in_the_docs_is_in_step_with_the_catalogue(root: Path) -> None:
    written = (root / "docs/platforms.md").read_text(encoding="utf-8")
    assert written == platforms_page(), "run: python -m ci.docs.platforms > docs/platforms.md"


def test_every_platform_is_on_the_page() -> None:
    page = platforms_page()
    assert [p.model for p in catalog.platforms() if p.model not in page and p.os != "mlx5"] == []


def test_a_row_says_value_platforms_certainty_and_source() -> None:
    page = platforms_page()
    rows = (
        "| queue_keyword | uc-tx-queue | DCS-7060DX4-32 | verified | Intel Gaudi switch configuration page for the"
        " 7060DX4-32 |",
        "| DCS-7060DX4-32 | 33 to 34 SFP+ | `1x10g-1` | verified | SONiC sonic-buildimage,"
        " device/arista/x86_64-arista_7060dx4_32/platform.json |",
        "| watchdog detect | 10 ms to 1500 ms, steps of 1 ms, typed in milliseconds | all | verified | srl_nokia-qos"
        " YANG 25.3.1, deadlock detection-timer |",
        "| feature stuck_queue_recovery | no (errdisable recovery cause stuck-queue) | DCS-7280CR3-32D4,"
        " DCS-7280CR3-32P4, DCS-7280DR3-24, DCS-7280DR3A-36 | verified | Arista AVD platform feature table"
        " (platform_settings, pyavd 6.4), 7280R3 |",
        "| `CNP_DSCP` | DSCP of CNPs | 0 to 63 (DSCP) | 48 |",
        "| chassis | slots 1 to 8, 36p QSFP-DD IMM (400G) | 7250 IXR-10e | reported | Nokia 7250 IXR data sheet for the"
        " slots; srl_nokia-interfaces YANG 25.3.1, breakout-mode for the card |",
    )
    lines = page.splitlines()
    assert [row for row in rows if row not in lines] == []

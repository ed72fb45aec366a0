"""In which releases something holds: yes, no, or open where too little of the release is known."""

from __future__ import annotations

import pytest

from roce_lint.model.releases import EVERY_RELEASE, ReleaseNumbers, Releases
from roce_lint.model.vendor_default import VendorDefault, default_of
from roce_lint.os.eos.releases import EOS_RELEASES
from roce_lint.os.nxos.releases import NXOS_RELEASES
from roce_lint.os.sonic.releases import SONIC_RELEASES
from roce_lint.os.srlinux.releases import SRL_RELEASES

FIRST, SECOND = Releases(before=(24, 7)), Releases(since=(24, 7))


@pytest.mark.parametrize(
    ("releases", "release", "expected"),
    [
        (EVERY_RELEASE, (), True),
        (SECOND, (), None),
        (SECOND, (24,), None),
        (SECOND, (24, 3, 1), False),
        (SECOND, (24, 7), True),
        (SECOND, (24, 7, 2), True),
        (FIRST, (24, 3), True),
        (FIRST, (24, 7, 1), False),
        (FIRST, (24,), None),
        (Releases((24, 7), (25, 3)), (25,), None),
        (Releases((24, 7), (25, 3)), (25, 3), False),
        (Releases((24, 7), (25, 3)), (24, 10), True),
    ],
)
def test_a_release_is_one_of_them_or_open(releases: Releases, release: ReleaseNumbers, expected: bool | None) -> None:
    assert releases.hold(release) is expected


@pytest.mark.parametrize(
    ("form", "text", "numbers"),
    [
        (EOS_RELEASES, "4.32.1F", (4, 32, 1)),
        (EOS_RELEASES, "EOS-4.31", (4, 31)),
        (EOS_RELEASES, "4.32.1.1F-EFT", (4, 32, 1)),
        (EOS_RELEASES, "10.4(3)", ()),
        (NXOS_RELEASES, "10.4(3)F", (10, 4, 3)),
        (NXOS_RELEASES, "9.3", (9, 3)),
        (SRL_RELEASES, "v25.3.1", (25, 3, 1)),
        (SONIC_RELEASES, "202511.1234-0ab1", (202511,)),
        (SONIC_RELEASES, "202511.1234-0ab1 of 2026-03-21", (202511, 2026, 3, 21)),
        (SONIC_RELEASES, "20230531.30", ()),
        (SONIC_RELEASES, "master.1234-0ab1", ()),
    ],
)
def test_numbers_of_a_release(form: object, text: str, numbers: ReleaseNumbers) -> None:
    assert form.numbers(text) == numbers  # type: ignore[attr-defined]


@pytest.mark.parametrize(("release", "value"), [((24, 3), 0), ((24, 7), 1), ((24,), 1), ((), 1)])
def test_the_default_is_that_of_the_release_else_the_newest(release: ReleaseNumbers, value: int) -> None:
    older, newer = VendorDefault(0, "it was 0", "Guide", FIRST), VendorDefault(1, "it is 1", "Guide", SECOND)
    assert default_of(release, older, newer).value == value

"""Tokens in configurations: where they are read, what they are attached to, and when they are refused."""

from __future__ import annotations

from datetime import date

import pytest

from roce_lint.judge.check import check_texts
from roce_lint.judge.finding import Report
from roce_lint.judge.suppressions import Suppressions
from roce_lint.judge.waiver_token import waivers_of_remarks
from roce_lint.model.fact import NOWHERE, Source
from roce_lint.model.reading import Remark
from roce_lint.read.format import HOST, Format
from roce_lint.read.remarks import find_remarks
from roce_lint.text.document import Document
from tests.all_rules import all_rules

EOS = """\
hostname leaf1
!
qos map dscp 26 to traffic-class 3
!
qos profile ROCE
   qos trust dscp
   priority-flow-control on
   priority-flow-control priority 3 no-drop
   !
   uc-tx-queue 3
      {queue}
      random-detect ecn minimum-threshold 1600 kbytes maximum-threshold 1500 kbytes max-mark-probability 20 weight 0
!
interface Ethernet1/1
   {port}
   no switchport
   service-profile ROCE
!
priority-flow-control pause watchdog default timeout 0.2
"""
TOKEN = "roce-lint: ignore[ECN-002] being retuned"


def remarks(text: str, form: Format) -> list[tuple[int, tuple[int, int], str, bool, bool]]:
    return [
        (one.source.line, (one.scope.line, one.scope.end_line), one.text, one.opens_file, one.is_kept)
        for one in find_remarks(Document("x", text), form)
    ]


@pytest.mark.parametrize(
    ("form", "text", "expected"),
    [
        (Format("eos"), EOS.format(queue=f"!! {TOKEN}", port="!"), [(11, (10, 12), TOKEN, False, True)]),
        (Format("eos"), EOS.format(queue="!", port=f"!{TOKEN}"), [(15, (14, 17), TOKEN, False, False)]),
        (
            Format("eos"),
            EOS.format(queue="!", port="description x [rl:PFC a]"),
            [(15, (14, 17), "[rl:PFC a]", False, True)],
        ),
        (Format("eos"), f"! {TOKEN}\nhostname a\n", [(1, (0, 0), TOKEN, True, False)]),
        (Format("eos"), f"hostname a\n! {TOKEN}\n", [(2, (0, 0), TOKEN, False, False)]),
        (Format("nxos"), f"interface Ethernet1/1\n  !! {TOKEN}\n  mtu 9216\n", [(2, (1, 3), TOKEN, False, False)]),
        (
            Format("nxos"),
            f"class-map type qos match-any R\n  description {TOKEN}\n  match dscp 26\n",
            [(2, (1, 3), TOKEN, False, True)],
        ),
        (
            Format("srlinux"),
            f"# {TOKEN}\nset / interface ethernet-1/1 mtu 1500\nset / interface ethernet-1/2 mtu 1500\n",
            [(1, (2, 2), TOKEN, True, False)],
        ),
        (
            Format("srlinux"),
            f"interface ethernet-1/1 {{\n    # {TOKEN}\n    mtu 1500\n}}\n",
            [(2, (1, 3), TOKEN, False, False)],
        ),
        (
            Format("srlinux"),
            f'{{\n "qos": {{\n  "_annotate": "{TOKEN}",\n  "a": "{{"\n }},\n "b": 1\n}}\n',
            [(3, (2, 5), TOKEN, False, True)],
        ),
        (
            Format("srlinux"),
            f'{{\n "_annotate_b": "{TOKEN}",\n "b": 1\n}}\n',
            [(2, (0, 0), TOKEN, True, True)],
        ),
        (Format("srlinux"), f'{{"qos": {{"_annotate": "{TOKEN}"}}}}', [(1, (0, 0), TOKEN, False, True)]),
        (
            HOST,
            f"# {TOKEN}\nmlnx_qos -i eth0 \\\n  --pfc 0,0\nsysctl x\n",
            [(1, (2, 3), TOKEN, True, True)],
        ),
        (HOST, "# nothing\nmlnx_qos -i eth0\n", []),
    ],
)
def test_remarks_are_found_with_what_they_are_attached_to(
    form: Format, text: str, expected: list[tuple[int, tuple[int, int], str, bool, bool]]
) -> None:
    assert remarks(text, form) == expected


def check(text: str, today: date = date(2026, 6, 30)) -> Report:
    rules = all_rules()
    suppressions = Suppressions(today=today, is_whole=True, known_rules=rules)
    return check_texts({"leaf1.cfg": text}, os="eos", rules=rules, suppressions=suppressions)


def about(report: Report, *rules: str) -> list[str]:
    return [
        f"{one.place.line} {one.rule}" + (f" ({one.suppression.reason})" if one.suppression else "")
        for one in report.findings
        if one.rule in rules or one.family == "waiver"
    ]


CURVE = "ecn-curve-invalid"


@pytest.mark.parametrize(
    ("queue", "port", "expected"),
    [
        ("!", "!", [f"12 {CURVE}"]),
        (f"!! {TOKEN}", "!", [f"12 {CURVE} (being retuned)"]),
        ("!", f"!! {TOKEN}", [f"12 {CURVE} (being retuned)"]),
        ("!", "description gpu1 [rl:ECN-002 being retuned]", [f"12 {CURVE} (being retuned)"]),
        ("!", f"! {TOKEN}", [f"12 {CURVE} (being retuned)", "15 waiver-not-kept-by-device"]),
        ("!! roce-lint: ignore[PRT] x", "!", ["11 waiver-unused", f"12 {CURVE}"]),
        (
            "!! roce-lint: ignore[ECN-002 until 2026-06-29] x",
            "!",
            ["11 waiver-expired", f"12 {CURVE}"],
        ),
        ("!! roce-lint: ignore[ECN-002 until 2026-06-30] x", "!", [f"12 {CURVE} (x)"]),
        ("!! roce-lint: ignore[ECN-002]", "!", ["11 waiver-token-refused", f"12 {CURVE}"]),
        ("!! roce-lint: ignore[ECN-0002] x", "!", ["11 waiver-token-refused", f"12 {CURVE}"]),
        ("!! roce-lint: ignore ECN-002 x", "!", ["11 waiver-token-refused", f"12 {CURVE}"]),
        ("!! roce-lint: ignor[ECN-002] x", "!", ["11 waiver-token-refused", f"12 {CURVE}"]),
        ("!! roce-lint: ignore-file[ECN-002] x", "!", ["11 waiver-token-refused", f"12 {CURVE}"]),
        ("!! roce-lint: ignore[waiver-unused] x", "!", ["11 waiver-token-refused", f"12 {CURVE}"]),
    ],
)
def test_a_token_waives_what_its_block_is_about(queue: str, port: str, expected: list[str]) -> None:
    assert about(check(EOS.format(queue=queue, port=port)), CURVE) == expected


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("roce-lint: ignore[ECN-002]", "it gives no reason"),
        ("roce-lint: ignore[] x", "name a rule: an id, a code or a family"),
        ("roce-lint: ignore[ECN-0002] x", "there is no rule 'ECN-0002'; did you mean 'ECN-002'?"),
        ("roce-lint: ignore[ECN-002 until then] x", "'then' is no day; write 2026-12-31"),
        ("roce-lint: pause[ECN-002] x", "there is no 'pause'; write 'roce-lint: ignore[RULE] reason'"),
        ("roce-lint: ignore-file[ECN-002] x", "ignore-file belongs before the first statement of its file"),
        ("roce-lint: ignore[ECN-002] x", "it is in no block; move it into one, or write ignore-file at the top"),
        ("roce-lint: " + " " * 100_000 + "[", "write 'roce-lint: ignore[RULE] reason'"),
    ],
    ids=lambda value: value[:40],
)
def test_a_refused_token_says_why(text: str, refused: str) -> None:
    remark = Remark(Source("a.cfg", 3, 3), NOWHERE, text, opens_file=False, is_kept=True)
    (waiver,) = waivers_of_remarks((remark,), (), all_rules())
    assert waiver.refused.startswith(refused)


def test_a_token_at_the_top_waives_in_its_whole_file() -> None:
    text = "! roce-lint: ignore-file[ECN] old design\n" + EOS.format(queue="!", port="!")
    assert about(check(text), CURVE) == ["1 waiver-not-kept-by-device", f"13 {CURVE} (old design)"]


def test_a_description_of_an_sr_linux_port_is_read_in_every_form() -> None:
    flat = """\
set / interface ethernet-1/1 admin-state enable
set / interface ethernet-1/1 description "gpu1 [rl:mtu-mismatch lab]"
set / interface ethernet-1/1 mtu 9232
"""
    rules = all_rules()
    suppressions = Suppressions(known_rules=rules)
    report = check_texts({"leaf1.cfg": flat}, os="srlinux", rules=rules, suppressions=suppressions)
    assert [one.message for one in report.findings if one.rule == "waiver-token-refused"] == [
        "this waives nothing: there is no rule 'mtu-mismatch'; roce-lint rules lists them"
    ]


def test_a_file_full_of_tokens_costs_linear_time() -> None:
    text = "interface Ethernet1\n" + "   !! roce-lint: ignore[PFC] x\n" * 50_000
    assert len(find_remarks(Document("x", text), Format("eos"))) == 50_000
    flat = "set / a\n" + "# roce-lint: ignore[PFC] x\n" * 50_000
    assert len(find_remarks(Document("x", flat), Format("srlinux"))) == 50_000
    nested = '{"a":' * 20_000 + '{"_annotate": "roce-lint: ignore[PFC] x"' + "}" * 20_001
    assert len(find_remarks(Document("x", nested), Format("srlinux"))) == 1


def test_annotations_of_sr_linux_are_no_configuration() -> None:
    text = """\
{
  "interface": [
    {
      "name": "ethernet-1/1",
      "_annotate": "roce-lint: ignore[PRT] lab",
      "_annotate_mtu": "as the optics need it",
      "mtu": 9232
    }
  ]
}
"""
    report = check_texts({"leaf1.json": text}, os="srlinux", rules=all_rules())
    assert report.unread == ()

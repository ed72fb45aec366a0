"""Rule files and folders: everything that is wrong is said at once, with its place."""

from __future__ import annotations

import pickle

import pytest

from roce_lint.errors import RuleError
from roce_lint.judge.load import load_rules
from roce_lint.judge.rule import Confidence, Example, ExampleLine, Severity, Verdict
from roce_lint.judge.rule_file import parse_rule


def problems(text, vocabulary, path="rules/ecn/ecn-missing.yaml"):
    with pytest.raises(RuleError) as caught:
        parse_rule(text, path, "ecn", vocabulary)
    return [str(problem) for problem in caught.value.problems]


def test_a_rule_file_becomes_a_rule(rule_text, vocabulary):
    text = rule_text(
        must_know=True,
        extra="place: queue.ecn_enabled\nrelated: [queue.lossless]\nsuppressed_by: [pfc-off]\n",
        fixes="fix_by_os:\n  eos: |\n    tx-queue {queue.index}\n       random-detect ecn\n",
    )
    rule = parse_rule(text, "rules/ecn/ecn-missing.yaml", "ecn", vocabulary)
    assert (rule.id, rule.code, rule.family, rule.scope) == ("ecn-missing", "ECN-001", "ecn", "queue")
    assert (rule.severity, rule.confidence, rule.must_know) == (Severity.ERROR, Confidence.SHOULD, True)
    assert [condition.text for condition in rule.when] == ["queue.lossless"]
    assert rule.require.text == "queue.ecn_enabled"
    assert [path.name for path in (*rule.place, *rule.related)] == ["queue.ecn_enabled", "queue.lossless"]
    assert rule.suppressed_by == ("pfc-off",)
    assert rule.why == "Without marks only PFC slows the sender."
    assert rule.fix_for("nxos").text == "Mark ECN on queue {queue.index}."
    assert rule.fix_for("eos").text == "tx-queue {queue.index}\n   random-detect ecn"
    assert rule.sources == ("RFC 3168",)
    config = (
        "interface Ethernet1\n   priority-flow-control on\n   priority-flow-control priority 3 no-drop\n   tx-queue 3\n"
    )
    lines = (ExampleLine("", 4), ExampleLine("", 3))
    assert rule.examples[0] == Example("eos", Verdict.VIOLATED, lines, config, (), "", "", rule.examples[0].line)
    assert rule.examples[1].verdict is Verdict.SATISFIED


def test_a_rule_survives_pickling(rule_text, vocabulary):
    rule = parse_rule(rule_text(), "rules/ecn/ecn-missing.yaml", "ecn", vocabulary)
    assert pickle.loads(pickle.dumps(rule)) == rule


def test_a_fact_that_does_not_exist_is_named_with_its_place(rule_text, vocabulary):
    text = rule_text(require="queue.lossless or queue.ecn_enabeld")
    assert problems(text, vocabulary) == [
        "rules/ecn/ecn-missing.yaml:8:28: Queue has no fact 'ecn_enabeld'; did you mean 'ecn_enabled'?"
    ]


def test_a_quoted_condition_is_blamed_at_its_start(rule_text, vocabulary):
    assert problems(rule_text(require="'queue.lossless or queue.drop'"), vocabulary) == [
        "rules/ecn/ecn-missing.yaml:8:10: Queue has no fact 'drop'; did you mean 'drops'?"
    ]


CHANGES = {
    "unknown key": ("why:", "wye:", "10:1: a rule has no key 'wye'; did you mean 'why'?"),
    "missing key": ("sources: [RFC 3168]\n", "", "1:1: this rule lacks 'sources'"),
    "duplicate key": ("why:", "message:", "10:1: 'message' appears twice; the first is in line 9"),
    "order": (
        "id: ecn-missing\ncode: ECN-001",
        "code: ECN-001\nid: ecn-missing",
        "2:1: 'id' stands before 'code' in a rule",
    ),
    "severity": (
        "severity: error",
        "severity: fatal",
        "3:11: 'severity' cannot be 'fatal'; known are error, info, warning",
    ),
    "confidence": (
        "confidence: should",
        "confidence: shuold",
        "4:13: 'confidence' cannot be 'shuold'; did you mean 'should'?",
    ),
    "scope": ("for: queue", "for: queues", "5:6: there is no scope 'queues'; did you mean 'queue'?"),
    "id of another file": (
        "id: ecn-missing",
        "id: ecn-absent",
        "1:5: the id is 'ecn-absent' and the file's name 'ecn-missing'; they must agree",
    ),
    "code": (
        "code: ECN-001",
        "code: ecn1",
        "2:7: 'ecn1' is no code; write two to five capitals and three digits: PFC-001",
    ),
    "empty list of sources": (
        "[RFC 3168]",
        "[]",
        "12:10: a rule has at least one source that can be looked up",
    ),
    "when as text": ("when:\n  - queue.lossless", "when: queue.lossless", "6:7: 'when' is a list"),
    "empty message": ("message: priority", "message: ''\n#", "9:10: 'message' is a text that is not empty"),
    "format in a message": (
        "queue {queue.index} does",
        "queue {queue.index:>9} does",
        "9:61: {queue.index} takes no format and no conversion; write the name only",
    ),
    "index in a message": (
        "queue {queue.index} does",
        "queue {port.labels[0]} does",
        "9:61: Port has no fact 'labels[0]'; did you mean 'labels'?",
    ),
    "dunder in a message": (
        "queue {queue.index} does",
        "queue {queue.__class__} does",
        "9:61: Queue has no fact '__class__'",
    ),
    "open brace in a fix": (
        "queue {queue.index}.",
        "queue {queue.index.",
        "11:6: expected '}' before end of string; write {{ and }} for plain braces",
    ),
    "vendor": (
        "vendor: eos\n    verdict: violated",
        "vendor: ios\n    verdict: violated",
        "14:13: there is no vendor 'ios'",
    ),
    "lines": (
        "[4, 3]",
        "[4, x]",
        "16:16: 'x': no line of the example says so; write one line's text, its number or name.cfg:number",
    ),
    "no violated example": (
        "verdict: violated",
        "verdict: undetermined",
        "14:3: a rule has at least one violated example",
    ),
    "two of a kind": (
        "verdict: satisfied",
        "verdict: violated\n    lines: [1]",
        "22:5: eos has another violated example in line 14; keep one",
    ),
    "anchor": ("why: Without", "why: &a Without", "10:6: anchors and aliases are not used here"),
    "tag": (
        "why: Without",
        "why: !!python/name:os.system Without",
        "10:6: the tag tag:yaml.org,2002:python/name:os.system",
    ),
    "digits": ("why: Without", f"why: {'9' * 4301}\n#", "10:6: a number of more than 4,300 digits; correct it"),
    "not YAML": ("why: Without", "why: a: b", "10:7: this is not YAML: mapping values are not allowed in this context"),
}


@pytest.mark.parametrize(("old", "new", "expected"), CHANGES.values(), ids=CHANGES)
def test_a_fault_in_a_rule_file_is_named_with_its_place(old, new, expected, rule_text, vocabulary):
    text = rule_text()
    assert old in text
    found = problems(text.replace(old, new, 1), vocabulary)
    assert any(problem.startswith(f"rules/ecn/ecn-missing.yaml:{expected}") for problem in found), found


def test_an_id_never_holds_the_severity(rule_text, vocabulary):
    text = rule_text(id="ecn-error-missing")
    assert problems(text, vocabulary, "rules/ecn/ecn-error-missing.yaml") == [
        "rules/ecn/ecn-error-missing.yaml:1:5: an id never holds the severity: drop 'error'"
    ]


def test_all_faults_of_one_file_are_reported_at_once(rule_text, vocabulary):
    text = rule_text(
        when=("queue.lossles", "queue.index < queue.ecn_kmin_bytes"), require="open('x')", severity="fatal"
    )
    assert [problem.split(": ")[0] for problem in problems(text, vocabulary)] == [
        "rules/ecn/ecn-missing.yaml:3:11",
        "rules/ecn/ecn-missing.yaml:7:5",
        "rules/ecn/ecn-missing.yaml:8:5",
        "rules/ecn/ecn-missing.yaml:9:10",
    ]


def write(folder, name, text):
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def test_a_folder_is_loaded_by_family_and_sorted_by_id(rule_text, vocabulary, tmp_path):
    write(tmp_path, "rules/pfc/pfc-off.yaml", rule_text(id="pfc-off", code="PFC-001"))
    write(tmp_path, "rules/ecn/ecn-missing.yaml", rule_text())
    write(tmp_path, "rules/profiles.yaml", "profiles: []")
    write(tmp_path, "rules/.git/odd.yaml", "odd")
    write(tmp_path, "site/own-rule.yaml", rule_text(id="own-rule", code="SITE-001"))
    rules = load_rules(tmp_path / "rules", tmp_path / "site", scopes=vocabulary.scopes)
    assert [(rule.id, rule.family) for rule in rules] == [
        ("ecn-missing", "ecn"),
        ("own-rule", "site"),
        ("pfc-off", "pfc"),
    ]


def test_examples_of_several_rules_share_documents(rule_text, vocabulary, tmp_path):
    write(tmp_path, "rules/shared/spine1.cfg", "ecn yes\n")
    write(tmp_path, "rules/ecn/ecn-missing.yaml", with_shared(rule_text(), "spine1.cfg"))
    (rule,) = load_rules(tmp_path / "rules", scopes=vocabulary.scopes)
    assert [example.files for example in rule.examples] == [(("spine1.cfg", "ecn yes\n"),), ()]


def with_shared(text, name):
    """Give the first example a shared document."""
    first, second = text.split("  - vendor", 2)[1:]
    return text.split("  - vendor", 1)[0] + f"  - vendor{first}    shared: [{name}]\n  - vendor{second}"


def test_a_shared_document_that_is_not_there_or_leads_out_is_refused(rule_text, vocabulary, tmp_path):
    write(tmp_path, "secret.cfg", "ecn yes\n")
    write(tmp_path, "rules/shared/spine1.cfg", "ecn yes\n")
    (tmp_path / "rules/shared/secret.cfg").symlink_to(tmp_path / "secret.cfg")
    for name in ("spine2.cfg", "secret.cfg", "../secret.cfg"):
        write(tmp_path, "rules/ecn/ecn-missing.yaml", with_shared(rule_text(), name))
        assert [message.partition(";")[0] for _, message in folder_problems(vocabulary, tmp_path / "rules")] == [
            f"there is no shared document {name!r}"
        ]
    write(tmp_path, "rules/shared/rule-a.yaml", rule_text())
    write(tmp_path, "rules/ecn/ecn-missing.yaml", rule_text())
    assert folder_problems(vocabulary, tmp_path / "rules") == [
        ("rule-a.yaml", "'shared' holds documents of examples; a rule belongs in the folder of its family")
    ]


def folder_problems(vocabulary, *folders):
    with pytest.raises(RuleError) as caught:
        load_rules(*folders, scopes=vocabulary.scopes)
    return [(problem.path.rpartition("/")[2], problem.message) for problem in caught.value.problems]


def test_ids_and_codes_that_are_taken_are_refused(rule_text, vocabulary, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write(tmp_path, "rules/ecn/ecn-missing.yaml", rule_text())
    write(tmp_path, "site/x/ecn-missing.yaml", rule_text(code="SITE-001"))
    write(tmp_path, "site/x/other-rule.yaml", rule_text(id="other-rule"))
    assert folder_problems(vocabulary, tmp_path / "rules", tmp_path / "site") == [
        ("ecn-missing.yaml", "the id 'ecn-missing' is taken by rules/ecn/ecn-missing.yaml; choose another"),
        ("other-rule.yaml", "the code 'ECN-001' is taken by rules/ecn/ecn-missing.yaml; ECN-002 is free"),
    ]


def test_the_rule_that_is_built_in_keeps_its_name(rule_text, vocabulary, tmp_path):
    write(tmp_path, "r/x/config-line-not-understood.yaml", rule_text(id="config-line-not-understood"))
    assert folder_problems(vocabulary, tmp_path / "r") == [
        (
            "config-line-not-understood.yaml",
            "the id 'config-line-not-understood' is taken by roce-lint itself; choose another",
        )
    ]


def test_a_folder_without_rules_a_missing_one_and_odd_files_are_refused(rule_text, vocabulary, tmp_path):
    write(tmp_path, "one/ecn/ecn-missing.yml", rule_text())
    write(tmp_path, "two/ecn/latin.yaml", "x")
    (tmp_path / "two/ecn/latin.yaml").write_bytes(b"id: \xe9")
    assert folder_problems(vocabulary, tmp_path / "none", tmp_path / "one", tmp_path / "two") == [
        ("none", "there is no such folder of rules"),
        ("ecn-missing.yml", "a rule file ends in .yaml; rename it"),
        ("one", "this folder holds no rule; rules are <family>/<id>.yaml"),
        ("latin.yaml", "this is not UTF-8 (byte 4); save it as UTF-8"),
    ]


def test_suppression_needs_a_rule_and_no_circle(rule_text, vocabulary, tmp_path):
    write(tmp_path, "r/a/rule-a.yaml", rule_text(id="rule-a", code="AA-001", extra="suppressed_by: [rule-b]\n"))
    write(tmp_path, "r/a/rule-b.yaml", rule_text(id="rule-b", code="AA-002", extra="suppressed_by: [rule-a]\n"))
    write(tmp_path, "r/a/rule-c.yaml", rule_text(id="rule-c", code="AA-003", extra="suppressed_by: [rule-d]\n"))
    circle = "'suppressed_by' is cyclic: each rule would suppress the other"
    assert folder_problems(vocabulary, tmp_path / "r") == [
        ("rule-a.yaml", circle),
        ("rule-b.yaml", circle),
        ("rule-c.yaml", "'suppressed_by' names no rule 'rule-d'; did you mean 'rule-c'?"),
    ]

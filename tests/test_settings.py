from __future__ import annotations

from pathlib import Path

import pytest

from roce_lint.errors import UsageError
from roce_lint.judge.check import load_all_rules
from roce_lint.judge.select import select_rules
from roce_lint.model.domain_choice import DomainChoice, PortPatterns
from roce_lint.settings.load import Settings, find_settings, parse_settings, read_settings


def test_the_nearest_folder_with_settings_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    (tmp_path / "pyproject.toml").write_text('[tool.roce-lint]\nprofile = "pfc-only"\n')
    (inner.parent / "pyproject.toml").write_text('[project]\nname = "x"\n')
    monkeypatch.chdir(inner)
    assert find_settings(inner) == Settings(profile="pfc-only")
    (inner / "roce-lint.toml").write_text('ignore = ["ECN"]\nrules = ["site"]\nfail-on = "warning"\n')
    assert find_settings(inner) == Settings(ignore=("ECN",), rules=("site",), fail_on="warning")


def test_the_walk_ends_at_the_root_of_the_repository(tmp_path: Path) -> None:
    inner = tmp_path / "repository" / "site"
    inner.mkdir(parents=True)
    (tmp_path / "repository" / ".git").mkdir()
    (tmp_path / "roce-lint.toml").write_text('profile = "pfc-only"\n')
    assert find_settings(inner) == Settings()
    assert find_settings(inner.parent) == Settings()


def test_no_settings_are_the_defaults(tmp_path: Path) -> None:
    assert find_settings(tmp_path) == Settings()


def test_everything_can_be_set_and_tells_its_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pyproject.toml").write_text(
        """\
[tool.roce-lint]
paths = ["configs"]
intent = "fabric.roce.yaml"
cabling = "cables.csv"
profile = "lossless"
rules = ["site"]
select = ["PFC"]
ignore = ["PRT-001"]
exclude = ["*.old"]
baseline = "baseline.json"
waivers = "roce-lint-waivers.yaml"
fail-on = "info"
jobs = 2
cache = false
docs-url = "https://docs.example.net/roce-lint"

[tool.roce-lint.per-device-ignores]
"leaf-1*" = ["ECN-001"]

[tool.roce-lint.domain.include]
interfaces = ["leaf-*:Ethernet1/*"]

[tool.roce-lint.domain.exclude]
devices = ["oob-*"]
vrfs = ["STORAGE"]
descriptions = ["*iscsi*"]
vlans = [10, "200-202"]
"""
    )
    found = find_settings(tmp_path)
    assert found == Settings(
        paths=("configs",),
        intent="fabric.roce.yaml",
        cabling="cables.csv",
        profile="lossless",
        rules=("site",),
        select=("PFC",),
        ignore=("PRT-001",),
        per_device_ignores=(("leaf-1*", ("ECN-001",)),),
        exclude=("*.old",),
        domain=DomainChoice(
            include=PortPatterns(interfaces=("leaf-*:Ethernet1/*",)),
            exclude=PortPatterns(("oob-*",), (), ("*iscsi*",), ("STORAGE",), frozenset({10, 200, 201, 202})),
            place="pyproject.toml",
        ),
        baseline="baseline.json",
        waivers="roce-lint-waivers.yaml",
        fail_on="info",
        jobs="2",
        cache="false",
        docs_url="https://docs.example.net/roce-lint/",
    )
    places = [found.place(key) for key in ("paths", "fail-on", "cache", "per-device-ignores", "domain")]
    assert places == [f"pyproject.toml:{line}" for line in (2, 12, 14, 17, 20)]


def test_paths_are_reported_as_seen_from_the_working_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "roce-lint.toml").write_text('rules = ["site"]\n')
    monkeypatch.chdir(tmp_path / "inner")
    assert find_settings(tmp_path / "inner") == Settings(rules=("../site",))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("ignored = []", "roce-lint.toml:1: unknown setting 'ignored'; did you mean 'ignore'?"),
        ("\n\nignored = []", "roce-lint.toml:3: unknown setting 'ignored'; did you mean 'ignore'?"),
        ("ignore = 3", "roce-lint.toml:1: ignore is 3; it must be a list of strings"),
        ('fail-on = "never"', "roce-lint.toml:1: fail-on is 'never'; it must be error, warning or info"),
        ("jobs = 0", 'roce-lint.toml:1: jobs is 0; it must be "auto" or a number from 1 to 1024'),
        ("jobs = true", "jobs is True; it must be"),
        ('cache = "~/cache"', "roce-lint.toml:1: cache is '~/cache'; it must be true or false"),
        ("fail-on = []", "roce-lint.toml:1: fail-on is []; it must be error, warning or info"),
        ("profile = 2026-01-01", "profile is datetime.date(2026, 1, 1); it must be a string"),
        ("ignore = [", "not valid TOML"),
        ("ignore = " + "[" * 5000, "not valid TOML: nested too deeply"),
        ("per-device-ignores = 1", "it must be a table: pattern of devices = list of rules"),
        (
            '[per-device-ignores]\n"a*" = "ECN-001"',
            "roce-lint.toml:2: per-device-ignores: 'a*' is 'ECN-001'; it must be a list of rules",
        ),
        ("[domain]\nexcluded = {}", "roce-lint.toml:2: domain has no key 'excluded'; did you mean 'exclude'?"),
        (
            '[domain.exclude]\ninterface = ["E*"]',
            "roce-lint.toml:2: domain.exclude has no key 'interface'; did you mean 'interfaces'?",
        ),
        ("[domain.exclude]\nvlans = [4095]", "roce-lint.toml:2: domain.exclude.vlans is [4095]; it must be a list of"),
        ('[domain.exclude]\nvlans = ["9-2"]', "it must be a list of VLAN ids (1 to 4094) and ranges such as '200-299'"),
        ('[domain.include]\nvrfs = [""]', "domain.include.vrfs has an empty pattern; write '*' for everything"),
        ("[domain]\ninclude = 1", "domain.include is 1; it must be a table with devices, interfaces"),
        ('rules = ["a\\u0000b"]', "it must be the path of a file or folder"),
        ("x = " + "'" + "a" * 1100000 + "'", "larger than 1,048,576 bytes; no file of settings is"),
    ],
    ids=lambda value: value[:40],
)
def test_bad_settings_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, message: str) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "roce-lint.toml").write_text(text)
    with pytest.raises(UsageError) as caught:
        find_settings(tmp_path)
    assert message in str(caught.value)
    assert "roce-lint.toml" in str(caught.value)


def test_every_fault_is_reported_at_once_in_order_of_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "roce-lint.toml").write_text('profil = "x"\nignore = 3\n\n[domain.include]\nvlan = [1]\nvrfs = 2\n')
    with pytest.raises(UsageError) as caught:
        find_settings(tmp_path)
    assert [str(problem) for problem in caught.value.problems] == [
        "roce-lint.toml:1: unknown setting 'profil'; did you mean 'profile'?",
        "roce-lint.toml:2: ignore is 3; it must be a list of strings",
        "roce-lint.toml:5: domain.include has no key 'vlan'; did you mean 'vlans'?",
        "roce-lint.toml:6: domain.include.vrfs is 2; it must be a list of strings",
    ]


@pytest.mark.parametrize("key", ["intent", "cabling", "baseline", "waivers"])
@pytest.mark.parametrize("value", ["../outside/x", "/etc/passwd", "link/x", "link"])
def test_no_path_of_the_settings_leads_out_of_the_project(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str, value: str
) -> None:
    project = tmp_path / "project"
    project.mkdir()
    (tmp_path / "outside").mkdir()
    (project / "link").symlink_to(tmp_path / "outside")
    (project / "roce-lint.toml").write_text(f'{key} = "{value}"\n')
    monkeypatch.chdir(project)
    with pytest.raises(UsageError) as caught:
        find_settings(project)
    assert str(caught.value) == (
        f"roce-lint.toml:1: {key} leads out of the project (.): {value!r}; name it on the command line"
    )


def test_a_neighbouring_folder_of_the_same_repository_is_inside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "roce-lint.toml").write_text('rules = ["../rules"]\n')
    monkeypatch.chdir(tmp_path / "site")
    assert find_settings(tmp_path / "site") == Settings(rules=("../rules",))


def test_settings_that_are_a_link_out_of_the_project_are_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = tmp_path / "project"
    project.mkdir()
    (tmp_path / "secret").write_text("password = 'x'\n")
    (project / "roce-lint.toml").symlink_to(tmp_path / "secret")
    monkeypatch.chdir(project)
    with pytest.raises(UsageError) as caught:
        find_settings(project)
    assert str(caught.value) == ("roce-lint.toml: a link that leads out of the project; name the file with --settings")


def test_a_named_file_may_have_any_name_and_must_hold_settings(tmp_path: Path) -> None:
    (tmp_path / "ci.toml").write_text('fail-on = "warning"\n')
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "x"\n')
    assert read_settings(tmp_path / "ci.toml") == Settings(fail_on="warning")
    for name, message in (("none.toml", "there is no such file"), ("pyproject.toml", "no table [tool.roce-lint]")):
        with pytest.raises(UsageError, match=message.replace("[", r"\[")):
            read_settings(tmp_path / name)


def test_a_table_that_is_almost_ours_is_not_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pyproject.toml").write_text("[tool.roce_lint]\nfail-on = 'info'\n")
    with pytest.raises(UsageError) as refused:
        find_settings(Path.cwd())
    assert str(refused.value) == "pyproject.toml: the table [tool.roce_lint] is not read; call it [tool.roce-lint]"


def test_rules_that_settings_name_have_their_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "roce-lint.toml").write_text("select = ['PFC, ECN']\nignore = [\n  'ecm']\n")
    settings = find_settings(Path.cwd())
    assert settings.named_rules() == {"PFC": "roce-lint.toml:1", "ECN": "roce-lint.toml:1", "ecm": "roce-lint.toml:2"}
    with pytest.raises(UsageError) as refused:
        select_rules(load_all_rules([]), settings.select, settings.ignore, settings.named_rules())
    assert str(refused.value) == "roce-lint.toml:2: no rule or family is called 'ecm'; did you mean 'ecn'?"


def test_settings_can_be_parsed_without_a_file(tmp_path: Path) -> None:
    assert parse_settings('profile = "pfc-only"\n', tmp_path / "roce-lint.toml") == Settings(profile="pfc-only")
    assert parse_settings("[project]\n", tmp_path / "pyproject.toml") is None


def test_a_byte_order_mark_and_other_line_ends_are_no_fault(tmp_path: Path) -> None:
    (tmp_path / "roce-lint.toml").write_bytes(b'\xef\xbb\xbfprofile = "pfc-only"\r\nfail-on = "info"\r\n')
    found = find_settings(tmp_path)
    assert (found, found.lines) == (Settings(profile="pfc-only", fail_on="info"), {"profile": 1, "fail-on": 2})

"""A pull request may hold anything: nothing of it runs, nothing outside the project is read, and nothing hangs."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

SECRET = "s3cret-of-the-build-machine"
LEAF = """\
hostname leaf1
spanning-tree mode none
!
qos profile ROCE
   qos trust dscp
   priority-flow-control on
   priority-flow-control priority 3 no-drop
!
interface Ethernet1/1
   mtu 9214
   no switchport
   service-profile ROCE
"""
RULE = """\
id: site-jumbo
code: SITE-001
severity: error
confidence: must
for: port
when:
  - port.trusts_dscp
require: {require}
message: the MTU is {{port.ip_mtu_bytes}}
why: Our storage wants 9500.
fix: mtu 9500
sources: [house rule]
examples: []
"""
BOMB = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 12)
)
RUN = "__import__('os').system('touch canary')"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A repository with one configuration, and a secret beside it."""
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.yaml").write_text(f"{SECRET}: 1\n")
    (outside / "secret.cfg").write_text(f"hostname {SECRET}\nspanning-tree mode none\ninterface Ethernet1\n   mtu 1\n")
    (outside / "secret.j2").write_text(f"hostname {SECRET}\n")
    folder = tmp_path / "project"
    for name in (".git", "configs", "site", "mine/eos"):
        (folder / name).mkdir(parents=True)
    (folder / "configs" / "leaf1.cfg").write_text(LEAF)
    return folder


def run(folder: Path, *words: str) -> tuple[int, str]:
    """Return exit code and output of a process that must end by itself, without a traceback."""
    command = [sys.executable, "-m", "roce_lint", *words]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=30, check=False)
    output = done.stdout + done.stderr
    assert "Traceback" not in output, output[-2000:]
    assert SECRET not in output
    assert not (folder / "canary").exists()
    return done.returncode, output


def settings(project: Path, text: str) -> None:
    (project / "roce-lint.toml").write_text(text)


def write(path: str, text: str) -> Callable[[Path], None]:
    return lambda project: (project / path).write_text(text) and None


def link(path: str, target: str) -> Callable[[Path], None]:
    return lambda project: (project / path).symlink_to(target)


def pipe(path: str) -> Callable[[Path], None]:
    return lambda project: os.mkfifo(project / path)


SETTINGS: dict[str, tuple[Callable[[Path], None] | None, str, str]] = {
    "rules-outside": (None, 'rules = ["../outside"]', "rules leads out of the project (.): '../outside'"),
    "rules-absolute": (None, 'rules = ["/etc"]', "rules leads out of the project (.): '/etc'"),
    "rules-by-link": (link("r", "../outside"), 'rules = ["r"]', "rules leads out of the project (.): 'r'"),
    "waivers-outside": (None, 'waivers = "../outside/secret.yaml"', "waivers leads out of the project"),
    "waivers-by-link": (link("w.yaml", "../outside/secret.yaml"), 'waivers = "w.yaml"', "waivers leads out"),
    "waivers-are-a-pipe": (pipe("w.yaml"), 'waivers = "w.yaml"', "is a pipe or a device; name a file"),
    "waivers-are-a-bomb": (write("w.yaml", BOMB), 'waivers = "w.yaml"', "w.yaml:1:5: anchors and aliases"),
    "baseline-outside": (None, 'baseline = "/dev/zero"', "baseline leads out of the project"),
    "baseline-is-deep": (write("b.json", "[" * 500_000), 'baseline = "b.json"', "nested too deeply for a baseline"),
    "intent-outside": (None, 'intent = "../outside/secret.yaml"', "intent leads out of the project"),
    "intent-is-a-bomb": (write("i.roce.yaml", BOMB), 'intent = "i.roce.yaml"', "i.roce.yaml:"),
    "intent-is-a-pipe": (pipe("i.roce.yaml"), 'intent = "i.roce.yaml"', "is a pipe or a device"),
    "cabling-by-link": (link("c.csv", "../outside/secret.cfg"), 'cabling = "c.csv"', "cabling leads out"),
    "paths-outside": (None, 'paths = ["../outside"]', "paths leads out of the project"),
    "deep": (None, "a = " + "[" * 100_000, "nested too deeply"),
    "huge": (None, "#" * 2_000_000, "larger than 1,048,576 bytes"),
    "escape": (None, '"\\u001b[31mred" = 1', "unknown setting '\\x1b[31mred'"),
}


@pytest.mark.parametrize(("prepare", "text", "message"), SETTINGS.values(), ids=SETTINGS)
def test_settings_reach_nothing_outside_and_hang_on_nothing(
    project: Path, prepare: Callable[[Path], None] | None, text: str, message: str
) -> None:
    if prepare:
        prepare(project)
    settings(project, text)
    code, output = run(project, "check", *([] if text.startswith("paths") else ["configs"]))
    assert (code, message in output, "\x1b" in output) == (2, True, False), output[:3000]


def test_no_rule_file_runs_reads_elsewhere_or_hangs(project: Path) -> None:
    settings(project, 'rules = ["site"]\n')
    site = project / "site"
    (site / "a-link.yaml").symlink_to("../../outside/secret.yaml")
    os.mkfifo(site / "a-pipe.yaml")
    (site / "a-bomb.yaml").write_text(BOMB)
    (site / "a-tag.yaml").write_text(f'a: !!python/object/apply:os.system ["{RUN}"]')
    (site / "a-deep.yaml").write_text("[" * 100_000)
    (site / "a-huge.yaml").write_text("#" * 3_000_000)
    (site / "a-call.yaml").write_text(RULE.format(require=RUN))
    (site / "a-power.yaml").write_text(RULE.format(require="9 ** 9 ** 9 ** 9 > 1"))
    (site / "loop").symlink_to(".")
    code, output = run(project, "check", "configs")
    assert code == 2
    for message in (
        "site/a-link.yaml: a link that leads out of the folder of rules",
        "site/a-pipe.yaml: not a regular file; name the rule file",
        "site/a-bomb.yaml:1:5: anchors and aliases are not used here",
        "site/a-tag.yaml:1:4: the tag tag:yaml.org,2002:python/object/apply:os.system is not used here",
        "site/a-deep.yaml:1:11: this is nested too deeply",
        "site/a-huge.yaml: larger than 1,048,576 bytes; no rule file is",
        "site/a-call.yaml:8:",
        "site/a-power.yaml:8:",
    ):
        assert message in output, output[:3000]


def test_no_configuration_reads_elsewhere_steers_the_terminal_or_hangs(project: Path) -> None:
    configs = project / "configs"
    (configs / "link.cfg").symlink_to("../../outside/secret.cfg")
    os.mkfifo(configs / "pipe.cfg")
    (configs / "loop").symlink_to(".")
    (configs / "deep.json").write_text("[" * 300_000)
    (configs / "deep-yang.json").write_text('{"srl_nokia-qos:qos":' * 100_000)
    (configs / "deep.yaml").write_text("- " * 50_000)
    (configs / "\x1b[31mred\n.cfg").write_text(LEAF.replace("leaf1", "leaf9"))
    (configs / "token.cfg").write_text(LEAF.replace("leaf1", "leaf2") + "   !! roce-lint:" + " " * 200_000 + "[\n")
    (configs / "huge.cfg").touch()
    os.truncate(configs / "huge.cfg", 300 * 1024 * 1024)
    (project / ".gitignore").write_text("*" * 3_000 + "x\n" + "[" * 1_000)
    code, output = run(project, "check", "configs")
    assert (code, "\x1b" in output, "4 devices in 4 files" in output) == (3, False, True), output[-3000:]
    for message in (
        "configs/huge.cfg: larger than 256 MiB",
        "configs/deep-yang.json",
        "configs/\\x1b[31mred\\n.cfg",
        "waiver-token-refused",
    ):
        assert message in output, output[-3000:]


def test_settings_that_are_a_pipe_or_a_link_are_not_read(project: Path) -> None:
    os.mkfifo(project / "roce-lint.toml")
    code, output = run(project, "check", "configs")
    assert (code, "not a regular file" in output) == (2, True)
    (project / "roce-lint.toml").unlink()
    (project / "roce-lint.toml").symlink_to("../outside/secret.yaml")
    code, output = run(project, "check", "configs")
    assert (code, "a link that leads out of the project" in output) == (2, True)


def test_a_link_that_a_hook_names_is_left_out(project: Path) -> None:
    (project / "configs" / "x.cfg").symlink_to("../../outside/secret.cfg")
    words = ("check", "configs/x.cfg", "configs/leaf1.cfg", "--scope", "device", "--force-exclude")
    code, output = run(project, *words)
    assert (code, "1 device in 1 file" in output) == (1, True), output


@pytest.mark.parametrize(
    ("template", "message"),
    [
        ("{{ view.__class__.__mro__ }}", "mine/eos/device.j2"),
        ("{% include '../../../outside/secret.j2' %}", "no such template"),
        ("{% include '/etc/hostname' %}", "no such template"),
        ("{{ cycler.__init__.__globals__.os.system('touch canary') }}", "mine/eos/device.j2"),
        ("{% for a in range(10 ** 9) %}{% endfor %}", "mine/eos/device.j2"),
        ("{{ 'x' * 10 ** 11 }}", "mine/eos/device.j2:1: the operator '**' is not for templates"),
        ("{{ '%99999999999d' % 1 }}", "mine/eos/device.j2:1: the operator '%' is not for templates"),
        ("{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}", "eos/device.j2: it includes itself without end"),
        ("{% extends 'eos/device.j2' %}", "eos/device.j2: it includes itself without end"),
        (b"hostname \xff", "eos/device.j2: cannot be read: it is not UTF-8"),
        (None, "a link that leads out of the folder of templates"),
    ],
    ids=["class", "parent", "absolute", "globals", "range", "product", "width", "macro", "itself", "latin-1", "link"],
)
def test_a_template_reaches_nothing_but_its_view(project: Path, template: str | bytes | None, message: str) -> None:
    run(project, "init", "fabric.roce.yaml")
    if template is None:
        (project / "mine" / "eos" / "device.j2").symlink_to("../../../outside/secret.j2")
    else:
        content = template if isinstance(template, bytes) else template.encode()
        (project / "mine" / "eos" / "device.j2").write_bytes(content)
    code, output = run(project, "render", "fabric.roce.yaml", "-o", "out", "--templates", "mine")
    assert (code, message in output) == (2, True), output
    assert not (project / "out").exists()


MULTIPLIES = {
    "center": "{{ 'x'.center(10000000000) }}",
    "center filter": "{{ 'x' | center(10000000000) }}",
    "indent": "{{ 'a\nb' | indent(5000000000) }}",
    "ljust": "{{ 'x'.ljust(9000000000) }}",
    "zfill": "{{ '1'.zfill(9000000000) }}",
    "format": "{{ '{:>9000000000}'.format(1) }}",
    "format filter": "{{ '%9000000000d' | format(1) }}",
    "slice": "{{ [1] | slice(9000000000) | list }}",
    "wordwrap": "{{ 'a b' | wordwrap(0) }}",
    "doubling": "{% set n = namespace(x='x') %}{% for i in range(60) %}{% set n.x = n.x ~ n.x %}{% endfor %}",
    "joining": "{% set n = namespace(x='x') %}{% for i in range(60) %}{% set n.x = [n.x, n.x] | join %}{% endfor %}",
    "replacing": "{% set n = namespace(x='xx') %}{% for i in range(60) %}"
    "{% set n.x = n.x.replace('x', n.x) %}{% endfor %}",
    "loops": "{% for a in range(9000) %}{% for b in range(9000) %}{% for c in range(9000) %}"
    "{% endfor %}{% endfor %}{% endfor %}",
    "list": "{% set n = namespace(x=[1]) %}{% for i in range(60) %}{% set n.x = n.x + n.x %}{% endfor %}",
}


@pytest.mark.parametrize(
    "template",
    [
        pytest.param(text, id=name, marks=[pytest.mark.long] if name == "slice" else [])
        for name, text in MULTIPLIES.items()
    ],
)
def test_a_template_takes_neither_the_machine_nor_the_time(project: Path, template: str) -> None:
    run(project, "init", "fabric.roce.yaml")
    (project / "mine" / "eos" / "device.j2").write_text(template)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    code, output = run(project, "render", "fabric.roce.yaml", "-o", "out", "--templates", "mine")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert (code, "mine/eos/device.j2" in output) == (2, True), output
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 15
    assert after.ru_maxrss < 700 * 1024


def test_a_cache_that_git_tracks_is_refused(project: Path) -> None:
    (project / ".git").rmdir()
    subprocess.run(["git", "init", "-q", "."], cwd=project, check=True)
    (project / "cache").mkdir(mode=0o700)
    (project / "cache" / "cache-1.sqlite").write_bytes(b"forged")
    subprocess.run(["git", "add", "-f", "cache"], cwd=project, check=True)
    code, output = run(project, "check", "configs", "--cache-dir", "cache")
    assert (code, "git tracks files in it; name a folder outside of what is checked" in output) == (2, True)

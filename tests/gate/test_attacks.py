"""Attempts of a hostile author to take protection away, and to have the gate pass: each of them fails it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.fuzz.corpus import FIXTURES
from tests.gate.conftest import LEAF_1, LEAF_2, Repository

EOS, PEER = "configs/leaf-1.cfg", "configs/leaf-2.cfg"
NXOS, SRLINUX, SONIC, HOST = "configs/nx.cfg", "configs/srl.cfg", "sonic/leaf-1/config_db.json", "hosts/gpu-01/roce.sh"
PFC = "   priority-flow-control on\n   priority-flow-control priority 3 no-drop\n"
MODEL = "! device: leaf-2 (DCS-7060DX5-64S, EOS-4.32.1F)\n"
TEXTS = {
    EOS: LEAF_1,
    PEER: MODEL + LEAF_2,
    NXOS: """\
version 10.4(3)
hostname nx
class-map type qos match-any CM-ROCE
  match dscp 26
policy-map type qos PM-IN
  class CM-ROCE
    set qos-group 3
policy-map type network-qos NQ-ROCE
  class type network-qos c-8q-nq3
    mtu 9216
    pause pfc-cos 3
policy-map type queuing PM-OUT
  class type queuing c-out-8q-q3
    bandwidth remaining percent 60
    random-detect minimum-threshold 150 kbytes maximum-threshold 1500 kbytes drop-probability 20 weight 0 ecn
system qos
  service-policy type network-qos NQ-ROCE
  service-policy type queuing output PM-OUT
priority-flow-control watch-dog-interval on
interface Ethernet1/1
  no switchport
  priority-flow-control mode on
  priority-flow-control watch-dog-interval on
  mtu 9216
  service-policy type qos input PM-IN
  ip address 10.1.0.0/31
  no shutdown
""",
    SRLINUX: (FIXTURES / "srlinux/h4-leaf-flat/gpu-leaf-07.cfg").read_text("utf-8"),
    SONIC: (FIXTURES / "sonic/leaf-7060x6/config_db.json").read_text("utf-8").replace("leaf-1", "so-1"),
    HOST: "#!/bin/bash\n# host: gpu-01\nset -e\nmlnx_qos -i ens1f0np0 --trust dscp --pfc 0,0,0,1,0,0,0,0\n",
}


@dataclass(frozen=True)
class Attack:
    """The file that a change touches, and its new text by the old one; None where the file goes."""

    path: str
    edit: Callable[[str], str]


def behind(path: str, lines: str) -> Attack:
    return Attack(path, lambda text: f"{text.rstrip()}\n{lines}\n")


def instead(path: str, old: str, new: str) -> Attack:
    def edit(text: str) -> str:
        assert old in text, (path, old)
        return text.replace(old, new)

    return Attack(path, edit)


def before(path: str, mark: str, lines: str, end: str = "") -> Attack:
    """Return that lines come before a mark, and others at the end."""
    return Attack(path, lambda text: f"{text.replace(mark, lines + mark, 1).rstrip()}\n{end}")


PORT = "interface Ethernet1/1\n"
LATER = {
    EOS: (
        *("no qos profile ROCE", "default qos profile ROCE", "no priority-flow-control pause watchdog", "abort"),
        *("no priority-flow-control", "rollback clean-config", "  rollback", "configure replace flash:other"),
        *("conf replace flash:other", "copy flash:other running-config", "configure checkpoint restore x", "reload"),
        *("write erase", "bash sudo Cli -c 'conf; no qos profile ROCE'", f"{PORT}   no service-profile ROCE"),
        *(f"{PORT}   priority-flow-control off", f"{PORT}   priority-flow-control pause watchdog disable"),
        *(f"{PORT}   qos trust cos", f"{PORT}   shutdown", "interface defaults\n   ethernet\n      shutdown"),
        *("qos profile ROCE\n   no tx-queue 3", "qos profile ROCE\n   no priority-flow-control on"),
        *("priority-flow-control all off", "priority-flow-control pause watchdog action notify-only"),
        "event-handler x\n   trigger on-boot\n   action bash FastCli -c 'configure\n no qos profile ROCE'",
    ),
    NXOS: (
        *("no policy-map type qos PM-IN", "no class-map type qos match-any CM-ROCE", "no system qos"),
        *("clear qos policies", "rollback running-config checkpoint x", "copy bootflash:x running-config"),
        *("default interface e1/1", "default class-map type qos CM-ROCE", "switchto vdc X", "config t\n no system qos"),
        *("no priority-flow-control watch-dog-interval on", "system qos\n  no service-policy type network-qos NQ-ROCE"),
        *(f"{PORT}  priority-flow-control mode off", f"{PORT}  no service-policy type qos input PM-IN"),
        *("policy-map type qos PM-IN\n  no class CM-ROCE", "class-map type qos match-any CM-ROCE\n  no match dscp 26"),
        "event manager applet x\n  event cli match reload\n  action 1 cli clear qos policies",
    ),
    SRLINUX: (
        *("delete / qos", "delete qos", "/ delete qos", "del / qos", "/ qos delete", "discard now", "load factory"),
        *("load file x", "rollback 1", "deactivate / qos", "replace / qos with x", "commit now\ndiscard now"),
        *("tools system configuration checkpoint x revert", "enter candidate\ndelete / qos\ncommit now"),
    ),
    HOST: (
        *("mlnx_qos -i ens1f0np0 --pfc 0,0,0,0,0,0,0,0", "dcb pfc set dev ens1f0np0 prio-pfc all:off"),
        *("trap 'mlnx_qos -i ens1f0np0 --pfc 0,0,0,0,0,0,0,0' EXIT", "echo bWxueA== | base64 -d | bash"),
        *("echo 'mlnx_qos -i ens1f0np0 --pfc 0,0,0,0,0,0,0,0' | at now", "mlnx_qos -i ens1f0np0 --trust pcp"),
        *("bash -c 'mlnx_qos -i ens1f0np0 --pfc 0,0,0,0,0,0,0,0'", "alias mlnx_qos=true"),
        "nsenter -t 1 -n mlnx_qos -i ens1f0np0 --pfc 0,0,0,0,0,0,0,0",
    ),
}
ATTACKS: dict[str, Attack] = {
    **{f"{path} then {lines!r}": behind(path, lines) for path, every in LATER.items() for lines in every},
    "EOS session": before(EOS, PORT, "configure session x\n"),
    "EOS session aborted": before(EOS, PORT, "configure session x\n", "abort\n"),
    "EOS banner": before(EOS, PORT, "banner login\n", "EOF\n"),
    "EOS form feed": instead(EOS, PFC, "   ! x\x0c" + PFC.replace("\n", "\x0c") + "\n"),
    "EOS carriage return": instead(EOS, PFC, "   ! x\r" + PFC.replace("\n", "\r") + "\n"),
    "EOS line separator": instead(EOS, PFC, "   ! x\u2028" + PFC.replace("\n", "\u2028") + "\n"),
    "EOS zero width": instead(EOS, "service-profile ROCE", "service-\u200bprofile ROCE"),
    "EOS name of another script": instead(EOS, "service-profile ROCE", "service-profile R\u041eCE"),
    "EOS dash": instead(EOS, "3 no-drop", "3 no\u2013drop"),
    "EOS marks above any buffer": instead(
        EOS, "150 kbytes maximum-threshold 1500", "90000 kbytes maximum-threshold 95000"
    ),
    "EOS watchdog of a minute": instead(EOS, "default timeout 0.2", "default timeout 60"),
    "EOS access list": behind(
        EOS, f"ip access-list X\n   10 deny udp any any eq 4791\n   20 permit ip any any\n{PORT}   ip access-group X in"
    ),
    "EOS policy": behind(
        EOS,
        "class-map type qos match-any R\n   match dscp 26\npolicy-map type quality-of-service P\n"
        f"   class R\n      set traffic-class 1\n{PORT}   service-policy type qos input P",
    ),
    "EOS model": instead(PEER, MODEL, ""),
    "EOS empty": Attack(EOS, lambda text: ""),
    "EOS name alone": Attack(EOS, lambda text: "hostname leaf-1\n"),
    "EOS after NUL": Attack(EOS, lambda text: "\0" + text.replace(PFC, "")),
    "EOS as a template": Attack(EOS, lambda text: "{% raw %}\n" + text.replace(PFC, "") + "{% endraw %}\n"),
    "EOS as a difference": Attack(EOS, lambda text: "--- a\n+++ b\n@@ -1 +1 @@\n" + text.replace(PFC, "")),
    "EOS as notes": Attack(EOS, lambda text: "# Notes\n\n```\n" + text.replace(PFC, "") + "```\n"),
    "EOS as JSON": Attack(EOS, lambda text: '{"config": "' + text.replace(PFC, "") + '"}\n'),
    "EOS as a log": Attack(EOS, lambda text: "Nov 28 07:00:00 leaf-1 x\n" * 3 + text.replace(PFC, "")),
    "EOS as a key": Attack(EOS, lambda text: "-----BEGIN CERTIFICATE-----\n" + text.replace(PFC, "")),
    "EOS as a pointer": Attack(EOS, lambda text: "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n"),
    "NX-OS session": before(NXOS, "system qos", "configure session x\n"),
    "NX-OS job": before(NXOS, "system qos", "scheduler job name x\n", "end-job\n"),
    "NX-OS profile of maintenance": before(NXOS, "system qos", "configure maintenance profile normal-mode\n"),
    "SONiC priorities": instead(SONIC, '"pfc_enable": "3"', '"pfc_enable": ""'),
    "SONiC maps": instead(SONIC, '"dscp_to_tc_map": "AZURE"', '"dscp_to_tc_map": "OTHER"'),
    "SONiC watchdog": instead(SONIC, '"action": "drop"', '"action": "alert"'),
    "SONiC ports": instead(SONIC, '"admin_status": "up"', '"admin_status": "down"'),
    "SONiC switch that drops everything": instead(
        SONIC, '"POLL_INTERVAL": "100"', '"POLL_INTERVAL": "100", "BIG_RED_SWITCH": "enable"'
    ),
    "SONiC second object": behind(SONIC, '{"PFC_WD": {}}'),
    "SONiC table of another name": instead(SONIC, '"PFC_WD":', '"_PFC_WD":'),
    "SONiC inside an object": Attack(SONIC, lambda text: f'{{"x": {text}}}'),
    "host leaves": before(HOST, "mlnx_qos", "exit 0\n"),
    "host fails": before(HOST, "mlnx_qos", "false\n"),
    "host ends itself": before(HOST, "mlnx_qos", "kill $$\n"),
    "host sleeps": before(HOST, "mlnx_qos", "sleep infinity\n"),
    "host runs nothing": before(HOST, "mlnx_qos", "set -n\n"),
    "host always leaves": before(HOST, "mlnx_qos", "if true; then exit 0; fi\n"),
    "host quotes": before(HOST, "mlnx_qos", ": <<'EOF'\n", "EOF\n"),
    "host defines": before(HOST, "mlnx_qos", "setup() {\n", "}\n"),
    "host redefines": before(HOST, "mlnx_qos", "mlnx_qos() { :; }\n"),
}


@pytest.fixture(scope="module")
def fleet(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    """A repository with a switch of each system and a host, of which no one else changes anything."""
    found = Repository(tmp_path_factory.mktemp("fleet") / "net")
    found.folder.mkdir()
    found.git("init", "-q", "-b", "main", ".")
    for path, text in TEXTS.items():
        found.write(path, text)
    found.commit("base")
    return found


@pytest.mark.parametrize("attack", ATTACKS.values(), ids=ATTACKS)
def test_an_attack_fails_the_gate(fleet: Repository, attack: Attack) -> None:
    fleet.write(attack.path, attack.edit(TEXTS[attack.path]))
    try:
        verdict = fleet.gate(by_base=True)
    finally:
        fleet.write(attack.path, TEXTS[attack.path])
    assert verdict.outcome in ("failed", "incomplete")


HARMLESS: dict[str, Attack] = {
    "comment": behind(EOS, "! checked in review"),
    "description": instead(EOS, "description leaf-2 Ethernet1/1", "description to leaf-2 Ethernet1/1"),
    "another class": behind(EOS, "vlan 10\n   name storage"),
    "order": behind(NXOS, "ntp server 10.0.0.1"),
    "host says something": behind(HOST, "echo done"),
}


@pytest.mark.parametrize("change", HARMLESS.values(), ids=HARMLESS)
def test_a_harmless_change_passes(fleet: Repository, change: Attack) -> None:
    fleet.write(change.path, change.edit(TEXTS[change.path]))
    try:
        verdict = fleet.gate(by_base=True)
    finally:
        fleet.write(change.path, TEXTS[change.path])
    assert (verdict.outcome, verdict.failing_changes) == ("passed", ())


def moved(to: str, first: str = "") -> Callable[[Path], None]:
    def move(folder: Path) -> None:
        (folder / EOS).unlink()
        (folder / to).parent.mkdir(parents=True, exist_ok=True)
        (folder / to).write_text(first + LEAF_1.replace(PFC, ""))

    return move


def linked(target: str) -> Callable[[Path], None]:
    def link(folder: Path) -> None:
        (folder / EOS).unlink()
        (folder / EOS).symlink_to(target)

    return link


def encoded(name: str) -> Callable[[Path], None]:
    return lambda folder: (folder / EOS).write_bytes(LEAF_1.replace(PFC, "").encode(name)) and None


def a_good_copy(path: str) -> Callable[[Path], None]:
    """Return that the file is damaged, and that a sound configuration of the same name stands elsewhere."""

    def copy(folder: Path) -> None:
        (folder / EOS).write_text(LEAF_1.replace(PFC, ""))
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(LEAF_1)

    return copy


def a_submodule(folder: Path) -> None:
    (folder / EOS).unlink()
    inner = Repository(folder / EOS)
    inner.folder.mkdir()
    inner.git("init", "-q", ".")
    inner.write("x", "x")
    inner.commit()


def swapped(folder: Path) -> None:
    (folder / EOS).write_text(LEAF_1.replace("hostname leaf-1", "hostname leaf-2").replace(PFC, ""))
    (folder / PEER).write_text(LEAF_2.replace("hostname leaf-2", "hostname leaf-1"))


OF_FILES: dict[str, Callable[[Path], None]] = {
    **{
        f"moved to {path}": moved(path)
        for path in (
            *(
                "configs/leaf-1.cfg~",
                "configs/.leaf-1.cfg",
                "node_modules/leaf-1.cfg",
                "configs/leaf-1.md",
                "README.md",
            ),
            *("configs/leaf-1.json", "venv/x.cfg", "configs/leaf-1.py", "configs/leaf-1.csv", "configs/leaf\n1.cfg"),
        )
    },
    **{f"link to {target}": linked(target) for target in ("/etc/hostname", "leaf-2.cfg", "nowhere")},
    **{f"encoded in {name}": encoded(name) for name in ("utf-16", "utf-16-le", "utf-32", "utf-7", "cp037")},
    **{f"a copy in {path}": a_good_copy(path) for path in ("configs/a.cfg", "configs/zz.cfg", "backup/leaf-1.cfg")},
    "submodule": a_submodule,
    "names swapped": swapped,
}


@pytest.mark.parametrize("attack", OF_FILES.values(), ids=OF_FILES)
def test_an_attack_by_files_fails_the_gate(repository: Repository, attack: Callable[[Path], None]) -> None:
    attack(repository.folder)
    repository.commit()
    assert repository.gate("HEAD~1", "HEAD", by_base=True).outcome in ("failed", "incomplete")


SETTINGS = {
    "ignore": 'ignore = ["PFC", "ECN", "CLS", "DRF", "WD"]\n',
    "profile": 'profile = "none"\n',
    "paths": 'paths = ["hosts"]\n',
    "exclude": 'exclude = ["configs/"]\n',
    "fail-on": 'fail-on = "never"\n',
    "devices": '[per-device-ignores]\n"leaf-*" = ["PFC", "ECN", "WD", "DRF"]\n',
    "domain": '[domain.exclude]\ndevices = ["leaf-*"]\n',
}


@pytest.mark.parametrize("form", ["roce-lint.toml", "pyproject.toml"])
@pytest.mark.parametrize("settings", SETTINGS.values(), ids=SETTINGS)
def test_settings_of_the_change_do_not_count_by_the_measure_of_base(
    repository: Repository, settings: str, form: str
) -> None:
    inside = settings.replace("[", "[tool.roce-lint.", 1) if settings[0] == "[" else f"[tool.roce-lint]\n{settings}"
    repository.write(form, settings if form == "roce-lint.toml" else inside)
    repository.change(EOS, "minimum-threshold 150 kbytes", "minimum-threshold 9000 kbytes")
    repository.commit()
    verdict = repository.gate("HEAD~1", "HEAD", by_base=True)
    assert "ecn-curve-invalid" in {finding.rule for finding in verdict.failing}


def test_new_patterns_that_leave_ports_out_fail_by_the_measure_of_head_too(repository: Repository) -> None:
    repository.write("roce-lint.toml", SETTINGS["domain"])
    repository.commit()
    verdict = repository.gate("HEAD~1", "HEAD")
    left = [change for change in verdict.failing_changes if change.fact == "port.domain"]
    assert verdict.outcome == "failed"
    assert {spot.device for change in left for spot in change.spots} == {"leaf-1", "leaf-2"}


@pytest.mark.parametrize(("at", "outcome"), [("base", "passed"), ("change", "failed")])
def test_settings_of_the_base_alone_accept_a_removal(repository: Repository, at: str, outcome: str) -> None:
    for step in ("base", "change"):
        if at == step:
            repository.write("roce-lint.toml", 'allow-removals = ["leaf-*"]\n')
        if step == "change":
            for path in (EOS, PEER):
                repository.change(path, "default timeout 0.2", "default timeout 60")
        repository.git("commit", "-q", "--allow-empty", "-am", step) if at != step else repository.commit(step)
    assert repository.gate("HEAD~1", "HEAD", by_base=True).outcome == outcome
    assert repository.gate("HEAD~1", "HEAD").outcome == outcome


def test_a_file_is_paired_as_git_pairs_renamed_ones(repository: Repository) -> None:
    """A database in one line has one line in common with its successor at most."""
    one_line = '{"PORT": {' + ", ".join(f'"Ethernet{n}": {{"lanes": "{n}", "alias": "a{n}"}}' for n in range(90)) + "}}"
    repository.write("so-1/config_db.json", one_line)
    repository.commit()
    (repository.folder / "so-1/config_db.json").unlink()
    repository.write("notes/x.sh", "x" * 64 + one_line[64:-40])
    repository.commit()
    renamed = repository.git("diff", "--find-renames", "--name-status", "HEAD~1", "HEAD")
    assert [line[0] for line in renamed.splitlines()] == ["R"]
    verdict = repository.gate("HEAD~1", "HEAD", by_base=True, allow_removals=("*",))
    assert [problem.path for problem in verdict.not_evaluated] == ["notes/x.sh"]

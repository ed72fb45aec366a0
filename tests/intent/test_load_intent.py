"""Intents that are not what the model wants: every fault at once, with its place."""

from pathlib import Path

import pytest

from roce_lint.errors import IntentError
from roce_lint.intent.load import load_intent, parse_intent
from roce_lint.intent.model_roce import Profile

BAD = """\
schema: 2
name: "a b"
prfile: lossless
profile: lossles
topology:
  kind: close
  leaves: {count: 0, platfrom: x, uplink_speed: 450G, uplinks_per_spine: yes}
  spines: 3
  non_blocking: no
  cables: {host: 5, super_spine: -3 m}
hosts: []
addressing: {loopbacks: 10.0.0.1/24, hosts: fe80::/64, fabric: 300.1.1.1/8}
as_numbers: {leaves: 0, spines: auot}
mtu: {hosts: 100, fabric: "9000"}
roce:
  classes: [{name: Roce, priority: 8, dscp: [26, 64]}, 3]
  watchdog: {detection: 200, action: dorp}
  transport: {path_mtu: 5000}
devices: {leaf-1: {platfrom: x}, "a b": {}}
links: [{a: leaf-1, b: "x y"}]
tenants: [{name: x, segments: []}]
<<: {}
"""

BAD_TOLD = """\
f.yaml:1:9: schema is 2; this version reads schema 1
f.yaml:2:7: name is 'a b'; write a name of letters, digits, '.', '_' and '-' that begins and ends with a letter or digit
f.yaml:3:1: unknown key 'prfile'; did you mean 'profile'?
f.yaml:4:10: profile is 'lossles'; did you mean 'lossless'?
f.yaml:6:9: topology.kind is 'close'; did you mean 'clos'?
f.yaml:7:11: the key 'platform' is missing in topology.leaves
f.yaml:7:19: topology.leaves.count is 0; it must be at least 1
f.yaml:7:22: unknown key 'platfrom' in topology.leaves; did you mean 'platform'?
f.yaml:7:49: topology.leaves.uplink_speed is '450G'; known speeds are 10G, 25G, 40G, 50G, 100G, 200G, 400G, 800G, 1600G
f.yaml:7:74: topology.leaves.uplinks_per_spine is 'yes'; write a whole number
f.yaml:8:11: topology.spines is 3; write a mapping of keys
f.yaml:9:17: topology.non_blocking is 'no'; write true or false
f.yaml:10:18: topology.cables.host is 5, which has no unit; write a length such as 30 m or 2 km
f.yaml:10:34: topology.cables.super_spine is '-3 m'; write a length such as 30 m or 2 km
f.yaml:11:8: hosts is a list of 0; at least one entry is needed
f.yaml:12:25: addressing.loopbacks is '10.0.0.1/24', which has bits set after the prefix; did you mean 10.0.0.0/24?
f.yaml:12:45: addressing.hosts is 'fe80::/64'; write an IPv4 prefix such as 10.0.0.0/16
f.yaml:12:64: addressing.fabric is '300.1.1.1/8'; write an IPv4 prefix such as 10.0.0.0/16
f.yaml:13:22: as_numbers.leaves is 0; it must be at least 1
f.yaml:13:33: as_numbers.spines is 'auot'; write auto or a whole number
f.yaml:14:14: mtu.hosts is 100; it must be at least 1280
f.yaml:14:27: mtu.fabric is '9000'; write auto or a whole number
f.yaml:16:20: roce.classes[0].name is 'Roce'; write up to 24 lower-case letters, digits and '-', a letter first
f.yaml:16:36: roce.classes[0].priority is 8; it must be at most 7
f.yaml:16:50: roce.classes[0].dscp[1] is 64; it must be at most 63
f.yaml:16:56: roce.classes[1] is 3; write a mapping of keys
f.yaml:17:25: roce.watchdog.detection is 200, which has no unit; write a time such as 50 us, 200 ms or 1.5 s
f.yaml:17:38: roce.watchdog.action is 'dorp'; did you mean 'drop'?
f.yaml:18:25: roce.transport.path_mtu is 5000; a RoCE path MTU is auto, 256, 512, 1024, 2048 or 4096
f.yaml:19:20: unknown key 'platfrom' in devices.leaf-1; did you mean 'platform'?
f.yaml:19:41: devices.a b is 'a b'; write a name of letters, digits, '.', '_' and '-' that begins and ends with a \
letter or digit
f.yaml:20:24: links[0].b is 'x y'; write device or device:port, such as leaf-1:Ethernet33/1
f.yaml:21:31: tenants[0].segments is a list of 0; at least one entry is needed
f.yaml:22:1: unknown key '<<'; YAML 1.2 has no merge keys, write the keys out"""

MINIMAL = """\
schema: 1
name: pod
topology: {kind: clos, leaves: {count: 1, platform: 7060DX4-32}}
hosts: [{count: 1, nics: 1, nic_platform: ConnectX-7, nic_speed: 400G}]
"""


def reported(text: str) -> str:
    with pytest.raises(IntentError) as caught:
        parse_intent(text, "f.yaml")
    return str(caught.value)


def test_every_fault_is_reported_at_once_in_the_order_of_the_file() -> None:
    assert reported(BAD) == BAD_TOLD


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "f.yaml: the file is empty; `roce-lint init` writes an intent to begin with"),
        ("# nothing\n", "f.yaml: the file is empty; `roce-lint init` writes an intent to begin with"),
        ("[]", "f.yaml:1:1: the file is a list of 0; write a mapping of keys"),
        ("intent", "f.yaml:1:1: the file is 'intent'; write a mapping of keys"),
        (
            "schema: 1\n",
            "f.yaml:1:1: the key 'hosts' is missing\n"
            "f.yaml:1:1: the key 'name' is missing\n"
            "f.yaml:1:1: the key 'topology' is missing",
        ),
        (f"{MINIMAL}nonsense: 1\n", "f.yaml:5:1: unknown key 'nonsense'; known are addressing, as_numbers, "
         "bgp, description, devices, external, extra, hardening, hosts, infiniband, links, load_balancing, management, "
         "mtu, name, platforms, profile, roce, schema, tenants, topology"),
        (f"{MINIMAL}links: {{}}\n", "f.yaml:5:8: links is a mapping; write a list"),
        (f"{MINIMAL}roce: {{classes: [{{dscp: {{}}}}]}}\n",
         "f.yaml:5:25: roce.classes[0].dscp is a mapping; write a whole number"),
    ],
    ids=["empty", "comment", "list", "word", "missing keys", "unknown key", "wrong kind", "mapping for a number"],
)  # fmt: skip
def test_a_file_that_is_no_intent_is_reported_with_what_is_expected(text: str, message: str) -> None:
    assert reported(text) == message


def test_a_byte_order_mark_and_windows_line_ends_are_read() -> None:
    assert parse_intent("\ufeff" + MINIMAL.replace("\n", "\r\n"), "f.yaml") == parse_intent(MINIMAL, "f.yaml")


@pytest.mark.parametrize(
    ("addition", "profile"),
    [
        ("", Profile.LOSSLESS),
        ("profile: pfc-only\n", Profile.PFC_ONLY),
        ("roce: {classes: [{}, {name: b, priority: 4, dscp: 34}]}\n", Profile.TWO_LOSSLESS),
    ],
    ids=["left out", "given", "two classes"],
)
def test_the_profile_is_the_given_one_or_follows_from_the_classes(addition: str, profile: Profile) -> None:
    assert parse_intent(MINIMAL + addition, "f.yaml").design is profile


def test_a_missing_file_is_reported(tmp_path: Path) -> None:
    with pytest.raises(IntentError) as caught:
        load_intent(tmp_path / "none.yaml")
    message = "there is no such file; `roce-lint init` writes one to begin with"
    assert str(caught.value) == f"{tmp_path / 'none.yaml'}: {message}"


def test_a_folder_is_reported(tmp_path: Path) -> None:
    with pytest.raises(IntentError) as caught:
        load_intent(tmp_path)
    assert str(caught.value) == f"{tmp_path}: cannot be read: Is a directory"


def test_another_encoding_is_reported_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "latin.yaml"
    path.write_bytes(b"schema: 1\nname: caf\xe9\n")
    with pytest.raises(IntentError) as caught:
        load_intent(path)
    assert str(caught.value) == f"{path}:2: is not UTF-8 text; save it with that encoding"


def test_unknown_models_are_reported_with_the_other_faults() -> None:
    text = """\
schema: 1
name: x
profil: lossless
platforms: {my-7060: {extends: 7060X6-64PE, because: short, ports: []}}
topology:
  kind: clos
  leaves: {count: 4, platform: 7060X6-65}
  spines: {count: 2, platform: ConnectX-7}
devices: {leaf-2: {platform: MY-7060}, leaf-3: {platform: 7060X6-66}}
hosts: [{count: 3, nics: 2, nic_speed: 400G, nic_platform: ConnectX-17}]
"""
    with pytest.raises(IntentError) as refused:
        parse_intent(text, "f.yaml")
    assert [str(problem) for problem in refused.value.problems] == [
        "f.yaml:3:1: unknown key 'profil'; did you mean 'profile'?",
        "f.yaml:4:54: platforms.my-7060.because is 'short'; write at least 8 characters",
        "f.yaml:7:32: unknown platform '7060X6-65'; did you mean DCS-7060X6-64PE or DCS-7060X6-64DE or"
        " DCS-7060X6-64PE-B?",
        "f.yaml:8:32: ConnectX-7 is a network adapter; a switch model is wanted, such as DCS-7050CX3-32S",
        "f.yaml:9:59: unknown platform '7060X6-66'; did you mean DCS-7060X6-64PE or DCS-7060X6-64DE or"
        " DCS-7060X6-64PE-B?",
        "f.yaml:10:60: unknown platform 'ConnectX-17'; did you mean ConnectX-7 or ConnectX-9 or ConnectX-8?",
    ]

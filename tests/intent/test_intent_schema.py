"""The schema, the reference page and the sample are held in step with the model."""

from pathlib import Path

import jsonschema
import pytest

from ci.docs.intents import intent_reference
from roce_lint.intent.load import load_intent, parse_intent
from roce_lint.intent.make_view import make_views
from roce_lint.intent.sample import sample_intent
from roce_lint.intent.schema import intent_schema, known_keys
from roce_lint.intent.yaml_positions import read_yaml
from roce_lint.os.registry import switch_names

VALIDATOR = jsonschema.Draft202012Validator(intent_schema())


def intents(root: Path) -> list[Path]:
    found = sorted((root / "fixtures" / "intents").glob("*.roce.yaml"))
    assert len(found) >= 10
    return found


def test_the_schema_is_a_schema_of_its_dialect() -> None:
    jsonschema.Draft202012Validator.check_schema(intent_schema())
    assert intent_schema()["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert "$id" not in intent_schema()


WARNED_OF = {
    "balanced": [
        "vEOS and cEOS refuse `ip hardware fib load-balance distribution dynamic`",
        "vEOS and cEOS refuse `ip hardware fib load-balance distribution dynamic`",
        "`hardware profile dlb` takes effect after",
        "flows are balanced by load with the values of Nokia's designs",
        "DCS-7280CR3-32P4 with EOS 4.33.1F has no dynamic load balancing",
    ],
    "hardened": ["NX-OS gets no sFlow", "NX-OS gets no sFlow"],
    "unnumbered": ["`hardware access-list tcam region ing-sup 768` takes effect after"],
    "own-platform": ["leaf-2: containerlab has no type for measured-h4"],
    "bonds-cumulus": ["Ethernet segments have an ESI of type 3", "Ethernet segments have an ESI of type 3"],
    "lossy-trimming": ["packet trimming needs SAI_ADAPTIVE_ROUTING_CIRCULATION_PORT in sai.profile"] * 2,
    "spectrum-x": [
        "NICs run DCQCN until NVIDIA's own congestion control (DOCA) is installed",
        "adaptive routing spreads packets of one flow",
        "adaptive routing spreads packets of one flow",
    ],
    "ipv6-links": ["no source says that N9K-C9364D-GX2A forwards IPv4 to IPv6 next hops"],
}
"""How the warnings of fixtures begin that ask for what has a price; the others have none."""


def test_every_fixture_is_valid_by_schema_and_by_model_and_warns_of_nothing_else(root: Path) -> None:
    for path in intents(root):
        document = read_yaml(path.read_text(encoding="utf-8"), path.name)
        assert [error.message for error in VALIDATOR.iter_errors(document.value)] == []
        expected = WARNED_OF.get(path.name.removesuffix(".roce.yaml"), [])
        said = [one.message for one in make_views(load_intent(path)).warnings]
        assert [message[: len(begin)] for message, begin in zip(said, expected, strict=True)] == expected, path.name


@pytest.mark.parametrize("system", switch_names())
def test_the_sample_is_valid_by_schema_and_by_model_without_warnings(system: str) -> None:
    text = sample_intent(system=system)
    assert [error.message for error in VALIDATOR.iter_errors(read_yaml(text, "f.yaml").value)] == []
    views = make_views(parse_intent(text, "f.yaml"))
    assert (len(views.switches), len(views.hosts), len(views.links), views.warnings) == (6, 32, 144, ())
    assert {switch.os for switch in views.switches} == {system}
    assert len(text.splitlines()) <= 40
    assert text.startswith("# yaml-language-server: $schema=./roce-intent.schema.json\n")


@pytest.mark.parametrize("system", switch_names())
def test_the_exceptions_that_the_sample_shows_in_comments_are_valid(system: str) -> None:
    begin, exceptions = sample_intent(system=system).split("# Exceptions, by name:\n")
    shown = "".join(line.removeprefix("# ") + "\n" for line in exceptions.splitlines())
    parse_intent(begin + shown, "f.yaml")
    assert "devices:" in shown


def test_what_the_sample_says_to_be_the_default_is_the_default() -> None:
    text = sample_intent()
    short = text[: text.index("# What follows")]
    views = make_views(parse_intent(text, "f.yaml"))
    shortened = make_views(parse_intent(short, "f.yaml"))
    assert (shortened.switches, shortened.hosts, shortened.links) == (views.switches, views.hosts, views.links)


def test_no_host_os_has_a_sample() -> None:
    with pytest.raises(ValueError) as caught:
        sample_intent(system="mlx5")
    assert str(caught.value) == "no switch runs mlx5; known are eos, nxos, srlinux, sonic, cumulus, junos"


def test_the_reference_page_has_every_key(root: Path) -> None:
    page = (root / "docs" / "intent.md").read_text(encoding="utf-8")
    assert page.split("## Every key\n\n")[1] == intent_reference()


def test_the_example_of_the_reference_page_is_valid(root: Path) -> None:
    page = (root / "docs" / "intent.md").read_text(encoding="utf-8")
    example = page.split("```yaml\n")[1].split("```")[0]
    assert make_views(parse_intent(example, "intent.md")).warnings == ()


@pytest.mark.parametrize(
    ("path", "keys"),
    [
        (("devices", "leaf-1"), ("platform", "system", "release", "asn", "loopback", "vtep", "management", "drained")),
        (
            ("links", 3),
            ("a", "b", "length", "speed", "fec", "headroom", "mtu", "ecn", "dcbx", "a_address", "b_address"),
        ),
        (("topology", "cables"), ("host", "fabric", "super_spine", "peer")),
        (("roce", "classes", 0, "ecn"), ("kmin", "kmax", "pmax")),
        (("roce", "classes", 0, "dscp"), ()),
        (("nothing",), ()),
    ],
    ids=str,
)
def test_the_known_keys_of_a_place_come_from_the_schema(path: tuple[str | int, ...], keys: tuple[str, ...]) -> None:
    assert known_keys(intent_schema(), path) == keys

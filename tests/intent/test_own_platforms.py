"""Switch models that an intent describes itself."""

from __future__ import annotations

import json

import jsonschema
import pytest

from roce_lint.errors import IntentError
from roce_lint.intent.load import parse_intent
from roce_lint.intent.make_view import FabricViews, make_views
from roce_lint.intent.schema import platform_schema
from roce_lint.platforms.catalog import platform_ids, switch
from roce_lint.platforms.datum import Certainty, SourcedValue
from roce_lint.render.render import render_views

INTENT = """\
schema: 1
name: pod
topology:
  kind: clos
  leaves: {count: 1, platform: Acme TH5-32}
hosts:
  - {count: 2, nics: 1, nic_platform: ConnectX-7, nic_speed: 400G}
platforms:
  Acme TH5-32: {extends: 7060X6-64PE, because: "Data sheet, revision 3"%s}
"""


def views_of(more: str = "") -> FabricViews:
    return make_views(parse_intent(INTENT % more, "f.yaml"))


def test_what_is_left_out_is_as_in_the_model_that_it_extends() -> None:
    views_of(", buffer: 170 MB")
    own, base = switch("acme th5-32"), switch("7060X6-64PE")
    assert own.buffer.total_bytes == SourcedValue(170_000_000, "Data sheet, revision 3", Certainty.REPORTED)
    assert own.id not in platform_ids()
    assert (own.model, own.cage_groups, own.dialect, own.os) == ("Acme TH5-32", base.cage_groups, base.dialect, "eos")


def test_ports_are_those_that_are_given() -> None:
    views = views_of(", ports: [{cages: 1-2, connector: OSFP, lanes: 8, modes: [1x800g-8, 2x400g-4]}]")
    assert [port.name for port in views.switches[0].ports] == ["Ethernet1/1", "Ethernet1/5"]


def test_a_headroom_stands_in_place_of_the_advised_one() -> None:
    given = views_of(", headroom: {400G: 450 KB}").switches[0].profiles[0].headroom_bytes
    assert (given, views_of().switches[0].profiles[0].headroom_bytes != given) == (450_000, True)


SONIC = """\
schema: 1
name: pod
topology:
  kind: clos
  leaves: {count: 1, platform: mine}
hosts:
  - {count: 2, nics: 1, nic_platform: ConnectX-7, nic_speed: 100G}
platforms:
  mine: {extends: %s, because: Measured in the lab, headroom: {100G: 200 KB}}
"""


def test_what_the_device_calls_itself_may_be_a_model_of_the_catalogue() -> None:
    views = views_of(", model: DCS-7060X6-64PE, headroom: {400G: 450 KB}")
    assert views.switches[0].profiles[0].headroom_bytes == 450_000
    assert (switch("Acme TH5-32").id, switch("DCS-7060X6-64PE").id) == ("own-acme-th5-32", "dcs-7060x6-64pe")


def test_a_headroom_is_in_the_table_and_the_profiles_of_sonic() -> None:
    views = make_views(parse_intent(SONIC % "7220 IXR-H4, system: sonic", "f.yaml"))
    files = {file.path: file.text for file in render_views(views)}
    assert files["configs/leaf-1/pg_profile_lookup.ini"].splitlines()[2:] == ["100000 5m 1248 2288 200000 0 2288"]
    profile = json.loads(files["configs/leaf-1/config_db.json"])["BUFFER_PROFILE"]["pg_lossless_100000_5m_profile"]
    assert (profile["xoff"], profile["size"]) == ("200000", "1248")
    assert "pg_profile_lookup.ini of the SKU" in views.warnings[0].message


def test_a_headroom_is_the_pause_buffer_of_short_cables_on_nxos() -> None:
    views = make_views(parse_intent(SONIC % "N9K-C9364D-GX2A", "f.yaml"))
    text = next(file.text for file in render_views(views) if file.path == "configs/leaf-1.cfg")
    (line,) = [line.split() for line in text.splitlines() if "pause buffer-size" in line]
    assert int(line[2]) - int(line[4]) == 200_000


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (
            ", ports: [{cages: 1-2, connector: OSFP, lanes: 4, modes: [1x800g-8]}]",
            "1x800g-8 needs 8 lanes, and the cages have 4",
        ),
        (", system: junoss", "no system is called 'junoss'; did you mean 'junos'?"),
    ],
    ids=["lanes", "system"],
)
def test_a_model_that_cannot_be_is_refused(more: str, message: str) -> None:
    with pytest.raises(IntentError) as caught:
        views_of(more)
    assert [one.message for one in caught.value.problems if one.line == 9] == [message]


def test_a_model_of_the_catalogue_keeps_its_name() -> None:
    text = (INTENT % "").replace("Acme TH5-32", "7060X6-64PE")
    with pytest.raises(IntentError, match="7060X6-64PE is a model of the catalogue; give yours another name"):
        make_views(parse_intent(text, "f.yaml"))


def test_the_schema_takes_what_the_intent_takes() -> None:
    jsonschema.Draft202012Validator.check_schema(platform_schema())
    validator = jsonschema.Draft202012Validator(platform_schema())
    good = {"extends": "7060X6-64PE", "because": "Data sheet", "headroom": {"400G": "450 KB"}}
    assert list(validator.iter_errors(good)) == []
    assert [one.validator for one in validator.iter_errors({"extends": "7060X6-64PE"})] == ["required"]

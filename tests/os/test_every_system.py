"""What holds for every system that is registered: a new one is tested by being there."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from roce_lint.intent.load import parse_intent
from roce_lint.intent.make_view import make_views
from roce_lint.intent.sample import sample_intent
from roce_lint.model.device import is_host
from roce_lint.model.fact import Default
from roce_lint.os.registry import HOST, label_of, reader_of, remedies_of, switch_names, switch_os, system_names
from roce_lint.platforms.catalog import platforms
from roce_lint.platforms.platform import SwitchPlatform
from roce_lint.platforms.ports import port_names
from roce_lint.read.detect import detect
from roce_lint.read.format import Format
from roce_lint.render.environment import make_environment
from roce_lint.render.switch import render_switch
from roce_lint.text.document import Document
from tests.all_rules import all_rules

every_switch = pytest.mark.parametrize("name", switch_names())
every_system = pytest.mark.parametrize("name", system_names())


@cache
def rendered(name: str) -> tuple[Document, ...]:
    """Return the start-up configurations of the sample fabric: one leaf, one spine."""
    views = make_views(parse_intent(sample_intent(system=name), "sample.roce.yaml"))
    chosen = [view for view in views.switches if view.name in ("leaf-1", "spine-1")]
    return tuple(
        Document(file.path, file.text) for view in chosen for file in render_switch(make_environment(), view)[:1]
    )


@every_switch
def test_its_folder_holds_what_its_page_describes(name: str, root: Path) -> None:
    system = switch_os(name)
    page = (root / system.documentation).read_text("utf-8")
    assert (root / "roce_lint" / "os" / name / "system.py").is_file()
    assert (root / "templates" / name / "device.j2").is_file()
    assert page.startswith(f"# {label_of(name)}")


@every_switch
def test_its_configurations_are_distinguished_from_those_of_others(name: str, root: Path) -> None:
    for document in rendered(name):
        assert (document.path, detect(document)) == (document.path, Format(name))
    fixtures = sorted(
        path
        for path in (root / "fixtures" / name).rglob("*")
        if path.suffix in (".cfg", ".cli", ".json", ".yaml", ".nv")
    )
    assert fixtures
    others = set(system_names()) - {name}
    taken = {path.name: detect(Document(path.name, path.read_text("utf-8"))) for path in fixtures}
    assert {path: form for path, form in taken.items() if form in others} == {}


@every_switch
def test_its_reader_says_the_same_name_and_no_role(name: str) -> None:
    for document in rendered(name):
        reading = switch_os(name).read(document)
        assert [(device.os, is_host(device)) for device in reading.devices] == [(name, False)]
        assert reading.unread == ()


@every_system
def test_its_reader_raises_for_no_text(name: str) -> None:
    texts = [document.text for system in switch_names() for document in rendered(system)]
    texts += [text[: len(text) // part] for text in texts for part in (2, 3, 7)]
    for text in (*texts, "", "\n" * 5, "\x00", "{", "a" * 5000):
        reading = reader_of(name)(Document("a.cfg", text))
        assert {device.os for device in reading.devices} <= {name}


@every_switch
def test_its_defaults_have_reasons(name: str) -> None:
    for document in rendered(name):
        (device,) = switch_os(name).read(document).devices
        facts = [
            fact
            for port in device.ports
            for fact in (port.enabled, port.ip_mtu_bytes, port.vrf, port.qos.trust, port.qos.pfc_mode)
        ]
        defaults = [fact for fact in facts if isinstance(fact, Default)]
        assert all(len(fact.because) > 10 for fact in defaults)


@every_system
def test_its_remedies_are_for_rules_that_there_are(name: str) -> None:
    assert set(remedies_of(name).by_rule) <= {rule.id for rule in all_rules()}


@every_switch
def test_the_ports_of_a_platform_have_names_of_their_own(name: str) -> None:
    own = [one for one in platforms() if one.os == name and isinstance(one, SwitchPlatform)]
    assert own
    for platform in own:
        names = port_names(platform)
        assert len(set(names)) == len(names)


def test_hosts_say_that_they_are_hosts() -> None:
    reading = reader_of(HOST)(Document("node1/setup.sh", "#!/bin/sh\nmlnx_qos -i eth0 --pfc 0,0,0,1,0,0,0,0\n"))
    assert [(device.os, is_host(device)) for device in reading.devices] == [(HOST, True)]
